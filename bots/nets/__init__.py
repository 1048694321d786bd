"""The weights that come with the project, a file for each bot, game and number of seats, and how they are kept.

A file is trusted in nothing: sizes, shapes and numbers are checked, and the weights must have been made for these rules
and this observation.
"""

from __future__ import annotations

import json
import logging
import zipfile
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from bots.net import Lens, Net
from core import Game
from core.errors import ArenaError
from core.files import read_file

FOLDER = Path(__file__).parent
FORMAT = 1
NET, EVALUATE = "net", "evaluate"
VALUES = {NET: "a net judges", EVALUATE: "the game's evaluate judges"}
LARGEST_FILE = 1_000_000  # bytes
LARGEST_WEIGHT = 1000.0
MOST_UNPACKED = 16_000_000  # bytes
MOST_LAYERS = 3
_WORDS = ("game", "digest", "observation_version", "provenance")
_NUMBERS = ("format", "players")


class BadNet(ArenaError):
    """A file of weights that cannot be used; the message says why."""


class OtherNet(BadNet):
    """A sound file of weights that were made for other rules, options or seats."""


def shipped_path(bot: str, game: Game) -> Path:
    return FOLDER / f"{bot}-{game.name}-{game.players}.npz"


def shipped_net(bot: str, game: Game) -> Net | None:
    """The weights with which this bot plays this game better; None if there are none, OtherNet if options differ."""
    path = shipped_path(bot, game)
    return load_net(path, game) if path.exists() else None


def find_net(bot: str, game: Game, value: str | None, file: str | None) -> Net | None:
    """The net that a bot's `value` and `net` ask for; None if evaluate is to judge. Says so where a net was made for
    other rules or options, and where one was asked for and there is none."""
    if value == EVALUATE:
        return None
    if file is not None:
        return load_net(Path(file), game)
    try:
        net = shipped_net(bot, game)
    except OtherNet as error:
        _say_once(f"{error} evaluate judges instead.")
        return None
    if net is None and value == NET:
        _say_once(f"there is no net for {bot} in {game!r}: evaluate judges instead.")
    return net


@lru_cache
def _say_once(text: str) -> None:
    logging.getLogger(__name__).warning("arena: %s", text)


def load_net(path: Path, game: Game) -> Net:
    """The net in the file, checked to be for this game; BadNet says what is wrong."""
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        raise BadNet(_unreadable(path, error)) from None
    return _load(path, found.st_mtime_ns, found.st_size, game)


def _unreadable(path: Path, error: OSError | ValueError) -> str:
    return f"{path}: cannot read the weights: {getattr(error, 'strerror', None) or error}."


def read_weights(path: Path) -> bytes:
    """The file as it is; BadNet if it is too large for weights, or no file."""
    try:
        content = read_file(path, LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadNet(_unreadable(path, error)) from None
    if len(content) > LARGEST_FILE:
        raise BadNet(f"{path}: it is too large for weights: at most {LARGEST_FILE:,} bytes.")
    return content


@lru_cache(maxsize=16)
def _load(path: Path, changed: int, size: int, game: Game) -> Net:
    arrays = _read(path)
    _check_words(path, arrays)
    _check_made_for(path, arrays, game)
    return Net(_layers(path, arrays, game), json.loads(arrays["provenance"].item()))


def _read(path: Path) -> dict[str, Any]:
    import numpy as np  # only players with a net need it

    content = BytesIO(read_weights(path))
    try:
        with zipfile.ZipFile(content) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > MOST_UNPACKED:
                raise BadNet(f"{path}: the weights unpack to more than {MOST_UNPACKED:,} bytes.")
        with np.load(content, allow_pickle=False) as file:
            return {key: file[key] for key in file.files}
    except BadNet:
        raise
    except Exception as error:  # zip, zlib, numpy and the system each have their own
        raise BadNet(f"{path}: this is no file of weights, or it is damaged ({type(error).__name__}).") from None


def _check_words(path: Path, arrays: dict[str, Any]) -> None:
    missing = [key for key in (*_WORDS, *_NUMBERS, "weights_0", "biases_0") if key not in arrays]
    if missing:
        raise BadNet(f"{path}: {', '.join(missing)} is missing: this is no file of weights.")
    words = all(arrays[key].shape == () and arrays[key].dtype.kind == "U" for key in _WORDS)
    numbers = all(arrays[key].shape == () and arrays[key].dtype.kind == "i" for key in _NUMBERS)
    if not words or not numbers or not _is_json(arrays["provenance"].item()):
        raise BadNet(f"{path}: its head is damaged: this is no file of weights.")
    if arrays["format"].item() != FORMAT:
        raise BadNet(f"{path}: weights of format {arrays['format'].item()}; this version reads format {FORMAT}.")


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _check_made_for(path: Path, arrays: dict[str, Any], game: Game) -> None:
    made_for = arrays["game"].item(), arrays["players"].item()
    if made_for != (game.name, game.players):
        raise OtherNet(f"{path}: these weights are for {made_for[0]} with {made_for[1]} players, not for {game!r}.")
    if arrays["digest"].item() != game.digest:
        raise OtherNet(f"{path}: these weights were made for other rules or options of {game.name}.")
    if arrays["observation_version"].item() != game.observation_version:
        raise OtherNet(f"{path}: these weights were made for another observation of {game.name}: train them again.")


def _layers(path: Path, arrays: dict[str, Any], game: Game) -> list[tuple[Any, Any]]:
    import numpy as np

    count = sum(f"weights_{index}" in arrays for index in range(MOST_LAYERS))
    layers, width = [], Lens(game).size
    for index in range(count):
        weights, biases = arrays.get(f"weights_{index}"), arrays.get(f"biases_{index}")
        if weights is None or biases is None or biases.ndim != 1 or weights.shape != (width, len(biases)):
            raise BadNet(f"{path}: layer {index} does not have the shape that its neighbours ask for.")
        for array in (weights, biases):
            if array.dtype != np.float32 or not (np.abs(array) <= LARGEST_WEIGHT).all():
                raise BadNet(f"{path}: layer {index} holds numbers that are no weights.")
        width = len(biases)
        layers.append((np.ascontiguousarray(weights), biases))
    if count < 2 or width != game.players:
        raise BadNet(f"{path}: the last layer has {width} outputs, not one for each of {game.players} seats.")
    return layers


def save_net(path: Path, game: Game, layers: list[tuple[Any, Any]], provenance: dict[str, Any]) -> None:
    """Writes weights for this game, all or nothing."""
    import numpy as np

    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "game": np.array(game.name),
        "players": np.array(game.players),
        "digest": np.array(game.digest),
        "observation_version": np.array(game.observation_version),
        "provenance": np.array(json.dumps(provenance, sort_keys=True)),
    }
    for index, (weights, biases) in enumerate(layers):
        arrays |= {f"weights_{index}": weights.astype(np.float32), f"biases_{index}": biases.astype(np.float32)}
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, **arrays)
    partial.replace(path)
