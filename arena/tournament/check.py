"""Trying out a bot before anyone else does: every game it claims, against the bots of this project."""

from __future__ import annotations

import time
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
from arena.play.seeds import derive
from arena.process.faults import PlayerFault
from arena.process.limits import Limits
from arena.process.program import Program
from arena.process.protocol_player import ProtocolPlayer, submitted
from arena.rating.means import count_wins
from bots import Spec
from core import Game, View
from core.errors import ArenaError, did_you_mean

OPPONENTS: Final = ("random", "greedy", "mcts:iterations=50")
BOT: Final = "the bot"
DRAWS: Final = 0.05  # share of ties that the rating expects


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
class GameReport:
    """What a bot did in one game."""

    game: str
    encounters: tuple[Encounter, ...]
    faults: tuple[Fault, ...]
    deterministic: bool | None  # None: a fault came before one could tell
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

    @property
    def passed(self) -> bool:
        return not self.problem and not any(report.faults for report in self.games)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass
class Timed:
    """A player with a stop-watch."""

    player: Player
    seconds: list[float] = field(default_factory=list)

    def choose(self, view: View) -> int:
        began = time.perf_counter()
        try:
            return self.player.choose(view)
        finally:
            self.seconds.append(time.perf_counter() - began)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


def check(
    program: Program,
    limits: Limits,
    *,
    games: Sequence[str] = (),
    deals: int = 5,
    unsafe: bool = False,
    watch: Callable[[str], None] = lambda text: None,
) -> CheckReport:
    """Plays the bot in the given games, or in all it claims. `watch` hears what is being done."""
    for name in games:
        core.game_class(name)
    player = submitted(program, limits, unsafe=unsafe)
    began = time.perf_counter()
    problem, reports = "", []
    try:
        player.load()
        start = time.perf_counter() - began
        for name in games or claimed(player):
            watch(name)
            reports.append(check_game(program, player, core.load(name), limits, deals, unsafe=unsafe))
    except PlayerFault as fault:
        start, problem = time.perf_counter() - began, f"{fault.kind}: {fault.message}"
    finally:
        player.close()
    return CheckReport(
        program=program.name,
        kind=program.kind,
        digest=program.digest,
        sandboxed=not unsafe,
        start_ms=1000 * start,
        peak_mb=player.peak_memory() / 2**20,
        problem=problem,
        games=tuple(reports),
    )


def claimed(player: ProtocolPlayer) -> list[str]:
    """The games a bot says it plays; all, if it does not say."""
    if player.games is None:
        return core.games()
    for name in player.games:
        if name not in core.games():
            raise BadCheck(f"the bot claims to play '{name:.40}', which is no game: {did_you_mean(name, core.games())}")
    return list(player.games)


def check_game(
    program: Program, player: ProtocolPlayer, game: Game, limits: Limits, deals: int, *, unsafe: bool
) -> GameReport:
    timed = Timed(player)
    played = {opponent: list(encounter(game, timed, opponent, limits, deals)) for opponent in opponents()}
    everything = [each for games in played.values() for each in games]
    skill = rating(played)
    return GameReport(
        game=game.name,
        encounters=tuple(summary(opponent, games) for opponent, games in played.items()),
        faults=tuple(fault for each in everything for fault in each.record.faults if fault.bot == BOT),
        deterministic=is_deterministic(program, player, game, limits, everything[0], unsafe=unsafe),
        moves=len(timed.seconds),
        median_ms=1000 * median(timed.seconds or [0.0]),
        worst_ms=1000 * max(timed.seconds or [0.0]),
        rating=skill.mu,
        uncertainty=skill.sigma,
    )


def opponents() -> list[str]:
    return [spec for spec in OPPONENTS if Spec.parse(spec).source in bots.built_in()]


def encounter(game: Game, player: Player, opponent: str, limits: Limits, deals: int) -> Iterator[PlayedGame]:
    """Every deal, with the bot on each seat in turn and the opponent on all others."""
    rivals = [make_player(opponent, limits) for _ in range(game.players - 1)]
    for deal in range(deals):
        for seat in range(game.players):
            yield one_game(game, player, opponent, rivals, deal, seat)


def one_game(
    game: Game, player: Player, opponent: str, rivals: Sequence[Player], deal: int, seat: int
) -> PlayedGame:
    lineup = tuple(BOT if number == seat else opponent for number in range(game.players))
    seating = Seating(derive("check", deal), block=deal, rotation=seat, lineup=lineup)
    return play_game(game, seating, {BOT: [player], opponent: rivals})


def is_deterministic(
    program: Program, player: ProtocolPlayer, game: Game, limits: Limits, first: PlayedGame, *, unsafe: bool
) -> bool | None:
    """Whether the first game comes out the same, in the process that has played since and in a new one."""
    if first.record.faults:
        return None
    fresh = submitted(program, limits, unsafe=unsafe)
    try:
        again = [first_game_again(game, each, limits) for each in (player, fresh)]
    finally:
        fresh.close()
    return all(each.actions == first.actions for each in again)


def first_game_again(game: Game, player: Player, limits: Limits) -> PlayedGame:
    opponent = opponents()[0]
    rivals = [make_player(opponent, limits) for _ in range(game.players - 1)]
    return one_game(game, player, opponent, rivals, deal=0, seat=0)


def summary(opponent: str, games: Sequence[PlayedGame]) -> Encounter:
    records = [each.record for each in games]
    mean_rank = fmean(record.ranks[record.lineup.index(BOT)] for record in records)
    return Encounter(opponent, len(games), count_wins(BOT, records), mean_rank)


def rating(played: dict[str, list[PlayedGame]]) -> Any:
    """A first TrueSkill rating of the bot; its opponents start where everybody starts."""
    environment = trueskill.TrueSkill(tau=0, draw_probability=DRAWS)
    skills = {name: environment.create_rating() for name in (BOT, *played)}
    for games in zip(*played.values(), strict=True):
        for each in games:
            rate(environment, skills, each)
    return skills[BOT]


def rate(environment: Any, skills: dict[str, Any], played: PlayedGame) -> None:
    """The seats of an opponent share its rating: the last of them to be updated counts."""
    teams = [{name: skills[name]} for name in played.record.lineup]
    for team in environment.rate(teams, ranks=list(played.record.ranks)):
        skills.update(team)
