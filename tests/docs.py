"""The transcripts in README.md and docs/: found, run again, compared, and recorded anew by `python -m tests.docs`.

In a document these are run, in this order, all in one folder that has configs/, examples/ and docs/images/:

    - lines of an indented block that start with `$ `; what stands below is what the command prints;
    - the same for Markdown that a command prints: <!-- $ command --> before it and <!-- end --> behind it;
    - a picture: <!-- picture.svg: command -->, with a command that prints the SVG;
    - an indented block after a line that ends with "as `cup.toml`:" is written to that file;
    - a fenced block of Python is run; where it has `>>>`, what stands below is what Python answers.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from doctest import DocTestParser
from io import StringIO
from itertools import pairwise
from pathlib import Path

import core
from arena.process.sandbox import sandbox_problem

ROOT = Path(core.__path__[0]).parent
AT_HAND = ("configs", "examples", "docs/images")
SLOW = {"docs/players.md", "docs/on_mars.md", "docs/starfarers.md"}  # minutes; run by `make docs-test`
NEEDS = {"docs/writing-a-bot.md": ("cc", "node")}
NEEDS_MODULES = {"docs/analysis.md": ("matplotlib", "pandas", "pyarrow")}

# What another machine, or another day, may print otherwise.
MS_PER_MOVE = r"\d+\.\d{3}$"
CHECK_TIMES = r"[\d.]+(?= ms a move)|(?<=median )[\d.]+ ms, worst [\d.]+ ms|(?<=sandbox in )\d+ ms, used up to \d+ MB"
VARIES = {
    "README.md": [MS_PER_MOVE],
    "docs/writing-a-bot.md": [MS_PER_MOVE, CHECK_TIMES, r"(?<=passed in )[\d.]+s", r"\d{4}-\d\d-\d\dT[\d:]+"],
    "docs/players.md": [r"(?<=  )-?[\d.]+( [kM%])?( ± [\d.]+)?(?=  at |$)", r"(ok|MISSED)$"],  # speeds, busy machines
}


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a document that can be run."""

    kind: str  # command, picture, file or python
    command: str
    path: str  # of the file or picture
    first: int  # the lines of the document that are its output or content
    end: int
    content: tuple[str, ...]  # these lines, without indentation; the texts of a picture


def documents() -> list[str]:
    """Every document that has something to run."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")]
    return sorted(str(page.relative_to(ROOT)) for page in pages if list(steps(page.read_text().splitlines())))


# ---- finding


def steps(lines: Sequence[str]) -> Iterator[Step]:
    number = 0
    while number < len(lines):
        end = number + 1
        if lines[number].startswith("```"):
            end = lines.index("```", end)
            if lines[number] == "```python":
                yield Step("python", "", "", number + 1, end, tuple(lines[number + 1 : end]))
            end += 1
        elif found := re.fullmatch(r"<!-- \$ (.*) -->", lines[number]):
            end = lines.index("<!-- end -->", end)
            yield Step("command", found[1], "", number + 1, end, tuple(lines[number + 1 : end]))
        elif found := re.fullmatch(r"<!-- (\S+\.svg): (.*) -->", lines[number]):
            yield Step("picture", found[2], found[1], number, end, texts((ROOT / found[1]).read_text()))
        elif lines[number].startswith("    "):
            end = end_of_block(lines, number)
            yield from steps_of_block(lines, number, end)
        number = end


def end_of_block(lines: Sequence[str], number: int) -> int:
    """Where an indented block ends; blank lines inside belong to it."""
    end = number
    while number < len(lines) and (not lines[number] or lines[number].startswith("    ")):
        number += 1
        end = number if lines[number - 1] else end
    return end


def steps_of_block(lines: Sequence[str], first: int, end: int) -> Iterator[Step]:
    content = tuple(line[4:] for line in lines[first:end])
    name = re.search(r"as `([\w./-]+)`:$", lines[first - 2]) if first > 1 else None
    if name:
        yield Step("file", "", name[1], first, end, content)
    prompts = [number for number, line in enumerate(content) if line.startswith("$ ")]
    for prompt, stop in pairwise([*prompts, len(content)]):
        while not content[stop - 1]:
            stop -= 1
        yield Step("command", content[prompt][2:], "", first + prompt + 1, first + stop, content[prompt + 1 : stop])


# ---- running


class Session:
    """A folder in which the steps of one document are run one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "here"
        self.folder.mkdir()
        for name in AT_HAND:
            shutil.copytree(ROOT / name, self.folder / name)
        tools = folder / "bin"
        tools.mkdir()
        write_tool(tools / "python", "")
        write_tool(tools / "arena", "-m arena")
        path = f"{tools}{os.pathsep}{os.environ['PATH']}"
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(("ARENA_", "PYTEST_"))}
        self.environment = inherited | {"PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1"}
        self.sandboxed = sandbox_problem() is None
        self.names: dict[str, object] = {}  # of the blocks of Python, one after the other as in a notebook

    def run(self, step: Step) -> list[str]:
        """What the step comes to now, to be compared with its content."""
        if step.kind == "command":
            return "\n".join(map(str.rstrip, self.printed(step.command).splitlines())).strip("\n").splitlines()
        if step.kind == "picture":
            (self.folder / step.path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / step.path).write_text(self.printed(step.command))
            return list(texts((self.folder / step.path).read_text()))
        if step.kind == "file":
            (self.folder / step.path).write_text("\n".join(step.content) + "\n")
            return list(step.content)
        with chdir(self.folder):
            return python(step.content, self.names)

    def printed(self, command: str) -> str:
        """Standard output; standard error too if the command failed."""
        if not self.sandboxed and re.match(r"arena (check|submit|run) ", command):
            command += " --unsafe"
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        printed = done.stdout + (done.stderr if done.returncode else "")
        return printed if self.sandboxed else printed.replace("started without a sandbox", "started in a sandbox")


