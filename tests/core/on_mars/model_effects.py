"""The effects of On Mars as plain generators: each yields (seat, names) to ask and is sent the name chosen.

An effect is written as in the data files ("warehouse 1 boost"). `CAN` tells whether its minimum can be done
(ruling 16), `DO` carries it out; movement adds its own to both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from typing import Any

from tests.core.on_mars.model_data import (
    ARROWS,
    BLUEPRINT,
    BUILDING,
    CARD_A,
    CARD_B,
    COLONY_SLOTS,
    DISCOVERY,
    GRID_COSTS,
    HEXES,
    LAB,
    LAB_COSTS,
    MISSION,
    NOT_MINERALS,
    ORBIT_SLOTS,
    RESOURCES,
    REWARD,
    SCIENTIST,
    SPACE,
    TYPES,
    Position,
    chance,
    distance,
    towards,
)
from tests.core.on_mars.model_reading import (
    LACERDA,
    Condition,
    arrives,
    blueprint_type,
    board,
    bot_places,
    capacity,
    colonist_supply,
    column,
    complex_of,
    connected,
    contract_holds,
    depot_room,
    destinations,
    displayed_blueprints,
    free_markers,
    in_zone,
    is_empty,
    is_lacerda,
    lacking,
    level,
    marked,
    mines_held,
    owners,
    payable,
    quarters_room,
    refuges,
    rover_hex,
    seats,
    shelters,
    side,
    spend,
    spent,
    storage_room,
    tech_level,
    ways,
)

Asking = Generator[tuple[int, list[str]], str, Any]
Take = Callable[[str], Asking]
CAN: dict[str, Callable[[Position, int, list[str]], bool]] = {}
DO: dict[str, Callable[[Position, int, list[str], bool], Asking]] = {}


def can(p: Position, seat: int, effect: str) -> bool:
    words = effect.split()
    return CAN[words[0]](p, seat, words)


def do(p: Position, seat: int, effect: str, optional: bool = False) -> Asking:
    words = effect.split()
    if CAN[words[0]](p, seat, words):
        yield from DO[words[0]](p, seat, words, optional)


def ask(seat: int, names: list[str]) -> Asking:
    """A decision with exactly one answer is made at once, one with none dropped (ruling 16)."""
    assert len(set(names)) == len(names), names
    if len(names) > 1:
        return (yield seat, names)
    return names[0] if names else None


def paren(hex_: str) -> str:
    return f"({hex_})"


TIES = 16  # a source of the deal's chance


def tied(p: Position, things: list[Any]) -> Any:
    """R194: what stays tied for Lacerda is drawn, from the things in their natural order."""
    if len(things) < 2:
        return things[0] if things else None
    number = p["lacerda"]["ties"]
    p["lacerda"]["ties"] += 1
    return things[chance(p["seed"], TIES, number, len(things))]


# --- costs and gains ------------------------------------------------------------------------------


def pay(p: Position, seat: int, units: list[str], then: Condition = lambda p: True) -> Asking:
    for number, unit in enumerate(units):
        rest = units[number + 1 :]
        fit = [way for way in ways(p, seat, unit) if payable(spent(p, seat, way), seat, rest, then)]
        name = yield from ask(seat, [f"pay {way}" for way in fit])
        spend(p, seat, name[4:])


def gain(p: Position, seat: int, item: str, count: int = 1) -> None:
    own = board(p, seat)
    for _ in range(count):
        if item == "crystal":
            own["waiting"] += 1
        elif is_lacerda(p, seat):
            pass  # R177
        elif storage_room(p, seat, item) > 0:
            own["resources"][item] += 1
        elif lacking(p, seat, item):
            deliver(p, seat, item, lacking(p, seat, item)[0])


def deliver(p: Position, seat: int, item: str, contract: int) -> None:
    delivered = board(p, seat)["contracts"][contract]["delivered"]
    delivered[item] = delivered.get(item, 0) + 1
    check_contracts(p)


def gain_colonists(p: Position, seat: int, count: int) -> None:
    arriving = min(count, colonist_supply(p, seat), quarters_room(p, seat))
    board(p, seat)["quarters"] += arriving
    board(p, seat)["gained"] += arriving


def contribute(p: Position, seat: int, mission: str) -> None:
    """R42, R142, ruling 32."""
    for slot in p["missions"]:
        if slot["id"] == mission and slot["left"]:
            slot["left"] -= 1
            gain(p, seat, "crystal", MISSION[mission]["crystals"])
            if not slot["left"]:
                p["remaining_missions"] = max(0, p["remaining_missions"] - 1)


def check_contracts(p: Position) -> None:
    """Ruling 36: clockwise from the player in turn, each by card number."""
    first = p["turn"] if p["phase"] == "colonization" and p["turn"] is not None else 0
    for seat in [(first + step) % len(seats(p)) for step in seats(p)]:
        for number, contract in sorted(board(p, seat)["contracts"].items()):
            if not contract["completed"] and contract_holds(p, seat, number):
                contract["completed"] = True
                contribute(p, seat, "contracts")


def use_tech(p: Position, seat: int, owner: int, tech: str) -> None:
    if owner != seat:
        p["uses"].append({"owner": owner, "tech": tech})


# --- Action slots ---------------------------------------------------------------------------------


def on_slots(p: Position, action: str) -> list[int]:
    return [own["slots"][action] for own in p["boards"]]


def clear_slots(p: Position, action: str) -> None:
    """R50; Hire never clears (R129). Lacerda's Colonists are not counted (R177)."""
    there = on_slots(p, action)
    if action == "hire_or_contract" or sum(there) < 3:
        return
    for seat, own in enumerate(p["boards"]):
        if own["slots"][action] == max(there):
            own["working"] += 0 if is_lacerda(p, seat) else own["slots"][action]
            own["slots"][action] = 0


