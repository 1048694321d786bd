"""OpenSpiel comes with the extra `bench`: without it there is nothing to test."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["test_openspiel.py"]
