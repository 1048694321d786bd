"""Makes a bot's folder: a template that needs numpy only, and the weights that were learned."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import core


def write_folder(out: Path, template: Path, game: core.Game, weights: dict[str, NDArray[Any]]) -> Path:
    """The folder can be played as it is: `arena match --bots ./OUT,random`."""
    out.mkdir(parents=True, exist_ok=True)
    shutil.copy(template / "bot.py", out)
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in out.resolve().name)
    lines = (f'name = "{name}"', 'class = "bot.py:Learned"', f'games = ["{game.name}"]')
    (out / "bot.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    np.savez(out / "weights.npz", observation_version=np.array(game.observation_version), **weights)
    return out
