"""The HTML around what pages say: the templates of this package."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from arena.report.charts import text


def template_file(name: str) -> str:
    return (files("arena.report") / "templates" / name).read_text(encoding="utf-8")


def fill(name: str, **parts: object) -> str:
    """A template of this package with its parts filled in."""
    return Template(template_file(name)).substitute(parts)


def document(title: str, body: str) -> str:
    """The whole page around its body."""
    return fill("document.html", title=text(title), style=template_file("style.css"), body=body)
