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
GUIDED = ("mcts",)  # bots that need a net with a prior over actions
FORMAT = 1
NET, EVALUATE = "net", "evaluate"
VALUES = {NET: "a net judges", EVALUATE: "the game's evaluate judges"}
LARGEST_FILE = 8_000_000  # bytes: the widest net for the game with the most inputs and actions fits
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
    return load_net_for(bot, path, game) if path.exists() else None


def find_net(bot: str, game: Game, value: str | None, file: str | None) -> Net | None:
    """The net that a bot's `value` and `net` ask for; None if evaluate is to judge. Says so where a net was made for
    other rules or options, and where one was asked for and there is none."""
    if value == EVALUATE:
        return None
    if file is not None:
        return load_net_for(bot, Path(file), game)
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


def load_net_for(bot: str, path: Path, game: Game) -> Net:
    """The net in the file, if this bot can play with it: the search of mcts goes where a prior points."""
    net = load_net(path, game)
    if bot in GUIDED and net.choices == 0:
        raise BadNet(f"{path}: these weights have no prior over actions, so {bot} cannot use them; greedy can.")
    return net


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
    layers = _layers(path, arrays, game)
    return Net(layers, json.loads(arrays["provenance"].item()), _prior(path, arrays, game, layers))


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
    count = sum(f"weights_{index}" in arrays for index in range(MOST_LAYERS))
    layers, width = [], Lens(game).size
    for index in range(count):
        weights, biases = arrays.get(f"weights_{index}"), arrays.get(f"biases_{index}")
        if weights is None or biases is None or biases.ndim != 1 or weights.shape != (width, len(biases)):
            raise BadNet(f"{path}: layer {index} does not have the shape that its neighbours ask for.")
        width = len(biases)
        layers.append((_floats(path, index, weights), _floats(path, index, biases)))
    if count < 2 or width != game.players:
        raise BadNet(f"{path}: the last layer has {width} outputs, not one for each of {game.players} seats.")
    return layers


def _prior(path: Path, arrays: dict[str, Any], game: Game, layers: list[tuple[Any, Any]]) -> tuple[Any, Any] | None:
    """A row of weights and a bias for every action, if the file has them."""
    weights, biases = arrays.get("weights_prior"), arrays.get("biases_prior")
    if weights is None and biases is None:
        return None
    shape = game.action_count, len(layers[-2][1])
    if weights is None or biases is None or weights.shape != shape or biases.shape != shape[:1]:
        raise BadNet(f"{path}: the prior does not have a row for each of the game's {shape[0]} actions.")
    return _floats(path, "prior", weights), _floats(path, "prior", biases)


def _floats(path: Path, layer: int | str, array: Any) -> Any:
    """As single precision, in which nets work; files keep half, so that they stay small."""
    import numpy as np

    if array.dtype not in (np.float16, np.float32) or not (np.abs(array) <= LARGEST_WEIGHT).all():
        raise BadNet(f"{path}: layer {layer} holds numbers that are no weights.")
    return np.ascontiguousarray(array, np.float32)


def save_net(path: Path, game: Game, layers: list[tuple[Any, Any]], provenance: dict[str, Any],
             prior: tuple[Any, Any] | None = None) -> None:
    """Writes weights for this game, all or nothing."""
    named = dict(enumerate(layers)) | ({"prior": prior} if prior is not None else {})
    weights: dict[str, Any] = {}
    for key, (rows, biases) in named.items():
        weights |= {f"weights_{key}": rows, f"biases_{key}": biases}
    _write(path, game, provenance, weights)


def save_net_again(path: Path, source: Path, game: Game, more: dict[str, Any]) -> None:
    """The same weights with more said of how they came about."""
    arrays = _read(source)
    kept = {key: each for key, each in arrays.items() if key.startswith(("weights_", "biases_"))}
    _write(path, game, json.loads(arrays["provenance"].item()) | more, kept)


def _write(path: Path, game: Game, provenance: dict[str, Any], weights: dict[str, Any]) -> None:
    import numpy as np

    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "game": np.array(game.name),
        "players": np.array(game.players),
        "digest": np.array(game.digest),
        "observation_version": np.array(game.observation_version),
        "provenance": np.array(json.dumps(provenance, sort_keys=True)),
    }
    arrays |= {key: each.astype(np.float16) for key, each in weights.items()}
    partial = path.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, **arrays)
    partial.replace(path)
