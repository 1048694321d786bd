"""Replaying what a store says was played, bit for bit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.play.match import StandIn
from arena.play.records import GameRecord, PlayedGame, final_ranks
from arena.tournament.store import Store
from core import Game, State
from core.errors import ArenaError


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a replay is not what the store says."""

    game: int
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    games: int  # replayed without a difference
    difference: Difference | None


class OtherRules(ArenaError):
    """A run that cannot be replayed: the game is another one now."""


def verify(store: Store) -> Verification:
    """Checks and replays game after game in canonical order, up to the first difference."""
    store.check_integrity()
    other = store.other_rules()
    if other:
        raise OtherRules(f"{store.path}: {other}, so its games cannot be replayed.")
    games = [event.load_game() for event in store.config.events]
    count = 0
    for number, played, wrong in store.checked_games():
        problem = wrong
        if played is not None:
            problem = next(problems(games[played.record.event], played, store.final_digest), "")
        if problem:
            return Verification(count, Difference(number, problem))
        count += 1
    store.check_config()
    return Verification(count, None)


def fits_leaderboard(store: Store, leaderboard: Path) -> bool:
    """Whether a leaderboard.json was made of the games that are there now; also if none was written."""
    try:
        published = json.loads(leaderboard.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return True
    told = isinstance(published, dict) and isinstance(published.get("games_digest"), str)
    return not told or store.fits(published)


def problems(game: Game, played: PlayedGame, final_digest: Callable[[State], bytes]) -> Iterator[str]:
    """All that is wrong with a game, in words, the first cause first."""
    record = played.record
    replay = ReplayedGame(game, played)
    yield from replay.play()
    state = replay.state
    if not state.is_over:
        yield f"after its {record.decisions} decisions the game is not over"
    faulted = {fault.seat for fault in record.faults}
    yield from compared("moves by seat", record.moves, tuple(replay.moves))
    yield from compared("scores", record.scores, tuple(state.scores()))
    yield from compared("ranks", record.ranks, final_ranks(state.ranks(), faulted))
    yield from compared("digest of the final state", played.final.hex(), final_digest(state).hex())


def compared(what: str, stored: object, replayed: object) -> Iterator[str]:
    if stored != replayed:
        yield f"{what}: {stored} in the store, {replayed} in the replay"


class ReplayedGame:
    """A stored game, decision by decision."""

    def __init__(self, game: Game, played: PlayedGame) -> None:
        self.state: State = game.new(played.record.seed)
        self.moves = [0] * game.players
        self._actions = played.actions
        self._stand_ins = stand_ins(played.record)

    def play(self) -> Iterator[str]:
        """Makes all decisions; yields what is wrong with one, and stops there."""
        for number, action in enumerate(self._actions):
            problem = self._problem(number, action)
            if problem:
                yield f"decision {number + 1}: {problem}"
                return
            self.moves[self.state.to_move or 0] += 1
            self.state.apply(action)

    def _problem(self, number: int, action: int) -> str:
        seat = self.state.to_move
        if seat is None:
            return "the game is over already"
        if seat in self._stand_ins and number >= self._stand_ins[seat][0]:
            expected = self._stand_ins[seat][1].choose(self.state.legal())
            if action != expected:
                return f"action {action} in the store, {expected} by the random stand-in for seat {seat}"
        return "" if action in self.state.legal() else f"action {action} is not legal"


def stand_ins(record: GameRecord) -> dict[int, tuple[int, StandIn]]:
    """For each faulted seat: from which decision on the stand-in moved, and the stand-in."""
    return {
        fault.seat: (fault.decision, StandIn(record.seating, fault.seat)) for fault in record.faults
    }


def transcript(game: Game, played: PlayedGame) -> Iterator[tuple[int, int, str, State]]:
    """The game move by move: number, seat, the move in words, and the state after it."""
    state = game.new(played.record.seed)
    for number, action in enumerate(played.actions, start=1):
        seat, words = state.to_move, state.name(action)
        state.apply(action)
        yield number, -1 if seat is None else seat, words, state
