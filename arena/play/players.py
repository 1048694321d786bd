"""Who sits at the table: a bot behind an interface that never raises anything but PlayerFault.

Built-in bots play in this process. Any other bot plays every game in a new process, with a deadline for each decision
and a memory limit, so that it can hang, leak or die without harm; see arena/process/launcher.py.
"""

from __future__ import annotations

import operator
import shlex
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol

from arena.play.entrants import BadEntrant, Entrant, find_entrant, is_trusted
from arena.process.faults import PlayerFault, overrun
from arena.process.limits import Limits
from arena.process.protocol_player import ProtocolPlayer, command, installed, submitted
from bots import Bot, Clock, Spec, make
from core import Game, View
from core.errors import ArenaError


class Player(Protocol):
    """A bot as a match sees it: a new one for every game, whatever the games before."""

    def start(self, game: Game, seat: int, seed: int) -> None: ...
    def choose(self, view: View) -> int: ...
    def end(self, ranks: Sequence[int]) -> None: ...
    def explain(self) -> list[dict[str, Any]]: ...  # the moves considered last, where the bot can be asked
    def abandon(self) -> None: ...  # instead of end, after a fault
    def close(self) -> None: ...


def make_player(spec: str, limits: Limits, *, apart: bool = False) -> Player:
    """The player for a spec; `apart` puts even a built-in bot into a process of its own."""
    return start_player(find_entrant(spec, spec, "bot", Path()), limits, apart=apart)


def start_player(entrant: Entrant, limits: Limits, *, apart: bool = False) -> Player:
    """A player of this bot on this machine; `apart` puts even a built-in bot into a process of its own."""
    if entrant.program is None and not apart and is_trusted(entrant.spec):
        return InProcess(entrant.spec, limits)
    return start_process(entrant, limits)


def start_process(entrant: Entrant, limits: Limits) -> ProtocolPlayer:
    spec = Spec.parse(entrant.spec)
    if entrant.program is not None:
        named = None if spec.is_program else spec
        return submitted(entrant.program, limits, unsafe=not entrant.sandboxed, spec=named)
    if spec.is_program:
        return command(shlex.split(spec.class_name), limits)
    return installed(spec, limits, sandboxed=entrant.sandboxed)


def refuse_other_games(entrants: Iterable[Entrant], game: Game, limits: Limits) -> None:
    """Asks every bot whether it plays this game; BadEntrant names one that does not."""
    for entrant in entrants:
        with closing(start_player(entrant, limits)) as player:
            refuse_other_game(entrant.name, player, game)


def refuse_other_game(name: str, player: Player, game: Game) -> None:
    """BadEntrant if the bot does not play this game. A bot that cannot say is not refused: its fault will be recorded.
    The process that was asked plays the first game."""
    if isinstance(player, InProcess):
        player.try_out(name, game)
    if not isinstance(player, ProtocolPlayer):
        return
    with suppress(PlayerFault):
        player.load(game)
    if player.games is not None and game.name not in player.games:
        raise BadEntrant(f"{name} plays {', '.join(player.games) or 'no game'}, not {game.name}.")


class InProcess:
    """A bot of this project, called directly.

    A decision is charged the smaller of the time on the wall and the processor's, so that a busy machine does not
    turn the same moves into another result.
    """

    def __init__(self, spec: str, limits: Limits) -> None:
        self._spec = Spec.parse(spec)
        self._limits = limits
        self._spent = 0.0
        self._clock = Clock(limits.seconds)
        self._bot = Bot()

    def try_out(self, name: str, game: Game) -> None:
        """BadEntrant if the bot cannot play this game: its weights are not there, or are for another one."""
        try:
            make(self._spec).start(game, 0, 0)
        except ArenaError as error:
            raise BadEntrant(f"{name}: {error}") from None

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._spent = 0.0
        self._bot = guarded(make, self._spec)
        guarded(self._bot.start, game, seat, seed)

    def choose(self, view: View) -> int:
        wall, processor = time.perf_counter(), time.process_time()
        action = guarded(self._bot.choose, view, self._clock)
        spent = min(time.perf_counter() - wall, time.process_time() - processor)
        self._spent += spent
        if spent > self._limits.seconds:
            raise overrun(self._limits.seconds)
        if self._spent > self._limits.game_seconds:
            raise overrun(self._limits.game_seconds, " in all its decisions")
        return as_number(action)

    def end(self, ranks: Sequence[int]) -> None:
        guarded(self._bot.end, ranks)

    def explain(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = guarded(self._bot.explain)
        return rows

    def abandon(self) -> None:
        self._bot = Bot()

    def close(self) -> None:
        pass


def guarded(call: Callable[..., Any], *arguments: Any) -> Any:
    """The call's answer; what it raises becomes a PlayerFault."""
    try:
        return call(*arguments)
    except MemoryError:
        raise PlayerFault("memory", "it ran out of memory") from None
    except Exception as error:
        last_lines = "".join(traceback.format_tb(error.__traceback__)[1:])
        raise PlayerFault("raised", f"{type(error).__name__}: {error}", last_lines) from None


def as_number(action: Any) -> int:
    try:
        return operator.index(action)
    except TypeError:
        raise PlayerFault("illegal", f"it answered with {type(action).__name__} instead of a legal action") from None
