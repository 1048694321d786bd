"""Trying out a bot before anyone else does: every game it claims, against the bots of this project.

First a verdict that takes seconds: in each game one quick game, twice more with the same seed. Then more games, as many
as the budget allows. A bot that runs out of time once is not asked again.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, median
from typing import Any, Final

import trueskill

import bots
import core
from arena.play.match import play_game
from arena.play.players import Player, make_player
from arena.play.records import Fault, PlayedGame, Seating
from arena.play.seeds import Secret
from arena.process.faults import PlayerFault
from arena.process.limits import Limits
from arena.process.program import Program
from arena.process.protocol_player import ProtocolPlayer, submitted
from arena.rating.means import count_wins
from arena.rating.true_skill import BETA
from arena.tournament.schedule import EVENT
from bots import Spec
from core import Game, View
from core.errors import ArenaError, did_you_mean

OPPONENTS: Final = ("random", "greedy", "mcts:iterations=50")
BOT: Final = "the bot"
DRAWS: Final = 0.05  # share of ties that the rating expects
BUDGET: Final = 60.0  # seconds for all games together


class BadCheck(ArenaError):
    """Something that cannot be checked."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """All games against one opponent."""

    opponent: str
    games: int
    wins: float  # a shared first place counts as a part of one
    mean_rank: float


@dataclass(frozen=True, slots=True)
class FoundFault:
    """A fault of the bot, and where it came: the same seed brings it back."""

    opponent: str
    deal: int
    fault: Fault

    @property
    def kind(self) -> str:
        return self.fault.kind


@dataclass(frozen=True, slots=True)
class GameReport:
    """What a bot did in one game."""

    game: str
    encounters: tuple[Encounter, ...]
    faults: tuple[FoundFault, ...]
    deterministic: bool | None  # None: a fault or the end of the budget came before one could tell
    moves: int
    median_ms: float
    worst_ms: float
    rating: float  # TrueSkill: mu
    uncertainty: float  # and sigma


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a bot did in all its games."""

    program: str
    kind: str
    digest: str
    sandboxed: bool
    start_ms: float
    peak_mb: float
    problem: str  # why it plays no game at all; empty if it does
    games: tuple[GameReport, ...] = ()
    stopped: str = ""  # why not all games were played; empty if they were
    interrupted: bool = False

    @property
    def passed(self) -> bool:
        tried = all(report.moves for report in self.games) and not self.interrupted
        return tried and not self.problem and not any(report.faults for report in self.games)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class OutOfBudget(Exception):
    """There is no time left for this game."""


@dataclass
class Timed:
    """A player with a stop-watch, which plays until the deadline."""

    player: Player
    seconds: list[float] = field(default_factory=list)
    deadline: float = float("inf")

    def choose(self, view: View) -> int:
        began = time.perf_counter()
        if time.monotonic() > self.deadline:
            raise OutOfBudget
        try:
            return self.player.choose(view)
        finally:
            self.seconds.append(time.perf_counter() - began)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


@dataclass
class Trial:
    """One game of the check, as far as it has come."""

    game: Game
    timed: Timed
    played: list[tuple[str, PlayedGame]] = field(default_factory=list)  # with the opponent, in order
    deterministic: bool | None = None

    @property
    def faults(self) -> tuple[FoundFault, ...]:
        return tuple(
            FoundFault(opponent, each.record.block, fault)
            for opponent, each in self.played
            for fault in each.record.faults
            if fault.bot == BOT
        )

    def report(self) -> GameReport:
        by_opponent: dict[str, list[PlayedGame]] = defaultdict(list)
        for opponent, each in self.played:
            by_opponent[opponent].append(each)
        skill = rating(self.played)
        seconds = self.timed.seconds or [0.0]
        return GameReport(
            game=self.game.name,
            encounters=tuple(summary(opponent, games) for opponent, games in by_opponent.items()),
            faults=self.faults,
            deterministic=self.deterministic,
            moves=len(self.timed.seconds),
            median_ms=1000 * median(seconds),
            worst_ms=1000 * max(seconds),
            rating=skill.mu,
            uncertainty=skill.sigma,
        )


