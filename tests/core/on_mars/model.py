"""On Mars once more, slow and plain: what the compiled engine is compared with, decision by decision.

A whole game is one generator over the dict of to_dict(): it yields (seat, names) for each decision and is sent the name
chosen. What is pending lives in the generator, so the field `stack` has no counterpart here. The model shares nothing
with the engine but the data files, docs/on_mars.md and, in solo, the stream that ties are drawn from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

from tests.core.on_mars import model_movement, model_solo
from tests.core.on_mars.model_data import (
    BLUEPRINT,
    COLONY_SLOTS,
    CONTRACT,
    EXECUTIVE,
    GOAL,
    MAIN,
    ORBIT_SLOTS,
    SCIENTIST,
    TECHNOLOGY,
    VARIANTS,
    Position,
    clone,
)
from tests.core.on_mars.model_effects import (
    Asking,
    ask,
    can,
    clear_slots,
    come_home,
    deliver,
    develop,
    do,
    extra_cost,
    gain,
    pay,
    remove_ground,
    take_space,
    task_done,
    travel,
)
from tests.core.on_mars.model_reading import (
    LACERDA,
    blueprint_type,
    board,
    capacity,
    column,
    complex_of,
    destinations,
    goal_holds,
    is_lacerda,
    lacking,
    level,
    marked,
    mines_held,
    missing,
    payable,
    seats,
    shelters,
    side,
    spend,
    tech_level,
)

__all__ = ["Table", "model_movement", "ranks", "scores"]  # movement adds its effects when imported

PROGRESS = (0, 1, 2, 4, 7, 11)
SOLO_GOAL = {row["id"]: row for row in VARIANTS["solo_goal"]}
QUARTERS = (0, 0, 0, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21)


class Table:
    """A game in progress: `p` is the position, `seat` is asked, `names` are the answers."""

    def __init__(self, p: Position) -> None:
        self.p = clone(p)
        self.p.pop("stack", None)
        for own in self.p["boards"]:
            own["contracts"] = {int(number): contract for number, contract in own["contracts"].items()}
        self.playing = game(self.p)
        self.seat: int | None = None
        self.names: list[str] = []
        self.go_on(None)

    def play(self, name: str) -> None:
        assert name in self.names, name
        self.go_on(name)

    def go_on(self, name: str | None) -> None:
        try:
            self.seat, self.names = self.playing.send(name)  # type: ignore[arg-type]
        except StopIteration:
            self.seat, self.names = None, []


# --- rounds ---------------------------------------------------------------------------------------


def game(p: Position) -> Asking:
    """From the set-up, or from the turn menu of the seat in turn."""
    if p["phase"] == "setup":
        yield from set_up(p)
        begin_round(p)
    elif p["phase"] == "colonization":
        yield from turn(p, p["turn"], begun=True)
    while (yield from one_round(p)):
        begin_round(p)
    finish(p)


def finish(p: Position) -> None:
    p["phase"], p["turn"] = "over", None
    for seat in seats(p):
        enter_depot(board(p, seat))  # R160
        if not is_lacerda(p, seat):
            come_home(p, seat, side(p, seat))  # R163
            make_last_deliveries(p, seat)


def begin_round(p: Position) -> None:
    p["round"] += 1
    p["phase"] = "colonization"
    for own in p["boards"]:
        own["standing"] = True


def one_round(p: Position) -> Asking:
    """Whether another one follows."""
    while standing := [seat for seat in seats(p) if board(p, seat)["standing"]]:
        yield from turn(p, min(standing, key=lambda seat: board(p, seat)["space"]))
    p["turn"] = None
    if p["end"] == "last_round" or p["round"] >= p["options"]["round_cap"]:
        return False
    if p["remaining_missions"] == 0 and p["options"]["space_oddity"]:
        return False  # R205
    if p["remaining_missions"] == 0:
        p["end"] = "triggered"
    yield from shuttle_phase(p)
    if p["end"] == "triggered":
        p["end"] = "last_round"
    return True


def set_up(p: Position) -> Asking:
    for seat in humans(p):
        p["turn"] = seat
        taken = [own["space"] for own in p["boards"]]
        dealt = [board(p, seat)["space"]] if p["options"]["first_colonists"] else []  # R202
        yield from take_space(p, seat, dealt or [space for space in range(1, 9) if space not in taken])
        bots_destroy(p)
    last = max(seats(p), key=lambda seat: board(p, seat)["space"])
    p["turn"] = None
    if "lacerda" in p:
        return  # the Shuttle stands on his side (R170)
    name = yield from ask(last, ["shuttle orbit", "shuttle colony"])
    p["shuttle"] |= {"side": name.split()[1], "space": 1}


def shuttle_phase(p: Position) -> Asking:
    p["phase"] = "shuttle"
    offer_b_cards(p)
    move_shuttle(p)
    for seat in sorted(seats(p), key=lambda seat: board(p, seat)["space"]):
        p["turn"] = seat
        if is_lacerda(p, seat):
            yield from model_solo.travel(p)
            yield from end_of_turn(p, seat)
            continue
        own = board(p, seat)
        free = p["shuttle"]["travelled"] == side(p, seat)
        name = yield from ask(seat, ["stay"] + ["travel"] * bool(free or own["hangar"]))
        if name == "travel":
            own["hangar"] -= not free
            yield from travel(p, seat)
        bots_destroy(p)
    p["shuttle"]["travelled"] = p["turn"] = None


def offer_b_cards(p: Position) -> None:
    """One per player in each turn and in each Shuttle phase (ruling 33)."""
    for own in p["boards"]:
        own["b_done"] = False


def move_shuttle(p: Position) -> None:
    """R148."""
    shuttle = p["shuttle"]
    if shuttle["space"] > 1:
        shuttle["space"] -= 1
        shuttle["travelled"] = None
        return
    left = shuttle["side"]
    other = "colony" if left == "orbit" else "orbit"
    shuttle |= {"side": other, "space": min(level(p), 3), "travelled": left}


# --- a turn ---------------------------------------------------------------------------------------


class Turn:
    main = executive = landed = False


def turn(p: Position, seat: int, begun: bool = False) -> Asking:
    p["turn"] = seat
    if not begun:
        own = board(p, seat)
        enter_depot(own)
        own["gained"] = 0
        offer_b_cards(p)
    if is_lacerda(p, seat):
        yield from model_solo.act_by_card(p)
    else:
        yield from choose_actions(p, seat)
    yield from end_of_turn(p, seat)
    board(p, seat)["standing"] = False


def choose_actions(p: Position, seat: int) -> Asking:
    now = Turn()
    while not now.landed:
        name = yield seat, menu(p, seat, now)
        if name == "end turn":
            break
        verb, *words = name.split()
        yield from MENU[verb](p, seat, now, words)


def enter_depot(own: Any) -> None:
    own["crystals"] = min(8 - len(own["ships"]), own["crystals"] + own["waiting"])
    own["waiting"] = 0


def menu(p: Position, seat: int, now: Turn) -> list[str]:
    names = [f"main {action}" for action in MAIN if not now.main and main_possible(p, seat, action)]
    names += [f"executive {slot}" for slot in EXECUTIVE if not now.executive and executive_possible(p, seat, slot)]
    goals = board(p, seat)["goals"]
    fit = [card for card in goals["hand"] if goals["completed"] is None and goal_holds(p, seat, card)]
    names += [f"goal {card}" for card in fit]
    names += [f"deliver {words}" for words in deliveries(p, seat)]
    return names + ["end turn"] * now.main


def deliveries(p: Position, seat: int) -> list[str]:
    own = board(p, seat)
    held = {**own["resources"], "crystal": own["crystals"], "waiting crystal": own["waiting"]}
    return [
        f"{item} to contract {number}"
        for item, count in held.items()
        for number in lacking(p, seat, item.split()[-1])
        if count
    ]


def take_delivery(p: Position, seat: int, now: Turn, words: list[str]) -> Asking:
    own, item = board(p, seat), words[-4]
    if words[0] == "waiting":
        own["waiting"] -= 1
    else:
        spend(p, seat, item)
    deliver(p, seat, item, int(words[-1]))
    yield from ()


# --- Main actions ---------------------------------------------------------------------------------


def main_possible(p: Position, seat: int, action: str) -> bool:
    row = MAIN[action]
    if row["side"] != side(p, seat):
        return False
    if action == "landing_pod":
        return True
    if not row["red"]:
        return can(p, seat, row["effect"])
    own = board(p, seat)
    if not own["quarters"] or (action == "hire_or_contract" and own["slots"][action]):
        return False
    q = clone(p)
    clear_slots(q, action)
    cost = extra_cost(q, seat, action)
    occupy(q, seat, action)
    return payable(q, seat, cost, lambda q: can(q, seat, row["effect"]))


def occupy(p: Position, seat: int, action: str) -> None:
    board(p, seat)["quarters"] -= 1
    board(p, seat)["slots"][action] += 1


def take_main(p: Position, seat: int, now: Turn, words: list[str]) -> Asking:
    now.main = True
    action, effect = words[0], MAIN[words[0]]["effect"]
    if action == "landing_pod":
        now.landed = True
        yield from travel(p, seat, tile=False)
        return
    if MAIN[action]["red"]:
        clear_slots(p, action)
        cost = extra_cost(p, seat, action)
        occupy(p, seat, action)
        yield from pay(p, seat, cost, lambda q: can(q, seat, effect))
    yield from do(p, seat, effect)
    if action in ("research_development", "control_center"):
        yield from task_done(p, seat, action)


# --- Executive actions ----------------------------------------------------------------------------


def executive_possible(p: Position, seat: int, slot: int) -> bool:
    if slot in board(p, seat)["ships"]:
        return False
    if slot == 8:
        return bool(uses_of_cards(p, seat))
    row = EXECUTIVE[slot]
    return payable(p, seat, ["crystal"] * row["cost"], lambda q: can(q, seat, row["effect"]))


def take_executive(p: Position, seat: int, now: Turn, words: list[str]) -> Asking:
    now.executive = True
    row = EXECUTIVE[int(words[0])]
    if row["slot"] == 8:
        yield from use_card(p, seat)
        return
    yield from pay(p, seat, ["crystal"] * row["cost"], lambda q: can(q, seat, row["effect"]))
    yield from do(p, seat, row["effect"])


def uses_of_cards(p: Position, seat: int) -> list[str]:
    """R139."""
    found = []
    for owner in seats(p):
        for card in board(p, owner)["advanced"]:
            found += uses_of_card(p, seat, card, own=owner == seat)
    return found


def uses_of_card(p: Position, seat: int, card: int, own: bool) -> list[str]:
    effect = BLUEPRINT[card]["effect"]
    expert = next(name for name, row in SCIENTIST.items() if row["works_in"] == blueprint_type(card))
    mine, here = expert in board(p, seat)["scientists"], p["scientists_at"].get(expert) == card
    possible, found = can(p, seat, effect), []
    if here and (own or mine):
        found += [f"use blueprint {card}"] * possible
    elif own and payable(p, seat, ["crystal"] * 2, lambda q: can(q, seat, effect)):
        found.append(f"use blueprint {card} for 2 crystals")
    if possible and mine and not here:
        found.append(f"use blueprint {card} moving {expert}")
    return found


def use_card(p: Position, seat: int) -> Asking:
    words = (yield from ask(seat, uses_of_cards(p, seat))).split()
    card = int(words[2])
    effect = BLUEPRINT[card]["effect"]
    if "moving" in words:
        p["scientists_at"][words[-1]] = card
    if "crystals" in words:
        yield from pay(p, seat, ["crystal"] * 2, lambda q: can(q, seat, effect))
    yield from do(p, seat, effect)


def take_goal(p: Position, seat: int, now: Turn, words: list[str]) -> Asking:
    card, goals = int(words[0]), board(p, seat)["goals"]
    goals["hand"].remove(card)
    goals["completed"] = card
    rewards = {"reward develop": "develop 2 free", "reward special": GOAL[card]["effect"]}
    name = yield from ask(seat, [name for name, effect in rewards.items() if can(p, seat, effect)])
    if name:
        yield from do(p, seat, rewards[name])


MENU = {"main": take_main, "executive": take_executive, "goal": take_goal, "deliver": take_delivery}

# --- the end of a turn (ruling 17) ----------------------------------------------------------------


def end_of_turn(p: Position, seat: int) -> Asking:
    """Also of Lacerda's travel (ruling 24)."""
    bots_destroy(p)
    emptied, p["refills"] = p["refills"], []
    for slot in emptied:
        yield from refill_display(p, seat, slot)
    while p["uses"] or update_due(p):
        if p["uses"]:
            yield from thank_owner(p)
        else:
            update_colony(p)
            if "lacerda" in p:
                yield from model_solo.level_up(p)


