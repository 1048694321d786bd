"""The interface for programs: everything the pages show, as JSON under /api/v1.

Each operation is described where it is made, and /api/v1/openapi.json is put together from these descriptions.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

import core
from arena.play.entrants import short_spec
from arena.play.records import PlayedGame
from arena.tournament.game_list import GameQuery, NotShownYet, list_games, shown_game
from arena.tournament.ladder import Ladder, LadderStatus
from arena.tournament.ladder_store import Entry
from arena.tournament.store import Listed, StoreError
from arena.web import schemas
from arena.web.accounts import SUBMIT, Accounts, HandedIn
from arena.web.contests import contest_of
from arena.web.home import KINDS, Home, NotThere, Place
from arena.web.pages import documents
from arena.web.pages.configs import config_files, read_tournament
from arena.web.pages.games import example, game_info
from arena.web.pages.play import bots_move, finished, owner_of, replay_job, table_of, tables_of, told_of
from arena.web.pages.replays import jobs_of
from arena.web.pages.runs import Summary, board_of, bot_of, games_of, number_of, read_query, summaries, summary_of
from arena.web.pages.submissions import files_of, may_submit, own_submission, take
from arena.web.people import need_user
from arena.web.posts import Posted, post
from arena.web.rendering import PRIVATE
from arena.web.schemas import Parameter, Schema
from arena.web.tables import OPPONENTS, Table

BASE = "/api/v1"
PER_PART = 200  # games that a stream reads at a time
Answer = dict[str, Any] | list[Any]


@dataclass(frozen=True, slots=True)
class Operation:
    """Something a program can ask for."""

    path: str  # below BASE
    name: str
    summary: str
    handler: Callable[[Request], Awaitable[Answer | Response]]
    schema: Schema
    parameters: tuple[Parameter, ...] = ()
    errors: tuple[int, ...] = ()
    token: bool = False
    media_type: str = "application/json"

    def route(self) -> Route:
        async def endpoint(request: Request) -> Response:
            found = await self.handler(request)
            return found if isinstance(found, Response) else as_json(request, found)

        return Route(f"{BASE}{self.path}", endpoint)


def as_json(request: Request, answer: Answer, status: int = 200, *, private: bool = False) -> Response:
    """With a tag: who has it already gets no body. What only one person may see is kept by nobody else."""
    body = json.dumps(answer, allow_nan=False).encode()
    tag = f'"{sha256(body).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": PRIVATE if private else "no-cache"}
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers, "application/json")


# ---- games that can be played


async def games(request: Request) -> Answer:
    return [game_data(name) for name in core.games()]


async def game(request: Request) -> Answer:
    name = game_info(request.path_params["game"]).name
    rules = f"rules/{name}"
    return game_data(name) | {"rules": rules if rules in documents.names() else None,
                              "picture": await run_in_threadpool(example, name)}  # fmt: skip


def game_data(name: str) -> dict[str, Any]:
    info, cls = game_info(name), core.game_class(name)
    options = [{"name": it.name, "meaning": it.help, "wanted": it.wanted} for it in info.options]
    return {"name": name, "title": info.title, "about": info.summary, "players": list(cls.SEATS), "options": options}


# ---- runs and ladders


def place_of(request: Request) -> Place:
    home: Home = request.app.state.home
    return home.place(request.path_params["kind"], request.path_params["name"])


async def places(request: Request) -> Answer:
    kind = request.path_params["kind"]
    if kind not in KINDS:
        raise NotThere("There are runs and ladders.")
    return [summary_data(it) for it in await summaries(request, kind)]


def summary_data(it: Summary) -> dict[str, Any]:
    events = [{"game": game, "players": players} for game, players in it.events]
    return {"kind": it.place.kind, "name": it.name, "events": events, "bots": it.bots, "games": it.finished,
            "total": it.total, "last_game": it.changed, "closes": it.closes}  # fmt: skip


async def place(request: Request) -> Answer:
    found, memory = place_of(request), request.app.state.memory
    told: dict[str, Any] = await memory.get(("api", found), found.stamp, partial(read_place, found))
    contest = await contest_of(request, found)
    return told | {"contest": contest and contest.told()}


def read_place(place: Place) -> dict[str, Any]:
    with place.open() as run:
        bots = [asdict(bot) | {"spec": short_spec(bot.spec)} for bot in run.bots()]
        status = run.status() if isinstance(run, Ladder) else None
        secret = run.store.told_secret() if status is None else None
        return summary_data(summary_of(place, run)) | {"lineup": bots, "secret": secret, **status_data(status)}


def status_data(status: LadderStatus | None) -> dict[str, Any]:
    """Of a ladder; nothing in it of a run."""
    if status is None:
        return {"epochs": [], "entries": [], "running": None, "games_per_second": None, "playing": []}
    entries = [entry_data(it.entry) | {"games": it.games, "faults": it.faults} for it in status.bots]
    return {"epochs": [asdict(epoch) for epoch in status.epochs], "entries": entries, "running": status.running,
            "games_per_second": status.games_per_second, "playing": [asdict(it) for it in status.playing]}  # fmt: skip


def entry_data(entry: Entry) -> dict[str, Any]:
    kept = ("name", "number", "author", "reference", "state", "reason", "entered", "changed")
    return {"label": entry.label, **{key: getattr(entry, key) for key in kept}}


async def bot(request: Request) -> Answer | Response:
    """What was written before a fault is sent to the author alone."""
    found = await bot_of(request, place_of(request), request.path_params["bot"])
    logs = None if found.logs is None else [{"game": number, **asdict(fault)} for number, fault in found.logs]
    kept = ("line", "timing", "history")
    boards = [{"label": part["board"]["label"], **{key: part[key] for key in kept},
               "opponents": [{"name": name, **share} for name, share in part["pairs"]]}
              for part in found.parts]  # fmt: skip
    told = {**asdict(found.bot), "spec": short_spec(found.bot.spec), "boards": boards, "logs": logs,
            "versions": [entry_data(it) for it in found.versions],
            "faulty": [listed_data(it) for it in found.faulty]}  # fmt: skip
    return as_json(request, told, private=logs is not None)


async def board(request: Request) -> Answer:
    found = await board_of(request, place_of(request))
    if found is None:
        raise HTTPException(503, "The board is being worked out.", {"retry-after": "3"})
    return {"games": found["games"],
            "boards": [{"label": it["label"], "game": it["game"], "players": it["players"], "timings": it["timings"],
                        "records": it["records"], "standings": it["data"]} for it in found["boards"]]}  # fmt: skip


async def played(request: Request) -> Answer:
    place, query = place_of(request), read_query(request)
    listed, _ = await games_of(request, place, query)
    more = len(listed) >= max(1, min(query.limit, PER_PART))
    last = {"before" if query.after is None else "after": listed[-1].number} if more else None
    return {"games": [listed_data(it) for it in listed], "next": last}


def listed_data(it: Listed) -> dict[str, Any]:
    record = asdict(it.record)
    for fault in record["faults"]:
        del fault["detail"]  # what a bot wrote is for its author
    return {"number": it.number, "finished": it.finished, **record}


async def played_game(request: Request) -> Answer:
    number = number_of(request.path_params["number"], "number")
    if number is None:
        raise NotThere("There is no such game.")
    return await run_in_threadpool(read_played, place_of(request), number)


def read_played(place: Place, number: int) -> dict[str, Any]:
    with place.open() as run:
        try:
            shown_game(run.store, number)
            found: PlayedGame = run.game(number)
        except StoreError:
            raise NotThere(f"There is no game {number} in {place.name}.") from None
        except NotShownYet as error:
            raise HTTPException(403, str(error)) from None
        return listed_data(Listed(number, found.record, None)) | {"actions": list(found.actions)}


async def stream(request: Request) -> Response:
    """All games that may be shown, one line each. `after` goes on where another stream ended."""
    place, after = place_of(request), number_of(request.query_params.get("after"), "after")
    return StreamingResponse(lines(place, -1 if after is None else after), media_type="application/x-ndjson")


async def lines(place: Place, after: int) -> AsyncIterator[bytes]:
    while True:
        part = await run_in_threadpool(read_part, place, after)
        yield "".join(json.dumps(listed_data(it)) + "\n" for it in part).encode()
        if len(part) < PER_PART:
            return
        after = part[-1].number


def read_part(place: Place, after: int) -> list[Listed]:
    with place.open() as run:
        return list_games(run.store, GameQuery(after=after, limit=PER_PART))


async def analysis(request: Request) -> Answer:
    """Of a game that somebody had analysed: a page asks for that, since it takes long."""
    place = place_of(request)
    _, number, _, analysed = await jobs_of(request, place)
    found = request.app.state.workshop.result(analysed)
    if found is None or "analysis" not in found:
        raise NotThere(f"There is no analysis of game {number} of {place.name} yet.")
    told: dict[str, Any] = found["analysis"]
    return told


# ---- games of people


async def tables(request: Request) -> Response:
    mine = await run_in_threadpool(tables_of(request).of, owner_of(request))
    opponents = [{"spec": spec, "about": words} for spec, words in OPPONENTS.items()]
    return as_json(request, {"tables": [table_data(it) for it in mine], "opponents": opponents}, private=True)


def table_data(it: Table) -> dict[str, Any]:
    """What is known before a card is turned: nothing here follows from the deal."""
    opening = it.opening
    return {"id": it.id, "game": opening.game.name, "seat": opening.seat, "lineup": list(opening.lineup),
            "undo": it.undo, "decisions": len(it.actions)}  # fmt: skip


async def table(request: Request) -> Response:
    """The bots move on while somebody looks, as on the page."""
    found = await bots_move(request, await table_of(request))
    told, hint = await told_of(request, found)
    del told["decision"]
    return as_json(request, {**table_data(found), **told, "hint": hint and hint.get("rows")}, private=True)


async def table_replay(request: Request) -> Response:
    """Everything, when the game is over."""
    found, workshop = await finished(request), request.app.state.workshop
    judged = workshop.result(replay_job(found, True)) or {}
    told = {**table_data(found), "seed": found.opening.seed, "actions": found.actions,
            "analysis": judged.get("analysis")}  # fmt: skip
    return as_json(request, told, private=True)


# ---- tournament files and documents


async def tournaments(request: Request) -> Answer:
    files = await run_in_threadpool(config_files, request.app.state.home)
    return [{"name": name} for name in files]


async def tournament(request: Request) -> Answer:
    name = request.path_params["name"]
    text, config = await run_in_threadpool(read_tournament, request.app.state.home, name)
    return {"name": name, "text": text, "run": config and config.name}


async def docs(request: Request) -> Answer:
    return [{"name": it, "title": documents.document(it).title} for it in documents.names()]


async def doc(request: Request) -> Answer:
    found = documents.document(request.path_params["page"])
    return {"name": found.name, "title": found.title, "text": documents.source(found.name)}


# ---- handing in


async def submissions(request: Request) -> Response:
    user = await need_user(request, SUBMIT)
    accounts: Accounts = request.app.state.accounts
    own = await run_in_threadpool(accounts.submissions, user.name)
    return as_json(request, [submission_data(it) for it in own], private=True)


def submission_data(it: HandedIn) -> dict[str, Any]:
    return {"id": it.id, "user": it.user, "bot": it.bot, "file": it.file, "ladders": list(it.ladders),
            "state": it.state, "version": it.version, "created": it.created, "log": it.log}  # fmt: skip


async def submission(request: Request) -> Response:
    await need_user(request, SUBMIT)
    found, _ = await own_submission(request)
    return as_json(request, submission_data(found), private=True)


async def source(request: Request) -> Response:
    await need_user(request, SUBMIT)
    found, _ = await own_submission(request)
    files = await run_in_threadpool(files_of, request.app.state.accounts, found)
    return as_json(request, [{"file": path, "text": text} for path, text in files], private=True)


async def hand_in(posted: Posted) -> Response:
    number = await take(posted)
    accounts: Accounts = posted.request.app.state.accounts
    found = await run_in_threadpool(accounts.submission, number)
    assert found is not None
    return as_json(posted.request, submission_data(found), 201, private=True)


# ---- the description


async def openapi(request: Request) -> Answer:
    return description()


def description() -> dict[str, Any]:
    """OpenAPI 3.1."""
    paths: dict[str, Any] = {f"{BASE}{it.path}".replace(":path}", "}"): {"get": described(it)} for it in OPERATIONS}
    paths[f"{BASE}/submissions"]["post"] = schemas.HAND_IN
    return {
        "openapi": "3.1.0",
        "info": {"title": "Space Arena", "version": "1", "description": "Runs, ladders, games, and bots handed in."},
        "paths": paths,
        "components": {
            "schemas": schemas.COMPONENTS,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "arena user add"}},
        },
    }


def described(it: Operation) -> dict[str, Any]:
    errors = {400, 429, *it.errors, *((401, 403) if it.token else ())}
    told: dict[str, Any] = {
        "operationId": it.name,
        "summary": it.summary,
        "parameters": [parameter.described() for parameter in it.parameters],
        "responses": {
            "200": {"description": it.summary, "content": {it.media_type: {"schema": it.schema}}},
            "304": {"description": "what you have is still right"},
            **{str(status): schemas.ERROR for status in sorted(errors)},
        },
    }
    return told | ({"security": [{"token": []}]} if it.token else {})


KIND = Parameter("kind", "path", {"enum": list(KINDS)}, "runs or ladders")
NAME = Parameter("name", "path", schemas.TEXT, "of a run or ladder")
TABLE = Parameter("id", "path", schemas.TEXT, "of a game that you play")
OPERATIONS = (
    Operation("/openapi.json", "openapi", "This description", openapi, {"type": "object"}),
    Operation("/games", "games", "The games that can be played", games, schemas.list_of("Game")),
    Operation("/games/{game}", "game", "One of them", game, schemas.ref("OneGame"),
              (Parameter("game", "path", schemas.TEXT, "its name"),), (404,)),
    Operation("/submissions", "submissions", "What you handed in, the last first", submissions,
              schemas.list_of("Submission"), token=True),
    Operation("/submissions/{number}", "submission", "One of them, with the log of its check", submission,
              schemas.ref("Submission"), (schemas.NUMBER,), (404,), token=True),
    Operation("/submissions/{number}/source", "source", "Its files, for you and the admin", source,
              schemas.list_of("SourceFile"), (schemas.NUMBER,), (404,), token=True),
    Operation("/tables", "tables", "Your games, by this browser's cookie; and who can be played against", tables,
              schemas.ref("Tables")),
    Operation("/tables/{id}", "table", "One of them, as your seat sees it; the bots move on", table,
              schemas.ref("Table"), (TABLE,), (404, 500)),
    Operation("/tables/{id}/replay", "table_replay", "All of it, when it is over", table_replay,
              schemas.ref("TableReplay"), (TABLE,), (403, 404)),
    Operation("/tournaments", "tournaments", "Tournament files", tournaments, schemas.list_of("TournamentName")),
    Operation("/tournaments/{name}", "tournament", "One of them, as TOML", tournament, schemas.ref("Tournament"),
              (Parameter("name", "path", schemas.TEXT, "of the file, without .toml"),), (404,)),
    Operation("/docs", "docs", "The documentation", docs, schemas.list_of("DocumentTitle")),
    Operation("/docs/{page:path}", "doc", "A page of it, as Markdown", doc, schemas.ref("Document"),
              (Parameter("page", "path", schemas.TEXT, "its name"),), (404,)),
    Operation("/{kind}", "places", "All runs or ladders, the one changed last first", places,
              schemas.list_of("Summary"), (KIND,), (404,)),
    Operation("/{kind}/{name}", "place", "One of them, with its bots", place, schemas.ref("Place"),
              (KIND, NAME), (404, 500)),
    Operation("/{kind}/{name}/bots/{bot}", "bot", "A bot: its versions, ratings over time, opponents and faults", bot,
              schemas.ref("Bot"), (KIND, NAME, Parameter("bot", "path", schemas.TEXT, "its name")), (401, 404, 500)),
    Operation("/{kind}/{name}/board", "board", "Who is stronger, by how much, and how sure that is", board,
              schemas.ref("Boards"), (KIND, NAME), (404, 500, 503)),
    Operation("/{kind}/{name}/games", "played", "Finished games, the last first, part by part", played,
              schemas.ref("Games"), (KIND, NAME, *schemas.FILTERS), (404, 500)),
    Operation("/{kind}/{name}/games.ndjson", "stream", "All finished games in order, one JSON object a line", stream,
              {"type": "string"}, (KIND, NAME, schemas.AFTER), (404, 500), media_type="application/x-ndjson"),
    Operation("/{kind}/{name}/games/{number}", "played_game", "One game with its actions", played_game,
              schemas.ref("PlayedGame"), (KIND, NAME, schemas.NUMBER), (403, 404, 500)),
    Operation("/{kind}/{name}/games/{number}/analysis", "analysis", "Where it was won, if its page was asked for it",
              analysis, schemas.ref("Analysis"), (KIND, NAME, schemas.NUMBER), (403, 404, 500)),
)  # fmt: skip
ROUTES: list[BaseRoute] = [
    *(operation.route() for operation in OPERATIONS),
    post(f"{BASE}/submissions", hand_in, csrf=False, guard=may_submit),
]
