"""The drawings of the page as inline SVG. Colours are CSS classes, so that light and dark need no second drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import floor, log10

from arena.rating.standings import Curve, Estimate, Lengths
from arena.report.wording import count, plain, ranged, several

COLOURS = 8  # classes c0..c7; further bots are drawn in grey
LEFT, TOP, BOTTOM = 56, 26, 46
LABEL_GAP = 19
LOW = 230  # height of a chart of lengths


@dataclass(frozen=True)
class ChartSize:
    """The size of a chart. Text in it keeps its size, so a phone gets a drawing of its own."""

    kind: str
    width: int
    height: int
    right: int  # room for the names beside the lines
    ticks: int


WIDE, NARROW = ChartSize("wide", 760, 340, 160, 5), ChartSize("narrow", 350, 300, 12, 3)


def text(value: str) -> str:
    return escape(plain(value), quote=True)


def link_to(address: str, shown: str) -> str:
    """A figure that leads to its games; as it is where there is no address."""
    return f'<a href="{text(address)}">{shown}</a>' if address else shown


def ticks(low: float, high: float, wanted: int = 5, whole: bool = False) -> list[float]:
    """Round values from low to high, about so many."""
    span = max(high - low, 1e-9)
    unit = 10.0 ** max(floor(log10(span / wanted)), 0 if whole else -9)
    step = next(unit * factor for factor in (1, 2, 5, 10) if span / (unit * factor) <= wanted)
    first = -int(-low // step) * step if low % step else low
    return [first + i * step for i in range(int((high - first) / step + 1e-9) + 1)]


class Axis:
    """From figures to positions."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.span = low, max(high - low, 1e-9)
        self.start, self.size = start, end - start

    def __call__(self, value: float) -> float:
        return round(self.start + self.size * (value - self.low) / self.span, 2)


def interval_scale(estimates: Sequence[Estimate], more: Sequence[float] = ()) -> Axis:
    """In per cent of a cell's width, with room at both ends."""
    ends = [end for e in estimates for end in (e.value, *(e.interval or ()))] + list(more)
    return Axis(min(ends), max(ends), 4, 96)


def interval_bar(estimate: Estimate, scale: Axis, label: str, mark: float | None = None) -> str:
    """A stroke for the value, a bar for its interval, and perhaps a dashed line for what would be expected."""
    at = scale(estimate.value)
    stroke = f'<line class="value" x1="{at}%" x2="{at}%" y1="4" y2="18"/>'
    bar = ""
    if estimate.interval is not None:
        low, high = (scale(end) for end in estimate.interval)
        bar = f'<rect x="{low}%" y="8" width="{max(high - low, 0.3):.2f}%" height="6" rx="3"/>'
    line = "" if mark is None else f'<line x1="{scale(mark)}%" x2="{scale(mark)}%" y1="0" y2="22"/>'
    return f'<svg class="bar" height="22" role="img"><title>{text(label)}</title>{line}{bar}{stroke}</svg>'


def curve_charts(curve: Curve, names: Sequence[str]) -> str:
    """TrueSkill mu over the games, for a wide and for a narrow screen."""
    legend = "".join(f'<span class="{_colour(bot)}">{text(name)}</span>' for bot, name in enumerate(names[:COLOURS]))
    return _curve(curve, names, WIDE) + _curve(curve, names, NARROW) + f'<p class="legend narrow">{legend}</p>'


def _curve(curve: Curve, names: Sequence[str], frame: ChartSize) -> str:
    x = Axis(0, curve.games[-1], LEFT, frame.width - frame.right)
    values = [mu for line in curve.mu for mu in line]
    low, high = min(values) - 0.5, max(values) + 0.5
    y = Axis(low, high, frame.height - BOTTOM, TOP)
    lines = [_curve_line(bot, name, curve, x, y) for bot, name in enumerate(names)]
    ends = [y(line[-1]) for line in curve.mu[:COLOURS]]
    labels = _end_labels(ends, names, frame) if frame is WIDE else ""
    grid = _grid(x, y, ticks(0, curve.games[-1], frame.ticks, whole=True), ticks(low, high))
    body = grid + "".join(reversed(lines)) + labels + _axes(frame, "games entered", "TrueSkill mu")
    return _chart(f"TrueSkill mu of {len(names)} bots over {count(curve.games[-1])} games", body, frame)


@dataclass(frozen=True)
class HistoryLine:
    """A figure of one bot over time, with intervals."""

    name: str
    points: Sequence[tuple[float, Estimate]]  # at least one


