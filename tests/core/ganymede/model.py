"""Ganymede once more, slow and plain: what the compiled engine is compared with, decision by decision.

It works on the dict of to_dict() and shares nothing with the engine but the deck file and docs/ganymede.md. Every frame
of the pending stack has functions of its own: `choices_*` lists its answers, `take_*` carries one out, and `pass_*`
goes on where there is no answer left. Payers are lost by a name of its own ("lose blue ..."); it stands alone, so it is
never asked.
"""

from __future__ import annotations

import functools
import marshal
import tomllib
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import core
from tests.core.chance import mixed, stream

COLOURS = ("blue", "red", "yellow", "purple")
TYPES = (*COLOURS, "white")
SITES = ("A", "B")
SOURCES = {"tiles": 1, "earth": 2, "mars": 3, "ships": 4}
BASIC = [{"kind": kind} for kind in ("recruit", "adapt", "move", "reputation", "draw")]

Position = dict[str, Any]
Frame = dict[str, Any]

# --- the deck file --------------------------------------------------------------------------------


@functools.cache
def deck_file() -> dict[str, Any]:
    return tomllib.loads((Path(core.__file__).parent / "ganymede" / "components.toml").read_text(encoding="utf-8"))


_decks: dict[tuple[int, str], SimpleNamespace] = {}


def deck(p: Position) -> SimpleNamespace:
    file, edition = p["options"]["components"] or deck_file(), p["options"]["edition"]
    if (id(file), edition) not in _decks:
        _decks[id(file), edition] = read_deck(file, edition)
    return _decks[id(file), edition]


def read_deck(file: dict[str, Any], edition: str) -> SimpleNamespace:
    deck = SimpleNamespace(file=file, edition=edition, setup=file["setup"], track=file["reputation_track"])
    names = {"tiles": "settler_tiles", "earth": "earth_shuttles", "mars": "mars_shuttles", "ships": "settlers_ships"}
    deck.cards = {kind: [card["id"] for card in file[name]] for kind, name in names.items()}
    deck.card = {card["id"]: card for name in names.values() for card in file[name]}
    deck.vp = deck.track["vp"][edition]
    return deck


def card(p: Position, name: str) -> Any:
    return deck(p).card[name]


def parts(p: Position, name: str) -> list[Any]:
    """The effect of a card as a list: the parts of a tile, the one effect of a shuttle, the launch parts of a ship."""
    it = card(p, name)
    if "launch_by_edition" in it:
        return list(it["launch_by_edition"][deck(p).edition])
    return list(it.get("effects") or it.get("launch") or ([it["effect"]] if "effect" in it else []))


# --- chance ---------------------------------------------------------------------------------------


def shuffled(p: Position, kind: str, index: int) -> list[str]:
    return mixed(deck(p).cards[kind], stream(p["seed"], SOURCES[kind], index))


# --- reading a position ---------------------------------------------------------------------------


def mine(p: Position) -> dict[str, Any]:
    board: dict[str, Any] = p["boards"][p["seat"]]
    return board


def in_order(p: Position, kind: str, cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=deck(p).cards[kind].index)


def total(settlers: dict[str, int]) -> int:
    return sum(settlers.values())


def settlers(p: Position, place: str) -> dict[str, int]:
    board = mine(p)
    found: dict[str, int] = board[place] if place in ("earth", "mars") else board["sites"][place]["settlers"]
    return found


def site_size(p: Position, site: str) -> int:
    less = card(p, mine(p)["sites"][site]["ship"]).get("settlers_less", 0)
    return int(deck(p).setup["site_sizes"][site] - less)


def is_full(p: Position, site: str) -> bool:
    return bool(mine(p)["sites"][site]["ship"]) and total(settlers(p, site)) >= site_size(p, site)


def accepts(p: Position, site: str, colour: str, there: dict[str, int]) -> bool:
    """G12, with `there` as the settlers that are on the site."""
    if not mine(p)["sites"][site]["ship"] or total(there) >= site_size(p, site):
        return False
    return set(present(there)) <= {colour} if site == "A" else not there[colour]


def fits(p: Position, place: str, colour: str) -> bool:
    there = settlers(p, place)
    if place in SITES:
        return accepts(p, place, colour, there)
    return total(there) < int(deck(p).setup[f"{place}_capacity"])


