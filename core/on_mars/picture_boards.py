"""A player's board in the picture: Laboratory, Depot, Storage, Living Quarters, and all cards and tiles held."""

from __future__ import annotations

from typing import Any

from core.on_mars.captions import points, quarters_limit, seat_words, shelters, spoken
from core.on_mars.picture_cards import Cards, tiles
from core.picture import Pen, at, box, words

BOARD_WIDTH, BOARD = 590, 400
SLOTS = 8
SLOT_X, ITEM_X, CELL_X, QUARTERS_X = 294, 294, 320, 72
CELLS = {"working": "colonist", "supply": "colonist", "shelters": "shelter", "bots": "bots"}
CAPTIONS = ("at work", "supply", "reserve", "reserve")


def lab_place(space: str, column: int) -> tuple[float, float]:
    """Columns of two stand half a row lower than those of three, the last space in the middle."""
    row = "tmb".find(space[2:] or "m")
    down = row if column % 2 == 0 else 0.5 + row / 2
    return 12 + (column - 1) * 46, 58 + 40 * (1 if column == 6 else down)


def printed_board(pen: Pen, catalogue: dict[str, Any]) -> str:
    """What is the same on every board, a symbol: what spaces and slots give and cost, captions."""
    drawn, notes = [*printed_lab(pen, catalogue), *printed_depot(pen, catalogue)], []
    for i, item in enumerate([*catalogue["items"], "crystal"]):
        drawn.append(pen.frame("f-item", ITEM_X + i * 41, 128) + pen.use(item, ITEM_X + 13 + i * 41, 143))
    drawn += [words(582, 171, "in the Depot, waiting", "om-soft small end")]
    drawn.append(words(296, 190, "Progress", "om-soft"))
    drawn += [pen.use(kind, 362 + i * 32, 186) for i, kind in enumerate(list(catalogue["buildings"])[:5])]
    for i, (icon, caption) in enumerate(zip(CELLS.values(), CAPTIONS, strict=True)):
        x = CELL_X + i * 66
        drawn.append(pen.frame("f-cell", x, 198) + pen.use(icon, x + 18, 214, 1.2))
        notes.append(words(x + 32, 236, caption))
    notes += [words(36, 213, "Living"), words(36, 226, "Quarters")]
    for i in range(0, catalogue["player"]["colonists"], 2):
        notes.append(words(QUARTERS_X + 10 + i * 20, 237, catalogue["quarters_points"][i + 1]))
    for i, column in enumerate(catalogue["lab_columns"]):
        notes.append(words(33 + i * 46, 188, column["points"]))
    return f'{"".join(drawn)}<g class="a-small a-om-soft a-mid">{"".join(notes)}</g>'


def printed_lab(pen: Pen, catalogue: dict[str, Any]) -> list[str]:
    cards, drawn = Cards(pen, catalogue), [pen.use("points", 10, 185, 0.6)]
    for i, column in enumerate(catalogue["lab_columns"]):
        drawn.append(cards.units(column["cost"], 22 + i * 46, 48))
    for space, data in catalogue["lab"].items():
        x, y = lab_place(space, data["column"])
        drawn.append(pen.frame("f-lab", x, y))
        drawn.append(cards.effect(data["effect"], x + 21, y + 18) if data["effect"] else "")
        if space in catalogue["lab_marked"]:
            drawn.append(f'<circle cx="{x + 37:g}" cy="{y + 6:g}" r="2.5" class="a-om-red"/>')
    return drawn


def printed_depot(pen: Pen, catalogue: dict[str, Any]) -> list[str]:
    cards, drawn = Cards(pen, catalogue), [words(296, 50, "Depot and Executive actions", "om-soft")]
    for i, data in enumerate(catalogue["executive"].values()):
        x, effect = SLOT_X + i * 36, data["effect"] or {"kind": "produce", "count": 1, "flags": []}
        drawn.append(pen.frame("f-slot", x, 56) + cards.effect(effect, x + 15, 71))
        drawn.append(words(x + 8, 94, data["cost"], "small") + pen.use("crystal", x + 22, 91, 0.6))
    return drawn


