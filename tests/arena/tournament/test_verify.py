"""Replays: every stored game is what was played, and whatever is changed is found."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from arena.commands import replay
from arena.commands import verify as verify_command
from arena.report.publish import publish
from arena.tournament.rows import pack_actions, unpack_actions
from arena.tournament.run import remove_damaged
from arena.tournament.store import Store
from arena.tournament.verify import Verification, transcript, verify
from core.errors import ArenaError
from tests.arena.tables import filled_store, identities, play, strange, timeless, tournament

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


def mend(path: Path, number: int) -> None:
    """Gives a changed row the checksum that fits it, as a forger would."""
    with Store.open(path, writable=True) as store:
        (row,) = store._rows("WHERE game.id = ?", number)
        checksum = store.writer.checksum(row, unpack_actions(row.actions, row.decisions))
        store._connection.execute("UPDATE game SET checksum = ? WHERE id = ?", (checksum, number))


def difference(path: Path) -> str:
    report = check(path)
    assert report.difference is not None
    return report.difference.message


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE bot SET spec = 'greedy' WHERE id = 1",
        "UPDATE bot SET version = 'newer' WHERE id = 1",
        "UPDATE bot SET isolation = 'sandbox' WHERE id = 1",
        "UPDATE bot SET name = CASE id WHEN 0 THEN 'c' ELSE 'a' END",
        "UPDATE limits SET limits = '{}'",
        "UPDATE event SET players = 3",
        "UPDATE game SET faults = '[]' WHERE id = 0",
        "UPDATE game SET faults = replace(faults, 'raised', 'timeout') WHERE id = 0",
        "UPDATE game SET faults = replace(faults, 'ideas', 'luck') WHERE id = 0",
        "UPDATE game SET lineup = '[0]' WHERE id = 0",
        "UPDATE game SET lineup = '[1,0]' WHERE id = 0",
        "UPDATE game SET probability = 0.5 WHERE id = 0",
        "UPDATE game SET deal = 1 WHERE id = 0",
        "UPDATE game SET block = 1 WHERE id = 0",
        "UPDATE game SET rotation = 1 WHERE id = 0",
        "UPDATE game SET seed = seed + 1 WHERE id = 0",
        "UPDATE game SET scores = '[7,0]' WHERE id = 0",
        "UPDATE game SET ranks = '[2,1]' WHERE id = 0",
        "UPDATE game SET final = x'00' WHERE id = 0",
        "UPDATE game SET checksum = x'00' WHERE id = 0",
    ],
)
def test_every_change_to_a_row_is_noticed(path: Path, statement: str) -> None:
    change(path, statement)
    report = check(path)
    assert report.games == 0
    assert report.difference is not None
    assert report.difference.game == 0


def test_a_changed_game_is_played_again(path: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.db"
    filled_store(plain, CONFIG).close()
    change(path, "UPDATE game SET scores = '[9,9]' WHERE id = 1")
    change(path, "UPDATE game SET actions = x'00' WHERE id = 3")
    with Store.resume(path, CONFIG, identities(CONFIG)) as store:
        remove_damaged(store, Console(quiet=True))
        assert sorted(store.finished()) == [(0, 0), (1, 0)]
        store.add_all(play(CONFIG))
    assert timeless(path) == timeless(plain)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE game SET ranks = CASE ranks WHEN '[1,2]' THEN '[2,1]' ELSE '[1,2]' END WHERE id = 2", "ranks: "),
        ("UPDATE game SET scores = '[0.25,0.75]' WHERE id = 2", "scores: "),
        ("UPDATE game SET final = x'00' WHERE id = 2", "digest of the final state: 00 in the store"),
        ("UPDATE game SET moves = json_array(decisions, 0) WHERE id = 2", "moves by seat: "),
        ("UPDATE game SET seed = seed + 1 WHERE id = 2", "its deal does not follow from the secret"),
    ],
)
def test_a_mended_checksum_does_not_hide_a_change(tmp_path: Path, statement: str, message: str) -> None:
    path = tmp_path / "honest.db"
    filled_store(path, tournament()).close()
    change(path, statement)
    mend(path, 2)
    report = check(path)
    assert report.games == 2
    assert report.difference is not None
    assert report.difference.game == 2
    assert report.difference.message.startswith(message)


def test_the_first_wrong_action_is_named(path: Path) -> None:
    with Store.open(path) as store:
        actions = list(store.game(1).actions)
    change(path, "UPDATE game SET actions = ? WHERE id = 1", pack_actions([actions[0], 77, *actions[2:]]))
    mend(path, 1)
    assert difference(path) == "decision 2: action 77 is not legal"


def test_a_stand_in_cannot_be_replaced(path: Path) -> None:
    with Store.open(path) as store:
        played = store.game(0)
    (fault,) = played.record.faults
    state = store.config.load_game().new(played.record.seed)
    state.apply_all(played.actions[: fault.decision])
    other = next(action for action in state.legal() if action != played.actions[fault.decision])
    actions = [*played.actions[: fault.decision], other, *played.actions[fault.decision + 1 :]]
    change(path, "UPDATE game SET actions = ? WHERE id = 0", pack_actions(actions))
    mend(path, 0)
    assert "by the random stand-in for seat" in difference(path)


def test_an_unfinished_game_is_found(path: Path) -> None:
    with Store.open(path) as store:
        played = store.game(1)
    count = played.record.decisions - 1
    moves = list(played.record.moves)
    moves[store.config.load_game().replay(played.record.seed, played.actions[:count]).to_move or 0] -= 1
    statement = "UPDATE game SET actions = ?, decisions = ?, moves = ? WHERE id = 1"
    change(path, statement, pack_actions(played.actions[:count]), count, json.dumps(moves))
    mend(path, 1)
    assert difference(path) == f"after its {count} decisions the game is not over"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE event SET digest = 'other'", "was played with other components of connect_four than there are now"),
        ("UPDATE event SET digest = 'other', rules = 7", "was played under version 7 of the rules of connect_four"),
    ],
)
def test_another_game_under_the_same_name_is_named(path: Path, statement: str, sentence: str) -> None:
    change(path, statement)
    with pytest.raises(ArenaError, match=sentence):
        check(path)


def test_a_game_removed_after_publication_is_noticed(path: Path) -> None:
    with Store.open(path) as store:
        publish(store, path.with_suffix(""))
    assert CliRunner().invoke(verify_command.command, [str(path)]).exit_code == 0
    change(path, "DELETE FROM timing WHERE game = 3")
    change(path, "DELETE FROM game WHERE id = 3")
    result = CliRunner().invoke(verify_command.command, [str(path)])
    assert result.exit_code == 1
    assert "one was added, changed or removed since" in result.output


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
    assert result.output.startswith("game 2: its checksum does not fit")
