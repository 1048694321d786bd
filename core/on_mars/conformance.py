"""What the property tests need to know of On Mars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from core.on_mars.components import read

# Fields of a position that observations leave out, and why.
UNOBSERVED = {"lacerda.ties": "numbers the draws of chance, nothing in play depends on it"}

OPTION_SETS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "length": "long"},
    {"players": 4, "round_cap": 12},
    {"players": 4, "first_colonists": True, "round_cap": 12},
    {"players": 2, "space_oddity": True, "first_colonists": True},
    {"players": 1},
]


def blueprints(position: dict[str, Any]) -> list[int]:
    display = position["blueprint_display"]
    cards = [*display["top"], *display["bottom"], *position["blueprint_deck"], *position["blueprints_gone"]]
    return sorted(cards + [card for board in position["boards"] for card in board["blueprints"] + board["advanced"]])


def discoveries(position: dict[str, Any]) -> list[int]:
    tiles = [tile for tile in (*position["exploration"], position["radar"]) if tile]
    tiles += position["discovery_deck"] + position["discoveries_gone"]
    tiles += [tile for board in position["boards"] for tile in board["discoveries"]]
    return sorted(tiles + [int(what.split()[1]) for what in position["ground"].values() if what.startswith("disc")])


def techs(position: dict[str, Any]) -> Counter[str]:
    owned = [tech for board in position["boards"] for tech in board["techs"]]
    return Counter([*owned, *position["tech_deck"], *(tech for tech in position["tech_grid"] if tech)])


def contracts(position: dict[str, Any]) -> list[int]:
    shown = [card for card in position["display"] if isinstance(card, int)]
    return shown + [int(card) for board in position["boards"] for card in board["contracts"]]


def tiles(position: dict[str, Any]) -> dict[str, int]:
    built = Counter(position["buildings"].values())
    return {kind: built[kind] + len(stack) for kind, stack in position["stacks"].items()}


def first_colonist_cards(position: dict[str, Any]) -> list[str]:
    held = [card for board in position["boards"] for card in board["b"]]
    return sorted(held + position["b_deck"] + position["b_gone"])


def conserved(position: dict[str, Any]) -> object:
    """Cards and tiles are each in one place; nobody holds more than his pieces."""
    goals = [board["goals"] for board in position["boards"]]
    dealt = [[*one["hand"], *one["discarded"], *([one["completed"]] if one["completed"] else [])] for one in goals]
    taken = contracts(position)
    assert len(set(taken)) == len(taken)
    assert all(count <= 5 for name, count in Counter(position["buildings"].values()).items() if "shelter" in name)
    for board in position["boards"]:
        assert len(board["bots"]) <= 4
        assert len(board["ships"]) + board["hangar"] <= 5
        assert len(board["blueprints"]) + len(board["advanced"]) <= 8
    researched = sum(len(board["research"]) for board in position["boards"])
    assert researched + sum(what.startswith("research") for what in position["ground"].values()) <= 8
    lacerda = position.get("lacerda")
    return (
        blueprints(position),
        discoveries(position),
        sorted(techs(position).items()),
        tiles(position),
        [sorted(cards) for cards in dealt],
        first_colonist_cards(position),
        sorted(lacerda["deck"] + lacerda["seen"]) if lacerda else None,
    )


def piles(position: dict[str, Any]) -> dict[str, list[Any]]:
    found = {name: position[name] for name in ("discovery_deck", "tech_deck", "blueprint_deck", "b_deck")}
    found |= {f"stack of {kind}": stack for kind, stack in position["stacks"].items()}
    if "lacerda" in position:
        found[f"solo deck#{position['lacerda']['passes']}"] = position["lacerda"]["deck"]
    return found


# ---- what a game looked like


def record(state: Any) -> dict[str, Any]:
    """How long it lasted, how it ended, and where each seat's points come from; also before the end."""
    position = state.to_dict()
    points = [sources(position, seat) for seat in range(len(position["boards"]))]
    if "lacerda" in position:
        points = [{**points[0], "less those of Lacerda": -sum(points[1].values())}]
    oddity = position["options"]["space_oddity"] and position["remaining_missions"] == 0
    return {
        "rounds": position["round"],
        "by_rules": state.is_over and (position["end"] == "last_round" or oddity),
        "points": points,
    }


