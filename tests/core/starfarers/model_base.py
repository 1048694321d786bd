"""What every part of the model needs: the tables of decisions, hands and what is known of them, points, chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from tests.core.chance import mixed, stream
from tests.core.starfarers.model_map import (
    BESIDE,
    CATANIAN,
    CENTRE_OF,
    COLOURS,
    FRIENDS,
    KINDS,
    PARTS,
    SECTORS,
    SITE_OF,
    in_order,
)

Position = dict[str, Any]
Entry = dict[str, Any]
Cards = dict[str, int]

LISTS: dict[str, Callable[[Position, Entry], list[str]]] = {}  # decision -> names of its actions
TAKES: dict[str, Callable[[Position, Entry, str], None]] = {}  # decision -> carries one out
STEPS: dict[str, Callable[[Position, Entry], None]] = {}  # what is no decision


def lists(do: str) -> Callable[[Any], Any]:
    return lambda function: LISTS.setdefault(do, function)


def takes(do: str) -> Callable[[Any], Any]:
    return lambda function: TAKES.setdefault(do, function)


def step(do: str) -> Callable[[Any], Any]:
    return lambda function: STEPS.setdefault(do, function)


def push(p: Position, do: str, seat: int, **operands: Any) -> None:
    p["pending"].append({"do": do, "seat": seat, **operands})


def begin_turn(p: Position, seat: int) -> None:
    p["active"] = seat
    p["turn"] += 1
    push(p, "start_turn", seat)


# --- seats and points -----------------------------------------------------------------------------


def mine(p: Position) -> Any:
    return p["seats"][p["active"]]


def clockwise(p: Position, first: int) -> list[int]:
    return [(first + i) % p["players"] for i in range(p["players"])]


def opponents(p: Position, seat: int) -> list[int]:
    """From the left."""
    return clockwise(p, seat)[1:]


def others_by_colour(p: Position, seat: int) -> list[int]:
    return [other for other in range(p["players"]) if other != seat]


def seat_named(text: str) -> int:
    return COLOURS.index(text.split()[-1])


def points(p: Position, seat: int) -> int:
    own = p["seats"][seat]
    bases = len(own["colonies"]) + 2 * len(own["spaceports"])
    taken = list(p["tokens"].values()).count(seat) + 2 * list(p["markers"].values()).count(seat)
    return int(bases + taken + own["fame"] // 2)


def has_won(p: Position) -> bool:
    return bool(p["turn"]) and points(p, p["active"]) >= PARTS["points_to_win"]


def scores(p: Position) -> list[float]:
    return [float(points(p, seat)) for seat in range(p["players"])]


def ranks(p: Position) -> list[int]:
    """Q25: the winner first, the rest by points, ties share the better rank."""
    keys = [(seat == p["winner"], points(p, seat)) for seat in range(p["players"])]
    return [1 + sum(other > key for other in keys) for key in keys]


def friends(p: Position, seat: int, quality: str) -> list[Any]:
    """What this quality is worth on each friendship card that has it."""
    cards = [FRIENDS[name] for name in p["seats"][seat]["friends"]]
    return [card[quality] for card in cards if quality in card]


def gain_fame(p: Position, seat: int, count: int) -> None:
    """Never below 0 (R95), never more than the tray holds (Q19)."""
    left = PARTS["stock"]["fame"] - sum(one["fame"] for one in p["seats"])
    own = p["seats"][seat]
    own["fame"] = max(0, own["fame"] + min(count, left))


def upgrades_left(p: Position, kind: str) -> int:
    return int(PARTS["stock"][kind] - sum(seat[f"{kind}s"] for seat in p["seats"]))


def may_add(p: Position, seat: int, kind: str) -> bool:
    return p["seats"][seat][f"{kind}s"] < PARTS["limits"][kind] and upgrades_left(p, kind) > 0


def boosters(p: Position, seat: int) -> int:
    return int(p["seats"][seat]["boosters"] + sum(friends(p, seat, "boosters")))


def cannons(p: Position, seat: int) -> int:
    return int(p["seats"][seat]["cannons"] + sum(friends(p, seat, "cannons")))


# --- cards and who knows of them ------------------------------------------------------------------


def no_cards() -> Cards:
    return dict.fromkeys(KINDS, 0)


def bounds_on(p: Position, seat: int, concerned: tuple[int, ...] = ()) -> Iterator[Cards]:
    """What uninvolved seats, and the public, know of a hand."""
    yield p["public"][seat]
    for observer in others_by_colour(p, seat):
        if observer not in concerned:
            yield p["seats"][observer]["knows"][seat]


def move_in(p: Position, seat: int, kind: str, count: int = 1) -> None:
    """A card seen to come."""
    p["seats"][seat]["hand"][kind] += count
    p["seats"][seat]["cards"] += count
    for bounds in bounds_on(p, seat):
        bounds[kind] += count


def move_out(p: Position, seat: int, kind: str, count: int = 1) -> None:
    """A card seen to go."""
    p["seats"][seat]["hand"][kind] -= count
    p["seats"][seat]["cards"] -= count
    for bounds in bounds_on(p, seat):
        bounds[kind] = max(0, bounds[kind] - count)


def from_supply(p: Position, seat: int, kind: str, count: int = 1) -> None:
    p["supply"][kind] -= count
    move_in(p, seat, kind, count)


def to_supply(p: Position, seat: int, kind: str, count: int = 1) -> None:
    p["supply"][kind] += count
    move_out(p, seat, kind, count)


def pay(p: Position, seat: int, cost: Cards) -> None:
    for kind, count in cost.items():
        to_supply(p, seat, kind, count)


def can_pay(p: Position, seat: int, cost: Cards) -> bool:
    return all(p["seats"][seat]["hand"][kind] >= count for kind, count in cost.items())


def show(p: Position, seat: int, cards: Cards) -> None:
    """An offer or an acceptance shows so many."""
    for bounds in bounds_on(p, seat):
        for kind, count in cards.items():
            bounds[kind] = max(bounds[kind], count)


def hand_unseen(p: Position, giver: int, taker: int, kind: str) -> None:
    """A card that only the two concerned see."""
    seats = p["seats"]
    for seat, count in ((giver, -1), (taker, 1)):
        seats[seat]["hand"][kind] += count
        seats[seat]["cards"] += count
    for bounds in bounds_on(p, giver, (taker,)):
        for each in KINDS:
            bounds[each] = max(0, bounds[each] - 1)
    of_giver, of_taker = seats[taker]["knows"][giver], seats[giver]["knows"][taker]
    of_giver[kind] = max(0, of_giver[kind] - 1)
    of_taker[kind] += 1


def draw_random(p: Position, victim: int, taker: int) -> None:
    cards = [kind for kind in KINDS for _ in range(p["seats"][victim]["hand"][kind])]
    if cards:
        card = cards[chance(p, STEAL, p["steals"], len(cards))]
        p["steals"] += 1
        hand_unseen(p, victim, taker, card)


def payable(p: Position, entry: Entry) -> list[str]:
    """Q24: kinds in order, never back, and only where enough later cards are left."""
    hand = p["seats"][entry["seat"]]["hand"]
    later = {kind: sum(hand[other] for other in KINDS[i:]) for i, kind in enumerate(KINDS)}
    return [kind for kind in KINDS[entry["b"] :] if hand[kind] and later[kind] >= entry["a"]]


def pay_one(p: Position, entry: Entry, kind: str) -> None:
    to_supply(p, entry["seat"], kind)
    if entry["a"] > 1:
        p["pending"].append(entry | {"a": entry["a"] - 1, "b": KINDS.index(kind)})


# --- the reserve pile -----------------------------------------------------------------------------


def reserve_draw(p: Position, seat: int) -> None:
    """Q1: a pile whose last card goes is rebuilt at once; if it could not be, there is a try before each draw."""
    if not p["pile"]:
        rebuild(p)
    if not p["pile"]:
        return
    kind, own = p["pile"].pop(0), p["seats"][seat]
    own["hand"][kind] += 1
    own["cards"] += 1
    own["drawn"][kind] += 1
    own["drawn_cards"] += 1
    if not p["pile"]:
        rebuild(p)


def rebuild(p: Position) -> None:
    """A pile that cannot be built is one of no cards, and does not count."""
    made = {kind: min(PARTS["stock"]["reserve_per_resource"], p["supply"][kind]) for kind in KINDS}
    order = shuffled([kind for kind in KINDS for _ in range(8)], p["seed"], PILE, p["pile_builds"])
    p["pile"] = [kind for i, kind in enumerate(order) if order[:i].count(kind) < made[kind]][::-1]
    p["pile_made"] = made
    p["pile_builds"] += any(made.values())
    for kind in KINDS:
        p["supply"][kind] -= made[kind]
    for seat in p["seats"]:
        seat["drawn"], seat["drawn_cards"] = no_cards(), 0


# --- chance ---------------------------------------------------------------------------------------

START, DICE, SHAKE, STEAL, PILE, ENCOUNTER, TILES, ROTATION, GREEK, DISCS = range(10)
BALLS = list(combinations(PARTS["balls"]["colours"], 2))


def shuffled(cards: list[Any], seed: int, source: int, index: int) -> list[Any]:
    return mixed(cards, stream(seed, source, index))


def chance(p: Position, source: int, index: int, count: int) -> int:
    return next(stream(p["seed"], source, index)) * count >> 32


def shake(p: Position, seat: int) -> list[str]:
    own = p["seats"][seat]
    own["shakes"] += 1
    return list(BALLS[chance(p, SHAKE, seat << 16 | own["shakes"], 10)])


def total(balls: list[str]) -> int:
    return sum(PARTS["balls"]["values"][ball] for ball in balls)


# --- what stands where ----------------------------------------------------------------------------


def tile(p: Position, name: str) -> Any:
    return p["tiles"][name]


def kind_of(p: Position, name: str) -> str:
    """What is known to lie there: "system", "outpost", "empty" or "unknown"."""
    if name in CATANIAN:
        return "system"
    if tile(p, name)["face"] == "down":
        return "unknown"
    return str(SECTORS[tile(p, name)["sector"]]["kind"])


def dock(p: Position, vertex: str) -> str | None:
    """The people whose docking point this is."""
    name = CENTRE_OF.get(vertex)
    return SECTORS[tile(p, name)["sector"]]["people"] if name and kind_of(p, name) == "outpost" else None


def bases(p: Position) -> list[str]:
    """Where colonies and spaceports stand, those of the unused colour included."""
    owners = [*p["seats"], *([p["dummy"]] if p["dummy"] else [])]
    return [site for owner in owners for site in (*owner["colonies"], *owner["spaceports"])]


def occupied(p: Position) -> set[str]:
    return {*bases(p), *(ship["at"] for seat in p["seats"] for ship in seat["ships"])}


def own_docks(p: Position, seat: int) -> list[str]:
    """The sites beside the spaceports of a seat."""
    return in_order(vertex for port in p["seats"][seat]["spaceports"] for vertex in BESIDE[port])


def free_docks(p: Position, seat: int) -> list[str]:
    taken = occupied(p)
    return [vertex for vertex in own_docks(p, seat) if vertex not in taken]


def ships(p: Position, seat: int) -> list[Any]:
    """With the one in mid-move."""
    flying = [p["flying"]] if p["flying"] and seat == p["active"] else []
    return [*p["seats"][seat]["ships"], *flying]


def transports(p: Position, seat: int) -> int:
    return int(PARTS["pieces"]["transports"] - len(ships(p, seat)))


def colonies_left(p: Position, seat: int) -> int:
    own = p["seats"][seat]
    afloat = sum(ship["kind"] == "colony" for ship in ships(p, seat))
    return int(PARTS["pieces"]["colonies"] - len(own["colonies"]) - len(own["spaceports"]) - afloat)


def stations_left(p: Position, seat: int) -> int:
    afloat = sum(ship["kind"] == "trade" for ship in ships(p, seat))
    return int(PARTS["pieces"]["stations"] - sum(p["seats"][seat]["stations"].values()) - afloat)


def place_ship(p: Position, seat: int, kind: str, at: str, *, moved: bool = False) -> None:
    own = p["seats"][seat]
    own["ships"].append({"kind": kind, "at": at, "moved": moved, "locked": False})
    own["ships"].sort(key=lambda ship: in_order_key(ship["at"]))


def in_order_key(vertex: str) -> tuple[int, int]:
    x, y = vertex[1:].split("_")
    return int(x), int(y)


def settled(p: Position, name: str) -> int:
    """How many colonies a system has."""
    return sum(SITE_OF[site][0] == name for site in bases(p))
