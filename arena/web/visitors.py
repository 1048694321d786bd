"""Who asks: a cookie that says it is the same browser as before, and tokens that a form must send back.

The cookie is a random number, signed. Forms carry a token made from it: another site can neither read nor guess it.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "arena_visitor"
COOKIE_SECONDS = 90 * 24 * 3600
FIELD = "csrf"  # of a form
HEADER = "x-csrf-token"  # of a request made by a script


@dataclass(slots=True)
class Visitor:
    """One browser."""

    id: str  # a random number: whoever knows it is this visitor
    new: bool  # its cookie has still to be set
    key: bytes

    @property
    def csrf(self) -> str:
        return signature(self.key, "csrf", self.id)


def signature(key: bytes, purpose: str, text: str) -> str:
    return hmac.new(key, f"{purpose}:{text}".encode(), sha256).hexdigest()


def visitor_of(request: Request) -> Visitor:
    """The browser that asks; one without a cookie that we gave gets a new number."""
    found: Visitor | None = getattr(request.state, "visitor", None)
    if found is None:
        found = request.state.visitor = read_visitor(request)
    return found


def read_visitor(request: Request) -> Visitor:
    key: bytes = request.app.state.key
    number, _, signed = request.cookies.get(COOKIE, "").partition(".")
    if signed.isascii() and hmac.compare_digest(signed, signature(key, "visitor", number)):
        return Visitor(number, False, key)
    return Visitor(secrets.token_urlsafe(24), True, key)


def remember(request: Request, response: Response) -> None:
    """Sets the cookie of a new visitor. Pages with a form do so; others set no cookie."""
    visitor = visitor_of(request)
    if visitor.new:
        value = f"{visitor.id}.{signature(visitor.key, 'visitor', visitor.id)}"
        set_cookie(request, response, COOKIE, value, COOKIE_SECONDS)


def set_cookie(request: Request, response: Response, name: str, value: str, seconds: int) -> None:
    """A cookie that scripts cannot read and other sites cannot send."""
    https: bool = request.app.state.settings.https
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=https, path="/")


def csrf_fits(request: Request, given: str) -> bool:
    """Whether a form or a script sends back the token it was given."""
    visitor = visitor_of(request)
    return not visitor.new and given.isascii() and hmac.compare_digest(given, visitor.csrf)
