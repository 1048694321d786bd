"""Plays one ladder, game after game, for as long as its server lives; of one that has closed, the final. Started by
arena.web.supervisor.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Thread

from arena.tournament.contest import play_final_here
from arena.tournament.ladder_run import Goal, play_here
from core.errors import ArenaError

NICENESS = 5  # pages come first


def end_with_the_server() -> None:
    """Standard input ends when the server does. What is being played is played again by the next.

    It is read without Python's buffer: a thread that waits there would break an orderly end.
    """
    while os.read(0, 1):
        pass
    os._exit(0)


def main() -> None:
    os.nice(NICENESS)
    Thread(target=end_with_the_server, daemon=True).start()
    try:
        play_here(Path(sys.argv[1]), Goal(), lambda sentence: print(sentence, file=sys.stderr))
        play_final_here(Path(sys.argv[1]))
    except ArenaError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
