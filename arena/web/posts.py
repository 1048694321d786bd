"""Requests that change something. They are made with `post` alone, so that none can do without the checks.

A form sends the token of `csrf_field()`; a script sends it as X-CSRF-Token. The body is read here, within its limits.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arena.web.visitors import FIELD, HEADER, csrf_fits

MOST_FIELDS = 40
MOST_FILES = 1
FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True, slots=True)
class Posted:
    """What was sent: a form, or JSON."""

    request: Request
    form: FormData
    json: dict[str, Any]

    def text(self, name: str, longest: int = 200) -> str:
        """A field; empty if it was not sent."""
        value = self.form.get(name, self.json.get(name, ""))
        if not isinstance(value, str) or len(value) > longest or "\0" in value:
            raise HTTPException(400, f"The field {name} should be a text of at most {longest} characters.")
        return value


Handler = Callable[[Posted], Awaitable[Response]]
Guard = Callable[[Request], Awaitable[None]]


class PostRoute(Route):
    """A route that changes something; the app accepts no other for POST."""


async def everybody(request: Request) -> None:
    """Nothing is asked before the body is read."""


def post(path: str, handler: Handler, *, csrf: bool = True, guard: Guard = everybody) -> PostRoute:
    """A route for POST; `guard` may refuse before the body is read.

    Without `csrf` only a bearer token says who asks: cookies are not looked at.
    """

    async def endpoint(request: Request) -> Response:
        if csrf:
            refuse_other_sites(request)
        elif "authorization" not in request.headers:
            raise HTTPException(401, "Send a token: Authorization: Bearer arena_...", {"www-authenticate": "Bearer"})
        await guard(request)
        posted = await read_body(request)
        try:
            if csrf and not csrf_fits(request, request.headers.get(HEADER) or posted.text(FIELD)):
                raise HTTPException(403, "This form is too old, or cookies are switched off. Load the page again.")
            return await handler(posted)
        finally:
            await posted.form.close()

    return PostRoute(path, endpoint, methods=["POST"])


def refuse_other_sites(request: Request) -> None:
    """Browsers say where a request comes from. One that another site's page makes is refused."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        raise HTTPException(403, "This came from a page of another site.")
    if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
        raise HTTPException(403, "This came from a page of another site.")


async def read_body(request: Request) -> Posted:
    """The form or the JSON of a request; how large it may be, `arena.web.limits` has seen to."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        return Posted(request, FormData(), read_json(await request.body()))
    if kind not in FORM_TYPES:
        raise HTTPException(415, "Send a form or JSON.")
    limit = request.app.state.settings.limits.form_bytes
    form = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=limit)
    return Posted(request, form, {})


def read_json(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "The body is not JSON.") from None
    if not isinstance(found, dict):
        raise HTTPException(400, "The body should be a JSON object.")
    return found