def present(settlers: dict[str, int]) -> list[str]:
    return [colour for colour in COLOURS if settlers[colour]]


def bare_sites(p: Position) -> list[str]:
    return [site for site in SITES if not mine(p)["sites"][site]["ship"]]


def hand_has_room(p: Position) -> bool:
    """G13, G26: only 2018 limits the hand within the turn."""
    return deck(p).edition == "revised" or len(mine(p)["hand"]) < int(deck(p).setup["hand_limit"])


# --- the ways of applying one effect (G14 to G19) -------------------------------------------------


def printed(effect: Any) -> list[str]:
    """No colours stand for any."""
    return [colour for colour in COLOURS if colour in effect.get("colors", COLOURS)]


def recruits(p: Position, effect: Any) -> list[str]:
    return [f"recruit {c}" for c in printed(effect) if p["supply"][c] and fits(p, "earth", c)]


def adapts(p: Position, effect: Any) -> list[str]:
    free = deck(p).edition == "revised"
    return [
        f"adapt {old} to {new} on {place}"
        for place in ("earth", "mars", *SITES)
        for old in present(settlers(p, place))
        for new in present(p["supply"])
        if old != new and (free or {old, new} & set(printed(effect))) and can_swap(p, place, old, new)
    ]


def can_swap(p: Position, place: str, old: str, new: str) -> bool:
    """The leaver goes first and the site is judged without it (G15)."""
    there = settlers(p, place)
    return place not in SITES or accepts(p, place, new, {**there, old: there[old] - 1})


def moves(p: Position, effect: Any) -> list[str]:
    roads = [("earth", "mars"), ("mars", "A"), ("mars", "B"), ("A", "B"), ("B", "A")]
    return [f"move {c} {a} to {b}" for a, b in roads for c in present(settlers(p, a)) if fits(p, b, c)]


def reputations(p: Position, effect: Any) -> list[str]:
    return ["reputation"] if mine(p)["reputation"] < deck(p).track["max"] else []


def draws(p: Position, effect: Any) -> list[str]:
    return ships_to_take(p) if hand_has_room(p) else []


def ships_to_take(p: Position) -> list[str]:
    return [f"draw {ship}" for ship in p["rows"]["ships"]] + ["draw pile"] * bool(p["piles"]["ships"])


def basics(p: Position, effect: Any) -> list[str]:
    return [way for basic in BASIC for way in ways(p, basic)]


WAYS: dict[str, Callable[[Position, Any], list[str]]] = {
    "recruit": recruits,
    "adapt": adapts,
    "move": moves,
    "reputation": reputations,
    "draw": draws,
    "basic": basics,
}


def ways(p: Position, effect: Any) -> list[str]:
    return WAYS[effect["kind"]](p, effect)


# --- carrying out one way -------------------------------------------------------------------------


def perform(p: Position, name: str, gain: Frame | None = None) -> None:
    """`gain` is the effect frame whose gain this reputation belongs to, if it could still bring a point (G21)."""
    verb, *words = name.split()
    if verb == "recruit":
        shift(p["supply"], mine(p)["earth"], words[0])
    elif verb == "adapt":
        old, _, new, _, place = words
        shift(settlers(p, place), p["supply"], old)
        shift(p["supply"], settlers(p, place), new)
    elif verb == "move":
        colour, source, _, target = words
        shift(settlers(p, source), settlers(p, target), colour)
    elif verb == "reputation":
        gain_point(p, gain)
    else:
        draw(p, words[0])


def shift(source: dict[str, int], target: dict[str, int], colour: str) -> None:
    source[colour] -= 1
    target[colour] += 1


def gain_point(p: Position, gain: Frame | None) -> None:
    """G21, G22. Of the last space's two gifts the Basic is on top."""
    board, track = mine(p), deck(p).track
    board["reputation"] += 1
    if board["reputation"] == track["max"]:
        push(p, "right")
    if board["reputation"] in track["bonus_spaces"]:
        if gain and deck(p).edition == "2018":
            push(p, "bonus")
        else:
            push(p, "basic", left=1)


def draw(p: Position, ship: str) -> None:
    if ship == "pile":
        knowers = {p["seat"], *p["pile_known_to"].pop(0)}
        to_hand(p, p["piles"]["ships"].pop(0), knowers)
    else:
        p["rows"]["ships"].remove(ship)
        to_hand(p, ship, set(range(p["players"])))


