"""Replays: every stored game is what was played, and whatever is changed is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.commands import replay
from arena.commands import verify as verify_command
from arena.tournament.store import Store, pack_actions
from arena.tournament.verify import Verification, transcript, verify
from core.errors import ArenaError
from tests.arena.tables import filled_store, strange, tournament

CONFIG = tournament(bots={"a": "random", "c": strange("Raises")}, deals=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "run.db"
    filled_store(path, CONFIG).close()
    return path


def check(path: Path) -> Verification:
    with Store.open(path) as store:
        return verify(store)


def change(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute(statement, values).rowcount > 0
    connection.commit()
    connection.close()


def test_an_honest_store_is_confirmed(path: Path) -> None:
    assert check(path) == Verification(4, None)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE seat SET rank = 3 - rank WHERE game = 2", "ranks: (1, 2) in the store, (2, 1) in the replay"),
        ("UPDATE seat SET score = score + 1e-12 WHERE game = 2 AND score = 0", "scores: "),
        ("UPDATE game SET final = x'00' WHERE id = 2", "digest of the final state: 00 in the store"),
        ("UPDATE seat SET moves = moves + 1 - 2 * seat WHERE game = 2", "moves by seat: "),
    ],
)
def test_what_was_changed_is_found(tmp_path: Path, statement: str, message: str) -> None:
    path = tmp_path / "honest.db"
    filled_store(path, tournament()).close()
    with Store.open(path) as store:
        ranks = store.game(2).record.ranks
    change(path, statement)
    report = check(path)
    assert report.games == 2
    assert report.difference is not None
    assert report.difference.game == 2
    assert report.difference.message.startswith(message if ranks == (2, 1) else message.split(" (1")[0])


def test_the_first_wrong_action_is_named(path: Path) -> None:
    with Store.open(path) as store:
        actions = list(store.game(1).actions)
    change(path, "UPDATE game SET actions = ? WHERE id = 1", pack_actions([actions[0], 77, *actions[2:]]))
    report = check(path)
    assert report.difference is not None
    assert report.difference.message == "decision 2: action 77 is not legal"


def test_a_stand_in_cannot_be_replaced(path: Path) -> None:
    with Store.open(path) as store:
        played = store.game(0)
    (fault,) = played.record.faults
    state = store.config.load_game().new(played.record.seed)
    state.apply_all(played.actions[: fault.decision])
    other = next(action for action in state.legal() if action != played.actions[fault.decision])
    actions = [*played.actions[: fault.decision], other, *played.actions[fault.decision + 1 :]]
    change(path, "UPDATE game SET actions = ? WHERE id = 0", pack_actions(actions))
    report = check(path)
    assert report.difference is not None
    assert "by the random stand-in for seat" in report.difference.message


def test_an_unfinished_game_is_found(path: Path) -> None:
    with Store.open(path) as store:
        played = store.game(1)
    count = played.record.decisions - 1
    change(path, "UPDATE game SET actions = ?, decisions = ? WHERE id = 1", pack_actions(played.actions[:count]), count)
    last = store.config.load_game().replay(played.record.seed, played.actions[:count]).to_move
    change(path, "UPDATE seat SET moves = moves - 1 WHERE game = 1 AND seat = ?", last)
    report = check(path)
    assert report.difference is not None
    assert report.difference.message == f"after its {count} decisions the game is not over"


def test_another_game_under_the_same_name_is_refused(path: Path) -> None:
    change(path, "UPDATE tournament SET digest = 'other'")
    with pytest.raises(ArenaError, match="is another game now than it was then"):
        check(path)


def test_the_transcript_tells_the_game(path: Path) -> None:
    with Store.open(path) as store:
        played = store.game(0)
        moves = list(transcript(store.config.load_game(), played))
    assert [number for number, *_ in moves] == list(range(1, played.record.decisions + 1))
    assert [seat for _, seat, _, _ in moves[:4]] == [0, 1, 0, 1]
    assert moves[-1][3].is_over


def test_the_commands_print_it(path: Path) -> None:
    shown = CliRunner().invoke(replay.command, [str(path), "0"])
    assert shown.exit_code == 0
    assert "seat 1 c: fault (raised): ValueError: out of ideas; random moves from here on" in shown.output
    assert "seat 0 a: rank 1" in shown.output
    confirmed = CliRunner().invoke(verify_command.command, [str(path)])
    assert confirmed.output == "4 of 4 games replayed, no difference\n"
    change(path, "UPDATE game SET final = x'00' WHERE id = 2")
    result = CliRunner().invoke(verify_command.command, [str(path)])
    assert result.exit_code == 1
    assert result.output.startswith("game 2: digest of the final state: 00 in the store")
