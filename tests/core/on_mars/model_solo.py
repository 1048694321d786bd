"""The automatic opponent of the slow model (R169 to R195, ruling 24).

Nothing is asked of him; the human may be, when a piece of his is displaced.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.on_mars.model_data import (
    BLUEPRINT,
    CARDS,
    CONTRACT,
    DISCOVERY,
    GRID_COSTS,
    HEXES,
    LAB,
    LAB_COSTS,
    MAIN,
    NOT_MINERALS,
    PLACE,
    SCIENTIST,
    SPACE,
    TYPES,
    VARIANTS,
    Position,
    clone,
    distance,
    neighbours,
    shuffled,
)
from tests.core.on_mars.model_effects import (
    Asking,
    Blueprints,
    Upgrade,
    clear_slots,
    contribute,
    extra_cost,
    gain,
    place_building,
    tied,
    tile_left,
    turn_up,
    use_tech,
)
from tests.core.on_mars.model_reading import (
    LACERDA,
    blueprint_type,
    board,
    column,
    complex_of,
    connected,
    depot_room,
    destinations,
    displayed_blueprints,
    free_markers,
    is_empty,
    pieces,
    rover_hex,
    side,
    tech_level,
)

ICONS = TYPES[:5]
SOLO_CARD = {row["id"]: row for row in VARIANTS["solo_card"]}
SOLO_DECK = 15  # a source of the deal's chance


def best(things: list[Any], worth: Callable[[Any], Any]) -> list[Any]:
    most = max(map(worth, things), default=None)
    return [thing for thing in things if worth(thing) == most]


# --- his turn -------------------------------------------------------------------------------------


def act_by_card(p: Position) -> Asking:
    row = SOLO_CARD[next_card(p["lacerda"], p["seed"])]
    p["lacerda"]["travels"] = row["travels"]
    if p["lacerda"]["passes"]:
        lower_mission(p, p["missions"]["ABC".index(row["mission"])])
    yield from main_action(p, VARIANTS["solo"][side(p, LACERDA)][row["action"] - 1])


def next_card(his: Position, seed: int) -> int:
    """R171."""
    if not his["deck"]:
        his["passes"] += 1
        his["deck"], his["seen"] = shuffled(seed, SOLO_DECK, his["passes"], list(SOLO_CARD)), []
    card = his["deck"].pop(0)
    his["seen"].append(card)
    return int(card)


def lower_mission(p: Position, slot: Position) -> None:
    """R172: like a contribution, whatever the Mission asks for."""
    if slot["left"]:
        contribute(p, LACERDA, slot["id"])


def main_action(p: Position, action: str) -> Asking:
    """R184: what is illegal or cannot be paid becomes a Rover move."""
    effect = MAIN[action]["effect"]
    q = clone(p)
    if enter(q, action) and useful(q, effect):
        enter(p, action)
        yield from benefit(p, effect)
    else:
        yield from move_rover(p)


def enter(p: Position, action: str) -> bool:
    """His Colonist on a slot, the extra cost in Crystals."""
    own = board(p, LACERDA)
    if not MAIN[action]["red"]:
        return True
    if action == "hire_or_contract" and own["slots"][action]:
        return False
    clear_slots(p, action)
    own["crystals"] -= len(extra_cost(p, LACERDA, action))
    own["slots"][action] += 1
    return bool(own["crystals"] >= 0)


# --- benefits (R183, ruling 24) -------------------------------------------------------------------


def useful(p: Position, effect: str) -> bool:
    kind, *words = effect.split()
    checks: dict[str, Callable[[], object]] = {
        "warehouse": lambda: item_to_take(p),
        "crystals": lambda: True,
        "bots": lambda: True,
        "buy_colonist": lambda: True,
        "blueprint": lambda: free_markers(p, LACERDA) and list(displayed_blueprints(p)),
        "learn": lambda: techs_to_learn(p),
        "develop": lambda: able_techs(p),
        "upgrade": lambda: upgrades(p),
        "construct": lambda: type_to_build(p) if words[0] == "any" else sites(p, words[0]),
        "hire": lambda: cards_to_take(p),
    }
    return kind in checks and bool(checks[kind]())


def benefit(p: Position, effect: str) -> Asking:
    kind, *words = effect.split()
    if not useful(p, effect):
        return
    if kind == "construct":
        yield from build(p, words[0])
    elif kind == "buy_colonist":
        yield from move_rover(p)
    elif kind in ("learn", "hire"):
        yield from {"learn": learn, "hire": hire}[kind](p)
    else:
        doings: dict[str, Callable[[Position, int], Asking]] = {
            "warehouse": take_items,
            "crystals": take_crystals,
            "bots": move_bot,
            "blueprint": take_blueprints,
            "develop": develop_techs,
            "upgrade": upgrade,
        }
        yield from doings[kind](p, int(words[0]))


def take_crystals(p: Position, count: int) -> Asking:
    gain(p, LACERDA, "crystal", count)
    yield from ()


def move_bot(p: Position, count: int) -> Asking:
    """R182; a bonus of two points is one step."""
    p["lacerda"]["bot"] = icon_after(p["lacerda"]["bot"])
    yield from ()


def icon_after(kind: str) -> str:
    return ICONS[(ICONS.index(kind) + 1) % 5]


def item_to_take(p: Position) -> str | None:
    """R183: the largest stock, Crystals before the others, these from the left; Crystals as far as they fit (R178)."""
    stock = [item for item in ("crystal", *NOT_MINERALS) if p["warehouse"][item]]
    fit = [item for item in stock if item != "crystal" or depot_room(p, LACERDA) > 0]
    return max(fit, key=lambda item: p["warehouse"][item], default=None)


def take_items(p: Position, count: int) -> Asking:
    for _ in range(count):
        item = item_to_take(p)
        if item:
            p["warehouse"][item] -= 1
            gain(p, LACERDA, item)
    yield from ()


# --- Orbit ----------------------------------------------------------------------------------------


def scored(p: Position) -> set[str]:
    return {SCIENTIST[name]["scores"] for name in board(p, LACERDA)["scientists"]}


def take_blueprints(p: Position, count: int) -> Asking:
    for _ in range(count):
        if useful(p, "blueprint"):
            steps = Blueprints(p, LACERDA, 1, False)
            yield from steps.take(f"blueprint {card_to_take(p)}")


def card_to_take(p: Position) -> int:
    """R186."""
    shown = p["blueprint_display"]
    rows = sorted(("bottom", "top"), key=lambda row: -len(shown[row]))  # the bottom one first if they are alike
    cards = [card for row in rows for card in shown[row]]
    return int(([card for card in cards if blueprint_type(card) in scored(p)] or cards)[0])


def techs_to_learn(p: Position) -> list[int]:
    """Grid spaces of types he lacks, the cheapest and leftmost first (R187)."""
    techs = board(p, LACERDA)["techs"]
    if {"c1t", "c1b"} <= set(techs.values()):
        return []
    fit = [number for number, tech in enumerate(p["tech_grid"]) if tech and tech not in techs]
    return sorted(fit, key=lambda number: len(GRID_COSTS[number]))


def learn(p: Position) -> Asking:
    number, techs = techs_to_learn(p)[0], board(p, LACERDA)["techs"]
    space = "c1b" if "c1t" in techs.values() else "c1t"
    techs[p["tech_grid"][number]] = space
    p["tech_grid"][number] = None
    contribute(p, LACERDA, "techs")
    yield from benefit(p, LAB[space]["effect"])


def able_techs(p: Position) -> list[str]:
    """He pays no Resource, but the Crystal of level 6."""
    techs = board(p, LACERDA)["techs"]
    return [tech for tech in techs if destinations(p, LACERDA, tech) and can_pay_for(p, column(techs[tech]) + 1)]


def can_pay_for(p: Position, level: int) -> bool:
    return int(board(p, LACERDA)["crystals"]) >= LAB_COSTS[level - 1].count("crystal")


def develop_techs(p: Position, count: int) -> Asking:
    """R188: the most developed, then the least; of equals the bottom one."""
    for sign in (1, -1):
        techs, able = board(p, LACERDA)["techs"], able_techs(p)
        if able:
            order = {tech: (sign * column(techs[tech]), list(LAB).index(techs[tech])) for tech in able}
            tech = max(able, key=lambda tech: order[tech])
            board(p, LACERDA)["crystals"] -= LAB_COSTS[column(techs[tech])].count("crystal")
            yield from develop(p, tech)


def develop(p: Position, tech: str) -> Asking:
    spaces = destinations(p, LACERDA, tech)
    space = tied(p, [space for space in spaces if useful(p, LAB[space]["effect"])] or spaces)
    board(p, LACERDA)["techs"][tech] = space
    yield from benefit(p, LAB[space]["effect"])


def thank(p: Position, tech: str) -> Asking:
    """The human used his Tech: he develops it if he can, free."""
    if destinations(p, LACERDA, tech):
        yield from develop(p, tech)


# --- Colony 1: construct --------------------------------------------------------------------------


def sites(p: Position, kind: str) -> list[str]:
    """Anywhere; where the largest Complex is possible, else two from a Building of the type (R190)."""
    what = f"shelter {LACERDA}" if kind == "shelter" else kind
    same = [hex_ for hex_, other in p["buildings"].items() if other == what]
    reach = max(tech_level(p, LACERDA, kind), tech_level(p, 0, kind))
    free = [hex_ for hex_ in HEXES if hex_ not in p["buildings"] and tile_left(p, LACERDA, kind)]
    near = {hex_: min(distance(hex_, other) for other in same) for hex_ in free}
    complexes = [hex_ for hex_ in free if near[hex_] == 1 and connected(p, hex_, what) <= reach]
    largest = best(complexes, lambda hex_: connected(p, hex_, what))
    return largest or [hex_ for hex_ in free if near[hex_] == 2]


def type_to_build(p: Position) -> str | None:
    start = ICONS.index(p["lacerda"]["bot"])
    for kind in ICONS[start:] + ICONS[:start]:
        if (kind == "mine" or p["lss"][kind] < p["colony_row"]) and sites(p, kind):
            return kind
    return None


def build(p: Position, kind: str) -> Asking:
    """Own Tech if it suffices, else the human's; then the Bot goes to the icon after the type."""
    chosen = type_to_build(p) if kind == "any" else kind
    if chosen is None:
        yield from move_rover(p)
        return
    hex_ = tied(p, sites(p, chosen))
    if hex_ is None:
        return
    what = f"shelter {LACERDA}" if chosen == "shelter" else chosen
    if connected(p, hex_, what) > tech_level(p, LACERDA, chosen):
        use_tech(p, LACERDA, 0, chosen)
    yield from place_building(p, LACERDA, chosen, what, hex_)
    if chosen != "shelter":
        p["lacerda"]["bot"] = icon_after(chosen)


