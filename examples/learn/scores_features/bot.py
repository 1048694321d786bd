"""Takes the action its net likes best. What it learned is in weights.npz; it needs numpy and nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bots import Bot, Clock
from core import Game, View


class Learned(Bot):
    """Scores every legal action by its features, beside the position's numbers."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        with np.load(Path(__file__).with_name("weights.npz"), allow_pickle=False) as weights:
            self.weights = {name: weights[name] for name in weights.files}
        if str(self.weights["observation_version"]) != game.observation_version:
            raise ValueError("these weights were learned for another game, player count, options or rules.")

    def choose(self, view: View, clock: Clock) -> int:
        w = self.weights
        seen = w["position.weight"] @ view.observation() + w["position.bias"]
        hidden = np.maximum(seen + view.action_features() @ w["action.weight"].T, 0)
        inner = np.maximum(hidden @ w["inner.weight"].T + w["inner.bias"], 0)
        return view.legal()[int((inner @ w["lead.weight"][0]).argmax())]
