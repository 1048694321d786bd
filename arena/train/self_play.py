"""Games that mcts or greedy plays against itself, kept as their actions and what the search thought at each decision.

A game is kept by its deal and its actions alone. Positions are made again when they are needed, so what is kept stays
small and serves any net. Games are played and kept in shards; a shard follows from its plan and number.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

import bots
import core
from arena.play.seeds import derive
from bots import Clock
from bots.mcts import Search
from bots.mcts_bot import compiled_settings, mcts_settings
from bots.nets import load_net_for
from core import Game, State
from core.errors import ArenaError

GAMES_PER_SHARD = 20
SEARCH_MEMORY = 8_000_000  # bytes of a search's tree
KEYS = ("digest", "deals", "lengths", "ranks", "actions", "searched", "values")
VISITS = ("counts", "tried", "visits")  # older shards lack them: nothing was searched deep


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides the games of all shards."""

    game: str
    players: int
    net: str  # the file of the net that judges, "" for evaluate
    iterations: int  # of most decisions
    seed: int
    deep: float = 0.0  # share of decisions searched deeper, whose visits a prior learns
    deep_iterations: int = 1000
    greedy: float = 0.0  # share of games that greedy plays, all seats
    greedy_net: str = ""  # the net it judges by
    blunders: float = 0.05  # share of decisions played at random, so that a net sees what a search avoids
    variety: float = 0.15  # share played in proportion to the visits

    def load_game(self) -> Game:
        return core.load(self.game, self.players)


@dataclass(slots=True)
class Episode:
    """One game: every action, and for each decision with a choice what each seat could expect, as a search found;
    greedy looks no further than its turn and says nothing, which is kept as NaN."""

    deal: int
    actions: list[int] = field(default_factory=list)
    searched: list[bool] = field(default_factory=list)  # for each action: whether there was a choice
    values: list[list[float]] = field(default_factory=list)
    visits: list[dict[int, int]] = field(default_factory=list)  # for each choice: by action, empty if not searched deep
    ranks: list[int] = field(default_factory=list)


Decide = Callable[[Episode, State], int]


def play_episode(plan: Plan, game: Game, deal: int, *, greedy: bool = False) -> Episode:
    decide = greedy_decides(plan, game, deal) if greedy else search_decides(plan, game, deal)
    episode, state = Episode(deal), game.new(deal)
    while state.to_move is not None:
        legal = state.legal()
        episode.searched.append(len(legal) > 1)
        action = decide(episode, state) if len(legal) > 1 else legal[0]
        episode.actions.append(action)
        state.apply(action)
    episode.ranks = state.ranks()
    return episode


def greedy_decides(plan: Plan, game: Game, deal: int) -> Decide:
    """Always what it holds best: deals are variety enough."""
    judge = f"net={plan.greedy_net}" if plan.greedy_net else "value=evaluate"
    line_up = [bots.make(f"greedy:{judge}") for _ in range(game.players)]
    for seat, bot in enumerate(line_up):
        bot.start(game, seat, derive("greedy", deal, seat))

    def decide(episode: Episode, state: State) -> int:
        assert state.to_move is not None
        episode.values.append([math.nan] * game.players)
        episode.visits.append({})
        return line_up[state.to_move].choose(state.view(state.to_move), Clock())

    return decide


def search_decides(plan: Plan, game: Game, deal: int) -> Decide:
    dice = random.Random(derive("dice", deal))
    net = load_net_for("mcts", Path(plan.net), game) if plan.net else None
    settings = compiled_settings(mcts_settings(game, net is not None, {"utility": "win"}), solver=False, tally=True)
    seats = [Search(game, seat, SEARCH_MEMORY, settings, net) for seat in range(game.players)]

    def decide(episode: Episode, state: State) -> int:
        assert state.to_move is not None
        return search_on(plan, episode, state, seats[state.to_move], dice)

    return decide


