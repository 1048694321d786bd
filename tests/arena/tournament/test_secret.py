"""Nobody can know the deal: what a bot is told before its first view says nothing about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from arena.play.match import play_game
from arena.play.players import Player, make_player
from arena.play.seeds import Secret, derive
from arena.process.limits import Limits
from arena.report.publish import publish
from arena.tournament.config import ConfigError
from arena.tournament.schedule import Schedule
from arena.tournament.store import Store
from core import Game, View
from tests.arena.tables import filled_store, identities, play, tournament

CONFIG = tournament(game="ganymede", players=2, deals=6)


class Listener:
    """A player that keeps what it was told before its first view."""

    def __init__(self, told: list[Any]) -> None:
        self._player = make_player("random", Limits())
        self._told = told

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._told.append((game, seat, seed))
        self._player.start(game, seat, seed)

    def choose(self, view: View) -> int:
        return self._player.choose(view)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)


def heard(secret: Secret) -> tuple[list[Any], list[int]]:
    """All that bots are told before their first view, in all games, and the deals."""
    told: list[Any] = []
    deals = []
    for block in Schedule(CONFIG, secret):
        for seating in block.seatings:
            players: dict[str, list[Player]] = {name: [Listener(told)] for name in seating.lineup}
            play_game(CONFIG.load_game(), seating, players)
            deals.append(seating.seed)
    return told, deals


def test_what_a_bot_hears_before_its_first_view_is_new_under_another_secret() -> None:
    (first, deals), (second, others) = heard(Secret.draw()), heard(Secret.draw())
    assert [(game, seat) for game, seat, _ in first] == [(game, seat) for game, seat, _ in second]
    assert not {seed for *_, seed in first} & {seed for *_, seed in second}
    assert not {seed for *_, seed in first} & set(deals)
    assert not set(deals) & set(others)


def computed(seed: int, config_seeds: int) -> Iterator[int]:
    """The trick that worked in 0.1.0: for every config seed and deal the bot's own seed is derived and compared."""
    for number in range(config_seeds):
        for deal in range(CONFIG.deals):
            guess = derive("deal", number, deal)
            places = product(range(CONFIG.deals), (0, 1), (0, 1))  # block, rotation, seat
            if any(derive("bot", guess, *place) == seed for place in places):
                yield guess


def test_the_published_trick_finds_no_deal() -> None:
    told, deals = heard(Secret.draw())
    assert len(deals) == 12
    found = [guess for *_, seed in told for guess in computed(seed, 300)]
    assert not set(found) & set(deals)
    assert found == []


def test_the_secret_is_published_when_the_run_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    config = tournament(deals=2)
    blocks = play(config)
    with Store.create(path, config, identities(config), Secret(bytes(range(16)))) as store:
        store.add_all(blocks[:1])
        publish(store, tmp_path)
        told = json.loads((tmp_path / "leaderboard.json").read_text())
        assert told["secret"] == {"sha256": store.secret.commitment, "secret": None, "public": False}
        assert store.secret.digits not in "".join(file.read_text() for file in tmp_path.glob("leaderboard.*"))
        store.add_all(blocks[1:])
        publish(store, tmp_path)
        told = json.loads((tmp_path / "leaderboard.json").read_text())
        assert told["secret"]["secret"] == store.secret.digits
        assert Secret.given(told["secret"]["secret"]).commitment == told["secret"]["sha256"]


def test_a_secret_in_the_config_repeats_a_run_and_is_said(tmp_path: Path) -> None:
    config = tournament(deals=2, secret=bytes(range(16)).hex())
    with Store.create(tmp_path / "run.db", config, identities(config)) as store:
        assert store.secret.public
        store.add_all(play(config))
        again = [game for _, games in play(config) for game in games]
        assert [game.actions for game in store.games()] == [game.actions for game in again]
        publish(store, tmp_path)
    assert "the deals were public" in (tmp_path / "leaderboard.md").read_text()
    assert "the deals were public" in (tmp_path / "leaderboard.html").read_text()
    with filled_store(tmp_path / "other.db", tournament(deals=2)) as store:
        publish(store, tmp_path / "other")
    assert "the deals were public" not in (tmp_path / "other" / "leaderboard.md").read_text()


@pytest.mark.parametrize("secret", ["", "abc", "g" * 32, "0" * 31, "0" * 33, "0" * 32 + "\n", 5])
def test_a_secret_is_32_hexadecimal_digits(secret: object) -> None:
    with pytest.raises(ConfigError, match=r"secret: .* is not a secret of 32 hexadecimal digits"):
        tournament(secret=secret)
