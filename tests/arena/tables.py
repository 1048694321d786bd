"""What the tournament tests share: small tournaments, and playing them without Ray."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from arena.play.records import BotIdentity, PlayedGame
from arena.play.seeds import Secret
from arena.tournament.config import Config, build_config, find_entrants
from arena.tournament.schedule import Block, Schedule
from arena.tournament.store import Store, config_secret
from arena.tournament.worker import BlockPlayer, PlayJob

SECRET = Secret(bytes(range(16)))
STRANGE = Path(__file__).with_name("strange_bots.py")


def strange(name: str) -> str:
    return f"{STRANGE}:{name}"


def tournament(**keys: Any) -> Config:
    """Connect Four for two random bots, unless the keys say otherwise. `bots` may be a mapping of name to spec."""
    table: dict[str, Any] = {"name": "test", "game": "connect_four", "deals": 3, "bots": {"a": "random", "b": "random"}}
    table.update(keys)
    if isinstance(table["bots"], dict):
        table["bots"] = [{"name": name, "spec": spec} for name, spec in table["bots"].items()]
    return build_config(table, "test.toml")


def job(config: Config, apart: bool = False) -> PlayJob:
    return PlayJob.of(config, find_entrants(config, Path()), apart)


def play(config: Config, apart: bool = False) -> list[tuple[Block, list[PlayedGame]]]:
    """All blocks, in a plain loop."""
    worker = BlockPlayer(job(config, apart))
    try:
        batch = worker.play(list(schedule(config)))
    finally:
        worker.close()
    assert not batch.failure, batch.failure
    return batch.blocks


def identities(config: Config) -> list[BotIdentity]:
    return [entrant.identity for entrant in find_entrants(config, Path())]


def schedule(config: Config) -> Schedule:
    return Schedule(config, config_secret(config) or SECRET)


def filled_store(path: Path, config: Config) -> Store:
    store = Store.create(path, config, identities(config), config_secret(config) or SECRET)
    store.add_all(play(config))
    return store


def small_run(path: Path) -> Path:
    """A finished run of 12 games for two seats, in which one of three bots fails every time."""
    bots = {"good": "random", "bad": strange("Raises"), "other": "random"}
    filled_store(path, tournament(game="airlock", players=2, deals=2, bots=bots)).close()
    return path


def timeless(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a store but the times."""
    with Store.open(path) as store:
        tables = ("run", "secret", "event", "limits", "bot", "game", "explanation")
        return {table: store._connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables}