class Board:
    def __init__(self, pen: Pen, position: dict[str, Any], catalogue: dict[str, Any], seat: int) -> None:
        self.pen = pen
        self.position = position
        self.catalogue = catalogue
        self.seat = seat
        self.name = f"seat-{seat}"
        self.own: dict[str, Any] = position["boards"][seat]
        self.cards = Cards(pen, catalogue)
        self.shelters = shelters(position, seat)
        self.decides = position["phase"] != "over" and position["stack"][-1]["seat"] == seat

    def drawn(self) -> str:
        parts = {
            "frame": self.frame(),
            "lab": self.laboratory(),
            "depot": self.depot(),
            "storage": self.storage(),
            "progress": self.progress(),
            "quarters": self.quarters(),
            "reserve": self.reserve(),
            "plans": self.plans(),
            "hired": self.hired(),
            "tiles": self.tiles(),
            "goals": self.goals(),
        }
        named = ("quarters", "goals")
        return "".join(
            self.pen.region(f"{self.name}-{part}", content, target=f"{self.name}-{part}" if part in named else "")
            for part, content in parts.items()
        )

    def automatic(self) -> bool:
        return "lacerda" in self.position and self.seat == 1

    def frame(self) -> str:
        turn = " turn" if self.position["phase"] != "over" and self.position["turn"] == self.seat else ""
        total = points(self.position, self.catalogue, self.seat)
        title = seat_words(self.position, self.seat).capitalize()
        return (
            box(2, 2, BOARD_WIDTH - 4, BOARD - 4, f"panel{turn}", 10)
            + self.pen.use("board", 0, 0)
            + self.pen.use(f"s{self.seat}", 20, 20)
            + words(38, 24, title)
            + words(580, 25, f"{total} points", "big end")
            + words(460, 24, f"scored in play: {self.own['points']}", "om-soft end")
        )

    # ---- Laboratory, Depot, Storage

    def place(self, frame: str, x: float, y: float, name: str) -> str:
        """An empty place, drawn anew on the board of the seat that decides: only there actions can name it."""
        return self.pen.frame(frame, x, y, f"{self.name}-{name}") if self.decides else ""

    def laboratory(self) -> str:
        """Six columns, entered from the left; a Technology covers what its space gives."""
        drawn, tech_at = [], {space: tech for tech, space in self.own["techs"].items()}
        for space, data in self.catalogue["lab"].items():
            (x, y), tech = lab_place(space, data["column"]), tech_at.get(space)
            if tech:
                drawn.append(self.pen.frame(f"t-{tech}", x, y, f"{self.name}-lab-{space}"))
            else:
                drawn.append(self.place("f-lab", x, y, f"lab-{space}"))
        return "".join(drawn)

    def depot(self) -> str:
        """A Ship covers a slot until it is welcomed; Crystals lie in free slots."""
        own, drawn = self.own, []
        free = [slot for slot in range(SLOTS, 0, -1) if slot not in own["ships"]]
        for slot in range(1, SLOTS + 1):
            x = SLOT_X + (slot - 1) * 36
            drawn.append(self.place("f-slot", x, 56, f"depot-{slot}"))
            if slot in own["ships"]:
                drawn.append(self.pen.use("ship", x + 17, 109))
            elif slot in free[: own["crystals"]]:
                drawn.append(self.pen.use("crystal", x + 17, 109))
        return "".join(drawn)

    def storage(self) -> str:
        own, drawn = self.own, []
        held = {**own["resources"], "crystal": own["crystals"], "waiting": own["waiting"]}
        for i, (name, count) in enumerate(held.items()):
            x = ITEM_X + i * 41
            drawn.append(self.place("f-item", x, 128, name) + words(x + 31, 147, count))
        room = self.catalogue["player"]["storage_base"] + self.shelters
        limit = words(296, 171, f"Storage holds {room} of each", "om-soft small")
        return f'<g class="a-mid">{"".join(drawn)}</g>{limit}'

    def progress(self) -> str:
        """Types whose cube has been moved are marked; beside one of them stands the automatic opponent's Bot."""
        drawn, icon, marks = [], self.position["lacerda"]["bot"] if self.automatic() else None, ""
        for i, kind in enumerate(list(self.catalogue["buildings"])[:5]):
            x = 374 + i * 32
            if kind in self.own["progress"]:
                marks += f"M{x - 5} 180l3 4 8-9"
            if kind == icon:
                drawn.append(self.pen.use(f"bot-{self.seat}", x + 5, 191, 0.5))
        hangar = self.pen.use("ship", 521, 186) + words(582, 190, f"{self.own['hangar']} landed", "end")
        return f'<path d="{marks}" class="a-om-line"/>{"".join(drawn)}{hangar}'

    # ---- Colonists, and what is in reserve

    def quarters(self) -> str:
        """Two places for each step of the ladder, with what it scores."""
        limit = quarters_limit(self.position, self.catalogue, self.seat)
        here = limit if self.automatic() else self.own["quarters"]
        drawn = [box(10, 198, 304, 44, "free", 6)]
        drawn += [self.pen.use("two", QUARTERS_X + i * 20, 213) for i in range(0, here - 1, 2)]
        drawn += [self.pen.use("colonist", QUARTERS_X + (here - 1) * 20, 213)] if here % 2 else []
        rest = "".join(f"M{QUARTERS_X - 7 + i * 20} 213a7 7 0 1 0 14 0a7 7 0 1 0-14 0" for i in range(here, limit))
        return "".join(drawn) + f'<path d="{rest}" class="a-free"/>'

    def reserve(self) -> str:
        own, player = self.own, self.catalogue["player"]
        miners = list(self.position["markers"].values()).count(f"miner {self.seat}")
        used = own["quarters"] + own["working"] + miners + sum(own["slots"].values())
        bots = self.position["lacerda"]["bots"] if self.automatic() else len(own["bots"])
        counts = (own["working"], max(0, player["colonists"] - used), player["shelters"] - self.shelters)
        drawn = []
        for i, (name, count) in enumerate(zip(CELLS, (*counts, player["bots"] - bots), strict=True)):
            x = CELL_X + i * 66
            drawn.append(self.place("f-cell", x, 198, name) + words(x + 44, 219, count))
        return f'<g class="a-mid">{"".join(drawn)}</g>'

    # ---- cards and tiles

    def plans(self) -> str:
        own, at_work = self.own, self.position["scientists_at"].values()
        cards = [(card, True) for card in own["advanced"]] + [(card, False) for card in own["blueprints"]]
        drawn = [] if cards else [words(14, 29, "no Blueprints", "om-soft")]
        for i, (card, built) in enumerate(cards):
            radar = self.position["radar"] if self.is_radar(card) else None
            drawn.append(self.cards.plan(card, 10 + i * 71, built, card in at_work, radar))
        return at(0, 247, "".join(drawn))

    def is_radar(self, card: int) -> bool:
        return bool(self.catalogue["blueprints"][str(card)]["effect"]["kind"] == "radar")

    def hired(self) -> str:
        scientists, contracts = self.own["scientists"], self.own["contracts"]
        count = len(scientists) + len(contracts)
        drawn = [] if count else [words(14, 23, "no Scientists, no Contracts", "om-soft")]
        scale = min(1, 570 / (95 * max(1, count)))
        for i, name in enumerate(scientists):
            works = self.position["scientists_at"].get(name)
            drawn.append(self.cards.scientist_chip(name, 10 + i * 95 * scale, scale, works))
        for i, (card, it) in enumerate(contracts.items(), len(scientists)):
            drawn.append(self.cards.contract_chip(card, 10 + i * 95 * scale, scale, it))
        return at(0, 303, "".join(drawn))

    def tiles(self) -> str:
        found, research = self.own["discoveries"], self.own["research"]
        count = len(found) + len(research)
        drawn = [] if count else [words(14, 376, "no tiles", "om-soft")]
        room = 240 if not self.own["a"] + self.own["b"] else 350 - 69 * (3 + len(self.own["b"]))
        scale = min(1, max(60, room) / (31 * max(1, count)))
        for i, tile in enumerate(found):
            drawn.append(self.cards.discovery(tile, 10 + i * 31 * scale, 356, scale))
        for i, letter in enumerate(research, len(found)):
            x = 24 + i * 31 * scale
            drawn.append(self.pen.use("research", x, 370, 1.7 * scale) + words(x, 374, letter, "om-letter"))
        return tiles(drawn)

    def goals(self) -> str:
        """Private Goals and First Colonist cards, those unknown face down; of the automatic opponent his deck."""
        if self.automatic():
            return self.solo_deck()
        own, x, drawn = self.own["goals"], 584, []
        cards = [(card, "hand") for card in own["hand"]] + [(card, "discarded") for card in own["discarded"]]
        cards += [(own["completed"], "completed")] if own["completed"] is not None else []
        for card, state in reversed(cards):
            x -= 69
            drawn.append(self.cards.goal(card, x, state) if card else self.face_down(x, state))
        for name in reversed(self.own["a"] + self.own["b"]):
            x -= 69
            drawn.append(self.cards.first_colonist(name, x, self.seat) if name else self.face_down(x, "hand"))
        return at(0, 347, "".join(drawn))

    def face_down(self, x: float, state: str) -> str:
        back = self.pen.frame("back", x)
        return f'<g class="a-om-lying">{back}</g>' if state == "discarded" else back

    def solo_deck(self) -> str:
        data = self.position["lacerda"]
        seen = ", ".join(map(str, data["seen"])) or "none"
        travels = "travels" if data["travels"] else "does not travel"
        told = f"Bot on the {spoken(data['bot'])}; {len(data['deck'])} cards left; by the latest one he {travels}"
        cards = f"cards seen in pass {data['passes'] + 1}: {seen}"
        return words(582, 366, told, "end om-soft") + words(582, 384, cards, "end om-soft")
