"""The drawings of the page as inline SVG. Colours are CSS classes, so that light and dark need no second drawing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

from arena.rating.standings import Curve, Estimate, Lengths
from arena.report.wording import count, plain, ranged, several

COLOURS = 8  # classes c0..c7; further bots are drawn in grey
WIDTH, HEIGHT, LOW = 760, 340, 230
LEFT, RIGHT, TOP, BOTTOM = 56, 160, 12, 46
LABEL_GAP = 19


def text(value: str) -> str:
    return escape(plain(value), quote=True)


def ticks(low: float, high: float, wanted: int = 5, whole: bool = False) -> list[float]:
    """Round values from low to high, about so many."""
    span = max(high - low, 1e-9)
    unit = 10.0 ** max(floor(log10(span / wanted)), 0 if whole else -9)
    step = next(unit * factor for factor in (1, 2, 5, 10) if span / (unit * factor) <= wanted)
    first = -int(-low // step) * step if low % step else low
    return [first + i * step for i in range(int((high - first) / step + 1e-9) + 1)]


class Scale:
    """From figures to positions."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.span = low, max(high - low, 1e-9)
        self.start, self.size = start, end - start

    def __call__(self, value: float) -> float:
        return round(self.start + self.size * (value - self.low) / self.span, 2)


def interval_scale(estimates: Sequence[Estimate], more: Sequence[float] = ()) -> Scale:
    """In per cent of a cell's width, with room at both ends."""
    ends = [end for e in estimates for end in (e.value, *(e.interval or ()))] + list(more)
    return Scale(min(ends), max(ends), 4, 96)


def interval_bar(estimate: Estimate, scale: Scale, label: str, mark: float | None = None) -> str:
    """A stroke for the value, a bar for its interval, and perhaps a dashed line for what would be expected."""
    at = scale(estimate.value)
    stroke = f'<line class="value" x1="{at}%" x2="{at}%" y1="4" y2="18"/>'
    bar = ""
    if estimate.interval is not None:
        low, high = (scale(end) for end in estimate.interval)
        bar = f'<rect x="{low}%" y="8" width="{max(high - low, 0.3):.2f}%" height="6" rx="3"/>'
    line = "" if mark is None else f'<line x1="{scale(mark)}%" x2="{scale(mark)}%" y1="0" y2="22"/>'
    return f'<svg class="bar" height="22" role="img"><title>{text(label)}</title>{line}{bar}{stroke}</svg>'


def curve_chart(curve: Curve, names: Sequence[str]) -> str:
    """TrueSkill mu over the games."""
    x = Scale(0, curve.games[-1], LEFT, WIDTH - RIGHT)
    values = [mu for line in curve.mu for mu in line]
    low, high = min(values) - 0.5, max(values) + 0.5
    y = Scale(low, high, HEIGHT - BOTTOM, TOP)
    lines = [_curve_line(bot, name, curve, x, y) for bot, name in enumerate(names)]
    labels = _end_labels([y(line[-1]) for line in curve.mu[:COLOURS]], names)
    body = _grid(x, y, ticks(0, curve.games[-1], whole=True), ticks(low, high)) + "".join(reversed(lines)) + labels
    axis = f'<text class="axis" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 4}" text-anchor="middle">games</text>'
    return _chart(f"TrueSkill mu of {len(names)} bots over {count(curve.games[-1])} games", body + axis)


def _curve_line(bot: int, name: str, curve: Curve, x: Scale, y: Scale) -> str:
    path = " ".join(f"{x(game)},{y(mu)}" for game, mu in zip(curve.games, curve.mu[bot], strict=True))
    final = f"{text(name)}: mu {curve.mu[bot][-1]:.2f}, sigma {curve.sigma[bot][-1]:.2f}"
    return f'<polyline class="{_colour(bot)}" points="{path}"><title>{final}</title></polyline>'


def _colour(bot: int) -> str:
    return f"c{bot}" if bot < COLOURS else "other"


def _end_labels(heights: list[float], names: Sequence[str]) -> str:
    """Names beside the ends of their lines, moved apart where they would overlap."""
    order = sorted(range(len(heights)), key=lambda bot: heights[bot])
    placed: list[float] = []
    for bot in order:
        placed.append(max(heights[bot], placed[-1] + LABEL_GAP if placed else TOP))
    for i in reversed(range(len(placed))):
        roof = HEIGHT - BOTTOM if i + 1 == len(placed) else placed[i + 1] - LABEL_GAP
        placed[i] = min(placed[i], roof)
    return "".join(_end_label(bot, names[bot], at) for bot, at in zip(order, placed, strict=True))


def _end_label(bot: int, name: str, at: float) -> str:
    place = f'x="{WIDTH - RIGHT + 8}" y="{at + 4:.1f}"'
    return f'<text class="label {_colour(bot)}" {place}>{text(shortened(name))}</text>'


def shortened(name: str, most: int = 15) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def length_chart(lengths: Lengths) -> str:
    """How many games had how many decisions."""
    most = max(games for _, _, games in lengths.histogram)
    first, last = lengths.histogram[0][0], lengths.histogram[-1][1]
    x = Scale(first - 0.5, last + 0.5, LEFT, WIDTH - 12)
    y = Scale(0, most, LOW - BOTTOM, TOP)
    bars = "".join(_length_bar(start, end, games, x, y) for start, end, games in lengths.histogram)
    middle = lengths.quartiles[1]
    median = (
        f'<line class="median" x1="{x(middle)}" x2="{x(middle)}" y1="{TOP}" y2="{LOW - BOTTOM}">'
        f"<title>median {middle:g}</title></line>"
    )
    axis = f'<text class="axis" x="{WIDTH / 2}" y="{LOW - 4}" text-anchor="middle">decisions in a game</text>'
    body = _grid(x, y, ticks(first, last, whole=True), ticks(0, most, whole=True)) + bars + median + axis
    return _chart(f"Length of {several(sum(games for *_, games in lengths.histogram), 'game')} in decisions", body, LOW)


def _length_bar(start: int, end: int, games: int, x: Scale, y: Scale) -> str:
    left, right, top = x(start - 0.5) + 1, x(end + 0.5) - 1, y(games)
    place = f'x="{left:.2f}" y="{top}" width="{max(right - left, 0.5):.2f}" height="{y(0) - top:.2f}"'
    span = f"{start}" if start == end else f"{start} to {end}"
    return f'<rect class="column" {place}><title>{span} decisions: {several(games, "game")}</title></rect>'


def _grid(x: Scale, y: Scale, across: list[float], up: list[float]) -> str:
    floor_y, right = y(y.low), round(x.start + x.size, 2)
    rows = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{y(v)}" y2="{y(v)}"/>'
        f'<text x="{LEFT - 8}" y="{y(v) + 4}" text-anchor="end">{v:,.6g}</text>'
        for v in up
    )
    feet = "".join(f'<text x="{x(v)}" y="{floor_y + 18}" text-anchor="middle">{v:,.6g}</text>' for v in across)
    return rows + feet


def _chart(title: str, body: str, height: int = HEIGHT) -> str:
    size = f'viewBox="0 0 {WIDTH} {height}"'
    return f'<svg class="chart" {size} role="img" aria-label="{text(title)}"><title>{text(title)}</title>{body}</svg>'


def interval_words(estimate: Estimate, form: str) -> str:
    """'x, 95 % interval a to b', for titles."""
    if estimate.interval is None:
        return f"{form.format(estimate.value)}, too few deals for an interval"
    return f"{form.format(estimate.value)}, 95 % interval {ranged(estimate.interval, form)}"
