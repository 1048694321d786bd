"""Catan Starfarers once more, slow and plain: what the compiled engine is compared with, decision by decision.

It works on the dict of to_dict() and shares nothing with the engine but its data files and docs/starfarers.md. Entries
of `pending` that are no decisions carry what they need in their own words; `comparable` brings both to one form.
"""

from __future__ import annotations

import marshal

from tests.core.starfarers import model_encounters, model_flight, model_setup  # noqa: F401  (they fill the tables)
from tests.core.starfarers.model_base import (
    DICE,
    LISTS,
    STEPS,
    TAKES,
    Entry,
    Position,
    begin_turn,
    can_pay,
    chance,
    clockwise,
    colonies_left,
    draw_random,
    free_docks,
    friends,
    from_supply,
    gain_fame,
    has_won,
    lists,
    may_add,
    mine,
    move_in,
    move_out,
    no_cards,
    opponents,
    others_by_colour,
    pay,
    pay_one,
    payable,
    place_ship,
    points,
    push,
    ranks,
    reserve_draw,
    scores,
    seat_named,
    shake,
    show,
    stations_left,
    step,
    takes,
    to_supply,
    total,
    transports,
)
from tests.core.starfarers.model_flight import place_free_ships, settle_specials
from tests.core.starfarers.model_map import COLOURS, KINDS, PARTS, SECTORS, SITES, TREFOILS, UPGRADES, in_order
from tests.core.starfarers.model_setup import new

__all__ = ["apply", "legal_names", "new", "points", "ranks", "scores", "settle", "to_move"]

COSTS = PARTS["costs"]

# --- the face -------------------------------------------------------------------------------------


def to_move(p: Position) -> int | None:
    return None if p["over"] else p["pending"][-1]["seat"]


def legal_names(p: Position) -> list[str]:
    return [] if p["over"] else names_of(p, p["pending"][-1])


def names_of(p: Position, entry: Entry) -> list[str]:
    return LISTS[entry["do"]](p, entry)


def apply(p: Position, name: str) -> Position:
    p = marshal.loads(marshal.dumps(p))
    carry_out(p, name)
    settle(p)
    return p


def carry_out(p: Position, name: str) -> None:
    entry = p["pending"].pop()
    TAKES[entry["do"]](p, entry, name)


def settle(p: Position) -> None:
    """Goes on to the next choice between at least two (Q28); only answers are always asked."""
    while not over(p):
        entry = p["pending"][-1]
        if entry["do"] in STEPS:
            STEPS[entry["do"]](p, p["pending"].pop())
            continue
        names = names_of(p, entry)
        if len(names) > 1 or entry["do"] == "answer":
            return
        if names:
            carry_out(p, names[0])
        else:
            p["pending"].pop()


def over(p: Position) -> bool:
    """Q25: the win is checked after every single effect."""
    if not p["over"] and has_won(p):
        p["winner"] = p["active"]
        p["over"] = True
    if p["over"]:
        p["pending"] = []
    return bool(p["over"])


# --- the turn -------------------------------------------------------------------------------------


@step("end_turn")
def end_turn(p: Position, entry: Entry) -> None:
    for ship in mine(p)["ships"]:
        ship["moved"] = ship["locked"] = False
    p |= {"jump": False, "offers": 0, "spent": [], "base_speed": 0, "balls": None, "dice": None}
    if p["turn"] >= p["options"]["max_rounds"] * p["players"]:
        p["over"] = True
        return
    begin_turn(p, (p["active"] + 1) % p["players"])


@step("start_turn")
def start_turn(p: Position, entry: Entry) -> None:
    """The win has been looked at, with the turn begun, before the dice."""
    p["dice"] = [1 + chance(p, DICE, 2 * p["turn"] + die, 6) for die in (0, 1)]
    for do in ("end_turn", "flight", "shake", "trade_build", "free_ships", "reserve_draw"):
        push(p, do, p["active"])
    if sum(p["dice"]) == 7:
        seven(p)
    else:
        produce(p, sum(p["dice"]))


def produce(p: Position, roll: int) -> None:
    """R23 to R27, R84, R86, Q2."""
    due = [harvest(p, seat, roll) for seat in range(p["players"])]
    for kind in KINDS:
        if sum(cards[kind] for cards in due) > p["supply"][kind]:
            for cards in due:
                cards[kind] = 0
    for seat, cards in enumerate(due):
        for kind, count in cards.items():
            from_supply(p, seat, kind, count)
        if friends(p, seat, "relief_fund") and not any(cards.values()):
            push(p, "relief", seat)


