"""The table as a picture: the map on the left, the players and the common stock on the right, the legend below."""

from __future__ import annotations

from typing import Any

from core.picture import Pen, at, box, marked, seat_mark, words
from core.starfarers.captions import PEOPLES, event_words, friend_words, points, turn_words

WIDTH, HEIGHT = 1200, 1196
STEP_X, STEP_Y = 19, 33
LEFT, TOP = 128, 108  # of the map's point (0, 0)
PANEL_X, PANEL_WIDTH, PANEL = 716, 476, 205
NOTE = "sf-light mid small"

TINTS = {"ore": "#b5623b", "fuel": "#d08f1c", "carbon": "#4d7fb8", "food": "#4f9a4a", "goods": "#9a5fb0"}
LOOK = (
    "".join(f".a-sf-{name}{{fill:{tint};stroke:#0006}}" for name, tint in TINTS.items())
    + """
.arena-starfarers{--s0:#f2c230;--s1:#f2786b;--s2:#f5f5f2;--s3:#6db3ff;--on:#15171c}
.a-s0,.a-s1,.a-s2,.a-s3{stroke:#15171c;stroke-width:1}
.a-sf-space{fill:#0d1322}.a-sf-hex{fill:none;stroke:#33415f;stroke-width:1.2}.a-sf-spot{fill:#7888ab}
.a-sf-nebula{fill:#2a3a6a88}.a-sf-up{fill:#1c2740;stroke:#5a6c94}.a-sf-down{fill:#3a2f56;stroke:#8a78b5}
.a-sf-home{fill:#20364a;stroke:#6d93ad}.a-sf-out{fill:#16384a;stroke:#59b3c9}.a-sf-void{fill:#10182a;stroke:#3d4a66}
.a-sf-disc{fill:#f4eedd;stroke:#221}.a-sf-hidden{fill:#c9bd9a;stroke:#221}.a-sf-dark{fill:#1a1c22}
.a-sf-number{fill:#1b1b1b;font-weight:bold;text-anchor:middle}.a-sf-hot{fill:#b3261e}
.a-sf-light{fill:#dfe6f5}.a-sf-bright{fill:#fff;font-weight:bold;text-anchor:middle}
.a-sf-hull{fill:#c5cede;stroke:#10131a}.a-sf-ice{fill:#bfe6ff;stroke:#123}.a-sf-pirate{fill:#34202a;stroke:#e37}
.a-sf-white{fill:#fff}.a-sf-line{fill:none;stroke:#fff;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.a-sf-ruler{fill:#7f8db0;font-size:8px;text-anchor:middle}.a-sf-ink{fill:var(--ink)}.a-sf-star{fill:#ffd257;stroke:#0008}.a-sf-still{opacity:.55}.a-sf-pieces{pointer-events:none}
.a-sf-lock{fill:none;stroke:#ff5a4d;stroke-width:2.5}.a-sf-back{fill:#33405c;stroke:#8a9abf}
"""
)

HULL_C = '<path d="M0-20C6-14 8-8 9-2L14 12H-14L-9-2C-8-8-6-14 0-20Z" class="a-sf-hull"/>'
HULL_T = '<path d="M-16-9H16V12H-16ZM-16-2H-20V6H-16ZM16-2H20V6H16Z" class="a-sf-hull"/>'
BASE_P = '<path d="M0-19 5-13H13V-5L19 0 13 5V13H5L0 19-5 13H-13V5L-19 0-13-5V-13H-5Z" class="a-sf-hull"/>'
BASE_C = '<circle r="14" class="a-sf-hull"/>'


def piece(base: str, seat: int, scale: float) -> str:
    return base + seat_mark(seat, 0, 1, scale)


