"""arena replay: one game, move by move."""

from __future__ import annotations

import click

from arena.play.records import GameRecord
from arena.tournament.run import find_run
from arena.tournament.store import Store
from arena.tournament.verify import transcript


@click.command()
@click.argument("run")
@click.argument("game", type=click.IntRange(0))
@click.option("--positions", is_flag=True, help="Show the position after every move.")
def command(run: str, game: int, positions: bool) -> None:
    """Print game number GAME of RUN, move by move.

    RUN is a results file or the name of a tournament.
    """
    with Store.open(find_run(run)) as store:
        played = store.game(game)
        rules = store.config.events[played.record.event].load_game()
    record = played.record
    click.echo(f"{rules.name}, block {record.block}, rotation {record.rotation}, seed {record.seed}")
    state = rules.new(record.seed)
    for number, seat, words, state in transcript(rules, played):
        echo_faults(record, number - 1)
        click.echo(f"{number:4}  seat {seat} {record.lineup[seat]}: {words}")
        if positions:
            click.echo(f"{state}\n")
    click.echo(f"\n{state}\n")
    for seat, name in enumerate(record.lineup):
        click.echo(f"seat {seat} {name}: rank {record.ranks[seat]}, score {record.scores[seat]:g}")


def echo_faults(record: GameRecord, decisions: int) -> None:
    """The faults that happened when so many decisions had been made."""
    for fault in record.faults:
        if fault.decision == decisions:
            what = f"fault ({fault.kind}): {fault.message}; random moves from here on"
            click.echo(f"      seat {fault.seat} {fault.bot}: {what}")
