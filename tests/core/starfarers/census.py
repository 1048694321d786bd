"""What was rare about one decision, so that a comparison can tell how much of the rules it has reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.core.starfarers import model
from tests.core.starfarers.model_base import (
    LISTS,
    STEPS,
    TAKES,
    Entry,
    Position,
    dock,
    friends,
    others_by_colour,
    own_docks,
    points,
    stations_left,
)
from tests.core.starfarers.model_flight import closed, is_site
from tests.core.starfarers.model_map import AREAS, ENCOUNTERS, FRIENDS, KINDS, SECTORS, SITE_OF, WHERE

# --- seen from inside the model -------------------------------------------------------------------


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Counts every decision carried out, forced ones too, and every effect of every encounter card."""
    seen: Counter[str] = Counter()
    takes, effect = dict(TAKES), STEPS["effect"]

    def counted_effect(p: Position, entry: Entry) -> None:
        seen[f"card {p['encounters']['card'] or '31/32'}: {entry['text']}"] += 1
        effect(p, entry)

    def counted(do: str) -> Any:
        def take(p: Position, entry: Entry, name: str) -> None:
            seen[f"decision {do}"] += 1
            takes[do](p, entry, name)

        return take

    STEPS["effect"] = counted_effect
    TAKES.update({do: counted(do) for do in takes})
    try:
        yield seen
    finally:
        STEPS["effect"] = effect
        TAKES.update(takes)


