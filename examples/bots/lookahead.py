"""A bot in plain Python, without a line of the arena's code: looks one decision ahead by asking over the pipe.

For each legal action it draws a few worlds that fit what it knows, makes the action there, and asks what the result is
worth. See docs/protocol.md.
"""

import json
import sys

WORLDS = 3


def say(message):
    print(json.dumps(message), flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def ask(message):
    say(message)
    return hear()


def value(action, seat, seed):
    """How far ahead of the best other seat this action leaves us, in one world."""
    state = ask({"type": "sample", "seed": seed})["state"]
    ask({"type": "apply", "state": state, "actions": [action]})
    values = ask({"type": "evaluate", "state": state})["values"]
    ask({"type": "free", "state": state})
    own = values.pop(seat)
    return own - max(values, default=0)


def choose(turn, seat, seed):
    """The best action over all worlds; among equals, the middle one."""
    totals = [sum(value(action, seat, seed + world) for world in range(WORLDS)) for action in turn["legal"]]
    best = [action for action, total in zip(turn["legal"], totals, strict=True) if total == max(totals)]
    return best[len(best) // 2]


def main():
    seat = seed = 0
    while True:
        message = hear()
        if message["type"] == "hello":
            say({"type": "hello", "protocol": 1, "send": []})
        elif message["type"] == "new":
            seat, seed = message["seat"], message["seed"] % 2**32
            say({"type": "ready"})
        elif message["type"] == "turn":
            seed += WORLDS
            say({"type": "move", "turn": message["turn"], "action": choose(message, seat, seed)})
        elif message["type"] == "over":
            say({"type": "ready"})


main()
