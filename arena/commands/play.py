"""arena play: you against bots, at the terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

import bots as players
import core
from arena.commands.match import SEED, game_options, seconds_of
from arena.play.entrants import find_entrant
from arena.play.seeds import Secret, drawn_seed
from arena.play.session import Opening, Session, load
from arena.process.limits import Limits
from arena.report.replay import person_replay, seen_words, write_page
from arena.report.wording import plain, several
from arena.tournament.run import check_output
from arena.tournament.schedule import EVENT
from bots import Clock, split_specs
from core import State
from core.errors import ArenaError

TOP_MOVES = 5
HINT = "mcts:iterations=2000"
LEAVING = ("quit", "q", "exit")
HELP = """\
Type a move by its number or its name; the beginning of a name is enough, and Tab completes it.
  moves         the moves you have now        board      the board again
  hint          what a search would play      why        what the bot thought of its last move
  undo          take your last move back      save FILE  write the game down, to go on later
  quit          stop; the game is saved       help       this"""


@click.command()
@click.option("--game", "name", help="A game, as `arena games` lists them.")
@click.option("--bots", "specs", default="", help="Specs of the other seats, as in mcts,greedy; none for a solo game.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Where you sit.")
@click.option("--seed", type=SEED, help="Repeats a deal; default: drawn.")
@click.option("-o", "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--seconds", type=seconds_of(86400), default=60.0, show_default=True,
              help="The most a bot's decision may take.")
@click.option("--resume", type=click.Path(path_type=Path, dir_okay=False), help="Go on with a saved game.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False),
              help="Where the replay goes at the end; default: GAME-SEED.html.")
def command(
    name: str | None, specs: str, seat: int, seed: int | None, options: Sequence[str], seconds: float,
    resume: Path | None, html: Path | None,
) -> None:
    """Play against bots at the terminal.

    You see only what your seat may know. Type `help` for what you can say.
    """
    if (name is None) == (resume is None):
        raise click.UsageError("give --game GAME for a new game, or --resume FILE for a saved one.")
    if resume is not None:
        opening, actions = load(resume)
    else:
        opening, actions = new_opening(str(name), specs, seat, seed, options), []
    check_bots(opening)
    if html is not None:
        check_output(html)
    with Session(opening, Limits(seconds=seconds), actions) as session:
        Terminal(session, html, resume).play()


def new_opening(name: str, specs: str, seat: int, seed: int | None, options: Sequence[str]) -> Opening:
    bots = split_specs(specs) if specs.strip() else []
    game = core.load(name, players=len(bots) + 1, **game_options(name, options))
    if seat >= game.players:
        raise ArenaError(f"--seat {seat}: with {several(len(bots), 'bot')} there are seats 0 to {game.players - 1}.")
    number = drawn_seed() if seed is None else seed
    return Opening(game, tuple(bots), seat, Secret.numbered(number).deal_seed(EVENT, 0))


def check_bots(opening: Opening) -> None:
    """Refuses a spec that names no bot before the game begins."""
    for spec in opening.bots:
        find_entrant(spec, spec, "--bots", Path())


def default_file(opening: Opening, ending: str) -> Path:
    return Path(f"{opening.game.name}-{opening.seed}.{ending}")


class Terminal:
    """The conversation with the person."""

    def __init__(self, session: Session, html: Path | None, saved: Path | None) -> None:
        self._session = session
        self._html = html or default_file(session.opening, "html")
        self._saved = saved or default_file(session.opening, "json")
        self._names: list[str] = []  # of the moves there are now
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._moves, "board": self._board, "hint": self._hint, "why": self._why, "undo": self._undo,
            "help": help_person,
        }  # fmt: skip
        complete_with(self._completions)

    # ---- the game

    def play(self) -> None:
        opening = self._session.opening
        seats = ", ".join(f"seat {seat} {plain(name)}" for seat, name in enumerate(opening.lineup))
        click.echo(f"{opening.game.name}: {seats}. Type help for what you can say.")
        try:
            while not self._session.state.is_over:
                self._bots_move()
                if not self._session.state.is_over:
                    self._my_move()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            self._quit()
        self._finish()

    def _bots_move(self) -> None:
        for before, action in self._session.advance():
            self._tell(before, action)

    def _tell(self, before: State, action: int) -> None:
        seat = before.to_move
        assert seat is not None
        mover = self._session.table.seats[seat]
        words = seen_words(before, action, self._session.opening.seat)
        fault = f"  (fault: {mover.fault.kind}; random moves)" if mover.fault else ""
        click.echo(f"seat {seat} {plain(mover.bot)}: {words}{fault}")

    def _my_move(self) -> None:
        view = self._session.view
        self._names = view.names()
        if len(self._names) == 1:
            click.echo(f"you: {self._names[0]} (the only move)")
            self._session.choose(view.legal()[0])
            return
        self._board()
        self._moves()
        decisions = len(self._session.table.actions)
        while len(self._session.table.actions) == decisions and self._session.is_mine:
            self._obey(input("your move> ").strip())

    def _obey(self, text: str) -> None:
        action = self._move_named(text)
        word, _, rest = text.partition(" ")
        if action is not None:
            click.echo(f"you: {self._session.view.name(action)}")
            self._session.choose(action)
        elif word == "save":
            self._saved = Path(rest.strip()) if rest.strip() else self._saved
            self._save()
        elif text in LEAVING:
            raise EOFError
        elif text in self._commands:
            self._commands[text]()
        elif text:
            self._not_understood(text)

    def _move_named(self, text: str) -> int | None:
        """By number, by name, or by the beginning of one name."""
        legal, wanted = self._session.view.legal(), " ".join(text.lower().split())
        if wanted.isdecimal() and len(wanted) < 6 and wanted not in self._names:
            return legal[int(wanted) - 1] if 1 <= int(wanted) <= len(legal) else None
        exact = [a for a, name in zip(legal, self._names, strict=True) if name.lower() == wanted]
        if exact or not wanted or wanted in self._commands or wanted.split()[0] in ("save", *LEAVING):
            return exact[0] if exact else None
        begun = [a for a, name in zip(legal, self._names, strict=True) if name.lower().startswith(wanted)]
        return begun[0] if len(begun) == 1 else None

    def _not_understood(self, text: str) -> None:
        begun = [name for name in self._names if name.lower().startswith(text.lower())]
        if begun:
            click.echo(f"'{plain(text)}' could be {', '.join(begun[:TOP_MOVES])}{' ...' if len(begun) > 5 else ''}.")
        else:
            last = len(self._names)
            click.echo(f"'{plain(text[:40])}' is no move now: type 1 to {last}, a name from the list, or help.")

    # ---- what one can say

    def _board(self) -> None:
        click.echo(f"\n{self._session.view}")

    def _moves(self) -> None:
        width = shutil.get_terminal_size().columns
        entries = [f"{number:3} {name}" for number, name in enumerate(self._names, start=1)]
        column = max(map(len, entries)) + 2
        across = max(1, width // column)
        rows = -(-len(entries) // across)
        for row in range(rows):
            click.echo("".join(entry.ljust(column) for entry in entries[row::rows]).rstrip())

    def _hint(self) -> None:
        bot, view = players.make(HINT), self._session.view
        bot.start(view.game, view.seat, 0)
        bot.choose(view, Clock())
        echo_rows(bot.explain()[:TOP_MOVES])

    def _why(self) -> None:
        """A bot's opinion of other moves could tell what it holds: they are named only where nothing is hidden."""
        found = self._session.last_move_of_a_bot()
        if found is None:
            click.echo("No bot has said anything yet.")
            return
        before, action, rows = found
        seat = self._session.opening.seat
        click.echo(f"seat {before.to_move} played {seen_words(before, action, seat)}")
        if before.view(seat).sample(0) == before:
            echo_rows(rows[:TOP_MOVES])
        else:
            echo_rows([{key: value for key, value in rows[0].items() if key != "name"}])
            click.echo(f"      of {len(rows)} moves it looked at; which, its cards would tell")

    def _undo(self) -> None:
        if not self._session.undo():
            click.echo("There is nothing to take back.")

    def _save(self) -> bool:
        try:
            self._session.save(self._saved)
        except OSError as error:
            click.echo(f"{self._saved}: cannot be written: {error.strerror or error}.")
            return False
        click.echo(f"saved; go on with: arena play --resume {self._saved}")
        return True

    def _quit(self) -> None:
        sys.exit(0 if self._save() else 2)

    # ---- the end

    def _finish(self) -> None:
        result = self._session.result()
        click.echo(f"\n{self._session.view}\n")
        lineup = self._session.opening.lineup
        for seat, name in enumerate(lineup):
            rank = f"rank {result.record.ranks[seat]}, " if len(lineup) > 1 else ""
            click.echo(f"seat {seat} {plain(name)}: {rank}score {result.record.scores[seat]:g}")
        self._write_page(write_page(person_replay(self._session.opening, result)))

    def _write_page(self, page: str) -> None:
        """Where the page cannot be written the game is saved: going on with it ends it again, with another --html."""
        try:
            self._html.parent.mkdir(parents=True, exist_ok=True)
            self._html.write_text(page, encoding="utf-8")
        except OSError as error:
            click.echo(f"{self._html}: cannot be written: {error.strerror or error}.")
            self._save()
            sys.exit(2)
        click.echo(f"the game as a page: {self._html}")

    def _completions(self) -> list[str]:
        return [*self._names, *self._commands, "save", "quit"]


def echo_rows(rows: Sequence[dict[str, Any]]) -> None:
    """The move, then what the bot says of it."""
    for row in rows:
        cells = [f"{key} {value:.3f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items()
                 if key not in ("action", "name")]  # fmt: skip
        move = f"{row['name']}: " if "name" in row else ""
        click.echo(f"      {move}{', '.join(cells)}")


def help_person() -> None:
    click.echo(HELP)


def complete_with(choices: Callable[[], list[str]]) -> None:
    """Lets Tab complete from what choices() gives, where there is a terminal to type at."""
    try:
        import readline
    except ImportError:  # a Python without it
        return

    def complete(text: str, number: int) -> str | None:
        found = [choice for choice in choices() if choice.lower().startswith(text.lower())]
        return found[number] if number < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