def to_hand(p: Position, ship: str, knowers: set[int]) -> None:
    board = mine(p)
    known = dict(zip(board["hand"], board["hand_known_to"], strict=True)) | {ship: sorted(knowers)}
    board["hand"] = in_order(p, "ships", known)
    board["hand_known_to"] = [known[ship] for ship in board["hand"]]


def from_hand(p: Position, ship: str) -> list[int]:
    board = mine(p)
    index = board["hand"].index(ship)
    board["hand"].pop(index)
    knowers: list[int] = board["hand_known_to"].pop(index)
    return knowers


def discard_tile(p: Position, tile: str) -> None:
    mine(p)["tiles"].remove(tile)
    p["discards"] = in_order(p, "tiles", [*p["discards"], tile])


def launch(p: Position, site: str) -> None:
    """G23 (a)."""
    board = mine(p)
    ship = board["sites"][site]["ship"]
    for colour in COLOURS:
        p["supply"][colour] += board["sites"][site]["settlers"][colour]
        board["sites"][site]["settlers"][colour] = 0
    board["sites"][site]["ship"] = None
    board["launched"] = in_order(p, "ships", [*board["launched"], ship])
    push(p, "launch", site=site, ship=ship, part=0)
    if not parts(p, ship):
        end_launch_effect(p)


def push(p: Position, do: str, **fields: Any) -> None:
    p["pending"].append({"do": do, **fields})


def pop(p: Position) -> None:
    p["pending"].pop()


# --- the action of a turn (G8, G9, G10) -----------------------------------------------------------


def choices_action(p: Position) -> list[str]:
    tiles = [f"tile {tile}" for tile in p["rows"]["tiles"]]
    shuttles = [f"shuttle {row} {it}" for row in ("earth", "mars") for it in p["rows"][row] if can_pay(p, row, it)]
    held = mine(p)["tiles"]
    groups = [group for n in range(1, len(held) + 1) for group in combinations(held, n)]
    return tiles + shuttles + [" ".join(["discard", "tile" + "s" * (len(group) > 1), *group]) for group in groups]


def can_pay(p: Position, place: str, shuttle: str) -> bool:
    cost, there = card(p, shuttle)["cost"], settlers(p, place)
    enough = all(cost.count(colour) <= there[colour] for colour in COLOURS) and len(cost) <= total(there)
    return enough and len(mine(p)["tiles"]) >= card(p, shuttle)["discard_tiles"]


def take_action(p: Position, name: str) -> None:
    push(p, "end")
    verb, *words = name.split()
    if verb == "tile":
        if len(mine(p)["tiles"]) == deck(p).setup["tile_slots"]:
            push(p, "take tile", tile=words[0])
        else:
            place_tile(p, words[0])
    elif verb == "shuttle":
        cost = card(p, words[1])["cost"]
        push(p, "pay", shuttle=words[1], payers={colour: cost.count(colour) for colour in COLOURS})
    else:
        for tile in words[1:]:
            discard_tile(p, tile)
        push(p, "basic", left=len(words) - 1)


def place_tile(p: Position, tile: str) -> None:
    p["rows"]["tiles"].remove(tile)
    mine(p)["tiles"] = in_order(p, "tiles", [*mine(p)["tiles"], tile])
    times = sum(card(p, it)["type"] == card(p, tile)["type"] for it in mine(p)["tiles"])
    push(p, "effect", card=tile, left=times, part=0, stopped=False)


def choices_take_tile(p: Position, frame: Frame) -> list[str]:
    return [f"discard tile {tile}" for tile in mine(p)["tiles"]]


def take_take_tile(p: Position, frame: Frame, name: str) -> None:
    pop(p)
    discard_tile(p, name.split()[2])
    place_tile(p, frame["tile"])


# --- paying for a shuttle (G9, G11) ---------------------------------------------------------------


def shuttle_row(p: Position, shuttle: str) -> str:
    return "earth" if shuttle in deck(p).cards["earth"] else "mars"


