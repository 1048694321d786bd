"""Golden transcripts and counts of reachable positions, kept in core/<game>/golden/.

A change of a rule shows as a text diff there. `python -m tests.core.golden` writes them anew, once RULES_VERSION of the
game has been raised.
"""

from __future__ import annotations

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


def golden_texts(name: str) -> dict[str, str]:
    """Every golden file of a game with the content it should have."""
    texts = {}
    for case in option_sets():
        if case[0] == name:
            texts[f"{label(case)}.txt"] = transcript(load(case))
            texts[f"{label(case)}.perft.txt"] = perft_text(load(case))
    return texts


def main() -> None:
    for name in core.games():
        try:
            write(folder_of(name), core.game_class(name).RULES_VERSION, golden_texts(name), where_to_raise(name))
        except SameVersion as error:
            raise SystemExit(f"{name}: {error}") from None
        print(f"core/{name}/golden")


if __name__ == "__main__":
    main()