def extra_cost(p: Position, seat: int, action: str) -> list[str]:
    there = on_slots(p, action)
    if len(there) == 2:
        return ["extra"] * sum(there)
    return ["extra"] * sum(count > 0 for other, count in enumerate(there) if other != seat)


# --- First Colonists ------------------------------------------------------------------------------


def task_done(p: Position, seat: int, task: str) -> Asking:
    """R204: offered at the moment the task is done, one per turn."""
    own = board(p, seat)
    for card in [card for card in own["b"] if CARD_B[card]["task"] == task and not own["b_done"]]:
        effect = CARD_B[card]["effect"]
        if can(p, seat, effect) and (yield from ask(seat, [f"reveal {card}", f"keep {card}"])) == f"reveal {card}":
            own["b"].remove(card)
            p["b_gone"].append(card)
            own["b_done"] = True
            yield from do(p, seat, effect)


def reveal_a(p: Position, seat: int, kind: str) -> None:
    own = board(p, seat)
    for card in [card for card in own["a"] if kind in CARD_A[card]["any_of"]]:
        own["a"].remove(card)
        p["a_gone"].append(card)
        own["b"] += p["b_deck"][:2]
        del p["b_deck"][:2]


# --- chains of steps ------------------------------------------------------------------------------


class Steps(ABC):
    """Granted steps one at a time, then Colonists and a Tech for more (rulings 16 and 21)."""

    def __init__(self, p: Position, seat: int, count: int, optional: bool) -> None:
        self.p, self.seat, self.left, self.optional = p, seat, count, optional
        self.extra = False  # beyond the granted ones: always paid
        self.boosts = 0
        self.tech: str | None = None

    @abstractmethod
    def names(self) -> list[str]: ...

    @abstractmethod
    def take(self, name: str) -> Asking: ...

    def colonists(self) -> int:
        return int(board(self.p, self.seat)["quarters"])

    def run(self) -> Asking:
        stop_allowed = self.optional
        while True:
            if self.left:
                names = self.names()
                name = yield from ask(self.seat, names + ["stop"] * bool(names and stop_allowed))
                if name in (None, "stop"):
                    return
                yield from self.take(name)
                self.left -= 1
                stop_allowed = True
            elif not (yield from self.more()):
                return
            else:
                stop_allowed = False

    def more(self) -> Asking:
        self.extra = True
        if not self.names():
            return False
        names = ["send colonist"] * (self.boosts > 0 and self.colonists() > 0)
        if self.tech:
            names += [f"use tech of {seat}" for seat in owners(self.p, self.tech)]
        name = yield from ask(self.seat, names + ["stop"] * bool(names))
        if name == "send colonist":
            spend(self.p, self.seat, "colonist")
            self.boosts -= 1
            self.left = 1
        elif name not in (None, "stop"):
            owner, tech = int(name.split()[-1]), self.tech
            assert tech
            use_tech(self.p, self.seat, owner, tech)
            self.left, self.tech = tech_level(self.p, owner, tech), None
        return name not in (None, "stop")


