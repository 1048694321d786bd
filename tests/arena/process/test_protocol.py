"""The line protocol: its messages, the requests a bot may make, and the examples that speak it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import time
from pathlib import Path

import pytest

import core
from arena.play.players import make_player
from arena.process import protocol
from arena.process.faults import PlayerFault
from arena.process.inside.lengths import LONGEST_LINE
from arena.process.limits import Limits
from arena.process.pipes import Pipes, TooMuchOutput
from arena.process.program import BOT_CLASS, Program, read_program
from arena.process.protocol import MOST_STATES, ProtocolError, RequestHandler, action_data, catalogue_data
from arena.process.protocol_player import ProtocolPlayer, command, submitted
from arena.process.sandbox import sandbox_problem
from core import View
from tests.arena.sandboxed import (
    EXAMPLES,
    PATIENT,
    needs_bwrap,
    needs_cc,
    needs_node,
    play,
    play_against_random,
    processes_of,
)
from tests.support import random_play

STEADY = b"""
from random import Random
from bots import Bot

class Steady(Bot):
    games = ("connect_four",)

    def start(self, game, seat, seed):
        self.random = Random(seed)

    def choose(self, view, clock):
        print("this goes to a person")
        return self.random.choice(view.legal())
"""


@pytest.fixture
def view() -> View:
    return core.load("connect_four").new(1).view(0)


# ---- messages


def test_a_turn_has_the_parts_that_were_asked_for(view: View) -> None:
    assert set(protocol.turn(1, view, (), 2.0)) == {"type", "turn", "legal", "clock"}
    full = json.loads(protocol.encode(protocol.turn(1, view, protocol.PARTS, 2.0)))
    assert full["legal"] == view.legal()
    assert full["names"] == view.names()
    assert full["view"] == view.to_dict()
    assert view.game.view_from_bytes(base64.b64decode(full["bytes"])) == view
    assert full["clock"] == {"seconds": 2.0}


@pytest.mark.parametrize("game", core.games())
def test_a_turn_of_every_game_is_one_line_that_reads_back(game: str) -> None:
    for number, state in enumerate(random_play(core.load(game), seed=3)):
        if state.to_move is None:
            break
        view = state.view(state.to_move)
        line = protocol.encode(protocol.turn(number, view, protocol.PARTS, 1.0))
        assert line.count(b"\n") == 1
        assert json.loads(line)["view"] == json.loads(json.dumps(view.to_dict()))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "not JSON"),
        (b"column 4", "not JSON: Expecting value"),
        (b"[1]", "not an object"),
        (b'{"turn":1}', 'with a "type"'),
        (b'{"type":3}', 'with a "type"'),
        (b'{"type":Infinity}', "Infinity is not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[" * 60000, "nested too deeply"),
        (b'{"type":' + b"1" * 5000 + b"}", "not JSON"),
    ],
)
def test_a_bad_line_is_explained(line: bytes, sentence: str) -> None:
    with pytest.raises(ProtocolError, match=sentence.replace("(", r"\(")):
        protocol.decode(line)


@pytest.mark.parametrize(
    ("hello", "sentence"),
    [
        ({}, "protocol None, this is protocol 1"),
        ({"protocol": 2}, "protocol 2, this is protocol 1"),
        ({"protocol": 1, "send": "view"}, '"send" should be a list of texts'),
        ({"protocol": 1, "send": ["state"]}, "list of view, names, bytes, actions"),
        ({"protocol": 1, "games": [4]}, '"games" should be a list of texts'),
        ({"protocol": 1, "games": ["x"] * 1000}, '"games" should be a list of texts'),
    ],
)
def test_a_bad_hello_is_explained(hello: dict[str, object], sentence: str) -> None:
    with pytest.raises(ProtocolError, match=sentence):
        protocol.read_hello({"type": "hello", **hello})


def test_a_hello_may_claim_games_and_say_what_it_wants() -> None:
    assert protocol.read_hello({"type": "hello", "protocol": 1}) == (("view", "names"), None)
    full = {"type": "hello", "protocol": 1, "send": [], "games": ["ganymede"]}
    assert protocol.read_hello(full) == ((), ("ganymede",))


# ---- requests


def test_a_bot_can_search_without_the_rules(view: View) -> None:
    handler = RequestHandler(view)
    sampled = handler.answer({"type": "sample", "seed": 5})
    assert (sampled["state"], sampled["to_move"], sampled["legal"]) == (1, 0, view.legal())
    assert handler.answer({"type": "copy", "state": 1})["state"] == 2
    applied = handler.answer({"type": "apply", "state": 2, "actions": view.legal()[:2]})
    assert (applied["state"], applied["to_move"]) == (2, 0)
    expected = view.sample(5)
    assert handler.answer({"type": "describe", "state": 1})["position"] == expected.to_dict()
    expected.apply_all(view.legal()[:2])
    assert handler.answer({"type": "describe", "state": 2})["position"] == expected.to_dict()
    assert handler.answer({"type": "legal", "state": 2})["names"] == expected.names()
    values = [expected.evaluate(seat) for seat in range(2)]
    assert handler.answer({"type": "evaluate", "state": 2})["values"] == values
    over = handler.answer({"type": "playout", "state": 2, "seed": 7})
    expected.playout(7)
    assert over == {"type": "state", "state": 2, "to_move": None, "legal": [], "scores": expected.scores(),
                    "ranks": expected.ranks()}
    assert handler.answer({"type": "free", "state": 2}) == {"type": "freed", "state": 2}


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"type": "peek"}, "of type 'peek'; in its turn it may write move, sample"),
        ({"type": "sample"}, '"seed" should be a whole number'),
        ({"type": "sample", "seed": -1}, "should not be negative"),
        ({"type": "sample", "seed": 2**64}, "at most 64 bits"),
        ({"type": "sample", "seed": True}, '"seed" should be a whole number'),
        ({"type": "apply", "state": 1}, '"actions" should be a list'),
        ({"type": "apply", "state": 2, "actions": []}, "there is no state 2"),
        ({"type": "apply", "state": 1, "actions": [99]}, "state 1: action 1 of the list: action 99 is not legal"),
        ({"type": "apply", "state": 1, "actions": ["x"]}, "state 1: action 1 of the list"),
        ({"type": "legal", "state": [1]}, '"state" should be a whole number'),
    ],
)
def test_a_bad_request_is_explained(view: View, request_: dict[str, object], sentence: str) -> None:
    handler = RequestHandler(view)
    handler.answer({"type": "sample", "seed": 1})
    with pytest.raises(ProtocolError, match=sentence):
        handler.answer(request_)


def test_states_are_bounded_in_number_and_can_be_freed(view: View) -> None:
    handler = RequestHandler(view)
    for _ in range(MOST_STATES):
        handler.answer({"type": "sample", "seed": 1})
    with pytest.raises(ProtocolError, match="free some"):
        handler.answer({"type": "copy", "state": 1})
    handler.answer({"type": "free", "state": 1})
    assert handler.answer({"type": "sample", "seed": 1})["state"] == MOST_STATES + 1


@pytest.mark.parametrize("game", core.games())
def test_what_is_hidden_stays_hidden(game: str) -> None:
    """Two deals that look alike to a seat are alike in all the handler says about them."""
    view = core.load(game).new(1).view(0)
    same = view.sample(99).view(0)
    assert same == view
    answers = [[handler.answer({"type": "sample", "seed": 4}), handler.answer({"type": "describe", "state": 1})]
               for handler in (RequestHandler(view), RequestHandler(same))]
    assert answers[0] == answers[1]


# ---- pipes


@pytest.fixture
def pipes():  # type: ignore[no-untyped-def]
    """Our end of three pipes, and the bot's ends of them."""
    ends = [os.pipe() for _ in range(3)]
    (their_in, our_in), (our_out, their_out), (our_err, their_err) = ends
    for descriptor in (our_in, our_out, our_err):
        os.set_blocking(descriptor, False)
    yield Pipes(our_in, our_out, our_err), their_in, their_out, their_err
    for descriptor in (end for pair in ends for end in pair):
        try:
            os.close(descriptor)
        except OSError:
            continue


