"""What was rare about one decision, so that a comparison can tell how much of the rules it has reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.core.ganymede import model
from tests.core.ganymede.model import SITES, Position

LAUNCHING = ("launch", "take ship", "put ship")

# What a comparison must have reached to count.
IN_BOTH = {
    "G4 tile pile rebuilt",
    "G8 fourth tile",
    "G8 third tile of a type",
    "G9 choice of payer",
    "G9 choice of tile",
    "G9 fourth or later shuttle of a column",
    "G11 choice of payers from earth",
    "G11 choice of payers from mars",
    "G11 payers lost",
    "G13 supply out of a colour",
    "G15 adapt on A",
    "G15 adapt on A, full",
    "G15 adapt on B",
    "G15 adapt on B, full",
    "G16 move from site to site",
    "G16 move out of a full site",
    "G21 Basic inside Basic",
    "G21 bonus by a Basic card's reputation with applications left",
    "G21 bonus by a basic's reputation",
    "G21 bonus by a launch's reputation",
    "G22 last space",
    "G22 last space, without a ship to launch",
    "G22 right above G25 right",
    "G23 nothing to take",
    "G24 choice between two full ships",
    "G25 a set is completed",
    "G25 a set is completed, second or later",
    "G27 bare site at the end of a turn",
    "G27 choice of site or ship",
    "G29 end by rounds",
    "G29 end by ships",
    "G29 end by the earth pile",
    "G29 end by the mars pile",
    "hand of 4 or more within a turn",
    "launch by end",
    "launch by right",
    "launch by right inside a launch",
    "launch of an incomplete ship",
    "launch of an incomplete ship, empty",
    "launch open inside a launch",
    "no ship to draw",
    "right to launch declined",
    "stack depth 4",
    "launch effect recruit",
    "launch effect adapt",
    "launch effect move",
    "launch effect reputation",
    "launch effect draw",
    "launch effect basic",
}
RARE = {
    "2018": IN_BOTH
    | {
        "G21 bonus",
        "G21 give up",
        "G21 other half of an or tile after a stop",
        "G23 no room to take",
    },
    "revised": IN_BOTH
    | {
        "G15 two adapts for a Basic",
        "G15 two adapts for a Basic, adapt impossible",
        "G26 under the pile",
        "G26 under an empty pile",
        "G26 turned up in the same turn",
        "known place drawn unseen",
    },
}


def happened(before: Position, name: str, after: Position) -> Iterator[str]:
    if before["phase"] != "play":
        return
    top = before["pending"][-1] if before["pending"] else {"do": "action"}
    was, now = model.mine(before), after["boards"][before["seat"]]
    yield from of_reputation(before, top, name, after)
    yield from of_launching(before, top, name, after)
    yield from of_settlers(before, top, name, after)
    yield from of_effects(before, top, name)
    yield from of_ships(before, top, name, after)
    yield from of_turns(before, after)
    if model.complete_sets(now) > model.complete_sets(was):
        yield "G25 a set is completed" + (", second or later" if model.complete_sets(now) > 1 else "")


def of_reputation(p: Position, top: Any, name: str, after: Position) -> Iterator[str]:
    stack = [frame["do"] for frame in after["pending"]]
    if name in ("bonus", "give up"):
        yield f"G21 {name}"
    if top["do"] == "effect" and top["stopped"] and name != "stop":
        yield "G21 other half of an or tile after a stop"
    if name == "reputation" and stack[-1:] == ["basic"] and top["do"] in ("basic", "launch"):
        yield f"G21 bonus by a {top['do']}'s reputation"
    basic_card = top["do"] == "effect" and model.parts(p, top["card"])[top["part"]]["kind"] == "basic"
    if name == "reputation" and basic_card and stack[-2:] == ["effect", "basic"]:
        yield "G21 bonus by a Basic card's reputation with applications left"
    if stack.count("basic") > 1:
        yield "G21 Basic inside Basic"
    if name == "reputation" and after["boards"][p["seat"]]["reputation"] == model.deck(p).track["max"]:
        yield "G22 last space" + ("" if stack[-1:] == ["right"] else ", without a ship to launch")


def of_launching(p: Position, top: Any, name: str, after: Position) -> Iterator[str]:
    launches = [frame for frame in p["pending"] if frame["do"] in LAUNCHING]
    if name.startswith("launch"):
        yield f"launch by {top['do']}" + (" inside a launch" if launches else "")
        if not model.is_full(p, name[-1]):
            yield "launch of an incomplete ship" + ("" if model.total(model.settlers(p, name[-1])) else ", empty")
        if not model.ships_to_take(p):
            yield "G23 nothing to take"
        elif not model.hand_has_room(p):
            yield "G23 no room to take"
    if top["do"] == "right" and name == "decline":
        yield "right to launch declined"
    if [frame["do"] for frame in p["pending"]].count("right") > 1:
        yield "G22 right above G25 right"
    if top["do"] == "end" and name.startswith("launch"):
        yield "G24 choice between two full ships"
    if top["do"] == "launch":
        kind = model.parts(p, top["ship"])[top["part"]]["kind"]
        yield f"launch effect {kind}" + (" declined" if name == "decline" else "")
    if len([frame for frame in after["pending"] if frame["do"] in LAUNCHING]) > 1:
        yield "launch open inside a launch"
    yield f"stack depth {len(after['pending'])}"


def of_settlers(p: Position, top: Any, name: str, after: Position) -> Iterator[str]:
    if top["do"] == "move payers":
        yield f"G11 choice of payers from {top['from']}"
    elif name.startswith("move") and name.split()[2] in SITES:
        yield "G16 move from site to site"
        if model.is_full(p, name.split()[2]):
            yield "G16 move out of a full site"
    if name.startswith("adapt") and name[-1] in SITES:
        yield f"G15 adapt on {name[-1]}" + (", full" if model.is_full(p, name[-1]) else "")
    paying = top["do"] in ("pay", "move payers") or name.startswith("shuttle")
    if paying and after["pending"] and model.total(after["supply"]) > model.total(p["supply"]):
        yield "G11 payers lost"
    if top["do"] == "pay":
        yield "G9 choice of payer" if name.startswith("pay") else "G9 choice of tile"
    if 0 in p["supply"].values():
        yield "G13 supply out of a colour"


def of_effects(p: Position, top: Any, name: str) -> Iterator[str]:
    if top["do"] == "take tile":
        yield "G8 fourth tile"
    if top["do"] != "effect":
        return
    if top["left"] > 2 and top["card"] in model.deck(p).cards["tiles"]:
        yield "G8 third tile of a type"
    if top["left"] > 3:
        yield "G9 fourth or later shuttle of a column"
    if model.basics_of_adapts(p, top) and name == "basic":
        yield "G15 two adapts for a Basic"
        if not any(way.startswith("adapt") for way in model.legal_names(p)):
            yield "G15 two adapts for a Basic, adapt impossible"


def of_ships(p: Position, top: Any, name: str, after: Position) -> Iterator[str]:
    if top["do"] == "end" and name.startswith("site"):
        yield "G27 choice of site or ship"
    if name.startswith("under"):
        pile = p["piles"]["ships"]
        yield "G26 under the pile" if pile else "G26 under an empty pile"
        if name.split()[1] in after["rows"]["ships"]:
            yield "G26 turned up in the same turn"
    if name == "draw pile" and p["pile_known_to"][0]:
        yield "known place drawn unseen"
    if not p["piles"]["ships"] and not p["rows"]["ships"]:
        yield "no ship to draw"
    if len(model.mine(p)["hand"]) >= 4 and top["do"] != "action":
        yield "hand of 4 or more within a turn"


def of_turns(p: Position, after: Position) -> Iterator[str]:
    if after["rebuilds"] > p["rebuilds"]:
        yield "G4 tile pile rebuilt"
    if after["pending"]:
        return
    bare = [site for site in after["boards"][p["seat"]]["sites"].values() if not site["ship"]]
    if bare:
        yield "G27 bare site at the end of a turn"
    if after["phase"] == "over":
        yield from reasons_to_end(after)


def reasons_to_end(p: Position) -> Iterator[str]:
    if any(len(board["launched"]) > 3 for board in p["boards"]):
        yield "G29 end by ships"
    for kind in ("earth", "mars"):
        if not p["piles"][kind]:
            yield f"G29 end by the {kind} pile"
    if p["round"] == p["options"]["max_rounds"]:
        yield "G29 end by rounds"