def chain(kind: type[Steps], words: list[str]) -> Callable[[Position, int, int, bool], Steps]:
    def make(p: Position, seat: int, count: int, optional: bool) -> Steps:
        steps = kind(p, seat, count, optional)
        steps.boosts = 99 if "boost" in words else 0
        return steps

    return make


def effect_of_steps(name: str, make: Callable[[Position, int, list[str], bool], Steps]) -> None:
    CAN[name] = lambda p, seat, words: bool(make(p, seat, words, False).names())
    DO[name] = lambda p, seat, words, optional: make(p, seat, words, optional).run()


def counted(kind: type[Steps]) -> Callable[[Position, int, list[str], bool], Steps]:
    return lambda p, seat, words, optional: chain(kind, words)(p, seat, int(words[1]), optional)


# --- Warehouse, Blueprints, Technology ------------------------------------------------------------


class Warehouse(Steps):
    def names(self) -> list[str]:
        stock = self.p["warehouse"]
        return [f"take {item}" for item in (*NOT_MINERALS, "crystal") if stock[item] and self.room(item)]

    def room(self, item: str) -> bool:
        if item == "crystal":
            return depot_room(self.p, self.seat) > 0
        return arrives(self.p, self.seat, item)

    def take(self, name: str) -> Asking:
        item = name.split()[1]
        self.p["warehouse"][item] -= 1
        gain(self.p, self.seat, item)
        yield from ()


class Blueprints(Steps):
    def names(self) -> list[str]:
        free = free_markers(self.p, self.seat) > 0
        return [f"blueprint {card}" for card in displayed_blueprints(self.p) if free]

    def take(self, name: str) -> Asking:
        card = int(name.split()[1])
        for row in self.p["blueprint_display"].values():
            row[:] = [other for other in row if other != card]
        board(self.p, self.seat)["blueprints"].append(card)
        gain(self.p, self.seat, BUILDING[blueprint_type(card)]["produces"])
        contribute(self.p, self.seat, "blueprints")
        yield from task_done(self.p, self.seat, "blueprint")


class Learn(Steps):
    def spaces(self) -> list[str]:
        return [space for space in ("c1t", "c1b") if space not in board(self.p, self.seat)["techs"].values()]

    def names(self) -> list[str]:
        known = board(self.p, self.seat)["techs"]
        fit = [
            f"learn {tech} from {number}"
            for number, tech in enumerate(self.p["tech_grid"], 1)
            if tech and tech not in known and payable(self.p, self.seat, GRID_COSTS[number - 1])
        ]
        return fit if self.spaces() else []

    def take(self, name: str) -> Asking:
        tech, number = name.split()[1], int(name.split()[3])
        yield from pay(self.p, self.seat, GRID_COSTS[number - 1])
        place = yield from ask(self.seat, [f"place on {space}" for space in self.spaces()])
        self.p["tech_grid"][number - 1] = None
        board(self.p, self.seat)["techs"][tech] = place.split()[-1]
        contribute(self.p, self.seat, "techs")
        yield from task_done(self.p, self.seat, "learn")
        yield from do(self.p, self.seat, LAB[place.split()[-1]]["effect"], optional=True)


class Develop(Steps):
    free = False

    def names(self) -> list[str]:
        return [
            f"develop {tech} to {space}"
            for tech in board(self.p, self.seat)["techs"]
            for space in destinations(self.p, self.seat, tech)
            if payable(self.p, self.seat, self.cost(space))
        ]

    def cost(self, space: str) -> list[str]:
        return [] if self.free else list(LAB_COSTS[column(space) - 1])

    def take(self, name: str) -> Asking:
        tech, space = name.split()[1], name.split()[3]
        yield from pay(self.p, self.seat, self.cost(space))
        yield from develop(self.p, self.seat, tech, space)


