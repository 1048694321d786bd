"""Lists of a run's games, as pages and interfaces ask for them: by bot, opponent, event or fault, part by part.

No game is listed or shown before all games of its deal are finished: what is still to be played is not given away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import factorial

from arena.play.records import GameRecord
from arena.tournament.schedule import EventSchedule
from arena.tournament.store import NO_FAULTS, Listed, Records, Store
from core.errors import ArenaError

MOST_LISTED = 200  # at a time
ANY_FAULT = "any"


class NotShownYet(ArenaError):
    """A game whose deal is still being played."""


@dataclass(frozen=True, slots=True)
class GameQuery:
    """Which games of a run."""

    bot: str | None = None
    against: str | None = None
    event: int | None = None
    place: int | None = None  # of the bot, or of the one in the seat
    seat: int | None = None  # of the bot, or the one whose place is meant
    fault: str | None = None  # its kind, or ANY_FAULT; of the bot where one is named
    least: int | None = None  # decisions
    most: int | None = None
    before: int | None = None  # only games with smaller numbers
    after: int | None = None  # only games with larger ones: these come in order, the others last first
    limit: int = 50


def list_games(store: Store, query: GameQuery) -> list[Listed]:
    """The games that fit, at most `limit` of them."""
    conditions, values = conditions_of(store, query)
    for condition, hidden in shown_conditions(store):
        conditions.append(condition)
        values += hidden
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    limit = max(1, min(query.limit, MOST_LISTED))
    return store.listed(where, values, limit, last_first=query.after is None)


def records(store: Store, event: int) -> Records:
    """The extremes of an event among the games that may be shown."""
    found = [("event = ?", (event,)), *shown_conditions(store)]
    values = [value for _, part in found for value in part]
    return store.extremes(" AND ".join(condition for condition, _ in found), values)


Condition = tuple[str, tuple[object, ...]]  # SQL, and the values in it


def shown_conditions(store: Store) -> Iterator[Condition]:
    """What holds for games that may be shown."""
    hidden = hidden_deals(store)
    if hidden:
        places = ", ".join(["(?, ?)"] * len(hidden))
        yield f"(event, deal) NOT IN (VALUES {places})", tuple(number for deal in hidden for number in deal)


def conditions_of(store: Store, query: GameQuery) -> tuple[list[str], list[object]]:
    """As SQL."""
    ids = {bot.name: number for number, bot in enumerate(store.bots())}
    found = [*seat_conditions(query, ids), *fault_conditions(query, ids)]
    numbers = {"event = ?": query.event, "decisions >= ?": query.least, "decisions <= ?": query.most,
               "game.id < ?": query.before, "game.id > ?": query.after}  # fmt: skip
    found += [(condition, (value,)) for condition, value in numbers.items() if value is not None]
    return [condition for condition, _ in found], [value for _, values in found for value in values]


def seat_conditions(query: GameQuery, ids: Mapping[str, int]) -> Iterator[Condition]:
    """Who played, where, and how it ended."""
    sat = {"seat.value = ?": None if query.bot is None else ids.get(query.bot, -1), "seat.key = ?": query.seat,
           "json_extract(ranks, '$[' || seat.key || ']') = ?": query.place}  # fmt: skip
    asked = {condition: value for condition, value in sat.items() if value is not None}
    if asked:
        yield f"EXISTS (SELECT 1 FROM json_each(lineup) AS seat WHERE {' AND '.join(asked)})", tuple(asked.values())
    if query.against is not None:
        yield "EXISTS (SELECT 1 FROM json_each(lineup) AS seat WHERE seat.value = ?)", (ids.get(query.against, -1),)


def fault_conditions(query: GameQuery, ids: Mapping[str, int]) -> Iterator[Condition]:
    if query.fault is None:
        return
    yield "faults <> ?", (NO_FAULTS,)
    of = {"json_extract(fault.value, '$[1]') = ?": None if query.fault == ANY_FAULT else query.fault,
          "json_extract(lineup, '$[' || json_extract(fault.value, '$[0]') || ']') = ?":
          None if query.bot is None else ids.get(query.bot, -1)}  # fmt: skip
    asked = {condition: value for condition, value in of.items() if value is not None}
    if asked:
        yield f"EXISTS (SELECT 1 FROM json_each(faults) AS fault WHERE {' AND '.join(asked)})", tuple(asked.values())


def shown_game(store: Store, number: int) -> GameRecord:
    """One game; NotShownYet while its deal is being played."""
    record = store.game(number).record
    if (record.event, record.deal) in hidden_deals(store):
        raise NotShownYet(f"Game {number} is shown when all games of its deal are finished.")
    return record


def hidden_deals(store: Store) -> list[tuple[int, int]]:
    """Events and deals that have begun and are not finished."""
    if len(store) == store.schedule.games:
        return []
    planned = cache(planned_games)
    events = store.schedule.events
    return [(event, deal) for (event, deal), games in store.games_by_deal().items()
            if games < planned(events[event], deal % factorial(events[event].players - 1))]  # fmt: skip


def planned_games(event: EventSchedule, deal: int) -> int:
    """Of all line-ups on a deal; the orders around the table come again after some deals."""
    return event.games_on([deal])
