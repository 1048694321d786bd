"""Who sits at the table when engine and model are compared: temperaments, positions and decks made up at random."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from tests.core.ganymede import model
from tests.core.ganymede.model import COLOURS, SITES, TYPES, Position

Chooser = Callable[[Random, Position, list[str]], str]

OPT_OUT = ("stop", "decline", "give up")

# --- temperaments ---------------------------------------------------------------------------------


def uniform(rng: Random, p: Position, names: list[str]) -> str:
    return rng.choice(names)


def shuttle_loving(rng: Random, p: Position, names: list[str]) -> str:
    """Takes a shuttle where it can and declines nothing."""
    return best(rng, names, lambda name: (name not in OPT_OUT, name.startswith("shuttle")))


def tile_loving(rng: Random, p: Position, names: list[str]) -> str:
    """Collects tiles of one type and declines nothing; swaps one for another kind of turn now and then."""
    if not p["pending"] and rng.random() < 0.15:
        return rng.choice(names)
    held = [model.card(p, tile)["type"] for tile in model.mine(p)["tiles"]]

    def value(name: str) -> tuple[bool, int]:
        verb, *cards = name.split()
        return name not in OPT_OUT, held.count(model.card(p, cards[0])["type"]) + 1 if verb == "tile" else 0

    return best(rng, names, value)


def launch_hungry(rng: Random, p: Position, names: list[str]) -> str:
    """Fills ships and launches them; now and then it does anything."""
    if rng.random() < 0.15:
        return rng.choice(names)
    return best(rng, names, lambda name: (name not in OPT_OUT, hunger(name)))


def hunger(name: str) -> int:
    if name.startswith("launch"):
        return 3
    if name.startswith(("shuttle mars", "bonus", "basic", "reputation")) or name.endswith(("to A", "to B")):
        return 2
    return int(name.startswith(("shuttle", "move", "draw")))


def best(rng: Random, names: list[str], value: Callable[[str], Any]) -> str:
    top = max(map(value, names))
    return rng.choice([name for name in names if value(name) == top])


TEMPERAMENTS: tuple[Chooser, ...] = (uniform, shuttle_loving, tile_loving, launch_hungry)

# --- positions ------------------------------------------------------------------------------------


def random_position(rng: Random, players: int, options: dict[str, Any]) -> Position:
    """A seat about to begin its turn somewhere, with what is rare in play made common."""
    p = model.new(players, options, rng.getrandbits(64))
    p |= {"phase": "play", "round": rng.choice([1, 2, 30, options["max_rounds"]]), "seat": rng.randrange(players)}
    for board in p["boards"]:
        board["dealt"] = []
        board["reputation"] = random_reputation(rng, model.deck(p).track)
    place_tiles(rng, p)
    place_shuttles(rng, p)
    place_ships(rng, p)
    place_settlers(rng, p)
    return p


def random_reputation(rng: Random, track: dict[str, Any]) -> int:
    before_something = [space - 1 for space in (*track["bonus_spaces"], track["max"])]
    anything = range(track["start"], track["max"] + 1)
    return int(rng.choice(before_something if rng.random() < 0.6 else anything))


def place_tiles(rng: Random, p: Position) -> None:
    """Many tiles of one type together, here and there."""
    pool = shuffled_deck(rng, p, "tiles")
    for board in p["boards"]:
        if rng.random() < 0.5:
            liked = rng.choice(TYPES)
            pool.sort(key=lambda tile: model.card(p, tile)["type"] != liked)
        slots = model.deck(p).setup["tile_slots"]
        board["tiles"] = model.in_order(p, "tiles", model.take_top(pool, rng.randrange(slots + 1)))
    p["rows"]["tiles"] = model.in_order(p, "tiles", model.take_top(pool, model.deck(p).setup["tile_row"]))
    left = rng.choice([0, 1, 2, len(pool), len(pool)])
    p["piles"]["tiles"], p["discards"] = pool[:left], model.in_order(p, "tiles", pool[left:])
    p["rebuilds"] = rng.randrange(3)


def place_shuttles(rng: Random, p: Position) -> None:
    """Some boards are one type short of a set, some piles nearly empty."""
    for kind in ("earth", "mars"):
        pool = shuffled_deck(rng, p, kind)
        p["rows"][kind] = model.in_order(p, kind, model.take_top(pool, model.deck(p).setup[f"{kind}_row"]))
        left = rng.choice([0, 1, 2, 5, 12, 20])
        p["piles"][kind] = pool[:left]
        for shuttle in pool[left:]:
            columns = rng.choice(p["boards"])["columns"][model.card(p, shuttle)["type"]]
            columns.append(shuttle)
    order = model.deck(p).cards["earth"] + model.deck(p).cards["mars"]
    for board in p["boards"]:
        if rng.random() < 0.5:
            leave_one_type_short(p, board["columns"], rng.choice(TYPES))
        for kind in TYPES:
            board["columns"][kind].sort(key=order.index)


def leave_one_type_short(p: Position, columns: dict[str, list[str]], short: str) -> None:
    """The next shuttle of this type completes the first set."""
    for shuttle in columns[short]:
        p["piles"][model.shuttle_row(p, shuttle)].append(shuttle)
    columns[short] = []
    for kind in TYPES:
        spare = [it for row in ("earth", "mars") for it in p["piles"][row] if model.card(p, it)["type"] == kind]
        if kind != short and not columns[kind] and spare:
            p["piles"][model.shuttle_row(p, spare[0])].remove(spare[0])
            columns[kind].append(spare[0])


def place_ships(rng: Random, p: Position) -> None:
    pool, setup = shuffled_deck(rng, p, "ships"), model.deck(p).setup
    launching = {ship for ship in pool if model.parts(p, ship)}
    pool.sort(key=lambda ship: rng.random() - 0.6 * (ship in launching))
    for board in p["boards"]:
        for site in SITES:
            board["sites"][site]["ship"] = pool.pop(0) if rng.random() < 0.9 else None
    limit = setup["hand_limit"]
    for board in p["boards"]:
        board["hand"] = model.in_order(p, "ships", model.take_top(pool, rng.choice([0, *range(limit), limit, limit])))
        board["launched"] = model.take_top(pool, rng.choice([0, 0, 1, 2, 3, 3, 4]))
    left = min(len(pool), rng.choice([0, 0, 1, 2, 3, 5, 8, 30]))
    row = setup["ship_row"] if left else rng.randrange(setup["ship_row"] + 1)
    p["rows"]["ships"] = model.in_order(p, "ships", model.take_top(pool, row))
    p["piles"]["ships"] = model.take_top(pool, left)
    for ship in pool:
        rng.choice(p["boards"])["launched"].append(ship)
    for seat, board in enumerate(p["boards"]):
        board["launched"] = model.in_order(p, "ships", board["launched"])
        board["hand_known_to"] = [knowers(rng, p, {seat}) for _ in board["hand"]]
    p["pile_known_to"] = [knowers(rng, p, set()) for _ in p["piles"]["ships"]]


def knowers(rng: Random, p: Position, owner: set[int]) -> list[int]:
    """In the 2018 edition a ship in hand is known to its owner or to all, and no place in the pile to anybody."""
    everybody = set(range(p["players"]))
    if model.deck(p).edition == "2018":
        return sorted(everybody if owner and rng.random() < 0.5 else owner)
    return sorted(owner | rng.choice([set(), everybody, {seat for seat in everybody if rng.random() < 0.4}]))


def place_settlers(rng: Random, p: Position) -> None:
    """Sites and places are filled with what fits until it is enough; some colours run out, sometimes nearly all."""
    seat, players, crowded = p["seat"], p["players"], rng.random() < 0.2
    for p["seat"] in rng.sample(range(players), players):
        fill_site(rng, p, "A", [rng.choice(COLOURS)] * 6)
        fill_site(rng, p, "B", rng.sample(COLOURS, 4))
        for place in ("earth", "mars"):
            limit = model.deck(p).setup[f"{place}_capacity"]
            count = 9 * limit if crowded else rng.choice([0, 2, limit - 1, limit])
            fill(rng, p, place, [rng.choice(COLOURS) for _ in range(count)])
    p["seat"] = seat


def fill_site(rng: Random, p: Position, site: str, colours: list[str]) -> None:
    if model.mine(p)["sites"][site]["ship"]:
        size = model.site_size(p, site)
        fill(rng, p, site, colours[: rng.choice([0, 1, max(0, size - 1), max(0, size - 1), size])])


def fill(rng: Random, p: Position, place: str, colours: list[str]) -> None:
    for colour in colours:
        if p["supply"][colour] and model.fits(p, place, colour):
            model.shift(p["supply"], model.settlers(p, place), colour)


# --- turns in progress ----------------------------------------------------------------------------


def random_stack(rng: Random, p: Position) -> list[dict[str, Any]]:
    """A turn in progress; nothing where what was thought of does not fit."""
    frame = rng.choice(FRAMES)(rng, p)
    if frame and frame["do"] == "move payers":  # always above the effect of its shuttle
        effect = effect_frame(rng, p)
        below = [effect] if effect and "cost" in model.card(p, effect["card"]) else []
        return [{"do": "end"}, *below, frame] if below else []
    return [{"do": "end"}, frame] if frame else []


def effect_frame(rng: Random, p: Position) -> dict[str, Any] | None:
    board = model.mine(p)
    held = [(tile, board["tiles"]) for tile in board["tiles"]]
    held += [(it, board["columns"][kind]) for kind in TYPES for it in board["columns"][kind]]
    if not held:
        return None
    card, others = rng.choice(held)
    alike = sum(model.card(p, it)["type"] == model.card(p, card)["type"] for it in others)
    part = rng.randrange(len(model.parts(p, card))) if model.card(p, card).get("mode") == "and" else 0
    stopped = model.deck(p).edition == "2018" and rng.random() < 0.3
    return {"do": "effect", "card": card, "left": rng.randint(1, alike), "part": part, "stopped": stopped}


def basic_frame(rng: Random, p: Position) -> dict[str, Any] | None:
    return {"do": "basic", "left": rng.randint(1, model.deck(p).setup["tile_slots"])}


def right_frame(rng: Random, p: Position) -> dict[str, Any] | None:
    return {"do": "right"}


def launch_frame(rng: Random, p: Position) -> dict[str, Any] | None:
    bare, ships = model.bare_sites(p), [it for it in model.mine(p)["launched"] if model.parts(p, it)]
    if not bare or not ships:
        return None
    site, ship = rng.choice(bare), rng.choice(ships)
    part = rng.randrange(len(model.parts(p, ship)))
    refilling = {"do": rng.choice(["take ship", "put ship"]), "site": site}
    return rng.choice([{"do": "launch", "site": site, "ship": ship, "part": part}, refilling])


def pay_frame(rng: Random, p: Position) -> dict[str, Any] | None:
    affordable = [it for row in ("earth", "mars") for it in p["rows"][row] if model.can_pay(p, row, it)]
    if not affordable:
        return None
    shuttle = rng.choice(affordable)
    cost = model.card(p, shuttle)["cost"]
    return {"do": "pay", "shuttle": shuttle, "payers": {colour: cost.count(colour) for colour in COLOURS}}


def move_payers_frame(rng: Random, p: Position) -> dict[str, Any] | None:
    source = rng.choice(["earth", "mars"])
    there = [colour for colour, count in model.settlers(p, source).items() for _ in range(count)]
    payers = rng.sample(there, min(len(there), rng.randint(1, 3)))
    return {"do": "move payers", "from": source, "payers": {c: payers.count(c) for c in COLOURS}} if payers else None


FRAMES = (effect_frame, effect_frame, basic_frame, right_frame, launch_frame, pay_frame, move_payers_frame)


def shuffled_deck(rng: Random, p: Position, kind: str) -> list[str]:
    return rng.sample(model.deck(p).cards[kind], len(model.deck(p).cards[kind]))


# --- decks ----------------------------------------------------------------------------------------


def random_deck(rng: Random, players: int) -> dict[str, Any]:
    """Another deck file: every kind of effect at every place, fewer cards, another track."""
    deck = copy.deepcopy(model.deck_file())
    for tile in deck["settler_tiles"]:
        tile["mode"] = rng.choice(["or", "and"])
        tile["effects"] = [random_effect(rng) for _ in range(2)]
    for shuttle in deck["earth_shuttles"] + deck["mars_shuttles"]:
        shuttle["cost"] = [rng.choice(TYPES) for _ in range(rng.choice([1, 2, 2, 3]))]
        shuttle["discard_tiles"] = int(rng.random() < 0.2)
        shuttle["effect"] = random_effect(rng)
    for ship in deck["settlers_ships"]:
        ship.pop("launch_by_edition", None)
        ship["launch"] = [random_effect(rng) for _ in range(rng.choice([0, 1, 1, 2]))]
        ship["settlers_less"] = rng.choice([0, 0, 1, 2])
    ships = deck["settlers_ships"]
    deck["settlers_ships"] = ships[: rng.randint(3 + 4 * players, len(ships))]
    deck["reputation_track"] = random_track(rng)
    deck["setup"] |= {"earth_capacity": rng.randint(4, 8), "mars_capacity": rng.randint(3, 6)}
    deck["setup"] |= {"hand_limit": rng.randint(2, 5), "tile_slots": rng.choice([2, 3, 3])}
    deck["setup"] |= {"site_sizes": {"A": rng.randint(3, 5), "B": rng.randint(3, 4)}, "end_ships": rng.randint(3, 6)}
    return deck


def random_track(rng: Random) -> dict[str, Any]:
    spaces, start = rng.randint(7, 16), rng.randrange(3)
    bonus = sorted(rng.sample(range(start + 1, spaces - 1), rng.choice([0, 1, 2, 3, 3])))
    vp = {edition: sorted(rng.randrange(8) for _ in range(spaces)) for edition in ("2018", "revised")}
    return {"spaces": spaces, "start": start, "max": spaces - 1, "bonus_spaces": bonus, "vp": vp}


def random_effect(rng: Random) -> dict[str, Any]:
    """Reputation more often than others: it is what triggers more."""
    kind = rng.choice(["recruit", "adapt", "move", "reputation", "reputation", "reputation", "draw", "basic", "basic"])
    if kind in ("recruit", "adapt"):
        return {"kind": kind, "colors": sorted(rng.sample(COLOURS, rng.choice([1, 2, 4])), key=COLOURS.index)}
    return {"kind": kind}
