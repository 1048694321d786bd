"""What the property tests need to know of Starfarers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from core.starfarers.components import own_file

Chance = tuple[str, Any, Callable[[Any], Hashable], dict[Hashable, float]]

RESOURCES = ["ore", "fuel", "carbon", "food", "goods"]
ALTERNATIVES = {"d1": "alternative", "d2": "alternative", "d3": "alternative", "speed_black": 0}
RULINGS = {"flee_scientists": False, "pirate_scientists": False, "base_scientists": False}

WINNER_MAY_TRAIL = True  # Q25: who reaches 15 on the own turn is first, whatever others have

# Fields of a position that observations leave out, and why.
UNOBSERVED = {
    "steals": "numbers the draws of chance, nothing in play depends on it",
    "pile_builds": "numbers the draws of chance, nothing in play depends on it",
    "encounters.shuffles": "numbers the draws of chance, nothing in play depends on it",
    "seats.*.shakes": "numbers the draws of chance, nothing in play depends on it",
}

OPTION_SETS: list[dict[str, Any]] = [
    {"players": 3, "max_rounds": 40},
    {"players": 4, "max_rounds": 12},
    {"players": 3, "setup": "strategic", "max_offers": 0, "max_rounds": 60},
    {"players": 4, "setup": "explorer", "max_rounds": 10, **RULINGS},
    {"players": 3, "setup": "wild", "max_offers": 1, "max_rounds": 25, **ALTERNATIVES},
]


def conserved(position: dict[str, Any]) -> object:
    """R107: cards, discs, tiles, encounter cards, and nobody over a limit."""
    seats = position["seats"]
    for seat in seats:
        assert seat["boosters"] <= 6
        assert seat["cannons"] <= 6
        assert seat["pods"] <= 5
        assert len(seat["colonies"]) + len(seat["spaceports"]) <= 9
        assert len(seat["spaceports"]) <= 3
        assert len(seat["ships"]) <= 3
        assert seat["cards"] == sum(seat["hand"].values())
    assert sum(seat["boosters"] for seat in seats) <= 24
    assert sum(seat["cannons"] for seat in seats) <= 24
    assert sum(seat["pods"] for seat in seats) <= 20
    assert sum(seat["fame"] for seat in seats) <= 40
    check_friends(position)
    return cards(position), discs(position), tiles(position), encounters(position)


def cards(position: dict[str, Any]) -> list[int]:
    piles = [position["supply"], Counter(position["pile"]), *(seat["hand"] for seat in position["seats"])]
    return [sum(pile[kind] for pile in piles) for kind in RESOURCES]


def discs(position: dict[str, Any]) -> list[str]:
    """A special that has fallen is in front of its conqueror."""
    laid = [disc.lstrip("r") for tile in position["tiles"].values() for disc in tile["discs"] if disc]
    beside = [disc for stack in position["stacks"].values() for disc in stack] + position["reserve_discs"]
    taken = [token for token, seat in position["tokens"].items() if seat is not None]
    return sorted([*laid, *beside, *taken])


def tiles(position: dict[str, Any]) -> list[str]:
    return sorted([position["box"], *(tile["sector"] for tile in position["tiles"].values())])


def encounters(position: dict[str, Any]) -> list[int]:
    drawn = position["encounters"]
    current = [] if drawn["family"] is None else [drawn["card"]]
    return sorted([*drawn["deck"], *drawn["discard"], *current])


def check_friends(position: dict[str, Any]) -> None:
    """One card for each station, except while one is being chosen."""
    waiting = sum(entry["do"] == "friendship" for entry in position["pending"])
    held = [len(seat["friends"]) for seat in position["seats"]]
    docked = [sum(seat["stations"].values()) for seat in position["seats"]]
    missing = sum(docked) - sum(held)
    assert missing == waiting or (position["over"] and missing == 1)  # the marker may win before the card is chosen


def record(state: Any) -> dict[str, Any]:
    """How long a game has been, whether 15 points ended it, and where everybody's points come from (R105)."""
    position = state.to_dict()
    worth = (state.game.options["components"] or own_file("components"))["points"]
    return {
        "rounds": -(-position["turn"] // state.game.players),
        "by_rules": position["winner"] is not None,
        "points": [points_by_source(position, seat, worth) for seat in range(state.game.players)],
    }


def points_by_source(position: dict[str, Any], seat: int, worth: dict[str, int]) -> dict[str, int]:
    """A spaceport counts whole, with the colony under it."""
    own = position["seats"][seat]
    return {
        "colonies": worth["colony"] * len(own["colonies"]),
        "spaceports": worth["spaceport"] * len(own["spaceports"]),
        "markers": worth["marker"] * list(position["markers"].values()).count(seat),
        "tokens": worth["token"] * list(position["tokens"].values()).count(seat),
        "fame": own["fame"] // worth["fame_pieces_per_point"],
    }


def piles(position: dict[str, Any]) -> dict[str, list[Any]]:
    """A rebuilt reserve pile depends on what the supply could give; only complete ones are compared."""
    orders = {f"encounters#{position['encounters']['shuffles']}": position["encounters"]["deck"]}
    if all(count == 8 for count in position["pile_made"].values()):
        orders[f"reserve#{position['pile_builds']}"] = position["pile"]
    orders["reserve discs"] = position["reserve_discs"]
    return orders | {f"stack {icon}": stack for icon, stack in position["stacks"].items()}


def chances(game: Any) -> Iterable[Chance]:
    position = game.new(1).to_dict()
    yield next_reserve_card(game, position)
    yield from (chance(game, position) for chance in (hidden_disc, unread_encounter, shared_hand) if position["turn"])
    if game.options["setup"] == "wild":
        yield left_out_tile(game, position)


def next_reserve_card(game: Any, position: dict[str, Any]) -> Chance:
    """Seat 0 has seen its own draws; all else of the 40 cards is unseen."""
    view = game.new(1).view(0)
    own = position["seats"][0]["hand"]
    supply = position["supply"]
    known = position["seats"][0]["knows"]
    left = {kind: 20 - supply[kind] - own[kind] - sum(seat[kind] for seat in known if seat) for kind in RESOURCES}
    odds: dict[Hashable, float] = {kind: count / sum(left.values()) for kind, count in left.items() if count}
    return "next reserve card", view, lambda state: state.to_dict()["pile"][0], odds


def hidden_disc(game: Any, position: dict[str, Any]) -> Chance:
    """The hexagon discs: two tens, two pirates, one ice planet."""
    view = game.new(1).view(1)
    odds: dict[Hashable, float] = {"10": 0.4, "pirate 4": 0.2, "pirate 5": 0.2, "ice 3": 0.2}
    return "hidden disc", view, lambda state: state.to_dict()["tiles"]["a01"]["discs"][1], odds


def unread_encounter(game: Any, position: dict[str, Any]) -> Chance:
    """A merchant, with cards 1 and 5 on the discard pile: any of the other six."""
    deck = [number for number in range(1, 33) if number not in (1, 5, 7)]
    changes = {"deck": deck, "discard": [1, 5], "card": 7, "family": "merchant"}
    state = game.from_dict({
        **position,
        "active": 0,
        "encounters": {**position["encounters"], **changes},
        "seats": [{**seat, "knows": None, "hand": {"ore": 2, "food": 1}, "cards": 3} for seat in position["seats"]],
        "pending": ["end_turn", "flight", "encounter_over", "gift"],
        **without_knowledge(position, [{"ore": 2, "food": 1}] * game.players),
    })  # fmt: skip
    odds: dict[Hashable, float] = dict.fromkeys((2, 3, 4, 6, 7, 8), 1 / 6)
    return "unread encounter", state.view(0), lambda sample: sample.to_dict()["encounters"]["card"], odds


def without_knowledge(position: dict[str, Any], hands: list[dict[str, int]]) -> dict[str, Any]:
    """These hands, a pile of one of each kind, the rest in the supply, and nobody has seen anything."""
    seats = [
        {**seat, "hand": hand, "cards": sum(hand.values()), "drawn": {}, "drawn_cards": 0,
         "knows": [None if other is seat else {} for other in position["seats"]]}
        for seat, hand in zip(position["seats"], hands, strict=True)
    ]  # fmt: skip
    supply = {kind: 19 - sum(hand.get(kind, 0) for hand in hands) for kind in RESOURCES}
    made = dict.fromkeys(RESOURCES, 1)
    return {"seats": seats, "supply": supply, "pile": RESOURCES, "pile_made": made, "public": [{} for _ in hands]}


def shared_hand(game: Any, position: dict[str, Any]) -> Chance:
    """Seat 1 holds 2 cards, one known to be ore; the pile must take one of each kind: so the other is ore or fuel."""
    hands = [{"ore": 2}, {"ore": 1, "fuel": 1}] + [{"ore": 1}] * (game.players - 2)
    changes = without_knowledge(position, hands)
    changes["seats"][0]["knows"][1] = {"ore": 1}
    state = game.from_dict(
        {**position, "active": 0, "pending": ["end_turn", "flight", "shake", "trade_build"], **changes}
    )
    others = game.players - 1  # free places in hands; their cards: one fuel, the rest ore
    odds: dict[Hashable, float] = {1: 1 / others, 0: 1 - 1 / others}
    return "shared hand", state.view(0), lambda sample: sample.to_dict()["seats"][1]["hand"]["fuel"], odds


def left_out_tile(game: Any, position: dict[str, Any]) -> Chance:
    """The stars on the backs tell how many stars the tile in the box has: any of those, while none has been seen."""
    near = [tile["stars"] for tile in position["tiles"].values()].count(1)
    names = ONE_STAR if near == len(ONE_STAR) - 1 else TWO_STARS
    odds: dict[Hashable, float] = {name: 1 / len(names) for name in names}
    return "left out tile", game.new(1).view(0), lambda sample: sample.to_dict()["box"], odds


ONE_STAR = [*(f"sys{n}" for n in range(1, 6)), "out_merchants", "out_green", "empty1", "empty2"]
TWO_STARS = [*(f"sys{n}" for n in range(6, 9)), "out_scientists", "out_diplomats", "empty3", "empty4"]


# ---- who learns what


def twins(game: Any) -> Iterable[tuple[str, Any, Any, int, bool]]:
    """A case, two states, a seat, and whether it sees the same in both."""
    position = first_turn(game)
    yield from tile_twins(game, position)
    unseen = [drawn_card(game, position, kind, known=False) for kind in ("fuel", "food")]
    yield "a card drawn from the reserve: its owner", *unseen, 1, False
    yield "a card drawn from the reserve: another seat", *unseen, 0, True
    seen = [drawn_card(game, position, kind, known=True) for kind in ("fuel", "food")]
    yield "a card of another seat that was seen: who saw it", *seen, 0, False
    yield "a card of another seat that was seen: a third seat", *seen, 2, True
    read = [encounter_card(game, position, card) for card in (2, 7)]
    for seat in range(game.players):  # the neighbour of seat 0 reads the card
        yield f"an encounter card: seat {seat}", *read, seat, seat != 1


def first_turn(game: Any) -> dict[str, Any]:
    """After set-up, whatever is chosen there."""
    state = game.new(1)
    for _ in range(100):
        if state.to_dict()["turn"]:
            break
        state.apply(state.legal()[0])
    position: dict[str, Any] = state.to_dict()
    return position


def reveals(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether dice were rolled, balls shaken, cards read or stolen, or places explored: chance that everybody sees.

    Q28, too: who has nothing to add to an offer is not asked, and the table sees that.
    """
    keys = ("turn", "dice", "balls", "encounters", "steals", "tiles")
    return offers_no_second_card(before, now) or any(before[key] != now[key] for key in keys)


def offers_no_second_card(before: dict[str, Any], now: dict[str, Any]) -> bool:
    stages = [position["pending"][-1]["do"] if position["pending"] else None for position in (before, now)]
    return stages == ["trade_build", "offer_want"]


def drawn_card(game: Any, position: dict[str, Any], kind: str, known: bool) -> Any:
    """Seat 1 has drawn one card from a reserve pile made of one of each kind."""
    changes = without_knowledge(position, [{}] * game.players)
    changes["seats"][1] |= {"hand": {kind: 1}, "cards": 1, "drawn": {kind: 1}, "drawn_cards": 1}
    changes["pile"] = [other for other in RESOURCES if other != kind]
    if known:
        changes["seats"][0]["knows"][1] = {kind: 1}
    return game.from_dict(
        {**position, "active": 0, "pending": ["end_turn", "flight", "shake", "trade_build"], **changes}
    )


def encounter_card(game: Any, position: dict[str, Any], card: int) -> Any:
    """A merchant's card, 2 or 7, in front of seat 0; the other one is next in the deck."""
    rest = [number for number in range(1, 33) if number not in (2, 7)]
    drawn = {"deck": [9 - card, *rest], "discard": [], "card": card, "family": "merchant"}
    return game.from_dict({
        **position,
        "active": 0,
        "encounters": {**position["encounters"], **drawn},
        "pending": ["end_turn", "flight", "encounter_over", "gift"],
        **without_knowledge(position, [{"ore": 2, "food": 1}] * game.players),
    })  # fmt: skip


def tile_twins(game: Any, position: dict[str, Any]) -> Iterable[tuple[str, Any, Any, int, bool]]:
    """Discs of one icon under an area that nobody has explored, and one in their stack."""
    one, other = game.from_dict(position), swapped_disc(game, position)
    if other is not None:
        for seat in range(game.players):
            yield f"a disc that is face down: seat {seat}", one, other, seat, True


def swapped_disc(game: Any, position: dict[str, Any]) -> Any:
    """The same position with the first two discs of a stack the other way round, if it has two different ones."""
    for icon, stack in position["stacks"].items():
        for i, disc in enumerate(stack):
            if disc != stack[0]:
                changed = [disc, *stack[1:i], stack[0], *stack[i + 1 :]]
                return game.from_dict({**position, "stacks": {**position["stacks"], icon: changed}})
    discs = position["reserve_discs"]
    other = next(i for i, disc in enumerate(discs) if disc != discs[0])
    changed = [discs[other], *discs[1:other], discs[0], *discs[other + 1 :]]
    return game.from_dict({**position, "reserve_discs": changed})
