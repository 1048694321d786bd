"""Runs and ladders: the lists, and for each its overview, its board, its bots and its games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arena.play.records import BotIdentity, Fault
from arena.rating.standings import Curve, Estimate
from arena.report.charts import HistoryLine, curve_charts, track_charts
from arena.tournament import closing
from arena.tournament.game_list import ANY_FAULT, MOST_LISTED, GameQuery, list_games
from arena.tournament.ladder import Ladder, LadderStatus
from arena.tournament.ladder_store import Entry
from arena.tournament.runs import Run
from arena.tournament.store import Listed, StoreError
from arena.web.accounts import Accounts
from arena.web.boards import Boards, state_of
from arena.web.contests import Contest, contest_of, ladder_behind
from arena.web.home import KINDS, RUNS, Home, NotThere, Place
from arena.web.live import Live, Update
from arena.web.memory import Memory
from arena.web.people import is_admin, user_of
from arena.web.rendering import PRIVATE, fragment, render

PATIENCE = 3.0  # seconds that a page waits for its board before it says that it is being worked out
LATEST = 12
PER_PAGE = 50
LARGEST = 2**53
MOST_LOGS = 20


@dataclass(frozen=True, slots=True)
class Summary:
    """A run or a ladder on a list, and at the head of its pages."""

    place: Place
    events: tuple[tuple[str, int], ...]  # game and players
    bots: int
    finished: int
    total: int | None  # of a run; a ladder has no end
    changed: float | None  # when the last game was finished
    state: str  # what its board depends on
    closes: str | None  # of a ladder that does

    @property
    def closing(self) -> str:
        """When it closes or closed, in words; empty if never."""
        if self.closes is None:
            return ""
        return f"{'closed' if closing.is_past(self.closes) else 'closes'} {closing.in_words(self.closes)}"

    @property
    def name(self) -> str:
        return self.place.name

    @property
    def address(self) -> str:
        return self.place.address

    @property
    def under_way(self) -> bool:
        return self.total is None or self.finished < self.total

    @property
    def events_in_words(self) -> str:
        return ", ".join(f"{game} for {players}" for game, players in self.events)


def summary_of(place: Place, run: Run) -> Summary:
    events = tuple((event.game, event.players) for event in run.events)
    times = run.store.finished_between()
    total = run.store.schedule.games if place.kind == RUNS else None
    closes = run.config.closes if isinstance(run, Ladder) else None
    changed = times[-1] if times else None
    return Summary(place, events, len(run.bots()), len(run), total, changed, state_of(run), closes)


async def summaries(request: Request, *kinds: str) -> list[Summary]:
    """Of all files that can be read, the one changed last first."""
    home: Home = request.app.state.home
    memory: Memory = request.app.state.memory
    found = []
    for place in (place for kind in kinds for place in home.places(kind)):
        with suppress(NotThere, StoreError):
            found.append(await memory.get(("summary", place), place.stamp, partial(read_summary, place)))
    return found


def place_of(request: Request) -> Place:
    home: Home = request.app.state.home
    kind = request.url.path.split("/")[1]
    return home.place(kind, request.path_params["name"])


# ---- lists


async def index(request: Request) -> Response:
    kind = request.url.path.strip("/")
    return render(request, "runs.html", title=kind.title(), kind=kind, runs=await summaries(request, kind))


# ---- one of them


@dataclass(frozen=True, slots=True)
class Overview:
    """What the first page of a run or ladder shows and keeps up to date."""

    summary: Summary
    bots: list[BotIdentity]
    latest: list[Listed]
    status: LadderStatus | None  # of a ladder
    secret: dict[str, Any] | None  # of a run


async def overview_of(request: Request, place: Place) -> Overview:
    memory: Memory = request.app.state.memory
    return await memory.get(("overview", place), place.stamp, partial(read_overview, place))


def read_overview(place: Place) -> Overview:
    with place.open() as run:
        status = run.status() if isinstance(run, Ladder) else None
        latest = list_games(run.store, GameQuery(limit=LATEST))
        secret = run.store.told_secret() if status is None else None
        return Overview(summary_of(place, run), run.bots(), latest, status, secret)


async def show(request: Request) -> Response:
    overview = await overview_of(request, place_of(request))
    boards: Boards = request.app.state.boards
    summary = overview.summary
    found = await newest(boards, summary, PATIENCE) if summary.finished else None
    final = await final_of(request, summary.place)
    return render(request, "run.html", title=summary.name, run=summary, overview=overview, board=found, final=final,
                  live=not nothing_follows(summary, found, final),
                  behind=await ladder_behind(request, summary.place))  # fmt: skip


async def newest(boards: Boards, summary: Summary, seconds: float = 0.0) -> dict[str, Any] | None:
    return await boards.newest(summary.place, summary.state, seconds, last=not summary.under_way)


@dataclass(frozen=True, slots=True)
class FinalShown:
    """What the page of a ladder that closes shows of its final."""

    contest: Contest
    summary: Summary | None  # of its run; None: it has not begun
    board: dict[str, Any] | None

    @property
    def complete(self) -> bool:
        """Whether everything is decided, and shown."""
        return self.contest.decided and (self.summary is None or is_complete(self.board, self.summary))


async def final_of(request: Request, place: Place) -> FinalShown | None:
    """None if the place is no ladder that closes."""
    contest = await contest_of(request, place)
    if contest is None or contest.final is None:
        return None if contest is None else FinalShown(contest, None, None)
    memory: Memory = request.app.state.memory
    final = contest.final
    summary = await memory.get(("summary", final), final.stamp, partial(read_summary, final))
    found = await newest(request.app.state.boards, summary, PATIENCE) if summary.finished else None
    return FinalShown(contest, summary, found)


def nothing_follows(summary: Summary, found: dict[str, Any] | None, final: FinalShown | None) -> bool:
    """Whether what a page shows of a run or ladder will stay."""
    over = not summary.under_way if final is None else final.complete
    return over and (not summary.finished or is_complete(found, summary))


async def events(request: Request) -> Response:
    """The live part of the same page."""
    live: Live = request.app.state.live
    boards: Boards = request.app.state.boards
    place = place_of(request)

    async def make(seen: str) -> Update | None:
        overview = await overview_of(request, place)
        found = await newest(boards, overview.summary)
        final = await final_of(request, place)
        told = f"{overview.summary.state} {shown_games(found)}{shown_final(final)}".replace(" ", "-")
        if told == seen:
            return None
        html = fragment("live_run.html", run=overview.summary, board=found, latest=overview.latest,
                        status=overview.status, final=final)  # fmt: skip
        return Update(told, html, last=nothing_follows(overview.summary, found, final))

    return live.respond(request, place.address, make)


def shown_games(found: dict[str, Any] | None) -> int:
    """From how many games a board is."""
    return int(found["games"]) if found and "games" in found else 0


def shown_final(final: FinalShown | None) -> str:
    return "" if final is None else f" {final.contest.state} {shown_games(final.board)}"


def is_complete(found: dict[str, Any] | None, summary: Summary) -> bool:
    """Whether a board is from all games that are finished: an earlier one is shown until then."""
    return found is not None and found.get("games", summary.finished) == summary.finished


async def board_of(request: Request, place: Place) -> dict[str, Any] | None:
    """The boards of a place, if they are ready soon enough; 404 where there is no game yet."""
    memory: Memory = request.app.state.memory
    summary = await memory.get(("summary", place), place.stamp, partial(read_summary, place))
    if not summary.finished:
        raise HTTPException(404, "No game is finished yet: there is nothing to rank.")
    boards: Boards = request.app.state.boards
    found = await newest(boards, summary, PATIENCE)
    if found is not None and "problem" in found:
        raise HTTPException(500, found["problem"])
    return found


def read_summary(place: Place) -> Summary:
    with place.open() as run:
        return summary_of(place, run)


async def to_board(request: Request) -> Response:
    return RedirectResponse(f"{place_of(request).address}/board/", 308)


async def board(request: Request) -> Response:
    """The board over all events, or that of the only one; with a folder that of one event."""
    place = place_of(request)
    found = await board_of(request, place)
    if found is None:
        return render(request, "wait.html", title=place.name, what="The board", address=place.address)
    folder = request.path_params.get("folder")
    chosen = [each for each in found["boards"] if folder in (None, each["folder"])]
    if not chosen:
        raise NotThere("There is no such board.")
    body = found["overall"] if folder is None and found["overall"] else chosen[0]["body"]
    return render(request, "board.html", title=f"Board of {place.name}", place=place, body=Markup(body))


# ---- games


async def games(request: Request) -> Response:
    place, query = place_of(request), read_query(request)
    number = number_of(request.query_params.get("game"), "game")
    if number is not None:
        return RedirectResponse(f"{place.address}/games/{number}", 303)
    listed, bots = await games_of(request, place, query)
    return render(request, "run_games.html", title=f"Games of {place.name}", place=place, games=listed, bots=bots,
                  query=query, older=older(query, listed))  # fmt: skip


async def games_of(request: Request, place: Place, query: GameQuery) -> tuple[list[Listed], list[BotIdentity]]:
    memory: Memory = request.app.state.memory
    return await memory.get(("games", place, query), place.stamp, partial(read_games, place, query))


def read_games(place: Place, query: GameQuery) -> tuple[list[Listed], list[BotIdentity]]:
    with place.open() as run:
        return list_games(run.store, query), run.bots()


def read_query(request: Request) -> GameQuery:
    """The filters of a list, from the address."""
    given = request.query_params
    return GameQuery(
        bot=given.get("bot") or None,
        against=given.get("against") or None,
        event=number_of(given.get("event"), "event"),
        place=number_of(given.get("place"), "place"),
        seat=number_of(given.get("seat"), "seat"),
        fault=given.get("fault") or None,
        least=number_of(given.get("least"), "least"),
        most=number_of(given.get("most"), "most"),
        before=number_of(given.get("before"), "before"),
        after=number_of(given.get("after"), "after"),
        limit=number_of(given.get("limit"), "limit") or PER_PAGE,
    )


def number_of(text: str | None, name: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text[:17]) < LARGEST):
        raise HTTPException(400, f"{name} should be a whole number.")
    return int(text[:17])


def older(query: GameQuery, listed: Sequence[Listed]) -> str:
    """The rest of the address of the next page; empty where there is none."""
    if len(listed) < min(query.limit, MOST_LISTED):
        return ""
    parts = {**asdict(query), "before": listed[-1].number, "limit": None if query.limit == PER_PAGE else query.limit}
    return urlencode({key: value for key, value in parts.items() if value is not None})


# ---- bots


@dataclass(frozen=True, slots=True)
class BotShown:
    """What the page of a bot tells."""

    place: Place
    bot: BotIdentity
    versions: list[Entry]  # on a ladder: this one, then the others
    parts: list[dict[str, Any]]  # by board
    faulty: list[Listed]
    logs: list[tuple[int, Fault]] | None  # for its author


async def bot(request: Request) -> Response:
    found = await bot_of(request, place_of(request), request.path_params["bot"])
    response = render(request, "bot.html", title=found.bot.name, place=found.place, bot=found.bot, parts=found.parts,
                      faulty=found.faulty, versions=found.versions, logs=found.logs)  # fmt: skip
    if found.logs is not None:
        response.headers["cache-control"] = PRIVATE
    return response


async def bot_of(request: Request, place: Place, name: str) -> BotShown:
    overview = await overview_of(request, place)
    identity = next((bot for bot in overview.bots if bot.name == name), None)
    if identity is None:
        raise NotThere(f"There is no bot '{name[:100]}' in {place.name}.")
    found = await newest(request.app.state.boards, overview.summary, PATIENCE)
    faulty, _ = await games_of(request, place, GameQuery(bot=name, fault=ANY_FAULT, limit=PER_PAGE))
    versions = versions_of(overview, name)
    logs = logs_of(faulty, name) if await owns(request, versions) else None
    return BotShown(place, identity, versions, bot_parts(found, name), faulty, logs)


def versions_of(overview: Overview, name: str) -> list[Entry]:
    """All versions of a ladder's bot, the one of this page first."""
    entries = [bot.entry for bot in overview.status.bots] if overview.status else []
    own = next((entry for entry in entries if entry.label == name), None)
    return [] if own is None else [own, *(it for it in entries if it.name == own.name and it is not own)]