SYMBOLS = {
    **{f"colony-{seat}": piece(BASE_C, seat, 0.8) for seat in range(4)},
    **{f"port-{seat}": piece(BASE_P, seat, 0.9) for seat in range(4)},
    **{f"colonyship-{seat}": piece(HULL_C, seat, 0.8) for seat in range(4)},
    **{f"tradeship-{seat}": piece(HULL_T, seat, 0.8) for seat in range(4)},
    "ore": '<circle r="9" class="a-sf-ore"/><path d="M-5 3-3-4 3-5 6 0 2 5Z" class="a-sf-white"/>',
    "fuel": '<circle r="9" class="a-sf-fuel"/>'
    '<path d="M0-6C4-1 5 1 5 3A5 4 0 0 1-5 3C-5 1-4-1 0-6Z" class="a-sf-white"/>',
    "carbon": '<circle r="9" class="a-sf-carbon"/><path d="M0-6 5-3V3L0 6-5 3V-3Z" class="a-sf-line"/>',
    "food": '<circle r="9" class="a-sf-food"/><path d="M-5 5C-6-3 0-6 6-6 6 1 3 6-5 5Z" class="a-sf-white"/>',
    "goods": '<circle r="9" class="a-sf-goods"/><path d="M-5-4H5V5H-5ZM-5-1H5M0-4V5" class="a-sf-line"/>',
    "triangle": '<path d="M0-7 7 5H-7Z" class="a-sf-dark"/>',
    "square": '<rect x="-5.5" y="-5.5" width="11" height="11" class="a-sf-dark"/>',
    "hexagon": '<path d="M-3.5-6H3.5L7 0 3.5 6H-3.5L-7 0Z" class="a-sf-dark"/>',
    "star": '<path d="M0-8 2.3-2.6 8-2.3 3.7 1.6 5 7.2 0 4.2-5 7.2-3.7 1.6-8-2.3-2.3-2.6Z" class="a-sf-star"/>',
    "booster": '<path d="M-4-8H4V3L7 8H-7L-4 3Z" class="a-sf-ink"/><path d="M-3 9 0 13 3 9Z" class="a-sf-star"/>',
    "cannon": '<path d="M-8 3 6-7 9-3-4 7Z" class="a-sf-ink"/><circle cx="-4" cy="6" r="4" class="a-sf-ink"/>',
    "pod": '<rect x="-8" y="-6" width="16" height="13" rx="6" class="a-sf-ink"/>',
    "fame": '<circle r="8" class="a-sf-star"/><path d="M0-5V5M-4 0H4" class="a-sf-lock"/>',
    "back": '<rect x="-13" y="-17" width="26" height="34" rx="4" class="a-sf-back"/>'
    '<path d="M-5 0A5 5 0 1 1 5 0 5 5 0 1 1-5 0M-9 4C-4 8 5 4 9-4" class="a-sf-line"/>',
}
MEANINGS = (
    (("ore", "ore"), ("fuel", "fuel"), ("carbon", "carbon"), ("food", "food"), ("goods", "goods")),
    (("booster", "booster (b.)"), ("cannon", "cannon (c.)"), ("pod", "freight pod"), ("fame", "fame")),
    (("colony-0", "colony"), ("port-0", "spaceport"), ("colonyship-0", "colony ship"), ("tradeship-0", "trade ship")),
)


def point(x: float, y: float) -> tuple[float, float]:
    """A point of the map's grid in the picture."""
    return LEFT + STEP_X * x, TOP + STEP_Y * y


def centre(place: list[int]) -> tuple[float, float]:
    """Of a hex given by column and row."""
    col, row = place
    return point(3 * col, 2 * row + col % 2)


def outline(place: list[int]) -> str:
    x, y = centre(place)
    a, b = STEP_X, STEP_Y
    return f"M{x + 2 * a:g} {y:g}l-{a} {b}h-{2 * a}l-{a}-{b} {a}-{b}h{2 * a}z"