def soon(seconds: float = 5.0) -> float:
    return time.monotonic() + seconds


def test_lines_come_one_by_one_however_they_are_cut(pipes) -> None:  # type: ignore[no-untyped-def]
    ours, _, out, _ = pipes
    os.write(out, b"one\ntwo\nth")
    assert [ours.receive(soon()), ours.receive(soon())] == [b"one", b"two"]
    os.write(out, b"ree\n")
    assert ours.receive(soon()) == b"three"


def test_the_longest_line_is_heard_and_a_longer_one_is_not(pipes) -> None:  # type: ignore[no-untyped-def]
    ours, _, out, _ = pipes
    os.write(out, b"x" * (LONGEST_LINE - 1) + b"\n")
    assert len(ours.receive(soon())) == LONGEST_LINE - 1
    os.write(out, b"x" * LONGEST_LINE)
    with pytest.raises(TimeoutError):
        ours.receive(soon(0.01))
    os.write(out, b"x\n")
    with pytest.raises(TooMuchOutput):
        ours.receive(soon())


def test_a_deadline_holds_for_reading_and_for_writing(pipes) -> None:  # type: ignore[no-untyped-def]
    ours, *_ = pipes
    with pytest.raises(TimeoutError):
        ours.receive(soon(0.01))
    with pytest.raises(TimeoutError):
        ours.send(b"x" * 2**20, soon(0.01), print)


