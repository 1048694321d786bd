"""The table as a picture: the map and the common tracks, the Main actions, the displays, a board for each player, and
what the icons mean."""

from __future__ import annotations

from typing import Any

from core.on_mars.captions import MISSIONS, spoken, turn_words, waiting_words
from core.on_mars.icons import LOOK, MEANINGS, symbols
from core.on_mars.picture_boards import BOARD, BOARD_WIDTH, Board, printed_board
from core.on_mars.picture_cards import Cards, tiles
from core.on_mars.picture_map import MAP, MAP_WIDTH, draw_map
from core.picture import Pen, at, box, marked, seat_mark, shortened, words

WIDTH = 1200
HEAD = 48
RIGHT = MAP_WIDTH + 20
SIDE = WIDTH - RIGHT - 8
ACTIONS = HEAD + MAP + 8
DISPLAYS = ACTIONS + 74
BOARDS = DISPLAYS + 164
LEGEND = 106
NOTES = (
    "sun: Advanced marker \u00b7 faded: has had its turn \u00b7 dashed Goal: paid as a Crystal \u00b7 "
    "tips of a Building: Crystals will lie there \u00b7 red line: Colony level"
)

REWARDS = {
    "best_tech_level": "learn",
    "ship_in_hangar": "ship",
    "advanced_building": "upgrade",
    "mine_with_own_piece": "mine",
    "bot_on_mars": "bots",
    "discovery_tile": "discovery",
    "shelter": "shelter",
    "colonist_in_quarters": "colonist",
}
MISSION_ICONS = {
    "research_tiles": "research",
    "blueprints": "blueprint",
    "advanced_buildings": "upgrade",
    "bots": "bots",
    "discovery_tiles": "discovery",
    "techs": "learn",
    "progress_cubes": "cube",
    "scientists": "scientist",
    "contracts": "contract",
}
MAIN_NAMES = {"research_development": "R & D"}


def picture(position: dict[str, Any], catalogue: dict[str, Any], *, id_prefix: str = "") -> str:
    """An SVG of the to_dict() of a state or view."""
    pen = Pen(id_prefix)
    boards = len(position["boards"])
    height = BOARDS + (boards + 1) // 2 * (BOARD + 8) + LEGEND
    body = [head(pen, position), draw_map(pen, position, catalogue, HEAD)]
    body += Tracks(pen, position, catalogue).regions()
    body += Displays(pen, position, catalogue).regions()
    for seat in range(boards):
        place = 6 + seat % 2 * (BOARD_WIDTH + 8), BOARDS + seat // 2 * (BOARD + 8)
        body.append(at(*place, Board(pen, position, catalogue, seat).drawn()))
    body.append(pen.region("legend", legend(pen), x=8, y=height - LEGEND + 4))
    drawings = {**symbols(pen), "board": printed_board(pen, catalogue)}
    return pen.document("on_mars", (WIDTH, height), f"On Mars: {turn_words(position)}", LOOK, drawings, body)


def head(pen: Pen, position: dict[str, Any]) -> str:
    mark = "" if position["phase"] == "over" else seat_mark(position["stack"][-1]["seat"], 118, 24)
    told = words(14, 30, "On Mars", "big") + mark + words(136, 28, turn_words(position), "om-plain")
    return pen.region("head", told + words(RIGHT, 28, shortened(waiting_words(position), 66)))


class Part:
    """A part of the picture that shows cards."""

    def __init__(self, pen: Pen, position: dict[str, Any], catalogue: dict[str, Any]) -> None:
        self.pen = pen
        self.position = position
        self.catalogue = catalogue
        self.cards = Cards(pen, catalogue)


