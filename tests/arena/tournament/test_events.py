"""A tournament of several events is one schedule and one store. Boards are made of the events of all runs named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import arena
from arena.commands.leaderboard import command
from arena.play.records import BotIdentity
from arena.report.publish import publish
from arena.tournament.boards import bot_labels, find_boards
from arena.tournament.config import Config, ConfigError, build_config
from arena.tournament.store import Store, StoreError
from arena.tournament.verify import verify
from tests.arena.tables import filled_store, play, schedule, timeless

BOTS = [{"name": name, "spec": "random"} for name in ("a", "b", "c")]


def config(**keys: Any) -> Config:
    table = {"name": "test", "deals": 2, "bots": BOTS, **keys}
    return build_config(table, "test.toml")


SEVERAL: dict[str, Any] = {"events": [{"game": "airlock", "players": [2, 3]}, {"game": "connect_four"}]}


def test_player_counts_and_tables_give_events() -> None:
    events = config(**SEVERAL).events
    assert [(event.game, event.players) for event in events] == [("airlock", 2), ("airlock", 3), ("connect_four", 2)]
    assert config(game="airlock", players=[2, 3]).events == events[:2]
    assert len(config(game="airlock", players=3).events) == 1


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"game": "airlock", **SEVERAL}, r"game: goes into the tables \[\[events\]\]"),
        ({"events": []}, "events: 0 given"),
        ({"events": ["airlock"]}, r"events\[0\]: .* is not a table"),
        ({"events": [{"game": "airlock", "plyers": 2}]}, r"events\[0\].plyers: there is no such key"),
        ({"events": [{"game": "airlock"}, {"game": "airlok"}]}, r"events\[1\].game: "),
        ({"events": [{"game": "airlock", "players": [2, 2]}]}, r"events\[0\].players: \[2, 2\] is not"),
        ({"events": [{"game": "airlock", "players": 2}, {"game": "airlock", "players": 2}]}, "comes twice"),
        ({"events": [{"game": "connect_four", "players": 3}]}, r"events\[0\].players: "),
        ({"game": "airlock", "players": []}, r"players: \[\] is not"),
        ({"game": "airlock", "players": True}, "players: true is not"),
        ({"game": "airlock", "players": [2, "3"]}, "players: "),
        ({}, "game: is missing"),
    ],
)
def test_bad_events_are_refused_in_one_sentence(keys: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        config(**keys)


def test_blocks_go_deal_by_deal_through_all_events() -> None:
    table = schedule(config(**SEVERAL))
    blocks = list(table)
    assert [block.deal for block in blocks] == [0] * 7 + [1] * 7
    assert [block.seatings[0].event for block in blocks[:7]] == [0, 0, 0, 1, 2, 2, 2]
    assert sum(len(block.seatings) for block in blocks) == table.games == 2 * (6 + 3 + 6)
    numbers = [table.game_number(block.index, seating.rotation) for block in blocks for seating in block.seatings]
    assert len(set(numbers)) == len(numbers)
    seeds = {(block.seatings[0].event, block.deal): block.seed for block in blocks}
    assert len(set(seeds.values())) == 6


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("several") / "several.db"
    filled_store(path, config(name="several", **SEVERAL)).close()
    return path


def test_a_store_of_several_events_opens_verifies_and_replays(several: Path) -> None:
    with Store.open(several) as store:
        assert verify(store).games == store.schedule.games == 30
        assert [store.results(event).seats for event in range(3)] == [2, 3, 2]
        assert [store.results(event).games for event in range(3)] == [12, 6, 12]
    with arena.open_run(several) as run:
        assert [event.game for event in run.events] == ["airlock", "airlock", "connect_four"]
        for played in run.played_games():
            number = run.store.schedule.game_number(*played.record.key)
            assert list(run.replay(number))[-1].after().digest() == played.final
        assert set(run.to_columns()["game"]) == {"airlock", "connect_four"}
        assert run.standings(1).seats == 3


def test_a_run_of_several_events_carries_on(several: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(several, tmp_path))
    with Store.open(path, writable=True) as store:
        numbers = [store.schedule.game_number(*key) for key in sorted(store.finished())[::3]]
        store.remove(numbers)
        left = list(store.schedule.remaining(store.finished()))
        assert sum(len(block.seatings) for block in left) == len(numbers)
        whole = {block.index: games for block, games in play(store.config)}
        store.add_all((block, whole[block.index]) for block in left)
    assert timeless(path)["game"] == timeless(several)["game"]


def test_a_row_of_an_event_that_is_not_there_is_named(several: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(several, tmp_path))
    with Store.open(path, writable=True) as store:
        store._connection.execute("PRAGMA foreign_keys = OFF")
        store._connection.execute("UPDATE game SET event = 9 WHERE id = 1")
    with Store.open(path) as store, pytest.raises(StoreError, match="game 1: there is no event 9"):
        list(store.records())


# ---- boards


def test_boards_of_several_events_are_written(several: Path, tmp_path: Path) -> None:
    with Store.open(several) as store:
        published = publish(store, tmp_path / "out")
    labels = ["airlock for 2 players", "airlock for 3 players", "connect_four for 2 players"]
    assert [label for label, _ in published.boards] == labels
    assert published.overall is not None
    assert published.overall.weights == pytest.approx((0.25, 0.25, 0.5))
    page = (tmp_path / "out" / "leaderboard.html").read_text()
    for label in labels:
        folder = label.replace(" ", "-")
        assert f'href="{folder}/leaderboard.html"' in page
        assert (tmp_path / "out" / folder / "leaderboard.json").is_file()
    found = json.loads((tmp_path / "out" / "leaderboard.json").read_text())
    assert [board["games"] for board in found["boards"]] == [12, 6, 12]
    assert found["secret"]["secret"]


def bot(name: str, spec: str = "mybot.py", version: str = "1", isolation: str = "open") -> BotIdentity:
    return BotIdentity(name, spec, version, isolation)


def test_a_bot_is_the_same_if_name_version_and_parameters_are() -> None:
    here, there = bot("x", "/here/mybot.py:B:depth=3"), bot("x", "/there/mybot.py:B:depth=3")
    assert bot_labels([[here], [there]]) == [{"x": "x"}, {"x": "x"}]
    assert bot_labels([[bot("x")], [bot("x", version="2")]]) == [{"x": "x@1"}, {"x": "x@2"}]
    deep = bot("x", "/there/mybot.py:B:depth=4")
    assert bot_labels([[here], [deep]]) == [{"x": "x@1 B:depth=3"}, {"x": "x@1 B:depth=4"}]
    built_in = [bot("x", f"mcts:iterations={n}", "play 1", "built-in") for n in (50, 500)]
    assert len({labels["x"] for labels in bot_labels([[one] for one in built_in])}) == 2
    strange = bot_labels([[bot("x"), bot("x@1")], [bot("x", version="2")]])
    assert strange == [{"x": "x@1 (another)", "x@1": "x@1"}, {"x": "x@2"}]


def test_runs_of_one_event_go_on_one_board(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.db" for name in ("one", "two")]
    for number, path in enumerate(paths):
        filled_store(path, config(name=path.stem, game="airlock", players=2, secret=f"{number:032x}")).close()
    with Store.open(paths[0]) as one, Store.open(paths[1]) as two:
        (board,) = find_boards([one, two])
        results = board.results()
        assert (results.games, results.deals, results.bots) == (24, 4, ("a", "b", "c"))
        found = [board.game(*place) for place in results.place.tolist()]
        assert [store.path for store, _ in found] == [paths[0]] * 12 + [paths[1]] * 12
        assert sorted(number for store, number in found if store is two) == list(range(12))


def test_a_copy_of_a_run_does_not_count_twice(tmp_path: Path) -> None:
    first = tmp_path / "one.db"
    filled_store(first, config(name="one", game="airlock", players=2)).close()
    second = Path(shutil.copy(first, tmp_path / "two.db"))
    with Store.open(first) as one, Store.open(second) as two, pytest.raises(StoreError, match="a game counts once"):
        find_boards([one, two])
    said = CliRunner().invoke(command, [str(first), str(second), "--out", str(tmp_path / "out")])
    assert isinstance(said.exception, StoreError)


def test_other_options_are_another_board(tmp_path: Path) -> None:
    option = next(iter(config(game="airlock").event.options))
    first, second = tmp_path / "one.db", tmp_path / "two.db"
    value = config(game="airlock").event.options[option]
    filled_store(first, config(name="one", game="airlock", players=2)).close()
    other = config(name="two", game="airlock", players=2, options={option: value + 1}, secret="0" * 32)
    filled_store(second, other).close()
    with Store.open(first) as one, Store.open(second) as two:
        labels = [board.label for board in find_boards([one, two])]
    assert labels == [f"airlock for 2 players ({option} {chosen})" for chosen in (value, value + 1)]
    printed = CliRunner().invoke(command, [str(first), str(second), "--json", "--out", str(tmp_path / "out")])
    assert len(json.loads(printed.stdout)["boards"]) == 2
