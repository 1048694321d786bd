"""Cards, effects and what is being decided, in a few words: what a pointer over the picture reads and its headline."""

from __future__ import annotations

from typing import Any

DECISIONS = {
    "warehouse": "takes from the Warehouse",
    "crystals": "may send a Colonist for a Crystal",
    "choose": "gains Resources of choice",
    "upgrade": "upgrades a Building",
    "blueprint": "takes a Blueprint",
    "develop": "develops a Technology",
    "learn": "learns a Technology",
    "construct": "constructs a Building",
    "ship": "welcomes a Ship",
    "hire": "takes a Scientist or a Contract",
    "buy_colonist": "may pay for a Colonist",
    "retrieve": "brings Colonists home",
    "produce": "may produce once more",
    "radar": "puts a tile on the Radar",
    "menu": "chooses what to do in the turn",
    "pay": "pays, {left} to go",
    "move": "moves Bots or the Rover",
    "claim": "may claim the tile under the Rover",
    "claim_bots": "may claim tiles under Bots",
    "place_tech": "places the Technology in the Laboratory",
    "displace": "moves a piece off the new Building",
    "ship_reward": "takes Colonists, or one fewer and a Bot",
    "bot_place": "places a Bot",
    "use_building": "uses an Advanced Building",
    "lss": "takes a benefit of the Life Support System",
    "goal_reward": "takes the reward of a Private Goal",
    "space": "chooses a Turn Order space",
    "shuttle_side": "chooses where the Shuttle starts",
    "travel_choice": "travels or stays",
    "place_tile": "places a Discovery tile",
    "refill": "puts a Contract on display",
    "owner": "develops the Technology that was used, or takes Oxygen",
    "task": "may show a First Colonist card",
}
ENDS = {"triggered": ", one more round", "last_round": ", the last round"}
EFFECTS = {
    "warehouse": "take {n} from the Warehouse",
    "crystals": "{n} Crystals",
    "resource": "{n} {item}",
    "choose": "{n} Resources of choice, no Minerals",
    "bots": "Bots move {n}",
    "rover": "Rover moves {n}",
    "control": "Bots and Rover move {n} each",
    "upgrade": "upgrade {n}",
    "blueprint": "take {n} Blueprints",
    "develop": "develop {n} times",
    "learn": "learn {n} Technologies",
    "construct": "construct {building}",
    "ship": "welcome {n} Ships",
    "hire": "take a {cards}",
    "colonists": "{n} Colonists",
    "buy_colonist": "pay Water or Plant for a Colonist",
    "retrieve": "bring {n} Colonists home",
    "points": "{n} points",
    "produce": "own Buildings produce",
    "trade": "one Resource for {n}",
    "radar": "put a Discovery tile here and use it each time",
    "travel": "travel",
}
FLAGS = {
    "free": "free",
    "anywhere": "anywhere",
    "plus": "one Colonist more",
    "collect": "Bots collect",
    "best": "as far as the best Rover Technology",
    "tech": "with Technology",
}
MISSIONS = {
    "research_tiles": "Research tiles",
    "blueprints": "Blueprints",
    "advanced_buildings": "Advanced Buildings",
    "bots": "Bots placed",
    "discovery_tiles": "Discovery tiles",
    "techs": "Technologies taken",
    "progress_cubes": "Progress cubes",
    "scientists": "Scientists hired",
    "contracts": "Contracts completed",
}


def spoken(name: str) -> str:
    return name.replace("_", " ")


def seat_words(position: dict[str, Any], seat: int) -> str:
    automatic = "lacerda" in position and seat == 1
    return "automatic opponent" if automatic else f"seat {seat}"


def turn_words(position: dict[str, Any]) -> str:
    """Round, phase, and whose decision it is."""
    if position["phase"] == "over":
        return f"the game is over after {position['round']} rounds"
    when = f"round {position['round']}" if position["round"] else "set-up"
    phase = ", Shuttle phase" if position["phase"] == "shuttle" else ""
    frame = position["stack"][-1]
    asked = DECISIONS.get(frame["kind"], spoken(frame["kind"])).format(left=frame["left"])
    return f"{when}{phase}{ENDS.get(position['end'], '')}: seat {frame['seat']} {asked}"


def waiting_words(position: dict[str, Any]) -> str:
    """What follows the pending decision: owners of used Technology, displays to refill; First Colonist cards gone."""
    told = [f"{seat_words(position, use['owner'])}'s {spoken(use['tech'])}" for use in position["uses"]]
    used = f"used: {', '.join(told)}" if told else ""
    refill = f"to refill: {len(position['refills'])}" if position["refills"] else ""
    gone = ", ".join(position["a_gone"] + position["b_gone"])
    return "; ".join(part for part in (used, refill, f"First Colonists gone: {gone}" if gone else "") if part)


def effect_words(effect: dict[str, Any] | None) -> str:
    if effect is None:
        return "nothing"
    told = EFFECTS[effect["kind"]].format(
        n=effect["count"],
        item=effect.get("item"),
        building=spoken(effect.get("building") or "any Building"),
        cards=" or ".join(effect.get("cards", [])),
    )
    flags = [FLAGS[flag] for flag in effect["flags"] if flag in FLAGS]
    return ", ".join([told, *flags])


def blueprint_words(data: dict[str, Any]) -> str:
    return f"{data['name']}: {effect_words(data['effect'])}"


def goal_words(card: int, data: dict[str, Any]) -> str:
    return f"Goal {card}: {spoken(data['condition'])}, {data['count']}; {effect_words(data['effect'])}"


def points(position: dict[str, Any], catalogue: dict[str, Any], seat: int) -> int:
    """What a seat would have if the game were scored as things stand (R161 to R167)."""
    own = position["boards"][seat]
    plans, columns = catalogue["blueprints"], catalogue["lab_columns"]
    quarters = own["quarters"]
    if "lacerda" in position and seat == 1:
        quarters = quarters_limit(position, catalogue, seat)
    total = own["points"] + catalogue["progress_points"][len(own["progress"])] + 3 * own["hangar"]
    total += catalogue["quarters_points"][quarters]
    total += sum(columns[catalogue["lab"][space]["column"] - 1]["points"] for space in own["techs"].values())
    total += sum(plans[str(card)]["points"] for card in own["advanced"])
    total -= sum(plans[str(card)]["points"] for card in own["blueprints"])
    total += sum(scientist_points(position, catalogue["scientists"][name]) for name in own["scientists"])
    for card, it in own["contracts"].items():
        total += catalogue["contracts"][card]["done" if it["completed"] else "failed"]
    return int(total)


def shelters(position: dict[str, Any], seat: int) -> int:
    return list(position["buildings"].values()).count(f"shelter {seat}")


def quarters_limit(position: dict[str, Any], catalogue: dict[str, Any], seat: int) -> int:
    """Colonists that fit into Living Quarters (R32)."""
    player, more = catalogue["player"], max(0, shelters(position, seat) - 1)
    return int(min(player["colonists"], player["quarters_base"] + more * player["quarters_per_shelter"]))


def scientist_points(position: dict[str, Any], data: dict[str, Any]) -> int:
    """R166: Advanced Buildings of his type, whoever owns them."""
    built = [position["buildings"][place] for place, it in position["markers"].items() if it.startswith("advanced")]
    return int(data["points"] * sum(kind.split()[0] == data["scores"] for kind in built))
