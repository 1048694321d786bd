"""arena new-bot: a bot to start from."""

from __future__ import annotations

import keyword
from pathlib import Path

import click

from core.errors import ArenaError

BOT = '''"""{title}: a bot for the arena."""

from random import Random

from bots import Bot, Clock
from core import Game, State, View


class {title}(Bot):
    """Looks one decision ahead, in a few worlds that fit what it knows."""

    # The games it plays, such as games = ("connect_four",). Without this line: all of them.

    def __init__(self, *, worlds: int = 3) -> None:
        self.worlds = worlds

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: View, clock: Clock) -> int:
        seeds = [self.random.getrandbits(63) for _ in range(self.worlds)]
        return max(view.legal(), key=lambda action: self.value(view, action, seeds))

    def value(self, view: View, action: int, seeds: list[int]) -> float:
        """How good the action looks in all these worlds together."""
        total = 0.0
        for seed in seeds:
            state = view.sample(seed)
            state.apply(action)
            total += self.lead(state, view.seat)
        return total

    def lead(self, state: State, seat: int) -> float:
        """How far the seat can expect to finish ahead of the best other one."""
        values = [state.evaluate(each) for each in range(state.game.players)]
        own = values.pop(seat)
        return own - max(values, default=0.0)
'''
TEST = '''"""{title} plays legal moves, the same ones for the same seed, and beats random moves."""

from pathlib import Path

import bots
import core
from bots import Clock

SPEC = str(Path(__file__).with_name("{name}.py"))


def play(seed: int, seat: int, game_name: str = "connect_four") -> tuple[list[int], int]:
    """A game against random moves: all actions, and our rank."""
    game = core.load(game_name)
    players = [bots.make("random") for _ in range(game.players)]
    players[seat] = bots.make(SPEC)
    for number, player in enumerate(players):
        player.start(game, number, seed)
    state, actions = game.new(seed), []
    while not state.is_over:
        mover = state.to_move
        actions.append(players[mover].choose(state.view(mover), Clock()))
        state.apply(actions[-1])  # refuses what is not legal
    return actions, state.ranks()[seat]


def test_same_seed_same_moves() -> None:
    assert play(seed=1, seat=0) == play(seed=1, seat=0)


def test_it_beats_random_moves() -> None:
    ranks = [play(seed, seat)[1] for seed in range(10) for seat in (0, 1)]
    assert ranks.count(1) > 10
'''


@click.command()
@click.argument("name")
@click.option("--folder", type=click.Path(path_type=Path), default=Path(), help="Where to write; default: this folder.")
def command(name: str, folder: Path) -> None:
    """Write a small working bot and a test for it.

    The files are NAME.py and test_NAME.py.
    """
    if not name.isidentifier() or keyword.iskeyword(name) or not name.isascii():
        rule = "use letters, digits and _, with no digit first, and no Python keyword"
        raise ArenaError(f"'{name}' is not a name for a bot: {rule}.")
    bot, test = folder / f"{name}.py", folder / f"test_{name}.py"
    for path in (bot, test):
        if path.exists():
            raise ArenaError(f"{path} exists already: choose another name.")
    title = "".join(part.capitalize() for part in name.split("_")) or "MyBot"
    write(bot, BOT.format(title=title))
    write(test, TEST.format(title=title, name=name))
    click.echo(f"wrote {bot} and {test}")
    click.echo(f"try 'arena match --game connect_four --bots {bot},random' and 'arena check {bot}'")


def write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    except OSError as error:
        raise ArenaError(f"cannot write {path}: {error.strerror}.") from None