def update_due(p: Position) -> bool:
    return level(p) < 5 and min(p["lss"].values()) >= p["colony_row"]


def bots_destroy(p: Position) -> None:
    for own in p["boards"]:
        for hex_ in own["bots"]:
            remove_ground(p, hex_)


def refill_display(p: Position, seat: int, slot: int) -> Asking:
    taken = {card for own in p["boards"] for card in own["contracts"]} | set(p["display"])
    pile = [number for number in CONTRACT if number not in taken]
    if is_lacerda(p, seat):
        model_solo.refill(p, slot, pile)
        return
    name = yield from ask(seat, [f"display contract {number}" for number in pile])
    if name:
        p["display"][slot - 1] = int(name.split()[-1])


def thank_owner(p: Position) -> Asking:
    use = p["uses"].pop(0)
    owner, tech = use["owner"], use["tech"]
    if is_lacerda(p, owner):
        yield from model_solo.thank(p, tech)
        return
    names = [f"develop {tech} to {space}" for space in destinations(p, owner, tech)]
    name = yield from ask(owner, [*names, "take oxygen"])
    if name == "take oxygen":
        gain(p, owner, "oxygen")
    else:
        yield from develop(p, owner, tech, name.split()[-1])
        bots_destroy(p)


def update_colony(p: Position) -> None:
    p["colony_row"] += 1
    if level(p) in (2, 3):
        change_display(p)
        for own in p["boards"]:
            own["points"] += PROGRESS[len(own["progress"])]
    if level(p) >= 3:
        p["remaining_missions"] = max(0, p["remaining_missions"] - 1)
    if len(p["boards"]) > 2:
        for space in TECHNOLOGY["tech_grid"]["refill"]:
            if p["tech_grid"][space - 1] is None and p["tech_deck"]:
                p["tech_grid"][space - 1] = p["tech_deck"].pop(0)
    for item in p["warehouse"]:
        p["warehouse"][item] = max(p["warehouse"][item], 2 if len(p["boards"]) == 2 else 3)


