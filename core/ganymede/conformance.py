"""What the property tests need to know of Ganymede."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import Any

from core.game import Game, State, View

OPTION_SETS: list[dict[str, Any]] = [
    {"players": 2, "edition": "2018"},
    {"players": 3, "edition": "revised"},
    {"players": 4, "edition": "2018"},
    {"players": 4, "edition": "revised", "max_rounds": 12},
]

Chance = tuple[str, View, Callable[[State], Hashable], dict[Hashable, float]]


def conserved(position: dict[str, Any]) -> object:
    """Every card is in one place, and no settler is lost or won (G2)."""
    cards = cards_in(position)
    assert max(cards.values()) == 1
    settlers: Counter[str] = Counter(position["supply"])
    for board in position["boards"]:
        for place in (board["earth"], board["mars"], *(site["settlers"] for site in board["sites"].values())):
            settlers.update(place)
    return sorted(cards), sorted(settlers.items())


def cards_in(position: dict[str, Any]) -> Counter[str]:
    """Every card that a position or view shows."""
    cards: Counter[str | None] = Counter(position["discards"])
    for deck in (*position["rows"].values(), *position["piles"].values()):
        cards.update(deck)
    for board in position["boards"]:
        for place in ("tiles", "hand", "launched", "dealt", "kept"):
            cards.update(board[place])
        for column in board["columns"].values():
            cards.update(column)
        cards.update(site["ship"] for site in board["sites"].values())
    return Counter({card: count for card, count in cards.items() if card is not None})


def piles(position: dict[str, Any]) -> dict[str, list[Any]]:
    """The orders that no choice can change: shuttles, tiles until the first rebuilding, ships until the choice."""
    found = {deck: position["piles"][deck] for deck in ("earth", "mars")}
    if position["rebuilds"] == 0:
        found["tiles"] = position["piles"]["tiles"]
    if position["phase"] == "setup":
        found["ships"] = position["piles"]["ships"]
    return found


def chances(game: Game) -> Iterable[Chance]:
    """Where a ship lies, and what lies at a place, before and after ships have been drawn unseen."""
    state = game.new(1)
    yield from ships_at_set_up(state.view(1))
    while state.to_dict()["phase"] == "setup":
        state.apply(state.legal()[0])
    yield from tops(state.view(0))
    yield from hands(state, game.players - 1)


def uniform(cards: Iterable[str]) -> dict[Hashable, float]:
    cards = list(cards)
    return {card: 1 / len(cards) for card in cards}


def unseen(view: View, deck: str, known: dict[str, Any]) -> list[str]:
    """The cards of a deck a view does not show."""
    prefix = {"tiles": "T", "earth": "E", "mars": "M", "ships": "S"}[deck]
    shown = cards_in(view.to_dict())
    return [card for card in sorted(cards_in(known)) if card.startswith(prefix) and card not in shown]


def ships_at_set_up(view: View) -> Iterable[Chance]:
    ships = unseen(view, "ships", view.sample(0).to_dict())
    dealt = len(view.to_dict()["boards"][0]["dealt"])
    yield (
        "whether seat 0 was dealt a certain ship",
        view,
        lambda state: ships[0] in state.to_dict()["boards"][0]["dealt"],
        {True: dealt / len(ships), False: 1 - dealt / len(ships)},
    )


def tops(view: View) -> Iterable[Chance]:
    for deck in ("tiles", "earth", "mars", "ships"):
        cards = unseen(view, deck, view.sample(0).to_dict())

        def top(state: State, deck: str = deck) -> Hashable:
            card: str = state.to_dict()["piles"][deck][0]
            return card

        yield f"the top of the pile of {deck}", view, top, uniform(cards)


def hands(state: State, seat: int) -> Iterable[Chance]:
    """The first ship that another seat draws unseen."""
    rng = Random(1)
    owners: list[int] = []
    while not owners:
        names = state.names()
        state.apply(state.parse("draw pile" if "draw pile" in names else rng.choice(names)))
        view = state.view(seat)
        shown = view.to_dict()["boards"]
        owners = [owner for owner, board in enumerate(shown) if None in board["hand"]]
    ships = unseen(view, "ships", view.sample(0).to_dict())
    known = {ship for ship in shown[owners[0]]["hand"] if ship}

    def hidden(sample: State) -> Hashable:
        hand = sample.to_dict()["boards"][owners[0]]["hand"]
        return next(str(ship) for ship in hand if ship not in known)

    yield "a ship drawn unseen", view, hidden, uniform(ships)


# ---- who learns what


def twins(game: Game) -> Iterable[tuple[str, State, State, int, bool]]:
    """Two states that differ in a ship, S20 or S21, a seat, and whether the seat sees the same in both."""
    for case, owner_knows, other_knows, pair in (
        ("a ship in a hand", True, False, in_hands(game, [0])),
        ("a ship in a hand that another seat has seen", True, True, in_hands(game, [0, 1])),
        ("the top of the pile", False, False, on_top(game)),
        ("a ship under the pile, known to who put it there", True, False, under_the_pile(game)),
        ("a ship drawn from the pile", True, False, [drawn(state) for state in on_top(game)]),
    ):
        yield f"{case}: seat 0", pair[0], pair[1], 0, not owner_knows
        yield f"{case}: seat 1", pair[0], pair[1], 1, not other_knows
    yield from dealt(game)


def pair_of(game: Game, lay: Callable[[str, str], dict[str, Any]]) -> list[State]:
    return [game.from_dict(lay(*ships)) for ships in (("S20", "S21"), ("S21", "S20"))]


def in_hands(game: Game, knowers: list[int]) -> list[State]:
    """The other ship lies at the bottom of the pile."""
    rest = [f"S{i:02}" for i in range(4, 31) if i not in (20, 21)]
    return pair_of(game, lambda ship, other: {
        "boards": [{"hand": [ship], "hand_known_to": [knowers]}, *[{}] * (game.players - 1)],
        "piles": {"ships": [*rest, other]},
    })  # fmt: skip


def on_top(game: Game) -> list[State]:
    rest = [f"S{i:02}" for i in range(4, 31) if i not in (20, 21)]
    boards: list[dict[str, Any]] = [{"tiles": ["T02"]}, *[{}] * (game.players - 1)]
    return pair_of(game, lambda ship, other: {"boards": boards, "piles": {"ships": [ship, *rest, other]}})


def under_the_pile(game: Game) -> list[State]:
    rest = [f"S{i:02}" for i in range(4, 31) if i not in (20, 21)]
    known: list[list[int]] = [[] for _ in range(len(rest) + 1)]
    return pair_of(game, lambda ship, other: {"piles": {"ships": [other, *rest, ship]}, "pile_known_to": [*known, [0]]})


def drawn(state: State) -> State:
    for name in ("discard tile T02", "draw pile"):
        state.apply(state.parse(name))
    return state


def dealt(game: Game) -> Iterable[tuple[str, State, State, int, bool]]:
    """In set-up, two deals that differ in one ship of seat 0."""
    position = game.new(1).to_dict()
    one = game.from_dict(position)
    ship, top = position["boards"][0]["dealt"][0], position["piles"]["ships"][0]
    position["boards"][0]["dealt"] = sorted([*position["boards"][0]["dealt"][1:], top])
    position["piles"]["ships"][0] = ship
    other = game.from_dict(position)
    yield "a ship that was dealt: its owner", one, other, 0, False
    yield "a ship that was dealt: another seat", one, other, 1, True
