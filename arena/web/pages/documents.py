"""The documentation: Markdown files of the project, rendered here."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import arena
from arena.web.home import NotThere
from arena.web.rendering import render

PAGE = re.compile(r"(?:rules/)?[a-z0-9_-]+")
PICTURE = re.compile(r"(?:images|pictures)/[a-z0-9_-]+\.svg")
ADDRESS = re.compile(r"[a-z]+:|#|/")  # links that stay as they are
FIRST = ("web", "writing-a-bot", "players", "protocol", "tournaments", "ladders")  # of the list; then the others


@dataclass(frozen=True, slots=True)
class Document:
    """A page of the documentation."""

    name: str
    title: str
    body: Markup


@cache
def folder() -> Path:
    """docs/ of the checkout, or arena/docs of an installed wheel."""
    home = Path(arena.__path__[0])
    return next(path for path in (home / "docs", home.parent / "docs") if path.is_dir())


@cache
def names() -> tuple[str, ...]:
    found = sorted(path.stem for path in folder().glob("*.md"))
    rules = sorted(f"rules/{path.stem}" for path in folder().glob("rules/*.md"))
    return (*(name for name in FIRST if name in found), *(name for name in found if name not in FIRST), *rules)


def source(name: str) -> str:
    """A page as Markdown."""
    if name not in names():
        raise NotThere(f"There is no page '{name[:100]}' in the docs.")
    return (folder() / f"{name}.md").read_text(encoding="utf-8")


@cache
def document(name: str) -> Document:
    tokens = renderer().parse(source(name))
    title = next((tokens[number + 1].content for number, token in enumerate(tokens) if token.type == "heading_open"),
                 name)  # fmt: skip
    prepare(tokens, posixpath.dirname(name))
    body = renderer().renderer.render(tokens, renderer().options, {})
    body = body.replace("<pre>", '<pre tabindex="0">')  # what is too wide is scrolled by keyboard too
    return Document(name, title.replace("`", ""), Markup(body))


@cache
def renderer() -> MarkdownIt:
    """HTML inside of Markdown is shown as text: no page can bring a script."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def prepare(tokens: Sequence[Token], place: str) -> None:
    """Headings get anchors as on GitHub; links between files become links between pages."""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if before is not None and before.type == "heading_open":
            before.attrSet("id", anchor(token.content))
        for child in token.children or ():
            attribute = {"link_open": "href", "image": "src"}.get(child.type)
            if attribute is not None:
                child.attrSet(attribute, address(str(child.attrGet(attribute)), place))


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def address(link: str, place: str) -> str:
    """Where a link of a page in `place` leads on this server; files that are no pages are on the list of pages."""
    if ADDRESS.match(link):
        return link
    path, _, part = link.partition("#")
    target = posixpath.normpath(posixpath.join(place, path))
    if PICTURE.fullmatch(target):
        return f"/docs/files/{target}"
    if target.endswith(".md") and target[:-3] in names():
        return f"/docs/{target[:-3]}{f'#{part}' if part else ''}"
    return "/docs"


async def index(request: Request) -> Response:
    return render(request, "docs.html", title="Docs", documents=[document(name) for name in names()])


async def show(request: Request) -> Response:
    found = document(request.path_params["name"])
    return render(request, "doc.html", title=found.title, document=found)


async def picture(request: Request) -> Response:
    name = request.path_params["name"]
    path = folder() / name
    if not PICTURE.fullmatch(name) or not path.is_file():
        raise NotThere("There is no such picture.")
    return Response(path.read_bytes(), media_type="image/svg+xml")


ROUTES = [
    Route("/docs", index),
    Route("/docs/files/{name:path}", picture),
    Route("/docs/{name:path}", show),
]