def test_a_bot_wakes_up_when_its_line_is_there_or_the_pipe_is_full(pipes) -> None:  # type: ignore[no-untyped-def]
    ours, their_in, *_ = pipes
    heard = []
    ours.send(b"turn\n", soon(), lambda: heard.append(os.read(their_in, 100)))
    ours.send(b"x" * 100_000, soon(), lambda: heard.append(os.read(their_in, 100_000)))
    assert heard == [b"turn\n", b"x" * len(heard[1])]
    assert len(heard[1]) + len(os.read(their_in, 100_000)) == 100_000


def test_a_bot_that_is_gone_is_noticed_with_its_last_words(pipes) -> None:  # type: ignore[no-untyped-def]
    ours, their_in, out, err = pipes
    os.write(err, b"out of ideas\n")
    os.write(out, b"half a li")
    os.close(out)
    os.close(err)
    with pytest.raises(EOFError):
        ours.receive(soon())
    assert ours.stderr_tail == b"out of ideas\n"
    os.close(their_in)
    with pytest.raises(EOFError):
        ours.send(b"x", soon(), print)


# ---- whole games


def test_a_bot_class_without_a_sandbox_plays_as_it_does_in_this_process(tmp_path: Path) -> None:
    file = tmp_path / "steady.py"
    file.write_bytes(STEADY)
    program = read_program(file)
    assert program.kind == BOT_CLASS
    here = play_against_random(make_player(str(file), PATIENT))
    there = play_against_random(submitted(program, PATIENT, unsafe=True))
    assert (here.actions, here.record.faults) == (there.actions, there.record.faults) == (here.actions, ())


@needs_bwrap
@pytest.mark.parametrize("game", core.games())
def test_a_bot_class_plays_every_game(game: str) -> None:
    code = STEADY.replace(b'games = ("connect_four",)', b"").replace(b'print("this goes to a person")', b"pass")
    player = submitted(Program("steady.py", code, BOT_CLASS), PATIENT)
    rivals = {f"random-{seat}": make_player("random", PATIENT) for seat in range(1, core.load(game).players)}
    record = play({"bot": player, **rivals}, game=game).record
    player.close()
    assert record.faults == ()


@needs_bwrap
def test_a_bot_class_in_a_sandbox_plays_as_it_does_in_this_process(tmp_path: Path) -> None:
    file = tmp_path / "steady.py"
    file.write_bytes(STEADY)
    here = play_against_random(make_player(str(file), PATIENT))
    player = submitted(read_program(file), PATIENT)
    there = play_against_random(player)
    assert here.actions == there.actions
    assert player.games == ("connect_four",)


def wins(player: ProtocolPlayer, games: int = 4) -> int:
    """Against random moves, without a fault."""
    rival = make_player("random", PATIENT)
    won = 0
    for seed in range(games):
        record = play({"bot": player, "random": rival}, seed).record
        assert record.faults == ()
        won += record.ranks[0] == 1
    player.close()
    return won


def both_ways(program: Program) -> list[ProtocolPlayer]:
    sandboxed = [submitted(program, PATIENT)] if sandbox_problem() is None else []
    return [*sandboxed, submitted(program, PATIENT, unsafe=True)]


def test_the_example_in_plain_python_beats_random() -> None:
    program = read_program(EXAMPLES / "lookahead.py")
    assert b"import bots" not in program.content
    assert b"core" not in program.content
    assert [wins(player) for player in both_ways(program)] == [4] * len(both_ways(program))


@needs_node
def test_the_example_in_javascript_beats_random() -> None:
    program = read_program(EXAMPLES / "lookahead.js")
    assert [wins(player) for player in both_ways(program)] == [4] * len(both_ways(program))


@needs_cc
def test_the_example_in_c_beats_random(tmp_path: Path) -> None:
    binary = tmp_path / "monte_carlo"
    source = EXAMPLES / "monte_carlo.c"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, source], check=True)
    players = both_ways(read_program(binary))
    assert [wins(player) for player in players] == [4] * len(players)
    assert wins(command([str(binary)], PATIENT)) == 4


def test_every_game_has_a_process_of_its_own() -> None:
    counting = STEADY.replace(b"self.random = Random(seed)", b"self.random = Random(seed); print('start', flush=True)")
    player = submitted(Program("counting.py", counting, BOT_CLASS), PATIENT, unsafe=True)
    game = core.load("connect_four")
    pids = set()
    for seed in range(3):
        player.start(game, 0, seed)
        player.choose(game.new(seed).view(0))
        assert player.running is not None
        pids.add(player.running.pid)
        player.end([1, 2])
        assert player.running is None
    player.close()
    assert len(pids) == 3