def effects_of(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        yield from node
    elif isinstance(node, dict):
        for key, part in node.items():
            if key not in ("number", "family", "ask", "combat", "speed", "flee"):
                yield from effects_of(part)


def all_effects() -> set[str]:
    """After a reshuffle no card is on the table any more."""
    found = {f"card {number}: {text}" for number, card in ENCOUNTERS.items() for text in effects_of(card)}
    return found - {"card 31: new_encounter 1", "card 32: new_encounter 1"} | {"card 31/32: new_encounter 1"}


# --- seen from outside ----------------------------------------------------------------------------


def happened(before: Position, name: str, after: Position) -> Iterator[str]:
    """Every rule of note that this decision reached."""
    do = before["pending"][-1]["do"]
    for look in (of_cards, of_the_map, of_specials, of_outposts, of_the_end):
        yield from look(before, after)
    if do in OF_DECISION:
        yield from OF_DECISION[do](before, name, after)


def of_cards(before: Position, after: Position) -> Iterator[str]:
    if after["pile_builds"] > before["pile_builds"]:
        yield "Q1 pile rebuilt"
        if any(count < 8 for count in after["pile_made"].values()):
            yield "Q1 pile rebuilt, a kind short"
    if not after["pile"]:
        yield "Q1 no pile"
    if after["turn"] > before["turn"] and after["dice"]:
        yield from of_the_roll(before, sum(after["dice"]))
    if sum(seat["fame"] for seat in after["seats"]) == 40:
        yield "Q19 fame tray empty"


def of_the_roll(before: Position, roll: int) -> Iterator[str]:
    if roll == 7:
        if any(friends(before, i, "hand_limit") and 8 <= own["cards"] <= 12 for i, own in enumerate(before["seats"])):
            yield "R81 Reduced Tribute"
        return
    due = [model.harvest(before, seat, roll) for seat in range(before["players"])]
    if any(sum(cards[kind] for cards in due) > before["supply"][kind] for kind in KINDS):
        yield "R27 shortage"
    if any(friends(before, seat, "more") and any(cards.values()) for seat, cards in enumerate(due)):
        yield "R86 Green Folk"


def of_the_map(before: Position, after: Position) -> Iterator[str]:
    for name in AREAS:
        old, new = before["tiles"][name]["face"], after["tiles"][name]["face"]
        if old != new:
            kind = SECTORS[after["tiles"][name]["sector"]]["kind"]
            yield f"R62 explored: {kind}" if old == "up" else f"R63 discovered: {kind}"


def of_specials(before: Position, after: Position) -> Iterator[str]:
    fallen = [token for token, seat in after["tokens"].items() if seat != before["tokens"][token]]
    for token in fallen:
        yield f"{token} falls"
        yield f"special falls in {before['pending'][-1]['do']}"
    if len(fallen) > 1:
        yield "Q27 two specials at once"


def of_outposts(before: Position, after: Position) -> Iterator[str]:
    for people, seat in before["markers"].items():
        if seat is not None and after["markers"][people] != seat:
            yield "R79 marker moves"
    for seat_before, seat_after in zip(before["seats"], after["seats"], strict=True):
        lost = seat_before["ship_markers"] - seat_after["ship_markers"]
        grown = len(seat_after["ships"]) - len(seat_before["ships"])
        if lost > 0 and grown < lost and stations_left(after, after["seats"].index(seat_after)) == 0:
            yield "Q22 markers returned"
        if lost < 0:
            yield "R98 marker kept"


def of_the_end(before: Position, after: Position) -> Iterator[str]:
    if not after["over"]:
        return
    if after["winner"] is None:
        yield "Q25 end by rounds"
        if len(set(model.ranks(after))) < after["players"]:
            yield "Q25 shared rank"
    elif after["turn"] > before["turn"]:
        yield "R106 win at the start of a turn"
    else:
        yield f"R106 win in {before['pending'][-1]['do']}"
        if after["flying"]:
            yield "Q25 win in mid-move"
    if any(points(after, seat) >= 15 for seat in range(after["players"]) if seat != after["winner"]):
        yield "Q25 another seat has 15 too"


# --- by decision ----------------------------------------------------------------------------------


def at_trade(before: Position, name: str, after: Position) -> Iterator[str]:
    kind = name.split()[0]
    if name.startswith("trade 1") or (name.startswith("trade 2") and "2 goods" not in name):
        yield f"R85 {' '.join(name.split()[:3])}"
    elif kind in ("buy", "help"):
        yield {"buy": "R82 fame bought", "help": "R83 help"}[kind]
    if "build spaceport" in name and len(after["seats"][after["active"]]["spaceports"]) == 3:
        yield "R45 third spaceport"


def at_flight(before: Position, name: str, after: Position) -> Iterator[str]:
    if "end flight" not in model.legal_names(before):
        yield "Q17 may not end"
    verb, at = name.split()
    ship = next((ship for ship in before["seats"][before["active"]]["ships"] if ship["at"] == at), None)
    if ship and ship["locked"]:
        yield "Q5 locked ship founds"
    if ship and any(at in own_docks(before, seat) for seat in others_by_colour(before, before["active"])):
        yield "R50 leaves the dock of another"
    if ship and is_site(before, at) and closed(before, at):
        yield "Q20 leaves a third site"
    if ship and verb == "jump":
        yield f"R99 {ship['kind']} ship jumps"


def at_target(before: Position, name: str, after: Position) -> Iterator[str]:
    goal, ship = name.split()[1], before["flying"]
    if ship["at"] != ship["origin"]:
        yield "Q5 flies on after a trigger"
    if goal == ship["origin"] != ship["at"]:
        yield "R60 comes back to where it began"
    if dock(before, goal):
        yield "R59 docks"


def at_jump_target(before: Position, name: str, after: Position) -> Iterator[str]:
    goal = name.split()[1]
    if dock(before, goal):
        yield "R99 jump to a dock"
    if goal in SITE_OF and before["tiles"].get(WHERE[goal], {}).get("face") == "down":
        yield "Q6 jump to the notch of a face-down tile"


def at_found(before: Position, name: str, after: Position) -> Iterator[str]:
    yield f"Q23 parked ship: {name}" if before["pending"][-1].get("b") else f"R66 {name}"


def at_friendship(before: Position, name: str, after: Position) -> Iterator[str]:
    yield f"R78 {name}"


def at_lock(before: Position, name: str, after: Position) -> Iterator[str]:
    if len(model.legal_names(before)) < len(before["seats"][before["active"]]["ships"]):
        yield "Q17 no lock on a ship at the dock of another"


def at_help_again(before: Position, name: str, after: Position) -> Iterator[str]:
    yield f"R83 {'stop' if name == 'stop' else 'second help'}"


OF_DECISION = {
    "trade_build": at_trade,
    "flight": at_flight,
    "target": at_target,
    "jump_target": at_jump_target,
    "found": at_found,
    "friendship": at_friendship,
    "lock": at_lock,
    "help_again": at_help_again,
}

# --- what a comparison must have reached to count -------------------------------------------------

RARE = {
    *(f"decision {do}" for do in LISTS if not do.startswith("setup")),
    *(f"R85 trade {rate}" for rate in ("1 goods", "2 ore", "2 fuel", "2 carbon", "2 food")),
    *(f"R106 win in {do}" for do in ("found", "question", "target", "trade_build")),
    "Q1 no pile",
    "Q1 pile rebuilt",
    "Q1 pile rebuilt, a kind short",
    "Q17 may not end",
    "Q17 no lock on a ship at the dock of another",
    "Q19 fame tray empty",
    "Q20 leaves a third site",
    "Q22 markers returned",
    "Q23 parked ship: do not found",
    "Q23 parked ship: found colony",
    "Q25 another seat has 15 too",
    "Q25 end by rounds",
    "Q25 shared rank",
    "Q25 win in mid-move",
    "Q5 flies on after a trigger",
    "Q5 locked ship founds",
    "Q6 jump to the notch of a face-down tile",
    "R106 win at the start of a turn",
    "R27 shortage",
    "R45 third spaceport",
    "R50 leaves the dock of another",
    "R59 docks",
    "R62 explored: system",
    "R63 discovered: empty",
    "R63 discovered: outpost",
    "R63 discovered: system",
    "R66 do not found",
    "R66 found colony",
    "R79 marker moves",
    "R81 Reduced Tribute",
    "R82 fame bought",
    "R83 second help",
    "R83 stop",
    "R86 Green Folk",
    "R98 marker kept",
    "R99 colony ship jumps",
    "R99 jump to a dock",
    "R99 trade ship jumps",
    "ice 3 falls",
    "ice 4 falls",
    "pirate 4 falls",
    "pirate 5 falls",
    "pirate 6 falls",
    "special falls in target",
    "special falls in trade_build",
}

RARER = {
    *(f"R78 take {card}" for card in FRIENDS),
    "R106 win in gain",
    "R106 win in jump_target",
    "R106 win in pay",
    "R106 win in upgrade",
    "special falls in friendship",
    "special falls in jump_target",
    "special falls in upgrade",
}
