"""Bots against each other here and now: one line-up, deal by deal, each deal from every seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import core
from arena.play.entrants import Entrant, display_names, find_entrant, plain_names
from arena.play.match import play_game
from arena.play.players import Player, refuse_other_game, start_player
from arena.play.records import GameRecord, PlayedGame, Seating
from arena.play.seeds import Secret, drawn_seed
from arena.process.limits import Limits
from arena.tournament.config import build_config, for_games
from arena.tournament.schedule import EVENT, around_the_table
from arena.tournament.store import Store, StoreError
from core import Game


@dataclass(frozen=True)
class Match:
    """A game, who sits down to it, and what its deals follow from."""

    game: Game
    entrants: tuple[Entrant, ...]  # one a seat
    seed: int
    limits: Limits

    @staticmethod
    def of(game: Game, specs: Sequence[str], seed: int | None, limits: Limits, *, sandbox: bool = False) -> Match:
        """The bots are named by their specs."""
        named = zip(display_names(specs), specs, strict=True)
        entrants = (find_entrant(name, spec, "--bots", Path(), sandbox=sandbox) for name, spec in named)
        return Match(game, tuple(entrants), drawn_seed() if seed is None else seed, limits)

    @contextmanager
    def players(self) -> Iterator[dict[str, Player]]:
        """A player of the game for each bot, by name; all closed at the end."""
        players: dict[str, Player] = {}
        try:
            for entrant in self.entrants:
                players[entrant.name] = start_player(entrant, self.limits)
                refuse_other_game(entrant.name, players[entrant.name], self.game)
            yield players
        finally:
            for player in players.values():
                player.close()

    def seating(self, number: int) -> Seating:
        """Of game `number`: deal by deal, each from every seat."""
        secret = Secret.numbered(self.seed)
        deal, rotation = divmod(number, self.game.players)
        table = around_the_table(tuple(entrant.name for entrant in self.entrants), deal)
        lineup = table[rotation:] + table[:rotation]
        return Seating(secret.deal_seed(EVENT, deal), deal, rotation, lineup, secret.bot_seed(EVENT, deal), deal)

    def play(self, number: int, players: Mapping[str, Player]) -> PlayedGame:
        return play_game(self.game, self.seating(number), {name: [player] for name, player in players.items()})

    def save(self, path: Path, played: Sequence[PlayedGame]) -> None:
        """The games in a store of their own. Names become such as a config may have."""
        refuse_taken(path)
        specs = [entrant.spec for entrant in self.entrants]
        names = dict(zip((entrant.name for entrant in self.entrants), plain_names(specs), strict=True))
        config = build_config({
            "name": plain_names([path.stem])[0] if path.stem else "match",
            "game": self.game.name,
            "players": self.game.players,
            "options": {key: value for key, value in self.game.options.items() if value is not None},
            "deals": -(-len(played) // self.game.players),
            "secret": Secret.numbered(self.seed).digits,
            "bots": [{"name": name, "spec": spec} for name, spec in zip(names.values(), specs, strict=True)],
        }, str(path))  # fmt: skip
        entrants = (replace(entrant, name=names[entrant.name]) for entrant in self.entrants)
        identities = [for_games(entrant, [self.game.name]).identity for entrant in entrants]
        with Store.create(path, config, identities) as store:
            renamed = [replace(game, record=with_names(game.record, names)) for game in played]
            blocks = groupby(renamed, key=lambda game: game.record.block)
            store.add_all((store.schedule.block(block), list(games)) for block, games in blocks)


def refuse_taken(path: Path) -> None:
    if path.exists():
        raise StoreError(f"{path}: is there already; a match is saved to a file of its own.")


def with_names(record: GameRecord, names: Mapping[str, str]) -> GameRecord:
    faults = tuple(replace(fault, bot=names[fault.bot]) for fault in record.faults)
    return replace(record, lineup=tuple(names[name] for name in record.lineup), faults=faults)


def play_games(
    game: str | Game, bots: Sequence[str], games: int = 100, seed: int | None = None, **options: Any
) -> list[GameRecord]:
    """Plays bots, a spec for each seat, against each other; `options` are those of the game.

    Every deal is played from each seat in turn. The same seed gives the same deals.

        >>> import arena
        >>> records = arena.play_games("airlock", ["greedy", "random"], games=4, seed=1)
        >>> records[0].lineup
        ('greedy', 'random')
        >>> sorted(records[0].ranks)
        [1, 2]
    """
    loaded = core.load(game, players=len(bots), **options) if isinstance(game, str) else game
    match = Match.of(loaded, bots, seed, Limits())
    with match.players() as players:
        return [match.play(number, players).record for number in range(games)]

