"""The bots of a tournament on their way to the workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.play.entrants import BadEntrant, Entrant, fingerprint
from arena.process.program import BOT_CLASS, Program
from arena.tournament.config import find_entrants
from arena.tournament.worker import BlockPlayer, PlayJob
from tests.arena.tables import STRANGE, schedule, strange, tournament


def only(spec: str, folder: Path = Path()) -> Entrant:
    return find_entrants(tournament(bots={"a": spec, "b": "random"}), folder)[0]


def test_a_file_is_found_beside_the_config_and_travels_by_content(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(STRANGE.read_bytes())
    entrant = only("mine.py:Steady:pause=0.5", tmp_path)
    assert entrant.program == Program("mine.py", STRANGE.read_bytes(), BOT_CLASS)
    assert entrant.version == fingerprint(STRANGE.read_bytes())
    assert entrant.spec == f"{tmp_path / 'mine.py'}:Steady:pause=0.5"


def test_the_content_is_what_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_bytes(STRANGE.read_bytes())
    config = tournament(bots={"a": f"{path}:Steady", "b": "random"}, deals=1)
    job = PlayJob(config.load_game(), find_entrants(config, Path()), config.limits)
    path.unlink()
    worker = BlockPlayer(job)
    try:
        batch = worker.play(list(schedule(config)))
    finally:
        worker.close()
    assert not any(game.record.faults for _, games in batch.blocks for game in games)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("rndom", "test: bots.a.spec: there is no bot 'rndom': did you mean 'random'?"),
        ("random:depth=3", "test: bots.a.spec: 'random:depth=3': random has no parameter 'depth'"),
        ("none.py", "test: bots.a.spec: cannot read the bot file "),
        (":x", "test: bots.a.spec: ':x' names no bot"),
    ],
)
def test_a_bot_that_cannot_be_is_named_before_anything_is_played(spec: str, sentence: str) -> None:
    with pytest.raises(BadEntrant) as caught:
        only(spec)
    assert str(caught.value).startswith(sentence)


def test_a_strangers_code_is_not_run_to_look_at_it(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')")
    only(str(trap))
    assert not (tmp_path / "sprung").exists()


def test_versions_differ_with_the_content(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("# one")
    first = only(str(path)).version
    path.write_text("# two")
    assert only(str(path)).version != first
    assert only(strange("Steady")).version == only(strange("Raises")).version
