"""A person at the table: choosing a game and bots, playing by clicks or by the list, and the replay at the end."""

from __future__ import annotations

import math
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

import core
from arena.web.jobs import Job, QueueFull, Workshop
from arena.web.limits import Allowance, client_of
from arena.web.pages.games import game_info
from arena.web.posts import Posted, post
from arena.web.rendering import PRIVATE, render
from arena.web.tables import OPPONENTS, NoTable, Table, Tables, new_opening, shown
from arena.web.visitors import signature, visitor_of

LANE = "play"
REPLAYS = "games"  # the lane of games that are drawn
PATIENCE = 3.0  # seconds that a page waits for the bots
MOST_OTHERS = 3
BUSY = "Many people are playing just now. The page looks again by itself."


def owner_of(request: Request) -> str:
    """A name for this browser that does not tell its cookie."""
    visitor = visitor_of(request)
    return signature(visitor.key, "tables", visitor.id)[:32]


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def table_of(request: Request) -> Table:
    return await run_in_threadpool(tables_of(request).find, owner_of(request), request.path_params["id"])


# ---- beginning


async def index(request: Request) -> Response:
    return await form(request, "")


async def form(request: Request, problem: str, given: dict[str, str] | None = None) -> Response:
    mine = await run_in_threadpool(tables_of(request).of, owner_of(request))
    wanted = request.query_params.get("game", "")
    given = given or {"game": wanted if wanted in core.games() else "ganymede", "bot0": "greedy"}
    games = [game_info(name) for name in core.games()]
    response = render(request, "play.html", title="Play", games=games, titles={it.name: it.title for it in games},
                      mine=mine, opponents=OPPONENTS, most=MOST_OTHERS, problem=problem, given=given)  # fmt: skip
    response.status_code = 400 if problem else 200
    return response


async def begin(posted: Posted) -> Response:
    request = posted.request
    fields = {name: posted.text(name) for name in ("game", "seat", "undo", *(f"bot{i}" for i in range(MOST_OTHERS)))}
    bots = [fields[f"bot{i}"] for i in range(MOST_OTHERS) if fields[f"bot{i}"]]
    seat = int(fields["seat"]) if fields["seat"] in ("0", "1", "2", "3") else None
    try:
        opening = await run_in_threadpool(new_opening, fields["game"], bots, seat)
        refuse_too_many(request)
        undo = fields["undo"] == "on"
        table = await run_in_threadpool(tables_of(request).begin, owner_of(request), opening, undo)
    except NoTable as error:
        return await form(request, str(error), fields)
    await bots_move(request, table)
    return RedirectResponse(table.address, 303)


def refuse_too_many(request: Request) -> None:
    """Whoever throws cookies away is a new person each time, but comes from the same address."""
    games: Allowance = request.app.state.games
    wait = games.wait(client_of(request.scope))
    if wait:
        seconds = math.ceil(wait)
        raise HTTPException(429, f"Very many games were begun from your address. Come back in {seconds} s.",
                            {"retry-after": str(seconds)})  # fmt: skip


# ---- playing


def bots_job(table: Table) -> Job:
    return Job("bots", {"saved": table.saved()})


def hint_job(table: Table) -> Job:
    return Job("hint", {"saved": table.saved()})


async def bots_move(request: Request, table: Table) -> Table:
    """The game when it is the person's turn again, or as it is if the bots are not ready in time."""
    workshop: Workshop = request.app.state.workshop
    if not await run_in_threadpool(waits_for_bots, table):
        return table
    try:
        found = await workshop.wait(LANE, bots_job(table), PATIENCE)
    except QueueFull:
        return table
    if found is None:
        return table
    if "problem" in found:
        workshop.forget(bots_job(table))
        raise HTTPException(500, "The bots could not go on. Load the page again to let them try once more.")
    try:
        return await run_in_threadpool(table.changed, [*table.actions, *found["actions"]])
    except NoTable:  # another request was quicker
        return await table_of(request) if "id" in request.path_params else table


def waits_for_bots(table: Table) -> bool:
    """Whether somebody else is to move, or the person has no choice."""
    state = table.state()
    return not state.is_over and (state.to_move != table.opening.seat or len(state.legal()) == 1)


async def show(request: Request) -> Response:
    return await page(request, await table_of(request))


