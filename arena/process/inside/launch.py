"""The first thing to run inside a sandbox: takes on the limits, gives up all rights, then becomes the bot.

It is called with one argument, a JSON object:

    limits   resource limits by name, as in the resource module without RLIMIT_
    user     the user to become, or null to stay who we are
    command  the program to turn into; or
    bot      the Python file whose bot class is to be played
    memory   with `bot`: so much address space on top of what the interpreter and the games have mapped
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
from typing import Any


def main() -> None:
    job = json.loads(sys.argv[1])
    os.closerange(3, 1024)
    take_limits(job["limits"])
    become(job["user"])
    if "command" in job:
        restore_signals()
        os.execvp(job["command"][0], job["command"])
    play(job)


def take_limits(limits: dict[str, int]) -> None:
    for name, limit in limits.items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (limit, limit))


def become(user: int | None) -> None:
    """Root is exempt from the limit on processes, so a bot is never root."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def restore_signals() -> None:
    """What the interpreter ignores for itself, a program should not."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)


def play(job: dict[str, Any]) -> None:
    sys.path.insert(0, os.path.dirname(__file__))
    importlib.import_module("shim").serve(job["bot"], job["memory"])


if __name__ == "__main__":
    main()
