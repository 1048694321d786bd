"""Chromium as a measure of pictures: what lies outside, over a text, out of its card."""

from __future__ import annotations

import html
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
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
    if (card && card.matches('rect.a-card, rect.a-panel, use[href*="k-"]') && !inside(mine, rects.get(card)))
      out.push(n + ': text out of its card: ' + say(a));
    for (const b of parts.slice(parts.indexOf(a) + 1))
      if (b.matches('rect,circle,use,ellipse') && !b.closest('.a-free, .a-ring') && meets(mine, rects.get(b)))
        out.push(n + ': piece over text: ' + say(b) + ' | ' + say(a));
  });
});
document.body.textContent = JSON.stringify(out);
"""

needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no browser: install Debian's chromium to measure the pictures"
)


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