def harvest(p: Position, seat: int, roll: int) -> dict[str, int]:
    cards = no_cards()
    own = p["seats"][seat]
    for site in (*own["colonies"], *own["spaceports"]):
        for kind, disc in planets_at(p, site):
            cards[kind] += roll in numbers(disc)
    for kind in friends(p, seat, "more"):
        cards[kind] += cards[kind] > 0
    return cards


def numbers(disc: str) -> list[int]:
    """R24, R25."""
    return [] if disc.startswith(("pirate", "ice")) else [int(number) for number in disc.lstrip("r").split("/")]


def planets_at(p: Position, site: str) -> list[tuple[str, str]]:
    """Kind and disc of the two planets a site lies between, where the discs are face up."""
    found = []
    for trefoil in TREFOILS:
        for place in range(3):
            if site in (SITES[trefoil["id"]][place], SITES[trefoil["id"]][place - 1]):
                found += planet(p, trefoil, place)
    return found


def planet(p: Position, trefoil: Entry, place: int) -> list[tuple[str, str]]:
    name = trefoil["id"]
    if name in p["systems"]:
        return [(trefoil["planets"][place], p["systems"][name][place])]
    lies = p["tiles"][name]
    planets = SECTORS[lies["sector"]].get("planets")
    if lies["face"] != "open" or not planets:
        return []
    return [(planets[(place + lies["rotation"]) % 3][0], lies["discs"][place])]