def picture(position: dict[str, Any], catalogue: dict[str, Any], *, id_prefix: str = "") -> str:
    """An SVG of the to_dict() of a state or view."""
    pen = Pen(id_prefix)
    seats = range(len(position["seats"]))
    body = [head(pen, position), *Map(pen, position, catalogue).regions()]
    body += [Panel(pen, position, catalogue, seat).drawn() for seat in seats]
    body += [pen.region("stock", stock(pen, position, catalogue), x=PANEL_X, y=50 + 4 * (PANEL + 8))]
    body += [pen.region("legend", legend(pen, catalogue), x=10, y=1100)]
    title = f"Starfarers: {turn_words(position)}"
    return pen.document("starfarers", (WIDTH, HEIGHT), title, LOOK, SYMBOLS, body)


def head(pen: Pen, position: dict[str, Any]) -> str:
    mark = "" if position["over"] else seat_mark(position["pending"][-1]["seat"], 150, 24)
    told = words(14, 30, "Starfarers", "big") + mark + words(168, 28, turn_words(position))
    return pen.region("head", told + words(PANEL_X, 28, event_words(position), "bold"))


class Map:
    """Hexes, areas with planets and discs, intersections, and the pieces on them."""

    def __init__(self, pen: Pen, position: dict[str, Any], catalogue: dict[str, Any]) -> None:
        self.pen = pen
        self.position = position
        self.catalogue = catalogue
        self.spots: dict[str, dict[str, Any]] = catalogue["intersections"]

    def regions(self) -> list[str]:
        areas = [
            self.pen.region(f"area-{name}", self.area(name, data)) for name, data in self.catalogue["areas"].items()
        ]
        seats = range(len(self.position["seats"]))
        pieces = [self.pen.region(f"seat-{seat}-pieces", self.pieces(seat)) for seat in seats]
        loose = self.pen.region("others", self.dummy() + self.flying())
        ground = self.ground()
        return [ground, *areas, self.intersections(), f'<g class="a-sf-pieces">{"".join(pieces)}{loose}</g>']

    def ground(self) -> str:
        hexes = "".join(outline(place) for place in self.catalogue["hexes"])
        clouds = "".join(outline(place) for place in self.catalogue["nebula"])
        space = f'<rect x="8" y="48" width="{PANEL_X - 18}" height="1044" rx="12" class="a-sf-space"/>'
        return f'{space}<path d="{clouds}" class="a-sf-nebula"/><path d="{hexes}" class="a-sf-hex"/>{self.rulers()}'

    def rulers(self) -> str:
        """The x and y of intersections, by which they are named: v-4_26 lies below -4 and beside 26."""
        xs, ys = ({spot[axis] for spot in self.spots.values()} for axis in "xy")
        across = [words(point(x, 0)[0], 62, x) for x in sorted(xs)]
        down = [words(13, point(0, y)[1] + 3, y) for y in sorted(ys)]
        return f'<g class="a-sf-ruler">{"".join(across + down)}</g>'

    def intersections(self) -> str:
        drawn = []
        for name, spot in self.spots.items():
            x, y = point(spot["x"], spot["y"])
            drawn.append(f'<circle data-target="{name}" cx="{x:g}" cy="{y:g}" r="4"/>')
        return f'<g class="a-sf-spot">{"".join(drawn)}</g>'

    # ---- areas

    def area(self, name: str, data: dict[str, Any]) -> str:
        tile = self.position["tiles"].get(name)
        if tile is None:
            discs = self.position["systems"][name]
            planets = [(resource, "") for resource in data["planets"]]
            return self.system(data["hexes"], planets, discs, True, "sf-home")
        if tile["face"] == "down":
            return self.face_down(data["hexes"], tile["stars"])
        sector, turn = self.catalogue["sectors"][tile["sector"]], tile["rotation"]
        if sector["kind"] == "system":
            planets = [tuple(sector["planets"][(i + turn) % 3]) for i in range(3)]
            return self.system(data["hexes"], planets, tile["discs"], tile["face"] == "open", "sf-up")
        if sector["kind"] == "outpost":
            return self.outpost(data["hexes"], sector)
        return self.fill(data["hexes"], "sf-void")

    def fill(self, hexes: list[list[int]], look: str) -> str:
        return f'<path d="{"".join(outline(place) for place in hexes)}" class="a-{look}"/>'

    def face_down(self, hexes: list[list[int]], stars: int) -> str:
        drawn = [self.fill(hexes, "sf-down")]
        for place in hexes:
            x, y = centre(place)
            drawn += [self.pen.use("star", x + (i - (stars - 1) / 2) * 20, y) for i in range(stars)]
        return "".join(drawn)

    def system(self, hexes: list[list[int]], planets: list[Any], discs: list[Any], shown: bool, look: str) -> str:
        drawn = [self.fill(hexes, look)]
        for place, (resource, icon), disc in zip(hexes, planets, discs, strict=True):
            x, y = centre(place)
            drawn.append(f'<circle cx="{x:g}" cy="{y:g}" r="23" class="a-sf-{resource}"/>')
            drawn.append(self.pen.use(resource, x, y - 12) + at(x, y + 9, self.disc(disc if shown else None, icon)))
        return "".join(drawn)

    def disc(self, disc: str | None, icon: str) -> str:
        """Its number; a pirate base or ice with its strength; face down its icon, filled for two-star tiles."""
        if disc is None:
            ring = '<circle r="11" class="a-sf-hidden"/>'
            return ring + self.pen.use(icon[:-1], 0, 0, 1 if icon.endswith("2") else 0.6)
        kind, _, value = disc.rpartition(" ")
        if kind:
            look = f"a-sf-{kind}"
            letter = "sf-bright" if kind == "pirate" else "sf-number"
            return f'<rect x="-13" y="-11" width="26" height="22" rx="4" class="{look}"/>' + words(
                0, 4, kind[0].upper() + value, letter
            )
        number = value.lstrip("r")
        hot = " sf-hot" if number in ("6", "8") else ""
        small = " small" if "/" in number else ""
        return '<circle r="11" class="a-sf-disc"/>' + words(0, 4, number, f"sf-number{hot}{small}")

    def outpost(self, hexes: list[list[int]], sector: dict[str, Any]) -> str:
        people = sector["people"]
        (x0, y0), (x1, y1), (x2, y2) = map(centre, hexes)
        drawn = [self.fill(hexes, "sf-out"), words(x0, y0 - 14, PEOPLES[people], NOTE)]
        owners = [seat for seat, own in enumerate(self.position["seats"]) for _ in range(own["stations"][people])]
        for i in range(sector["docks"]):
            x, y = x1 + (i % 3 - 1) * 18 + (9 if i > 2 else 0), y1 + (i // 3) * 20 - 9
            drawn.append(f'<circle cx="{x:g}" cy="{y:g}" r="8" class="a-free"/>')
            drawn += [seat_mark(owners[i], x, y, 0.62)] if i < len(owners) else []
        holder = self.position["markers"][people]
        drawn.append(self.pen.use("star", x2, y2 - 12, 1.1))
        drawn += [] if holder is None else [seat_mark(holder, x2, y2 + 10, 0.9)]
        return "".join(drawn)

    # ---- pieces

    def put(self, symbol: str, place: str, scale: float = 0.9) -> str:
        spot = self.spots[place]
        return self.pen.use(symbol, *point(spot["x"], spot["y"]), scale)

    def pieces(self, seat: int) -> str:
        own = self.position["seats"][seat]
        drawn = [self.put(f"colony-{seat}", place) for place in own["colonies"]]
        drawn += [self.put(f"port-{seat}", place) for place in own["spaceports"]]
        return "".join(drawn) + "".join(self.ship(seat, ship) for ship in own["ships"])

    def ship(self, seat: int, ship: dict[str, Any]) -> str:
        drawn = self.put(f"{ship['kind']}ship-{seat}", ship["at"], 0.95)
        if ship["locked"]:
            x, y = point(self.spots[ship["at"]]["x"], self.spots[ship["at"]]["y"])
            drawn += f'<circle cx="{x:g}" cy="{y:g}" r="20" class="a-ring a-sf-lock"/>'
        return f'<g class="a-sf-still">{drawn}</g>' if ship["moved"] else drawn

    def dummy(self) -> str:
        """The unused colour of the beginner set-up with three players."""
        dummy = self.position["dummy"]
        if dummy is None:
            return ""
        drawn = [self.put("colony-3", place) for place in dummy["colonies"]]
        drawn += [self.put("port-3", place) for place in dummy["spaceports"]]
        note = words(LEFT + 12 * STEP_X, TOP + 29.5 * STEP_Y, "pieces marked 3: nobody's, they block their sites", NOTE)
        return "".join([*drawn, note])

    def flying(self) -> str:
        flying = self.position["flying"]
        if flying is None:
            return ""
        return self.put(f"{flying['kind']}ship-{self.position['pending'][-1]['seat']}", flying["at"], 1.25)


class Panel:
    """What one seat holds."""

    def __init__(self, pen: Pen, position: dict[str, Any], catalogue: dict[str, Any], seat: int) -> None:
        self.pen = pen
        self.position = position
        self.catalogue = catalogue
        self.seat = seat
        self.own: dict[str, Any] = position["seats"][seat]

    def drawn(self) -> str:
        name = f"seat-{self.seat}"
        parts = (
            self.pen.region(f"{name}-frame", self.frame()),
            self.pen.region(f"{name}-hand", self.hand(), target=f"{name}-hand"),
            self.pen.region(f"{name}-upgrades", self.upgrades()),
            self.pen.region(f"{name}-holdings", self.holdings()),
        )
        return at(PANEL_X, 50 + self.seat * (PANEL + 8), "".join(parts))

    def frame(self) -> str:
        turn = " turn" if not self.position["over"] and self.position["active"] == self.seat else ""
        scored = points(self.position, self.catalogue, self.seat)
        title = f"Seat {self.seat}, {self.catalogue['colours'][self.seat]}"
        return (
            box(0, 0, PANEL_WIDTH, PANEL, f"panel{turn}", 8)
            + seat_mark(self.seat, 20, 20)
            + words(38, 24, title, "bold")
            + words(466, 26, f"{scored} of {self.catalogue['points_to_win']} points", "big end")
        )

    def hand(self) -> str:
        """The cards by kind, or face down how many there are."""
        hand = self.own["hand"]
        drawn = [words(10, 52, f"hand: {self.own['cards']}", "soft")]
        if hand is None:
            drawn += [self.pen.use("back", 26 + i * 14, 78) for i in range(min(15, self.own["cards"]))]
            return "".join(drawn)
        for i, (kind, count) in enumerate(hand.items()):
            card = box(0, 0, 40, 38, "card" if count else "free", 4)
            inner = card + self.pen.use(kind, 13, 19) + words(33, 24, count, "bold mid")
            drawn.append(at(10 + i * 45, 58, inner, target=f"seat-{self.seat}-{kind}", hint=f"{count} {kind}"))
        return "".join(drawn)

    def upgrades(self) -> str:
        held = {kind: self.own[f"{kind}s"] for kind in self.catalogue["upgrades"]} | {"fame": self.own["fame"]}
        drawn = [words(264, 52, "upgrades, fame", "soft")]
        for i, (kind, count) in enumerate(held.items()):
            inner = box(0, 0, 46, 38, "card", 4) + self.pen.use(kind, 15, 19) + words(36, 24, count, "bold mid")
            drawn.append(at(264 + i * 51, 58, inner, target=f"seat-{self.seat}-{kind}", hint=f"{count} {kind}"))
        return "".join(drawn)

    def flies(self) -> bool:
        """A ship in flight is not among the seat's ships until it lands."""
        return self.position["flying"] is not None and self.position["pending"][-1]["seat"] == self.seat

    def holdings(self) -> str:
        own = self.own
        told = f"colonies {len(own['colonies'])}, spaceports {len(own['spaceports'])}, ships {len(own['ships'])}"
        told += " and one in flight" if self.flies() else ""
        told += f", trade stations {sum(own['stations'].values())}"
        told += f", ship markers {own['ship_markers']}" if own["ship_markers"] else ""
        friends = self.catalogue["friends"]
        chips = [friend_words(friends[friend]) for friend in own["friends"]]
        chips += [f"token {token}" for token, seat in self.position["tokens"].items() if seat == self.seat]
        drawn = [words(10, 116, told, "soft")]
        for i, chip in enumerate(chips[:16]):
            drawn.append(at(10 + i % 4 * 115, 124 + i // 4 * 20, box(0, 0, 111, 17, "card", 8) + words(8, 12, chip)))
        return "".join(drawn)


def stock(pen: Pen, position: dict[str, Any], catalogue: dict[str, Any]) -> str:
    """The supply of cards, the reserve pile, and the friendship cards nobody has yet."""
    drawn = [box(0, 0, PANEL_WIDTH, 184, "panel", 8), words(10, 26, "Supply", "bold")]
    for i, (kind, count) in enumerate(position["supply"].items()):
        inner = box(0, 0, 52, 28, "card", 4) + pen.use(kind, 14, 14) + words(37, 18, count, "bold mid")
        drawn.append(at(64 + i * 57, 7, inner, target=f"supply-{kind}", hint=f"{count} {kind} in the supply"))
    drawn += [pen.use("back", 366, 21, 0.8), words(382, 26, f"reserve {len(position['pile'])}", "bold")]
    held = [friend for seat in position["seats"] for friend in seat["friends"]]
    drawn.append(words(10, 56, "Friendship cards left", "bold"))
    for i, (friend, data) in enumerate(catalogue["friends"].items()):
        left = data["copies"] - held.count(friend)
        drawn.append(at(10 + i % 4 * 115, 64 + i // 4 * 23, friend_chip(friend, data, left)))
    return "".join(drawn)


def friend_chip(friend: str, data: dict[str, Any], left: int) -> str:
    many = f" ({left})" if left > 1 else ""
    chip = box(0, 0, 111, 19, "card" if left else "free", 8)
    told = words(8, 13, friend_words(data) + many) if left else words(8, 13, friend_words(data), "soft")
    return marked(chip + told, f"friend-{friend}", f"{PEOPLES[data['people']]}: {friend_words(data)}")


def legend(pen: Pen, catalogue: dict[str, Any]) -> str:
    """Icons, pieces and costs."""
    drawn = [box(-2, -2, 1184, 90, "panel", 8)]
    for i, (icon, meaning) in enumerate([*MEANINGS[0], *MEANINGS[1]]):
        drawn.append(pen.use(icon, 16 + i * 92, 16) + words(30 + i * 92, 20, meaning, "soft"))
    for i, (symbol, meaning) in enumerate(MEANINGS[2]):
        x, y = 860 + i % 2 * 150, 20 + i // 2 * 44
        drawn.append(pen.use(symbol, x, y) + words(x + 28, y + 4, meaning, "soft"))
    x = 8
    for thing, cost in catalogue["costs"].items():
        name = thing.replace("_", " ")
        drawn.append(words(x, 48, name, "soft"))
        drawn.append("".join(pen.use(kind, x + 7 + j * 14, 60, 0.7) for j, kind in enumerate(expanded(cost))))
        x += 112
    told = "red ring: locked · faded: has flown · stars: face down · P, I: pirates, ice · disc with an icon: face down"
    return "".join(drawn) + words(8, 82, told, "soft")


def expanded(cost: dict[str, int]) -> list[str]:
    return [kind for kind, count in cost.items() for _ in range(count)]
