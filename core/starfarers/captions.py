"""Cards and what is being decided, in a few words."""

from __future__ import annotations

from typing import Any

PEOPLES = {"green_folk": "Green Folk", "diplomats": "Diplomats", "merchants": "Merchants", "scientists": "Scientists"}
DECISIONS = {
    "setup_colony": "places a colony",
    "setup_spaceport": "places the spaceport",
    "setup_ship": "places the first ship",
    "setup_upgrade": "takes an upgrade",
    "relief": "may take a card from the relief fund",
    "discard": "discards cards, {a} to go",
    "rob": "robs a player",
    "trade_build": "trades and builds",
    "help_again": "may take a second card as help",
    "offer_give": "makes an offer",
    "offer_want": "says what is wanted",
    "offer_want_more": "says what else is wanted",
    "answer": "answers the offer",
    "close": "chooses whom to deal with",
    "place_ship": "places a trade ship",
    "flight": "flies",
    "target": "chooses where to fly",
    "jump_target": "chooses where to jump",
    "found": "may found a colony",
    "friendship": "takes a friendship card",
    "gift": "chooses how many cards to give",
    "question": "answers yes or no",
    "pay": "pays cards, {a} to go",
    "gain": "takes cards, {a} to go",
    "hand_over": "hands over a card",
    "lock": "locks a ship",
    "upgrade": "adds an upgrade",
    "downgrade": "removes an upgrade",
}


def turn_words(position: dict[str, Any]) -> str:
    """Round, dice, balls, and whose decision it is."""
    if position["over"]:
        winner = position["winner"]
        return "the game is over" if winner is None else f"seat {winner} has won"
    told = [f"round {(position['turn'] - 1) // position['players'] + 1}" if position["turn"] else "set-up"]
    if position["dice"]:
        told.append(f"dice {sum(position['dice'])}")
    if position["balls"]:
        told.append(f"balls {' and '.join(position['balls'])}, speed {position['base_speed']}")
    return ", ".join(told) + f": {decision_words(position['pending'][-1])}"


def decision_words(frame: dict[str, Any]) -> str:
    asked = DECISIONS.get(frame["do"], frame["do"].replace("_", " "))
    return f"seat {frame['seat']} {asked.format(a=frame.get('a', 0))}"


def cards_words(cards: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in cards.items() if count) or "nothing"


def event_words(position: dict[str, Any]) -> str:
    """The offer, the encounter or the flight in progress."""
    offer, met, flying = position["offer"], position["encounters"], position["flying"]
    if offer:
        wanted = cards_words(offer["want"]) if any(offer["want"].values()) else "cards yet to be named"
        return f"Offer: {cards_words(offer['give'])} for {wanted}"
    if met["family"]:
        number = f", card {met['card']}" if met["card"] else ", card not shown"
        return f"Encounter: {met['family'].replace('_', ' ')}{number}"
    if flying:
        return f"In flight: a {flying['kind']} ship with {flying['steps']} steps left"
    return "A space jump is held" if position["jump"] else ""


def friend_words(friend: dict[str, Any]) -> str:
    """What a friendship card gives."""
    if "more" in friend:
        return f"+1 {friend['more']}"
    if "rate" in friend:
        rate = friend["rate"]
        return f"{rate['cards']}:1 {rate['resource']}{' once' if rate['once'] else ''}"
    if "hand_limit" in friend:
        return f"hand of {friend['hand_limit']}"
    for field in ("fame_for_sale", "helping_hand", "relief_fund"):
        if field in friend:
            return field.replace("_", " ")
    boosters, cannons = friend["boosters"], friend["cannons"]
    if boosters and cannons:
        return f"+{boosters} b. +{cannons} c."
    return f"+{boosters} boosters" if boosters else f"+{cannons} cannons"


def points(position: dict[str, Any], catalogue: dict[str, Any], seat: int) -> int:
    """R105."""
    worth, own = catalogue["points"], position["seats"][seat]
    return int(
        worth["colony"] * len(own["colonies"])
        + worth["spaceport"] * len(own["spaceports"])
        + worth["marker"] * list(position["markers"].values()).count(seat)
        + worth["token"] * list(position["tokens"].values()).count(seat)
        + own["fame"] // worth["fame_pieces_per_point"]
    )