def seven(p: Position) -> None:
    """R33 to R36; the next comes last."""
    push(p, "opponents_draw", p["active"])
    push(p, "rob", p["active"])
    for seat in reversed(clockwise(p, p["active"])):
        held = p["seats"][seat]["cards"]
        if held > max([PARTS["hand_limit"], *friends(p, seat, "hand_limit")]):
            push(p, "discard", seat, a=held // 2, b=0)


@lists("relief")
def list_relief(p: Position, entry: Entry) -> list[str]:
    return [*(f"take {kind}" for kind in KINDS if p["supply"][kind]), "decline"]


@takes("relief")
def take_relief(p: Position, entry: Entry, name: str) -> None:
    if name != "decline":
        from_supply(p, entry["seat"], name.split()[1])


@lists("discard")
def list_discard(p: Position, entry: Entry) -> list[str]:
    return [f"discard {kind}" for kind in payable(p, entry)]


@takes("discard")
def take_discard(p: Position, entry: Entry, name: str) -> None:
    pay_one(p, entry, name.split()[1])


@lists("rob")
def list_rob(p: Position, entry: Entry) -> list[str]:
    return [f"rob {COLOURS[seat]}" for seat in others_by_colour(p, entry["seat"]) if p["seats"][seat]["cards"]]


@takes("rob")
def take_rob(p: Position, entry: Entry, name: str) -> None:
    draw_random(p, seat_named(name), entry["seat"])


@step("opponents_draw")
def opponents_draw(p: Position, entry: Entry) -> None:
    for seat in opponents(p, p["active"]):
        reserve_draw(p, seat)


@step("reserve_draw")
def roller_draws(p: Position, entry: Entry) -> None:
    """R28."""
    own = points(p, p["active"])
    for _ in range(next((count for up_to, count in PARTS["reserve_draw"] if own <= up_to), 0)):
        reserve_draw(p, p["active"])


@step("free_ships")
def free_ships(p: Position, entry: Entry) -> None:
    place_free_ships(p)


# --- trade and build ------------------------------------------------------------------------------


@lists("trade_build")
def list_trade_build(p: Position, entry: Entry) -> list[str]:
    seat = p["active"]
    builds = [*ships_to_build(p, seat), *spaceports_to_build(p, seat), *upgrades_to_build(p, seat)]
    trades = [*supply_trades(p, seat), *fame_to_buy(p, seat), *help_to_ask(p, seat), *offers_to_make(p, seat)]
    return ["end trade and build", *builds, *trades]


def ships_to_build(p: Position, seat: int) -> list[str]:
    names = []
    for kind, left in (("colony", colonies_left(p, seat)), ("trade", stations_left(p, seat))):
        if left and transports(p, seat) and can_pay(p, seat, COSTS[f"{kind}_ship"]):
            names += [f"build {kind} ship at {site}" for site in free_docks(p, seat)]
    return names


def spaceports_to_build(p: Position, seat: int) -> list[str]:
    own = p["seats"][seat]
    if len(own["spaceports"]) == PARTS["pieces"]["shipyards"] or not can_pay(p, seat, COSTS["spaceport"]):
        return []
    return [f"build spaceport at {site}" for site in in_order(own["colonies"])]


def upgrades_to_build(p: Position, seat: int) -> list[str]:
    return [f"build {kind}" for kind in UPGRADES if may_add(p, seat, kind) and can_pay(p, seat, COSTS[kind])]


def supply_trades(p: Position, seat: int) -> list[str]:
    return [
        f"trade {rate} {kind} for {other}"
        for kind in KINDS
        for rate in rates(p, seat, kind)
        for other in KINDS
        if p["seats"][seat]["hand"][kind] >= rate and other != kind and p["supply"][other]
    ]


def rates(p: Position, seat: int, kind: str) -> list[int]:
    """R85: the once-a-turn rate stands beside the usual one, the others replace it."""
    cards = [rate for rate in friends(p, seat, "rate") if rate["resource"] == kind]
    usual = min([PARTS["rates"][kind], *(rate["cards"] for rate in cards if not rate["once"])])
    return [usual, *(rate["cards"] for rate in cards if rate["once"] and "goods" not in p["spent"])]


def fame_to_buy(p: Position, seat: int) -> list[str]:
    left = PARTS["stock"]["fame"] - sum(one["fame"] for one in p["seats"])
    may = friends(p, seat, "fame_for_sale") and "fame" not in p["spent"] and left
    return ["buy fame"] if may and can_pay(p, seat, COSTS["fame"]) else []


def leaders(p: Position, seat: int) -> list[int]:
    return [other for other in others_by_colour(p, seat) if points(p, other) > points(p, seat)]


def help_to_ask(p: Position, seat: int) -> list[str]:
    may = friends(p, seat, "helping_hand") and "help" not in p["spent"] and len(leaders(p, seat)) > 1
    return helpers(p, seat) if may else []


def helpers(p: Position, seat: int) -> list[str]:
    return [f"help from {COLOURS[other]}" for other in leaders(p, seat) if p["seats"][other]["cards"]]


def offers_to_make(p: Position, seat: int) -> list[str]:
    if p["offers"] >= p["options"]["max_offers"] or not most_cards(p, seat):
        return []
    return [f"offer {kind}" for kind in KINDS if p["seats"][seat]["hand"][kind]]


def most_cards(p: Position, seat: int) -> int:
    return int(max(p["seats"][other]["cards"] for other in others_by_colour(p, seat)))


@takes("trade_build")
def take_trade_build(p: Position, entry: Entry, name: str) -> None:
    verb, *rest = name.split()
    if verb == "end":
        return
    p["pending"].append(entry)
    {"build": build, "trade": trade, "buy": buy_fame, "help": ask_help, "offer": offer}[verb](p, p["active"], rest)


def build(p: Position, seat: int, words: list[str]) -> None:
    if words[0] in UPGRADES:
        pay(p, seat, COSTS[words[0]])
        p["seats"][seat][f"{words[0]}s"] += 1
        settle_specials(p)
    elif words[0] == "spaceport":
        pay(p, seat, COSTS["spaceport"])
        make_spaceport(p, seat, words[-1])
        push(p, "free_ships", seat)
    else:
        pay(p, seat, COSTS[f"{words[0]}_ship"])
        place_ship(p, seat, words[0], words[-1])
        settle_specials(p)


def make_spaceport(p: Position, seat: int, site: str) -> None:
    own = p["seats"][seat]
    own["colonies"].remove(site)
    own["spaceports"] = in_order([*own["spaceports"], site])


def trade(p: Position, seat: int, words: list[str]) -> None:
    rate, kind, _, other = words
    to_supply(p, seat, kind, int(rate))
    from_supply(p, seat, other)
    if rate == "1":
        spend(p, "goods")


def spend(p: Position, what: str) -> None:
    p["spent"] = [each for each in ("fame", "help", "goods") if each in (*p["spent"], what)]


def buy_fame(p: Position, seat: int, words: list[str]) -> None:
    pay(p, seat, COSTS["fame"])
    gain_fame(p, seat, 1)
    spend(p, "fame")


def ask_help(p: Position, seat: int, words: list[str]) -> None:
    spend(p, "help")
    first = COLOURS.index(words[-1])
    draw_random(p, first, seat)
    push(p, "help_again", seat, a=first)


@lists("help_again")
def list_help_again(p: Position, entry: Entry) -> list[str]:
    return [*(name for name in helpers(p, entry["seat"]) if seat_named(name) != entry["a"]), "stop"]


@takes("help_again")
def take_help_again(p: Position, entry: Entry, name: str) -> None:
    if name != "stop":
        draw_random(p, seat_named(name), entry["seat"])


# --- offers ---------------------------------------------------------------------------------------


def offer(p: Position, seat: int, words: list[str]) -> None:
    p["offers"] += 1
    p["offer"] = {"give": no_cards(), "want": no_cards(), "answers": [None] * p["players"]}
    give(p, seat, words[0])
    push(p, "offer_give", seat, a=KINDS.index(words[0]))


def give(p: Position, seat: int, kind: str) -> None:
    p["offer"]["give"][kind] += 1
    show(p, seat, p["offer"]["give"])


@lists("offer_give")
def list_offer_give(p: Position, entry: Entry) -> list[str]:
    hand, given = p["seats"][entry["seat"]]["hand"], p["offer"]["give"]
    return [*(f"and {kind}" for kind in KINDS[entry["a"] :] if hand[kind] > given[kind]), "no more"]


@takes("offer_give")
def take_offer_give(p: Position, entry: Entry, name: str) -> None:
    if name != "no more":
        give(p, entry["seat"], name.split()[1])
    push(p, "offer_want", entry["seat"])


@lists("offer_want")
def list_offer_want(p: Position, entry: Entry) -> list[str]:
    return [f"want {kind}" for kind in KINDS if not p["offer"]["give"][kind]]


@takes("offer_want")
def take_offer_want(p: Position, entry: Entry, name: str) -> None:
    kind = name.split()[1]
    p["offer"]["want"][kind] += 1
    push(p, "offer_want_more", entry["seat"], a=KINDS.index(kind))


@lists("offer_want_more")
def list_offer_want_more(p: Position, entry: Entry) -> list[str]:
    kinds = KINDS[entry["a"] :] if most_cards(p, entry["seat"]) > 1 else ()
    return [*(f"and {kind}" for kind in kinds if not p["offer"]["give"][kind]), "no more"]


@takes("offer_want_more")
def take_offer_want_more(p: Position, entry: Entry, name: str) -> None:
    if name != "no more":
        p["offer"]["want"][name.split()[1]] += 1
    push(p, "close", entry["seat"])
    for seat in reversed(opponents(p, entry["seat"])):
        push(p, "answer", seat)


@lists("answer")
def list_answer(p: Position, entry: Entry) -> list[str]:
    return ["accept", "decline"] if can_pay(p, entry["seat"], p["offer"]["want"]) else ["decline"]


@takes("answer")
def take_answer(p: Position, entry: Entry, name: str) -> None:
    p["offer"]["answers"][entry["seat"]] = name
    if name == "accept":
        show(p, entry["seat"], p["offer"]["want"])


@lists("close")
def list_close(p: Position, entry: Entry) -> list[str]:
    answers = p["offer"]["answers"]
    return [*(f"deal with {COLOURS[i]}" for i, answer in enumerate(answers) if answer == "accept"), "withdraw"]


@takes("close")
def take_close(p: Position, entry: Entry, name: str) -> None:
    if name != "withdraw":
        deal(p, entry["seat"], seat_named(name), p["offer"])
    p["offer"] = None


def deal(p: Position, seat: int, partner: int, offered: Entry) -> None:
    for giver, taker, side in ((seat, partner, "give"), (partner, seat, "want")):
        for kind, count in offered[side].items():
            move_out(p, giver, kind, count)
            move_in(p, taker, kind, count)


# --- the shake ------------------------------------------------------------------------------------


@step("shake")
def flight_shake(p: Position, entry: Entry) -> None:
    """R22, R51, R52. Without a ship there is no flight phase."""
    if not mine(p)["ships"]:
        return
    p["balls"] = shake(p, p["active"])
    if "black" in p["balls"]:
        p["base_speed"] = PARTS["balls"]["encounter_speed"]
        push(p, "encounter_over", p["active"])
        model_encounters.draw(p)
    else:
        p["base_speed"] = total(p["balls"])