def level_up(p: Position) -> Asking:
    """R193."""
    own = board(p, LACERDA)
    yield from build(p, "shelter")
    if own["ships"]:
        own["ships"].remove(min(own["ships"]))
        own["hangar"] += 1
    if p["lacerda"]["bots"] < 3:
        p["lacerda"]["bots"] += 1
        contribute(p, LACERDA, "bots")


# --- Colony 2: upgrade ----------------------------------------------------------------------------


def upgrades(p: Position) -> list[str]:
    """Every Blueprint on every Building it fits, rather those his Scientists score (R191)."""
    steps = Upgrade(p, LACERDA, 1, False)
    steps.free = steps.anywhere = True
    names = sorted(steps.names(), key=lambda name: (int(name.split()[-1]), PLACE[name.split()[1][1:-1]]))
    return [name for name in names if blueprint_type(int(name.split()[-1])) in scored(p)] or names


def upgrade(p: Position, count: int) -> Asking:
    yield from upgrade_times(p, count)
    owner = upgrade_owner(p)
    if owner is not None:
        use_tech(p, LACERDA, owner, "upgrade")
        yield from upgrade_times(p, tech_level(p, owner, "upgrade"))


def upgrade_times(p: Position, count: int) -> Asking:
    for _ in range(count):
        name = tied(p, upgrades(p))
        if name:
            steps = Upgrade(p, LACERDA, 1, False)
            steps.free = True
            yield from steps.take(name)


