"""From stores to written leaderboards: a board for each event, and one over all where there are several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from arena.play.records import OPEN, BotIdentity
from arena.rating.ladder_standings import rated_history
from arena.rating.overall import EventEvidence, Overall, overall
from arena.rating.scale import Anchor
from arena.rating.standings import Evidence, Leaderboard, NoGames, examine_event
from arena.report.about import About, GameLink
from arena.report.ladder import History, on_ladder, overall_on_ladder, with_ladder
from arena.report.leaderboard import print_standings, write_leaderboard
from arena.report.overall import BoardLink, print_overall, write_overall
from arena.report.watch import Watch
from arena.report.wording import count, plain, several
from arena.tournament.boards import Board, Source, find_boards
from arena.tournament.config import NOT_REPRODUCIBLE
from arena.tournament.ladder import Ladder
from arena.tournament.ladder_store import LadderStore
from arena.tournament.run import run_name
from arena.tournament.runs import anchor_of
from arena.tournament.store import Store

YEAR_9999 = 253_370_764_800  # seconds since 1970; a store may say anything


@dataclass(frozen=True)
class Published:
    """What was found and written."""

    boards: tuple[tuple[str, Leaderboard], ...]  # with their labels
    overall: Overall | None  # where there are several boards
    written: list[Path]  # the page for people first

    @property
    def first(self) -> Leaderboard:
        return self.boards[0][1]


def publish(stores: Store | Sequence[Store], folder: Path, watch: Sequence[Watch] = ()) -> Published:
    """Analyse what is in the stores and write it down. `watch` are the games that have a page of their own."""
    stores = [stores] if isinstance(stores, Store) else list(stores)
    examined = examine_stores(stores)
    reports = tuple((board.label, report) for board, report in examined.boards)
    if examined.overall is None:
        board, report = examined.boards[0]
        return Published(reports, None, write_leaderboard(report, about_board(board, watch, report.history), folder))
    for board, report in examined.boards:
        write_leaderboard(report, about_board(board, (), report.history), folder / board.folder)
    written = write_overall(examined.overall, about_runs(stores), examined.links(), folder)
    return Published(reports, examined.overall, written)


@dataclass(frozen=True)
class Examined:
    """What some stores tell: a board for each event, and one over all where there are several."""

    boards: tuple[tuple[Board, Leaderboard], ...]
    overall: Overall | None

    def links(self) -> list[BoardLink]:
        return [BoardLink(board.label, board.folder, report.standings.games, report.standings.deals)
                for board, report in self.boards]  # fmt: skip


def examine_stores(stores: Sequence[Store]) -> Examined:
    """NoGames if no game is finished."""
    boards = [board for board in find_boards(stores) if any(source.store.has_games(source.event)
                                                            for source in board.sources)]  # fmt: skip
    if not boards:
        raise NoGames("no finished games yet: there is nothing to rank")
    anchor, seed = anchor_of(stores[0]), stores[0].analysis_seed  # several runs have the scale of the first
    # Each event has chance of its own, or the replicates of two events with as many deals would go together.
    ladder = ladder_of(stores)
    found = [examine_board(board, seed + number, anchor, ladder) for number, board in enumerate(boards)]
    shown = tuple((board, report) for board, (report, _) in zip(boards, found, strict=True))
    if len(boards) == 1:
        return Examined(shown, None)
    events = [EventEvidence(board.label, board.event.game, evidence)
              for board, (_, evidence) in zip(boards, found, strict=True)]  # fmt: skip
    together = overall(events, seed) if ladder is None else overall_on_ladder(ladder, overall(events, seed))
    return Examined(shown, together)


def examine_board(
    board: Board, seed: int, anchor: Anchor | None, ladder: Ladder | None
) -> tuple[Leaderboard, Evidence]:
    results = board.results()
    report, evidence = examine_event(results, seed, anchor)
    if ladder is not None:
        history = rated_history(results, evidence, report.standings)
        report = replace(on_ladder(ladder, board.sources[0].event, report), history=history)
    return report, evidence


def print_published(published: Published, as_json: bool = False) -> None:
    """The boards on a terminal, and where they were written; or leaderboard.json as it was written."""
    if as_json:
        print((published.written[0].parent / "leaderboard.json").read_text(encoding="utf-8"), end="")
        return
    console = Console()
    for label, report in published.boards:
        if published.overall is not None:
            console.print(Text(f"\n{plain(label)}", style="bold"))
        print_standings(report.standings, console)
    if published.overall is not None:
        print_overall(published.overall, console)
    written = published.written
    console.print(f"written to {written[0].parent}: {', '.join(file.name for file in written)}", soft_wrap=True,
                  markup=False, highlight=False)  # fmt: skip




def about_run(store: Store) -> About:
    """What was played in a run of one event."""
    return about_board(find_boards([store])[0])


def about_runs(stores: Sequence[Store]) -> About:
    """The same for the board over all events."""
    title = stores[0].config.name if len(stores) == 1 else ", ".join(store.config.name for store in stores)
    facts = {key: value for store in stores for key, value in run_facts(store, len(stores) > 1).items()}
    return told_of_ladder(stores, About(title, facts, proof_of(stores), dates=dates_of(stores), bots=bots_of(stores)))


def about_board(board: Board, watch: Sequence[Watch] = (), history: History | None = None) -> About:
    """What was played on a board; options that are whole files are left out."""
    stores = list(dict.fromkeys(source.store for source in board.sources))
    config, event = stores[0].config, board.event
    several_runs, several_events = len(stores) > 1, any(len(store.config.events) > 1 for store in stores)
    title = board.label if several_runs else f"{config.name}: {board.label}" if several_events else config.name
    options = {key: str(value) for key, value in event.options.items() if not isinstance(value, dict | None)}
    facts = {"game": event.game, **options}
    if not several_runs:
        facts |= {"format": config.format}
    facts |= {"rules": stores[0].rules(board.sources[0].event)}
    facts |= {key: value for store in stores for key, value in run_facts(store, several_runs).items()}
    about = About(title, facts, proof_of(stores), linker(board, watch), dates_of(stores), bots_of(stores), watch)
    return told_of_ladder(stores, about, board.sources[0].event, history)


def ladder_of(stores: Sequence[Store]) -> Ladder | None:
    """The ladder of a board, if it is that of a ladder alone."""
    return Ladder(stores[0]) if len(stores) == 1 and isinstance(stores[0], LadderStore) else None


def told_of_ladder(
    stores: Sequence[Store], about: About, event: int | None = None, history: History | None = None
) -> About:
    """With what the board of a ladder says beside that of a run."""
    ladder = ladder_of(stores)
    return about if ladder is None else with_ladder(about, ladder, event, history or {})


def run_facts(store: Store, of_several: bool) -> dict[str, str]:
    """Of one run: its deals, and what must be known of its bots."""
    bots = store.bots()
    facts = {"deals": deals_in_words(store)}
    if len(store) < store.schedule.games:
        facts["played so far"] = f"{count(len(store))} of {several(store.schedule.games, 'game')}"
    facts |= {bot.name: bot.version for bot in bots if bot.spec.startswith("submission:")}
    in_the_open = [bot.name for bot in bots if bot.isolation == OPEN]
    if in_the_open:
        facts["played without a sandbox"] = ", ".join(in_the_open)
    fickle = [bot.name for bot in bots if bot.version.endswith(NOT_REPRODUCIBLE)]
    if fickle:
        facts["not reproducible: other moves for the same seed"] = ", ".join(fickle)
    return {f"{store.config.name}, {key}": value for key, value in facts.items()} if of_several else facts


def dates_of(stores: Sequence[Store]) -> str:
    """When the games were played."""
    times = [each for store in stores for each in store.finished_between() if 0 <= each < YEAR_9999]
    days = sorted({datetime.fromtimestamp(each, UTC).date().isoformat() for each in times})
    return "" if not days else days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def bots_of(stores: Sequence[Store]) -> tuple[BotIdentity, ...]:
    """All bots, each once, under the names that the board has for them."""
    sources = [source for board in find_boards(stores) for source in board.sources]
    return tuple(dict.fromkeys(bot for source in sources for bot in labelled(source)))


def labelled(source: Source) -> list[BotIdentity]:
    return [BotIdentity(source.labels[bot.name], bot.spec, bot.version, bot.isolation) for bot in source.store.bots()]


def deals_in_words(store: Store) -> str:
    if store.schema == 1:
        return f"follow from seed {store.config.seed}: the deals were public"
    if isinstance(store, LadderStore):
        return "follow from a secret for each epoch" + (": the deals were public" if store.secret.public else "")
    if store.secret.public:
        return "follow from a secret in the config: the deals were public"
    return f"follow from a secret with sha256 {store.secret.commitment}"


def proof_of(stores: Sequence[Store]) -> dict[str, Any]:
    """What lets others check the runs; of a single run without a list around it."""
    proofs = [proof_of_run(store) for store in stores]
    if len(stores) == 1:
        return proofs[0]
    return {"runs": [{"run": store.config.name, **proof} for store, proof in zip(stores, proofs, strict=True)]}


def proof_of_run(store: Store) -> dict[str, Any]:
    return {**store.proof(), "bots": [asdict(bot) for bot in store.bots()]}


def linker(board: Board, watch: Sequence[Watch]) -> Callable[[int, int], GameLink]:
    """How to look at a game of the board."""
    pages = {game.number: game.file for game in watch}

    def link(block: int, rotation: int) -> GameLink:
        store, number = board.game(block, rotation)
        return GameLink(run_name(store.path), number, pages.get(number))

    return link