def test_a_bot_that_is_not_asked_does_not_think(tmp_path: Path) -> None:
    """It is stopped while others move, so it cannot ponder at their cost."""
    busy = Program("ponders.py", PONDERS, BOT_CLASS)
    player = submitted(busy, PATIENT, unsafe=True)
    game = core.load("connect_four")
    player.start(game, 0, 1)
    player.choose(game.new(1).view(0))
    assert player.running is not None
    before = player.running.processor_seconds()
    time.sleep(0.2)
    assert player.running.processor_seconds() - before < 0.05
    player.choose(game.new(1).view(0))
    player.close()
    assert processes_of(busy) == []


PONDERS = b"""
import threading
from bots import Bot

def ponder():
    while True:
        pass

class Ponders(Bot):
    def start(self, game, seat, seed):
        threading.Thread(target=ponder, daemon=True).start()

    def choose(self, view, clock):
        return view.legal()[0]
"""


def test_threads_do_not_buy_time(tmp_path: Path) -> None:
    """More processor time than the decision may last on one core is an overrun."""
    player = submitted(Program("hasty.py", STEADY, BOT_CLASS), PATIENT, unsafe=True)
    game = core.load("connect_four")
    player.start(game, 0, 1)
    assert player.running is not None
    spent = iter([0.0, PATIENT.seconds + 1.5])
    player.running.processor_seconds = lambda: next(spent)  # type: ignore[method-assign]
    with pytest.raises(PlayerFault) as fault:
        player.choose(game.new(1).view(0))
    assert fault.value.kind == "timeout"
    assert "21.5 s of processor time where 20 s are allowed" in fault.value.message


def test_a_bot_that_cannot_start_is_not_tried_again() -> None:
    player = submitted(Program("silent.py", b"import time; time.sleep(1000)", "python"), Limits(start_seconds=2))
    began = time.monotonic()
    for _ in range(3):
        with pytest.raises(PlayerFault, match=r"longer than 2 s"):
            player.start(core.load("connect_four"), 0, 1)
    player.close()
    assert time.monotonic() - began < 4


# ---- the documentation

PLAYS_A_TRANSCRIPT = """
import json, sys
for said, answer in {exchanges!r}:
    line = sys.stdin.readline().rstrip("\\n")
    if line != said:
        answer = json.dumps({{"type": "error", "message": "not in the transcript: " + line}})
    print(answer, flush=True)
"""


def transcript() -> list[tuple[str, str]]:
    """What the arena says and what the bot answers, in the transcript of docs/protocol.md."""
    page = (EXAMPLES.parents[1] / "docs" / "protocol.md").read_text()
    lines = [line.strip() for line in page.partition("## A transcript")[2].splitlines() if line.startswith("    ")]
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(said[2:], answer[2:]) for said, answer in zip(lines[::2], lines[1::2], strict=True)]


def test_the_transcript_in_the_documentation_is_what_is_said() -> None:
    code = PLAYS_A_TRANSCRIPT.format(exchanges=transcript())
    limits = Limits(seconds=10.0)
    record = play_against_random(submitted(Program("actor.py", code.encode(), "python"), limits, unsafe=True)).record
    assert record.faults == ()
    assert record.ranks == (1, 2)
    said = {json.loads(line)["type"] for exchange in transcript() for line in exchange}
    assert {"hello", "new", "ready", "turn", "move", "sample", "apply", "playout", "evaluate", "over"} <= said


@pytest.mark.parametrize("game", core.games())
def test_every_game_tells_catalogue_and_actions_as_data(game: str) -> None:
    state = core.load(game).new(1)
    assert state.to_move is not None
    handler = RequestHandler(state.view(state.to_move))
    told = json.loads(json.dumps(handler.answer({"type": "catalogue"})))
    assert told["catalogue"] == state.game.catalogue()
    told = json.loads(json.dumps(handler.answer({"type": "actions"})))
    assert told["legal"] == state.legal()
    assert told["actions"] == [state.action(action) for action in state.legal()]


def test_actions_of_a_sample_are_told_as_data() -> None:
    handler = RequestHandler(core.load("connect_four").new(1).view(0))
    handler.answer({"type": "sample", "seed": 1})
    handler.answer({"type": "apply", "state": 1, "actions": [3]})
    assert len(handler.answer({"type": "actions", "state": 1})["actions"]) == 7


def test_a_game_without_such_data_gives_names() -> None:
    class Plain:
        def action(self, action: int) -> None:
            raise TypeError("this game gives no data.")

        def name(self, action: int) -> str:
            return f"move {action}"

        def catalogue(self) -> None:
            raise TypeError("this game has no catalogue.")

    assert action_data(Plain(), 4) == {"name": "move 4"}
    assert catalogue_data(Plain()) == {}