def upgrade_owner(p: Position) -> int | None:
    """Whose Upgrade Tech he uses: his own if it suffices for what he can still upgrade, or is no worse."""
    own, other = tech_level(p, LACERDA, "upgrade"), tech_level(p, 0, "upgrade")
    if not upgrades(p) or not (own or other):
        return None
    return LACERDA if own >= min(other, most_upgrades(p)) else 0


def most_upgrades(p: Position) -> int:
    """How many more he could make, one card on each Building."""
    taken: dict[str, int] = {}

    def place(card: int, seen: set[str]) -> bool:
        for hex_ in [hex_ for hex_ in fits[card] if hex_ not in seen]:
            seen.add(hex_)
            if hex_ not in taken or place(taken[hex_], seen):
                taken[hex_] = card
                return True
        return False

    fits = {card: upgrade_hexes(p, card) for card in board(p, LACERDA)["blueprints"]}
    return sum(place(card, set()) for card in fits)


def upgrade_hexes(p: Position, card: int) -> list[str]:
    kind = blueprint_type(card)
    what = f"shelter {LACERDA}" if kind == "shelter" else kind
    fit = [hex_ for hex_, other in p["buildings"].items() if other == what]
    free = [hex_ for hex_ in fit if not p["markers"].get(hex_, "").startswith("advanced")]
    return [hex_ for hex_ in free if len(complex_of(p, hex_)) >= BLUEPRINT[card]["min_complex"]]