def develop(p: Position, seat: int, tech: str, space: str) -> Asking:
    board(p, seat)["techs"][tech] = space
    yield from do(p, seat, LAB[space]["effect"], optional=True)


def make_develop(p: Position, seat: int, words: list[str], optional: bool) -> Steps:
    steps = counted(Develop)(p, seat, words, optional)
    assert isinstance(steps, Develop)
    steps.free = "free" in words
    return steps


def make_learn(p: Position, seat: int, words: list[str], optional: bool) -> Steps:
    steps = counted(Learn)(p, seat, words, optional)
    steps.boosts = min(steps.boosts, 1)  # ruling 5
    return steps


effect_of_steps("warehouse", counted(Warehouse))
effect_of_steps("blueprint", counted(Blueprints))
effect_of_steps("learn", make_learn)
effect_of_steps("develop", make_develop)

# --- Upgrade --------------------------------------------------------------------------------------


class Upgrade(Steps):
    free = anywhere = False

    def names(self) -> list[str]:
        if not payable(self.p, self.seat, self.cost()):
            return []
        own = board(self.p, self.seat)["blueprints"]
        pairs = [(hex_, card) for hex_ in HEXES for card in sorted(own) if self.fits(hex_, card)]
        return [f"upgrade ({hex_}) with blueprint {card}" for hex_, card in pairs]

    def cost(self) -> list[str]:
        return [] if self.free and not self.extra else ["mineral"]

    def fits(self, hex_: str, card: int) -> bool:
        p, kind = self.p, blueprint_type(card)
        what = f"shelter {self.seat}" if kind == "shelter" else kind
        if p["buildings"].get(hex_) != what or p["markers"].get(hex_, "").startswith("advanced"):
            return False
        big_enough = len(complex_of(p, hex_)) >= BLUEPRINT[card]["min_complex"]
        return big_enough and (self.anywhere or in_zone(p, self.seat, hex_))

    def take(self, name: str) -> Asking:
        hex_, card = name.split()[1][1:-1], int(name.split()[-1])
        p, own = self.p, board(self.p, self.seat)
        yield from pay(p, self.seat, self.cost())
        own["blueprints"].remove(card)
        own["advanced"].append(card)
        miner = p["markers"].get(hex_)
        p["markers"][hex_] = f"advanced {self.seat}"
        if miner and not is_lacerda(p, int(miner.split()[1])):
            home = int(miner.split()[1])
            board(p, home)["quarters"] += min(1, quarters_room(p, home))
        contribute(p, self.seat, "advanced_buildings")
        check_contracts(p)
        yield from displace(p, hex_)


def displace(p: Position, hex_: str) -> Asking:
    for seat in seats(p):
        own = board(p, seat)
        while hex_ in own["bots"] or own["rover"] == hex_:
            places = [f"move to ({other})" for other in refuges(p, hex_)]
            name = tied(p, places) if is_lacerda(p, seat) else (yield from ask(seat, places))
            to = name.split()[-1][1:-1]
            if hex_ in own["bots"]:
                own["bots"][own["bots"].index(hex_)] = to
            else:
                own["rover"] = to


def make_upgrade(p: Position, seat: int, words: list[str], optional: bool) -> Steps:
    steps = counted(Upgrade)(p, seat, words, optional)
    assert isinstance(steps, Upgrade)
    steps.free, steps.anywhere, steps.tech = "free" in words, "anywhere" in words, "upgrade"
    return steps


effect_of_steps("upgrade", make_upgrade)

# --- Ships ----------------------------------------------------------------------------------------