def track_charts(tracks: Sequence[HistoryLine], across: str, up: str) -> str:
    """Figures over time, for a wide and for a narrow screen."""
    legend = "".join(f'<span class="{_colour(bot)}">{text(it.name)}</span>' for bot, it in enumerate(tracks[:COLOURS]))
    charts = [_tracks(tracks, across, up, frame) for frame in (WIDE, NARROW)]
    return "".join(charts) + f'<p class="legend narrow">{legend}</p>'


def _tracks(tracks: Sequence[HistoryLine], across: str, up: str, frame: ChartSize) -> str:
    latest = max(at for track in tracks for at, _ in track.points)
    ends = [end for track in tracks for _, it in track.points for end in (it.value, *(it.interval or ()))]
    x = Axis(0, latest, LEFT, frame.width - frame.right)
    y = Axis(min(ends), max(ends), frame.height - BOTTOM, TOP)
    lines = [_track_line(bot, track, x, y) for bot, track in enumerate(tracks)]
    heights = [y(track.points[-1][1].value) for track in tracks[:COLOURS]]
    labels = _end_labels(heights, [track.name for track in tracks], frame) if frame is WIDE else ""
    grid = _grid(x, y, ticks(0, latest, frame.ticks, whole=True), ticks(min(ends), max(ends)))
    body = grid + "".join(reversed(lines)) + labels + _axes(frame, across, up)
    return _chart(f"{up} of {len(tracks)} bots over {across}", body, frame)


def _track_line(bot: int, track: HistoryLine, x: Axis, y: Axis) -> str:
    places = [(x(at), y(it.value)) for at, it in track.points]
    if len(places) == 1:  # a line of one point would not be seen
        places = [(places[0][0] + aside, places[0][1]) for aside in (-4, 4)]
    path = " ".join(f"{across},{up}" for across, up in places)
    whiskers = "".join(
        f'<polyline class="{_colour(bot)} thin" points="{x(at)},{y(it.interval[0])} {x(at)},{y(it.interval[1])}">'
        f"<title>{text(track.name)}: {interval_words(it, '{:.0f}')}</title></polyline>"
        for at, it in track.points if it.interval is not None
    )  # fmt: skip
    title = f"{text(track.name)}: {interval_words(track.points[-1][1], '{:.0f}')} at the end"
    return f'{whiskers}<polyline class="{_colour(bot)}" points="{path}"><title>{title}</title></polyline>'


def _axes(frame: ChartSize, across: str, up: str) -> str:
    middle = (LEFT + frame.width - frame.right) / 2
    return (
        f'<text class="axis" x="{middle}" y="{frame.height - 4}" text-anchor="middle">{across}</text>'
        f'<text class="axis" x="4" y="12">{up}</text>'
    )


def _curve_line(bot: int, name: str, curve: Curve, x: Axis, y: Axis) -> str:
    path = " ".join(f"{x(game)},{y(mu)}" for game, mu in zip(curve.games, curve.mu[bot], strict=True))
    final = f"{text(name)}: mu {curve.mu[bot][-1]:.2f}, sigma {curve.sigma[bot][-1]:.2f}"
    return f'<polyline class="{_colour(bot)}" points="{path}"><title>{final}</title></polyline>'


def _colour(bot: int) -> str:
    return f"c{bot}" if bot < COLOURS else "other"


def _end_labels(heights: list[float], names: Sequence[str], frame: ChartSize) -> str:
    """Names beside the ends of their lines, moved apart where they would overlap."""
    order = sorted(range(len(heights)), key=lambda bot: heights[bot])
    placed: list[float] = []
    for bot in order:
        placed.append(max(heights[bot], placed[-1] + LABEL_GAP if placed else TOP))
    for i in reversed(range(len(placed))):
        roof = frame.height - BOTTOM if i + 1 == len(placed) else placed[i + 1] - LABEL_GAP
        placed[i] = min(placed[i], roof)
    return "".join(_end_label(bot, names[bot], at, frame) for bot, at in zip(order, placed, strict=True))


def _end_label(bot: int, name: str, at: float, frame: ChartSize) -> str:
    place = f'x="{frame.width - frame.right + 8}" y="{at + 4:.1f}"'
    return f'<text class="label {_colour(bot)}" {place}>{text(shortened(name))}</text>'


def shortened(name: str, most: int = 15) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


Linked = Callable[[int, int], str]  # the address of the games of so many decisions, empty where there is none


def length_charts(lengths: Lengths, linked: Linked) -> str:
    """How many games had how many decisions, for a wide and for a narrow screen."""
    frames = (replace(frame, height=LOW, right=12) for frame in (WIDE, NARROW))
    return "".join(_lengths(lengths, frame, linked) for frame in frames)