# --- Colony 3: Scientist or Contract --------------------------------------------------------------


def cards_to_take(p: Position) -> list[int]:
    """Display slots to take from: Scientists until he has two or none is left, then Contracts (R192)."""
    experts = [slot for slot, card in enumerate(p["display"]) if isinstance(card, str)]
    if experts and len(board(p, LACERDA)["scientists"]) < VARIANTS["solo"]["scientists_before_contracts"]:
        return best(experts, lambda slot: potential(p, p["display"][slot]))
    contracts = [slot for slot, card in enumerate(p["display"]) if isinstance(card, int)]
    if board(p, LACERDA)["crystals"] < 1:
        return []
    return best(contracts, lambda slot: CONTRACT[p["display"][slot]]["done"])


def potential(p: Position, scientist: str) -> int:
    cards = [card for own in p["boards"] for card in own["blueprints"] + own["advanced"]]
    return sum(blueprint_type(card) == SCIENTIST[scientist]["scores"] for card in cards)


def hire(p: Position) -> Asking:
    slot, own = tied(p, cards_to_take(p)), board(p, LACERDA)
    card, p["display"][slot] = p["display"][slot], None
    p["refills"].append(slot + 1)
    if isinstance(card, int):
        own["crystals"] -= 1
        own["contracts"][card] = {"delivered": {}, "completed": True}
        contribute(p, LACERDA, "contracts")
    else:
        own["scientists"].append(card)
        contribute(p, LACERDA, "scientists")
    yield from ()


def refill(p: Position, slot: int, pile: list[int]) -> None:
    p["display"][slot - 1] = tied(p, pile)


# --- the Rover (R185) -----------------------------------------------------------------------------


def stands_alone(p: Position, hex_: str) -> bool:
    return pieces(p, hex_) - (board(p, LACERDA)["rover"] == hex_) == 0


def tile_effect(what: str) -> str:
    return str(DISCOVERY[int(what.split()[1])] if what.startswith("discovery") else CARDS["research"]["effect"])


