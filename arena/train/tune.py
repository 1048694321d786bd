"""Settings of the search by playing: Optuna proposes, games at equal processor time judge, fresh deals decide.

All candidates play the settings in force on the same deals. The best few play again on other deals, since the best of
many is in part the luckiest; the best of those must win a sequential test on deals that chose nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import core
from arena.play.seeds import Secret, derive
from arena.rating.sprt import Hypotheses, SequentialTest, interval
from arena.tournament.compare import Comparison, compare, compare_config, first_places
from arena.train.costs import decisions_of_a_game, microseconds
from arena.train.rounds import Stopped, read_json, write_json
from bots.mcts_bot import mcts_settings
from bots.nets import shipped_net
from core.errors import ArenaError

FINALISTS = 3
TIMED = 1000  # iterations of a search whose cost is measured
NEVER = 1e-300  # the chance to be wrong of a test that shall play all its deals
# What is tuned. With a net PUCT selects, which takes another c, and `prior`, the weight of evaluate, does nothing.
WITHOUT_NET = ("c", "prior", "cutoff", "epsilon")
WITH_NET = ("c", "blend", "doubt", "patience", "cutoff", "epsilon")
C_WITHOUT_NET = (0.03, 2.0)
C_WITH_NET = (0.1, 10.0)
IN_FORCE = "mcts:solver=true"  # the settings in force, as a spec that parameters can follow


@dataclass(frozen=True, slots=True)
class Tuning:
    """What decides which games are played."""

    game: str
    players: int
    trials: int = 40
    deals: int = 24  # of each trial
    final_deals: int = 96  # of each finalist
    test_deals: int = 600
    milliseconds: float = 5.0
    seed: int = 1


class Tuner:
    """One tuning in its folder, on the Ray that is running."""

    def __init__(
        self, tuning: Tuning, folder: Path, workers: int, say: Callable[[str], None], stopped: Callable[[], bool]
    ) -> None:
        self.tuning, self.folder, self.workers, self.say, self.stopped = tuning, folder, workers, say, stopped
        self.game = core.load(tuning.game, tuning.players)
        self.with_net = shipped_net("mcts", self.game) is not None
        self.views = decisions_of_a_game(self.game)
        self.kept = self.load()

    def load(self) -> dict[str, Any]:
        kept = read_json(self.folder / "tuning.json")
        wanted = asdict(self.tuning)
        if kept and kept.get("tuning") != wanted:
            raise ArenaError(f"{self.folder}: was begun with other settings: choose another --out.")
        return kept or {"tuning": wanted, "costs": {}, "trials": [], "finals": []}

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_json(self.folder / "tuning.json", self.kept)

    def run(self) -> dict[str, Any]:
        """All trials that are missing, the finals and the test; gives everything that came out."""
        study = self.study()
        while len(self.kept["trials"]) < self.tuning.trials:
            trial = study.ask()
            settings = self.propose(trial)
            score = self.play(settings, "trials", self.tuning.deals, f"trial {len(self.kept['trials']) + 1}").mean
            study.tell(trial, score)
            self.kept["trials"].append({"settings": settings, "score": score})
            self.save()
        self.play_finals()
        if "test" not in self.kept:
            self.kept["test"] = self.test(max(self.kept["finals"], key=lambda it: it["score"])["settings"])
            self.save()
        return self.kept

    def study(self) -> Any:
        """Knows the trials that were played; begins with the settings in force."""
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        played = len(self.kept["trials"])
        sampler = optuna.samplers.TPESampler(seed=derive("study", self.tuning.seed, played) % 2**32, multivariate=True)
        study = optuna.create_study(direction="maximize", sampler=sampler)
        if not played:
            study.enqueue_trial(self.in_force())
        for trial in self.kept["trials"]:
            study.enqueue_trial(trial["settings"])
            again = study.ask()
            self.propose(again)
            study.tell(again, trial["score"])
        return study

    def in_force(self) -> dict[str, Any]:
        settings = mcts_settings(self.game, self.with_net, {})
        return {key: settings[key] for key in (WITH_NET if self.with_net else WITHOUT_NET)}

    def propose(self, trial: Any) -> dict[str, Any]:
        lowest, highest = C_WITH_NET if self.with_net else C_WITHOUT_NET
        settings = {"c": round(trial.suggest_float("c", lowest, highest, log=True), 3)}
        if self.with_net:
            settings["blend"] = round(trial.suggest_float("blend", 0.0, 1.0), 2)
            settings["doubt"] = round(trial.suggest_float("doubt", 0.0, 0.5), 2)
            settings["patience"] = trial.suggest_int("patience", 0, 4)
        else:
            settings["prior"] = round(trial.suggest_float("prior", 0.0, 32.0), 1)
        settings["cutoff"] = trial.suggest_int("cutoff", -1, 96)
        settings["epsilon"] = round(trial.suggest_float("epsilon", 0.0, 0.5), 2)
        return settings

    # ---- playing

    def iterations(self, spec: str) -> int:
        """As many as it makes in the time; what an iteration costs is measured once and written down."""
        costs: dict[str, float] = self.kept["costs"]
        if spec not in costs:
            costs[spec] = microseconds(self.game, f"{spec},iterations={TIMED}", self.views) / TIMED
        return max(1, round(1000 * self.tuning.milliseconds / costs[spec]))

    def match(self, settings: dict[str, Any], label: str, deals: int, hypotheses: Hypotheses, what: str) -> Comparison:
        candidate = f"mcts:{','.join(f'{key}={value}' for key, value in settings.items())}"
        a, b = (f"{spec},iterations={self.iterations(spec)}" for spec in (candidate, IN_FORCE))
        secret = Secret.numbered(derive(label, self.tuning.seed)).digits
        config = compare_config(a, b, self.tuning.game, players=self.tuning.players, deals=deals, secret=secret)

        def watch(test: SequentialTest) -> None:
            self.say(f"{what}: {test.scores.count} deals, score {test.scores.mean:.3f} of {candidate}")

        # With a net the search is after first places, as in the tests of nets.
        result = compare(config, hypotheses, self.workers, watch, self.stopped, first_places if self.with_net else None)
        if self.stopped():
            raise Stopped
        return result

    def play(self, settings: dict[str, Any], label: str, deals: int, what: str) -> Any:
        """All deals; the candidate's scores."""
        return self.match(settings, label, deals, Hypotheses(alpha=NEVER, beta=NEVER), what).test.scores

    def play_finals(self) -> None:
        ranked = sorted(self.kept["trials"], key=lambda it: -it["score"])
        distinct = list({json.dumps(it["settings"]): it["settings"] for it in ranked}.values())[:FINALISTS]
        for settings in distinct[len(self.kept["finals"]):]:
            what = f"finalist {len(self.kept['finals']) + 1}"
            scores = self.play(settings, "finals", self.tuning.final_deals, what)
            self.kept["finals"].append({"settings": settings, "score": scores.mean, "interval": interval(scores)})
            self.save()

    def test(self, settings: dict[str, Any]) -> dict[str, Any]:
        result = self.match(settings, "test", self.tuning.test_deals, Hypotheses(), "the test")
        scores = result.test.scores
        return {"settings": settings, "accepted": result.accepted, "score": scores.mean, "deals": scores.count,
                "interval": interval(scores)}