def _lengths(lengths: Lengths, frame: ChartSize, linked: Linked) -> str:
    most = max(games for _, _, games in lengths.histogram)
    first, last = lengths.histogram[0][0], lengths.histogram[-1][1]
    floor_y = frame.height - BOTTOM
    x = Axis(first - 0.5, last + 0.5, LEFT, frame.width - frame.right)
    y = Axis(0, most, floor_y, TOP)
    bars = "".join(link_to(linked(start, end), _length_bar(start, end, games, x, y))
                   for start, end, games in lengths.histogram)  # fmt: skip
    middle = lengths.quartiles[1]
    median = (
        f'<line class="median" x1="{x(middle)}" x2="{x(middle)}" y1="{TOP}" y2="{floor_y}">'
        f"<title>median {middle:g}</title></line>"
    )
    grid = _grid(x, y, ticks(first, last, frame.ticks, whole=True), ticks(0, most, whole=True))
    body = grid + bars + median + _axes(frame, "decisions in a game", "games")
    total = several(sum(games for *_, games in lengths.histogram), "game")
    return _chart(f"Length of {total} in decisions", body, frame)


def _length_bar(start: int, end: int, games: int, x: Axis, y: Axis) -> str:
    left, right, top = x(start - 0.5) + 1, x(end + 0.5) - 1, y(games)
    place = f'x="{left:.2f}" y="{top}" width="{max(right - left, 0.5):.2f}" height="{y(0) - top:.2f}"'
    span = f"{start}" if start == end else f"{start} to {end}"
    return f'<rect class="column" {place}><title>{span} decisions: {several(games, "game")}</title></rect>'


def _grid(x: Axis, y: Axis, across: list[float], up: list[float]) -> str:
    floor_y, right = y(y.low), round(x.start + x.size, 2)
    rows = "".join(
        f'<line class="grid" x1="{LEFT}" x2="{right}" y1="{y(v)}" y2="{y(v)}"/>'
        f'<text x="{LEFT - 8}" y="{y(v) + 4}" text-anchor="end">{v:,.6g}</text>'
        for v in up
    )
    feet = "".join(f'<text x="{x(v)}" y="{floor_y + 18}" text-anchor="middle">{v:,.6g}</text>' for v in across)
    return rows + feet


def _chart(title: str, body: str, frame: ChartSize) -> str:
    """On a wide screen as wide as there is room, on a narrow one as it is drawn."""
    size = f'viewBox="0 0 {frame.width} {frame.height}"'
    role = "group" if "<a " in body else "img"  # inside of an img nothing can be reached
    named = f'role="{role}" aria-label="{text(title)}"'
    return f'<svg class="chart {frame.kind}" {size} {named}><title>{text(title)}</title>{body}</svg>'


def ratio_chart(
    points: Sequence[tuple[int, float, float]], deals: int, bounds: tuple[float, float], frame: ChartSize
) -> str:
    """Logs of two likelihood ratios by deal, with the bounds at which the test ends."""
    frame = replace(frame, right=12)
    values = [value for _, *ratios in points for value in ratios]
    low, high = min(*values, 0.0), max(*values, *bounds) * 1.05
    x = Axis(0, max(deals, 1), LEFT, frame.width - frame.right)
    y = Axis(low, high, frame.height - BOTTOM, TOP)
    lines = "".join(_ratio_line(points, number, x, y) for number in (1, 2))
    ends = "".join(
        f'<line class="median" x1="{LEFT}" x2="{x(deals)}" y1="{y(bound)}" y2="{y(bound)}"><title>bound {bound:.2f}'
        "</title></line>"
        for bound in sorted(set(bounds))
    )
    grid = _grid(x, y, ticks(0, max(deals, 1), frame.ticks, whole=True), ticks(low, high))
    axes = _axes(frame, "deals", "log of the likelihood ratio")
    return _chart(f"Likelihood ratios over {several(deals, 'deal')}", grid + lines + ends + axes, frame)


def _ratio_line(points: Sequence[tuple[int, float, float]], number: int, x: Axis, y: Axis) -> str:
    path = " ".join(f"{x(point[0])},{y(point[number])}" for point in points)
    return f'<polyline class="c{number - 1}" points="{path}"/>'


def interval_words(estimate: Estimate, form: str) -> str:
    """'x, 95 % interval a to b', for titles."""
    if estimate.interval is None:
        return f"{form.format(estimate.value)}, too few deals for an interval"
    return f"{form.format(estimate.value)}, 95 % interval {ranged(estimate.interval, form)}"
