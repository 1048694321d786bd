"""What the pictures of all games share: a pen that writes SVG, the look by day and by night, the seats' marks.

A picture is made of regions. A region has an id and stands in every picture of its game, whatever the position, so that
a replay can carry only the regions that changed. What an action can name carries `data-target`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from xml.sax.saxutils import escape

# Seats differ by shape and number, not by colour alone.
SEAT_SHAPES = (
    '<circle r="10" class="a-s0"/>',
    '<rect x="-9" y="-9" width="18" height="18" rx="2" class="a-s1"/>',
    '<path d="M0-12 12 9H-12Z" class="a-s2"/>',
    '<path d="M0-13 12 0 0 13-12 0Z" class="a-s3"/>',
)

LOOK = """
.arena{--paper:#f6f4ee;--panel:#ebe7dc;--card:#fffdf8;--ink:#22262f;--soft:#646a78;--line:#bdb7a8;--edge:#8f897a;
--s0:#2a6fb0;--s1:#c23b4b;--s2:#23845a;--s3:#b8690f;--glow:#d99a00;--on:#fff;
font-family:"DejaVu Sans",Verdana,"Segoe UI",Helvetica,Arial,sans-serif;font-size:11px;fill:var(--ink);
color:var(--ink);background:var(--paper)}
@media(prefers-color-scheme:dark){.arena{--paper:#12151c;--panel:#1b202b;--card:#272d3b;--ink:#eceff5;--soft:#a3abbb;
--line:#434b5c;--edge:#717b8f;--s0:#5aa5ea;--s1:#f0707f;--s2:#4cc38a;--s3:#eda34a;--glow:#ffd257;--on:#12151c}}
.a-soft{fill:var(--soft)}.a-mid{text-anchor:middle}.a-end{text-anchor:end}
.a-big{font-size:16px;font-weight:bold}.a-bold{font-weight:bold}.a-small{font-size:9px}
.a-paper{fill:var(--paper)}.a-panel{fill:var(--panel);stroke:var(--line)}
.a-card{fill:var(--card);stroke:var(--edge)}.a-back{fill:var(--soft);stroke:var(--edge)}
.a-free{fill:none;stroke:var(--line);stroke-dasharray:2 2}.a-turn{stroke:var(--glow);stroke-width:3}
.a-s0{fill:var(--s0)}.a-s1{fill:var(--s1)}.a-s2{fill:var(--s2)}.a-s3{fill:var(--s3)}
.a-on{fill:var(--on);font-weight:bold;text-anchor:middle}
"""


@cache
def classes(look: str) -> str:
    """Class names as they stand in the picture. They begin with a-, because a picture's style holds for its whole page,
    and name no ancestor, because what is drawn with <use> has none."""
    return " ".join(f"a-{name}" for name in look.split())


def words(x: float, y: float, content: object, look: str = "") -> str:
    """A line of text; `look` names classes of LOOK or of the game's own."""
    chosen = f' class="{classes(look)}"' if look else ""
    shown = escape(content) if isinstance(content, str) else content
    return f'<text x="{x:g}" y="{y:g}"{chosen}>{shown}</text>'


def box(x: float, y: float, width: float, height: float, look: str, corner: float = 4) -> str:
    placed = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}"'
    return f'<rect {placed} class="{classes(look)}"/>'


def at(x: float, y: float, content: str, *, target: str = "", hint: str = "", scale: float = 1) -> str:
    """A group moved to (x, y). `target` is what actions call it, `hint` what a pointer over it reads."""
    named = f' data-target="{target}"' if target else ""
    told = f"<title>{escape(hint)}</title>" if hint else ""
    moved = f"{x:g} {y:g}" if y else f"{x:g}"
    sized = f"scale({scale:.3g})" if scale != 1 else ""
    return f'<g transform="translate({moved}){sized}"{named}>{told}{content}</g>'


def marked(content: str, target: str, hint: str = "") -> str:
    """A group that actions can name."""
    told = f"<title>{escape(hint)}</title>" if hint else ""
    return f'<g data-target="{target}">{told}{content}</g>'


def seat_mark(seat: int, x: float, y: float, scale: float = 1) -> str:
    """The shape of a seat with its number."""
    low = 6 if seat == 2 else 4
    return at(x, y, SEAT_SHAPES[seat] + words(0, low, seat, "on"), scale=scale)


def shortened(content: str, most: int) -> str:
    """The text in at most so many letters."""
    return content if len(content) <= most else content[: most - 1].rstrip() + "…"


class Pen:
    """Writes what needs an id. All ids of a picture begin with its prefix, so that pictures can share a page."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def region(self, name: str, content: str, *, target: str = "", x: float = 0, y: float = 0) -> str:
        """A part of the picture that is there in every position."""
        named = f' data-target="{target}"' if target else ""
        moved = f' transform="translate({x:g} {y:g})"' if x or y else ""
        return f'<g id="{self.prefix}{name}"{moved}{named}>{content}</g>'

    def symbol(self, name: str, content: str) -> str:
        """A drawing to be used many times, around its own (0, 0)."""
        return f'<g id="{self.prefix}{name}">{content}</g>'

    def use(self, name: str, x: float, y: float, scale: float = 1) -> str:
        if scale == 1:
            return f'<use href="#{self.prefix}{name}" x="{x:g}" y="{y:g}"/>'
        moved = f"translate({x:g} {y:g})" if x or y else ""
        return f'<use href="#{self.prefix}{name}" transform="{moved}scale({scale:.3g})"/>'

    def frame(self, name: str, x: float = 0, y: float = 0, target: str = "") -> str:
        """A shape used many times, by its corner; `target` is what actions call it."""
        placed = f' x="{x:g}" y="{y:g}"' if x or y else ""
        named = f' data-target="{target}"' if target else ""
        return f'<use href="#{self.prefix}{name}"{placed}{named}/>'

    def document(
        self, game: str, size: tuple[float, float], title: str, look: str, symbols: dict[str, str], body: Iterable[str]
    ) -> str:
        """The whole picture. The same style stands in every picture of a game, so those on one page cannot clash."""
        width, height = size
        drawings = "".join(self.symbol(name, drawing) for name, drawing in symbols.items())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
            f' height="{height:g}" class="arena arena-{game}" role="img" style="max-width:100%;height:auto">'
            f"<title>{escape(title)}</title><style>{LOOK}{look}</style><defs>{drawings}</defs>"
            f'<rect width="{width:g}" height="{height:g}" class="a-paper"/>{"".join(body)}</svg>'
        )
