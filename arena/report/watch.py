"""Games worth watching: the closest, the largest upsets, the shortest, and those with faults, each as a replay page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from arena.play.records import GameRecord
from arena.rating.standings import Standings
from arena.report.replay import Tell, stored_replay, write_page
from arena.tournament.runs import Run
from arena.tournament.store import Store
from core.errors import ArenaError

FOLDER = "replays"


@dataclass(frozen=True, slots=True)
class Watch:
    """A game with the reason to watch it."""

    number: int
    reason: str
    lineup: tuple[str, ...]  # by seat
    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    decisions: int

    @property
    def file(self) -> str:
        """Where its page is, seen from the leaderboard's."""
        return f"{FOLDER}/game-{self.number}.html"


class SeveralBoards(ArenaError):
    """Replays are written for the board of one run of one event."""


def replays_of(stores: Sequence[Store], standings: Standings, folder: Path, count: int, tell: Tell) -> list[Watch]:
    """Chooses so many games and writes their pages beside the leaderboard in `folder`."""
    if len(stores) > 1 or len(stores[0].config.events) > 1:
        raise SeveralBoards("--replays is for one run of one event; name the run by itself.")
    games = choose_games(stores[0], standings, count)
    write_replays(stores[0], games, folder, tell)
    return games


def choose_games(store: Store, standings: Standings, count: int) -> list[Watch]:
    """So many games, in turn from each kind, every game once."""
    strength = {line.name: line.mean_rank.value for line in standings.lines}
    records = list(open_records(store))
    kinds = {
        "close": sorted(records, key=lambda it: (margin(it), it.key)),
        "upset": sorted((it for it in records if upset(it, strength) > 0), key=lambda it: -upset(it, strength)),
        "short": sorted(records, key=lambda it: (it.decisions, it.key)),
        "fault": [it for it in records if it.faults],
    }
    chosen: dict[tuple[int, int], Watch] = {}
    for row in zip_longest(*([(kind, it) for it in found] for kind, found in kinds.items())):
        for kind, record in (entry for entry in row if entry is not None):
            if len(chosen) < count and record.key not in chosen:
                chosen[record.key] = watch(store, record, kind)
    return sorted(chosen.values(), key=lambda it: (list(kinds).index(it.reason), it.number))


def open_records(store: Store) -> Iterable[GameRecord]:
    """The games of deals that are finished: what is still to be played on a deal is not given away."""
    records = list(store.records())
    played = Counter(record.deal for record in records)
    planned = store.schedule.games_by_deal()
    return (record for record in records if played[record.deal] == planned[record.deal])


def watch(store: Store, it: GameRecord, reason: str) -> Watch:
    number = store.schedule.game_number(*it.key)
    return Watch(number, reason, it.lineup, it.ranks, it.scores, it.decisions)


def margin(record: GameRecord) -> float:
    """How far the first was ahead of the second, in points; games with faults are not close."""
    first, second = sorted(record.scores, reverse=True)[:2]
    return first - second if not record.faults else float("inf")


def upset(record: GameRecord, mean_rank: Mapping[str, float]) -> float:
    """How much better, by mean rank, the best of those who lost usually does than the best who won."""
    won = [mean_rank[name] for name, rank in zip(record.lineup, record.ranks, strict=True) if rank == 1]
    lost = [mean_rank[name] for name, rank in zip(record.lineup, record.ranks, strict=True) if rank > 1]
    return min(won) - min(lost) if lost and not record.faults else 0.0


def write_replays(store: Store, games: list[Watch], folder: Path, tell: Tell) -> None:
    """A page for each of the games, in `folder`/replays."""
    run = Run(store)
    if games:
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for done, game in enumerate(games, start=1):
        path = folder / game.file
        draft = path.with_name(f".{path.name}.part")
        draft.write_text(write_page(stored_replay(run, game.number)), encoding="utf-8", newline="\n")
        draft.replace(path)
        tell(done, len(games))