class Tracks(Part):
    """Beside the map: Turn Order and Shuttle, Life Support System, Missions, Scientists, Building stacks."""

    def regions(self) -> list[str]:
        pen, x = self.pen, RIGHT
        return [
            pen.region("order", self.order(), x=x, y=HEAD),
            pen.region("lss", self.life_support(), x=x, y=HEAD + 100),
            pen.region("missions", self.missions(), x=x + 236, y=HEAD + 100),
            pen.region("display", self.display(), x=x, y=HEAD + 278),
            pen.region("stacks", self.stacks(), x=x, y=HEAD + 430),
        ]

    # ---- Turn Order and Shuttle

    def order(self) -> str:
        drawn = [box(0, 0, SIDE, 94, "panel", 8)]
        drawn += [words(8, 16, "Orbit"), words(SIDE - 8, 16, "Colony", "end")]
        for space in range(1, 9):
            x = 6 + (space - 1) * 45 if space <= 4 else SIDE - 186 + (space - 5) * 45
            drawn.append(self.space(space, x))
        return "".join(drawn) + self.shuttle()

    def space(self, space: int, x: float) -> str:
        """Its number and benefit, and the marker of the seat that is there; a faded one has had its turn."""
        effect = self.catalogue["spaces"][str(space)]["effect"]
        drawn = [self.pen.frame("k-space", x, 24, f"space-{space}"), words(x + 5, 37, space, "small om-soft")]
        drawn += [self.cards.effect(effect, x + 24, 43)] if effect else []
        for seat, own in enumerate(self.position["boards"]):
            if own["space"] == space:
                mark = self.pen.use(f"s{seat}", x + 21, 72)
                drawn.append(mark if own["standing"] else f'<g class="a-om-lying">{mark}</g>')
        return "".join(drawn)

    def shuttle(self) -> str:
        """Three spaces on each side; from the red ones the Shuttle travels."""
        shuttle, middle = self.position["shuttle"], SIDE / 2
        drawn = [self.pen.use("shuttles", middle, 70)]
        for side, x in (("orbit", middle - 11), ("colony", middle + 11)):
            drawn.append(f'<circle cx="{x:g}" cy="70" r="9" class="a-om-hot" data-target="shuttle-{side}"/>')
        if shuttle["space"]:
            away = 11 + (shuttle["space"] - 1) * 21
            x = middle + (away if shuttle["side"] == "colony" else -away)
            token = self.pen.use("shuttle", x, 44, 1.3) + f'<path d="M{x:g} 57v6" class="a-om-line"/>'
            drawn.append(marked(token, "shuttle", f"Shuttle: {shuttle['side']}, space {shuttle['space']}"))
        told = f"left {shuttle['travelled']}" if shuttle["travelled"] else "Shuttle"
        return "".join(drawn) + words(middle, 16, told, "mid om-soft")

    # ---- Life Support System and Missions

    def life_support(self) -> str:
        """A column for each type, its marker in its row; the Colony level is a line across all of them."""
        position, rows = self.position, self.catalogue["lss"]["rows"]
        drawn = [box(0, 0, 230, 172, "panel", 8), words(8, 16, "Life Support")]
        drawn.append(words(222, 16, f"Colony level {position['colony_row'] - 1}", "end"))
        for i, (name, row) in enumerate(position["lss"].items()):
            x = 12 + i * 50
            cells = "".join(f"M{x} {148 - 19 * step}h42v17h-42z" for step in range(1, rows + 1))
            drawn.append(f'<path d="{cells}" class="a-card"/>')
            drawn.append(self.pen.use(name, x + 21, 156.5 - 19 * row, 0.9))
            drawn.append(self.reward(str(position["rewards"][name]), x))
        drawn += [words(216, 160.5 - 19 * row, row, "small om-soft") for row in range(1, rows + 1)]
        y = 148.5 - 19 * (position["colony_row"] - 1)
        line = f'<path d="M8 {y:g}H212" class="a-om-level"/>'
        return "".join(drawn) + line

    def reward(self, number: str, x: float) -> str:
        """What is scored for raising a column, below it."""
        data = self.catalogue["rewards"][number]
        icon = self.pen.use(REWARDS[data["per"]], x + 30, 158)
        return words(x + 2, 162, f"{data['each']} \u00d7", "small") + icon

    def missions(self) -> str:
        width = SIDE - 236
        remaining = self.position["remaining_missions"]
        drawn = [box(0, 0, width, 172, "panel", 8), words(8, 16, "Missions")]
        drawn.append(words(width - 8, 16, f"{remaining} to complete", "end"))
        for i, mission in enumerate(self.position["missions"]):
            drawn.append(at(6, 24 + i * 49, self.mission("ABC"[i], mission, width - 12)))
        return "".join(drawn)

    def mission(self, slot: str, mission: dict[str, Any], width: float) -> str:
        data, left = self.catalogue["missions"][mission["id"]], mission["left"]
        drawn = [box(0, 0, width, 45, "card" if left else "free", 5), words(6, 16, slot)]
        drawn += [self.pen.use(MISSION_ICONS[mission["id"]], 30, 15), words(46, 18, MISSIONS[mission["id"]])]
        told = f"{left} of {data['need']} to go" if left else "completed"
        drawn.append(words(46, 36, told))
        drawn += [self.pen.use("crystal", width - 16 - i * 18, 31) for i in range(data["crystals"])]
        return "".join(drawn)

    # ---- Scientists and Contracts

    def display(self) -> str:
        drawn = [
            box(0, 0, SIDE, 146, "panel", 8),
            words(8, 16, "Scientists and Contracts on display; below, the pile of Contracts"),
        ]
        cards = (self.cards.displayed(card, 6 + i * 83.5) for i, card in enumerate(self.position["display"]))
        drawn.append(at(0, 22, "".join(cards)))
        for i, card in enumerate(self.pile()):
            drawn.append(self.cards.contract_note(card, 6 + i % 6 * 83.5, 90 + i // 6 * 27))
        return "".join(drawn)

    def pile(self) -> list[str]:
        """Contracts that are neither on display nor taken."""
        taken = {str(card) for card in self.position["display"]}
        taken |= {card for own in self.position["boards"] for card in own["contracts"]}
        return [card for card in self.catalogue["contracts"] if card not in taken]

    # ---- Building stacks and Exploration

    def stacks(self) -> str:
        drawn = [box(0, 0, SIDE, 112, "panel", 8)]
        drawn += [words(8, 16, "Buildings"), words(318, 16, "Exploration")]
        for i, (kind, stack) in enumerate(self.position["stacks"].items()):
            drawn.append(at(32 + i * 60, 58, self.stack(kind, stack), target=f"stack-{kind}", hint=spoken(kind)))
        for i, tile in enumerate(self.position["exploration"]):
            drawn.append(tiles([self.cards.discovery(tile, 318 + i * 62, 30, 2)]) if tile else "")
            drawn.append(words(346 + i * 62, 104, f"tile {tile}", "mid om-soft") if tile else "")
        left = len(self.position["discovery_deck"])
        drawn.append(self.pen.use("back", 444, 36, 0.8) if left else "")
        drawn.append(words(470, 104, f"{left} left", "mid om-soft"))
        return "".join(drawn)

    def stack(self, kind: str, stack: list[int | None]) -> str:
        """The top tile with its arrows, where Crystals will lie, and how many are left."""
        drawn = [self.pen.use(kind, 0, 0, 2.1)]
        if stack:
            ways = self.catalogue["tile_arrows"][str(stack[0])]
            drawn += [f'<use href="#{self.pen.prefix}tip" transform="rotate({TURNS[way]})"/>' for way in ways]
        return "".join(drawn) + words(0, 46, f"{len(stack)} left", "mid om-soft")


TURNS = {way: 60 * turn for turn, way in enumerate(("N", "NE", "SE", "S", "SW", "NW"))}


class Displays(Part):
    """Main actions with the Colonists on them; Blueprints, Technologies and the Warehouse."""

    def regions(self) -> list[str]:
        pen = self.pen
        return [
            pen.region("actions", self.actions(), x=6, y=ACTIONS),
            pen.region("blueprints", self.blueprints(), x=6, y=DISPLAYS),
            pen.region("techs", self.techs(), x=702, y=DISPLAYS),
            pen.region("stores", self.warehouse(), x=1000, y=DISPLAYS),
        ]

    def actions(self) -> str:
        drawn = [words(4, 10, "Main actions in Orbit"), words(599, 10, "Main actions in the Colony")]
        for i, (name, data) in enumerate(self.catalogue["main"].items()):
            drawn.append(at(i * 119, 16, self.action(name, data), target=f"main-{name}"))
        return "".join(drawn)

    def action(self, name: str, data: dict[str, Any]) -> str:
        """A red one has places for Colonists; who is there stands in them."""
        effect = data["effect"] or {"kind": "travel", "count": 1, "flags": []}
        drawn = [self.pen.frame("k-main"), words(6, 14, MAIN_NAMES.get(name, spoken(name)))]
        drawn.append(self.cards.effect(effect, 24, 31, 1.2))
        if data["red"]:
            there = [seat for seat, own in enumerate(self.position["boards"]) for _ in range(own["slots"][name])]
            drawn.append(self.pen.use("slots", 60, 34))
            step = 22 if len(there) < 4 else 15
            drawn += [self.pen.use(f"s{seat}", 60 + i * step, 34) for i, seat in enumerate(there)]
        return "".join(drawn)

    def blueprints(self) -> str:
        rows, left = self.position["blueprint_display"], len(self.position["blueprint_deck"])
        drawn = [box(0, 0, 688, 158, "panel", 8), words(8, 16, f"Blueprints, {left} in the deck")]
        for row, name in enumerate(("top", "bottom")):
            cards = (self.cards.blueprint(card, 6 + i * 113.5) for i, card in enumerate(rows[name]))
            drawn.append(at(0, 22 + row * 67, "".join(cards)))
        gone = self.position["blueprints_gone"]
        told = f"out of the game: {', '.join(map(str, gone))}" if gone else ""
        return "".join(drawn) + words(680, 16, told, "om-soft end")

    def techs(self) -> str:
        left = len(self.position["tech_deck"])
        drawn = [box(0, 0, 290, 158, "panel", 8), words(8, 16, f"Technologies, {left} in the stacks")]
        for i, tech in enumerate(self.position["tech_grid"]):
            row, column = i // 3, i % 3
            x, y = 10 + column * 62, 26 + row * 44
            drawn.append(self.pen.frame(f"t-{tech}" if tech else "f-lab", x, y, f"grid-{i + 1}"))
        for row in range(3):
            cost = self.catalogue["tech_grid"][row * 3]
            told = words(210, 49 + row * 44, "costs" if cost else "free", "om-soft")
            drawn.append(told + self.cards.units(cost, 256, 45 + row * 44))
        return "".join(drawn)

    def warehouse(self) -> str:
        drawn = [box(0, 0, 192, 158, "panel", 8), words(8, 16, "Warehouse")]
        for i, (name, count) in enumerate(self.position["warehouse"].items()):
            x, y = 6 + i % 3 * 61, 24 + i // 3 * 66
            drawn.append(self.pen.frame("k-store", x, y, f"warehouse-{name}"))
            drawn.append(self.pen.use(name, x + 29, y + 22, 1.5) + words(x + 29, y + 54, count, "mid"))
        gone = self.position["discoveries_gone"]
        drawn += [words(132, 100, f"gone: tile{'s' if len(gone) > 1 else ''}", "small om-soft")] if gone else []
        for line in range(0, len(gone), 4):
            drawn.append(words(132, 111 + line / 4 * 10, " ".join(map(str, gone[line : line + 4])), "small"))
        return "".join(drawn)


def legend(pen: Pen) -> str:
    drawn = []
    for i, (icon, meaning) in enumerate(MEANINGS.items()):
        x, y = 12 + i % 7 * 169, 12 + i // 7 * 21
        drawn.append(pen.use(icon, x, y) + words(x + 13, y + 4, meaning))
    drawn.append(words(4, 96, NOTES))
    return f'{box(-2, -2, 1188, 100, "panel", 8)}<g class="a-om-soft a-small">{"".join(drawn)}</g>'