class Ship(Steps):
    free = plus = False

    def names(self) -> list[str]:
        ships = sorted(board(self.p, self.seat)["ships"])
        allowed = 5 - len(ships) < level(self.p) and payable(self.p, self.seat, self.cost())
        return [f"ship {slot}" for slot in ships if allowed]

    def cost(self) -> list[str]:
        return [] if self.free and not self.extra else ["plant", "water"]

    def colonists(self) -> int:
        own = board(self.p, self.seat)
        return int(own["quarters"] - own["gained"])  # R127

    def take(self, name: str) -> Asking:
        p, own = self.p, board(self.p, self.seat)
        own["ships"].remove(int(name.split()[1]))
        own["hangar"] += 1
        yield from pay(p, self.seat, self.cost())
        few = 2 if self.plus else 1
        some = f"{few} colonist{'s' * self.plus} and a bot"
        name = yield from ask(self.seat, [f"welcome {some}", f"welcome {few + 1} colonists"])
        gain_colonists(p, self.seat, int(name.split()[1]))
        if name.endswith("bot"):
            yield from self.place_bot()

    def place_bot(self) -> Asking:
        own = board(self.p, self.seat)
        if len(own["bots"]) < 4:
            name = yield from ask(self.seat, [f"bot to ({hex_})" for hex_ in bot_places(self.p, self.seat)])
            own["bots"].append(name.split()[-1][1:-1])
            contribute(self.p, self.seat, "bots")


def make_ship(p: Position, seat: int, words: list[str], optional: bool) -> Steps:
    steps = counted(Ship)(p, seat, words, optional)
    assert isinstance(steps, Ship)
    steps.free, steps.plus, steps.tech = "free" in words, "plus" in words, "ship"
    return steps


effect_of_steps("ship", make_ship)

# --- Construct ------------------------------------------------------------------------------------


def building_cost(kind: str) -> list[str]:
    return [] if kind == "mine" else [BUILDING[kind]["cost"]]


def tile_left(p: Position, seat: int, kind: str) -> bool:
    return len(shelters(p, seat)) < 5 if kind == "shelter" else bool(p["stacks"][kind])


def tech_choices(p: Position, seat: int, kind: str, hex_: str, boost: bool) -> list[str]:
    """Tiles that make a Complex there possible, each with the lacking number of Colonists (ruling 25)."""
    what = f"shelter {seat}" if kind == "shelter" else kind
    need, found = connected(p, hex_, what), []
    for owner in owners(p, kind):
        lack = max(0, need - tech_level(p, owner, kind))
        if not lack:
            found.append(f"with tech of {owner}")
        elif boost and lack + (kind == "mine") <= board(p, seat)["quarters"]:
            found.append(f"with tech of {owner} and {lack} colonist{'s' * (lack > 1)}")
    return found


def building_sites(p: Position, seat: int, kind: str, boost: bool) -> list[str]:
    own = board(p, seat)
    if not tile_left(p, seat, kind) or not payable(p, seat, building_cost(kind)):
        return []
    if kind == "mine" and not own["quarters"]:
        return []
    what = f"shelter {seat}" if kind == "shelter" else kind
    same = [hex_ for hex_, other in p["buildings"].items() if other == what]
    found = []
    for hex_ in HEXES:
        if hex_ not in p["buildings"] and in_zone(p, seat, hex_):
            near = min((distance(hex_, other) for other in same), default=9)
            if near == 2 or (near == 1 and tech_choices(p, seat, kind, hex_, boost)):
                found.append(hex_)
    return found


def buildable(p: Position, seat: int, words: list[str]) -> list[str]:
    kinds = TYPES if words[1] == "any" else [words[1]]
    return [kind for kind in kinds if building_sites(p, seat, kind, "boost" in words)]


