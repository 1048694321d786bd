"""Bots and Rovers of the slow model (rulings 18, 19, 27, 28): whether a piece can still stop is searched for."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.core.on_mars.model_data import CARDS, DISCOVERY, Position, clone, neighbours
from tests.core.on_mars.model_effects import CAN, DO, Asking, ask, can, contribute, do, pay, task_done, use_tech
from tests.core.on_mars.model_reading import (
    board,
    goals_to_pay,
    owners,
    pieces,
    rover_hex,
    seats,
    spent,
    tech_level,
    ways,
)

# A grant: points of "bot" and "rover" (absent: not part of it), "tech" while Rover Tech may be used, "collect" for Bots
# that act as Rovers, "transit": (piece, hex) of the piece that may not stay where it is, or None.
Grant = dict[str, Any]


def tile_effect(what: str) -> str:
    return str(DISCOVERY[int(what.split()[1])] if what.startswith("discovery") else CARDS["research"]["effect"])


def claimable(p: Position, seat: int, hex_: str | None) -> bool:
    what: str = p["ground"].get(hex_, "crystal")
    if what == "crystal" or (what.startswith("research") and what[-1] in board(p, seat)["research"]):
        return False
    return can(p, seat, tile_effect(what))


def has_tile(p: Position, hex_: str) -> bool:
    return str(p["ground"].get(hex_, "crystal")) != "crystal"


def may_stop(p: Position, seat: int, piece: str, hex_: str) -> bool:
    """The piece stands there already (R84, R89)."""
    return pieces(p, hex_) == 1 and (piece == "bot" or not has_tile(p, hex_) or claimable(p, seat, hex_))


def step(p: Position, seat: int, grant: Grant, piece: str, start: str, to: str) -> None:
    own = board(p, seat)
    if piece == "rover":
        own["rover"] = to
    else:
        own["bots"][own["bots"].index(start)] = to
    grant[piece] -= 1
    if p["ground"].get(to) == "crystal" and (piece == "rover" or grant["collect"]):
        del p["ground"][to]
        own["waiting"] += 1
    grant["transit"] = None if may_stop(p, seat, piece, to) else (piece, to)


# --- looking ahead --------------------------------------------------------------------------------


def rescued(p: Position, seat: int, grant: Grant) -> bool:
    """Whether the piece in transit, if any, can still come to a legal stop."""
    if not grant["transit"]:
        return True
    piece, hex_ = grant["transit"]
    techs = {0, *tech_points(p, grant, piece)}
    money = board(p, seat)["crystals"] + len(goals_to_pay(p, seat))
    front = {(hex_, frozenset[str]())}
    for steps in range(1, grant[piece] + max(techs) + money + 1):
        front = {further(p, grant, piece, to, seen) for at, seen in front for to in neighbours(at)}
        for at, seen in front:
            if any(stops(p, seat, grant, (hex_, at, seen), steps, tech) for tech in techs):
                return True
    return False


def tech_points(p: Position, grant: Grant, piece: str) -> list[int]:
    usable = piece == "rover" and grant["tech"]
    return [tech_level(p, owner, "rover") for owner in owners(p, "rover") if usable]


def further(p: Position, grant: Grant, piece: str, to: str, seen: frozenset[str]) -> tuple[str, frozenset[str]]:
    collects = piece == "rover" or grant["collect"]
    return to, seen | {to} if collects and p["ground"].get(to) == "crystal" else seen


def stops(p: Position, seat: int, grant: Grant, route: tuple[str, str, frozenset[str]], steps: int, tech: int) -> bool:
    """Whether the piece may stop at the end of the route, the points it lacks bought in some way."""
    start, at, seen = route
    piece, bought = grant["transit"][0], max(0, steps - grant[grant["transit"][0]] - tech)
    crystals, goals = board(p, seat)["crystals"], goals_to_pay(p, seat)
    if bought > crystals + len(goals) or pieces(p, at) - (at == start):
        return False
    if piece == "bot" or not has_tile(p, at):
        return True
    return any(
        arrives_to_claim(p, seat, at, seen, coins, bought - coins)
        for coins in range(max(0, bought - len(goals)), min(bought, crystals) + 1)
    )


def arrives_to_claim(p: Position, seat: int, at: str, seen: frozenset[str], coins: int, cards: int) -> bool:
    q = clone(p)
    own = board(q, seat)
    own["crystals"] -= coins
    own["waiting"] += len(seen)
    own["goals"]["hand"] = own["goals"]["hand"][cards:]
    own["rover"] = at
    return claimable(q, seat, at)


# --- the decisions of a grant ---------------------------------------------------------------------


def step_names(p: Position, seat: int, grant: Grant) -> list[str]:
    movers = [grant["transit"]] if grant["transit"] else all_movers(p, seat, grant)
    found = []
    for (piece, start), number in product(movers, range(6)):
        near = neighbours(start)
        if grant.get(piece) and number < len(near):
            q, after = clone(p), dict(grant)
            step(q, seat, after, piece, start, near[number])
            if rescued(q, seat, after):
                found.append(f"rover to ({near[number]})" if piece == "rover" else f"bot ({start}) to ({near[number]})")
    return found


def all_movers(p: Position, seat: int, grant: Grant) -> list[tuple[str, str]]:
    bots = [("bot", hex_) for hex_ in sorted(set(board(p, seat)["bots"])) if "bot" in grant]
    return bots + [("rover", rover_hex(p, seat))] * ("rover" in grant)


def purchase_names(p: Position, seat: int, grant: Grant) -> list[str]:
    found = []
    for piece in ("bot", "rover"):
        concerned = not grant["transit"] or grant["transit"][0] == piece
        if grant.get(piece) == 0 and concerned:
            after = {**grant, piece: 1}
            if any(rescued(spent(p, seat, way), seat, after) for way in ways(p, seat, "crystal")):
                found.append(f"buy {piece} point")
    return found


def tech_names(p: Position, seat: int, grant: Grant) -> list[str]:
    if not grant["tech"] or (grant["transit"] and grant["transit"][0] == "bot"):
        return []
    fit = [owner for owner in owners(p, "rover") if rescued(p, seat, with_tech(p, grant, owner))]
    return [f"use tech of {owner}" for owner in fit]


def with_tech(p: Position, grant: Grant, owner: int) -> Grant:
    return {**grant, "tech": False, "rover": grant["rover"] + tech_level(p, owner, "rover")}


def move(p: Position, seat: int, grant: Grant) -> Asking:
    while True:
        names = step_names(p, seat, grant) + purchase_names(p, seat, grant) + tech_names(p, seat, grant)
        name = yield from ask(seat, names + ["stop"] * (not grant["transit"]))
        words = name.split()
        if name == "stop":
            return
        if words[0] == "buy":
            grant[words[1]] = 1
            yield from pay(p, seat, ["crystal"], lambda q: rescued(q, seat, grant))
        elif words[0] == "use":
            use_tech(p, seat, int(words[-1]), "rover")
            grant.update(with_tech(p, grant, int(words[-1])))
        else:
            start = words[1][1:-1] if words[0] == "bot" else ""
            step(p, seat, grant, words[0], start, words[-1][1:-1])


def movement(p: Position, seat: int, **grant: Any) -> Asking:
    grant = {"tech": False, "collect": False, "transit": None, **grant}
    yield from move(p, seat, grant)
    hex_ = board(p, seat)["rover"]
    if "rover" in grant and claimable(p, seat, hex_) and (yield from ask(seat, ["claim", "leave"])) == "claim":
        yield from claim(p, seat, hex_)
    if grant["collect"]:
        yield from claim_under_bots(p, seat)


def claim_under_bots(p: Position, seat: int) -> Asking:
    while True:
        tiles = [f"claim ({hex_})" for hex_ in board(p, seat)["bots"] if claimable(p, seat, hex_)]
        name = yield from ask(seat, [*tiles, "stop"])
        if name == "stop":
            return
        yield from claim(p, seat, name.split()[1][1:-1])


def claim(p: Position, seat: int, hex_: str) -> Asking:
    """Ruling 35: the tile leaves the map and counts, then its benefit."""
    what, own = p["ground"].pop(hex_), board(p, seat)
    if what.startswith("research"):
        own["research"].append(what[-1])
        contribute(p, seat, "research_tiles")
    else:
        own["discoveries"].append(int(what.split()[1]))
        contribute(p, seat, "discovery_tiles")
        yield from task_done(p, seat, "collect_discovery")
    yield from do(p, seat, tile_effect(what))


def best_rover(p: Position) -> int:
    return max(tech_level(p, seat, "rover") for seat in seats(p))


def control(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    yield from movement(p, seat, bot=int(words[1]), rover=int(words[1]), tech=True)


def bots(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    yield from movement(p, seat, bot=int(words[1]), collect="collect" in words)


def rover(p: Position, seat: int, words: list[str], optional: bool) -> Asking:
    points = best_rover(p) if words[1] == "best" else int(words[1])
    yield from movement(p, seat, rover=points, tech="tech" in words)


for name, effect in (("control", control), ("bots", bots), ("rover", rover)):
    CAN[name] = lambda p, seat, words: True
    DO[name] = effect