def change_display(p: Position) -> None:
    """R111, R112, ruling 31."""
    shown, deck = p["blueprint_display"], p["blueprint_deck"]
    count = 12 if level(p) == 2 else 6
    fresh = [deck.pop(0) for _ in range(min(count, len(deck)))]
    kept = [card for card in shown["top"] if level(p) == 3 and BLUEPRINT[card]["level"] == 3]
    p["blueprints_gone"] += [card for row in shown.values() for card in row if card not in kept]
    if level(p) == 2:
        shown["bottom"] = [card for card in fresh if BLUEPRINT[card]["level"] == 1]
        shown["top"] = [card for card in fresh if BLUEPRINT[card]["level"] == 3]
    else:
        shown["top"], shown["bottom"] = kept, fresh


# --- the end --------------------------------------------------------------------------------------


def humans(p: Position) -> list[int]:
    return [seat for seat in seats(p) if not is_lacerda(p, seat)]


def scores(p: Position) -> list[float]:
    if "lacerda" in p:
        return [float(margin(p))]
    return [float(score(p, seat)) for seat in seats(p)]


def margin(p: Position) -> int:
    return score(p, 0) - score(p, LACERDA)


def score(p: Position, seat: int) -> int:
    own = board(p, seat)
    total = own["points"] + PROGRESS[len(own["progress"])] + 3 * own["hangar"] + QUARTERS[colonists_home(p, seat)]
    total += sum((1, 2, 3, 4, 5, 9)[column(space) - 1] for space in own["techs"].values())
    total += sum(BLUEPRINT[card]["points"] for card in own["advanced"])
    total -= sum(BLUEPRINT[card]["points"] for card in own["blueprints"])
    for scientist in own["scientists"]:
        total += 3 * upgraded(p, SCIENTIST[scientist]["scores"])
    complete = last_deliveries(p, seat)[0]
    for number, contract in own["contracts"].items():
        done = contract["completed"] or number in complete
        total += CONTRACT[number]["done" if done else "failed"]
    return int(total)