def choices_pay(p: Position, frame: Frame) -> list[str]:
    it, there = card(p, frame["shuttle"]), settlers(p, shuttle_row(p, frame["shuttle"]))
    free = {colour: there[colour] - frame["payers"][colour] for colour in COLOURS}
    missing = len(it["cost"]) - total(frame["payers"])
    if missing:
        colours = [f"pay {colour}" for colour in present(free)]
        return colours if missing < total(free) else colours[:1]
    return [f"discard tile {tile}" for tile in mine(p)["tiles"]] if it["discard_tiles"] else []


def take_pay(p: Position, frame: Frame, name: str) -> None:
    verb, *words = name.split()
    if verb == "pay":
        frame["payers"][words[0]] += 1
    else:
        discard_tile(p, words[1])
        pass_pay(p, frame)


def pass_pay(p: Position, frame: Frame) -> None:
    """All is chosen: the card goes to its column, then payers, effect, set bonus, in this order from the top."""
    pop(p)
    shuttle, row, columns = frame["shuttle"], shuttle_row(p, frame["shuttle"]), mine(p)["columns"]
    kind, sets = card(p, shuttle)["type"], complete_sets(mine(p))
    p["rows"][row].remove(shuttle)
    shuttles = deck(p).cards["earth"] + deck(p).cards["mars"]
    columns[kind] = sorted([*columns[kind], shuttle], key=shuttles.index)
    if complete_sets(mine(p)) > sets:
        push(p, "right")
    push(p, "effect", card=shuttle, left=len(columns[kind]), part=0, stopped=False)
    push(p, "move payers", **{"from": row, "payers": frame["payers"]})


def complete_sets(board: dict[str, Any]) -> int:
    return min(len(board["columns"][kind]) for kind in TYPES)


def choices_move_payers(p: Position, frame: Frame) -> list[str]:
    payers = frame["payers"]
    if frame["from"] == "earth":
        orders = [f"move {colour} earth to mars" for colour in present(payers)]
        room = deck(p).setup["mars_capacity"] - total(mine(p)["mars"])
        return orders if 0 < room < total(payers) else orders[:1]
    lost = [f"lose {c} mars to supply" for c in present(payers) if not any(fits(p, site, c) for site in SITES)]
    return lost[:1] or [f"move {c} mars to {site}" for c in present(payers) for site in SITES if fits(p, site, c)]


def take_move_payers(p: Position, frame: Frame, name: str) -> None:
    _, colour, source, _, target = name.split()
    lost = target == "supply" or not fits(p, target, colour)
    shift(settlers(p, source), p["supply"] if lost else settlers(p, target), colour)
    frame["payers"][colour] -= 1


def pass_move_payers(p: Position, frame: Frame) -> None:
    pop(p)


# --- effects --------------------------------------------------------------------------------------


def is_and(p: Position, frame: Frame) -> bool:
    return bool(card(p, frame["card"]).get("mode") == "and")


def basics_of_adapts(p: Position, frame: Frame) -> bool:
    """Revised: adapts of a shuttle may be turned into Basics, two for one (G15)."""
    it = card(p, frame["card"])
    return deck(p).edition == "revised" and "cost" in it and it["effect"]["kind"] == "adapt"


def choices_effect(p: Position, frame: Frame) -> list[str]:
    halves = parts(p, frame["card"])
    if is_and(p, frame):
        return optional(effect_ways(p, frame, halves[frame["part"]]), "decline")
    found = []
    for half in halves:
        if half["kind"] == "basic" and len(halves) > 1:
            found += ["basic"] * bool(basics(p, half))
        else:
            found += effect_ways(p, frame, half)
    if basics_of_adapts(p, frame) and frame["left"] >= 2 and basics(p, None):
        found.append("basic")
    return optional(list(dict.fromkeys(found)), "stop")


def optional(found: list[str], way_out: str) -> list[str]:
    return [*found, way_out] if found else []


def effect_ways(p: Position, frame: Frame, half: Any) -> list[str]:
    """After a stop on a bonus space this gain brings no more reputation, but a Basic is a gain of its own (G21)."""
    return [] if frame["stopped"] and half["kind"] == "reputation" else ways(p, half)


