"""What the property tests need to know of Airlock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from core.airlock.components import own_components
from core.game import Game, State, View

OPTION_SETS: list[dict[str, Any]] = [{"players": 2}, {"players": 3, "set_aside": 0}, {"players": 4, "set_aside": 3}]

UNOBSERVED = {"known": "a view shows its own only, and before the end those are the cards of others that it shows"}
HEARD = {"seat": "L8: everybody sees who points at whom, but a view does not keep it"}

Chance = tuple[str, View, Callable[[State], Hashable], dict[Hashable, float]]
Twins = tuple[str, State, State, int, bool]


def conserved(position: dict[str, Any]) -> object:
    """Every card is in one place (L1)."""
    cards = Counter(position["played"])
    cards.update(card for card in (*position["held"], position["drawn"], *position["deck"]) if card)
    return sorted(cards.items())


def piles(position: dict[str, Any]) -> dict[str, list[Any]]:
    return {"deck": position["deck"]}


def chances(game: Game) -> Iterable[Chance]:
    """What seat 1 holds: any card seat 0 does not see, and after a missed guess any but the one that was named."""
    state = table(game, ["pilot", "captain"], "inspector")
    unseen = Counter({card["name"]: card["count"] for card in own_components()["card"]})
    unseen.subtract(["pilot", "inspector"])
    yield "what seat 1 holds", state.view(0), held_by_1, shares(unseen)
    missed = after(state, "play inspector", "seat 1", "name engineer")
    unseen["engineer"] = 0
    if game.players == 2:
        yield "what seat 1 holds after a missed guess", missed.view(0), held_by_1, shares(unseen)


def held_by_1(state: State) -> Hashable:
    name: str = state.to_dict()["held"][1]
    return name


def shares(cards: Counter[str]) -> dict[Hashable, float]:
    return {card: count / cards.total() for card, count in cards.items()}


def table(game: Game, held: list[str], drawn: str, **fields: Any) -> State:
    """Seat 0 begins with these two cards. Seats that are not named hold inspectors; the rest is the deck."""
    held += ["inspector"] * (game.players - len(held))
    rest = Counter({card["name"]: card["count"] for card in own_components()["card"]})
    rest.subtract([*held, drawn])
    return game.from_dict({"held": held, "drawn": drawn, "deck": list(rest.elements()), **fields})


def after(state: State, *names: str) -> State:
    state = state.copy()
    for name in names:
        state.apply(state.parse(name))
    return state


def seats(game: Game, **lists: list[Any]) -> list[list[Any]]:
    """A list for each seat: seats(game, of_1=[0]) is [[], [0], ...]."""
    return [lists.get(f"of_{seat}", []) for seat in range(game.players)]


def reveals(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether a guess was answered, or the game is over and all hands are open."""
    return bool(before["asked"] == "name" or now["over"])


def both(play: Callable[[str], State], *cards: str) -> tuple[State, State]:
    """What comes of the one card and of the other."""
    one, other = map(play, cards)
    return one, other


def twins(game: Game) -> Iterable[Twins]:
    """A case, two states, a seat, and whether it sees the same in both: a pair for every way of learning."""
    secret = both(lambda card: table(game, ["pilot", card], "scanner"), "captain", "engineer")
    yield "a hand nobody has seen", *secret, 0, True
    yield "one's own hand", *secret, 1, False
    looked = after(secret[0], "play scanner", "seat 1"), after(secret[1], "play scanner", "seat 1")
    yield "L5: who looks at a card knows it", *looked, 0, False
    asking = after(table(game, ["pilot", "captain"], "inspector"), "play inspector", "seat 1")
    missed = both(lambda card: after(asking, f"name {card}"), "pilot", "engineer")
    for seat in range(game.players):
        yield f"L4: a missed guess teaches seat {seat}", *missed, seat, False
    yield from after_a_play(game)
    yield from after_a_swap(game)
    if game.players > 2:
        yield "L5: nobody else learns from a look", *looked, 2, True


def after_a_play(game: Game) -> Iterable[Twins]:
    """Seat 1 knows what seat 0 holds; seat 0 plays the pilot it held or the one it drew, and keeps the engineer."""
    known = seats(game, of_0=[1])
    gone = after(table(game, ["pilot"], "engineer", known=known), "play pilot")
    kept = after(table(game, ["engineer"], "pilot", known=known), "play pilot")
    yield "L8: who knew the card knows whether it was played", gone, kept, 1, False
    for seat in {0, game.players - 1} - {1}:
        yield f"L8: seat {seat} is not told what seat 1 knows", gone, kept, seat, True
    excluded = seats(game, of_0=["inspector"])
    held = after(table(game, ["pilot"], "captain", excluded=excluded), "play pilot")
    drawn = after(table(game, ["captain"], "pilot", excluded=excluded), "play pilot")
    yield "L8: what a card is not ends by what everybody sees", held, drawn, 1, True


def after_a_swap(game: Game) -> Iterable[Twins]:
    """Seat 0 swaps with seat 1, whose card the last of three or four seats knows."""
    last = game.players - 1

    def swap(mine: str, yours: str) -> State:
        known = seats(game, of_1=[last] if last > 1 else [])
        return after(table(game, [mine, yours], "shuttle", known=known), "play shuttle", "seat 1")

    given = both(lambda card: swap(card, "captain"), "pilot", "engineer")
    taken = both(lambda card: swap("pilot", card), "captain", "engineer")
    yield "L6: who swaps knows the card that came", *given, 1, False
    yield "L6: who swaps knows the card that went", *taken, 1, False
    if last > 1:
        yield "L8: a card unknown to a third seat stays unknown to it", *given, last, True
        yield "L8: a card known to a third seat stays known to it", *taken, last, False
    excluded = seats(game, of_1=["engineer"])
    swapped = after(table(game, ["pilot", "captain"], "shuttle", excluded=excluded), "play shuttle", "seat 1")
    moved = game.from_dict(swapped.to_dict() | {"excluded": seats(game, of_0=["engineer"])})
    yield "L8: what a card is not goes with the card", swapped, moved, 0, True
