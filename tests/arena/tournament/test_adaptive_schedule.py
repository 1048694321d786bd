"""A run whose line-ups are chosen as it goes, with a real store and real games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arena.play.match import play_game
from arena.play.players import make_player
from arena.play.records import BotIdentity
from arena.process.limits import Limits
from arena.tournament.adaptive_schedule import ROUND, AdaptiveSchedule
from arena.tournament.config import Config, ConfigError, build_config
from arena.tournament.runner import parts_left
from arena.tournament.store import Store

BOTS = ["a", "b", "c", "d"]
TABLE = {"name": "chosen", "game": "airlock", "players": 3, "deals": 2 * ROUND + 5, "format": "adaptive",
         "secret": "00" * 16, "bots": [{"name": name, "spec": "random"} for name in BOTS]}  # fmt: skip


def config(**changed: object) -> Config:
    return build_config({**TABLE, **changed}, "chosen.toml")


def made(path: Path) -> Store:
    return Store.create(path, config(), [BotIdentity(name, "random", "1") for name in BOTS])


def play(store: Store, most_games: int) -> None:
    """Plays so many of the games that are left, or all."""
    game, left = store.config.load_game(), most_games
    for blocks, _ in parts_left(store):
        for block in blocks:
            seatings = block.seatings[:left]
            players = {name: [make_player("random", Limits())] for name in BOTS}
            store.add(block, [play_game(game, seating, players) for seating in seatings])
            left -= len(seatings)
            if not left:
                return


def lineups(store: Store) -> list[tuple[int, int, tuple[str, ...], int]]:
    return [(record.block, record.rotation, record.lineup, record.seed) for record in store.records()]


def test_each_deal_is_played_by_one_lineup_from_every_seat(tmp_path: Path) -> None:
    with made(tmp_path / "one.db") as store:
        play(store, 10_000)
        assert len(store) == store.schedule.games == 3 * (2 * ROUND + 5)
        records = list(store.records())
        assert set(Counter(record.deal for record in records).values()) == {3}
        assert all(len({tuple(sorted(it.lineup)) for it in records if it.block == block}) == 1 for block in range(9))
        assert len({tuple(sorted(record.lineup)) for record in records}) == 4
        assert store.schedule.games_by_deal() == Counter(record.deal for record in records)


def test_a_run_that_was_broken_off_goes_on_as_it_would_have(tmp_path: Path) -> None:
    with made(tmp_path / "whole.db") as whole, made(tmp_path / "parts.db") as parts:
        play(whole, 10_000)
        for games in (40, 1, 50, 10_000):
            play(parts, games)
        assert lineups(whole) == lineups(parts)


def test_a_round_is_chosen_from_the_rounds_before_it(tmp_path: Path) -> None:
    with made(tmp_path / "run.db") as store:
        play(store, 3 * ROUND)
        assert isinstance(store.schedule, AdaptiveSchedule)
        second = [store.schedule.block(number) for number in range(ROUND, 2 * ROUND)]
        assert len({block.seed for block in second}) == ROUND
        assert all(0 < block.probability < 1 for block in second)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"loss": "newcomer"}, r'loss: "newcomer" is not "pairs", or "top:3"'),
        ({"format": "round-robin", "loss": "pairs"}, r'loss: is only for format = "adaptive"\.'),
        ({"newcomer": "a"}, r'newcomer: is only for format = "gauntlet"\.'),
        ({"players": [2, 3]}, r'format: "adaptive" is for one event'),
        ({"bots": TABLE["bots"][:2]}, r"bots: 2 given, but .* one for each of the 3 seats\."),  # type: ignore[index]
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(changed: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        config(**changed)
