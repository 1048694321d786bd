"""The map of the picture: hexes, what lies on the ground, Buildings, Miners, Advanced markers, Bots and Rovers."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

from core.on_mars.icons import ASIDE
from core.on_mars.picture_cards import Cards, tiles
from core.picture import Pen, at, words

STEP_X, STEP_Y = 32, 28 * 2 / 3**0.5  # a little higher than regular, so that all centres are whole numbers
MAP_WIDTH, MAP = 664, 542


def draw_map(pen: Pen, position: dict[str, Any], catalogue: dict[str, Any], top: float) -> str:
    """The hexes that actions name lie over everything and are transparent, so that a page can light them up."""
    drawn = Map(pen, position, catalogue)
    parts = [
        f'<rect width="{MAP_WIDTH}" height="{MAP}" rx="12" class="a-om-map"/>',
        pen.region("buildings", drawn.buildings()),
        pen.region("ground", drawn.ground()),
        pen.region("markers", drawn.markers()),
        *(pen.region(f"seat-{seat}-pieces", drawn.pieces(seat)) for seat in range(len(position["boards"]))),
        drawn.hexes(),
    ]
    return at(8, top, "".join(parts))


class Map:
    def __init__(self, pen: Pen, position: dict[str, Any], catalogue: dict[str, Any]) -> None:
        self.pen = pen
        self.position = position
        self.spots = {
            name: (MAP_WIDTH / 2 + STEP_X * spot["x"], MAP // 2 + round(STEP_Y * spot["y"]))
            for name, spot in catalogue["hexes"].items()
        }
        self.cards = Cards(pen, catalogue)
        boards = position["boards"]
        self.crowd = Counter([*position["markers"], *(place for own in boards for place in own["bots"])])
        self.crowd.update(own["rover"] for own in boards)

    def hexes(self) -> str:
        """By columns, each hex with its name."""
        drawn = []
        for x, column in groupby(self.spots, key=lambda name: self.spots[name][0]):
            hexes = "".join(
                f'<use href="#{self.pen.prefix}h" y="{self.spots[name][1]:g}" data-target="hex-{name}"/>'
                f'<text y="{self.spots[name][1] + 24:g}">{name}</text>'
                for name in column
            )
            drawn.append(at(x, 0, hexes))
        return f'<g class="a-ring a-om-over">{"".join(drawn)}</g>'

    def icon_place(self, name: str) -> tuple[float, float]:
        """In the middle, or to the left if a piece stands there too."""
        x, y = self.spots[name]
        return x - ASIDE * bool(self.crowd[name]), y - 4

    def ground(self) -> str:
        drawn = []
        for name, thing in self.position["ground"].items():
            x, y = self.icon_place(name)
            kind, _, number = thing.partition(" ")
            if kind == "discovery":
                drawn.append(at(x - 14, y - 14, self.cards.tile_face(int(number))))
            else:
                drawn.append(self.pen.use(kind, x, y, 1.4) + (words(x, y + 4, number, "om-letter") if number else ""))
        return tiles(drawn)

    def buildings(self) -> str:
        """The hex in the colour of its type, with its icon; a Shelter has the mark of its seat."""
        drawn = []
        for name, building in self.position["buildings"].items():
            kind, _, seat = building.partition(" ")
            where = "beside" if self.crowd[name] else "map"
            drawn.append(self.pen.use(f"{where}-{kind}", *self.spots[name]))
            if seat:
                x, y = self.icon_place(name)
                drawn.append(self.pen.use(f"s{seat}", x, y + 9))
        return "".join(drawn)

    def markers(self) -> str:
        drawn = []
        for name, marker in self.position["markers"].items():
            x, y = self.spots[name]
            kind, _, seat = marker.partition(" ")
            drawn.append(self.pen.use(f"{kind}-{seat}", x + ASIDE, y - 4))
        return "".join(drawn)

    def pieces(self, seat: int) -> str:
        own, drawn = self.position["boards"][seat], []
        for place in own["bots"]:
            drawn.append(self.piece("bot", place, seat))
        if own["rover"] is not None:
            drawn.append(self.piece("car", own["rover"], seat))
        return "".join(drawn)

    def piece(self, symbol: str, name: str, seat: int) -> str:
        """To the right of what lies or stands there. In transit two share a hex: the second stands a little higher."""
        (x, y), taken = self.spots[name], name in self.position["buildings"] or name in self.position["ground"]
        x, y = x + ASIDE * taken, y - 2
        if self.crowd[name] > 1 and (symbol != "bot" or name in self.position["markers"]):
            x, y = x - 8, y - 9
        return self.pen.use(f"{symbol}-{seat}", x, y)