async def page(request: Request, table: Table, problem: str = "") -> Response:
    table = await bots_move(request, table)
    opening, (told, hint) = table.opening, await told_of(request, table)
    response = render(request, "table.html", title=f"{game_info(opening.game.name).title}: your game", table=table,
                      opening=opening, told=told, picture=Markup(told["picture"] or ""), hint=hint,
                      problem=problem)  # fmt: skip
    response.status_code = 409 if problem else 200
    return response


async def told_of(request: Request, table: Table) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """What the person may know of a game, and the hint that was asked for."""
    opening = table.opening
    told = await run_in_threadpool(
        shown, opening.game, opening.seed, opening.seat, table.actions, opening.lineup
    )
    return told, request.app.state.workshop.result(hint_job(table)) if told["mine"] else None


async def move(posted: Posted) -> Response:
    table = await table_of(posted.request)
    try:
        action, decision = (int(posted.text(name, 20)) for name in ("action", "decision"))
        table = await run_in_threadpool(table.chosen, action, decision)
    except ValueError:
        raise HTTPException(400, "A move is a number from the list.") from None
    except NoTable as error:
        return await page(posted.request, table, str(error))
    await bots_move(posted.request, table)
    return RedirectResponse(table.address, 303)


async def hint(posted: Posted) -> Response:
    """What a search would play, from what the seat knows."""
    table = await table_of(posted.request)
    workshop: Workshop = posted.request.app.state.workshop
    if (await run_in_threadpool(table.state)).to_move != table.opening.seat:
        return await page(posted.request, table, "There is nothing to choose now.")
    try:
        await workshop.wait(LANE, hint_job(table), PATIENCE)
    except QueueFull:
        raise HTTPException(503, BUSY, {"retry-after": "10"}) from None
    return RedirectResponse(table.address, 303)


async def undo(posted: Posted) -> Response:
    table = await table_of(posted.request)
    try:
        table = await run_in_threadpool(table.taken_back)
    except NoTable as error:
        return await page(posted.request, table, str(error))
    return RedirectResponse(table.address, 303)


async def leave(posted: Posted) -> Response:
    request = posted.request
    await run_in_threadpool(tables_of(request).leave, owner_of(request), request.path_params["id"])
    return RedirectResponse("/play", 303)


# ---- the end


def replay_job(table: Table, analysed: bool) -> Job:
    return Job("table_replay", {"saved": table.saved(), "analysed": analysed})


async def finished(request: Request) -> Table:
    """The deal is told only when the game is over."""
    table = await table_of(request)
    if not (await run_in_threadpool(table.state)).is_over:
        raise HTTPException(403, "The game is not over yet. Its replay would tell what is hidden from you.")
    return table


async def replay(request: Request) -> Response:
    table = await finished(request)
    workshop: Workshop = request.app.state.workshop
    plain, analysed = (replay_job(table, it) for it in (False, True))
    judged = workshop.result(analysed)
    try:
        found = judged if judged and "problem" not in judged else await workshop.wait(REPLAYS, plain, PATIENCE)
    except QueueFull:
        raise HTTPException(503, BUSY, {"retry-after": "30"}) from None
    title = f"{game_info(table.opening.game.name).title}: your game"
    if found is None:
        return render(request, "wait.html", title=title, what="The game", address=table.address)
    if "problem" in found:
        raise HTTPException(500, "This game cannot be played back.")
    crumbs: list[tuple[str, str]] = [("/play", "your games"), (table.address, "the table")]
    response = render(request, "replay.html", title=title, crumbs=crumbs, body=Markup(found["body"]),
                      analysis=f"{table.address}/analysis", judged=judged is not None,
                      failed="problem" in (judged or {}), waiting=workshop.place(REPLAYS, analysed))  # fmt: skip
    response.headers["cache-control"] = PRIVATE
    return response


async def analyse(posted: Posted) -> Response:
    table = await finished(posted.request)
    workshop: Workshop = posted.request.app.state.workshop
    if workshop.result(replay_job(table, True)) is None:
        try:
            workshop.ask(REPLAYS, replay_job(table, True))
        except QueueFull:
            raise HTTPException(503, BUSY, {"retry-after": "60"}) from None
    return RedirectResponse(f"{table.address}/replay", 303)


def routes() -> list[Any]:
    changes = {"move": move, "hint": hint, "undo": undo, "leave": leave, "analysis": analyse}
    return [post(f"/play/{{id}}/{name}", handler) for name, handler in changes.items()]


ROUTES: list[BaseRoute] = [
    Route("/play", index),
    post("/play", begin),
    Route("/play/{id}", show),
    Route("/play/{id}/replay", replay),
    *routes(),
]
