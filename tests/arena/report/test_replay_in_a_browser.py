"""The replay page in Chromium: keys, links, perspectives, marks, what a screen reader hears, what overflows."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.report.analysis import analyse
from arena.report.replay import write_page
from tests.arena.report.games import played_game, replay_of
from tests.arena.tables import strange
from tests.core.browser import BROWSER, FLAGS, needs_browser

# Runs in the page: what it returns is written into the body, where --dump-dom finds it.
HARNESS = """
addEventListener("error", (event) => { document.title = event.message; });
(async () => {
  while (document.documentElement.dataset.ready !== "yes") await new Promise((done) => setTimeout(done, 10));
  const key = (name, more = {}) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
  const at = () => Number(byId("slider").value);
  const out = {};
  %s
  if (parent === window) document.body.textContent = JSON.stringify(out);
  else parent.postMessage(JSON.stringify(out), "*");
})();
"""
# Chromium's own windows are at least 500 pixels wide; a frame can be as narrow as a phone.
PHONE = """<!doctype html><body><iframe src="page.html" width="400" height="800" style="border:0"></iframe>
<script>onmessage = (event) => { document.body.textContent = event.data; };</script></body>"""


def in_browser(page: str, script: str, folder: Path, *flags: str, phone: bool = False, fragment: str = "") -> Any:
    """What the script leaves in `out`."""
    opened = re.sub(r"<meta http-equiv[^>]*>", "", page)  # the page itself allows no script but its own
    path = folder / "page.html"
    path.write_text(opened.replace("</body>", f"<script>{HARNESS % script}</script></body>"), encoding="utf-8")
    if phone:
        path = folder / "phone.html"
        path.write_text(PHONE, encoding="utf-8")
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={folder / 'profile'}", "--window-size=1280,900", *flags]
    command += ["--virtual-time-budget=20000", "--dump-dom", path.as_uri() + fragment]
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return json.loads(html.unescape(dom[dom.index("<body>") + 6 : dom.rindex("</body>")]))


@pytest.fixture(scope="module")
def page() -> str:
    game, played = played_game("airlock", 3, "greedy", strange("Raises"), "random")
    return write_page(replay_of(game, played, analysis=analyse(game, played, 50)))


MOVES = """
  const seen = () => byId("board").textContent;
  out.last = last(); out.start = at(); const first = seen();
  key("ArrowRight"); out.right = at(); out.words = byId("live").textContent;
  out.said = byId("slider").getAttribute("aria-valuetext"); out.hash = location.hash;
  out.changed = seen() !== first; out.current = document.querySelector("[aria-current]").id;
  key("ArrowLeft"); out.left = at(); out.same = seen() === first;
  key("PageDown"); out.ten = at(); key("PageUp");
  key("ArrowRight", { shiftKey: true }); out.turn = at(); out.turnStarts = startsTurn(at());
  key("["); out.turnBack = at();
  key("End"); out.end = at(); out.ended = byId("live").textContent; key("Home"); out.home = at();
  key("m"); out.mark = at(); key("M");
  key(" "); await new Promise((done) => setTimeout(done, 1600)); out.played = at();
  const slider = byId("slider"); slider.value = 2; slider.dispatchEvent(new Event("input"));
  await new Promise((done) => setTimeout(done, 1600)); out.dragged = at();
  location.hash = "#d3"; await new Promise((done) => setTimeout(done, 100)); out.linked = at();
  document.querySelector("#list a").click(); await new Promise((done) => setTimeout(done, 100)); out.clicked = at();
"""


@needs_browser
def test_keys_links_and_the_line_move_through_the_game(page: str, tmp_path: Path) -> None:
    out = in_browser(page, MOVES, tmp_path)
    assert (out["start"], out["right"], out["left"]) == (0, 1, 0)
    assert out["changed"]
    assert out["same"]
    assert out["ten"] == min(10, out["last"])
    assert out["turnStarts"]
    assert out["turn"] > 0 == out["turnBack"]
    assert (out["end"], out["home"]) == (out["last"], 0)
    assert out["hash"] == "#d1"
    assert out["current"] == "d1"
    assert out["words"] == out["said"]
    assert out["words"].startswith("decision 1, seat ")
    assert "won" in out["ended"] or "share" in out["ended"]
    assert out["mark"] > 0
    assert out["played"] >= 2
    assert out["dragged"] == 2
    assert out["linked"] == 3
    assert out["clicked"] == 1


PERSPECTIVES = """
  out.link = at();
  out.labels = [...byId("perspective").options].map((it) => it.textContent);
  const shown = [];
  for (let k = 0; k < out.labels.length; k++) {
    byId("perspective").value = k; byId("perspective").dispatchEvent(new Event("change"));
    shown.push(byId("board").textContent);
  }
  out.different = new Set(shown).size;
  out.faults = document.querySelectorAll("#marks .fault path").length;
  out.marks = document.querySelectorAll("#marks .mistake path, #marks .stroke path").length;
  out.standIns = document.querySelectorAll("#list .stand-in").length;
  out.balance = [...document.querySelectorAll("#balance tbody tr")].length;
  out.facts = byId("facts").textContent;
  out.curves = [];
  for (const tab of byId("tabs").children) {
    tab.click();
    out.curves.push(document.querySelectorAll("#curve path").length);
  }
  go(data.faults[0].decision + 1); out.note = byId("now").textContent;
"""


@needs_browser
def test_perspectives_faults_curves_and_sums(page: str, tmp_path: Path) -> None:
    out = in_browser(page, PERSPECTIVES, tmp_path, fragment="#d4")
    assert out["link"] == 4
    assert out["labels"] == ["everything", *(f"what seat {seat} knows" for seat in range(3))]
    assert out["different"] >= 3
    assert out["faults"] == 1
    assert out["marks"] > 0
    assert out["standIns"] > 0
    assert out["balance"] == 3
    assert out["curves"] == [3, 3]
    assert "rules" in out["facts"]
    assert "random stand-in" in out["note"]


WIDTHS = """
  out.width = innerWidth;
  out.over = [...document.querySelectorAll("body *")].filter((it) => !it.closest("svg, .scroll, #board, #list, .sr"))
    .filter((it) => it.getBoundingClientRect().right > innerWidth + 1).map((it) => it.tagName + "." + it.id);
  out.page = document.documentElement.scrollWidth - innerWidth;
  const named = (it) => it.textContent.trim() || it.getAttribute("aria-label") || it.closest("label");
  out.buttons = [...document.querySelectorAll("button, select, input")].filter((it) => !named(it)).map((it) => it.id);
  key("End"); out.moving = matchMedia("(prefers-reduced-motion: reduce)").matches ? document.getAnimations().length : 0;
"""


@needs_browser
@pytest.mark.parametrize(("phone", "width"), [(False, 1280), (True, 400)])
def test_nothing_overflows_everything_is_named_and_nothing_moves_unasked(
    page: str, tmp_path: Path, phone: bool, width: int
) -> None:
    out = in_browser(page, WIDTHS, tmp_path, "--force-prefers-reduced-motion", phone=phone)
    assert out == {"width": width, "over": [], "page": out["page"], "buttons": [], "moving": 0}
    assert out["page"] <= 0
