"""A plain line chart as SVG: figures over games, both on scales of logarithms."""

from __future__ import annotations

from html import escape

import numpy as np

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 64, 120, 40, 44
COLOURS = ("#3b6fb6", "#c2571a", "#2f8f5b", "#8a4fa3")
Curves = dict[str, list[tuple[float, float]]]


def chart(title: str, curves: Curves) -> str:
    points = np.array([point for curve in curves.values() for point in curve if min(point) > 0])
    low, high = np.log10(points.min(axis=0)), np.log10(points.max(axis=0))
    span = np.maximum(high - low, 1e-9)

    def place(games: float, value: float) -> tuple[float, float]:
        x, y = (np.log10([games, value]) - low) / span
        return LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="12"><rect width="100%" height="100%" fill="white"/>'
             f'<text x="{LEFT}" y="22" font-size="14">{escape(title)}</text>']  # fmt: skip
    for games in round_values(10 ** low[0], 10 ** high[0]):
        x, y = place(games, 10 ** low[1])
        parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{games:,g}</text>'
                     f'<path d="M{x:.1f} {y:.1f}V{TOP}" stroke="#ddd"/>')  # fmt: skip
    for value in round_values(10 ** low[1], 10 ** high[1]):
        x, y = place(10 ** low[0], value)
        parts.append(f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>'
                     f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')  # fmt: skip
    for colour, (name, curve) in zip(COLOURS, curves.items(), strict=False):
        drawn = [place(*point) for point in curve if min(point) > 0]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in drawn)
        x, y = drawn[-1]
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
                     f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{colour}">{escape(name)}</text>')  # fmt: skip
    parts.append(f'<text x="{(WIDTH + LEFT - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">games</text></svg>')
    return "\n".join(parts)


def round_values(low: float, high: float) -> list[float]:
    """1, 2 and 5 times powers of ten."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    values = [factor * 10.0**power for power in powers for factor in (1, 2, 5)]
    return [value for value in values if low <= value <= high]
