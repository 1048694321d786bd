"""Rounds of play, fit and test. A net enters only if a sequential test finds it stronger at equal processor time.

A round's folder holds its games in shards, its net, and round.json: every figure that came out. What is there is kept,
so the same call carries on where an interruption left it.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

import core
from arena.play.seeds import Secret, derive
from arena.rating.sprt import Hypotheses, SequentialTest, interval
from arena.tournament.compare import Comparison, compare, compare_config, first_places
from arena.tournament.ray_cluster import RunFailed, check_ray
from arena.tournament.runner import RETRIES
from arena.train.costs import decisions_of_a_game, microseconds
from arena.train.fit import Fitting, Weights, cross_entropy, fit, log_losses, new_weights
from arena.train.positions import Drawing, Positions, read_positions
from arena.train.self_play import GAMES_PER_SHARD, Plan, play_shard, shard_path, write_shard
from bots.nets import GUIDED, save_net, save_net_again
from core.errors import ArenaError

HELD_OUT = 10  # one shard in so many is kept from fitting, to judge by
BUDGETS = {"greedy": "budget", "mcts": "iterations"}  # the parameter that buys more thought
GREEDY_BUDGET = 256
OPTIONS = ("rounds", "games", "greedy", "iterations", "deep", "deep_iterations", "hidden", "second", "epochs", "trust",
           "rate", "sharpen", "test_iterations", "test_deals", "seed")
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Training:
    """Everything that decides what comes out, up to the last digits of floating point and the measured costs."""

    game: str
    players: int
    rounds: int = 3
    games: int = 4000  # of each round
    greedy: float = 0.1  # share of them that greedy plays, the others mcts
    iterations: int = 40  # of the search that plays them, for most decisions
    deep: float = 0.1  # share of decisions searched deeper, from whose visits the prior is learnt
    deep_iterations: int = 600
    hidden: int = 64
    second: int = 32  # neurons of the second hidden layer; 0: there is none
    epochs: int = 3
    rate: float = 0.003
    trust: float = 0.05  # how much each search after a position counts, against what came later
    share: float = 0.3  # of the positions of a game that are learnt from; those searched deep are all learnt from
    sharpen: float = 2.0  # the power of the visits that the prior learns
    bots: tuple[str, ...] = ("greedy", "mcts")  # to test the net with
    test_iterations: int = 1000  # of mcts with what costs more, newcomer or champion; the other has more
    test_deals: int = 600
    seed: int = 1

    def __post_init__(self) -> None:
        if set(GUIDED) & set(self.bots) and (self.deep == 0 or self.greedy == 1):
            raise ArenaError("mcts needs a net with a prior, which is learnt from decisions searched deep: "
                             "--deep 0 and --greedy 1 leave none; test with --bot greedy alone.")

    @property
    def layers(self) -> tuple[int, ...]:
        """Neurons of the hidden layers."""
        return (self.hidden, self.second) if self.second else (self.hidden,)


class Stopped(Exception):
    """Somebody asked to stop; what is done is kept."""


class Trainer:
    """One training in its folder, on the Ray that is running."""

    def __init__(self, training: Training, folder: Path, workers: int, say: Say, stopped: Callable[[], bool]) -> None:
        self.training, self.folder, self.workers, self.say, self.stopped = training, folder, workers, say, stopped
        self.game = core.load(training.game, training.players)

    def best(self, bot: str) -> Path:
        """The net that won its test with this bot last; there is none before the first has won."""
        return self.folder / f"{bot}-{self.training.game}-{self.training.players}.npz"

    def run(self) -> list[dict[str, Any]]:
        """Plays all rounds that are not finished; gives the records of all."""
        return [self.play_round(number) for number in range(1, self.training.rounds + 1)]

    def play_round(self, number: int) -> dict[str, Any]:
        folder = self.folder / f"round-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        record = read_record(folder)
        for key, step in (("games", self.play), ("fit", self.fit), ("costs", self.measure)):
            if key not in record:
                record[key] = timed(partial(step, number, folder))
                write_record(folder, record)
        tests = record.setdefault("tests", {})
        for bot in self.training.bots:
            if bot not in tests:
                tests[bot] = timed(partial(self.test_with, bot, number, folder, record["costs"][bot]))
                if tests[bot]["accepted"] == "s1":
                    self.enter(bot, folder, record)
                write_record(folder, record)
        return record

    # ---- the steps

    def play(self, number: int, folder: Path) -> dict[str, Any]:
        training = self.training
        for bot in training.bots:
            if self.best(bot).exists():
                shutil.copyfile(self.best(bot), folder / f"champion-{bot}.npz")
        champions = {bot: (folder / f"champion-{bot}.npz").resolve() for bot in BUDGETS}
        nets = {bot: str(path) if path.exists() else "" for bot, path in champions.items()}
        seed = derive("train", training.seed, number)
        plan = Plan(training.game, training.players, nets["mcts"], training.iterations, seed, training.deep,
                    training.deep_iterations, training.greedy, nets["greedy"])
        shards = -(-training.games // GAMES_PER_SHARD)
        for done in play_shards(plan, folder, shards, self.workers, self.stopped):
            self.say(f"round {number}: {done * GAMES_PER_SHARD:,} of {shards * GAMES_PER_SHARD:,} games")
        return {"played": shards * GAMES_PER_SHARD, "player": Path(nets["mcts"]).name or "evaluate"}

    def fit(self, number: int, folder: Path) -> dict[str, Any]:
        """Learns from the games of all rounds so far; a linear model beside it shows what the hidden layers give."""
        taught, kept = self.positions(number)
        deep = int((np.diff(taught.choice_starts) > 0).sum())
        self.refuse_shallow(deep)
        net, losses = self.fit_one(self.training.layers, self.game.action_count if deep else 0, taught, kept, number)
        _, linear = self.fit_one((), 0, taught, kept, number)
        found = {"positions": len(taught), "deep": deep, "net": losses, "linear": linear, "search": search_loss(kept)}
        found |= dict(zip(("entropy", "alike"), prior_bounds(kept) or (), strict=False))
        training = {"command": command_of(self.training), "training": asdict(self.training)}
        provenance = training | {"round": number, "fit": found}
        save_net(folder / "net.npz", self.game, net.layers, provenance, net.prior)
        return found

    def refuse_shallow(self, deep: int) -> None:
        if not deep and set(GUIDED) & set(self.training.bots):
            raise ArenaError(f"{self.folder}: no decision of these games was searched deep, so no prior can be learnt "
                             "for mcts: choose another --out, and more --deep or --games.")

    def positions(self, number: int) -> tuple[Positions, Positions]:
        """To learn from, and to judge by."""
        paths = [path for index in range(1, number + 1) for path in shards_in(self.folder / f"round-{index}")]
        taught = [path for index, path in enumerate(paths) if index % HELD_OUT or len(paths) == 1]
        return self.read(taught, number), self.read(paths[::HELD_OUT], number)

    def read(self, paths: Sequence[Path], number: int) -> Positions:
        training = self.training
        drawing = Drawing(training.trust, training.share, training.sharpen, derive("draw", training.seed, number))

        def watch(done: int, shards: int) -> None:
            self.say(f"round {number}: reading positions, {100 * done // shards} %")
            if self.stopped():
                raise Stopped

        try:
            return read_positions(paths, self.game, drawing, self.workers, watch)
        except BrokenProcessPool:
            if self.stopped():
                raise Stopped from None
            raise RunFailed("a process that reads positions was ended, perhaps for lack of memory.") from None

    def fit_one(
        self, hidden: tuple[int, ...], actions: int, taught: Positions, kept: Positions, number: int
    ) -> tuple[Weights, dict[str, float]]:
        training, seed = self.training, derive("fit", self.training.seed, number) % 2**32
        weights = new_weights(taught.width, hidden, training.players, seed, actions)
        name = "net" if hidden else "linear model"

        def watch(step: int, steps: int) -> None:
            self.say(f"round {number}: fitting the {name}, {100 * step // steps} %")
            if self.stopped():
                raise Stopped

        fit(weights, taught, Fitting(training.epochs, rate=training.rate, seed=seed), watch)
        losses = log_losses(weights, taught)
        own = {"taught": losses["outcome"]} | ({"taught_prior": losses["prior"]} if "prior" in losses else {})
        return weights, log_losses(weights, kept) | own

    def measure(self, number: int, folder: Path) -> dict[str, Any]:
        """Microseconds of processor time for a decision of newcomer and champion, measured once and written down."""
        views = decisions_of_a_game(self.game)
        return {
            bot: [
                microseconds(self.game, f"{spec},{BUDGETS[bot]}={self.budget(bot)}", views)
                for spec in (self.newcomer(bot, folder), self.champion(bot, folder))
            ]
            for bot in self.training.bots
        }

    def budget(self, bot: str) -> int:
        """What the bot has to spend if nothing is to be balanced."""
        return self.training.test_iterations if bot == "mcts" else GREEDY_BUDGET

    def newcomer(self, bot: str, folder: Path) -> str:
        return f"{bot}:net={(folder / 'net.npz').resolve()}"

    def champion(self, bot: str, folder: Path) -> str:
        """The same bot with the net that won last; at first with evaluate."""
        net = (folder / f"champion-{bot}.npz").resolve()
        return f"{bot}:net={net}" if net.exists() else f"{bot}:value=evaluate"

    def test_with(self, bot: str, number: int, folder: Path, costs: list[float]) -> dict[str, Any]:
        """Newcomer against champion in equal time: the one that costs more gets what is usual, the other more of it."""
        ours, theirs = (round(self.budget(bot) * max(costs) / cost) for cost in costs)
        a = f"{self.newcomer(bot, folder)},{BUDGETS[bot]}={ours}"
        b = f"{self.champion(bot, folder)},{BUDGETS[bot]}={theirs}"
        result = self.compare(a, b, f"test {bot}", number)
        scores = result.test.scores
        return {"accepted": result.accepted, "score": scores.mean, "interval": interval(scores), "deals": scores.count,
                "games": result.games, "newcomer": ours, "champion": theirs, "budget": BUDGETS[bot]}

    def compare(self, a: str, b: str, what: str, number: int) -> Comparison:
        training = self.training
        secret = Secret.numbered(derive(what, training.seed, number)).digits
        config = compare_config(
            a, b, training.game, players=training.players, deals=training.test_deals, secret=secret
        )

        def watch(test: SequentialTest) -> None:
            self.say(f"round {number}: {test.scores.count} deals of the {what}, score {test.scores.mean:.3f}")

        result = compare(config, Hypotheses(), self.workers, watch, self.stopped, first_places)
        if self.stopped() and result.accepted is None:
            raise Stopped
        return result

    def enter(self, bot: str, folder: Path, record: dict[str, Any]) -> None:
        """The net becomes the one to beat with this bot, and carries the record of its tests."""
        more = {key: record[key] for key in ("games", "costs", "tests")}
        save_net_again(self.best(bot), folder / "net.npz", self.game, more)


def timed(step: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What comes of a step, with the seconds it took."""
    began = time.monotonic()
    return step() | {"seconds": round(time.monotonic() - began, 1)}