def colonists_home(p: Position, seat: int) -> int:
    own = board(p, seat)
    if is_lacerda(p, seat):
        return capacity(p, seat)  # R179
    slots = ORBIT_SLOTS if side(p, seat) == "orbit" else COLONY_SLOTS
    return int(min(capacity(p, seat), own["quarters"] + own["working"] + sum(own["slots"][slot] for slot in slots)))


def upgraded(p: Position, kind: str) -> int:
    """Advanced Buildings of the type, any owner (R166)."""
    built = [hex_ for seat in seats(p) for hex_ in marked(p, f"advanced {seat}")]
    return sum(p["buildings"][hex_].split()[0] == kind for hex_ in built)


def last_deliveries(p: Position, seat: int) -> tuple[tuple[int, ...], int]:
    """Contracts completed at the end and the Crystals left: most Contracts, then fewest Crystals (ruling 22)."""
    own = clone(board(p, seat))
    enter_depot(own)
    held = {**own["resources"], "crystal": own["crystals"]}
    open_ = [number for number, it in own["contracts"].items() if "needs" in CONTRACT[number] and not it["completed"]]
    best: tuple[tuple[int, ...], int] = ((), own["crystals"])
    for count in range(1, len(open_) + 1):
        for chosen in combinations(sorted(open_), count):
            left = dict(held)
            for number in chosen:
                for item, lack in missing(number, own["contracts"][number]).items():
                    left[item] -= lack
            better = count > len(best[0]) or left["crystal"] > best[1]
            if min(left.values()) >= 0 and better:
                best = chosen, left["crystal"]
    return best


