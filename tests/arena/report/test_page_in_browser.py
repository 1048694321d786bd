"""The pages on a phone, measured in Chromium: nothing is cut off, and the page does not scroll sideways."""

from __future__ import annotations

import html
import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.play.records import BotIdentity, GameRecord
from arena.rating.overall import EventEvidence, overall
from arena.rating.results import collect
from arena.rating.standings import Leaderboard, examine, examine_event
from arena.report import games_page
from arena.report.about import GAMES_PAGE, About, GameLink
from arena.report.documents import policy, template_file
from arena.report.overall import BoardLink
from arena.report.overall import page as overall_page
from arena.report.page import render
from tests.arena.simulated import simulate
from tests.core.browser import BROWSER, FLAGS, needs_browser

LONG = "a-bot-with-a-name-of-sixty-four-letters-that-nobody-could-remember"[:64]
MEASURE = """
const found = {};
for (const frame of document.querySelectorAll('iframe')) {
  const root = frame.contentDocument.documentElement, width = frame.clientWidth, out = [];
  if (root.scrollWidth > width) out.push('the page scrolls: ' + root.scrollWidth);
  for (const e of root.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (box.width && !e.closest('.sr, .tab') && (box.right > width + 1 || box.left < -1))
      out.push(e.tagName + ' from ' + Math.round(box.left) + ' to ' + Math.round(box.right) + ': '
               + e.textContent.trim().slice(0, 40));
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible' && !e.closest('.sr'))
      out.push(e.tagName + '.' + e.className + ' hides some of it: ' + e.textContent.trim().slice(0, 40));
  }
  found[frame.id] = [root.innerText.length, out];
}
document.body.textContent = JSON.stringify(found);
"""


def about() -> About:
    bots = (BotIdentity(LONG, f"/a/long/path/{LONG}.py:Class:depth=3", "0123456789abcdef", "open"),)
    deals = "follow from a secret with sha256 " + "0123456789abcdef" * 4
    return About(LONG, {"game": "any", "deals": deals}, {}, link, "2026-01-01", bots, games=GAMES_PAGE)


def link(block: int, rotation: int) -> GameLink:
    return GameLink(f"{LONG}.db", 100_000 + block, "games/1.html")


def pages() -> dict[str, str]:
    names = {"bot1": LONG, "bot3": "bot3"}
    records = [_renamed(record, names) for record in simulate([0.5, 0, -0.5, -60], 12, 4, seed=1, faulty="bot1")]
    board, evidence = examine_event(collect(records))
    written = render(board, about())
    together = overall([EventEvidence(f"{LONG} for {n} players", "any", evidence) for n in (2, 3)])
    links = [BoardLink(f"{LONG} for {n} players", "somewhere", 1_000_000, 10_000) for n in (2, 3)]
    more = written.replace('class="tab" checked', 'class="tab"').replace('id="tab-more"', 'checked id="tab-more"')
    assert more != written
    return {"board": written, "more": more, "overall": overall_page(together, about(), links),
            "games": games_page.render(board.listed, about())}  # fmt: skip


def _renamed(record: GameRecord, names: dict[str, str]) -> GameRecord:
    faults = tuple(replace(fault, bot=names.get(fault.bot, fault.bot)) for fault in record.faults)
    return replace(record, lineup=tuple(names.get(name, name) for name in record.lineup), faults=faults)