def take_effect(p: Position, frame: Frame, name: str) -> None:
    if name == "stop":
        return pop(p)
    asked = parts(p, frame["card"])
    if is_and(p, frame):
        asked = [asked[frame["part"]]]
        next_part(p, frame)
        if name == "decline":
            return
    else:
        frame["left"] -= 2 if name == "basic" and basics_of_adapts(p, frame) else 1
        if not frame["left"]:
            pop(p)
    if name == "basic":
        return push(p, "basic", left=1)
    shared = any(part["kind"] == "reputation" for part in asked)  # else it was a Basic, a gain of its own
    perform(p, name, frame if shared and more_points(p, frame) else None)


def pass_effect(p: Position, frame: Frame) -> None:
    if is_and(p, frame):
        next_part(p, frame)
    else:
        pop(p)


def next_part(p: Position, frame: Frame) -> None:
    frame["part"] += 1
    if frame["part"] == len(parts(p, frame["card"])):
        frame["part"] = 0
        frame["left"] -= 1
        if not frame["left"]:
            pop(p)


def more_points(p: Position, frame: Frame) -> bool:
    """Whether a frame that has just been counted down could bring another point."""
    every = parts(p, frame["card"])
    ahead = every[frame["part"] :] * (frame["left"] > 0) + every * (frame["left"] > 1)
    return any(part["kind"] == "reputation" for part in ahead)


def choices_basic(p: Position, frame: Frame) -> list[str]:
    return optional(basics(p, None), "stop")


def take_basic(p: Position, frame: Frame, name: str) -> None:
    frame["left"] -= 1
    if name == "stop" or not frame["left"]:
        pop(p)
    if name != "stop":
        perform(p, name)


def pass_basic(p: Position, frame: Frame) -> None:
    pop(p)


def choices_bonus(p: Position, frame: Frame) -> list[str]:
    return ["bonus", "give up"]


def take_bonus(p: Position, frame: Frame, name: str) -> None:
    pop(p)
    if name == "bonus":
        p["pending"][-1]["stopped"] = True
        push(p, "basic", left=1)


# --- launching (G22 to G25) -----------------------------------------------------------------------


def choices_right(p: Position, frame: Frame) -> list[str]:
    return optional([f"launch {site}" for site in SITES if mine(p)["sites"][site]["ship"]], "decline")


def take_right(p: Position, frame: Frame, name: str) -> None:
    pop(p)
    if name != "decline":
        launch(p, name.split()[1])


def pass_right(p: Position, frame: Frame) -> None:
    pop(p)


def choices_launch(p: Position, frame: Frame) -> list[str]:
    return optional(ways(p, parts(p, frame["ship"])[frame["part"]]), "decline")


def take_launch(p: Position, frame: Frame, name: str) -> None:
    pass_launch(p, frame)
    if name != "decline":
        perform(p, name)


def pass_launch(p: Position, frame: Frame) -> None:
    frame["part"] += 1
    if frame["part"] == len(parts(p, frame["ship"])):
        end_launch_effect(p)


def end_launch_effect(p: Position) -> None:
    p["pending"][-1] = {"do": "take ship", "site": p["pending"][-1]["site"]}


def choices_take_ship(p: Position, frame: Frame) -> list[str]:
    return ships_to_take(p) if hand_has_room(p) else []


def take_take_ship(p: Position, frame: Frame, name: str) -> None:
    perform(p, name)
    pass_take_ship(p, frame)


def pass_take_ship(p: Position, frame: Frame) -> None:
    p["pending"][-1] = {"do": "put ship", "site": frame["site"]}


def choices_put_ship(p: Position, frame: Frame) -> list[str]:
    return [f"site {frame['site']} {ship}" for ship in mine(p)["hand"]]


def take_put_ship(p: Position, frame: Frame, name: str) -> None:
    pop(p)
    put_ship(p, name)


def put_ship(p: Position, name: str) -> None:
    _, site, ship = name.split()
    from_hand(p, ship)
    mine(p)["sites"][site]["ship"] = ship


def pass_put_ship(p: Position, frame: Frame) -> None:
    pop(p)


# --- the end of a turn (G24, G26 to G29) ----------------------------------------------------------


def choices_end(p: Position, frame: Frame) -> list[str]:
    hand = mine(p)["hand"]
    full = [f"launch {site}" for site in SITES if is_full(p, site)]
    bare = [f"site {site} {ship}" for site in bare_sites(p) for ship in hand]
    under = [f"under {ship}" for ship in hand] if len(hand) > deck(p).setup["hand_limit"] else []
    return full or bare or under


