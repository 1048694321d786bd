"""Component files: what is refused, and that every figure says how sure it is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from core.on_mars import components


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("blueprint", 0, "building"), "castle", "blueprint 1: 'castle' is not one of"),
        (("blueprint", 0, "effect"), "dance 2", "blueprint 1: 'dance' is not one of"),
        (("discovery", 3, "id"), 9, "discovery 9: number 4 should stand here"),
        (("goal", 5, "status"), "guessed", "goal 6: status 'guessed' is unknown"),
        (("map", "mine"), [9, 9], "is not on the map"),
        (("lab_space", 0, "right"), ["c6"], "lab_space c1t: 'c6' is not to its right"),
        (("contract", 7, "needs"), {"battery": 3, "water": 1}, "contract 8: it needs one item besides Minerals"),
        (("tiles", "arrows"), [["N"]], "six tiles are needed"),
        (("warehouse",), {}, "lacks or misspells"),
    ],
)
def test_bad_components_are_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    content = copy.deepcopy(components.read())
    place: Any = content
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(components.BadComponents, match=message):
        components.tables(3, lambda: content)


def test_every_figure_has_its_status() -> None:
    for name, part in components.read().items():
        for row in part if isinstance(part, list) else [part]:
            if name != "map":
                assert row["status"].split()[0] in components.STATUS, name