def collectible(p: Position, hex_: str) -> bool:
    what: str = p["ground"].get(hex_, "crystal")
    if what == "crystal" or not stands_alone(p, hex_):
        return False
    return what[-1] not in board(p, LACERDA)["research"] * what.startswith("research") and useful(p, tile_effect(what))


def may_stop(p: Position, hex_: str) -> bool:
    bare = p["ground"].get(hex_, "crystal") == "crystal"
    return stands_alone(p, hex_) and (bare or collectible(p, hex_))


def move_rover(p: Position) -> Asking:
    start = rover_hex(p, LACERDA)
    target = tied(p, best([hex_ for hex_ in HEXES if collectible(p, hex_)], lambda hex_: -distance(start, hex_)))
    if target is None:
        return
    points = points_towards(p, distance(start, target))
    drive(p, start, target, points)
    if board(p, LACERDA)["rover"] == target:
        yield from claim(p, target)


def points_towards(p: Position, far: int) -> int:
    """Two; Tech if that is too few, Crystals if he then arrives."""
    own, other, points = tech_level(p, LACERDA, "rover"), tech_level(p, 0, "rover"), 2
    if far > points and (own or other):
        owner = LACERDA if own >= min(other, far - points) else 0
        points += tech_level(p, owner, "rover")
        use_tech(p, LACERDA, owner, "rover")
    if points < far <= points + board(p, LACERDA)["crystals"]:
        board(p, LACERDA)["crystals"] -= far - points
        return far
    return min(points, far)


def drive(p: Position, start: str, target: str, points: int) -> None:
    """A shortest way that passes most Crystals and ends where he may stop; a shorter one if there is none."""
    own = board(p, LACERDA)
    for steps in range(points, 0, -1):
        routes = [route for route in shortest(start, target, steps) if may_stop(p, route[-1])]
        if routes:
            route = tied(p, best(routes, lambda route: sum(p["ground"].get(hex_) == "crystal" for hex_ in route)))
            for hex_ in route:
                if p["ground"].get(hex_) == "crystal":
                    del p["ground"][hex_]
                    gain(p, LACERDA, "crystal")
            own["rover"] = route[-1]
            return


def shortest(start: str, target: str, steps: int) -> list[list[str]]:
    if steps == 0:
        return [[]]
    nearer = [hex_ for hex_ in neighbours(start) if distance(hex_, target) < distance(start, target)]
    return [[hex_, *rest] for hex_ in nearer for rest in shortest(hex_, target, steps - 1)]


def claim(p: Position, hex_: str) -> Asking:
    what, own = p["ground"].pop(hex_), board(p, LACERDA)
    if what.startswith("research"):
        own["research"].append(what[-1])
        contribute(p, LACERDA, "research_tiles")
    else:
        own["discoveries"].append(int(what.split()[1]))
        contribute(p, LACERDA, "discovery_tiles")
    yield from benefit(p, tile_effect(what))


# --- travelling (R173 to R176) --------------------------------------------------------------------


def travel(p: Position) -> Asking:
    left = side(p, LACERDA)
    if not p["lacerda"]["travels"] or p["shuttle"]["travelled"] != left:
        return
    to = "colony" if left == "orbit" else "orbit"
    if to == "colony":
        place_tile(p)
    free = [space for space, row in SPACE.items() if row["side"] == to and space != board(p, 0)["space"]]
    board(p, LACERDA)["space"] = tied(p, free)
    yield from benefit(p, SPACE[board(p, LACERDA)["space"]]["effect"])
    if to == "colony":
        yield from build(p, "any")


def place_tile(p: Position) -> None:
    """R176."""
    tiles = [tile for tile in p["exploration"] if tile]
    hexes = [hex_ for hex_ in HEXES if is_empty(p, hex_) and distance(hex_, rover_hex(p, LACERDA)) == 3]
    if tiles and hexes:
        hex_ = tied(p, best(hexes, lambda hex_: distance(hex_, rover_hex(p, 0))))
        p["ground"][hex_] = f"discovery {tiles[0]}"
        turn_up(p, tiles[0])
