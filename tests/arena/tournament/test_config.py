"""Tournament files: what is right is read, what is wrong is named."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import core
from arena.process.limits import Limits
from arena.tournament.config import ConfigError, build_config, find_config, read_config
from core.errors import BadOption
from tests.arena.tables import tournament

GOOD: dict[str, Any] = {
    "name": "good",
    "game": "connect_four",
    "deals": 5,
    "bots": [{"name": "a", "spec": "random"}, {"name": "b", "spec": "random"}],
}


def changed(**keys: Any) -> dict[str, Any]:
    return {**GOOD, **keys}


def test_defaults_are_filled_in() -> None:
    config = build_config(GOOD, "good.toml")
    assert (config.event.players, config.seed, config.format, config.seatings) == (2, 0, "round-robin", "rotations")
    assert config.limits == Limits()
    assert config.event.options == config.load_game().options


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (changed(deal=3), "bad.toml: deal: there is no such key: did you mean 'deals'?"),
        (changed(deals=0), "bad.toml: deals: 0 is not a whole number from 1 to 1000000."),
        (changed(deals="5"), 'bad.toml: deals: "5" is not a whole number from 1 to 1000000.'),
        (changed(deals=5.0), "bad.toml: deals: 5.0 is not a whole number from 1 to 1000000."),
        (changed(deals=True), "bad.toml: deals: true is not a whole number from 1 to 1000000."),
        (changed(seed=-1), "bad.toml: seed: -1 is not a whole number from 0 to 9223372036854775807."),
        (changed(name="a/b"), 'bad.toml: name: "a/b" is not a name of 1 to 64 letters'),
        (changed(name="../x"), 'bad.toml: name: "../x" is not a name'),
        (changed(game="conect_four"), "bad.toml: game: there is no game 'conect_four': did you mean 'connect_four'?"),
        (changed(players=3), "bad.toml: players: connect_four is for 2 players, not 3."),
        (changed(players=9), "bad.toml: players: 9 is not a whole number from 1 to 4, or a list of them such as [2, "),
        (changed(options={"x": 1}), "bad.toml: players or options: connect_four has no option 'x'"),
        (changed(options=3), "bad.toml: options: 3 is not a table of the game's options."),
        (changed(format="swiss"), 'bad.toml: format: "swiss" is not "round-robin" or "gauntlet" or "adaptive".'),
        (changed(format="gauntlet"), "bad.toml: newcomer: is missing; a gauntlet needs one of a, b."),
        (changed(format="gauntlet", newcomer="c"), 'bad.toml: newcomer: "c" is not one of the bots; a gauntlet needs'),
        (changed(newcomer="a"), 'bad.toml: newcomer: is only for format = "gauntlet".'),
        (changed(limits={"second": 1}), "bad.toml: limits.second: there is no such key: did you mean 'seconds'?"),
        (changed(limits={"seconds": 0}), "bad.toml: limits.seconds: 0 is not a number of seconds above 0"),
        (changed(limits={"seconds": float("nan")}), "bad.toml: limits.seconds: NaN is not a number of seconds"),
        (changed(limits={"memory_mb": 1}), "bad.toml: limits.memory_mb: 1 is not a whole number from 64"),
        (changed(bots=[]), "bad.toml: bots: 0 given, but a tournament needs at least 2."),
        (changed(bots=["random"]), 'bad.toml: bots[0]: "random" is not a table with name and spec.'),
        (changed(bots=[{"name": "a"}]), "bad.toml: bots[0].spec: is missing; it should be a bot"),
        (changed(bots=[{"name": "a", "spec": "random"}] * 2), 'bad.toml: bots[1].name: "a" is taken already'),
        (changed(bots=[{"name": "a", "spec": "random", "elo": 3}]), "bad.toml: bots[0].elo: there is no such key"),
        ({}, "bad.toml: name: is missing; it should be a name"),
    ],
)
def test_what_is_wrong_is_named(table: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        build_config(table, "bad.toml")
    assert str(caught.value).startswith(sentence)


WORDS = st.text("ab./:=", max_size=5)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3))
KEYS = st.dictionaries(st.sampled_from(sorted({*GOOD, "seed", "options", "limits", "format"})), VALUES)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(KEYS)
def test_nothing_but_a_config_or_a_sentence_comes_out(keys: dict[str, Any]) -> None:
    try:
        sentence = build_config({**GOOD, **keys}, "odd.toml") and ""
    except ConfigError as error:
        sentence = str(error)
    assert not sentence or sentence.startswith("odd.toml: ")
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"name = ", "is not valid TOML"), (b"\xff\xfe", "is not valid TOML"), (None, "cannot be read: No such file")],
)
def test_files_that_are_no_toml(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "bad.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=f"bad.toml: {sentence}"):
        read_config(path)


@pytest.mark.parametrize("path", sorted(Path(__file__).parents[3].glob("configs/*.toml")), ids=lambda path: path.name)
def test_the_configs_that_ship_are_right(path: Path) -> None:
    assert read_config(path).name == path.stem


def test_a_bare_name_finds_what_ships_with_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_config(find_config(Path("demo"))).name == "demo"
    assert find_config(Path("cup.toml")) == Path("cup.toml")
    with pytest.raises(ConfigError, match=r"no tournament 'no-such-cup': neither .* which are connect-four, demo"):
        find_config(Path("no-such-cup"))
    assert find_config(Path("elsewhere/demo")) == Path("elsewhere/demo")
    (tmp_path / "demo").write_text("")
    assert find_config(Path("demo")) == Path("demo")


def test_a_pipe_is_refused_and_nobody_waits_for_its_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match=r"cannot be read: it is not a regular file\."):
        read_config(tmp_path / "pipe")
    with pytest.raises(BadOption, match="it is not a regular file"):
        core.load("ganymede", components=str(tmp_path / "pipe"))


def test_a_file_has_a_largest_size(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (2**22 + 1))
    with pytest.raises(ConfigError, match="is larger than 1048576 bytes"):
        read_config(large)
    with pytest.raises(BadOption, match="is larger than 4194304 bytes"):
        core.load("ganymede", components=str(large))


def test_an_anchor_names_a_bot() -> None:
    assert tournament(anchor={"bot": "b", "rating": 1000}).anchor == {"bot": "b", "rating": 1000.0}
    with pytest.raises(ConfigError, match=r"anchor\.bot: there is no bot .c."):
        tournament(anchor={"bot": "c", "rating": 1000})
    with pytest.raises(ConfigError, match=r"anchor\.rating: .* is not a number from -100000 to 100000"):
        tournament(anchor={"bot": "b", "rating": "high"})