class Check:
    """A check under way. `report` may be asked for at any time."""

    def __init__(
        self,
        program: Program,
        limits: Limits,
        *,
        deals: int = 5,
        budget: float = BUDGET,
        secret: Secret | None = None,
        unsafe: bool = False,
        watch: Callable[[str], None] = lambda text: None,
        first_verdict: Callable[[GameReport], None] = lambda report: None,
    ) -> None:
        self._program, self._limits, self._unsafe = program, limits, unsafe
        self._deals, self._budget = deals, budget
        self._secret = secret or Secret.draw()
        self._watch, self._first_verdict = watch, first_verdict
        self._player = self._new_player()
        self._trials: list[Trial] = []
        self._rivals: dict[tuple[str, str], list[Player]] = {}
        self._start_seconds = 0.0
        self._problem = self._stopped = ""
        self._interrupted = False

    def run(self, games: Sequence[str] = ()) -> CheckReport:
        """Plays the bot in the given games, or in all it claims. Ctrl-C ends it with what is known by then."""
        for name in games:
            core.game_class(name)
        try:
            self._play(games)
        except PlayerFault as fault:
            self._problem = f"{fault.kind}: {fault.message}"
        except KeyboardInterrupt:
            self._interrupted, self._stopped = True, "you stopped it"
        finally:
            self._player.close()
        return self.report()

    def report(self) -> CheckReport:
        return CheckReport(
            program=self._program.name,
            kind=self._program.kind,
            digest=self._program.digest,
            sandboxed=not self._unsafe,
            start_ms=1000 * self._start_seconds,
            peak_mb=self._player.peak_memory() / 2**20,
            problem=self._problem,
            games=tuple(trial.report() for trial in self._trials),
            stopped=self._stopped,
            interrupted=self._interrupted,
        )

    # ---- the course of it

    def _play(self, games: Sequence[str]) -> None:
        self._start()
        deadline = time.monotonic() + self._budget
        names = games_to_play(self._player, games)
        for number, name in enumerate(names):
            share = (deadline - time.monotonic()) / (len(names) - number)
            if not self._try_out(core.load(name), time.monotonic() + share):
                return
        self._play_more(deadline)

    def _start(self) -> None:
        self._watch("starting the bot")
        began = time.monotonic()
        try:
            self._player.load()
        finally:
            self._start_seconds = time.monotonic() - began

    def _try_out(self, game: Game, deadline: float) -> bool:
        """One quick game, and the same twice more; whether the check should go on."""
        trial = Trial(game, Timed(self._player, deadline=deadline))
        self._trials.append(trial)
        self._watch(f"{game.name}: a first game")
        if self._one_more(trial, opponents()[0], deal=0, seat=0) and not trial.faults:
            self._watch(f"{game.name}: the same game again")
            trial.deterministic = self._repeats(trial)
        self._first_verdict(trial.report())
        return not self._timed_out(trial)

    def _timed_out(self, trial: Trial) -> bool:
        if any(found.kind == "timeout" for found in trial.faults):
            self._stopped = "the bot ran out of time once, so it was not asked again"
        return bool(self._stopped)

    def _repeats(self, trial: Trial) -> bool | None:
        """Whether the first game comes out the same for the same player again, and for a new one."""
        first, fresh = trial.played[0][1], self._new_player()
        try:
            again = [self._again(trial, player) for player in (self._player, fresh)]
        except OutOfBudget:
            return None
        finally:
            fresh.close()
        return all(each.actions == first.actions for each in again)

    def _again(self, trial: Trial, player: Player) -> PlayedGame:
        timed = Timed(player, deadline=trial.timed.deadline)
        return self._one_game(trial.game, timed, opponents()[0], deal=0, seat=0)

    def _play_more(self, deadline: float) -> None:
        """Round after round, a deal of each game against each opponent; no more once the time is over."""
        for deal in range(self._deals):
            for trial in self._trials:
                trial.timed.deadline = deadline
                for opponent, seat in self._round(trial, deal):
                    self._watch(f"{trial.game.name}: deal {deal + 1} of {self._deals} against {opponent}")
                    if not self._one_more(trial, opponent, deal, seat) or self._timed_out(trial):
                        return

    def _round(self, trial: Trial, deal: int) -> Iterator[tuple[str, int]]:
        for opponent in opponents():
            for seat in range(trial.game.players):
                if (opponent, deal, seat) != (opponents()[0], 0, 0):  # the first game of all
                    yield opponent, seat

    # ---- games

    def _one_more(self, trial: Trial, opponent: str, deal: int, seat: int) -> bool:
        """Plays one more game; False if the time is over."""
        try:
            if time.monotonic() > trial.timed.deadline:
                raise OutOfBudget
            trial.played.append((opponent, self._one_game(trial.game, trial.timed, opponent, deal, seat)))
        except OutOfBudget:
            self._player.abandon()
            self._stopped = f"the budget of {self._budget:g} s is used up"
            return False
        return True

    def _one_game(self, game: Game, player: Player, opponent: str, deal: int, seat: int) -> PlayedGame:
        lineup = tuple(BOT if number == seat else opponent for number in range(game.players))
        deal_seed, bot_seed = self._secret.deal_seed(EVENT, deal), self._secret.bot_seed(EVENT, deal)
        seating = Seating(deal_seed, block=deal, rotation=seat, lineup=lineup, bot_seed=bot_seed)
        return play_game(game, seating, {BOT: [player], opponent: self._opponents(game, opponent)})

    def _opponents(self, game: Game, opponent: str) -> list[Player]:
        key = game.name, opponent
        if key not in self._rivals:
            self._rivals[key] = [make_player(opponent, self._limits) for _ in range(game.players - 1)]
        return self._rivals[key]

    def _new_player(self) -> ProtocolPlayer:
        return submitted(self._program, self._limits, unsafe=self._unsafe)