def make_last_deliveries(p: Position, seat: int) -> None:
    """R167; no Mission is left to contribute to."""
    own = board(p, seat)
    for number in last_deliveries(p, seat)[0]:
        contract = own["contracts"][number]
        for item, lack in missing(number, contract).items():
            for _ in range(lack):
                spend(p, seat, item)
        contract |= {"delivered": dict(CONTRACT[number]["needs"]), "completed": True}


def ranks(p: Position) -> list[int]:
    if "lacerda" in p:
        return [1 if any(map(goal_met(p), SOLO_GOAL.values())) else 2]
    keys = [standing_key(p, seat) for seat in seats(p)]
    return [1 + sum(other > key for other in keys) for key in keys]


def goal_met(p: Position) -> Callable[[Position], bool]:
    """Whether a goal that counts is met (R195)."""
    chosen, own = p["options"]["solo_goal"], board(p, 0)
    facts = {
        "colony_level": level(p),
        "contracts": len(completed(p, list(CONTRACT))),
        "contracts_of_each_type": min(len(completed(p, range(1, 7))), len(completed(p, range(7, 13)))),
        "private_goals": own["goals"]["completed"] is not None,
        "techs_at_level_6": "c6" in own["techs"].values(),
        "research_tiles": len(own["research"]),
        "shelters": len(shelters(p, 0)),
        "mines": mines_held(p, 0),
        "advanced_buildings": len(own["advanced"]),
        "advanced_greenhouses": sum(p["buildings"][hex_] == "greenhouse" for hex_ in marked(p, "advanced 0")),
        "greenhouse_complex": largest(p, "greenhouse"),
        "plants": own["resources"]["plant"],
        "greenhouse_tech": tech_level(p, 0, "greenhouse"),
        "margin": margin(p),
    }

    def met(goal: Position) -> bool:
        return (
            chosen in ("any", goal["id"])
            and all(facts[name] >= goal[name] for name in facts if name in goal)
            and len(completed(p, goal.get("contract_ids", []))) == len(goal.get("contract_ids", []))
            and goal.get("scientist", "") in [*own["scientists"], ""]
            and goal.get("finish", side(p, 0)) == side(p, 0)
        )

    return met


def completed(p: Position, numbers: Iterable[int]) -> list[int]:
    done = [number for number, it in board(p, 0)["contracts"].items() if it["completed"]]
    return [number for number in numbers if number in done]


def largest(p: Position, kind: str) -> int:
    return max(len(complex_of(p, hex_)) for hex_, what in p["buildings"].items() if what == kind)


def standing_key(p: Position, seat: int) -> tuple[int, ...]:
    own = board(p, seat)
    return score(p, seat), last_deliveries(p, seat)[1], len(own["advanced"]), len(own["progress"])
