"""Pictures in a browser: nothing outside the picture, no text over another, out of its card or under a piece."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core import Game, State
from tests.core.pictures import drawn, picture_sets
from tests.support import label, load

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
DECISIONS = 150  # as far as a golden transcript tells the decisions

MEASURE = """
const out = [];
const slack = 1;
const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack
  && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack * 3;
const inside = (a, b) => a.left >= b.left - slack && a.right <= b.right + slack
  && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
const say = e => e.tagName + ' ' + (e.textContent || e.outerHTML).trim().slice(0, 60);
const shown = e => !e.closest('defs') && e.tagName !== 'title';
document.querySelectorAll('svg').forEach((svg, n) => {
  const frame = svg.getBoundingClientRect();
  const parts = [...svg.querySelectorAll('text,rect,circle,path,use,line,ellipse')].filter(shown);
  const rects = new Map(parts.map(e => [e, e.getBoundingClientRect()]));
  for (const e of parts) if (!inside(rects.get(e), frame)) out.push(n + ': outside the picture: ' + say(e));
  const texts = parts.filter(e => e.tagName === 'text');
  texts.forEach((a, i) => {
    const mine = rects.get(a);
    for (const b of texts.slice(i + 1))
      if (meets(mine, rects.get(b))) out.push(n + ': text over text: ' + say(a) + ' | ' + say(b));
    const group = a.closest('g');
    const card = group && [...group.children].find(e => e.tagName !== 'title');
    if (card && card.matches('rect.a-card, rect.a-panel') && !inside(mine, rects.get(card)))
      out.push(n + ': text out of its card: ' + say(a));
    for (const b of parts.slice(parts.indexOf(a) + 1))
      if (b.matches('rect,circle,use,ellipse') && !b.matches('.a-free, .a-ring') && meets(mine, rects.get(b)))
        out.push(n + ': piece over text: ' + say(b) + ' | ' + say(a));
  });
});
document.body.textContent = JSON.stringify(out);
"""


def golden_positions(game: Game, seed: int = 2026) -> list[State]:
    """The start, the middle and the end of the game that the golden transcript tells."""
    rng, state, states = Random(seed), game.new(seed), []
    for number in range(DECISIONS):
        if number in (0, 20, 75):
            states.append(state.copy())
        if state.is_over:
            break
        state.apply(rng.choice(state.legal()))
    states.append(state.copy())
    state.playout(seed)
    return [*states, state]


def complaints(svgs: list[str], folder: Path) -> list[str]:
    """What the browser finds wrong, each with the number of the picture."""
    page = folder / "pictures.html"
    body = "".join(f'<div style="width:1400px">{svg}</div>' for svg in svgs)
    page.write_text(
        f'<!doctype html><meta charset="utf-8"><body>{body}<script>{MEASURE}</script></body>', encoding="utf-8"
    )
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={folder / 'profile'}", "--dump-dom", page.as_uri()]
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    found: Any = json.loads(html.unescape(dom[dom.index("<body>") + 6 : dom.rindex("</body>")]))
    return list(found)


@pytest.mark.skipif(BROWSER is None, reason="no browser: install Debian's chromium to measure the pictures")
@pytest.mark.parametrize("case", picture_sets(), ids=label)
def test_nothing_is_drawn_outside_or_over_a_text(case: tuple[str, dict[str, Any]], tmp_path: Path) -> None:
    game = load(case)
    states = golden_positions(game)
    svgs = [drawn(game, state, f"p{i}-") for i, state in enumerate(states)]
    svgs += [drawn(game, state.view(game.players - 1), f"v{i}-") for i, state in enumerate(states)]
    assert complaints(svgs, tmp_path) == []


@pytest.mark.skipif(BROWSER is None, reason="no browser: install Debian's chromium to measure the pictures")
def test_the_measure_finds_what_is_wrong(tmp_path: Path) -> None:
    bad = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" viewBox="0 0 200 100">'
        '<text x="10" y="40">one</text><text x="14" y="40">two</text><rect x="190" y="10" width="30" height="9"/>'
        '<text x="100" y="80">hid</text><circle cx="110" cy="76" r="9"/></svg>'
    )
    told = " ".join(complaints([bad], tmp_path))
    for fault in ("outside the picture: rect", "text over text: text one | text two", "piece over text"):
        assert fault in told
