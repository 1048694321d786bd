"""G32 and the deck file: what is refused, with row and field; and decks that are swapped without touching code."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import core
from core.errors import BadOption
from core.ganymede.components import own_components
from tests.core.ganymede.table import board, frames, names, own, play

Content = dict[str, Any]
DECKS = ("settler_tiles", "earth_shuttles", "mars_shuttles", "settlers_ships")


def changed(change: Callable[[Content], object]) -> Content:
    content = copy.deepcopy(own_components())
    change(content)
    return content


def load(content: Content, players: int = 2, edition: str = "2018") -> core.Game:
    return core.load("ganymede", players=players, edition=edition, components=content)


# ---- our own file


def test_there_are_four_decks_of_thirty_with_provenance_per_row() -> None:
    content = own_components()
    assert [len(content[deck]) for deck in DECKS] == [30, 30, 30, 30]
    assert all(row["provenance"] for deck in DECKS for row in content[deck])
    assert content["setup"]["provenance"]
    assert content["reputation_track"]["provenance"]


def test_every_type_is_there_six_times_in_each_deck() -> None:
    content = own_components()
    for deck in DECKS[:3]:
        types = Counter(row["type"] for row in content[deck])
        assert types == dict.fromkeys(("blue", "red", "yellow", "purple", "white"), 6)


def test_a_file_is_the_same_as_its_content(tmp_path: Path) -> None:
    own = Path(core.__path__[0]) / "ganymede" / "components.toml"
    copied = tmp_path / "my.toml"
    copied.write_text(own.read_text(encoding="utf-8"), encoding="utf-8")
    by_path = core.load("ganymede", players=2, components=str(copied))
    assert by_path == load(own_components())
    state, standard = by_path.new(4), core.load("ganymede", players=2).new(4)
    assert {**state.to_dict(), "options": 0} == {**standard.to_dict(), "options": 0}


# ---- G32: refused


def row(deck: str, index: int, **fields: Any) -> Callable[[Content], object]:
    return lambda content: content[deck][index].update(fields)


REFUSED: list[tuple[str, Callable[[Content], object]]] = [
    (r"settler_tiles: 9 cards, 2 players need at least 10", lambda c: c.update(settler_tiles=c["settler_tiles"][:9])),
    (r"settlers_ships: 10 cards, 2 players need at least 11",
     lambda c: c.update(settlers_ships=c["settlers_ships"][:10])),
    (r"earth_shuttles: 4 cards, 2 players need at least 5", lambda c: c.update(earth_shuttles=c["earth_shuttles"][:4])),
    (r"mars_shuttles: 4 cards, 2 players need at least 5", lambda c: c.update(mars_shuttles=c["mars_shuttles"][:4])),
    (r"settler_tiles: 5 start tiles, the row has 4 places", row("settler_tiles", 1, start=True)),
    (r"settler_tiles: 3 start tiles, the row has 4 places", row("settler_tiles", 0, start=False)),
    (r"settlers_ships\[4\] \(S05\).settlers_less: 3 is not a whole number from 0 to 2",
     row("settlers_ships", 4, settlers_less=3)),
    (r"earth_shuttles\[2\] \(E03\).discard_tiles: 2 is not a whole number from 0 to 1",
     row("earth_shuttles", 2, discard_tiles=2)),
    (r"mars_shuttles\[0\] \(M01\).cost: 0 entries, there should be 1 to 15", row("mars_shuttles", 0, cost=[])),
    (r"mars_shuttles\[0\] \(M01\).cost\[0\]: 'green' is not", row("mars_shuttles", 0, cost=["green"])),
    (r"reputation_track.bonus_spaces\[0\]: 0 is not a whole number from 1 to 10",
     lambda c: c["reputation_track"].update(bonus_spaces=[0])),
    (r"reputation_track.bonus_spaces\[1\]: 11 is not a whole number from 1 to 10",
     lambda c: c["reputation_track"].update(bonus_spaces=[3, 11])),
    (r"reputation_track.max: 12 is not spaces - 1 = 11", lambda c: c["reputation_track"].update(max=12)),
    (r"reputation_track.vp.revised: 11 entries, there should be 12",
     lambda c: c["reputation_track"]["vp"].update(revised=[0] * 11)),
    (r"reputation_track.vp.2018: 13 entries, there should be 12",
     lambda c: c["reputation_track"]["vp"].update({"2018": [0] * 13})),
    (r"mars_shuttles\[1\] \(E02\).id: components.earth_shuttles\[1\] \(E02\) has this id already",
     row("mars_shuttles", 1, id="E02")),
    (r"settlers_ships\[0\] \(pile\).id: 'pile' is not a name", row("settlers_ships", 0, id="pile")),
    (r"setup.max_rounds: 0 is not a whole number from 1 to 1000", lambda c: c["setup"].update(max_rounds=0)),
    (r"setup.tile_row: missing", lambda c: c["setup"].pop("tile_row")),
    (r"setup.tile_rows: there is no such field", lambda c: c["setup"].update(tile_rows=4)),
    (r"settler_tiles\[3\] \(T04\).type: 'green' is not", row("settler_tiles", 3, type="green")),
    (r"settler_tiles\[3\] \(T04\).mode: 'xor' is not and or or", row("settler_tiles", 3, mode="xor")),
    (r"settler_tiles\[3\] \(T04\).effects\[0\].kind: 'fly' is not",
     row("settler_tiles", 3, effects=[{"kind": "fly"}])),
    (r"settler_tiles\[3\] \(T04\).effects\[0\].colors: move has no colours",
     row("settler_tiles", 3, effects=[{"kind": "move", "colors": ["red"]}])),
    (r"settlers_ships\[0\] \(S01\).vp.type: missing",
     row("settlers_ships", 0, vp={"kind": "per_shuttle_of_type", "each": 2})),
    (r"settlers_ships\[0\] \(S01\).vp.kind: 'many' is not", row("settlers_ships", 0, vp={"kind": "many"})),
    (r"settlers_ships\[0\] \(S01\).launch: missing", lambda c: c["settlers_ships"][0].pop("launch")),
    (r"settlers_ships: missing", lambda c: c.pop("settlers_ships")),
    (r"earth_shuttles\[1\]: 7 is not a table", lambda c: c["earth_shuttles"].__setitem__(1, 7)),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "change"), REFUSED)
def test_g32_a_deck_file_is_refused_with_row_and_field(problem: str, change: Callable[[Content], object]) -> None:
    with pytest.raises(BadOption, match=f"^components.{problem}"):
        load(changed(change))


@pytest.mark.parametrize(("players", "tiles", "ships"), [(2, 10, 11), (3, 13, 15), (4, 16, 19)])
def test_g32_the_smallest_decks_are_accepted_and_played(players: int, tiles: int, ships: int) -> None:
    def smallest(content: Content) -> None:
        starts = [tile for tile in content["settler_tiles"] if tile["start"]]
        others = [tile for tile in content["settler_tiles"] if not tile["start"]]
        content["settler_tiles"] = starts + others[: tiles - 4]
        content["settlers_ships"] = content["settlers_ships"][-ships:]
        content["earth_shuttles"] = content["earth_shuttles"][:5]
        content["mars_shuttles"] = content["mars_shuttles"][:5]

    for edition in ("2018", "revised"):
        game = load(changed(smallest), players, edition)
        for seed in range(20):
            state = game.new(seed)
            state.playout(seed)
            assert state.is_over


def test_a_file_may_lower_the_rounds() -> None:
    content = changed(lambda c: c["setup"].update(max_rounds=2))
    state = load(content).new(1)
    state.playout(1)
    assert state.to_dict()["round"] <= 2


# ---- swapped decks


def test_an_or_tile_with_a_basic_half_names_it() -> None:
    effects = [{"kind": "reputation"}, {"kind": "basic"}]
    game = load(changed(row("settler_tiles", 1, effects=effects)))
    mover = board(tiles=["T03"], reputation=2)
    state = play(game.from_dict({"boards": [mover, {}], "rows": {"tiles": ["T02"]}}), "tile T02")
    assert names(state) == {"reputation", "basic", "stop"}
    assert frames(play(state, "reputation")) == ["end", "effect", "bonus"]
    own_gain = play(state, "basic", "reputation")
    assert frames(own_gain) == ["end", "effect", "basic"]


def test_a_stop_bars_reputation_parts_but_not_basics() -> None:
    effects = [{"kind": "basic"}, {"kind": "reputation"}]
    game = load(changed(row("settler_tiles", 1, effects=effects, mode="and")))
    mover = board(tiles=["T03"], reputation=2)
    state = play(game.from_dict({"boards": [mover, {}], "rows": {"tiles": ["T02"]}}), "tile T02")
    on_bonus = play(state, "decline", "reputation")
    assert names(on_bonus) == {"bonus", "give up"}
    second = play(on_bonus, "bonus", "stop")
    assert "reputation" in names(second)
    last = play(second, "decline")
    assert last.to_move == 1                            # the reputation part of the second application is barred
    assert own(last)["reputation"] == 3


def test_launch_effects_may_differ_by_edition() -> None:
    launches = {"2018": [{"kind": "draw"}], "revised": [{"kind": "basic"}]}

    def change(content: Content) -> None:
        del content["settlers_ships"][24]["launch"]
        content["settlers_ships"][24]["launch_by_edition"] = launches

    for edition, wanted in (("2018", {"draw pile", "decline"}), ("revised", {"recruit blue", "reputation", "decline"})):
        game = load(changed(change), edition=edition)
        mover = board(a=("S25", "bbb"), tiles=["T02"])
        state = game.from_dict({"boards": [mover, {}], "rows": {"ships": []}})
        assert wanted <= names(play(state, "discard tile T02", "stop"))
