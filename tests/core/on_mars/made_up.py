"""Positions made up at random, at the turn menu of some seat, with what is rare in play made common."""

from __future__ import annotations

from random import Random

from tests.core.on_mars import model
from tests.core.on_mars.model_data import (
    BLUEPRINT,
    CONTRACT,
    HEXES,
    LAB,
    MINE,
    RESOURCES,
    SCIENTIST,
    TYPES,
    Position,
    clone,
    distance,
    neighbours,
)
from tests.core.on_mars.model_effects import reveal_a
from tests.core.on_mars.model_reading import (
    LACERDA,
    blueprint_type,
    board,
    capacity,
    colonist_supply,
    complex_of,
    is_empty,
    is_lacerda,
    level,
    marked,
    pieces,
    seats,
    shelters,
)


def random_position(rng: Random, fresh: Position) -> Position:
    """From the position of a game that has just been set up."""
    p = clone(fresh)
    del p["stack"]
    raise_colony(rng, p)
    take_seats(rng, p)
    kinds = rng.sample(TYPES, 4)
    for _ in range(rng.choice([0, 6, 12, 20])):
        build(rng, p, rng.choice(kinds), rng.randrange(len(p["boards"])))
    for seat in seats(p):
        fill_laboratory(rng, p, seat)
        take_blueprints(rng, p, seat)
        take_cards(rng, p, seat)
        collect_tiles(rng, p, seat)
    lay_out(rng, p)
    for seat in seats(p):
        if not is_lacerda(p, seat):
            place_bots(rng, p, seat)
        place_rover(rng, p, seat)
        fill_board(rng, p, seat)
    if "lacerda" in p:
        make_lacerda(rng, p)
    return p


def make_lacerda(rng: Random, p: Position) -> None:
    cards = rng.sample(range(1, 13), 12)
    seen = rng.choice([0, 11, 12, rng.randint(0, 12)])
    p["lacerda"] |= {"deck": cards[seen:], "seen": cards[:seen], "passes": rng.randint(0, 2), "ties": rng.randint(0, 9)}
    p["lacerda"] |= {"bot": rng.choice(TYPES[:5]), "bots": rng.randint(0, 3), "travels": rng.random() < 0.8}
    own = board(p, LACERDA)
    own |= {"quarters": 0, "working": 0, "resources": dict.fromkeys(RESOURCES, 0)}
    own["contracts"] = {number: {"delivered": {}, "completed": True} for number in own["contracts"]}


def raise_colony(rng: Random, p: Position) -> None:
    for _ in range(rng.choice([0, 0, 1, 2, 3, 4])):
        p["lss"] = dict.fromkeys(p["lss"], p["colony_row"])
        model.update_colony(p)
    for own in p["boards"]:
        own["points"] = rng.randrange(60)
    top = min(5, p["colony_row"] + 1)
    p["lss"] = {kind: rng.randint(min(5, p["colony_row"]), top) for kind in p["lss"]}
    if p["colony_row"] <= 5:
        p["lss"][rng.choice(list(p["lss"]))] = p["colony_row"] - 1
    p["remaining_missions"] = min(p["remaining_missions"], rng.randint(0, 3))
    for mission in p["missions"]:
        mission["left"] = rng.choice([0, 1, 1, 2, mission["left"]])


def take_seats(rng: Random, p: Position) -> None:
    p["turn"] = 0 if "lacerda" in p else rng.randrange(len(p["boards"]))
    spaces = rng.sample(range(1, 9), len(p["boards"]))
    if rng.random() < 0.4:  # in turn in the Colony, where most is rare
        spaces.sort(reverse=True)
        spaces.insert(p["turn"], spaces.pop(0))
    p["round"] = rng.choice([1, 5, p["options"]["round_cap"]])
    for seat in seats(p):
        own = board(p, seat)
        own["space"], own["standing"] = spaces[seat], seat == p["turn"] or rng.random() < 0.5
    p["shuttle"] |= {"side": rng.choice(["orbit", "colony"]), "space": rng.randint(1, 3)}


