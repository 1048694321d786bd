"""What `arena serve --demo` shows: a small ladder of built-in bots that plays while you look."""

from __future__ import annotations

from arena.tournament.ladder import make_ladder
from arena.tournament.ladder_config import build_ladder_config
from arena.web.home import Home

NAME = "demo"
LADDER = {"name": NAME, "game": "ganymede", "players": 3, "round_blocks": 4, "epoch_blocks": 100}
BOTS = {
    "random": "random",
    "greedy": "greedy",
    "mcts-20": "mcts:iterations=20",
    "mcts-60": "mcts:iterations=60",
    "mcts-200": "mcts:iterations=200",
}


def prepare_demo(home: Home) -> None:
    """Makes the ladder, unless it is there."""
    home.prepare()
    path = home.ladders / f"{NAME}.db"
    if path.exists():
        return
    with make_ladder(build_ladder_config(LADDER, "demo"), path) as ladder:
        for name, spec in BOTS.items():
            ladder.enter(spec, name=name, reference=name in ("random", "greedy"))
