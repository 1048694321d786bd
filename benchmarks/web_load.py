"""Many watchers and many requests at once, from one process: `python -m benchmarks.web_load PORT --seconds 60`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import asdict, dataclass, field
from time import monotonic

LADDER = "load"
BOT = "mcts-40"
PAGES = ("/", f"/ladders/{LADDER}", f"/ladders/{LADDER}/games", f"/ladders/{LADDER}/bots/{BOT}@1", "/games/ganymede",
         "/docs/ganymede", f"/api/v1/ladders/{LADDER}", f"/api/v1/ladders/{LADDER}/games")  # fmt: skip
SLOWEST = 30.0


@dataclass
class Load:
    """What came of it."""

    seconds: float
    requests: int = 0
    errors: list[str] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    updates: int = 0  # that all watchers saw together
    lost: int = 0  # watchers whose stream broke

    def summary(self) -> dict[str, object]:
        ordered = sorted(self.latencies) or [float("nan")]
        at = {f"p{share}_ms": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 1)
              for share in (50, 95, 100)}  # fmt: skip
        kept = {key: value for key, value in asdict(self).items() if key not in ("latencies", "errors")}
        return {**kept, **at, "errors": len(self.errors), "first_errors": self.errors[:3]}


async def ask(host: str, port: int, path: str) -> int:
    """One request on a connection of its own; the status."""
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read(-1)
        return int(answer.split(b" ", 2)[1])
    finally:
        writer.close()


async def timed(load: Load, host: str, port: int, path: str) -> None:
    began = monotonic()
    try:
        status = await asyncio.wait_for(ask(host, port, path), SLOWEST)
    except (OSError, TimeoutError, IndexError, ValueError) as error:
        load.errors.append(f"{path}: {error!r}")
        return
    load.latencies.append(monotonic() - began)
    if status != 200:
        load.errors.append(f"{path}: {status}")


async def watch(load: Load, host: str, port: int) -> None:
    reader, writer = await asyncio.open_connection(host, port, limit=2**22)
    writer.write(f"GET /ladders/{LADDER}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    try:
        while line := await reader.readline():
            load.updates += line.startswith(b"event: update")
        load.lost += 1
    finally:
        writer.close()


async def run(host: str, port: int, seconds: float, watchers: int, per_second: int) -> Load:
    """Requests come at their times, whether earlier ones are answered or not."""
    load = Load(seconds)
    watching = [asyncio.create_task(watch(load, host, port)) for _ in range(watchers)]
    await asyncio.sleep(2)
    began = monotonic()
    asked: set[asyncio.Task[None]] = set()
    while monotonic() - began < seconds:
        task = asyncio.create_task(timed(load, host, port, PAGES[load.requests % len(PAGES)]))
        asked.add(task)
        task.add_done_callback(asked.discard)
        load.requests += 1
        await asyncio.sleep(max(0.0, began + load.requests / per_second - monotonic()))
    await asyncio.gather(*asked)
    for each in watching:
        load.lost += each.done() and not each.cancelled() and each.exception() is not None
        each.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return load


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--per-second", type=int, default=100)
    given = parser.parse_args()
    load = asyncio.run(run("127.0.0.1", given.port, given.seconds, given.watchers, given.per_second))
    json.dump(load.summary(), sys.stdout)


if __name__ == "__main__":
    main()