def build(rng: Random, p: Position, kind: str, seat: int) -> None:
    what = f"shelter {seat}" if kind == "shelter" else kind
    same = [hex_ for hex_, other in p["buildings"].items() if other == what]
    near = [hex_ for other in same for hex_ in neighbours(other) if is_empty(p, hex_)]
    if not near or (kind == "shelter" and len(same) == 5) or (kind != "shelter" and not p["stacks"][kind]):
        return
    hex_ = rng.choice(near)
    p["buildings"][hex_] = what
    own = board(p, seat)
    if kind != "shelter":
        del p["stacks"][kind][0]
        if kind not in own["progress"]:
            own["progress"].append(kind)
    if kind not in own["constructed"]:
        own["constructed"].append(kind)
    reveal_a(p, seat, kind)
    if kind == "mine" and colonist_supply(p, seat):
        p["markers"][hex_] = f"miner {seat}"


def fill_laboratory(rng: Random, p: Position, seat: int) -> None:
    techs = board(p, seat)["techs"]
    others = [space for tech, space in techs.items() if tech != "shelter"]
    techs["shelter"] = rng.choice([space for space in list(LAB)[2:] if space not in others])
    spaces = rng.choice([list(LAB), ["c1t", "c1b", "c2t", "c2m", "c2b"], ["c1t", "c1b", "c4t", "c4m", "c4b"]])
    for _ in range(rng.randrange(5)):
        number = rng.randrange(8)
        tech = p["tech_grid"][number]
        free = [space for space in spaces if space not in techs.values()]
        if tech and free and tech not in techs:
            techs[tech] = rng.choice(free)
            p["tech_grid"][number] = None


def take_blueprints(rng: Random, p: Position, seat: int) -> None:
    shown = p["blueprint_display"]
    for row in (shown["top"], shown["bottom"], p["blueprints_gone"]):
        for card in rng.sample(row, min(len(row), rng.randrange(4))):
            if len(board(p, seat)["blueprints"]) + len(board(p, seat)["advanced"]) < 8:
                row.remove(card)
                board(p, seat)["blueprints"].append(card)
                if rng.random() < 0.6:
                    upgrade(rng, p, seat, card)


def upgrade(rng: Random, p: Position, seat: int, card: int) -> None:
    kind = blueprint_type(card)
    what = f"shelter {seat}" if kind == "shelter" else kind
    free = [hex_ for hex_, other in p["buildings"].items() if other == what and hex_ not in p["markers"]]
    fit = [hex_ for hex_ in free if len(complex_of(p, hex_)) >= BLUEPRINT[card]["min_complex"]]
    if fit:
        p["markers"][rng.choice(fit)] = f"advanced {seat}"
        board(p, seat)["blueprints"].remove(card)
        board(p, seat)["advanced"].append(card)


def take_cards(rng: Random, p: Position, seat: int) -> None:
    own = board(p, seat)
    for slot in rng.sample(range(6), rng.randrange(3)):
        if isinstance(p["display"][slot], str):
            scientist = p["display"][slot]
            own["scientists"].append(scientist)
            built = [card for other in p["boards"] for card in other["advanced"]]
            places = [card for card in built if blueprint_type(card) == SCIENTIST[scientist]["works_in"]]
            if places and rng.random() < 0.5:
                p["scientists_at"][scientist] = rng.choice(places)
            p["display"][slot] = free_contract(rng, p)
    for _ in range(rng.choice([0, 0, 1, 2])):
        number = free_contract(rng, p)
        if number:
            own["contracts"][str(number)] = random_contract(rng, number)


def free_contract(rng: Random, p: Position) -> int | None:
    taken = {int(number) for own in p["boards"] for number in own["contracts"]}
    free = [number for number in range(1, 13) if number not in taken and number not in p["display"]]
    return rng.choice(free) if free else None


