"""The learning curves of a training, as one page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 260, 60, 130, 16, 36
STYLE = """body{font:15px system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
svg{width:100%;height:auto} text{font-size:12px;fill:currentColor} .axis{stroke:currentColor;opacity:.3}
path{fill:none;stroke-width:2} .wide{overflow-x:auto}
h1{font-size:1.6rem} h2{font-size:1.15rem}
table{border-collapse:collapse;width:100%} td,th{padding:.2rem .5rem;text-align:right}
@media (prefers-color-scheme:dark){body{background:#16181d;color:#ddd}}"""
LABEL = 13  # height of a label
COLOURS = ("#1f77b4", "#d9822b", "#2f9e59")


def write_page(folder: Path, game: str, players: int, records: Sequence[dict[str, Any]]) -> Path:
    path = folder / "learning.html"
    path.write_text(page(f"{game}, {players} players", records), encoding="utf-8")
    return path


def page(title: str, records: Sequence[dict[str, Any]]) -> str:
    losses = {
        "net": [record["fit"]["net"]["outcome"] for record in records],
        "linear model": [record["fit"]["linear"]["outcome"] for record in records],
        "the search": [record["fit"]["search"] for record in records],
    }
    scores = {f"with {bot}": [record["tests"][bot]["score"] for record in records] for bot in records[0]["tests"]}
    scores["even"] = [0.5] * len(records)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>Training: {escape(title)}</title>'
        f"<style>{STYLE}</style><h1>Training: {escape(title)}</h1>"
        "<h2>Log-loss on games kept from fitting (lower is better)</h2>"
        f"{chart(losses)}{prior_chart(records)}<h2>Score of each round's net against the champion</h2>{chart(scores)}"
        f"{table(records)}</html>\n"
    )


def prior_chart(records: Sequence[dict[str, Any]]) -> str:
    """Nothing if a net has no prior."""
    if not all("prior" in record["fit"]["net"] for record in records):
        return ""
    losses = {
        "prior": [record["fit"]["net"]["prior"] for record in records],
        "all alike": [record["fit"]["alike"] for record in records],
        "at best": [record["fit"]["entropy"] for record in records],
    }
    return (
        "<h2>Log-loss of the prior on these games (lower is better)</h2>"
        "<p>At best it is the entropy of the visits. A prior that holds all legal actions alike is the other end.</p>"
        f"{chart(losses)}"
    )


def chart(curves: dict[str, list[float]]) -> str:
    """A line for each curve, over the rounds."""
    values = [value for curve in curves.values() for value in curve]
    low, high = min(values), max(values)
    pad = max(0.1 * (high - low), 0.005)
    low, high = low - pad, high + pad
    lines = [axis(low, high)]
    heights = apart([down(curve[-1], low, high) for curve in curves.values()])
    for colour, height, (name, curve) in zip(COLOURS, heights, curves.items(), strict=False):
        points = [(across(index, len(curve)), down(value, low, high)) for index, value in enumerate(curve)]
        path = "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points)
        label = f'<text x="{points[-1][0] + 8:.1f}" y="{height + 4:.1f}">{name}</text>'
        lines.append(f'<path d="{path}" stroke="{colour}"/>{dots}{label}')
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{", ".join(curves)}">{"".join(lines)}</svg>'


def apart(heights: Sequence[float]) -> list[float]:
    """For labels at these heights: each moved down as far as it takes not to lie on the one above."""
    placed: dict[int, float] = {}
    free = 0.0
    for index in sorted(range(len(heights)), key=lambda it: heights[it]):
        placed[index] = max(heights[index], free)
        free = placed[index] + LABEL
    return [placed[index] for index in range(len(heights))]


def axis(low: float, high: float) -> str:
    ticks = [low + (high - low) * share for share in (0.1, 0.5, 0.9)]
    return "".join(
        f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(tick, low, high):.1f}" '
        f'y2="{down(tick, low, high):.1f}"/><text x="8" y="{down(tick, low, high) + 4:.1f}">{tick:.3f}</text>'
        for tick in ticks
    )


def across(index: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / count


def down(value: float, low: float, high: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)


def table(records: Sequence[dict[str, Any]]) -> str:
    heads = ("round", "games", "positions", "bot", "score", "deals", "budget, newcomer", "champion", "verdict")
    verdicts = {"s1": "enters", "s0": "not stronger", None: "undecided"}
    rows = [
        (number, record["games"]["played"], record["fit"]["positions"], bot, f"{test['score']:.3f}", test["deals"],
         f"{test['newcomer']} {test['budget']}", test["champion"], verdicts[test["accepted"]])
        for number, record in enumerate(records, 1)
        for bot, test in record["tests"].items()
    ]
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{"".join(f"<th>{head}</th>" for head in heads)}</tr>{body}</table></div>'
