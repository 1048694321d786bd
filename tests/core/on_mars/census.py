"""What is rare in On Mars: named, so that the long comparison can show that it met all of it."""

from __future__ import annotations

from collections.abc import Iterator

from tests.core.on_mars.model_data import BLUEPRINT, DISCOVERY, Position
from tests.core.on_mars.model_reading import board, level, seats

RARE = (
    {f"uses {row['name']}" for row in BLUEPRINT.values()}
    | {f"claims {effect}" for effect in DISCOVERY.values()}
    | {f"completes goal {card}" for card in range(1, 17)}
    | {f"executive {slot}" for slot in range(1, 9)}
    | {
        "claims research",
        "level 2",
        "level 3",
        "level 4",
        "level 5",
        "last round",
        "over by missions",
        "over by the cap",
        "use of a card with the Scientist moved",
        "use of a card for 2 crystals",
        "use of another's Tech to build",
        "use of a Tech with Colonists",
        "owner develops",
        "owner takes oxygen",
        "owner acts on a benefit out of turn",
        "Contract completed in another's turn",
        "Mission completed",
        "full slots cleared",
        "piece of another displaced",
        "Miner sent home by an upgrade",
        "travel by own Ship",
        "refill by choice",
        "A card revealed",
        "B card revealed",
    }
)


def happened(before: Position, seat: int, name: str, after: Position) -> Iterator[str]:
    own, now = board(before, seat), board(after, seat)
    yield from of_words(before, seat, name)
    for tile in set(now["discoveries"]) - set(own["discoveries"]):
        yield f"claims {DISCOVERY[tile]}"
    if len(now["research"]) > len(own["research"]):
        yield "claims research"
    if level(after) > level(before):
        yield f"level {level(after)}"
    yield from of_contracts(before, seat, after)
    if any(old["left"] and not new["left"] for old, new in zip(before["missions"], after["missions"], strict=True)):
        yield "Mission completed"
    if len(after["b_gone"]) > len(before["b_gone"]):
        yield "B card revealed"
    if len(after["a_gone"]) > len(before["a_gone"]):
        yield "A card revealed"
    yield from of_rounds(before, after)


def of_words(p: Position, seat: int, name: str) -> Iterator[str]:
    words = name.split()
    if words[0] == "executive":
        yield name
    if words[0] == "goal":
        yield f"completes {name}"
    if name.startswith("use blueprint"):
        yield f"uses {BLUEPRINT[int(words[2])]['name']}"
        if "moving" in words:
            yield "use of a card with the Scientist moved"
        if "crystals" in words:
            yield "use of a card for 2 crystals"
    if name.startswith("with tech") and int(words[3]) != seat:
        yield "use of another's Tech to build"
    if name.startswith("with tech") and len(words) > 4:
        yield "use of a Tech with Colonists"
    if words[0] == "main" and sum(own["slots"].get(words[1], 0) for own in p["boards"]) >= 3:
        yield "full slots cleared"
    if words[0] == "upgrade" and p["markers"].get(words[1][1:-1], "").startswith("miner"):
        yield "Miner sent home by an upgrade"
    if name.startswith("display contract"):
        yield "refill by choice"
    yield from of_other_turns(p, seat, name)


def of_other_turns(p: Position, seat: int, name: str) -> Iterator[str]:
    if p["phase"] == "shuttle" and name == "travel" and p["shuttle"]["travelled"] is None:
        yield "travel by own Ship"
    if p["phase"] == "colonization" and p["turn"] != seat:
        if name.startswith("move to"):
            yield "piece of another displaced"
        elif name == "take oxygen":
            yield "owner takes oxygen"
        elif name.startswith("develop"):
            yield "owner develops"
        else:
            yield "owner acts on a benefit out of turn"


def of_contracts(before: Position, seat: int, after: Position) -> Iterator[str]:
    for other in seats(before):
        old, new = board(before, other)["contracts"], board(after, other)["contracts"]
        for number in new:
            if new[number]["completed"] and not old.get(number, {"completed": False})["completed"]:
                yield "Contract completed" if other == seat else "Contract completed in another's turn"


def of_rounds(before: Position, after: Position) -> Iterator[str]:
    if after["end"] == "last_round" and before["end"] != "last_round":
        yield "last round"
    if after["phase"] == "over":
        missions = after["remaining_missions"] == 0 and after["round"] < after["options"]["round_cap"]
        yield "over by missions" if missions else "over by the cap"