def random_contract(rng: Random, number: int) -> Position:
    needs = CONTRACT[number].get("needs", {})
    delivered = {item: rng.randint(0, count) for item, count in needs.items()}
    if needs and delivered == needs:
        delivered["mineral"] -= 1
    return {"delivered": {item: count for item, count in delivered.items() if count}, "completed": False}


def collect_tiles(rng: Random, p: Position, seat: int) -> None:
    own, deck = board(p, seat), p["discovery_deck"]
    for tile in rng.sample(deck, rng.randrange(min(3, len(deck) + 1))):
        deck.remove(tile)
        own["discoveries"].append(tile)
    research = [hex_ for hex_, what in p["ground"].items() if what.startswith("research")]
    for hex_ in rng.sample(research, rng.randrange(2)):
        if p["ground"][hex_][-1] not in own["research"]:
            own["research"].append(p["ground"].pop(hex_)[-1])


def lay_out(rng: Random, p: Position) -> None:
    """Tiles and Crystals on the map, the Warehouse, the Radar's tile."""
    empty = [hex_ for hex_ in HEXES if is_empty(p, hex_)]
    rng.shuffle(empty)
    for _ in range(rng.randrange(9)):
        if p["discovery_deck"] and len(empty) > 20:
            p["ground"][empty.pop()] = f"discovery {p['discovery_deck'].pop()}"
    for _ in range(rng.choice([0, 3, 12])):
        if len(empty) > 20:
            p["ground"][empty.pop()] = "crystal"
    if any(15 in own["advanced"] for own in p["boards"]) and p["discovery_deck"] and rng.random() < 0.5:
        p["radar"] = p["discovery_deck"].pop()
    if rng.random() < 0.1:
        p["discoveries_gone"] += p["discovery_deck"]
        p["discovery_deck"] = []
    most = 2 if len(p["boards"]) == 2 else 3
    p["warehouse"] = {item: rng.randint(0, most) for item in p["warehouse"]}


def place_bots(rng: Random, p: Position, seat: int) -> None:
    own = board(p, seat)
    own["bots"] = []
    crowd = [MINE] if rng.random() < 0.3 else list(p["buildings"])
    for _ in range(rng.randint(1, 4)):
        own["bots"].append(rng.choice(spots(p, crowd)))


def place_rover(rng: Random, p: Position, seat: int) -> None:
    own = board(p, seat)
    own["rover"] = None
    if rng.random() < 0.9:
        tiles = [hex_ for hex_, what in p["ground"].items() if what != "crystal" and not pieces(p, hex_)]
        own["rover"] = rng.choice(tiles if tiles and rng.random() < 0.2 else spots(p, tiles))


def spots(p: Position, places: list[str]) -> list[str]:
    """Where a piece may stand, if possible near these places."""
    free = [hex_ for hex_ in HEXES if not pieces(p, hex_) and hex_ not in p["ground"]]
    return [hex_ for hex_ in free if any(distance(hex_, place) < 3 for place in places)] or free


def fill_board(rng: Random, p: Position, seat: int) -> None:
    own = board(p, seat)
    removed = rng.randint(0, level(p))
    own["ships"] = sorted(rng.sample(range(1, 6), 5 - removed))
    own["hangar"] = rng.randint(0, removed)
    room = len(shelters(p, seat)) + 1
    own["resources"] = {item: rng.choice([0, room, rng.randint(0, room)]) for item in RESOURCES}
    own["crystals"] = rng.choice([0, 8 - len(own["ships"]), rng.randint(0, 8 - len(own["ships"]))])
    own["waiting"] = rng.choice([0, 0, 1, 4])
    own["quarters"] = own["working"] = 0
    own["quarters"] = rng.randint(0, min(capacity(p, seat), colonist_supply(p, seat)))
    own["working"] = rng.randint(0, colonist_supply(p, seat))
    for action in own["slots"]:
        there = sum(other["slots"][action] for other in p["boards"])
        most = 1 if action == "hire_or_contract" else 3 - there
        own["slots"][action] = rng.randint(0, min(most, colonist_supply(p, seat)))
    assert marked(p, f"advanced {seat}") or not own["advanced"]
