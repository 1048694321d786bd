"""The Python face of the games: loading, options, and what bad input gets."""

from __future__ import annotations

import copy
import pickle
import tomllib
from pathlib import Path

import pytest

import core
from core import State, View
from core.errors import (
    BadAction,
    BadOption,
    BadPlayers,
    BadPosition,
    IllegalAction,
    UnknownGame,
    WrongGame,
)
from core.options import Option, settle_options


def test_games_are_found_by_being_there() -> None:
    folders = {path.parent.name for path in Path(core.__path__[0]).glob("*/rules.pyx")}
    assert core.games() == sorted(folders)
    assert "connect_four" in folders


def test_an_unknown_game_gets_a_hint() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'conect_four': did you mean 'connect_four'"):
        core.load("conect_four")


@pytest.mark.parametrize("players", [1, 3, 0, -2, "2", 2.0, True])
def test_a_player_count_out_of_range_is_refused(players: object) -> None:
    with pytest.raises(BadPlayers, match="connect_four is for 2 players"):
        core.load("connect_four", players=players)  # type: ignore[arg-type]


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadOption, match="connect_four has no option 'size'"):
        core.load("connect_four", size=8)


def test_the_same_game_is_loaded_once() -> None:
    game = core.load("connect_four")
    assert core.load("connect_four", players=2) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert repr(game) == "core.load('connect_four', players=2)"


def test_states_and_views_cannot_be_made_by_hand() -> None:
    for cls in (State, View, core.Position):
        with pytest.raises(TypeError, match="comes from"):
            cls()


def test_copy_module_copies() -> None:
    state = core.load("connect_four").new(1)
    assert copy.copy(state) == copy.deepcopy(state) == state


def test_actions_in_words() -> None:
    state = core.load("connect_four").new(1)
    assert state.parse(" Column  4 ") == 3
    with pytest.raises(BadAction, match="'colum 4' is no legal action now: did you mean 'column 4'"):
        state.parse("colum 4")
    with pytest.raises(BadAction, match="not int"):
        state.parse(4)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction):
        state.name(7)
    with pytest.raises(BadAction, match="nothing is to be decided here"):
        state.view(1).parse("column 4")


def test_a_view_cannot_be_played() -> None:
    view = core.load("connect_four").new(1).view(0)
    assert not hasattr(view, "apply")
    with pytest.raises(TypeError):
        State.apply(view, 0)  # type: ignore[arg-type]


def test_a_position_of_another_game_is_refused() -> None:
    game = core.load("connect_four")
    with pytest.raises(WrongGame, match="game: this game has 'connect_four', the position 'chess'"):
        game.from_dict({**game.new(1).to_dict(), "game": "chess"})
    with pytest.raises(WrongGame, match="players"):
        game.from_dict({**game.new(1).to_dict(), "players": 3})
    with pytest.raises(BadPosition, match="a position is a dict"):
        game.from_dict(None)  # type: ignore[arg-type]


OPTIONS = (
    Option("edition", "old", "which rules", choices=("old", "new")),
    Option("rounds", 60, "how long", low=1, high=99),
    Option("solo", False, "alone"),
    Option("deck", None, "the cards", kind="toml"),
)


@pytest.mark.parametrize(
    ("given", "settled"),
    [
        ({}, {"edition": "old", "rounds": 60, "solo": False, "deck": None}),
        ({"rounds": "5", "solo": "true"}, {"edition": "old", "rounds": 5, "solo": True, "deck": None}),
        ({"deck": {"a": 1}}, {"edition": "old", "rounds": 60, "solo": False, "deck": {"a": 1}}),
    ],
)
def test_options_settle(given: dict[str, object], settled: dict[str, object]) -> None:
    assert settle_options("game", OPTIONS, given) == settled


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"edition": "newer"}, "option edition: 'newer' is not new or old"),
        ({"rounds": 0}, "option rounds: 0 is not a whole number from 1 to 99"),
        ({"rounds": 100}, "from 1 to 99"),
        ({"rounds": "many"}, "option rounds: 'many'"),
        ({"rounds": True}, "option rounds: True"),
        ({"rounds": 1.0}, "option rounds: 1.0"),
        ({"solo": 1}, "option solo: 1 is not true or false"),
        ({"solo": "yes"}, "option solo: 'yes' is not true or false"),
        ({"deck": 3}, "option deck: 3 is not a path"),
        ({"deck": "no/such.toml"}, "option deck: 'no/such.toml' cannot be read: No such file"),
        ({"edtion": "new"}, "game has no option 'edtion': did you mean 'edition'"),
    ],
)
def test_bad_options_are_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        settle_options("game", OPTIONS, given)


def test_an_option_file_must_be_toml(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("a = 1")
    bad.write_text("a = = 1")
    assert settle_options("game", OPTIONS, {"deck": str(good)})["deck"] == {"a": 1}
    with pytest.raises(BadOption, match="is not valid TOML"):
        settle_options("game", OPTIONS, {"deck": bad})


@pytest.mark.parametrize("name", ["ganymede", "starfarers", "on_mars"])
def test_the_digest_covers_the_components_in_use(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = core.load(name)
    files = {path.stem: tomllib.loads(path.read_text()) for path in (Path(core.__path__[0]) / name).glob("*.toml")}
    del files["search"]  # tells bots how to search: no rule
    again = type(game)(name, game.players, game.options)
    assert again.digest == game.digest
    assert core.game._components_in_use(type(game), game.options) == files
    monkeypatch.setattr("core.game._component_files", lambda folder: files | {"another": {"end_ships": 3}})
    assert type(game)(name, game.players, game.options).digest != game.digest


def test_the_digest_covers_the_rules_version(monkeypatch: pytest.MonkeyPatch) -> None:
    game = core.load("connect_four")
    newer = type("Newer", (type(game),), {"RULES_VERSION": 2})
    assert newer("connect_four", 2, {}).digest != game.digest
    with pytest.raises(WrongGame, match="rules version"):
        newer("connect_four", 2, {}).from_bytes(bytes(game.new(1)))


def test_a_position_s_digest_is_of_its_memory_alone() -> None:
    state = core.load("connect_four").new(1)
    assert state.digest() == state.copy().digest()
    assert len(state.digest()) == 16
    after = state.copy()
    after.apply(after.legal()[0])
    assert after.digest() != state.digest()
