"""The model's encounters: the trees of encounters.toml walked node by node (R88 to R103)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.starfarers.model_base import (
    ENCOUNTER,
    Entry,
    Position,
    boosters,
    cannons,
    clockwise,
    draw_random,
    from_supply,
    gain_fame,
    hand_unseen,
    has_won,
    lists,
    may_add,
    mine,
    no_cards,
    opponents,
    own_docks,
    payable,
    push,
    shake,
    shuffled,
    stations_left,
    step,
    takes,
    to_supply,
    total,
)
from tests.core.starfarers.model_flight import place_free_ships, settle_specials
from tests.core.starfarers.model_map import CARDS, ENCOUNTERS, KINDS, UPGRADES

DISTANCE = {"right1": -1, "left1": 1, "right2": -2, "left2": 2}
DISPUTED = ("d1", "d2", "d3")

# --- drawing and reading a card -------------------------------------------------------------------


def draw(p: Position) -> None:
    drawn = p["encounters"]
    number = drawn["deck"].pop(0)
    family = ENCOUNTERS[number]["family"]
    asks = CARDS["families"][family]["ask"]
    drawn |= {"card": number, "family": family, "public": asks == "nothing", "gift": no_cards(), "swap": no_cards()}
    if asks == "amount":
        push(p, "gift", p["active"])
    elif asks == "yesno":
        push(p, "question", p["active"], a=0)
    else:
        walk(p, ENCOUNTERS[number]["any"])


def put_away(p: Position) -> None:
    drawn = p["encounters"]
    if drawn["card"] is not None:
        drawn["discard"].append(drawn["card"])
    drawn |= {"card": None, "family": None, "public": False, "gift": no_cards(), "swap": no_cards()}


@step("encounter_over")
def encounter_over(p: Position, entry: Entry) -> None:
    put_away(p)


def disputed(p: Position, node: Any, key: str) -> Any:
    """The reading that the options take."""
    for option in DISPUTED:
        if p["options"][option] == "alternative" and f"{key}_{option}" in node:
            return node[f"{key}_{option}"]
    return node[key]


def walk(p: Position, node: Any) -> None:
    """Effects first, then what the node goes on with."""
    effects = node if isinstance(node, list) else node.get("effects", [])
    if isinstance(node, dict):
        push(p, "check", p["active"], node=node)
    for effect in reversed(effects):
        push(p, "effect", p["active"], text=effect)


@step("branch")
def branch(p: Position, entry: Entry) -> None:
    """The answer has been given and paid for."""
    card = ENCOUNTERS[p["encounters"]["card"]]
    node = card["any"] if "any" in card else disputed(p, card, entry["key"])
    p["encounters"]["public"] = "ask" not in node
    walk(p, node)


@lists("gift")
def list_gift(p: Position, entry: Entry) -> list[str]:
    return [f"give {count}" for count in range(min(3, mine(p)["cards"]) + 1)]


@takes("gift")
def take_gift(p: Position, entry: Entry, name: str) -> None:
    count = int(name.split()[1])
    push(p, "branch", entry["seat"], key=f"give{count}")
    if count:
        push(p, "pay", entry["seat"], a=count, b=0)


@lists("question")
def list_question(p: Position, entry: Entry) -> list[str]:
    needed = CARDS["families"][p["encounters"]["family"]].get("yes_needs", 0)
    return ["yes", "no"] if mine(p)["cards"] >= needed else ["no"]


@takes("question")
def take_question(p: Position, entry: Entry, name: str) -> None:
    p["encounters"]["public"] = True
    if entry["a"]:
        walk(p, disputed(p, ENCOUNTERS[p["encounters"]["card"]]["any"], name))
    else:
        push(p, "branch", entry["seat"], key=name)


@lists("pay")
def list_pay(p: Position, entry: Entry) -> list[str]:
    return [f"pay {kind}" for kind in payable(p, entry)]


@takes("pay")
def take_pay(p: Position, entry: Entry, name: str) -> None:
    kind = name.split()[1]
    to_supply(p, entry["seat"], kind)
    p["encounters"]["gift"][kind] += 1
    if entry["a"] > 1:
        p["pending"].append(entry | {"a": entry["a"] - 1, "b": KINDS.index(kind)})


# --- checks ---------------------------------------------------------------------------------------


@step("check")
def check(p: Position, entry: Entry) -> None:
    node = entry["node"]
    if "ask" in node:
        p["encounters"]["family"] = node["ask"]
        push(p, "question", p["active"], a=1)
        return
    if "roll" in node:
        walk(p, by_total(disputed(p, node, "roll"), total(shake(p, p["active"]))))
        return
    for kind, compare in (("combat", combat), ("speed", speed), ("flee", flee)):
        if kind in node:
            other = (p["active"] + DISTANCE[node[kind]]) % p["players"]
            walk(p, disputed(p, node, "win" if compare(p, p["active"], other) else "lose"))


def by_total(rows: Any, total: int) -> Any:
    for span, effects in rows.items():
        low, _, high = span.partition("-")
        if int(low) <= total <= int(high or low):
            return effects
    raise AssertionError(f"no row for {total}")


def combat(p: Position, seat: int, other: int) -> bool:
    """R90, Q9."""
    own = total(shake(p, seat)) + cannons(p, seat)
    with_cards = p["options"]["pirate_scientists"]
    pirate = total(shake(p, other)) + (cannons(p, other) if with_cards else p["seats"][other]["cannons"])
    return bool(own >= pirate)


def speed(p: Position, seat: int, other: int) -> bool:
    """R92."""
    return speed_of(p, seat) >= speed_of(p, other)


def speed_of(p: Position, seat: int) -> int:
    balls = shake(p, seat)
    base = p["options"]["speed_black"] if "black" in balls else total(balls)
    return int(base + boosters(p, seat))


def flee(p: Position, seat: int, other: int) -> bool:
    """Q7."""
    if p["options"]["flee_scientists"]:
        return boosters(p, seat) >= boosters(p, other)
    return bool(p["seats"][seat]["boosters"] >= p["seats"][other]["boosters"])


# --- effects --------------------------------------------------------------------------------------


@step("effect")
def effect(p: Position, entry: Entry) -> None:
    what, *words = entry["text"].split()
    EFFECTS[what](p, p["active"], words)


def fame(p: Position, seat: int, words: list[str]) -> None:
    gain_fame(p, seat, int(words[0]))


def gain(p: Position, seat: int, words: list[str]) -> None:
    """Q3."""
    from_supply(p, seat, words[0], min(int(words[1]), p["supply"][words[0]]))


def gain_any(p: Position, seat: int, words: list[str]) -> None:
    push(p, "gain", seat, a=int(words[0]), b=0)


def swap(p: Position, seat: int, words: list[str]) -> None:
    """Q11."""
    paid = next(kind for kind, count in p["encounters"]["gift"].items() if count)
    push(p, "gain", seat, a=int(words[0]), b=KINDS.index(paid) + 1)


@lists("gain")
def list_gain(p: Position, entry: Entry) -> list[str]:
    return [f"take {kind}" for i, kind in enumerate(KINDS) if p["supply"][kind] and entry["b"] != i + 1]


@takes("gain")
def take_gain(p: Position, entry: Entry, name: str) -> None:
    kind = name.split()[1]
    from_supply(p, entry["seat"], kind)
    if entry["b"]:
        p["encounters"]["swap"][kind] += 1
    if entry["a"] > 1:
        p["pending"].append(entry | {"a": entry["a"] - 1})


def lose_swap(p: Position, seat: int, words: list[str]) -> None:
    for kind, count in p["encounters"]["swap"].items():
        to_supply(p, seat, kind, count)


def return_gift(p: Position, seat: int, words: list[str]) -> None:
    for kind, count in p["encounters"]["gift"].items():
        from_supply(p, seat, kind, count)


def opponents_give(p: Position, seat: int, words: list[str]) -> None:
    for other in reversed(opponents(p, seat)):
        push(p, "hand_over", other)


@lists("hand_over")
def list_hand_over(p: Position, entry: Entry) -> list[str]:
    hand = p["seats"][entry["seat"]]["hand"]
    return [f"give {kind}" for kind in KINDS if hand[kind]]


@takes("hand_over")
def take_hand_over(p: Position, entry: Entry, name: str) -> None:
    hand_unseen(p, entry["seat"], p["active"], name.split()[1])


def rob_all(p: Position, seat: int, words: list[str]) -> None:
    for other in opponents(p, seat):
        draw_random(p, other, seat)


def lock(p: Position, seat: int, words: list[str]) -> None:
    push(p, "lock", seat)


@lists("lock")
def list_lock(p: Position, entry: Entry) -> list[str]:
    """Q17."""
    foreign = {site for other in opponents(p, entry["seat"]) for site in own_docks(p, other)}
    fleet = [ship["at"] for ship in mine(p)["ships"]]
    return [f"lock {at}" for at in [at for at in fleet if at not in foreign] or fleet]


@takes("lock")
def take_lock(p: Position, entry: Entry, name: str) -> None:
    at = name.split()[1]
    next(ship for ship in mine(p)["ships"] if ship["at"] == at)["locked"] = True


def upgrade(p: Position, seat: int, words: list[str]) -> None:
    push(p, "upgrade", seat)


@lists("upgrade")
def list_upgrade(p: Position, entry: Entry) -> list[str]:
    return [f"add {kind}" for kind in UPGRADES if may_add(p, entry["seat"], kind)]


@takes("upgrade")
def take_upgrade(p: Position, entry: Entry, name: str) -> None:
    mine(p)[f"{name.split()[1]}s"] += 1
    settle_specials(p)


def downgrade(p: Position, seat: int, words: list[str]) -> None:
    push(p, "downgrade", seat)


@lists("downgrade")
def list_downgrade(p: Position, entry: Entry) -> list[str]:
    return [f"remove {kind}" for kind in UPGRADES if p["seats"][entry["seat"]][f"{kind}s"]]


@takes("downgrade")
def take_downgrade(p: Position, entry: Entry, name: str) -> None:
    p["seats"][entry["seat"]][f"{name.split()[1]}s"] -= 1


def free_ship(p: Position, seat: int, words: list[str]) -> None:
    """Q22."""
    if stations_left(p, seat):
        mine(p)["ship_markers"] += 1
    place_free_ships(p)


def jump(p: Position, seat: int, words: list[str]) -> None:
    p["jump"] = True


def wear(p: Position, seat: int, words: list[str]) -> None:
    """R100, Q8."""
    for other in reversed(clockwise(p, seat)):
        if sum(p["seats"][other][f"{kind}s"] for kind in UPGRADES) > int(words[0]):
            push(p, "downgrade", other)


def fame_for_pods(p: Position, seat: int, words: list[str]) -> None:
    most = max(one["pods"] for one in p["seats"])
    for other in clockwise(p, seat):
        if most and p["seats"][other]["pods"] == most and not has_won(p):  # Q25: after every single effect
            gain_fame(p, other, 1)


def reshuffle(p: Position, seat: int, words: list[str]) -> None:
    """Q13."""
    drawn = p["encounters"]
    drawn["deck"] = shuffled(sorted(ENCOUNTERS), p["seed"], ENCOUNTER, drawn["shuffles"])
    drawn["shuffles"] += 1
    drawn |= {"discard": [], "card": None}


def new_encounter(p: Position, seat: int, words: list[str]) -> None:
    put_away(p)
    draw(p)


EFFECTS: dict[str, Callable[[Position, int, list[str]], None]] = {
    effect.__name__: effect
    for effect in (
        fame, gain, gain_any, swap, lose_swap, return_gift, opponents_give, rob_all, lock, upgrade, downgrade,
        free_ship, jump, wear, fame_for_pods, reshuffle, new_encounter,
    )
}  # fmt: skip
EFFECTS["pay"] = lambda p, seat, words: push(p, "pay", seat, a=int(words[0]), b=0)
