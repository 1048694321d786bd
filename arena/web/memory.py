"""What was read from a file a moment ago, for everybody who asks for the same.

Reading a large ladder takes longer than showing it. So a file that did not change is read once, and one that changes
all the time is read again only after a while: ten times as long as reading it took, and a second at least.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

LEAST_SECONDS = 1.0
TIMES_ITS_COST = 10.0
MOST_KEPT = 300
Value = TypeVar("Value")


@dataclass(slots=True)
class Kept:
    """A value, and what it was made from."""

    value: Any
    stamp: object
    made: float
    cost: float

    def fresh(self, stamp: object) -> bool:
        age = monotonic() - self.made
        return self.stamp == stamp or age < max(LEAST_SECONDS, TIMES_ITS_COST * self.cost)


class Memory:
    """By key: what was read last. Two who ask at once have it read once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._reading: dict[object, asyncio.Future[None]] = {}

    async def get(self, key: object, stamp: object, read: Callable[[], Value]) -> Value:
        """The value of a key; `stamp` is another one when the file has changed."""
        while True:
            found = self._kept.get(key)
            if found is not None and (found.fresh(stamp) or key in self._reading):
                self._kept.move_to_end(key)
                value: Value = found.value
                return value
            if key not in self._reading:
                return await self._read(key, stamp, read)
            await asyncio.wait([self._reading[key]])

    async def _read(self, key: object, stamp: object, read: Callable[[], Value]) -> Value:
        done = self._reading[key] = asyncio.get_running_loop().create_future()
        began = monotonic()
        try:
            value = await run_in_threadpool(read)
            self._kept[key] = Kept(value, stamp, monotonic(), monotonic() - began)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return value
        finally:
            del self._reading[key]
            done.set_result(None)