async def owns(request: Request, versions: Sequence[Entry]) -> bool:
    """Whether the bot was handed in by who asks; the admin counts as everybody. A bot of the organiser may have the
    name of one that was handed in elsewhere."""
    user = await user_of(request)
    if user is None or not versions:
        return False
    accounts: Accounts = request.app.state.accounts
    entry = versions[0]
    named = entry.author == user.name and await run_in_threadpool(accounts.owner, entry.name) == user.name
    return named or is_admin(user)


def logs_of(games: Sequence[Listed], name: str) -> list[tuple[int, Fault]]:
    """What the bot wrote before it failed, with the numbers of the games."""
    return [(game.number, fault) for game in games for fault in game.record.faults if fault.bot == name][:MOST_LOGS]


def bot_parts(found: dict[str, Any] | None, name: str) -> list[dict[str, Any]]:
    """For each board the bot is on: its line, its opponents, its time."""
    parts = []
    for each in found.get("boards", ()) if found else ():
        names = [line["name"] for line in each["lines"]]
        if name in names:
            at = names.index(name)
            pairs = [(other, cell) for other, cell in zip(names, each["data"]["pairs"][at], strict=True) if cell]
            timing = next((it for it in each["timings"] if it["name"] == name), None)
            parts.append({"board": each, "line": each["lines"][at], "pairs": pairs, "timing": timing,
                          "history": history_of(each, name), "over_time": over_time(each, at, name)})  # fmt: skip
    return parts


