"""The documents say what is true: their transcripts, their links, their table of versions; and the runner notices."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests import docs
from tests.docs import NEEDS, NEEDS_MODULES, ROOT, SLOW, Session, comparable, documents, masked, merged, stale, steps

PAGES = sorted(str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")])


@pytest.mark.parametrize(
    "document", [pytest.param(name, marks=pytest.mark.docs if name in SLOW else ()) for name in documents()]
)
def test_what_a_document_shows_is_what_comes_back(document: str, tmp_path: Path) -> None:
    missing = [tool for tool in NEEDS.get(document, ()) if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"there is no {missing[0]} here")
    for module in NEEDS_MODULES.get(document, ()):
        pytest.importorskip(module)
    for step, now in stale(document, Session(tmp_path)):
        shown = "\n".join(step.content), "\n".join(now)
        assert shown[0] == shown[1], f"{document}, line {step.first}: stale; `make docs-update` records it again"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text()):
        assert (ROOT / page).parent.joinpath(target).exists(), f"{page} links to {target}"


def test_the_table_of_versions_is_up_to_date() -> None:
    rows = re.findall(r"\| `(\w+)` in `([\w./]+)` \| (\d+) \|", (ROOT / "docs" / "versions.md").read_text())
    assert len(rows) >= 5
    for name, path, number in rows:
        found = re.search(rf"^{name}\b.* = (\d+)", (ROOT / path).read_text(), re.MULTILINE)
        assert found is not None
        assert found[1] == number, f"docs/versions.md: {name} of {path}"


# ---- the runner

PAGE = """# A page

Say hello with this as `name.txt`:

    world

Now type:

    $ echo "hello $(cat name.txt)"
    hello world

Text with `$ false` in it is no command.

    $ printf '\\na\\n\\nb  \\n  \\n'
    a

    b

    $ python -c 'import sys; sys.exit("broken")'
    broken

<!-- picture.svg: echo '<text>a circle</text>' -->
![a circle](picture.svg)

<!-- $ echo "| 1 |" -->
| 1 |
<!-- end -->

```python
>>> for i in range(2):
...     i
0
1
>>> "x"
'x'
```
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in docs.AT_HAND:
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    (tmp_path / "picture.svg").write_text("<text>a circle</text>\n")
    return path


def stale_in(folder: Path) -> list[str]:
    session = folder / "session"
    shutil.rmtree(session, ignore_errors=True)
    session.mkdir()
    return [step.kind for step, _ in stale("page.md", Session(session))]


def test_a_true_page_passes(page: Path) -> None:
    kinds = [step.kind for step in steps(PAGE.splitlines())]
    assert kinds == ["file", "command", "command", "command", "picture", "command", "python"]
    assert stale_in(page.parent) == []


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("hello world", "hello"),
        ("    b\n", "    b\n    c\n"),
        ("    broken\n", ""),
        ("| 1 |\n<", "| 2 |\n<"),
        ("...     i\n0", "...     i\n7"),
    ],
)
def test_a_false_line_is_found_and_recorded_again(page: Path, true: str, false: str) -> None:
    page.write_text(PAGE.replace(true, false, 1))
    assert len(stale_in(page.parent)) == 1
    assert docs.record("page.md") == 1
    assert page.read_text() == PAGE


def test_a_picture_that_says_something_else_is_drawn_again(page: Path) -> None:
    drawn = page.with_name("picture.svg")
    drawn.write_text("<text>a square</text>\n")
    assert stale_in(page.parent) == ["picture"]
    assert docs.record("page.md") == 1
    assert drawn.read_text() == "<text>a circle</text>\n"
    assert page.read_text() == PAGE


def test_only_what_is_declared_may_vary() -> None:
    varying = [r"(?<=in )[\d.]+ s"]
    assert masked("5 games in 1.25 s", varying) == "5 games in #"
    assert comparable(["a    5 in 3 s", "────"], varying) == comparable(["a 5 in 17 s", "──"], varying)
    assert comparable(["a 5 in 3 s"], varying) != comparable(["a 6 in 3 s"], varying)
    assert merged(["5 in 1 s", "x"], ["4 in 2 s", "5 in 3 s"], varying) == ["4 in 2 s", "5 in 1 s"]
