"""Takes the action its net likes best. What it learned is in weights.npz; it needs numpy and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bots import Bot, Clock
from core import Game, View


class Learned(Bot):
    """Has a score for every action of the game and takes the best of the legal ones."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        with np.load(Path(__file__).with_name("weights.npz"), allow_pickle=False) as weights:
            self.weights = {name: weights[name] for name in weights.files}
        if str(self.weights["observation_version"]) != game.observation_version:
            raise ValueError("these weights were learned for another game, player count, options or rules.")

    def choose(self, view: View, clock: Clock) -> int:
        w, legal = self.weights, view.legal_ids()
        hidden = np.maximum(w["position.weight"] @ view.observation() + w["position.bias"], 0)
        hidden = np.maximum(w["inner.weight"] @ hidden + w["inner.bias"], 0)
        scores = w["ids.weight"][legal] @ hidden + w["ids.bias"][legal]
        return view.legal()[int(scores.argmax())]