def history_of(board: dict[str, Any], name: str) -> list[dict[str, Any]] | None:
    """The rating of a ladder's bot in one stretch of blocks after the other, refitted on all games; None on a run."""
    ladder = board["data"].get("ladder")
    return None if ladder is None else ladder["history"].get(name, [])


def over_time(board: dict[str, Any], at: int, name: str) -> Markup:
    """A chart: on a ladder the refitted history, on a run, which is over soon, TrueSkill over the games."""
    history = history_of(board, name)
    if history is None:
        curve = board["data"]["curve"]
        own = Curve(tuple(curve["games"]), (tuple(curve["mu"][at]),), (tuple(curve["sigma"][at]),))
        return Markup(curve_charts(own, [name]))
    points = [((it["first_block"] + it["last_block"]) / 2, estimate_of(it["rating"])) for it in history]
    return Markup(track_charts([HistoryLine(name, points)], "blocks of the ladder", "Rating") if points else "")


def estimate_of(told: dict[str, Any]) -> Estimate:
    return Estimate(told["value"], tuple(told["interval"]) if told["interval"] else None)


def routes_of(kind: str) -> list[Route]:
    return [
        Route(f"/{kind}", index),
        Route(f"/{kind}/{{name}}", show),
        Route(f"/{kind}/{{name}}/events", events),
        Route(f"/{kind}/{{name}}/board", to_board),
        Route(f"/{kind}/{{name}}/board/", board),
        Route(f"/{kind}/{{name}}/board/{{folder}}/leaderboard.html", board),
        Route(f"/{kind}/{{name}}/games", games),
        Route(f"/{kind}/{{name}}/bots/{{bot}}", bot),
    ]


ROUTES = [route for kind in KINDS for route in routes_of(kind)]
