"""Learns a game by playing against itself, from nothing: python examples/learn/selfplay.py --minutes 5 --out selfplay

A small net estimates what an action will bring: the final lead of whoever takes it. It sees the position and the
features of the action, so it needs no output for each of thousands of actions. Many games are played side by side, each
by the actions the net likes best and now and then by a random one. Then the net is fitted to what came out, and so on.
The method is deep Monte Carlo, as in DouZero (Zha and others, 2021).
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from folder import write_folder
from numpy.typing import NDArray
from torch import Tensor, nn

import core
from core.vector import VectorGame

GAMES = 128  # side by side
HIDDEN = 64
MINIBATCH = 1024
TEMPLATE = Path(__file__).with_name("scores_features")


class Net(nn.Module):
    """What an action will bring, from the numbers of the position and of the action."""

    def __init__(self, game: core.Game) -> None:
        super().__init__()
        self.position = nn.Linear(game.observation_size, HIDDEN)
        self.action = nn.Linear(len(game.action_feature_names()), HIDDEN, bias=False)
        self.inner = nn.Linear(HIDDEN, HIDDEN)
        self.lead = nn.Linear(HIDDEN, 1)

    def forward(self, positions: Tensor, actions: Tensor) -> Tensor:
        """One number for each row of both."""
        return self.judge(self.position(positions), actions)

    def judge(self, seen: Tensor, actions: Tensor) -> Tensor:
        hidden = torch.relu(seen + self.action(actions))
        return self.lead(torch.relu(self.inner(hidden))).squeeze(1)


@dataclass(frozen=True)
class Decisions:
    """What was seen and done, and what it led to."""

    positions: NDArray[np.float16]
    actions: NDArray[np.float16]
    leads: NDArray[np.float32]


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--game", default="ganymede")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5, help="how long it learns")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("selfplay"), help="the bot's folder")
    given = parser.parse_args()
    game = core.load(given.game, given.players)
    net = learn(game, given.minutes * 60, given.seed)
    print(f"against random: {against_random(game, net, given.seed):.1%} of first places")
    print(f"written: {write_folder(given.out, TEMPLATE, game, weights(net))}")


def learn(game: core.Game, seconds: float, seed: int) -> Net:
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Net(game)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    vector = VectorGame(
        game, GAMES, rng.integers(1 << 62, size=GAMES).tolist(),
        features=True, reward="score", autoreset="disabled", threads=2,
    )  # fmt: skip
    began, played = time.perf_counter(), 0
    while (spent := time.perf_counter() - began) < seconds:
        explore = 1.0 if played == 0 else 0.2 - 0.15 * spent / seconds
        made = play(vector, net, explore, rng)
        loss = fit(net, optimiser, made, rng)
        played += GAMES
        length = len(made.leads) / GAMES
        print(f"{spent:5.0f} s  {played:6} games  {length:5.0f} decisions each  loss {loss:.3f}", flush=True)
    vector.close()
    return net


def play(vector: VectorGame, net: Net, explore: float, rng: np.random.Generator) -> Decisions:
    """The next game of every slot, to its end."""
    vector.reset(np.ones(vector.batch, bool))
    positions, actions, seats, slots = [], [], [], []
    while (running := vector.movers >= 0).any():
        who = np.flatnonzero(running)
        picks = np.where(rng.random(len(who)) < explore, random_picks(vector, who, rng), best_picks(vector, net, who))
        positions.append(vector.observations[who].astype(np.float16))
        actions.append(vector.features[who, picks].astype(np.float16))
        seats.append(vector.movers[who].copy())
        slots.append(who)
        step(vector, who, picks, running)
    leads = lead_of_each_seat(vector.rewards)
    return Decisions(
        np.concatenate(positions), np.concatenate(actions), leads[np.concatenate(slots), np.concatenate(seats)]
    )


def step(vector: VectorGame, who: NDArray[np.int64], picks: NDArray[np.int64], running: NDArray[np.bool_]) -> None:
    ids = np.full(vector.batch, -1, np.int32)
    ids[who] = vector.legal[who, picks]
    vector.step(ids, running)


def random_picks(vector: VectorGame, who: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    return (rng.random(len(who)) * vector.counts[who]).astype(np.int64)


def best_picks(vector: VectorGame, net: Net, who: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place in the legal list of the action that the net likes best."""
    counts = vector.counts[who]
    there = np.arange(vector.legal.shape[1]) < counts[:, None]
    with torch.inference_mode():
        seen = net.position(torch.from_numpy(vector.observations[who]))
        rows = torch.from_numpy(vector.features[who][there])
        leads = net.judge(seen.repeat_interleave(torch.from_numpy(counts), 0), rows).numpy()
    padded = np.full(there.shape, -np.inf, np.float32)
    padded[there] = leads
    return padded.argmax(axis=1)


def lead_of_each_seat(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Own score less the best of the others, at most 2 either way."""
    best_other = np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(scores.shape[1])], axis=1)
    return np.clip(scores - best_other, -2, 2)


def fit(net: Net, optimiser: torch.optim.Optimizer, made: Decisions, rng: np.random.Generator) -> float:
    """One pass over the decisions in random order; the mean loss."""
    losses = []
    order = rng.permutation(len(made.leads))
    for at in range(0, len(order), MINIBATCH):
        rows = order[at : at + MINIBATCH]
        positions, actions = torch.from_numpy(made.positions[rows]), torch.from_numpy(made.actions[rows])
        loss = nn.functional.mse_loss(net(positions.float(), actions.float()), torch.from_numpy(made.leads[rows]))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return float(np.mean(losses))


def against_random(game: core.Game, net: Net, seed: int, games: int = 400) -> float:
    """The share of first places, from every seat in turn, on deals of its own."""
    rng = np.random.default_rng(seed + 1)
    vector = VectorGame(
        game, games, rng.integers(1 << 62, size=games).tolist(), features=True, reward="win", autoreset="disabled"
    )
    ours = np.arange(games) % game.players
    while (running := vector.movers >= 0).any():
        who = np.flatnonzero(running)
        picks = np.where(vector.movers[who] == ours[who], best_picks(vector, net, who), random_picks(vector, who, rng))
        step(vector, who, picks, running)
    return float(vector.rewards[np.arange(games), ours].mean())


def weights(net: Net) -> dict[str, NDArray[np.float32]]:
    return {name: parameter.detach().numpy() for name, parameter in net.named_parameters()}


if __name__ == "__main__":
    main()
