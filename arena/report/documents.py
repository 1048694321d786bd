"""The HTML around what pages say: the templates of this package."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from string import Template

from arena.report.charts import text


def template_file(name: str) -> str:
    return (files("arena.report") / "templates" / name).read_text(encoding="utf-8")


def fill(name: str, **parts: object) -> str:
    """A template of this package with its parts filled in."""
    return Template(template_file(name)).substitute(parts)


def document(title: str, body: str, script: str = "") -> str:
    """The whole page around its body. It runs that script and no other."""
    code = f"<script>{script}</script>\n" if script else ""
    return fill("document.html", title=text(title), policy=policy(script), style=template_file("style.css"),
                body=body + code)  # fmt: skip


def policy(script: str = "") -> str:
    """The Content-Security-Policy of a page that loads nothing and runs one script at most."""
    if not script:
        return "default-src 'none'; style-src 'unsafe-inline'"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
