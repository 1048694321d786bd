"""Golden transcripts and counts of reachable positions, kept in core/<game>/golden/.

A change of a rule shows as a text diff there. `python -m tests.core.golden` writes them anew, once RULES_VERSION of the
game has been raised; with `--missing` only those that are not there yet; ARENA_GAME=my_game for one game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import core
from core import Game
from tests.golden_ledger import SameVersion, write
from tests.support import label, load, option_sets

DECISIONS = 150  # written out in full; the rest of the game only counts for the result
POSITIONS = 20_000  # perft goes as deep as it can below this many positions


def transcript(game: Game, seed: int = 2026) -> str:
    """A random game in words: the deal, the decisions, the board they lead to, and the result."""
    rng, state = Random(seed), game.new(seed)
    lines = [repr(game), f"deal {seed}", "", str(state), ""]
    for number in range(1, DECISIONS + 1):
        if state.is_over:
            break
        legal = state.legal()
        action = rng.choice(legal)
        lines.append(f"{number}. seat {state.to_move}: {state.name(action)} (of {len(legal)})")
        state.apply(action)
    lines += ["", str(state), ""]
    state.playout(seed)
    assert state.is_over, f"{game.name}: not over after max_decisions = {game.max_decisions} decisions"
    lines += [f"scores {state.scores()}", f"ranks {state.ranks()}", f"hash {hash(state) & (1 << 64) - 1:016x}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def perft(game: Game, depth_limit: int = 8) -> list[tuple[int, int]]:
    """For each depth: how many action sequences there are, and how many different positions they reach."""
    level = {game.new(1): 1}
    counts = []
    for _ in range(depth_limit):
        following: dict[Any, int] = {}
        for state, ways in level.items():
            for action in state.legal():
                child = state.copy()
                child.apply(action)
                following[child] = following.get(child, 0) + ways
            if len(following) > POSITIONS:
                return counts
        level = following
        counts.append((sum(level.values()), len(level)))
    return counts


def perft_text(game: Game) -> str:
    lines = [f"depth {depth}: {ways} ways, {positions} positions"
             for depth, (ways, positions) in enumerate(perft(game), 1)]
    return "\n".join([repr(game), *lines]) + "\n"


def folder_of(name: str) -> Path:
    return Path(core.__path__[0]) / name / "golden"


def where_to_raise(name: str) -> str:
    return f"RULES_VERSION in core/{name}/rules.pyx"


def golden_files(name: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Every golden file of a game with what writes its content."""
    for case in option_sets():
        if case[0] == name:
            yield f"{label(case)}.txt", partial(transcript, load(case))
            yield f"{label(case)}.perft.txt", partial(perft_text, load(case))


def golden_texts(name: str, *, missing: bool = False) -> dict[str, str]:
    """Every golden file of a game with the content it should have; of those that are not there yet, if `missing`."""
    files = [(file, text) for file, text in golden_files(name) if not missing or not (folder_of(name) / file).exists()]
    return {file: text() for file, text in files}


def main() -> None:
    for name in dict.fromkeys(case[0] for case in option_sets()):
        texts = golden_texts(name, missing="--missing" in sys.argv)
        try:
            write(folder_of(name), core.game_class(name).RULES_VERSION, texts, where_to_raise(name))
        except SameVersion as error:
            raise SystemExit(f"{name}: {error}") from None
        for file in texts:
            print(f"core/{name}/golden/{file}")


if __name__ == "__main__":
    main()