def measured(found: dict[str, str], width: int, folder: Path) -> dict[str, tuple[int, list[str]]]:
    """For each page how many letters it shows and what is wrong with it."""
    frames = []
    for name, text in found.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
        frames.append(f'<iframe id="{name}" src="{name}.html" style="border:0;width:{width}px;height:9000px"></iframe>')
    page = folder / "frames.html"
    script = f"<script>addEventListener('load', () => {{ {MEASURE} }})</script>"
    page.write_text(f'<!doctype html><meta charset="utf-8"><body>{"".join(frames)}{script}</body>', encoding="utf-8")
    flags = [*FLAGS, "--allow-file-access-from-files", f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    dom = subprocess.run([str(BROWSER), *flags, page.as_uri()], capture_output=True, text=True, timeout=120).stdout
    answer: Any = json.loads(html.unescape(dom[dom.index("<body>") + 6 : dom.rindex("</body>")]))
    return {name: (letters, wrong) for name, (letters, wrong) in answer.items()}


@needs_browser
@pytest.mark.parametrize("width", [400, 320])
def test_a_phone_shows_all_of_it(tmp_path: Path, width: int) -> None:
    found = measured(pages(), width, tmp_path)
    assert set(found) == {"board", "more", "overall", "games"}
    for name, (letters, wrong) in found.items():
        assert letters > 300, name
        assert not wrong, f"{name}: {wrong[:5]}"


@needs_browser
def test_the_measure_finds_what_is_too_wide(tmp_path: Path) -> None:
    wide = pages()["board"].replace("<main>", '<main><div style="width:500px">wide</div>')
    assert measured({"wide": wide}, 400, tmp_path)["wide"][1]


EACH_ADDRESS = """
const all = {};
for (const address of %s) {
  location.hash = address;
  show();
  all[address] = [found.textContent, [...body.rows].map(row => [...row.cells].map(cell => cell.textContent)),
                  matching.map(game => game.number), more.hidden];
}
document.body.textContent = JSON.stringify(all);
"""


def shown_games(board: Leaderboard, addresses: Sequence[str], folder: Path) -> Any:
    """What the page of games shows at each address: the words above, the rows, the numbers of all that match, and
    whether all of them are shown."""
    page, plain = folder / "games.html", template_file("games.js")
    script = plain + EACH_ADDRESS % json.dumps(addresses)
    written = games_page.render(board.listed, replace(about(), game=lambda b, r: GameLink("cup", 10 * b + r)))
    page.write_text(written.replace(policy(plain), policy(script)).replace(plain, script), encoding="utf-8")
    flags = [*FLAGS, f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    dom = subprocess.run([str(BROWSER), *flags, page.as_uri()], capture_output=True, text=True, timeout=120).stdout
    return json.loads(html.unescape(dom[dom.index("<body>") + 6 : dom.rindex("</body>")]))


WANTED: dict[str, Callable[[GameRecord], bool]] = {
    "": lambda it: True,
    "bot=bot1": lambda it: "bot1" in it.lineup,
    "bot=bot1&place=1": lambda it: places_of(it, "bot1")[0] == 1,
    "bot=bot0&place=2": lambda it: 2 in places_of(it, "bot0"),
    "bot=bot0&against=bot%3C2": lambda it: {"bot0", "bot<2"} <= set(it.lineup),
    "seat=2&place=1": lambda it: it.ranks[2] == 1,
    "bot=bot<2&fault=any": lambda it: bool(it.faults),
    "bot=bot0&fault=any": lambda it: False,
    "least=30&most=40": lambda it: 30 <= it.decisions <= 40,
    "game=31": lambda it: it.key == (3, 1),
    "bot=nobody": lambda it: False,
}


def places_of(it: GameRecord, bot: str) -> range:
    """The places that a bot shares with those it ties with; none where it did not play."""
    if bot not in it.lineup:
        return range(1)
    rank = it.ranks[it.lineup.index(bot)]
    return range(rank, rank + it.ranks.count(rank))


@needs_browser
def test_an_address_shows_its_games_and_no_others(tmp_path: Path) -> None:
    games = simulate([0.5, 0, -0.5, -1], 60, 3, seed=1, ties=0.8, faulty="bot2")
    records = [_renamed(record, {"bot2": "bot<2"}) for record in games]
    shown = shown_games(examine(records), list(WANTED), tmp_path)
    for address, wanted in WANTED.items():
        words, rows, numbers, complete = shown[address]
        expected = [10 * it.block + it.rotation for it in records if wanted(it)]
        assert numbers == expected, address
        assert [row[0] for row in rows] == [f"game {number}" for number in expected[:100]]
        assert [row[-1] for row in rows] == [f"arena replay cup {number}" for number in expected[:100]]
        assert complete == (len(expected) <= 100)
        assert words.startswith(f"{len(expected)} of the 180 listed" if expected else "None of the 180 listed")
