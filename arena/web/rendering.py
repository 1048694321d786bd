"""Pages from templates. Everything that is put into one is escaped, unless it is Markup made by this project."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from arena.play.entrants import short_spec
from arena.play.records import GameRecord
from arena.report.wording import count, several
from arena.web.static import static_url
from arena.web.visitors import FIELD, remember, visitor_of

PRIVATE = "private, no-store"  # of pages that only one person may see
REASONS = {
    "loss": "its games tell most",
    "claims": "to tell who is stronger",
    "uniform": "drawn by chance",
    "newcomer": "a new bot",
    "waiting": "waited longest",
}
NAVIGATION = (
    ("/play", "Play"),
    ("/ladders", "Ladders"),
    ("/runs", "Runs"),
    ("/games", "Games"),
    ("/configs", "Tournaments"),
    ("/submit", "Hand in"),
    ("/docs", "Docs"),
)


@cache
def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("arena.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.globals |= {"static": static_url, "several": several, "navigation": NAVIGATION}
    made.filters |= {"count": count, "moment": moment, "iso": iso, "by_rank": by_rank, "short_spec": short_spec}
    made.filters |= {"zip": zip, "why": why}
    return made


def render(request: Request, template: str, **context: Any) -> HTMLResponse:
    """A page. A template asks for `csrf_field()` in each of its forms; the cookie behind it is then set."""
    asked = False

    def csrf_field() -> Markup:
        nonlocal asked
        asked = True
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, visitor_of(request).csrf)

    body = environment().get_template(template).render(
        request=request, path=request.url.path, csrf_field=csrf_field, **context
    )
    response = HTMLResponse(body)
    response.headers["cache-control"] = PRIVATE if asked else "no-cache"
    if asked:
        remember(request, response)
    return response


def fragment(template: str, **context: Any) -> str:
    """A part of a page, for live updates."""
    return environment().get_template(template).render(**context)


def why(reason: str) -> str:
    """Why a line-up was chosen."""
    return REASONS.get(reason, reason)


def moment(seconds: float) -> str:
    """A time as people read it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def by_rank(record: GameRecord) -> list[tuple[int, str, str]]:
    """The seats of a game, the winner first: rank, bot and score."""
    seats = zip(record.ranks, record.lineup, record.scores, strict=True)
    return [(rank, name, f"{score:g}") for rank, name, score in sorted(seats, key=lambda seat: seat[0])]


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
