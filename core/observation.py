"""Names for the numbers a view is written as, and the arrays they are written into."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from core.errors import BadBuffer

# ---- names, in step with the writers of core/observe.pxd


def which(what: str, names: Iterable[object]) -> list[str]:
    """For put_one_of."""
    return [f"{what} is {name}" for name in names]


def at_least(what: str, high: int, low: int = 1) -> list[str]:
    """For put_at_least."""
    return [f"{what} >= {bound}" for bound in range(low, high + 1)]


def scaled(what: str, whole: float) -> list[str]:
    """For put_number of a number over what is much for it. The divisor is in the name, and so in the version."""
    return [f"{what} / {whole:g}"]


def each(what: str, names: Iterable[object]) -> list[str]:
    """For put_bits, or any number for each of several things."""
    return [f"{what} {name}" for name in names]


def version(game: str, rules: int, slices: dict[str, list[str]]) -> str:
    identity = json.dumps([game, rules, slices]).encode()
    return blake2b(identity, digest_size=16).hexdigest()


# ---- arrays


def room(array: Any, name: str, shape: Sequence[int], dtype: str) -> Any:
    """The array if numbers of this type and shape can be written into it, a new one for None, else BadBuffer."""
    if array is None:
        import numpy as np  # only learners need it: a bot's process starts sooner without

        return np.zeros(tuple(shape), dtype)
    if not fitting(array, name, shape, dtype).flags.writeable:
        raise BadBuffer(f"{name}: this array cannot be written into.")
    return array


def fitting(array: Any, name: str, shape: Sequence[int], dtype: str) -> Any:
    """The array if numbers of this type and shape can be read from it, else BadBuffer."""
    import numpy as np

    shape = tuple(shape)
    wanted = f"a contiguous numpy array of {dtype} with shape {shape}"
    if not isinstance(array, np.ndarray):
        raise BadBuffer(f"{name}: it is {wanted}, not {type(array).__name__}.")
    if array.dtype != np.dtype(dtype):
        raise BadBuffer(f"{name}: it is {wanted}, not of {array.dtype}.")
    if array.shape != shape:
        raise BadBuffer(f"{name}: it is {wanted}, not with shape {array.shape}.")
    if not (array.flags.c_contiguous and array.flags.aligned):
        raise BadBuffer(f"{name}: it is {wanted}, and this one is not contiguous.")
    return array
