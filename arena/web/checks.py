"""The queue of bots that were handed in: checked one after the other, each by a process of its own.

The queue is in the accounts' file, so it outlives the server. What was being checked when a server died is checked
again by the next.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging

from starlette.concurrency import run_in_threadpool

from arena.web import children
from arena.web.accounts import ENTERED, FAILED, Accounts, HandedIn
from arena.web.checker import OUTCOME
from arena.web.home import LADDERS, Home, NotThere

log = logging.getLogger("arena.web")
LOOK_SECONDS = 2.0  # another process may have handed something in
LONGEST_SECONDS = 180.0
LONGEST_LINE = 1_000_000


class Checks:
    """Looks after the queue."""

    def __init__(self, home: Home, accounts: Accounts, seconds: float) -> None:
        self._home, self._accounts, self._seconds = home, accounts, seconds
        self._task: asyncio.Task[None] | None = None
        self._added = asyncio.Event()

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        if self._task is not None:
            await children.ended(self._task)

    def wake(self) -> None:
        """Something was handed in."""
        self._added.set()

    async def _work(self) -> None:
        step = self._requeue
        while True:
            try:
                await step()
                step = self._next
            except Exception:  # a file that is locked, a full disk: the queue goes on when that is over
                log.exception("the queue of checks")
                await asyncio.sleep(LOOK_SECONDS)

    async def _requeue(self) -> None:
        await run_in_threadpool(self._accounts.requeue)

    async def _next(self) -> None:
        """Checks a bot, or waits for one."""
        found = await run_in_threadpool(self._accounts.next_to_check)
        if found is None:
            self._added.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._added.wait(), LOOK_SECONDS)
            return
        try:
            await self._check(found)
        except Exception:
            log.exception("submission %s could not be checked", found.id)
            await run_in_threadpool(self._accounts.finish, found.id, FAILED, None, 0.0)

    async def _check(self, found: HandedIn) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await children.start("arena.web.checker", stdin=pipe, stdout=pipe, limit=LONGEST_LINE)
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                version, seconds = await self._follow(found, process)
        except TimeoutError:
            await self._say(found, "the check took too long and was ended")
            version, seconds = None, LONGEST_SECONDS
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        state = FAILED if version is None else ENTERED
        await run_in_threadpool(self._accounts.finish, found.id, state, version, seconds)

    async def _follow(self, found: HandedIn, process: asyncio.subprocess.Process) -> tuple[int | None, float]:
        """Passes the log on; the version and the processor time at the end."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(await run_in_threadpool(self._order, found)).encode() + b"\n")
        await process.stdin.drain()
        async for raw in process.stdout:
            line = raw.decode("utf-8", "replace").rstrip("\n")
            if line.startswith(OUTCOME):
                told = json.loads(line.removeprefix(OUTCOME))
                return told["version"], float(told["seconds"])
            await self._say(found, line)
        await self._say(found, "the check ended before it had a result")
        return None, 0.0

    async def _say(self, found: HandedIn, line: str) -> None:
        await run_in_threadpool(self._accounts.add_log, found.id, line[:1000])

    def _order(self, found: HandedIn) -> dict[str, object]:
        """What the checker needs to know."""
        ladders = {}
        for name in found.ladders:
            with contextlib.suppress(NotThere):
                ladders[name] = str(self._home.place(LADDERS, name).path)
        content = base64.b64encode(self._accounts.content(found.id)).decode()
        return {"bot": found.bot, "user": found.user, "file": found.file, "kind": found.kind, "content": content,
                "registry": str(self._home.submissions), "ladders": ladders, "seconds": self._seconds}  # fmt: skip