def take_end(p: Position, frame: Frame, name: str) -> None:
    verb, *words = name.split()
    if verb == "launch":
        launch(p, words[0])
    elif verb == "site":
        put_ship(p, name)
    else:
        p["pile_known_to"].append(from_hand(p, words[0]))
        p["piles"]["ships"].append(words[0])


def pass_end(p: Position, frame: Frame) -> None:
    pop(p)
    refill(p)
    if p["seat"] + 1 < p["players"]:
        p["seat"] += 1
    elif game_ends(p):
        p["phase"] = "over"
    else:
        p["seat"] = 0
        p["round"] += 1


def refill(p: Position) -> None:
    setup = deck(p).setup
    rebuild_tiles(p)
    for kind, places in (("tiles", "tile_row"), ("earth", "earth_row"), ("mars", "mars_row"), ("ships", "ship_row")):
        row, pile = p["rows"][kind], p["piles"]
        while len(row) < setup[places] and pile[kind]:
            row.append(pile[kind].pop(0))
            if kind == "tiles":
                rebuild_tiles(p)
            if kind == "ships":
                p["pile_known_to"].pop(0)
        p["rows"][kind] = in_order(p, kind, row)


def rebuild_tiles(p: Position) -> None:
    """G4: whenever the pile is found empty, needed or not."""
    if not p["piles"]["tiles"] and p["discards"]:
        p["rebuilds"] += 1
        p["piles"]["tiles"] = [tile for tile in shuffled(p, "tiles", p["rebuilds"]) if tile in p["discards"]]
        p["discards"] = []


def game_ends(p: Position) -> bool:
    """G29; none of the three ever becomes false again, so looking once a round is enough."""
    enough = any(len(board["launched"]) >= deck(p).setup["end_ships"] for board in p["boards"])
    return enough or not p["piles"]["earth"] or not p["piles"]["mars"] or p["round"] >= p["options"]["max_rounds"]


# --- set-up (G5, G6) ------------------------------------------------------------------------------


def new(players: int, options: dict[str, Any], seed: int) -> Position:
    p: Position = {"game": "ganymede", "players": players, "options": options, "phase": "setup", "round": 1, "seat": 0}
    p |= {"seed": seed, "discards": [], "rebuilds": 0, "pending": []}
    setup = deck(p).setup
    p["supply"] = dict.fromkeys(COLOURS, setup["supply_per_color"][str(players)])
    piles = p["piles"] = {kind: shuffled(p, kind, 0) for kind in SOURCES}
    start = [tile for tile in piles["tiles"] if card(p, tile)["start"]]
    piles["tiles"] = [tile for tile in piles["tiles"] if tile not in start]
    ship_row = 0 if deck(p).edition == "revised" else setup["ship_row"]
    p["rows"] = {"tiles": in_order(p, "tiles", start)}
    for kind, places in (("earth", setup["earth_row"]), ("mars", setup["mars_row"]), ("ships", ship_row)):
        p["rows"][kind] = in_order(p, kind, take_top(piles[kind], places))
    p["boards"] = [new_board(p, take_top(piles["ships"], setup["ships_dealt"])) for _ in range(players)]
    p["pile_known_to"] = [[] for _ in piles["ships"]]
    return p


def take_top(pile: list[str], count: int) -> list[str]:
    top = pile[:count]
    del pile[:count]
    return top


def new_board(p: Position, dealt: list[str]) -> dict[str, Any]:
    none = dict.fromkeys(COLOURS, 0)
    return {
        "tiles": [],
        "earth": {**none},
        "mars": {**none},
        "sites": {site: {"ship": None, "settlers": {**none}} for site in SITES},
        "columns": {kind: [] for kind in TYPES},
        "reputation": deck(p).track["start"],
        "hand": [],
        "hand_known_to": [],
        "launched": [],
        "dealt": in_order(p, "ships", dealt),
        "kept": [],
    }


def choices_setup(p: Position) -> list[str]:
    return [f"site {SITES[len(mine(p)['kept'])]} {ship}" for ship in mine(p)["dealt"]]


