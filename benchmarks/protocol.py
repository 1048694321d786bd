"""What the sandbox and the line protocol cost: a start, a decision, a request."""

from __future__ import annotations

import time
from itertools import product
from statistics import median

import core
from arena.process.limits import Limits
from arena.process.program import BOT_CLASS, EXECUTABLE, NODE, PYTHON, Program
from arena.process.protocol_player import ProtocolPlayer, submitted
from arena.process.sandbox import node_program, sandbox_problem
from benchmarks.measure import show, title
from core import View

CLASS = b"""
from bots import Bot

class First(Bot):
    def choose(self, view, clock):
        return view.legal()[0]
"""
HELPER = b"""
def helper_%d(cards):
    return sum(card * 3 for card in cards if card > 7)
"""
LONG = CLASS + b"".join(HELPER % number for number in range(330))
PROGRAM = b"""
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    answer = {"type": "ready"}
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1}
    elif message["type"] == "turn":
        answer = {"type": "move", "turn": message["turn"], "action": message["legal"][0]}
    print(json.dumps(answer), flush=True)
"""
SCRIPT = b"""
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  let answer = { type: "ready" };
  if (message.type === "hello") answer = { type: "hello", protocol: 1 };
  if (message.type === "turn") answer = { type: "move", turn: message.turn, action: message.legal[0] };
  process.stdout.write(JSON.stringify(answer) + "\\n");
});
"""
ASKS = b"""
import sys
for line in sys.stdin:
    if '"type":"hello"' in line:
        print('{"type":"hello","protocol":1,"send":[]}', flush=True)
    elif '"type":"turn"' in line:
        for _ in range(1000):
            print('{"type":"sample","seed":1}', flush=True)
            state = sys.stdin.readline().split('"state":')[1].split(",")[0]
            print('{"type":"free","state":' + state + '}', flush=True)
            sys.stdin.readline()
        turn, legal = (line.split(key)[1].split(",")[0].rstrip("]") for key in ('"turn":', '"legal":['))
        print('{"type":"move","turn":' + turn + ',"action":' + legal + '}', flush=True)
    else:
        print('{"type":"ready"}', flush=True)
"""
SHELL = b"#!/bin/sh\nread hello\necho '{\"type\":\"hello\",\"protocol\":1}'\nread more\n"
STARTS, DECISIONS, GAMES = 9, 300, 40


def programs() -> list[Program]:
    python = [Program("first.py", CLASS, BOT_CLASS), Program("plain.py", PROGRAM, PYTHON)]
    node = [Program("plain.js", SCRIPT, NODE)] if node_program() else []
    return [Program("shell", SHELL, EXECUTABLE), *python, *node]


def start_time(program: Program) -> float:
    """From nothing to hello, in a sandbox; the best of a few, since noise only ever slows down."""
    times = []
    for _ in range(STARTS):
        player = submitted(program, Limits())
        began = time.perf_counter()
        player.load()
        times.append(time.perf_counter() - began)
        player.close()
    return min(times)


def game_time(program: Program, *, unsafe: bool) -> float:
    """What a game costs beyond its decisions: a new process, ready to move, and its end. The best of many, since noise
    only ever slows down."""
    player = submitted(program, Limits(), unsafe=unsafe)
    view = core.load("connect_four").new(1).view(0)
    times = []
    for _ in range(GAMES):
        began = time.perf_counter()
        player.start(view.game, 0, 1)
        player.end([1, 2])
        times.append(time.perf_counter() - began)
    player.close()
    return min(times)


def show_game_times() -> None:
    bots = {"a bot class": CLASS, "one with numpy": b"import numpy\n" + CLASS, "one of 1,000 lines": LONG}
    for (what, code), unsafe in product(bots.items(), (False, True)):
        seconds = game_time(Program("first.py", code, BOT_CLASS), unsafe=unsafe)
        where = "in the open" if unsafe else "in a sandbox"
        show(f"a game, {what}, {where}", f"{1000 * seconds:.1f} ms", "at most 10 ms", seconds <= 0.01)
    for program in programs()[2:]:
        seconds = game_time(program, unsafe=False)
        show(f"a game, a program for {program.kind}, in a sandbox", f"{1000 * seconds:.0f} ms")


def decision_time(player: ProtocolPlayer, view: View) -> float:
    """The median from the view to the move, for a bot that does not think."""
    player.start(view.game, 0, 1)
    times = []
    for _ in range(DECISIONS):
        began = time.perf_counter()
        player.choose(view)
        times.append(time.perf_counter() - began)
    player.end([1] * view.game.players)
    return median(times)


def request_time(view: View) -> float:
    player = submitted(Program("asks.py", ASKS, PYTHON), Limits())
    player.start(view.game, 0, 1)
    began = time.perf_counter()
    player.choose(view)
    spent = time.perf_counter() - began
    player.close()
    return spent / 2000


def main() -> None:
    title("Sandbox and line protocol")
    if sandbox_problem() is not None:
        print(f"  left out: {sandbox_problem()}")
        return
    for program in programs():
        seconds = start_time(program)
        show(f"start in a sandbox, {program.kind}", f"{1000 * seconds:.0f} ms", "at most 500 ms", seconds <= 0.5)
    show_game_times()
    for program in programs()[1:]:
        player = submitted(program, Limits())
        for game in core.games():
            seconds = decision_time(player, middle(game))
            what = f"decision over the pipe and back, {program.kind}, {game}"
            show(what, f"{1e6 * seconds:.0f} us", "at most 1000 us", seconds <= 0.001)
        player.close()
    for game in core.games():
        show(f"request (sample, free), {game}", f"{1e6 * request_time(middle(game)):.0f} us")


def middle(game: str) -> View:
    """What seat 0 sees some way into a game."""
    state = core.load(game).new(1)
    for _ in range(12):
        state.apply(state.legal()[0])
    while state.to_move != 0:
        state.apply(state.legal()[0])
    return state.view(0)
