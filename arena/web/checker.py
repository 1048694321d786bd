"""Checks one bot that was handed in, stores it and enters it into ladders. A process of its own, started by
arena.web.checks: what it prints is the log, and its last line says what came of it.
"""

from __future__ import annotations

import base64
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from arena.process.limits import Limits
from arena.process.program import Program
from arena.process.registry import Registry
from arena.process.sandbox import sandbox_problem
from arena.tournament.check import Check, CheckReport
from arena.tournament.ladder import open_ladder
from arena.web.names import is_of_another, refuse, refuse_names_of_others
from core.errors import ArenaError

NICENESS = 8
DEALS = 1  # of each game and opponent: ladders tell more
OUTCOME = "outcome: "


def tell(line: str) -> None:
    """One line of the log, whatever the bot wrote: a line of its own could pass for the outcome."""
    print(" ".join(line.splitlines()), flush=True)


def check(program: Program, seconds: float) -> CheckReport:
    trouble = sandbox_problem()
    if trouble is not None:
        raise ArenaError("this server has no sandbox, so it cannot check bots.")
    said: list[str] = []

    def watch(line: str) -> None:
        if line not in said:
            said.append(line)
            tell(line)

    return Check(program, Limits(), deals=DEALS, budget=seconds, watch=watch).run()


def describe(report: CheckReport) -> None:
    """What came out, for the author."""
    if report.problem:
        tell(f"it plays nothing: {report.problem}")
    for game in report.games:
        if not game.moves and not game.faults:
            tell(f"{game.game}: not tried, the time for checks was over: name the games it plays, or let it think less")
            continue
        for met in game.encounters:
            tell(f"{game.game}: won {met.wins:g} of {met.games} against {met.opponent}, mean rank {met.mean_rank:.2f}")
        tell(f"{game.game}: {game.median_ms:.2f} ms a move, at most {game.worst_ms:.2f}")
        for found in game.faults[:3]:
            tell(f"{game.game}: {found.kind}: {found.fault.message}")
            for line in found.fault.detail.splitlines()[-10:]:
                tell(f"    | {line}")
    tell("passed" if report.passed else "failed")


def enter(asked: dict[str, Any], program: Program, report: CheckReport) -> int:
    """Into the registry and the ladders; the version."""
    refuse_names_of_others(Path(asked["registry"]), (), asked["bot"], asked["user"])
    with Registry(Path(asked["registry"]), create=True) as registry:
        made = registry.add(program, asked["bot"], asked["user"], report.to_dict())
    tell(f"stored as {made}")
    for name, path in asked["ladders"].items():
        try:
            with open_ladder(Path(path), writable=True) as ladder:
                refuse(is_of_another(ladder, made.name, asked["user"]), made.name, "")
                entry = ladder.enter(f"submission:{made}", name=made.name, author=asked["user"])
            tell(f"entered the ladder {name} as {entry.label}")
        except ArenaError as error:
            tell(f"did not enter the ladder {name}: {str(error).replace(str(path), name)}")
    return made.version


def main() -> None:
    os.nice(NICENESS)
    asked = json.loads(sys.stdin.readline())
    os.environ["ARENA_SUBMISSIONS"] = asked["registry"]
    program = Program(asked["file"], base64.b64decode(asked["content"]), asked["kind"])
    version = None
    try:
        report = check(program, asked["seconds"])
        describe(report)
        if report.passed:
            version = enter(asked, program, report)
    except ArenaError as error:
        tell(str(error).replace(asked["registry"], "the registry"))
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    tell(OUTCOME + json.dumps({"version": version, "seconds": seconds}))


if __name__ == "__main__":
    main()
