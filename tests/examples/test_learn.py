"""The worked examples of examples/learn, from nothing to a bot in a tournament. Started by make learn-test."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "learn"
ARENA = [sys.executable, "-m", "arena"]

pytestmark = pytest.mark.learn


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="pip install 'space-arena[learn]' brings PyTorch")
    return tmp_path_factory.mktemp("learn")


def run(place: Path, *command: str | Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=place, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def share_of_wins(place: Path, bot: str, other: str, games: int) -> float:
    output = run(place, *ARENA, "match", "--game", "ganymede", "--bots", f"{bot},{other}",
                 "--games", str(games), "--seed", "7")  # fmt: skip
    found = re.search(rf"{re.escape(bot.strip('./'))}\s+\d+\s+([\d.]+)%", output)
    assert found is not None, output
    return float(found[1])


def check_and_play(place: Path, bot: str) -> None:
    """`arena check` passes it, and a tournament plays it without a fault."""
    assert "passed" in run(place, *ARENA, "check", bot, "--game", "ganymede", "--deals", "2", "--seed", "1")
    entrants = (("it", bot), ("random", "random"))
    config = f'name = "{bot.strip("./")}"\ngame = "ganymede"\nplayers = 2\ndeals = 6\n'
    config += "".join(f'[[bots]]\nname = "{name}"\nspec = "{spec}"\n' for name, spec in entrants)
    (place / "tournament.toml").write_text(config)
    run(place, *ARENA, "run", "tournament.toml")
    exported = run(place, *ARENA, "export", bot.strip("./"), "--to", "csv", "--out", "games.csv")
    assert "games.csv" in exported
    rows = [line.split(",") for line in (place / "games.csv").read_text().splitlines()]
    assert len(rows) == 1 + 24
    assert not any(row[rows[0].index("fault")] for row in rows[1:])


def test_imitation_of_greedy(place: Path) -> None:
    run(place, *ARENA, "run", EXAMPLES / "greedy.toml")
    run(place, *ARENA, "export", "greedy-games", "--to", "npz", "--out", "greedy.npz")
    output = run(place, sys.executable, EXAMPLES / "imitate.py", "greedy.npz", "--out", "imitated")
    agreements = [float(share) for share in re.findall(r"the same choice in ([\d.]+)%", output)]
    assert agreements[-1] > agreements[0]
    check_and_play(place, "./imitated")
    assert share_of_wins(place, "./imitated", "random", 100) >= 90


def test_self_play_beats_random(place: Path) -> None:
    output = run(place, sys.executable, EXAMPLES / "selfplay.py", "--minutes", "4", "--out", "selfplay")
    claimed = re.search(r"against random: ([\d.]+)%", output)
    assert claimed is not None
    assert float(claimed[1]) >= 90
    check_and_play(place, "./selfplay")
    assert share_of_wins(place, "./selfplay", "random", 200) >= 90