def sources(position: dict[str, Any], seat: int) -> dict[str, int]:
    """R161 to R167; what the Life Support System, level-ups and Mineral Mines gave is scored during play."""
    components, board = read(), position["boards"][seat]
    columns = {row["id"]: row["column"] for row in components["lab_space"]}
    worth = {row["id"]: row["points"] for row in components["blueprint"]}
    quarters = limit(position, seat) if "lacerda" in position and seat == 1 else board["quarters"]
    return {
        "scored during play": board["points"],
        "Progress cubes": components["progress_score"]["points"][len(board["progress"])],
        "Ships in the Hangar": 3 * board["hangar"],
        "Colonists in Living Quarters": components["quarters_score"]["points"][quarters],
        "Technologies": sum(components["laboratory"]["points"][columns[at] - 1] for at in board["techs"].values()),
        "Blueprints": sum(worth[card] for card in board["advanced"]) - sum(worth[card] for card in board["blueprints"]),
        "Scientists": sum(scientist_points(position, name) for name in board["scientists"]),
        "Contracts": sum(contract_points(int(card), it["completed"]) for card, it in board["contracts"].items()),
    }


def limit(position: dict[str, Any], seat: int) -> int:
    """Colonists that fit into Living Quarters (R32)."""
    return min(12, 2 + 2 * Counter(position["buildings"].values())[f"shelter {seat}"])


def scientist_points(position: dict[str, Any], name: str) -> int:
    """R166: Advanced Buildings of his type, whoever owns them."""
    row = next(row for row in read()["scientist"] if row["id"] == name)
    built = [position["buildings"][hex_] for hex_, it in position["markers"].items() if it.startswith("advanced")]
    matches = sum(building.split()[0] == row["scores"] for building in built)
    return int(row["points"] * matches)


def contract_points(card: int, completed: bool) -> int:
    row = read()["contract"][card - 1]
    return int(row["done"] if completed else row["failed"])


# ---- what a view leaves open


def uniform(values: Iterable[Any]) -> dict[Any, float]:
    all_values = list(values)
    return {value: 1 / len(all_values) for value in all_values}


def chances(game: Any) -> Iterable[tuple[Any, ...]]:
    """Every kind of hidden thing, seen by seat 0 at the start of a deal, and later where more is known."""
    state = game.new(1)
    position = state.to_dict()
    view = state.view(0)
    shown = set(position["exploration"])
    yield "top Discovery tile", view, top("discovery_deck"), uniform(set(range(1, 20)) - shown)
    level_1 = set(range(1, 13)) - set(position["blueprint_display"]["bottom"])
    yield "top Blueprint", view, top("blueprint_deck"), uniform(level_1)
    yield "last Blueprint", view, lambda it: it.to_dict()["blueprint_deck"][-1], uniform(range(13, 25))
    first = position["stacks"]["mine"][0]
    yield "second Mine", view, lambda it: it.to_dict()["stacks"]["mine"][1], uniform(set(range(1, 7)) - {first})
    if position["tech_deck"]:
        yield "first Tech of the stacks", view, top("tech_deck"), uniform(position["tech_deck"])
    if game.players > 1:
        yield from goal_chances(view, position)
        yield from discard_chances(game, position)
    else:
        yield (
            "first solo card",
            view,
            lambda it: it.to_dict()["lacerda"]["deck"][0],
            uniform(position["lacerda"]["deck"]),
        )
    if game.options["first_colonists"]:
        yield from card_chances(game, view, position)


def top(pile: str) -> Any:
    return lambda state: state.to_dict()[pile][0]