def command_of(training: Training) -> str:
    """What to type for the same training."""
    words = ["arena", "train", training.game, "--players", str(training.players)]
    for it in fields(training)[2:]:
        value = getattr(training, it.name)
        if it.name in OPTIONS and value != it.default:
            words += [f"--{it.name.replace('_', '-')}", str(value)]
        if it.name == "bots" and value != it.default:
            words += [word for bot in value for word in ("--bot", bot)]
    return " ".join(words)


# ---- playing


def play_shards(
    plan: Plan, folder: Path, count: int, workers: int, stopped: Callable[[], bool]
) -> Iterator[int]:
    """Plays the shards that are missing, as tasks of Ray; gives how many are there."""
    import ray

    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play_shard)
    missing = [number for number in range(count) if not shard_path(folder, number).exists()]
    done = count - len(missing)
    flights: dict[Any, int] = {}
    while missing or flights:
        while missing and len(flights) < 2 * workers and not stopped():
            number = missing.pop(0)
            flights[task.remote(plan, number)] = number
        if stopped():
            raise Stopped
        check_ray()
        ready, _ = ray.wait(list(flights), timeout=0.5)
        for flight in ready:
            try:
                write_shard(shard_path(folder, flights.pop(flight)), ray.get(flight))
            except ray.exceptions.RayError as error:
                raise RunFailed(f"a worker cannot play: {str(error).strip().splitlines()[-1]}") from None
            done += 1
            yield done


