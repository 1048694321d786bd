"""python -m benchmarks [name ...]: runs the named benchmarks, or all that `make bench` covers."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec

ALL = ("core", "learn", "net", "search", "tournament", "leaderboard", "protocol", "startup")


def main() -> None:
    for name in sys.argv[1:] or ALL:
        if find_spec(f"benchmarks.{name}") is None:
            sys.exit(f"there is no benchmark '{name}': choose from {', '.join(ALL)}")
        importlib.import_module(f"benchmarks.{name}").main()


main()
