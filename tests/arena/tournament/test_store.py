"""The store: nothing lost, nothing twice, and no trust in what is read."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.play.records import Explanation
from arena.play.seeds import Secret
from arena.tournament.config import Config, ConfigError
from arena.tournament.rows import pack_actions, unpack_actions
from arena.tournament.store import Store, StoreError, connect
from arena.tournament.verify import verify
from core.errors import ArenaError
from tests.arena.tables import SECRET, identities, play, strange, timeless, tournament

BOTS = {"a": "random", "b": "random", "c": strange("Raises")}
CONFIG = tournament(bots=BOTS, deals=2)


@pytest.fixture(scope="module")
def blocks() -> list:
    return play(CONFIG)


@pytest.fixture
def path(tmp_path: Path, blocks: list) -> Path:
    path = tmp_path / "run.db"
    with Store.create(path, CONFIG, identities(CONFIG), SECRET) as store:
        store.add_all(blocks)
    return path


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        assert connection.execute(statement).rowcount != 0
    connection.commit()
    connection.close()


def test_what_is_written_is_read(path: Path, blocks: list) -> None:
    played = [game for _, games in blocks for game in games]
    with Store.open(path) as store:
        assert store.config == CONFIG
        assert list(store.games()) == played
        assert list(store.records()) == [game.record for game in played]
        assert store.game(5) == played[5]
        assert len(store) == len(played) == store.schedule.games
        assert store.count_faults() == sum(len(game.record.faults) for game in played)


def test_a_game_counts_once_however_often_and_whenever_it_comes(tmp_path: Path, path: Path, blocks: list) -> None:
    again = tmp_path / "again.db"
    shuffled = [*blocks, *blocks[:3]]
    Random(1).shuffle(shuffled)
    with Store.create(again, CONFIG, identities(CONFIG), SECRET) as store:
        assert sum(store.add(block, games) for block, games in shuffled) == store.schedule.games
    assert timeless(again) == timeless(path)


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path, blocks: list) -> None:
    def broken() -> object:
        yield blocks[0]
        raise KeyboardInterrupt

    with Store.create(tmp_path / "run.db", CONFIG, identities(CONFIG), SECRET) as store:
        with pytest.raises(KeyboardInterrupt):
            store.add_all(broken())
        assert len(store) == 0
        assert store.add_all(blocks[:1]) == 2


def test_resuming_finds_what_is_there(path: Path) -> None:
    with Store.resume(path, CONFIG, identities(CONFIG)) as store:
        assert len(store.finished()) == store.schedule.games
        assert list(store.schedule.remaining(store.finished())) == []


def test_a_store_whose_maker_was_killed_at_once_is_begun_anew(tmp_path: Path, blocks: list) -> None:
    path = tmp_path / "run.db"
    connect(path, writable=True).close()
    assert path.stat().st_size > 0
    with Store.resume(path, CONFIG, identities(CONFIG)) as store:
        assert store.add_all(blocks) == store.schedule.games


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        (tournament(bots=BOTS, deals=3), "deals: 2 there, 3 now"),
        (tournament(bots=BOTS, deals=2, seed=7), "seed: 0 there, 7 now"),
        (tournament(bots=BOTS, deals=2, secret="0" * 32), "secret: another one there"),
        (tournament(bots=BOTS, deals=2, limits={"seconds": 1}), "limits.seconds: 60.0 there, 1.0 now"),
        (tournament(bots={"a": "random", "b": "random"}, deals=2), "bots: 3 entries"),
    ],
)
def test_another_config_under_the_same_name_is_refused(path: Path, config: Config, reason: str) -> None:
    before = timeless(path)
    with pytest.raises(ConfigError, match="give the new one another name") as caught:
        Store.resume(path, config, identities(config))
    assert reason in str(caught.value)
    assert timeless(path) == before


def test_another_version_of_a_bot_is_refused(path: Path) -> None:
    *others, last = identities(CONFIG)
    with pytest.raises(ConfigError, match=r'bots\.c\.version: ".*" there, "new" now'):
        Store.resume(path, CONFIG, [*others, replace(last, version="new")])


def test_a_sandbox_that_was_there_and_is_not_now_is_refused(path: Path) -> None:
    *others, last = identities(CONFIG)
    with pytest.raises(ConfigError, match=r'bots\.c\.isolation: "open" there, "sandbox" now'):
        Store.resume(path, CONFIG, [*others, replace(last, isolation="sandbox")])


def test_other_rules_are_refused(path: Path) -> None:
    execute(path, "UPDATE event SET rules = 0, digest = 'other'")
    with pytest.raises(ConfigError, match="was played under version 0 of the rules of connect_four, this is version 1"):
        Store.resume(path, CONFIG, identities(CONFIG))


def test_two_runs_that_make_one_file_do_not_mix(path: Path) -> None:
    with pytest.raises(StoreError, match="another run has made this file just now"):
        Store.create(path, CONFIG, identities(CONFIG))


def test_the_secret_is_drawn_and_kept(tmp_path: Path) -> None:
    first, second = tmp_path / "1.db", tmp_path / "2.db"
    bots = identities(CONFIG)
    with Store.create(first, CONFIG, bots) as one, Store.create(second, CONFIG, bots) as two:
        assert one.secret != two.secret
        assert not one.secret.public
        assert one.schedule.block(0).seed != two.schedule.block(0).seed
        kept = one.secret
    with Store.resume(first, CONFIG, identities(CONFIG)) as again:
        assert again.secret == kept
    given = tournament(bots=BOTS, deals=2, secret="0123456789abcdefABCDEF0123456789")
    with Store.create(tmp_path / "3.db", given, identities(given)) as public:
        assert public.secret == Secret.given(str(given.secret))
        assert public.secret.public


def test_explanations_are_kept(tmp_path: Path, blocks: list) -> None:
    (block, (game, *_)), *_ = blocks
    rows = ({"action": 3, "name": "column 4", "visits": 7, "value": 0.5},)
    with Store.create(tmp_path / "run.db", CONFIG, identities(CONFIG), SECRET) as store:
        store.add(block, [replace(game, explanations=(Explanation(2, rows),))])
        assert store.explanations(0) == [Explanation(2, rows)]
        assert store.explanations(1) == []


def test_there_is_no_such_game(path: Path) -> None:
    sentence = "there is no game 99; games are numbered from 0 to 11"
    with Store.open(path) as store, pytest.raises(StoreError, match=sentence):
        store.game(99)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"SQLite format 3\0" + bytes(200), bytes(5000)])
def test_a_file_that_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"run\.db: "):
        Store.open(path)


def test_no_file_and_foreign_databases(tmp_path: Path, path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such run"):
        Store.open(tmp_path / "none.db")
    execute(path, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="format 99, this program reads 1 to 2"):
        Store.open(path)
    execute(path, "PRAGMA application_id = 1")
    with pytest.raises(StoreError, match="not the results of a run"):
        Store.open(path)


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE run SET config = '[1'",
        "UPDATE run SET config = '{}'",
        "UPDATE run SET name = 'other'",
        "DELETE FROM run",
        "UPDATE secret SET digits = '00'",
        "UPDATE secret SET digits = 'zz'",
        "UPDATE secret SET commitment = 'other'",
        "UPDATE bot SET isolation = 'perfect'",
        "DELETE FROM bot WHERE id = 0",
        "UPDATE game SET block = 'x' WHERE id = 3",
        "UPDATE game SET seed = 'x' WHERE id = 3",
        "UPDATE game SET decisions = -1 WHERE id = 3",
        "UPDATE game SET decisions = 1 << 40 WHERE id = 3",
        "UPDATE game SET actions = x'00' WHERE id = 3",
        "UPDATE game SET actions = 'text' WHERE id = 3",
        "UPDATE game SET final = 3 WHERE id = 3",
        "UPDATE game SET ranks = '[3,1]' WHERE id = 3",
        "UPDATE game SET ranks = '[\"first\",1]' WHERE id = 3",
        "UPDATE game SET ranks = '[1]' WHERE id = 3",
        "UPDATE game SET scores = '[\"many\",0]' WHERE id = 3",
        "UPDATE game SET scores = '[' WHERE id = 3",
        "UPDATE game SET scores = x'00' WHERE id = 3",
        "UPDATE game SET moves = '[0,0]' WHERE id = 3",
        "UPDATE game SET lineup = '[0,7]' WHERE id = 3",
        "UPDATE game SET lineup = '[0,-1]' WHERE id = 3",
        "UPDATE game SET lineup = '" + "[" * 5000 + "' WHERE id = 3",
        "UPDATE timing SET seconds = 'long' WHERE game = 3",
        "UPDATE game SET faults = '[[0,\"bad luck\",\"\",\"\",0]]' WHERE id = 3",
        "UPDATE game SET faults = '[[9,\"raised\",\"\",\"\",0]]' WHERE id = 3",
        "UPDATE game SET faults = '[[0,\"raised\",\"' || char(92) || 'u001b[2J\",\"\",0]]' WHERE id = 3",
        "UPDATE game SET faults = '[1]' WHERE id = 3",
        "UPDATE game SET secret = 'x' WHERE id = 3",
        "UPDATE game SET limits = x'00' WHERE id = 3",
        "UPDATE game SET seed = -1 WHERE id = 3",
        "UPDATE game SET probability = x'00' WHERE id = 3",
        "UPDATE game SET probability = 1e300 WHERE id = 3",
        "UPDATE game SET checksum = 3 WHERE id = 3",
        "UPDATE game SET scores = '[NaN,0]' WHERE id = 3",
        "UPDATE game SET faults = '{}' WHERE id = 3 OR id = 0",
        "DROP TABLE event",
        "DROP TABLE bot",
    ],
)
def test_a_forged_store_is_refused_in_one_sentence(path: Path, forgery: str) -> None:
    execute(path, forgery)
    with pytest.raises(ArenaError, match=r"run\.db: ") as caught, Store.open(path) as store:
        print(*store.games(), store.rules())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "forgery", ["UPDATE game SET limits = 9 WHERE id = 3", "UPDATE game SET secret = 9", "UPDATE game SET event = -1"]
)
def test_a_game_that_refers_to_what_is_not_there_is_a_damaged_game(path: Path, forgery: str) -> None:
    execute(path, forgery)
    with Store.open(path) as store:
        problems = {number: problem for number, played, problem in store.checked_games() if played is None}
    assert "its event, secret or limits are not in the file" in problems[3] or "there is no event -1" in problems[3]


@pytest.mark.parametrize("forgery", ["UPDATE limits SET limits = x'00'", "UPDATE game SET checksum = 3 WHERE id = 3"])
def test_what_is_no_text_and_no_checksum_is_refused(path: Path, forgery: str) -> None:
    execute(path, forgery)
    with Store.open(path) as store, pytest.raises(StoreError, match="is damaged"):
        print(store._references, store.total())


def test_a_config_that_names_other_bots_than_played_is_damage(path: Path) -> None:
    execute(path, "UPDATE run SET config = replace(config, '\"spec\": \"random', '\"spec\": \"bandom')")
    with Store.open(path) as store, pytest.raises(StoreError, match="is another bot in its config than in its games"):
        verify(store)


@pytest.mark.parametrize("column", ["lineup", "ranks", "scores", "moves", "faults"])
def test_text_that_is_kept_as_bytes_makes_a_damaged_game(path: Path, column: str) -> None:
    """SQLite takes bytes in any column. The same letters would read the same, and yet the row is not as written."""
    execute(path, f"UPDATE game SET {column} = CAST({column} AS BLOB) WHERE id = 3")
    with Store.open(path) as store:
        problems = {number: problem for number, played, problem in store.checked_games() if played is None}
    assert list(problems) == [3]
    assert "are not text" in problems[3]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_never_raise_anything_else(path: Path, seed: int) -> None:
    random = Random(seed)
    content = bytearray(path.read_bytes())
    for _ in range(random.choice([1, 20, 400])):
        content[random.randrange(len(content))] = random.randrange(256)
    path.write_bytes(content[: random.choice([len(content), random.randrange(len(content))])])
    sentence = "run.db: nothing was hit that matters"
    try:
        with Store.open(path) as store:
            store.check_integrity()
            list(store.checked_games())
            list(store.games())
            store.total()
    except ArenaError as error:
        sentence = str(error)
    assert "run.db: " in sentence


@given(st.lists(st.integers(0, 2**32 - 1), max_size=50))
def test_actions_are_packed_without_loss(actions: list[int]) -> None:
    packed = pack_actions(actions)
    assert unpack_actions(packed, len(actions)) == tuple(actions)
    for wrong in (len(actions) + 1, max(0, len(actions) - 1)):
        if wrong != len(actions):
            with pytest.raises(ValueError, match="there are not"):
                unpack_actions(packed, wrong)


def test_a_store_opened_for_reading_is_not_written(tmp_path: Path, path: Path, blocks: list) -> None:
    with Store.create(tmp_path / "empty.db", CONFIG, identities(CONFIG), SECRET):
        pass
    with Store.open(tmp_path / "empty.db") as store, pytest.raises(StoreError, match="readonly"):
        store.add_all(blocks)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["empty.db", "run.db"]