def write_tool(path: Path, words: str) -> None:
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
    path.chmod(0o755)


def texts(svg: str) -> tuple[str, ...]:
    """The words of a picture: how they are drawn is rich's affair."""
    return tuple(re.findall(r"<text[^>]*>([^<]+)</text>", svg))


def python(content: Sequence[str], names: dict[str, object]) -> list[str]:
    """The block with Python's own answers below its `>>>` lines."""
    source = "\n".join(content) + "\n"
    examples = DocTestParser().get_examples(source)
    answered: list[str] = []
    for example in examples:
        with redirect_stdout(StringIO()) as printed:
            exec(compile(example.source, "block of Python", "single"), names)
        first, *others = example.source.splitlines()
        answered += [f">>> {first}", *(f"... {line}" for line in others), *printed.getvalue().splitlines()]
    if not examples:
        exec(compile(source, "block of Python", "exec"), names)
    return answered or list(content)


# ---- comparing


def masked(line: str, varying: Sequence[str]) -> str:
    """With a sign in the place of every figure that may come out otherwise."""
    for pattern in varying:
        line = re.sub(pattern, "#", line)
    return line


def comparable(lines: Sequence[str], varying: Sequence[str]) -> list[str]:
    """Columns are as wide as their figures, so spacing and rules do not count."""
    return [re.sub("─+", "─", " ".join(masked(line, varying).split())) for line in lines]


def merged(old: Sequence[str], new: Sequence[str], varying: Sequence[str]) -> list[str]:
    """The new lines, but the old one wherever only varying figures differ: so recording twice changes nothing."""
    kept = {masked(line, varying): line for line in reversed(old)}
    return [kept.get(masked(line, varying), line) for line in new]


def stale(document: str, session: Session) -> Iterator[tuple[Step, list[str]]]:
    """The steps of a document that now come to something else, with what that is."""
    varying = VARIES.get(document, [])
    for step in steps((ROOT / document).read_text().splitlines()):
        now = session.run(step)
        if comparable(now, varying) != comparable(step.content, varying):
            yield step, merged(step.content, now, varying)


# ---- recording


def record(document: str) -> int:
    """Writes what the steps of a document come to now; how many were stale."""
    path = ROOT / document
    lines = path.read_text().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Path(folder))
        found = list(stale(document, session))
        for step in (step for step, _ in found if step.kind == "picture"):
            shutil.copy(session.folder / step.path, ROOT / step.path)
    for step, now in reversed([each for each in found if each[0].kind != "picture"]):
        indent = "    " if lines[step.first - 1].startswith("    ") else ""
        lines[step.first : step.end] = [(indent + line).rstrip() for line in now]
    path.write_text("\n".join(lines) + "\n")
    return len(found)


def main() -> None:
    for document in sys.argv[1:] or documents():
        print(f"{document}: {record(document)} recorded anew")


if __name__ == "__main__":
    main()
