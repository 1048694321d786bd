"""Component files: what is refused, and that every figure says how sure it is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from core.errors import BadComponents
from core.on_mars import components


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("blueprint", 0, "building"), "castle", r"blueprint\[0\] \(1\).building: 'castle' is not generator"),
        (("blueprint", 0, "effect"), "dance 2", r"blueprint\[0\] \(1\).effect: 'dance' is not"),
        (("discovery", 3, "id"), 9, r"discovery\[3\] \(9\).id: number 4 should stand here"),
        (("goal", 5, "status"), "guessed", r"goal\[5\] \(6\).status: 'guessed' is not confirmed, deduced"),
        (("map", "mine"), [9, 9], r"map.mine: \(9,9\) is not on the map"),
        (("lab_space", 0, "right"), ["c6"], r"lab_space\[0\] \(c1t\).right\[0\]: 'c6' is not to its right"),
        (("contract", 7, "needs"), {"battery": 3, "water": 1}, r"contract\[7\] \(8\).needs: it needs one item besides"),
        (("tiles", "arrows"), [["N"]], "tiles.arrows: 1 entries, there should be 6"),
        (("warehouse",), {}, "warehouse.3: missing"),
    ],
)
def test_bad_components_are_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    content = copy.deepcopy(components.read())
    place: Any = content
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadComponents, match=message):
        components.tables(3, lambda: content)


def test_every_figure_has_its_status() -> None:
    for name, part in components.read().items():
        for row in part if isinstance(part, list) else [part]:
            if name != "map":
                assert row["status"].split()[0] in components.STATUS, name
