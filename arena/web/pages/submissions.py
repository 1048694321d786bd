"""Handing in a bot: the form, the log of the check, the source for its owner."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.process.program import BadProgram, Program
from arena.process.registry import RegistryError, check_name
from arena.web.accounts import CHECKING, QUEUED, SUBMIT, AccountError, Accounts, HandedIn, User
from arena.web.archives import read_sent
from arena.web.contests import is_closed
from arena.web.home import LADDERS, Home, NotThere, Place
from arena.web.names import refuse_names_of_others
from arena.web.pages.runs import number_of
from arena.web.people import is_admin, need_user, user_of
from arena.web.posts import Posted, post
from arena.web.rendering import PRIVATE, render

MOST_LADDERS = 20
LONGEST_SHOWN = 100_000  # characters of a file of a source


async def form(request: Request) -> Response:
    user = await user_of(request)
    home: Home = request.app.state.home
    accounts: Accounts = request.app.state.accounts
    own = await run_in_threadpool(accounts.submissions, user.name) if user is not None else []
    ladders = [place.name for place in home.places(LADDERS) if not await is_closed(request, place)]
    return render(request, "submit.html", title="Hand in a bot", user=user, ladders=ladders, own=own)


async def may_submit(request: Request) -> None:
    """Asked before anything of the body is read."""
    await need_user(request, SUBMIT)


async def submit(posted: Posted) -> Response:
    number = await take(posted)
    return RedirectResponse(f"/submissions/{number}", 303)


async def take(posted: Posted) -> int:
    """Puts what was sent into the queue; its number."""
    request = posted.request
    user = await need_user(request, SUBMIT)
    name, places = posted.text("name", 64).strip(), await ladders_of(posted)
    file = posted.form.get("file")
    if not isinstance(file, UploadFile):
        raise HTTPException(400, "Send the bot as a file, in the field file.")
    content = await file.read()
    accounts: Accounts = request.app.state.accounts
    quota = request.app.state.settings.quota
    try:
        check_name(name)
        program = await run_in_threadpool(read_sent, file.filename or "bot", content)
        home: Home = request.app.state.home
        await run_in_threadpool(refuse_names_of_others, home.submissions, places, name, user.name)
        number = await run_in_threadpool(
            accounts.hand_in, user.name, name, (program.name, program.kind, program.content),
            [place.name for place in places], quota,
        )  # fmt: skip
    except (BadProgram, RegistryError) as error:
        raise HTTPException(422, str(error)[:300]) from None
    except AccountError as error:
        raise HTTPException(403, str(error)) from None
    request.app.state.checks.wake()
    return number


async def ladders_of(posted: Posted) -> list[Place]:
    """The ladders that the bot is to enter: all of them must be there, and open."""
    home: Home = posted.request.app.state.home
    wanted = [value for value in posted.form.getlist("ladder") if isinstance(value, str) and value][:MOST_LADDERS]
    try:
        places = [home.place(LADDERS, name) for name in dict.fromkeys(wanted)]
    except NotThere as error:
        raise HTTPException(422, str(error)) from None
    for place in places:
        if await is_closed(posted.request, place):
            raise HTTPException(422, f"The ladder {place.name} is closed: nobody enters any more.")
    return places


async def own_submission(request: Request) -> tuple[HandedIn, User]:
    """A submission, for its owner and the admin; for everybody else it is not there."""
    user = await user_of(request)
    accounts: Accounts = request.app.state.accounts
    number = number_of(request.path_params["number"], "The number of a submission")
    found = await run_in_threadpool(accounts.submission, number) if number is not None else None
    if user is None or found is None or (found.user != user.name and not is_admin(user)):
        raise NotThere("There is no such submission, or it is somebody else's.")
    return found, user


async def show(request: Request) -> Response:
    found, user = await own_submission(request)
    response = render(request, "submission.html", title=f"{found.bot}, handed in as number {found.id}", it=found,
                      user=user, waiting=found.state in (QUEUED, CHECKING))  # fmt: skip
    response.headers["cache-control"] = PRIVATE
    return response


async def source(request: Request) -> Response:
    found, user = await own_submission(request)
    files = await run_in_threadpool(files_of, request.app.state.accounts, found)
    response = render(request, "source.html", title=f"Source of {found.bot}", it=found, user=user, files=files)
    response.headers["cache-control"] = PRIVATE
    return response


def files_of(accounts: Accounts, found: HandedIn) -> list[tuple[str, str]]:
    """The files of a submission, as far as they are shown."""
    program = Program(found.file, accounts.content(found.id), found.kind)
    folder = program.kind == "folder"
    return [(path, shown_source(program.read(path) if folder else program.content)) for path, _, _ in program.files()]


def shown_source(content: bytes) -> str:
    text = content.decode("utf-8", "replace")
    if "\0" in text:
        return f"{len(content):,} bytes that are no text"
    left_out = len(text) - LONGEST_SHOWN
    return text if left_out <= 0 else f"{text[:LONGEST_SHOWN]}\n... and {left_out:,} characters more"


ROUTES: list[BaseRoute] = [
    Route("/submit", form),
    post("/submit", submit, guard=may_submit),
    Route("/submissions/{number}", show),
    Route("/submissions/{number}/source", source),
]
