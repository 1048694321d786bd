"""The table as a picture: a panel for each seat with its cards and what is known of them, and the kinds of cards with
those that lie face up. A card that the position does not show lies face down."""

from __future__ import annotations

from typing import Any

from core.picture import Pen, at, box, seat_mark, shortened, words

GAP, TOP = 14, 52
WIDTH, HEIGHT = 400, 120  # of a seat's panel
ROW_WIDTH, ROW = 290, 34  # of the line for a kind
ASKS = {"play": "to play a card", "target": "to point at a seat", "name": "to name a card"}
LOOK = ".a-airlock-points{font-size:28px;font-weight:bold}.a-airlock-played{fill:var(--ink);stroke:var(--ink)}"


def picture(position: dict[str, Any], catalogue: dict[str, Any], *, id_prefix: str = "") -> str:
    """An SVG of the to_dict() of a state or view."""
    pen, kinds, note = Pen(id_prefix), catalogue["cards"], outcome(position, catalogue)
    count = len(position["deck"])
    deck = f"{count} card{'' if count == 1 else 's'} in the deck, {position['options']['set_aside']} of them set aside"
    rows = max(position["players"] * (HEIGHT + GAP), len(kinds) * (ROW + 4) + GAP)
    body = [pen.region("note", words(GAP, 34, note, "big")), pen.region("deck", words(2 * GAP + WIDTH, 34, deck))]
    for seat in range(position["players"]):
        content = panel(position, kinds, seat)
        body.append(pen.region(f"seat-{seat}", content, target=f"seat-{seat}", x=GAP, y=TOP + seat * (HEIGHT + GAP)))
    for i, name in enumerate(kinds):
        content = kind_row(position, kinds[name], name)
        body.append(pen.region(f"kind-{i}", content, target=f"kind-{name}", x=2 * GAP + WIDTH, y=TOP + i * (ROW + 4)))
    return pen.document("airlock", (3 * GAP + WIDTH + ROW_WIDTH, TOP + rows), f"Airlock: {note}", LOOK, {}, body)


def outcome(position: dict[str, Any], catalogue: dict[str, Any]) -> str:
    if not position["over"]:
        card = f" for the {position['card']}" if position["card"] else ""
        return f"Seat {position['turn']} {ASKS[position['asked']]}{card}"
    points = {seat: catalogue["cards"][position["held"][seat]]["points"] for seat in position["alive"]}
    winners = [str(seat) for seat in points if points[seat] == max(points.values())]
    return f"Seat {winners[0]} has won" if len(winners) == 1 else f"Seats {' and '.join(winners)} have won"


def panel(position: dict[str, Any], kinds: dict[str, Any], seat: int) -> str:
    """A seat's cards, who knows the one it keeps, and what that one is not."""
    turn = seat == position["turn"] and not position["over"]
    if seat not in position["alive"]:
        return box(0, 0, WIDTH, HEIGHT, "free") + seat_mark(seat, 32, 46) + words(32, 82, "out", "mid soft")
    parts = [box(0, 0, WIDTH, HEIGHT, "panel turn" if turn else "panel"), seat_mark(seat, 32, 46)]
    if turn or seat == position["target"]:
        parts.append(words(32, 82, "to move" if turn else "target", "mid"))
    parts.append(card(position["held"][seat], kinds, 66, f"held-{seat}"))
    if turn and position["asked"] == "play":
        parts.append(card(position["drawn"], kinds, 158, "drawn"))
    if position["known"][seat]:
        parts.append(words(258, 24, "known to seat"))
    parts += [seat_mark(other, 352 + 18 * i, 20, 0.7) for i, other in enumerate(position["known"][seat])]
    excluded = position["excluded"][seat]
    return "".join(parts + [words(258, 43 + 14 * i, f"is no {shortened(n, 12)}") for i, n in enumerate(excluded)])


def card(name: str | None, kinds: dict[str, Any], x: float, target: str) -> str:
    """Face up if the position tells its name."""
    if name is None:
        return at(x, 14, box(0, 0, 84, 92, "back") + words(42, 50, "?", "on"), target=target, hint="hidden")
    face = words(42, 22, shortened(name, 11), "mid") + words(42, 64, kinds[name]["points"], "mid airlock-points")
    return at(x, 14, box(0, 0, 84, 92, "card") + face, target=target, hint=name)


def kind_row(position: dict[str, Any], kind: dict[str, Any], name: str) -> str:
    """Points, name and effect of a kind, and a small card for each there is: full if it lies face up."""
    step = min(18, 100 / kind["count"])
    marks = [box(180 + step * i, 9, 11, 16, "airlock-played" if i < position["played"][name] else "free", 2)
             for i in range(kind["count"])]  # fmt: skip
    effect = "" if kind["effect"] == "none" else kind["effect"]
    told = words(12, 21, kind["points"], "bold") + words(32, 21, shortened(name, 12)) + words(128, 21, effect, "soft")
    return box(0, 0, ROW_WIDTH, ROW, "panel turn" if name == position["card"] else "panel") + "".join(marks) + told