def check(program: Program, limits: Limits, *, games: Sequence[str] = (), **settings: Any) -> CheckReport:
    """Plays the bot in the given games, or in all it claims; for the settings see Check."""
    return Check(program, limits, **settings).run(games)


def games_to_play(player: ProtocolPlayer, asked: Sequence[str]) -> list[str]:
    """The games that were asked for, or those the bot says it plays: all, if it does not say."""
    claimed = core.games() if player.games is None else list(dict.fromkeys(player.games))
    if not claimed:
        raise BadCheck("the bot claims no game: name one in games, or leave games away to play all of them.")
    for name in claimed:
        if name not in core.games():
            raise BadCheck(f"the bot claims to play '{name:.40}', which is no game: {did_you_mean(name, core.games())}")
    for name in asked:
        if name not in claimed:
            raise BadCheck(f"the bot does not play {name}: it claims {', '.join(claimed)}.")
    return list(dict.fromkeys(asked)) or claimed


def opponents() -> list[str]:
    return [spec for spec in OPPONENTS if Spec.parse(spec).source in bots.built_in()]


def summary(opponent: str, games: Sequence[PlayedGame]) -> Encounter:
    records = [each.record for each in games]
    mean_rank = fmean(record.ranks[record.lineup.index(BOT)] for record in records)
    return Encounter(opponent, len(games), count_wins(BOT, records), mean_rank)


def rating(played: Sequence[tuple[str, PlayedGame]]) -> Any:
    """A first TrueSkill rating of the bot; its opponents start where everybody starts."""
    environment = trueskill.TrueSkill(beta=BETA, tau=0, draw_probability=DRAWS)
    skills = {name: environment.create_rating() for name in (BOT, *opponents())}
    for _, each in played:
        rate(environment, skills, each)
    return skills[BOT]


def rate(environment: Any, skills: dict[str, Any], played: PlayedGame) -> None:
    """The seats of an opponent share its rating: the last of them to be updated counts."""
    teams = [{name: skills[name]} for name in played.record.lineup]
    for team in environment.rate(teams, ranks=list(played.record.ranks)):
        skills.update(team)