def goal_chances(view: Any, position: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
    own = position["boards"][0]["goals"]["hand"]
    others = [card for card in range(1, 17) if card not in own]

    def lowest(state: Any) -> int:
        return int(state.to_dict()["boards"][1]["goals"]["hand"][0])

    # The lowest of 3 cards out of 13: the other two are above it.
    ways = {card: (12 - i) * (11 - i) / 2 for i, card in enumerate(others) if i < 11}
    yield "lowest Goal of seat 1", view, lowest, {card: count / sum(ways.values()) for card, count in ways.items()}


def discard_chances(game: Any, position: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
    """A discarded Goal is known to its discarder alone, a completed one to all."""
    boards = [dict(board) for board in position["boards"]]
    for board in boards:
        first, second, third = board["goals"]["hand"]
        board["goals"] = {"hand": [first, third], "completed": None, "discarded": [second]}
    low, high = boards[1]["goals"]["hand"]
    boards[1]["goals"] |= {"hand": [low], "completed": high}
    view = game.from_dict({**position, "boards": boards}).view(0)
    known = {high, *(card for cards in (boards[0]["goals"]["hand"], boards[0]["goals"]["discarded"]) for card in cards)}

    def discarded(seat: int) -> Any:
        return lambda state: state.to_dict()["boards"][seat]["goals"]["discarded"][0]

    def above_the_hand(state: Any) -> bool:
        goals = state.to_dict()["boards"][1]["goals"]
        return bool(goals["discarded"][0] > goals["hand"][0])

    unknown = uniform(set(range(1, 17)) - known)
    yield "discarded Goal of seat 1", view, discarded(1), unknown
    yield "discarded Goal above the one in hand", view, above_the_hand, {True: 0.5, False: 0.5}
    yield "discarded Goal of the last seat", view, discarded(game.players - 1), unknown
    yield "own discarded Goal", view, discarded(0), {boards[0]["goals"]["discarded"][0]: 1.0}


def card_chances(game: Any, view: Any, position: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
    own = position["boards"][0]["a"]
    rest = [card for card in ("A1", "A2", "A3", "A4") if card not in own]
    yield "A card of seat 1", view, lambda it: it.to_dict()["boards"][1]["a"][0], uniform(rest)
    yield "top B card", view, top("b_deck"), uniform(position["b_deck"])
    # Seat 1 has built a Generator without revealing: only A2 shows none.
    boards = [{"a": ["A1"]}, {"a": ["A2"], "constructed": ["generator"]}]
    boards += [{"a": [card]} for card in ("A3", "A4")[: game.players - 2]]
    told = game.from_dict({"boards": boards}).view(0)
    yield "A card of a builder", told, lambda it: it.to_dict()["boards"][1]["a"][0], {"A2": 1.0}


# ---- who learns what


def twins(game: Any) -> Iterable[tuple[str, Any, Any, int, bool]]:
    """A case, two states, a seat, and whether it sees the same in both."""
    state = game.new(1)
    position = state.to_dict()
    last = game.players - 1
    for deck in ("discovery_deck", "blueprint_deck"):
        yield f"the order of the {deck}", state, with_top_swapped(game, position, deck), last, True
    shown = [*position["exploration"][1:], position["exploration"][0]]
    yield "Discovery tiles that lie open", state, game.from_dict({**position, "exploration": shown}), last, False
    if game.players > 1:
        yield from goal_twins(game, position)
    else:
        lacerda = {**position["lacerda"], "deck": swapped(position["lacerda"]["deck"])}
        yield "the order of the solo deck", state, game.from_dict({**position, "lacerda": lacerda}), 0, True
    if game.options["first_colonists"]:
        yield from first_colonist_twins(game, position)


def reveals(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether Lacerda turned a card, or a B card was shown because its task was done."""
    return [before.get("lacerda"), *(board["b"] for board in before["boards"])] != [
        now.get("lacerda"), *(board["b"] for board in now["boards"])]  # fmt: skip


def swapped(cards: list[Any]) -> list[Any]:
    return [cards[1], cards[0], *cards[2:]]


def with_top_swapped(game: Any, position: dict[str, Any], deck: str) -> Any:
    return game.from_dict({**position, deck: swapped(position[deck])})


def goal_twins(game: Any, position: dict[str, Any]) -> Iterable[tuple[str, Any, Any, int, bool]]:
    """Seats 0 and 1 have each other's Goals: in hand, discarded, completed."""
    for field, told in (("hand", False), ("discarded", False), ("completed", True)):
        one, other = (goals_swapped(game, position, field, turn) for turn in (False, True))
        yield f"a Goal, {field}: its owner", one, other, 0, False
        if game.players > 2:
            yield f"a Goal, {field}: a third seat", one, other, 2, not told


def goals_swapped(game: Any, position: dict[str, Any], field: str, turn: bool) -> Any:
    """Seats 0 and 1 with a Goal each as the field says; with `turn` the other way round."""
    boards = [dict(board) for board in position["boards"]]
    dealt = [board["goals"]["hand"] for board in boards[:2]]
    mine, yours = (dealt[0][0], dealt[1][0])
    for board, cards, goal in zip(boards, dealt, (yours, mine) if turn else (mine, yours), strict=False):
        rest = [card for card in cards if card not in (mine, yours)]
        goals: dict[str, Any] = {"hand": rest, "completed": None, "discarded": []}
        if field == "completed":
            goals["completed"] = goal
        else:
            goals[field] = sorted([*goals[field], goal])
        board["goals"] = goals
    return game.from_dict({**position, "boards": boards})


def first_colonist_twins(game: Any, position: dict[str, Any]) -> Iterable[tuple[str, Any, Any, int, bool]]:
    boards = [{**board, "a": [card]} for board, card in zip(position["boards"], ("A2", "A1", "A3", "A4"), strict=False)]
    other = [{**board, "a": [card]} for board, card in zip(position["boards"], ("A2", "A3", "A1", "A4"), strict=False)]
    if game.players > 2:
        pair = [game.from_dict({**position, "boards": them}) for them in (boards, other)]
        yield "an A card: its owner", *pair, 1, False
        yield "an A card: another seat", *pair, 0, True
    yield "the order of the b_deck", game.new(1), with_top_swapped(game, position, "b_deck"), 0, True
