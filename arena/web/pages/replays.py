"""One game, played back, with an analysis for who asks for it."""

from __future__ import annotations

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.tournament.game_list import NotShownYet, shown_game
from arena.tournament.store import StoreError
from arena.web.home import KINDS, NotThere, Place
from arena.web.jobs import Job, QueueFull, Workshop
from arena.web.pages.runs import number_of, place_of
from arena.web.posts import Posted, post
from arena.web.rendering import render

LANE = "games"
PATIENCE = 4.0  # seconds that a page waits for its game
BUSY = "There are many games to draw just now. Come back in a minute."


def read_game(place: Place, number: int) -> str:
    """What a replay depends on, if the game may be shown."""
    with place.open() as run:
        try:
            record = shown_game(run.store, number)
        except StoreError:
            raise NotThere(f"There is no game {number} in {place.name}.") from None
        except NotShownYet as error:
            raise HTTPException(403, str(error)) from None
        return f"{record.seed} {record.ranks} {record.decisions} {run.store.event_digest(record.event)}"


async def jobs_of(request: Request, place: Place) -> tuple[Place, int, Job, Job]:
    """The replay without analysis, and with it."""
    number = number_of(request.path_params["number"], "The number of a game")
    if number is None:
        raise NotThere("There is no such game.")
    state = await run_in_threadpool(read_game, place, number)
    plain, analysed = (Job("replay", {"path": str(place.path), "number": number, "analysed": it}, state)
                       for it in (False, True))  # fmt: skip
    return place, number, plain, analysed


async def show(request: Request) -> Response:
    place, number, plain, analysed = await jobs_of(request, place_of(request))
    workshop: Workshop = request.app.state.workshop
    found = workshop.result(analysed)
    if found is None or "problem" in found:
        try:
            found = await workshop.wait(LANE, plain, PATIENCE)
        except QueueFull:
            raise HTTPException(503, BUSY, {"retry-after": "30"}) from None
    title = f"Game {number} of {place.name}"
    if found is None:
        return render(request, "wait.html", title=title, what="The game", address=f"{place.address}/games")
    if "problem" in found:
        raise HTTPException(500, "This game cannot be played back: its rules or its bots are others now.")
    judged = workshop.result(analysed)
    crumbs = [(place.address, place.name), (f"{place.address}/games", "games")]
    return render(request, "replay.html", title=title, crumbs=crumbs, body=Markup(found["body"]),
                  analysis=f"{place.address}/games/{number}/analysis", judged=judged is not None,
                  failed="problem" in (judged or {}),
                  waiting=workshop.place(LANE, analysed))  # fmt: skip


async def analyse(posted: Posted) -> Response:
    """Puts the analysis into the queue and goes back to the game."""
    place, number, _, analysed = await jobs_of(posted.request, place_of(posted.request))
    workshop: Workshop = posted.request.app.state.workshop
    if workshop.result(analysed) is None:
        try:
            workshop.ask(LANE, analysed)
        except QueueFull:
            raise HTTPException(503, BUSY, {"retry-after": "60"}) from None
    return RedirectResponse(f"{place.address}/games/{number}", 303)


ROUTES: list[BaseRoute] = [
    each
    for kind in KINDS
    for each in (
        Route(f"/{kind}/{{name}}/games/{{number}}", show),
        post(f"/{kind}/{{name}}/games/{{number}}/analysis", analyse),
    )
]
