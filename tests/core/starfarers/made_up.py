"""Who plays when engine and model are compared, and positions made up at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.core.starfarers import model
from tests.core.starfarers.model_base import (
    Position,
    clockwise,
    colonies_left,
    dock,
    friends,
    may_add,
    no_cards,
    occupied,
    own_docks,
    place_ship,
    points,
    stations_left,
    tile,
    transports,
)
from tests.core.starfarers.model_flight import (
    copies_left,
    enterable,
    explore,
    face_down_notch,
    found_station,
    is_site,
    may_found,
    special,
    take_token,
    triggers,
)
from tests.core.starfarers.model_map import (
    AREAS,
    ENCOUNTERS,
    FRIENDS,
    KINDS,
    LATTICE,
    PLANETS_BY,
    SITE_OF,
    SITES,
    UPGRADES,
    WHERE,
    in_order,
    place_of,
)

Chooser = Callable[[Random, Position, list[str]], str]

# --- choosers -------------------------------------------------------------------------------------


def uniform(rng: Random, p: Position, names: list[str]) -> str:
    return rng.choice(names)


def purposeful(rng: Random, p: Position, names: list[str]) -> str:
    """Builds what there is to build, flies to sites and docks, founds; hardly trades with others."""
    if rng.random() < 0.05:
        return rng.choice(names)
    if names[0].startswith("to "):
        goals = [place_of(goal) for goal in goals_of(p, p["flying"]["kind"])] or [(12, 0)]
        return best(rng, names, lambda name: -far(place_of(name.split()[1]), goals))
    return best(rng, names, priority)


def priority(name: str) -> int:
    for value, starts in enumerate((("offer", "end", "decline", "do not"), ("trade",), ("fly", "jump", "build"))):
        if name.startswith(starts):
            return value - 1
    return 3 if name in ("found colony", "accept") else 0


def far(place: tuple[int, int], goals: list[tuple[int, int]]) -> int:
    """How far it is to the nearest goal, by the eye."""
    return min(abs(place[0] - x) + abs(place[1] - y) for x, y in goals)


def goals_of(p: Position, kind: str) -> list[str]:
    taken = occupied(p)
    unknown = [vertex for vertex in WHERE if WHERE[vertex] in AREAS and tile(p, WHERE[vertex])["face"] != "open"]
    if kind == "colony":
        return [site for site in SITE_OF if site not in taken and may_found(p, site)] or unknown
    return [vertex for vertex in LATTICE if dock(p, vertex)] or unknown


def trading(rng: Random, p: Position, names: list[str]) -> str:
    """Offers, accepts, closes and trades with the supply whenever it can."""
    wanted = [name for name in names if name.startswith(("offer", "accept", "deal", "trade", "and", "help", "buy"))]
    return rng.choice(wanted if wanted and rng.random() < 0.7 else names)


def daring(rng: Random, p: Position, names: list[str]) -> str:
    """Says yes, gives much, jumps where it is narrow, and keeps ships under way: builds and flies, seldom trades."""
    if p["pending"][-1]["do"] == "jump_target":
        names = [name for name in names if name[3:] in SITE_OF or dock(p, name[3:])] or names
    wanted = [name for name in names if name.startswith(("yes", "give 2", "give 3", "jump", "build", "found"))]
    return rng.choice(wanted if wanted and rng.random() < 0.7 else [n for n in names if "offer" not in n] or names)


def best(rng: Random, names: list[str], value: Callable[[str], int]) -> str:
    values = {name: value(name) for name in names}
    return rng.choice([name for name in names if values[name] == max(values.values())])


CHOOSERS: tuple[Chooser, ...] = (uniform, purposeful, trading, daring)

# --- positions ------------------------------------------------------------------------------------


def random_position(rng: Random, players: int, options: dict[str, Any], phase: str | None = None) -> Position:
    """Somewhere late in a game, with what is rare in play made common."""
    p = set_up(rng, players, options)
    p["turn"] = rng.randint(1, 150) if rng.random() < 0.95 else players * options["max_rounds"]
    p["active"] = (p["starter"] + p["turn"] - 1) % players
    p |= {"dice": [1, 2], "steals": rng.randrange(1000), "pending": [], "offer": None}
    turn_over(rng, p)
    for place in (place_stations, place_colonies, place_upgrades, place_tokens, place_ships, *PLIGHTS, deal_hands,
                  stack_cards):  # fmt: skip
        if place not in PLIGHTS or rng.random() < 0.3:
            place(rng, p)
    for seat in p["seats"]:
        seat["shakes"] = rng.randrange(1000)
    if points(p, p["active"]) >= 15:  # it would have won
        return random_position(rng, players, options, phase)
    PHASES[phase or rng.choice(list(PHASES))](rng, p)
    return p


def set_up(rng: Random, players: int, options: dict[str, Any]) -> Position:
    p = model.new(players, options, rng.getrandbits(64))
    model.settle(p)
    while not p["turn"]:
        p = model.apply(p, rng.choice(model.legal_names(p)))
    return p


def turn_over(rng: Random, p: Position) -> None:
    seen = rng.random()
    for name in AREAS:
        if rng.random() < seen:
            explore(p, SITES[name][0])


def place_stations(rng: Random, p: Position) -> None:
    """Every station with a friendship card, the markers as they would have gone."""
    for people in [str(dock(p, vertex)) for vertex in LATTICE if dock(p, vertex)]:
        for _ in range(rng.choice([0, 0, 1, 2, 3, 4, 5])):
            p["active"] = rng.randrange(p["players"])
            if stations_left(p, p["active"]):
                found_station(p, people)
                take_card(rng, p, people)
    p["pending"] = []
    p["active"] = (p["starter"] + p["turn"] - 1) % p["players"]


def take_card(rng: Random, p: Position, people: str) -> None:
    own = p["seats"][p["active"]]
    card = rng.choice([name for name in FRIENDS if FRIENDS[name]["people"] == people and copies_left(p, name)])
    own["friends"] = sorted([*own["friends"], card], key=list(FRIENDS).index)


def place_colonies(rng: Random, p: Position) -> None:
    crowd = rng.random() * 0.7
    for site in SITE_OF:
        seat = rng.randrange(p["players"])
        own = p["seats"][seat]
        known = WHERE[site] in AREAS and tile(p, WHERE[site])["face"] == "open"
        if not known or site in occupied(p) or not may_found(p, site) or not colonies_left(p, seat):
            continue
        if rng.random() < crowd:
            kind = "spaceports" if len(own["spaceports"]) < 3 and rng.random() < 0.5 else "colonies"
            own[kind] = in_order([*own[kind], site])


def place_upgrades(rng: Random, p: Position) -> None:
    """Mostly few, now and then all; and fame up to the last piece of the tray."""
    most = rng.choice([2, 4, 6, 20])
    for seat, own in enumerate(p["seats"]):
        for kind in rng.choices(UPGRADES, k=rng.randint(0, most)):
            if may_add(p, seat, kind):
                own[f"{kind}s"] += 1
        own["fame"] = rng.choice([0, 1, 2, 3, 5])
        own["ship_markers"] = rng.choice([0, 0, 0, 1, 2]) if stations_left(p, seat) else 0
    if rng.random() < 0.1:
        p["seats"][0]["fame"] += 40 - sum(own["fame"] for own in p["seats"])


def place_tokens(rng: Random, p: Position) -> None:
    """Some specials have fallen."""
    active = p["active"]
    for name in AREAS:
        for place in range(3):
            if special(p, name, place) and rng.random() < 0.3:
                p["active"] = rng.randrange(p["players"])
                take_token(p, name, place)
    p["active"] = active


def place_ships(rng: Random, p: Position) -> None:
    """Anywhere a ship can have come to stand, the crowded places first: docks of others, sites, special planets."""
    for own in p["seats"]:
        own["ships"] = []
    active = p["active"]
    for seat in clockwise(p, active):
        p["active"] = seat  # whose strength counts
        for _ in range(rng.randint(0, 3)):
            place_one(rng, p, seat)
    p["active"] = active


def place_one(rng: Random, p: Position, seat: int) -> None:
    kinds = [("colony", colonies_left(p, seat)), ("trade", stations_left(p, seat))]
    kinds = [(kind, left) for kind, left in kinds if left]
    if not kinds or not transports(p, seat):
        return
    kind = rng.choice(kinds)[0]
    places = [vertex for vertex in haunts(rng, p) if may_stand(p, kind, vertex)]
    if places:
        place_ship(p, seat, kind, rng.choice(places))


def haunts(rng: Random, p: Position) -> list[str]:
    docks = [vertex for seat in range(p["players"]) for vertex in own_docks(p, seat)]
    near = [vertex for vertex in LATTICE if WHERE.get(vertex) in AREAS and any(specials_by(p, vertex))]
    return rng.choice([docks, list(SITE_OF), near or docks, list(LATTICE), list(LATTICE)])


def may_stand(p: Position, kind: str, vertex: str) -> bool:
    """Nothing there that would have happened when the ship came."""
    if vertex in occupied(p) or not enterable(p, vertex) or dock(p, vertex) or face_down_notch(p, vertex):
        return False
    return not triggers(p, vertex) and (kind == "colony" or not is_site(p, vertex))


def besiege(rng: Random, p: Position) -> None:
    """Ships stand at a special planet that takes one upgrade more."""
    own = p["seats"][p["active"]]
    found = [(name, place) for name in AREAS for place in range(3) if special(p, name, place)]
    if not found:
        return
    name, place = rng.choice(found)
    what, value = str(special(p, name, place)).split()
    kind = "cannons" if what == "pirate" else "pods"
    own["ships"] = []
    own[kind] = max(0, int(value) - 1 - (sum(friends(p, p["active"], "cannons")) if what == "pirate" else 0))
    around = [vertex for vertex in LATTICE if WHERE.get(vertex) == name and place in PLANETS_BY[vertex]]
    for vertex in rng.sample(around, 3):
        ship = "colony" if vertex in SITE_OF or rng.random() < 0.3 else "trade"
        left = colonies_left(p, p["active"]) if ship == "colony" else stations_left(p, p["active"])
        if left and transports(p, p["active"]) and may_stand(p, ship, vertex):
            place_ship(p, p["active"], ship, vertex)
    own["ships"] = [ship for ship in own["ships"] if not triggers(p, ship["at"])]


def approach(rng: Random, p: Position) -> None:
    """A trade ship near an outpost, with pods."""
    own = p["seats"][p["active"]]
    docks = [vertex for vertex in LATTICE if dock(p, vertex)]
    if not docks or not stations_left(p, p["active"]) or not transports(p, p["active"]):
        return
    own["pods"] = max(own["pods"], rng.randint(1, 5))
    places = [v for v in LATTICE if WHERE.get(v) == WHERE[rng.choice(docks)] and may_stand(p, "trade", v)]
    if places:
        place_ship(p, p["active"], "trade", rng.choice(places))
    own["ships"] = [ship for ship in own["ships"] if not triggers(p, ship["at"])]


def besiege_two(rng: Random, p: Position) -> None:
    """Two pirate bases that one card of the Scientists would bring down together."""
    own = p["seats"][p["active"]]
    goals = [v for v in LATTICE if dock(p, v) == "scientists"]
    if not goals or not copies_left(p, "sci_cannons") or friends(p, p["active"], "cannons"):
        return
    own |= {"ships": [], "pods": 5, "cannons": rng.choice([3, 4])}
    for token in ("pirate 4", "pirate 5", "pirate 6"):
        around = [v for v in LATTICE if WHERE.get(v) in AREAS and token in specials_by(p, v)]
        around = [v for v in around if may_stand(p, "colony", v)]
        if around and colonies_left(p, p["active"]) and len(own["ships"]) < 2:
            place_ship(p, p["active"], "colony", rng.choice(around))
    places = [v for v in LATTICE if WHERE.get(v) == WHERE[goals[0]] and may_stand(p, "trade", v)]
    if places and stations_left(p, p["active"]):
        place_ship(p, p["active"], "trade", rng.choice(places))


def specials_by(p: Position, vertex: str) -> list[str | None]:
    return [special(p, WHERE[vertex], place) for place in PLANETS_BY[vertex]]


def near_the_end(rng: Random, p: Position) -> None:
    """A point or two from winning."""
    own = p["seats"][p["active"]]
    lacking = rng.choice([13, 14, 14]) - points(p, p["active"])
    tray = 40 - sum(seat["fame"] for seat in p["seats"])
    if 0 < 2 * lacking <= tray:
        own["fame"] += 2 * lacking


PLIGHTS: tuple[Callable[[Random, Position], None], ...] = (besiege, approach, besiege_two, near_the_end)


def deal_hands(rng: Random, p: Position) -> None:
    """Big and small hands, a pile that soon runs out, a supply that may; bounds anywhere below the truth."""
    poor = rng.random() < 0.15
    p["supply"] = dict.fromkeys(KINDS, 20)
    p["pile"] = [kind for kind in KINDS for _ in range(rng.choice([0, 0, 0, 1] if poor else [0, 0, 1, 1, 2, 8]))]
    rng.shuffle(p["pile"])
    p["pile_made"] = {kind: p["pile"].count(kind) for kind in KINDS}
    p["pile_builds"] = rng.randint(1, 9)
    for kind in KINDS:
        p["supply"][kind] -= p["pile_made"][kind]
    size = rng.choice([2, 5, 9, 14, 30])
    for seat in rng.sample(range(p["players"]), p["players"]):
        deal_hand(rng, p, seat, 60 if poor else rng.randint(0, size))


def deal_hand(rng: Random, p: Position, seat: int, count: int) -> None:
    own = p["seats"][seat]
    own |= {"hand": no_cards(), "drawn": no_cards(), "drawn_cards": 0}
    for kind in rng.choices(KINDS, k=count):
        if p["supply"][kind]:
            p["supply"][kind] -= 1
            own["hand"][kind] += 1
    own["cards"] = sum(own["hand"].values())
    p["public"][seat] = {kind: rng.randint(0, own["hand"][kind]) for kind in KINDS}
    for observer, other in enumerate(p["seats"]):
        if observer != seat:
            other["knows"][seat] = {kind: rng.randint(p["public"][seat][kind], own["hand"][kind]) for kind in KINDS}


def stack_cards(rng: Random, p: Position) -> None:
    """Any order; some on the discard pile, but Wear and Tear still to come."""
    cards = rng.sample(range(1, 31), 30)
    gone = rng.randint(0, 20)
    deck = [*cards[gone:], 31, 32]
    rng.shuffle(deck)
    p["encounters"] |= {"deck": deck, "discard": cards[:gone], "card": None, "family": None, "public": False}


# --- the moment in the turn -----------------------------------------------------------------------


def waits(p: Position, *dos: str) -> None:
    p["pending"] = [{"do": do, "seat": p["active"], "a": 0, "b": 0} for do in dos]


def about_to_end(rng: Random, p: Position) -> None:
    """The next seat will roll."""
    waits(p, "end_turn")


def about_to_build(rng: Random, p: Position) -> None:
    waits(p, "end_turn", "flight", "shake", "trade_build")


def about_to_shake(rng: Random, p: Position) -> None:
    waits(p, "end_turn", "flight", "shake")


def about_to_fly(rng: Random, p: Position) -> None:
    p["balls"], p["base_speed"] = rng.choice([(["yellow", "blue"], 3), (["yellow", "red"], 5), (["red", "black"], 3)])
    p["jump"] = rng.random() < 0.4
    for ship in p["seats"][p["active"]]["ships"]:
        ship["moved"], ship["locked"] = rng.random() < 0.1, rng.random() < 0.2
    waits(p, "end_turn", "flight")


def about_to_meet(rng: Random, p: Position) -> None:
    meet(p, rng.choice([card for card in p["encounters"]["deck"] if card < 31]))


def meet(p: Position, number: int) -> None:
    """This encounter has just been drawn."""
    p |= {"balls": ["red", "black"], "base_speed": 3, "jump": False}
    drawn = p["encounters"]
    for cards in (drawn["deck"], drawn["discard"]):
        if number in cards:
            cards.remove(number)
    drawn |= {"card": number, "family": ENCOUNTERS[number]["family"]}
    asks = "gift" if drawn["family"] in ("merchant", "travelers") else "question"
    waits(p, "end_turn", "flight", "encounter_over", asks)


PHASES = {
    "end": about_to_end,
    "build": about_to_build,
    "shake": about_to_shake,
    "fly": about_to_fly,
    "fly again": about_to_fly,
    "meet": about_to_meet,
    "meet again": about_to_meet,
}