def take_setup(p: Position, name: str) -> None:
    board, ship = mine(p), name.split()[2]
    board["dealt"].remove(ship)
    board["kept"].append(ship)
    if len(board["kept"]) == len(SITES):
        if p["seat"] + 1 < p["players"]:
            p["seat"] += 1
        else:
            reveal(p)


def reveal(p: Position) -> None:
    for board in p["boards"]:
        for site, ship in zip(SITES, board["kept"], strict=True):
            board["sites"][site]["ship"] = ship
        board["dealt"], board["kept"] = [], []
    placed = {site["ship"] for board in p["boards"] for site in board["sites"].values()} | set(p["rows"]["ships"])
    pile = p["piles"]["ships"] = [ship for ship in shuffled(p, "ships", 1) if ship not in placed]
    short = deck(p).setup["ship_row"] - len(p["rows"]["ships"])
    p["rows"]["ships"] = in_order(p, "ships", [*p["rows"]["ships"], *take_top(pile, short)])
    p["pile_known_to"] = [[] for _ in pile]
    p["phase"], p["seat"] = "play", 0


# --- asking and answering -------------------------------------------------------------------------


def choices(p: Position) -> list[str]:
    """The answers of the top frame; one alone is forced, none at all means that it has nothing (more) to ask."""
    if p["phase"] == "over":
        return []
    if p["phase"] == "setup":
        return choices_setup(p)
    if not p["pending"]:
        return choices_action(p)
    frame = p["pending"][-1]
    found: list[str] = frame_function("choices", frame)(p, frame)
    return found


def take(p: Position, name: str) -> None:
    if p["phase"] == "setup":
        take_setup(p, name)
    elif not p["pending"]:
        take_action(p, name)
    else:
        frame = p["pending"][-1]
        frame_function("take", frame)(p, frame, name)


def frame_function(what: str, frame: Frame) -> Any:
    return globals()[f"{what}_{frame['do'].replace(' ', '_')}"]


def settle(p: Position) -> None:
    """Does what is forced until there is something to ask."""
    while p["phase"] == "play" and p["pending"]:
        found, frame = choices(p), p["pending"][-1]
        if len(found) > 1:
            return
        if found:
            take(p, found[0])
        else:
            frame_function("pass", frame)(p, frame)


def legal_names(position: Position) -> list[str]:
    return choices(position)


def apply(position: Position, name: str) -> Position:
    """The position after a legal decision; the one given stays as it is."""
    changing = {field: value for field, value in position.items() if field != "options"}
    after: Position = marshal.loads(marshal.dumps(changing)) | {"options": position["options"]}
    take(after, name)
    settle(after)
    return after


# --- scores (G30, G31) ----------------------------------------------------------------------------


def scores(p: Position) -> list[float]:
    return [float(score(p, board)) for board in p["boards"]]


def score(p: Position, board: dict[str, Any]) -> int:
    aboard = sum(total(site["settlers"]) for site in board["sites"].values())
    shuttles = [card(p, shuttle) for kind in TYPES for shuttle in board["columns"][kind]]
    ships = sum(ship_points(p, board, shuttles, card(p, ship)["vp"]) for ship in board["launched"])
    return int(ships + deck(p).vp[board["reputation"]] + aboard)


def ship_points(p: Position, board: dict[str, Any], shuttles: list[Any], vp: Any) -> int:
    count = {
        "flat": lambda: vp["value"],
        "per_shuttle_of_type": lambda: vp["each"] * sum(it["type"] == vp["type"] for it in shuttles),
        "per_cost_symbol_of_color": lambda: vp["each"] * sum(it["cost"].count(vp["color"]) for it in shuttles),
        "reputation_again": lambda: deck(p).vp[board["reputation"]],
        "per_settler_tile_held": lambda: vp["each"] * len(board["tiles"]),
        "per_series": lambda: vp["each"] * counted_sets(p, board, vp),
    }
    return int(count[vp["kind"]]())


def counted_sets(p: Position, board: dict[str, Any], vp: Any) -> int:
    limit = vp["max_times"].get(deck(p).edition)
    return complete_sets(board) if limit is None else min(limit, complete_sets(board))


def ranks(p: Position) -> list[int]:
    order = [(score(p, board), total(board["mars"]), total(board["earth"])) for board in p["boards"]]
    return [1 + sum(other > own for other in order) for own in order]
