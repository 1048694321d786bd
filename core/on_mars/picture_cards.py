"""Cards and tiles of the picture, on display or with a player."""

from __future__ import annotations

from typing import Any

from core.on_mars.captions import blueprint_words, goal_words, spoken
from core.picture import Pen, at, shortened, words

GOAL_ICONS = {
    "blueprints": "blueprint",
    "advanced": "upgrade",
    "mines": "mine",
    "discoveries": "discovery",
    "marker_in_complex": "complex",
    "one_resource": "any",
    "shelters": "shelter",
    "colony_level": "level",
    "quarters": "colonist",
    "techs": "learn",
    "hangar": "ship",
    "research": "research",
    "scientist_and_contract": "scientist",
    "marked_spaces": "marked",
    "progress": "cube",
    "complexes_of_three": "complex",
}
EFFECT_ICONS = {"crystals": "crystal", "choose": "any", "colonists": "colonist", "buy_colonist": "colonist"}


class Cards:
    """Draws what is printed on cards and tiles."""

    def __init__(self, pen: Pen, catalogue: dict[str, Any]) -> None:
        self.pen = pen
        self.catalogue = catalogue

    # ---- effects and costs

    def effect(self, effect: dict[str, Any], x: float, y: float, scale: float = 1) -> str:
        """An icon around (x, y), with how often it is done and what with."""
        kind, count = effect["kind"], effect["count"]
        drawn = self.pen.use(self.effect_icon(effect), x, y, scale)
        if kind == "construct" and effect["building"]:
            drawn += self.pen.use("plus", x + 11 * scale, y - 5 * scale, scale)
        if 1 < count < 99:
            drawn += words(x + 8 * scale, y + 8 * scale, count)
        if "boost" in effect["flags"]:
            drawn += self.pen.use("boost", x - 9 * scale, y + 8 * scale, scale)
        return drawn

    def effect_icon(self, effect: dict[str, Any]) -> str:
        kind: str = effect["kind"]
        if kind == "resource":
            return str(effect["item"])
        if kind == "construct":
            return str(effect["building"] or "construct")
        if kind == "hire":
            return "scientist" if "scientist" in effect["cards"] else "contract"
        return EFFECT_ICONS.get(kind, kind)

    def units(self, units: list[str], x: float, y: float, scale: float = 1) -> str:
        return "".join(self.pen.use(unit, x + i * 17 * scale, y, scale) for i, unit in enumerate(units))

    # ---- Blueprints

    def blueprint(self, card: int, x: float) -> str:
        """On display: its type, its effect, what it is worth."""
        data = self.catalogue["blueprints"][str(card)]
        drawn = self.pen.frame("k-sheet") + words(6, 15, card)
        drawn += words(24, 15, shortened(data["name"], 15), "om-soft small")
        drawn += self.pen.use(data["building"], 17, 40) + self.effect(data["effect"], 58, 38)
        drawn += words(104, 57, f"±{data['points']}", "end")
        if data["min_complex"] > 1:
            drawn += self.pen.use("complex", 94, 33) + words(84, 37, data["min_complex"], "small end")
        return at(x, 0, drawn, target=f"blueprint-{card}", hint=blueprint_words(data))

    def plan(self, card: int, x: float, built: bool, guest: bool, tile: int | None) -> str:
        """A player's: the marker is on it until it is built; who works there; the tile on the Radar."""
        data = self.catalogue["blueprints"][str(card)]
        drawn = self.pen.frame("k-built" if built else "k-plan") + words(5, 13, card)
        drawn += self.pen.use(data["building"], 14, 34) + self.effect(data["effect"], 44, 34)
        if guest:
            drawn += self.pen.use("scientist", 36, 11)
        if tile:
            drawn += tiles([self.discovery(tile, 30, 22, 1)])
        return at(x, 0, drawn, target=f"blueprint-{card}", hint=blueprint_words(data))

    # ---- Scientists and Contracts

    def displayed(self, card: str | int | None, x: float) -> str:
        if card is None:
            return self.pen.frame("f-card", x)
        return self.scientist(card, x) if isinstance(card, str) else self.contract(str(card), x)

    def scientist(self, name: str, x: float) -> str:
        """Where he works, what he scores, what he costs."""
        data = self.catalogue["scientists"][name]
        drawn = self.pen.frame("k-card") + words(5, 13, shortened(spoken(name), 14), "om-soft small")
        drawn += self.scientist_face(data, 28) + self.units(data["cost"], 13, 53)
        drawn += words(76, 58, f"{data['points']} each", "small end")
        return at(x, 0, drawn, target=f"scientist-{name}")

    def scientist_face(self, data: dict[str, Any], y: float) -> str:
        drawn = self.pen.use("scientist", 12, y) + self.pen.use(data["works_in"], 33, y)
        return drawn + self.pen.use("arrow", 50, y) + self.pen.use(data["scores"], 68, y)

    def scientist_chip(self, name: str, x: float, scale: float, works: int | None) -> str:
        data = self.catalogue["scientists"][name]
        told = f"on Blueprint {works}" if works else spoken(name)
        drawn = self.pen.frame("k-chip") + self.scientist_face(data, 14) + words(5, 35, told, "om-soft small")
        return at(x, 0, drawn, target=f"scientist-{name}", scale=scale)

    def contract(self, card: str, x: float) -> str:
        data = self.catalogue["contracts"][card]
        drawn = self.pen.frame("k-card") + words(5, 13, f"Contract {card}", "om-soft small")
        drawn += self.contract_face(data, {}, 13, 32, 38) + words(76, 58, worth(data), "small end")
        return at(x, 0, drawn, target=f"contract-{card}")

    def contract_face(self, data: dict[str, Any], given: dict[str, int], x: float, y: float, step: float) -> str:
        """What it asks for, after what was delivered."""
        if "building" in data:
            return self.pen.use(data["building"], x, y) + words(x + 11, y + 4, f"{data['complex']}+")
        drawn = ""
        for i, (item, count) in enumerate(data["needs"].items()):
            told = f"{given[item]}/{count}" if item in given else str(count)
            drawn += self.pen.use(item, x + i * step, y) + words(x + 10 + i * step, y + 4, told)
        return drawn

    def contract_note(self, card: str, x: float, y: float) -> str:
        """In the pile."""
        data = self.catalogue["contracts"][card]
        drawn = self.pen.frame("k-note") + words(4, 15, card, "small")
        drawn += self.contract_face(data, {}, 27, 11.5, 33)
        return at(x, y, drawn, target=f"contract-{card}")

    def contract_chip(self, card: str, x: float, scale: float, it: dict[str, Any]) -> str:
        data = self.catalogue["contracts"][card]
        drawn = self.pen.frame("k-chip") + self.contract_face(data, it["delivered"], 12, 14, 42)
        drawn += words(5, 35, f"C {card}", "small") + words(76, 35, worth(data), "small end")
        drawn += self.pen.use("mark", 83, 30) if it["completed"] else ""
        return at(x, 0, drawn, target=f"contract-{card}", scale=scale)

    # ---- tiles, Goals, First Colonist cards

    def discovery(self, tile: int, x: float, y: float, scale: float) -> str:
        return at(x, y, self.tile_face(tile), target=f"discovery-{tile}", scale=scale)

    def tile_face(self, tile: int) -> str:
        """To be drawn among tiles()."""
        face = '<rect width="28" height="28" rx="4" class="a-om-find"/>'
        return face + self.effect(self.catalogue["discoveries"][str(tile)]["effect"], 12, 14)

    def goal(self, card: int, x: float, state: str) -> str:
        """Condition and reward; a completed one has a mark, one that paid is dashed."""
        data = self.catalogue["goals"][str(card)]
        drawn = self.pen.frame("f-goal" if state == "discarded" else "k-goal") + words(5, 12, card)
        drawn += self.pen.use(GOAL_ICONS[data["condition"]], 14, 27) + words(20, 41, data["count"], "small")
        drawn += self.effect(data["effect"], 51, 27)
        drawn += self.pen.use("mark", 57, 9) if state == "completed" else ""
        return at(x, 0, drawn, target=f"goal-{card}", hint=goal_words(card, data))

    def first_colonist(self, card: str, x: float, seat: int) -> str:
        """The types of an A card, the task and the reward of a B card."""
        cards = self.catalogue["first_colonists"]
        drawn = self.pen.frame("k-first") + words(5, 12, card)
        if card in cards["a"]:
            hint = "construct " + " or ".join(map(spoken, cards["a"][card]["any_of"]))
            for i, kind in enumerate(cards["a"][card]["any_of"]):
                drawn += self.pen.use(kind, 33 + i % 2 * 20, 12 + i // 2 * 20)
        else:
            hint = spoken(cards["b"][card]["task"])
            drawn += self.effect(cards["b"][card]["effect"], 48, 14) + words(
                4, 40, shortened(hint, 12), "om-soft small"
            )
        return at(x, 0, drawn, target=f"seat-{seat}-card-{card}", hint=f"First Colonist card {card}: {hint}")


def tiles(drawn: list[str]) -> str:
    """Discovery tiles are light by night too, so what is printed on them stays dark."""
    return f'<g class="a-om-onfind">{"".join(drawn)}</g>'


def worth(data: dict[str, Any]) -> str:
    return f"+{data['done']} / {data['failed']}"
