"""The table as a picture: four rows with their piles, then a board for each seat, then what the icons mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.ganymede.captions import card_words, pending_words, points
from core.picture import Pen, at, box, marked, seat_mark, words

WIDTH = 1200
HEAD = 58  # title and supply
ROW = 112  # a row of cards with its caption
BOARD_WIDTH, BOARD = 590, 442
CARD_WIDTH, CARD = 88, 84
GAP = 6

TINTS = {"blue": "#3f7fd0", "red": "#d0493f", "yellow": "#e3b520", "purple": "#8e56b8", "white": "#f4f1ea"}
LOOK = (
    "".join(f".a-gan-{name}{{fill:{tint};stroke:#2226;stroke-width:1}}" for name, tint in TINTS.items())
    + """
.a-gan-letter{fill:#fff;font-size:9px;font-weight:bold;text-anchor:middle}.a-gan-dark{fill:#2b2410}
.a-gan-earth{fill:#2d6f8f}.a-gan-land{fill:#5d9a5b}.a-gan-mars{fill:#b3532f}.a-gan-crater{fill:#8f3f22}
.a-gan-line{fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.a-gan-icon{fill:currentColor}.a-gan-way{fill:none;stroke:var(--edge);stroke-width:2;stroke-dasharray:5 4}
.a-gan-space{fill:#fffb;stroke:#3338}.a-gan-star{fill:var(--glow);stroke:var(--ink);stroke-width:.8}
.a-gan-back{fill:#33405c;stroke:#6b7ba0}.a-gan-moon{fill:#c9b893}.a-gan-shade{fill:#9a8a68}
@media(prefers-color-scheme:dark){.a-gan-space{fill:#fff5}.a-gan-earth{fill:#235a76}.a-gan-land{fill:#4a7d49}
.a-gan-mars{fill:#8f4428}.a-gan-crater{fill:#6f321c}}
"""
)

PAWN = '<path d="M0-10a4.6 4.6 0 0 1 3 8C7 0 7.5 4 7.5 8H-7.5C-7.5 4-7 0-3-2A4.6 4.6 0 0 1 0-10Z" class="a-gan-{}"/>'
LETTER = '<text y="{}" class="a-gan-letter{}">{}</text>'


def pawn(colour: str) -> str:
    return PAWN.format(colour) + LETTER.format(6, " a-gan-dark" if colour == "yellow" else "", colour[0].upper())


def symbol_dot(kind: str) -> str:
    """A symbol of a cost: a disc with the letter of its colour; white takes any settler."""
    dark = " a-gan-dark" if kind in ("yellow", "white") else ""
    return f'<circle r="6.5" class="a-gan-{kind}"/>' + LETTER.format(3.3, dark, kind[0].upper())


SYMBOLS = {
    **{f"pawn-{colour}": pawn(colour) for colour in TINTS if colour != "white"},
    **{f"dot-{kind}": symbol_dot(kind) for kind in TINTS},
    "place": '<circle r="9" class="a-gan-space"/>',
    "recruit": '<path d="M0-7V7M-7 0H7" class="a-gan-line"/>',
    "adapt": '<path d="M-8-3H6L2-7M8 4H-6L-2 8" class="a-gan-line"/>',
    "move": '<path d="M-8 0H7M2-5 7 0 2 5" class="a-gan-line"/>',
    "reputation": '<path d="M0-9 2.6-3 9-2.6 4.2 1.8 5.7 8 0 4.6-5.7 8-4.2 1.8-9-2.6-2.6-3Z" class="a-gan-star"/>',
    "draw": '<rect x="-6" y="-8" width="12" height="16" rx="2" class="a-card"/>'
    '<path d="M0-5C3-1 3 2 2 5H-2C-3 2-3-1 0-5Z" class="a-gan-icon"/>',
    "basic": '<path d="M0-8V8M-7-4 7 4M7-4-7 4" class="a-gan-line"/>',
    "shuttle": '<path d="M-10 2 4-5C7-6 10-6 11-5L6 3-2 5-5 9H-8L-6 4Z" class="a-gan-icon"/>',
    "rocket": '<path d="M0-12C5-6 5 2 4 7H-4C-5 2-5-6 0-12ZM-4 2-8 9-4 8ZM4 2 8 9 4 8Z" class="a-gan-icon"/>',
    "tile": '<rect x="-7" y="-7" width="14" height="14" rx="3" class="a-card"/>',
    "earth": '<circle r="54" class="a-gan-earth"/><path d="M-34-36q18-10 30 2t-8 20-22 2ZM8 6q20-8 28 6t-14 24-18-8Z"'
    ' class="a-gan-land"/>',
    "mars": '<circle r="54" class="a-gan-mars"/><circle cx="-22" cy="-26" r="9" class="a-gan-crater"/>'
    '<circle cx="24" cy="26" r="11" class="a-gan-crater"/>',
    "back": '<rect width="88" height="84" rx="6" class="a-gan-back"/>'
    '<circle cx="44" cy="42" r="22" class="a-gan-moon"/>'
    '<circle cx="37" cy="36" r="5" class="a-gan-shade"/><circle cx="51" cy="46" r="7" class="a-gan-shade"/>'
    '<circle cx="40" cy="53" r="3" class="a-gan-shade"/>',
}


def picture(position: dict[str, Any], catalogue: dict[str, Any], *, id_prefix: str = "") -> str:
    """An SVG of the to_dict() of a state or view."""
    table = Table(Pen(id_prefix), position, catalogue)
    height = HEAD + 2 * ROW + (len(position["boards"]) + 1) // 2 * (BOARD + 10) + 74
    title = f"Ganymede: {pending_words(position)}"
    return table.pen.document("ganymede", (WIDTH, height), title, LOOK, SYMBOLS, table.regions(height))


class Table:
    """One position being drawn."""

    def __init__(self, pen: Pen, position: dict[str, Any], catalogue: dict[str, Any]) -> None:
        self.pen = pen
        self.position = position
        self.catalogue = catalogue
        self.cards: dict[str, dict[str, Any]] = catalogue["cards"]

    def regions(self, height: float) -> list[str]:
        pen, right = self.pen, 10 + BOARD_WIDTH
        drawn = [
            pen.region("head", self.head()),
            pen.region("supply", self.supply(), x=700, y=30),
            pen.region("row-tiles", self.row("tiles", "Settler tiles"), x=10, y=HEAD),
            pen.region("row-ships", self.row("ships", "Ships"), x=right, y=HEAD),
            pen.region("row-earth", self.row("earth", "Earth shuttles"), x=10, y=HEAD + ROW),
            pen.region("row-mars", self.row("mars", "Mars shuttles"), x=right, y=HEAD + ROW),
        ]
        for seat in range(len(self.position["boards"])):
            x, y = 5 + seat % 2 * (BOARD_WIDTH + 10), HEAD + 2 * ROW + 6 + seat // 2 * (BOARD + 10)
            drawn.append(at(x, y, "".join(Board(self, seat).regions())))
        return [*drawn, pen.region("legend", self.legend(), x=10, y=height - 62)]

    def head(self) -> str:
        seat, over = self.position["seat"], self.position["phase"] == "over"
        mark = "" if over else seat_mark(seat, 150, 26)
        return words(14, 32, "Ganymede", "big") + mark + words(170, 31, pending_words(self.position))

    def supply(self) -> str:
        drawn = [words(-12, 2, "Supply", "soft end")]
        for i, (colour, count) in enumerate(self.position["supply"].items()):
            pile = self.pen.use(f"pawn-{colour}", 10, 0, 1.4) + words(26, 5, f"\u00d7 {count}", "bold")
            drawn.append(at(i * 84, 0, pile, target=f"supply-{colour}", hint=f"{count} {colour} in the supply"))
        drawn.append(words(352, 4, f"tiles discarded: {len(self.position['discards'])}", "soft"))
        return "".join(drawn)

    # ---- rows

    def row(self, deck: str, caption: str) -> str:
        """The pile, then the open cards; longer rows than usual are drawn smaller."""
        ids, places = self.position["rows"][deck], self.catalogue["rows"][deck]
        scale = min(1, 580 / ((places + 1) * (CARD_WIDTH + GAP + 8)))
        step = (CARD_WIDTH + GAP + 8) * scale
        drawn = [words(2, 16, caption, "bold"), at(0, 22, self.pile(deck), target=f"pile-{deck}", scale=scale)]
        for i in range(places):
            drawn.append(self.place(ids[i] if i < len(ids) else None, step * (i + 1), 22, scale))
        return "".join(drawn)

    def pile(self, deck: str) -> str:
        count = len(self.position["piles"][deck])
        back = self.pen.use("back", 0, 0) if count else box(0, 0, CARD_WIDTH, CARD, "free", 6)
        chip = box(56, 62, 28, 18, "card", 9) + words(70, 75, count, "bold mid")
        return back + chip

    # ---- cards

    def place(self, card: str | None, x: float, y: float, scale: float = 1) -> str:
        """A place for a card, with the card in it if there is one."""
        if card is None:
            return at(x, y, box(0, 0, CARD_WIDTH, CARD, "free", 6), scale=scale)
        hint = card_words(card, self.cards[card])
        return at(x, y, self.card(card), target=f"card-{card}", hint=hint, scale=scale)

    def card(self, card: str) -> str:
        data = self.cards[card]
        face: Callable[[str, dict[str, Any]], str] = {
            "tiles": self.tile_face,
            "earth": self.shuttle_face,
            "mars": self.shuttle_face,
            "ships": self.ship_face,
        }[data["deck"]]
        return box(0, 0, CARD_WIDTH, CARD, "card", 6) + face(card, data)

    def band(self, card: str, kind: str) -> str:
        """The type of a tile or shuttle: a coloured band with its letter, and the id."""
        band = f'<path d="M1 6a5 5 0 0 1 5-5H82a5 5 0 0 1 5 5V18H1Z" class="a-gan-{kind}"/>'
        dark = " gan-dark" if kind in ("yellow", "white") else ""
        return band + words(72, 13.5, kind[0].upper(), f"gan-letter{dark}") + words(18, 13.5, card, f"gan-letter{dark}")

    def tile_face(self, card: str, data: dict[str, Any]) -> str:
        drawn, count = [self.band(card, data["type"])], len(data["effects"])
        for i, effect in enumerate(data["effects"]):
            drawn.append(self.effect(effect, CARD_WIDTH * (i + 0.5) / count, 50, 1.05 if count < 3 else 0.7))
            if i:
                joint = "&" if data["mode"] == "and" else "/"
                drawn.append(words(CARD_WIDTH * i / count, 55, joint, "mid bold soft"))
        return "".join(drawn)

    def shuttle_face(self, card: str, data: dict[str, Any]) -> str:
        cost, step = data["cost"], min(16, 66 / len(data["cost"]))
        drawn = [self.band(card, data["type"])]
        drawn += [self.pen.use(f"dot-{symbol}", 12 + i * step, 31) for i, symbol in enumerate(cost)]
        if data["discard_tiles"]:
            drawn += [self.pen.use("tile", 78, 31, 0.8), '<path d="M73 36 83 26" class="a-gan-line"/>']
        drawn.append('<path d="M8 43H80" class="a-gan-way"/>')
        return "".join(drawn) + self.effect(data["effect"], CARD_WIDTH / 2, 64, 1.2)

    def ship_face(self, card: str, data: dict[str, Any]) -> str:
        drawn = [self.pen.use("rocket", 12, 17, 0.9), words(24, 15, card, "bold"), self.worth(data["points"])]
        if data["settlers_less"]:
            drawn += [words(58, 15, f"\u2212{data['settlers_less']}", "bold"), self.pen.use("place", 79, 11, 0.5)]
        count = len(data["launch"])
        for i, effect in enumerate(data["launch"]):
            drawn.append(self.effect(effect, CARD_WIDTH * (i + 0.5) / count, 70, 0.8))
        return "".join(drawn)

    def worth(self, points: dict[str, Any]) -> str:
        """What a launched ship counts."""
        number = words(30, 46, f"{points['worth']} \u00d7", "end bold")
        kind = points["kind"]
        if kind == "flat":
            return words(44, 48, points["worth"], "big mid")
        if kind == "per_shuttle_of_type":
            return number + self.pen.use("shuttle", 46, 41) + self.pen.use(f"dot-{points['of']}", 66, 41)
        if kind == "per_cost_symbol_of_color":
            return number + self.pen.use(f"dot-{points['of']}", 46, 41, 1.2)
        if kind == "reputation_again":
            return words(30, 46, "+", "big end") + self.pen.use("reputation", 46, 41, 1.2)
        if kind == "per_settler_tile_held":
            return number + self.pen.use("tile", 46, 41, 1.2)
        once = words(80, 59, "once", "small end") if points.get("at_most") == 1 else ""
        five = [self.pen.use(f"dot-{kind}", 37 + i * 10, 41, 0.6) for i, kind in enumerate(TINTS)]
        return number + "".join(five) + once

    def effect(self, effect: dict[str, Any], x: float, y: float, scale: float = 1) -> str:
        """The icon of an effect around (x, y), with the colours it allows."""
        colours = effect.get("colours", [])
        if not colours or len(colours) == len(self.catalogue["colours"]):
            return self.pen.use(effect["kind"], x, y, scale)
        step = 16 * scale
        left = x - step * len(colours) / 2
        drawn = [self.pen.use(effect["kind"], left - 2 * scale, y, scale * 0.75)]
        for i, colour in enumerate(colours):
            drawn.append(self.pen.use(f"pawn-{colour}", left + step * (i + 0.85), y, scale * 0.9))
        return "".join(drawn)

    # ---- legend

    def legend(self) -> str:
        meanings = (
            *(("recruit", "recruit to Earth"), ("adapt", "adapt: change a settler's colour")),
            *(("move", "move a settler"), ("reputation", "reputation")),
            *(("draw", "draw a ship"), ("basic", "any Basic action"), ("shuttle", "each shuttle of a type")),
            *(("tile", "each tile held (crossed: costs one)"), ("rocket", "ship, points, effect of its launch")),
        )
        places = (0, 130, 345, 470, 570, 680, 820, 0, 260)
        drawn = [box(-4, -6, 1188, 60, "panel", 6)]
        for i, (icon, meaning) in enumerate(meanings):
            x, y = places[i] + 14, 12 if i < 7 else 38
            drawn.append(self.pen.use(icon, x, y, 0.8) + words(x + 14, y + 4, meaning, "soft"))
        told = "dots: settlers a shuttle costs (B R Y P, W any) · & both, / one of them · letter: type of the card"
        return "".join(drawn) + words(530, 42, told, "soft")


class Board:
    """The board of one seat, BOARD_WIDTH wide and BOARD high."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.pen = table.pen
        self.seat = seat
        self.data: dict[str, Any] = table.position["boards"][seat]

    def regions(self) -> list[str]:
        name = f"seat-{self.seat}"
        parts = {
            "frame": self.frame(),
            "reputation": self.track(),
            "earth": self.planet("earth"),
            "mars": self.planet("mars"),
            "site-A": self.site("A"),
            "site-B": self.site("B"),
            "columns": self.columns(),
            "tiles": self.tiles(),
            "hand": self.hand(),
            "launched": self.launched(),
        }
        named = {"reputation", "earth", "mars", "site-A", "site-B"}
        return [
            self.pen.region(f"{name}-{part}", drawn, target=f"{name}-{part}" if part in named else "")
            for part, drawn in parts.items()
        ]

    def frame(self) -> str:
        position = self.table.position
        turn = " turn" if position["phase"] != "over" and position["seat"] == self.seat else ""
        outline = box(2, 2, BOARD_WIDTH - 4, BOARD - 4, f"panel{turn}", 10)
        ways = '<path d="M128 96H146M262 86 282 76M262 110 282 150" class="a-gan-way"/>'
        total = words(580, 29, f"{points(position, self.table.catalogue, self.seat)} points", "big end")
        return outline + seat_mark(self.seat, 22, 24) + words(40, 28, f"Seat {self.seat}", "bold") + ways + total

    def track(self) -> str:
        track = self.table.catalogue["track"]
        worths, wide = track["points"], min(34, 372 / len(track["points"]))
        drawn = [self.pen.use("reputation", 94, 24, 0.8)]
        for i, worth in enumerate(worths):
            x = 106 + i * wide
            drawn.append(box(x, 10, wide - 2, 26, "card", 4))
            if i in track["bonus"]:
                drawn.append(self.pen.use("basic", x + wide - 8, 16, 0.4))
            drawn.append(words(x + 4, 32, worth, "small soft"))
            if i == self.data["reputation"]:
                drawn.append(seat_mark(self.seat, x + wide - 10, 22, 0.7))
        return "".join(drawn)

    def planet(self, place: str) -> str:
        x = 68 if place == "earth" else 204
        capacity = self.table.catalogue["limits"][f"{place}_capacity"]
        wide, target = 3 if capacity < 10 else 5, f"seat-{self.seat}-{place}"
        settlers = self.settlers(self.data[place], capacity, x, 98, target, wide)
        return self.pen.use(place, x, 98) + settlers + words(x, 168, place.capitalize(), "mid soft")

    def settlers(self, counts: dict[str, int], places: int, x: float, y: float, target: str, wide: int) -> str:
        """Places in rows of `wide` around (x, y), taken from the first on; the settlers of a colour are one target."""
        step = 26 if wide <= 4 else 19
        lines = -(-places // wide)
        spots = [
            (x + (i % wide - (min(wide, places) - 1) / 2) * step, y + (i // wide - (lines - 1) / 2) * step)
            for i in range(places)
        ]
        drawn = [self.pen.use("place", *spot, step / 24) for spot in spots]
        next_spot = iter(spots)
        for colour, count in counts.items():
            pawns = "".join(self.pen.use(f"pawn-{colour}", *next(next_spot), step / 24) for _ in range(count))
            if pawns:
                drawn.append(marked(pawns, f"{target}-{colour}"))
        return "".join(drawn)

    def site(self, name: str) -> str:
        """The ship to the left, the settlers' places to its right."""
        x, y = 280, 44 if name == "A" else 142
        ship = self.ship_on(name)
        want = "one colour" if name == "A" else "all different"
        drawn = [box(x, y, 300, 94, "card" if ship else "free", 8)]
        drawn += [words(x + 108, y + 17, f"Site {name}: {want}", "soft")]
        if ship == "?":
            drawn.append(at(x + 5, y + 5, self.pen.use("back", 0, 0)))
        elif ship:
            drawn.append(self.table.place(ship, x + 5, y + 5))
        less = self.table.cards[ship]["settlers_less"] if ship and ship != "?" else 0
        places = self.table.catalogue["sites"][name] - less
        settlers = self.data["sites"][name]["settlers"]
        if ship:
            target = f"seat-{self.seat}-site-{name}"
            drawn.append(self.settlers(settlers, places, x + 196, y + 54, target, 4 if places <= 4 else 6))
        return "".join(drawn)

    def ship_on(self, name: str) -> str | None:
        """The ship on a site; "?" is one face down, chosen while the others still choose."""
        if self.table.position["phase"] != "setup":
            found: str | None = self.data["sites"][name]["ship"]
            return found
        kept, index = self.data["kept"], "AB".index(name)
        return (kept[index] or "?") if index < len(kept) else None

    def columns(self) -> str:
        """One column per type, a strip for each shuttle: its deck's letter and number, and the symbols it cost."""
        drawn = [words(12, 190, "Shuttles", "soft")]
        for i, (kind, ids) in enumerate(self.data["columns"].items()):
            head = self.pen.use(f"dot-{kind}", 14, 8, 0.9) + words(28, 12, f"\u00d7 {len(ids)}", "bold")
            shown = ids if len(ids) <= 7 else ids[:6]
            strips = [self.strip(card, 18 + j * 17.5) for j, card in enumerate(shown)]
            more = words(4, 136, f"and {len(ids) - 6} more", "small soft") if len(ids) > 7 else ""
            drawn.append(at(10 + i * 53, 196, head + "".join(strips) + more))
        return "".join(drawn)

    def strip(self, card: str, y: float) -> str:
        data = self.table.cards[card]
        cost, step = data["cost"], min(10, 22 / len(data["cost"]))
        dots = "".join(self.pen.use(f"dot-{symbol}", 29 + i * step, y + 8, 0.75) for i, symbol in enumerate(cost))
        strip = box(0, y, 51, 16, "card", 3) + words(2, y + 11.5, card, "small") + dots
        return f"<g><title>{card_words(card, data)}</title>{strip}</g>"

    def tiles(self) -> str:
        ids, places = self.data["tiles"], self.table.catalogue["limits"]["tile_slots"]
        scale = 1 if places < 4 else 0.76
        drawn = [words(282, 250, "Tiles", "soft")]
        for i in range(places):
            drawn.append(self.table.place(ids[i] if i < len(ids) else None, 282 + i * 98 * scale, 256, scale))
        return "".join(drawn)

    def hand(self) -> str:
        """Ships in hand; in set-up those dealt. Unknown ones lie face down."""
        setup = self.table.position["phase"] == "setup"
        ships = self.data["dealt"] if setup else self.data["hand"]
        return self.ships(ships, 12, "Dealt" if setup else "In hand")

    def launched(self) -> str:
        return self.ships(self.data["launched"], 300, "Launched")

    def ships(self, ships: list[str | None], x: float, caption: str) -> str:
        """As large as 278 of width allow."""
        scale = min(0.78, 278 / (max(4, len(ships)) * (CARD_WIDTH + GAP)))
        drawn = [words(x, 358, f"{caption}: {len(ships) or 'no ship'}", "soft")]
        for i, ship in enumerate(ships):
            left = x + i * (CARD_WIDTH + GAP) * scale
            drawn.append(self.table.place(ship, left, 364, scale) if ship else self.pen.use("back", left, 364, scale))
        return "".join(drawn)
