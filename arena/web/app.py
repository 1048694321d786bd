"""The app: `create_app(home)` puts pages, limits and error pages together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route

from arena.web import api, people, static
from arena.web.accounts import Accounts
from arena.web.boards import Boards
from arena.web.checks import Checks
from arena.web.errors import HANDLERS, LastResort
from arena.web.headers import KnownHosts, SafeHeaders
from arena.web.home import Home
from arena.web.jobs import Workshop
from arena.web.limits import Allowance, BodyLimit, RateLimit
from arena.web.live import Live
from arena.web.memory import Memory
from arena.web.pages import configs, documents, front, games, play, replays, runs, submissions
from arena.web.posts import PostRoute
from arena.web.settings import Settings
from arena.web.supervisor import Supervisor
from arena.web.tables import Tables

# Each offers ROUTES.
MODULES: tuple[Any, ...] = (static, front, people, play, games, runs, replays, submissions, configs, documents, api)
UPLOADS = ("/submit", "/api/v1/submissions")  # where a bot may be sent


def create_app(home: Path, settings: Settings | None = None) -> Starlette:
    """The server of a home folder, whose missing parts are made."""
    settings = settings or Settings(home)
    folder = Home(home)
    folder.prepare()
    app = Starlette(
        routes=all_routes(), middleware=layers(settings), exception_handlers=HANDLERS, lifespan=lifespan
    )
    app.state.settings, app.state.home, app.state.key = settings, folder, folder.key()
    app.state.workshop = Workshop(folder.cache)
    app.state.boards = Boards(app.state.workshop)
    app.state.memory = Memory()
    app.state.accounts = Accounts(folder.accounts)
    app.state.checks = Checks(folder, app.state.accounts, settings.check_seconds)
    app.state.guesses = Allowance(settings.limits.guesses_per_minute, 60)
    app.state.games = Allowance(settings.limits.games_per_hour, 3600)
    app.state.tables = Tables(folder.tables)
    app.state.live = Live(settings.limits.watchers, settings.limits.watchers_of_one)
    return app


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """What runs beside the requests."""
    workshop: Workshop = app.state.workshop
    supervisor = Supervisor(app.state.home)
    checks: Checks = app.state.checks
    workshop.start()
    checks.start()
    if app.state.settings.play:
        supervisor.start()
    try:
        yield
    finally:
        await supervisor.stop()
        await checks.stop()
        await workshop.stop()


def all_routes() -> list[BaseRoute]:
    routes: list[BaseRoute] = [route for module in MODULES for route in module.ROUTES]
    for route in routes:
        if isinstance(route, Route) and not isinstance(route, PostRoute) and (route.methods or set()) - {"GET", "HEAD"}:
            raise TypeError(f"{route.path} changes something: make it with arena.web.posts.post")
    return routes


def layers(settings: Settings) -> list[Middleware]:
    """Around the app, the outermost first."""
    return [
        Middleware(SafeHeaders, settings=settings),
        Middleware(LastResort),
        Middleware(KnownHosts, settings=settings),
        Middleware(RateLimit, settings=settings),
        Middleware(BodyLimit, settings=settings, uploads=UPLOADS),
    ]