def construct(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    boost = "boost" in words
    kind = (yield from ask(seat, [f"construct {kind}" for kind in buildable(p, seat, words)])).split()[1]
    sites = building_sites(p, seat, kind, boost)
    hex_ = (yield from ask(seat, [f"at ({hex_})" for hex_ in sites]))[4:-1]
    what = f"shelter {seat}" if kind == "shelter" else kind
    if connected(p, hex_, what):
        name = (yield from ask(seat, tech_choices(p, seat, kind, hex_, boost))).split()
        for _ in range(int(name[5]) if len(name) > 4 else 0):
            spend(p, seat, "colonist")
        use_tech(p, seat, int(name[3]), kind)
    yield from pay(p, seat, building_cost(kind))
    yield from place_building(p, seat, kind, what, hex_)


def place_building(p: Position, seat: int, kind: str, what: str, hex_: str) -> Asking:
    own = board(p, seat)
    tile = None if kind == "shelter" else p["stacks"][kind].pop(0)
    p["buildings"][hex_] = what
    remove_ground(p, hex_)
    check_contracts(p)
    yield from displace(p, hex_)
    lay_crystals(p, hex_, tile)
    size = len(complex_of(p, hex_))
    gain(p, seat, BUILDING[kind]["produces"], size)
    if kind == "mine":
        own["quarters"] -= not is_lacerda(p, seat)
        p["markers"][hex_] = f"miner {seat}"
    if kind not in own["constructed"]:
        own["constructed"].append(kind)
    if kind == "shelter":
        yield from task_done(p, seat, "construct_shelter")
    elif size > 1 and kind not in own["progress"]:
        own["progress"].append(kind)
        contribute(p, seat, "progress_cubes")
    reveal_a(p, seat, kind)  # the construction is complete before the LSS rewards (R109)
    if kind in p["lss"]:
        yield from life_support(p, seat, kind)


def remove_ground(p: Position, hex_: str) -> None:
    what = p["ground"].pop(hex_, "")
    if what.startswith("discovery"):
        p["discoveries_gone"].append(int(what.split()[1]))


def lay_crystals(p: Position, hex_: str, tile: int | None) -> None:
    for direction in ARROWS[tile - 1] if tile else []:
        target = towards(hex_, direction)
        if target and is_empty(p, target):
            p["ground"][target] = "crystal"


CAN["construct"] = lambda p, seat, words: bool(buildable(p, seat, words))
DO["construct"] = construct

# --- LSS ------------------------------------------------------------------------------------------


def life_support(p: Position, seat: int, kind: str) -> Asking:
    row = p["lss"][kind]
    if row >= 5:
        return
    p["lss"][kind] += 1
    if row >= p["colony_row"]:
        return
    board(p, seat)["points"] += 2 * (row == 1) + reward(p, seat, p["rewards"][kind])
    if is_lacerda(p, seat):
        thank_lacerda(p)
        return
    effects = {"bots": "bots 2", "retrieve": RETRIEVE_ONE, "crystal": "crystals 1", "mineral": "resource mineral 1"}
    name = yield from ask(seat, [f"benefit {name}" for name, effect in effects.items() if can(p, seat, effect)])
    yield from do(p, seat, effects[name.split()[1]])


def thank_lacerda(p: Position) -> None:
    """R180."""
    slots = board(p, LACERDA)["slots"]
    if slots["hire_or_contract"]:
        slots["hire_or_contract"] = 0
    else:
        gain(p, LACERDA, "crystal")


RETRIEVE_ONE = "retrieve 1 slots working_area"


def reward(p: Position, seat: int, tile: int) -> int:
    own = board(p, seat)
    counts = {
        "best_tech_level": max((column(space) for space in own["techs"].values()), default=0),
        "ship_in_hangar": own["hangar"],
        "advanced_building": len(own["advanced"]),
        "mine_with_own_piece": mines_held(p, seat),
        "bot_on_mars": 1 + p["lacerda"]["bots"] if is_lacerda(p, seat) else len(own["bots"]),
        "discovery_tile": len(own["discoveries"]),
        "shelter": len(shelters(p, seat)),
        "colonist_in_quarters": capacity(p, seat) if is_lacerda(p, seat) else own["quarters"],  # R179
    }
    return int(counts[REWARD[tile]["per"]] * REWARD[tile]["each"])


# --- Hire and Contract ----------------------------------------------------------------------------


def card_cost(words: list[str], card: Any) -> list[str]:
    if "free" in words:
        return []
    return ["crystal"] if isinstance(card, int) else list(SCIENTIST[card]["cost"])


def cards_to_take(p: Position, seat: int, words: list[str]) -> list[Any]:
    shown = [card for card in p["display"] if card is not None]
    fit = [card for card in shown if ("contract" if isinstance(card, int) else "scientist") in words]
    return [card for card in fit if payable(p, seat, card_cost(words, card))]


def hire(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    cards = {f"{'contract' if isinstance(it, int) else 'hire'} {it}": it for it in cards_to_take(p, seat, words)}
    card = cards[(yield from ask(seat, list(cards)))]
    yield from pay(p, seat, card_cost(words, card))
    slot = p["display"].index(card)
    p["display"][slot] = None
    p["refills"].append(slot + 1)
    if isinstance(card, int):
        board(p, seat)["contracts"][card] = {"delivered": {}, "completed": False}
        check_contracts(p)
    else:
        board(p, seat)["scientists"].append(card)
        contribute(p, seat, "scientists")
        yield from task_done(p, seat, "hire")


CAN["hire"] = lambda p, seat, words: bool(cards_to_take(p, seat, words))
DO["hire"] = hire

# --- plain gains ----------------------------------------------------------------------------------


def colonist_arrives(p: Position, seat: int) -> bool:
    return min(colonist_supply(p, seat), quarters_room(p, seat)) > 0


def gain_resource(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    gain(p, seat, words[1], int(words[2]))
    yield from ()


def gain_points(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    board(p, seat)["points"] += int(words[1])
    yield from ()


def colonists(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    gain_colonists(p, seat, int(words[1]))
    yield from ()


def buy_colonist(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    """Turn Order space 4."""
    name = yield from ask(seat, [f"pay {item}" for item in colonist_prices(p, seat)] + ["stop"])
    if name != "stop":
        spend(p, seat, name[4:])
        gain_colonists(p, seat, 1)


def colonist_prices(p: Position, seat: int) -> list[str]:
    return [item for item in ("water", "plant", "mineral") if board(p, seat)["resources"][item]]


class Crystals(Steps):
    def names(self) -> list[str]:
        return ["crystal"]

    def take(self, name: str) -> Asking:
        gain(self.p, self.seat, "crystal")
        yield from ()


def crystals(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    gain(p, seat, "crystal", int(words[1]) - 1)
    yield from chain(Crystals, words)(p, seat, 1, False).run()


class Choice(Steps):
    """Resources of choice."""

    def names(self) -> list[str]:
        return [f"gain {item}" for item in NOT_MINERALS if arrives(self.p, self.seat, item)]

    def take(self, name: str) -> Asking:
        gain(self.p, self.seat, name.split()[1])
        yield from ()


def some_choice(seat: int) -> Condition:
    return lambda p: bool(Choice(p, seat, 1, False).names())


def trade(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    yield from pay(p, seat, ["any"], some_choice(seat))
    yield from counted(Choice)(p, seat, words, optional).run()


CAN["none"] = lambda p, seat, words: False
CAN["resource"] = lambda p, seat, words: arrives(p, seat, words[1])
DO["resource"] = gain_resource
CAN["points"] = lambda p, seat, words: True
DO["points"] = gain_points
CAN["colonists"] = lambda p, seat, words: colonist_arrives(p, seat)
DO["colonists"] = colonists
CAN["buy_colonist"] = lambda p, seat, words: colonist_arrives(p, seat) and bool(colonist_prices(p, seat))
DO["buy_colonist"] = buy_colonist
CAN["crystals"] = lambda p, seat, words: True
DO["crystals"] = crystals
effect_of_steps("choose", counted(Choice))
CAN["trade"] = lambda p, seat, words: payable(p, seat, ["any"], some_choice(seat))
DO["trade"] = trade

# --- production -----------------------------------------------------------------------------------


def products(p: Position, seat: int) -> list[str]:
    """One item per producing Building (R154)."""
    made = [BUILDING[p["buildings"][hex_].split()[0]]["produces"] for hex_ in marked(p, f"advanced {seat}")]
    return made + ["mineral"] * len(marked(p, f"miner {seat}"))


class Production(Steps):
    def names(self) -> list[str]:
        made = set(products(self.p, self.seat))
        fit = [item for item in (*RESOURCES, "crystal") if item in made and arrives(self.p, self.seat, item)]
        return [f"produce {item}" for item in fit]

    def take(self, name: str) -> Asking:
        gain(self.p, self.seat, name.split()[1])
        yield from ()


def produce(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    for item in products(p, seat):
        gain(p, seat, item)
    yield from chain(Production, words)(p, seat, 0, optional).run()


CAN["produce"] = lambda p, seat, words: any(arrives(p, seat, item) for item in products(p, seat))
DO["produce"] = produce

# --- retrieving -----------------------------------------------------------------------------------


class Retrieve(Steps):
    slots = working_area = False

    def names(self) -> list[str]:
        own = board(self.p, self.seat)
        if not quarters_room(self.p, self.seat):
            return []
        found = [f"retrieve from {action}" for action, count in own["slots"].items() if count and self.slots]
        return found + ["retrieve from working area"] * bool(self.working_area and own["working"])

    def take(self, name: str) -> Asking:
        own, place = board(self.p, self.seat), name.removeprefix("retrieve from ")
        own["quarters"] += 1
        if place == "working area":
            own["working"] -= 1
        else:
            own["slots"][place] -= 1
        yield from ()


def make_retrieve(p: Position, seat: int, words: list[str], optional: bool) -> Steps:
    steps = Retrieve(p, seat, int(words[1]), optional)
    steps.slots, steps.working_area = "slots" in words, "working_area" in words
    return steps


effect_of_steps("retrieve", make_retrieve)

# --- Radar ----------------------------------------------------------------------------------------


def radar_tiles(p: Position, seat: int) -> list[int]:
    tiles = [p["radar"]] if p["radar"] else [tile for tile in p["exploration"] if tile]
    return [tile for tile in tiles if can(p, seat, DISCOVERY[tile])]


def radar(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    tile = int((yield from ask(seat, [f"radar tile {tile}" for tile in radar_tiles(p, seat)])).split()[-1])
    if not p["radar"]:
        p["radar"] = tile
        turn_up(p, tile)
    yield from do(p, seat, DISCOVERY[tile])


def turn_up(p: Position, tile: int) -> None:
    """A new Discovery tile takes the vacated space (ruling 31)."""
    p["exploration"][p["exploration"].index(tile)] = p["discovery_deck"].pop(0) if p["discovery_deck"] else None


CAN["radar"] = lambda p, seat, words: bool(radar_tiles(p, seat))
DO["radar"] = radar

# --- travel ---------------------------------------------------------------------------------------


def travel(p: Position, seat: int, tile: bool = True) -> Asking:
    to = "colony" if side(p, seat) == "orbit" else "orbit"
    if to == "orbit":
        for item in products(p, seat):
            gain(p, seat, item)
    elif tile:
        yield from place_tile(p, seat)
    come_home(p, seat, to)
    taken = [own["space"] for own in p["boards"]]
    spaces = [space for space, row in SPACE.items() if row["side"] == to and space not in taken]
    yield from take_space(p, seat, spaces)


def place_tile(p: Position, seat: int) -> Asking:
    hexes = [hex_ for hex_ in HEXES if is_empty(p, hex_) and distance(hex_, rover_hex(p, seat)) == 3]
    tiles = [tile for tile in p["exploration"] if tile]
    name = yield from ask(seat, [f"place tile {tile} at ({hex_})" for tile in tiles for hex_ in hexes])
    if name:
        tile = int(name.split()[2])
        p["ground"][name.split()[-1][1:-1]] = f"discovery {tile}"
        turn_up(p, tile)


def come_home(p: Position, seat: int, to: str) -> None:
    """R153, R155, R158: what does not fit goes to the personal supply."""
    own = board(p, seat)
    for action in COLONY_SLOTS if to == "colony" else ORBIT_SLOTS:
        own["quarters"] += own["slots"][action]
        own["slots"][action] = 0
    own["quarters"] = min(capacity(p, seat), own["quarters"] + own["working"])
    own["working"] = 0


def take_space(p: Position, seat: int, spaces: list[int]) -> Asking:
    name = yield from ask(seat, [f"space {space}" for space in spaces])
    board(p, seat)["space"] = int(name.split()[1])
    if p["phase"] != "setup":
        yield from task_done(p, seat, "travel")
    yield from do(p, seat, SPACE[int(name.split()[1])]["effect"], optional=True)


CAN["travel"] = lambda p, seat, words: words[1:] != ["orbit"] or side(p, seat) == "colony"
DO["travel"] = lambda p, seat, words, optional: travel(p, seat)
