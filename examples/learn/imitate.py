"""Learns to play as others played: python examples/learn/imitate.py games.npz --out imitated

The file is what `arena export RUN --to npz` writes: for every decision what the seat saw, what was legal and what was
chosen. A small net has a score for every action of the game. Of the legal ones the chosen one shall have the highest.
"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from folder import write_folder
from numpy.typing import NDArray
from torch import Tensor, nn

import core

HIDDEN = 128
MINIBATCH = 512
HELD_BACK = 10  # every tenth game tells how well it imitates what it has not seen
TEMPLATE = Path(__file__).with_name("scores_ids")


class Net(nn.Module):
    """A score for every id, from the numbers of the position."""

    def __init__(self, observation_size: int, action_count: int) -> None:
        super().__init__()
        self.position = nn.Linear(observation_size, HIDDEN)
        self.inner = nn.Linear(HIDDEN, HIDDEN)
        self.ids = nn.Linear(HIDDEN, action_count)

    def forward(self, positions: Tensor, legal: Tensor) -> Tensor:
        """The scores of the legal ids, which are padded with -1; the padding has none."""
        hidden = torch.relu(self.inner(torch.relu(self.position(positions))))
        at = legal.clamp(min=0)
        scores = torch.einsum("bh,bkh->bk", hidden, self.ids.weight[at]) + self.ids.bias[at]
        return scores.masked_fill(legal < 0, -torch.inf)


@dataclass(frozen=True)
class Choices:
    """The decisions where there was a choice."""

    positions: NDArray[np.float32]
    legal: NDArray[np.int64]  # padded with -1
    places: NDArray[np.int64]  # of the chosen id among the legal ones
    games: NDArray[np.int64]

    def only(self, rows: NDArray[Any]) -> Choices:
        return Choices(self.positions[rows], self.legal[rows], self.places[rows], self.games[rows])


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("games", type=Path, help="what `arena export RUN --to npz` wrote")
    parser.add_argument("--game", default="ganymede", help="the game of the run")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--passes", type=int, default=6, help="over all decisions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("imitated"), help="the bot's folder")
    given = parser.parse_args()
    game = core.load(given.game, given.players)
    choices = read(given.games, game)
    held_back = choices.games % HELD_BACK == 0
    net = learn(game, choices.only(~held_back), choices.only(held_back), given.passes, given.seed)
    weights = {name: parameter.detach().numpy() for name, parameter in net.named_parameters()}
    print(f"written: {write_folder(given.out, TEMPLATE, game, weights)}")


def read(path: Path, game: core.Game) -> Choices:
    with np.load(path, allow_pickle=False) as data:
        if str(data["observation_version"]) != game.observation_version:
            raise SystemExit(f"{path}: its games are of another kind, player count or rules than {game}.")
        counts = np.diff(data["offsets"])
        legal = np.full((len(counts), counts.max()), -1)
        legal[np.arange(legal.shape[1]) < counts[:, None]] = data["legal"]
        rows = (counts > 1) & ~data["stand_in"]
        places = (legal == data["chosen"][:, None]).argmax(axis=1)
        return Choices(data["observations"][rows], legal[rows], places[rows], data["game"][rows])


def learn(game: core.Game, known: Choices, unseen: Choices, passes: int, seed: int) -> Net:
    torch.manual_seed(seed)
    net = Net(game.observation_size, game.action_count)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    for number in range(1, passes + 1):
        order = torch.randperm(len(known.places)).numpy()
        for at in range(0, len(order), MINIBATCH):
            part = known.only(order[at : at + MINIBATCH])
            loss = nn.functional.cross_entropy(scores(net, part), torch.from_numpy(part.places))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        same, decisions = agreement(net, unseen), len(unseen.places)
        print(f"pass {number}: the same choice in {same:.1%} of {decisions} unseen decisions", flush=True)
    return net


def scores(net: Net, part: Choices) -> Tensor:
    return net(torch.from_numpy(part.positions), torch.from_numpy(part.legal))


def agreement(net: Net, unseen: Choices) -> float:
    with torch.inference_mode():
        return float((scores(net, unseen).argmax(dim=1).numpy() == unseen.places).mean())


if __name__ == "__main__":
    main()
