"""Who asks: the account behind a bearer token or a login, and the pages to log in and out."""

from __future__ import annotations

import math

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from arena.web.accounts import ADMIN, SESSION_SECONDS, Accounts, User
from arena.web.limits import Allowance, client_of
from arena.web.posts import Posted, post
from arena.web.rendering import render
from arena.web.visitors import set_cookie

COOKIE = "arena_session"
LONGEST_TOKEN = 200


async def user_of(request: Request) -> User | None:
    """The account that asks; 401 for a bearer token that is none."""
    if not hasattr(request.state, "user"):
        request.state.user = await find_user(request)
    found: User | None = request.state.user
    return found


async def find_user(request: Request) -> User | None:
    accounts: Accounts = request.app.state.accounts
    given = request.headers.get("authorization", "")
    if given:
        kind, _, token = given.partition(" ")
        refuse_guessing(request)
        found = await run_in_threadpool(accounts.user_of_token, token.strip()[:LONGEST_TOKEN])
        if kind.lower() != "bearer" or found is None:
            note_guess(request)
            raise HTTPException(401, "This token is not valid.", {"www-authenticate": "Bearer"})
        return found
    cookie = request.cookies.get(COOKIE, "")
    return await run_in_threadpool(accounts.user_of_session, cookie[:LONGEST_TOKEN]) if cookie else None


async def need_user(request: Request, scope: str) -> User:
    """The account that asks, if its token allows this; 401 or 403 else."""
    user = await user_of(request)
    if user is None:
        raise HTTPException(401, "You need to log in for that.", {"www-authenticate": "Bearer"})
    if not user.may(scope):
        raise HTTPException(403, f"Your token is not for that: it lacks the scope {scope}.")
    return user


def is_admin(user: User | None) -> bool:
    return user is not None and ADMIN in user.scopes


# ---- guessing


def refuse_guessing(request: Request) -> None:
    guesses: Allowance = request.app.state.guesses
    wait = guesses.peek(client_of(request.scope))
    if wait:
        seconds = math.ceil(wait)
        raise HTTPException(429, f"Too many wrong tokens. Come back in {seconds} s.", {"retry-after": str(seconds)})


def note_guess(request: Request) -> None:
    guesses: Allowance = request.app.state.guesses
    guesses.wait(client_of(request.scope))


# ---- logging in and out


async def login_page(request: Request) -> Response:
    return render(request, "login.html", title="Log in", problem="", user=await user_of(request))


async def log_in(posted: Posted) -> Response:
    request = posted.request
    refuse_guessing(request)
    accounts: Accounts = request.app.state.accounts
    cookie = await run_in_threadpool(accounts.log_in, posted.text("token").strip())
    if cookie is None:
        note_guess(request)
        problem = "This token is not valid."
        response: Response = render(request, "login.html", title="Log in", problem=problem, user=None)
        response.status_code = 403
        return response
    response = RedirectResponse("/submit", 303)
    set_cookie(request, response, COOKIE, cookie, SESSION_SECONDS)
    return response


async def log_out(posted: Posted) -> Response:
    accounts: Accounts = posted.request.app.state.accounts
    await run_in_threadpool(accounts.log_out, posted.request.cookies.get(COOKIE, "")[:LONGEST_TOKEN])
    response = RedirectResponse("/", 303)
    response.delete_cookie(COOKIE, path="/")
    return response


ROUTES: list[BaseRoute] = [Route("/login", login_page), post("/login", log_in), post("/logout", log_out)]
