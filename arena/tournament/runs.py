"""A run opened for analysis: `arena.open_run`. Nothing in it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.play.records import BotIdentity, Fault, GameRecord, PlayedGame
from arena.rating.scale import Anchor
from arena.rating.standings import Standings, analyse
from arena.tournament.config import Event
from arena.tournament.game_table import columns
from arena.tournament.run import find_run
from arena.tournament.store import Store
from arena.tournament.verify import OtherRules
from core import Game, State
from core.errors import ArenaError


class NotInstalled(ArenaError):
    """A library that the project does not need by itself is not there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a stored game."""

    number: int  # from 1
    state: State  # in which the seat decided, a copy of its own: `state.view(seat)` is what the bot saw
    seat: int
    action: int
    name: str  # of the action
    faults: tuple[Fault, ...]  # that came just before it; from then on the random stand-in of that seat moves

    def after(self) -> State:
        """The position after the decision."""
        state = self.state.copy()
        state.apply(self.action)
        return state


class Run:
    """The games of a run, its standings and replays.

    Use it in a `with` statement, or close it when you are done.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.store.close()

    def __len__(self) -> int:
        """How many games are finished."""
        return len(self.store)

    def __repr__(self) -> str:
        return f"<Run {self.name}: {len(self):,} games in {self.path}>"

    @property
    def name(self) -> str:
        return self.store.config.name

    @property
    def path(self) -> Path:
        return self.store.path

    def bots(self) -> list[BotIdentity]:
        """Which bots play, with spec and version."""
        return self.store.bots()

    def load_game(self, event: int = 0) -> Game:
        """The game of an event; OtherRules if today's rules are not those of the run."""
        other = self.store.other_rules_of(event)
        if other:
            raise OtherRules(f"{self.path}: {other}, so its games cannot be replayed.")
        return self.store.config.events[event].load_game()

    def games(self) -> Iterator[GameRecord]:
        """All finished games, in the order of the schedule."""
        return self.store.records()

    def played_games(self) -> Iterator[PlayedGame]:
        """All finished games with their actions."""
        return self.store.games()

    def game(self, number: int) -> PlayedGame:
        """One game with its actions."""
        return self.store.game(number)

    def replay(self, number: int) -> Iterator[Step]:
        """Game `number`, decision by decision."""
        played = self.game(number)
        return replayed(self.load_game(played.record.event), played)

    @property
    def events(self) -> tuple[Event, ...]:
        """What was played: game, player count and options, by number."""
        return self.store.config.events

    def standings(self, event: int = 0) -> Standings:
        """Who is stronger, by how much, and how sure that is: what the leaderboard shows, as plain data."""
        return analyse(self.store.results(event), self.store.analysis_seed, anchor_of(self.store))

    def to_columns(self) -> dict[str, list[Any]]:
        """One row for each game and seat, as columns by name; docs/analysis.md says what they mean."""
        return columns(self.store)

    def to_pandas(self) -> Any:
        """The same as a pandas DataFrame."""
        try:
            import pandas
        except ImportError:
            raise NotInstalled("pandas is not installed: 'pip install pandas' brings it.") from None
        return pandas.DataFrame(self.to_columns())

    def to_polars(self) -> Any:
        """The same as a polars DataFrame."""
        try:
            import polars
        except ImportError:
            raise NotInstalled("polars is not installed: 'pip install polars' brings it.") from None
        return polars.DataFrame(self.to_columns(), infer_schema_length=None)


def replayed(game: Game, played: PlayedGame) -> Iterator[Step]:
    """The game decision by decision, each with the position it was made in."""
    state = game.new(played.record.seed)
    for number, action in enumerate(played.actions, start=1):
        seat = state.to_move
        before = tuple(fault for fault in played.record.faults if fault.decision == number - 1)
        yield Step(number, state.copy(), -1 if seat is None else seat, action, state.name(action), before)
        state.apply(action)


def open_run(path: str | Path) -> Run:
    """The run in a results file, or of that name in runs/."""
    return Run(Store.open(find_run(str(path))))


def anchor_of(store: Store) -> Anchor | None:
    """The bot that fixes the scale of the ratings, if the config names one."""
    given = store.config.anchor
    return None if given is None else Anchor(**given)
