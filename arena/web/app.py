"""The app: `create_app(home)` puts pages, limits and error pages together."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route

from arena.web import static
from arena.web.errors import HANDLERS, LastResort
from arena.web.headers import KnownHosts, SafeHeaders
from arena.web.home import Home
from arena.web.limits import BodyLimit, RateLimit
from arena.web.pages import documents, front, games, runs
from arena.web.posts import PostRoute
from arena.web.settings import Settings

UPLOADS = ("/submit", "/api/v1/submissions")  # where a bot may be sent


def create_app(home: Path, settings: Settings | None = None) -> Starlette:
    """The server of a home folder, whose missing parts are made."""
    settings = settings or Settings(home)
    folder = Home(home)
    folder.prepare()
    app = Starlette(routes=all_routes(), middleware=layers(settings), exception_handlers=HANDLERS)
    app.state.settings, app.state.home, app.state.key = settings, folder, folder.key()
    return app


def all_routes() -> list[BaseRoute]:
    routes = [*static.ROUTES, *front.ROUTES, *games.ROUTES, *runs.ROUTES, *documents.ROUTES]
    for route in routes:
        if isinstance(route, Route) and not isinstance(route, PostRoute) and (route.methods or set()) - {"GET", "HEAD"}:
            raise TypeError(f"{route.path} changes something: make it with arena.web.posts.post")
    return list(routes)


def layers(settings: Settings) -> list[Middleware]:
    """Around the app, the outermost first."""
    return [
        Middleware(SafeHeaders, settings=settings),
        Middleware(LastResort),
        Middleware(KnownHosts, settings=settings),
        Middleware(RateLimit, settings=settings),
        Middleware(BodyLimit, settings=settings, uploads=UPLOADS),
    ]