def search_on(plan: Plan, episode: Episode, state: State, search: Search, dice: random.Random) -> int:
    """Searches a decision, notes what came of it, and mostly plays the most visited action."""
    assert state.to_move is not None
    search.look_at(state.view(state.to_move), derive("search", episode.deal, len(episode.actions)), False, None)
    deep = plan.deep > 0 and dice.random() < plan.deep
    search.run(plan.deep_iterations if deep else plan.iterations, float("inf"))
    rows = search.sums()
    episode.visits.append({row[0]: row[1] for row in rows if row[1]} if deep else {})
    action, visits, sums = max(rows, key=lambda row: row[1])
    episode.values.append([each / visits for each in sums])
    chance = dice.random()
    if chance < plan.blunders:
        return dice.choice(state.legal())
    if chance < plan.blunders + plan.variety:
        return dice.choices([row[0] for row in rows], [row[1] for row in rows])[0]
    return action


# ---- shards


def play_shard(plan: Plan, number: int) -> dict[str, Any]:
    """The games of one shard, as arrays."""
    game = plan.load_game()
    deals = [derive("deal", plan.seed, number, index) for index in range(GAMES_PER_SHARD)]
    episodes = [play_episode(plan, game, deal, greedy=by_greedy(plan, deal)) for deal in deals]
    return {"digest": np.array(game.digest), **pack(episodes)}


def by_greedy(plan: Plan, deal: int) -> bool:
    return random.Random(derive("player", deal)).random() < plan.greedy


def shard_path(folder: Path, number: int) -> Path:
    return folder / f"games-{number:05d}.npz"


def write_shard(path: Path, arrays: dict[str, Any]) -> None:
    """All or nothing."""
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, **arrays)
    partial.replace(path)


def pack(episodes: list[Episode]) -> dict[str, Any]:
    """The episodes as flat arrays, one after the other."""
    return {
        "deals": np.array([it.deal for it in episodes], np.uint64),
        "lengths": np.array([len(it.actions) for it in episodes], np.int32),
        "ranks": np.array([it.ranks for it in episodes], np.int8),
        "actions": np.array([each for it in episodes for each in it.actions], np.uint32),
        "searched": np.array([each for it in episodes for each in it.searched], bool),
        "values": np.array([each for it in episodes for each in it.values], np.float32),
        "counts": np.array([len(each) for it in episodes for each in it.visits], np.uint16),
        "tried": np.array([action for it in episodes for each in it.visits for action in each], np.uint32),
        "visits": np.array([count for it in episodes for each in it.visits for count in each.values()], np.uint32),
    }


def read_shard(path: Path, game: Game) -> Iterator[Episode]:
    """The games of a shard; one that was not written for this game is refused."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {key: file[key] for key in (*KEYS, *VISITS) if key in KEYS or VISITS[0] in file.files}
    except Exception as error:  # zip, zlib, numpy and the system each have their own
        raise ArenaError(f"{path}: these games cannot be read ({type(error).__name__}): remove the file.") from None
    if arrays["digest"].item() != game.digest:
        raise ArenaError(f"{path}: these games were played under other rules: train in another folder.")
    return unpack({"counts": np.zeros(len(arrays["values"]), np.uint16)} | arrays)


def unpack(arrays: dict[str, Any]) -> Iterator[Episode]:
    visits = unpack_visits(arrays)
    begin = decision = 0
    for number, length in enumerate(arrays["lengths"]):
        searched = arrays["searched"][begin : begin + length]
        count = int(searched.sum())
        yield Episode(
            int(arrays["deals"][number]),
            arrays["actions"][begin : begin + length].tolist(),
            searched.tolist(),
            arrays["values"][decision : decision + count].tolist(),
            visits[decision : decision + count],
            arrays["ranks"][number].tolist(),
        )
        begin += length
        decision += count


def unpack_visits(arrays: dict[str, Any]) -> list[dict[int, int]]:
    """Of each decision, by action."""
    pairs = zip(arrays.get("tried", ()), arrays.get("visits", ()), strict=True)
    return [{int(action): int(each) for action, each in islice(pairs, count)} for count in arrays["counts"].tolist()]
