"""How fast games are stepped for learning, observation and legal ids included, beside the field's own environments."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import core
from arena.report.export import export
from arena.tournament.config import build_config, find_entrants
from arena.tournament.runs import open_run
from arena.tournament.store import Store
from arena.tournament.worker import BlockPlayer, PlayJob
from benchmarks.measure import human, rate, show, title
from core.vector import VectorGame

BATCH = 1024
AT_LEAST = {"ganymede": 1e6, "starfarers": 5e5, "on_mars": 5e5}
SHARED_OUT = 1.6  # two threads, as many times as fast as one
PAIRS = 5
EXPORTED = 30  # deals
BOTS = [{"name": f"random-{i}", "spec": "random"} for i in range(1, 4)]


def main() -> None:
    title(f"Steps per second of VectorGame, one thread, batch {BATCH}, observation and legal ids included")
    for name in core.games():
        for players in range(max(2, core.game_class(name).SEATS[0]), core.game_class(name).SEATS[1] + 1):
            steps_of(core.load(name, players))
    title("Two threads against one")
    for name in AT_LEAST:
        threads_of(core.load(name, max(2, core.game_class(name).SEATS[0])))
    title("Decisions per second of arena export --to npz")
    for name in AT_LEAST:
        export_of(name, max(2, core.game_class(name).SEATS[0]))
    title("Others, in the same run")
    for what, make in (
        ("Gymnasium CartPole, native vector, 64 slots", cart_pole),
        ("OpenSpiel rl_environment, connect_four", open_spiel),
        ("PettingZoo connect_four, raw", petting_zoo),
        ("catanatron's gym, 2 players", catanatron),
    ):
        beside(what, make)


def export_of(name: str, players: int) -> None:
    """Decisions per second of `arena export RUN --to npz`, the file included."""
    config = build_config({"name": "bench", "game": name, "players": players, "deals": EXPORTED, "bots": BOTS}, "")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        entrants = find_entrants(config, Path())
        worker = BlockPlayer(PlayJob(config.load_game(), entrants, config.limits))
        with Store.create(path, config, [entrant.identity for entrant in entrants]) as store:
            store.add_all(worker.play(list(store.schedule)).blocks)
        worker.close()
        with open_run(path) as run:
            decisions = sum(record.decisions for record in run.games())
            speed = rate(lambda: len(export(run, "npz", path.with_suffix(".npz"))) // 2 * decisions, rounds=3)
    show(f"{name}, {players} players, {decisions} decisions", human(speed), f"at least {human(1e5)}", speed >= 1e5)


def steps_of(game: core.Game) -> None:
    speed = rate(stepper(VectorGame(game, BATCH, range(BATCH))), seconds=1.0)
    least = AT_LEAST.get(game.name)
    wanted = (f"at least {human(least)}", speed >= least) if least else ()
    show(f"{game.name}, {game.players} players, {game.observation_size} numbers", human(speed), *wanted)


def threads_of(game: core.Game) -> None:
    """The best of a few for each, in turns: a single pair says little where others use the machine."""
    one, two = (stepper(VectorGame(game, BATCH, range(BATCH), threads=threads)) for threads in (1, 2))
    alone, shared = zip(*((by_the_clock(one), by_the_clock(two)) for _ in range(PAIRS)), strict=True)
    best = max(shared) / max(alone)
    show(f"{game.name}, {game.players} players", f"{best:.2f}", f"at least {SHARED_OUT}", best >= SHARED_OUT)


def by_the_clock(work: Callable[[], int], seconds: float = 0.5) -> float:
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent


def stepper(vector: VectorGame) -> Callable[[], int]:
    """Sixteen steps of random play. The ids are chosen with numpy, as a learner would; that is part of the time."""
    rows, rng = np.arange(vector.batch), np.random.default_rng(1)
    units = [rng.random(vector.batch) for _ in range(16)]

    def steps() -> int:
        for unit in units:
            picks = (unit * np.maximum(vector.counts, 1)).astype(np.int64)
            vector.step(vector.legal[rows, picks])
        return len(units) * vector.batch

    return steps


def beside(what: str, make: Callable[[], Callable[[], int]]) -> None:
    try:
        work = make()
    except ImportError:
        show(what, "not installed")
        return
    show(what, human(rate(work, seconds=1.0)))


def cart_pole() -> Callable[[], int]:
    import gymnasium

    envs: Any = gymnasium.make_vec("CartPole-v1", num_envs=64, vectorization_mode="vector_entry_point")
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 2, (100, 64))

    def steps() -> int:
        for action in actions:
            envs.step(action)
        return actions.size

    return steps


def open_spiel() -> Callable[[], int]:
    from open_spiel.python import rl_environment

    env: Any = rl_environment.Environment("connect_four")
    rng = np.random.default_rng(1)

    def one() -> int:
        made, step = 0, env.reset()
        while not step.last():
            legal = step.observations["legal_actions"][step.observations["current_player"]]
            step = env.step([legal[int(rng.random() * len(legal))]])
            made += 1
        return made

    return one


def petting_zoo() -> Callable[[], int]:
    from pettingzoo.classic import connect_four_v3

    env: Any = connect_four_v3.raw_env()
    rng = np.random.default_rng(1)

    def one() -> int:
        env.reset(seed=1)
        made = 0
        while env.agents:
            observation, _, over, cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if over or cut else int(legal[int(rng.random() * len(legal))]))
            made += not (over or cut)
        return made

    return one


def catanatron() -> Callable[[], int]:
    import catanatron_gym  # noqa: F401  (not in the extra: it asks for other versions, so pip install --no-deps)
    import gymnasium

    env: Any = gymnasium.make("catanatron-v1")
    rng = np.random.default_rng(1)

    def one() -> int:
        _, info = env.reset(seed=1)
        made, over = 0, False
        while not over and made < 500:
            legal = info["valid_actions"]
            _, _, ended, cut, info = env.step(legal[int(rng.random() * len(legal))])
            made, over = made + 1, ended or cut
        return made

    return one
