"""Style sheets and scripts: a list of files, each read once. What is not in the list is not served."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

FROM_REPORT = ("style.css", "replay.css", "replay.js")  # of arena.report: pages that are written as files use them too
# Crawlers follow every link: each game would be drawn for them, and everybody else would wait.
ROBOTS = """User-agent: *
Disallow: /api/
Disallow: /play
Disallow: /runs/*/games
Disallow: /ladders/*/games
"""
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class File:
    content: bytes
    media_type: str
    digest: str


@cache
def all_files() -> dict[str, File]:
    """By the name under which they are served: own files by their own, those of the reports as report-NAME."""
    own = {path.name: path.read_bytes() for path in (files("arena.web") / "static").iterdir()
           if path.name.rpartition(".")[2] in TYPES}  # fmt: skip
    theirs = {f"report-{name}": (files("arena.report") / "templates" / name).read_bytes() for name in FROM_REPORT}
    return {name: File(content, TYPES[name.rpartition(".")[2]], sha256(content).hexdigest()[:12])
            for name, content in (own | theirs).items()}  # fmt: skip


def static_url(name: str) -> str:
    """The address of a file; another content has another address, so browsers keep it for good."""
    return f"/static/{name}?v={all_files()[name].digest}"


async def serve(request: Request) -> Response:
    file = all_files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    fresh = request.query_params.get("v") == file.digest
    kept = "public, max-age=31536000, immutable" if fresh else "no-cache"
    headers = {"cache-control": kept, "etag": f'"{file.digest}"'}
    if request.headers.get("if-none-match") == f'"{file.digest}"':
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)


async def robots(request: Request) -> Response:
    return PlainTextResponse(ROBOTS)


ROUTES = [Route("/static/{name}", serve), Route("/robots.txt", robots)]
