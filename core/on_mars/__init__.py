"""On Mars: build the first colony, from orbit and on the surface."""

from core.on_mars.rules import OnMars as GAME

__all__ = ["GAME"]