def check_seen_everywhere(folder: Path) -> None:
    """Nets are read from the folder where a game is played, so every machine of the cluster must see it."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    path = str((folder / "training.json").resolve())
    nodes = [node for node in cast(Any, ray).nodes() if node["Alive"]]
    look = ray.remote(num_cpus=0)(os.path.exists)
    places = [NodeAffinitySchedulingStrategy(node["NodeID"], soft=False) for node in nodes]
    seen = ray.get([look.options(scheduling_strategy=place).remote(path) for place in places])
    blind = [node["NodeManagerHostname"] for node, sees in zip(nodes, seen, strict=True) if not sees]
    if blind:
        raise ArenaError(f"{folder}: {', '.join(blind)} cannot see it: choose an --out that all machines share.")


def shards_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("games-*.npz"))


# ---- records


def search_loss(positions: Positions) -> float:
    """What the search that played thought, against the outcomes: a net that knows as much is as good a judge."""
    searched = ~np.isnan(positions.searches).any(axis=1)
    shares = np.clip(positions.searches[searched], 0.01, 1)
    return cross_entropy(positions.outcomes[searched], shares) / max(1, int(searched.sum()))


def prior_bounds(positions: Positions) -> tuple[float, float] | None:
    """The log-losses of a prior that knows the visits, which is their entropy, and of one that holds all legal actions
    alike: the mean over positions searched deep, None without any."""
    counts = np.diff(positions.choice_starts)
    deep = counts[counts > 0]
    if not len(deep):
        return None
    return cross_entropy(positions.shares, positions.shares) / len(deep), float(np.log(deep).mean())


def read_record(folder: Path) -> dict[str, Any]:
    return read_json(folder / "round.json")


def read_json(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ArenaError(f"{path}: this is no record of a training: remove it, and its step is made again.")
    return found


def write_record(folder: Path, record: dict[str, Any]) -> None:
    write_json(folder / "round.json", record)


def write_json(path: Path, table: dict[str, Any]) -> None:
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def settle(training: Training, folder: Path) -> None:
    """Notes what is trained in this folder; refuses to go on there with something else. More rounds may be added."""
    if "," in str(folder.resolve()):
        raise ArenaError(f"{folder}: a comma in the name cannot stand in a bot's spec: choose another folder.")
    path = folder / "training.json"
    wanted = json.loads(json.dumps(asdict(training)))
    found = read_json(path)
    for key in (it.name for it in fields(training) if it.name != "rounds"):
        if found and found.get(key) != wanted[key]:
            begun = f"was begun with {key} {found.get(key)}, not {wanted[key]}"
            raise ArenaError(f"{folder}: {begun}: choose another --out.")
    folder.mkdir(parents=True, exist_ok=True)
    write_json(path, wanted)
