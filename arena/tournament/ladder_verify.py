"""Checks how the blocks of a ladder were chosen: each round again, from the results it went by."""

from __future__ import annotations

from typing import Any, Final

from arena.rating.results import Results, arranged
from arena.tournament.adaptive import SCHEDULERS
from arena.tournament.ladder_run import AHEAD, choice_seed, in_play
from arena.tournament.ladder_store import Chosen, LadderStore, some, without_bots
from arena.tournament.scheduler import Choice, Contestant, Field, Loss, Played
from arena.tournament.store import damaged

NO_FIELD: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)  # of what was told


def first_other_choice(store: LadderStore) -> str:
    """The first block that the scheduler would not choose, in words; empty if it would choose them all.

    All blocks up to there must be finished. What was told to the scheduler beside the results stands in the file.
    """
    columns = {event: store.columns_between(event, 0, store.first_open()) for event in range(len(store.config.events))}
    names = [bot.name for bot in store.bots()]
    for number in range(store.count_rounds()):
        chosen = list(store.choices("WHERE round = ?", number))
        until = store.first_block(max(number - AHEAD + 1, 0))
        if not chosen or until > store.first_open():
            break
        out = store.disqualified_before(chosen[0].block)
        results = {event: arranged(without_bots(some(it, it.place[:, 0] < until), out), names)
                   for event, it in columns.items() if until}  # fmt: skip
        wrong = other_choice(store, number, chosen, results)
        if wrong:
            return wrong
    return ""


def other_choice(store: LadderStore, number: int, chosen: list[Chosen], results: dict[int, Results]) -> str:
    first = chosen[0].block
    before = {block: it for block, it in in_play(store, number - AHEAD + 1).items() if block < first}
    played = Played(results, first, before)
    told, seed = store.asked(number), choice_seed(store, chosen[0].secret)
    try:
        again = SCHEDULERS[store.ladder.scheduler].next(played, field_told(told), seed, len(chosen))
    except NO_FIELD:
        raise damaged(store.path, f"round {number} cannot be read") from None
    for made, now in zip(chosen, again, strict=False):
        if not is_same(made, now):
            wrong, right = ", ".join(made.lineup), ", ".join(now.lineup)
            return f"block {made.block} was chosen otherwise: {wrong} instead of {right}"
    return "" if len(again) == len(chosen) else f"round {number} has {len(chosen)} blocks instead of {len(again)}"


def is_same(made: Chosen, now: Choice) -> bool:
    return (made.event, made.lineup) == (now.event, now.lineup) and abs(made.probability - now.probability) < 1e-9


def field_told(told: Any) -> Field:
    contestants = tuple(Contestant(**{**each, "events": None if each["events"] is None else tuple(each["events"])})
                        for each in told["contestants"])  # fmt: skip
    return Field(contestants, tuple(told["seats"]), Loss(**told["loss"]), told["longest_wait"])
