"""Playing a game. What its record holds depends on its seating and its bots alone, times apart."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from arena.play.players import Player
from arena.play.records import Explanation, Fault, GameRecord, PlayedGame, Seating, final_ranks
from arena.play.seeds import derive
from arena.process.faults import PlayerFault
from arena.process.protocol import ProtocolError, read_explanation
from core import Game, State
from core.errors import ArenaError, IllegalAction


@dataclass(slots=True)
class Seat:
    """One seat during a game."""

    number: int
    bot: str
    player: Player
    stand_in: StandIn
    fault: Fault | None = None
    moves: int = 0
    think: float = 0.0


class StandIn:
    """The random moves that take the place of a bot that has lost the right to move."""

    def __init__(self, seating: Seating, seat: int) -> None:
        self._random = Random(derive("stand-in", seating.seed, seating.block, seating.rotation, seat))

    def choose(self, legal: Sequence[int]) -> int:
        return legal[int(self._random.random() * len(legal))]


@dataclass(slots=True)
class GameInPlay:
    """A game being played."""

    state: State
    seats: list[Seat]
    actions: list[int] = field(default_factory=list)
    explanations: list[Explanation] | None = None  # None: bots are not asked for them


def play_game(
    game: Game, seating: Seating, players: Mapping[str, Sequence[Player]], *, explain: bool = False
) -> PlayedGame:
    """One game. `players` holds for each name as many as sit in the line-up. With `explain`, what the bots say of their
    decisions is kept."""
    table = GameInPlay(game.new(seating.seed), seated(seating, players), explanations=[] if explain else None)
    for seat in table.seats:
        start(table, seat, derive("bot", seating.bot_seed, seating.rotation, seat.number))
    while (mover := table.state.to_move) is not None:
        decide(table, table.seats[mover])
        if len(table.actions) > game.max_decisions:
            raise ArenaError(f"{game.name}: a game did not end within {game.max_decisions} decisions.")
    faulted = {seat.number for seat in table.seats if seat.fault}
    ranks = final_ranks(table.state.ranks(), faulted)
    for seat in table.seats:
        if seat.fault is None:
            end(seat, ranks)
    return played(table, seating, ranks)


def seated(seating: Seating, players: Mapping[str, Sequence[Player]]) -> list[Seat]:
    seats: list[Seat] = []
    for number, name in enumerate(seating.lineup):
        player = players[name][seating.lineup[:number].count(name)]
        seats.append(Seat(number, name, player, StandIn(seating, number)))
    return seats


def start(table: GameInPlay, seat: Seat, seed: int) -> None:
    try:
        seat.player.start(table.state.game, seat.number, seed)
    except PlayerFault as fault:
        record_fault(table, seat, fault)


def decide(table: GameInPlay, seat: Seat) -> None:
    """One decision: the bot's, or the stand-in's if the bot has a fault by now."""
    if seat.fault is None:
        ask(table, seat)
    if seat.fault is not None:
        action = seat.stand_in.choose(table.state.legal())
        table.state.apply(action)
        table.actions.append(action)
    seat.moves += 1


def ask(table: GameInPlay, seat: Seat) -> None:
    """Asks the bot and applies its answer; otherwise notes the fault."""
    view = table.state.view(seat.number)
    began = time.perf_counter()
    try:
        action = seat.player.choose(view)
        seat.think += time.perf_counter() - began
        table.state.apply(action)
        table.actions.append(action)
        note_explanation(table, seat)
    except PlayerFault as fault:
        seat.think += time.perf_counter() - began
        record_fault(table, seat, fault)
    except IllegalAction as error:
        record_fault(table, seat, PlayerFault("illegal", str(error)))


def note_explanation(table: GameInPlay, seat: Seat) -> None:
    """Keeps what the bot says of the decision it has just made. Saying nothing, or nonsense, is no fault."""
    if table.explanations is None:
        return
    with suppress(PlayerFault, ProtocolError):
        rows = read_explanation({"explain": seat.player.explain()})
        if rows:
            table.explanations.append(Explanation(len(table.actions) - 1, tuple(rows)))


def record_fault(table: GameInPlay, seat: Seat, fault: PlayerFault) -> None:
    seat.fault = Fault(seat.number, seat.bot, fault.kind, fault.message, len(table.actions), fault.detail)
    seat.player.abandon()


def end(seat: Seat, ranks: Sequence[int]) -> None:
    """Tells the bot how the game ended. It cannot lose by failing here: the game is over."""
    with suppress(PlayerFault):
        seat.player.end(ranks)


def played(table: GameInPlay, seating: Seating, ranks: tuple[int, ...]) -> PlayedGame:
    record = GameRecord(
        block=seating.block,
        rotation=seating.rotation,
        lineup=seating.lineup,
        seed=seating.seed,
        ranks=ranks,
        scores=tuple(table.state.scores()),
        decisions=len(table.actions),
        faults=tuple(seat.fault for seat in table.seats if seat.fault),
        think=tuple(seat.think for seat in table.seats),
        moves=tuple(seat.moves for seat in table.seats),
        event=seating.event,
        deal=seating.deal,
    )
    return PlayedGame(record, tuple(table.actions), table.state.digest(), tuple(table.explanations or ()))
