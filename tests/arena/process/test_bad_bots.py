"""Bots that misbehave in every way we could think of: each loses its game for a recorded reason, and nothing else."""

from __future__ import annotations

import os
import socket
import textwrap
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest

from arena.play.players import Player, make_player
from arena.play.records import Fault
from arena.process.limits import Limits
from arena.process.program import BOT_CLASS, PYTHON, Program
from arena.process.protocol_player import submitted
from arena.process.registry import Registry
from tests.arena.sandboxed import PATIENT, needs_bwrap, play, processes_of

pytestmark = needs_bwrap

QUICK = Limits(seconds=0.4, start_seconds=20, memory_mb=256)
IMPATIENT = Limits(seconds=20, start_seconds=1.0, memory_mb=256)

CLASS = """
import os, pickle, signal, socket, sys, threading, time
from bots import Bot

class Bad(Bot):
    def choose(self, view, clock):
{body}
"""
PROGRAM = """
import json, os, sys, time

def say(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())

def move(action):
    say('{{"type":"move","turn":%d,"action":%s}}\\n' % (turn, action))

def ask(request):
    say('{{%s}}\\n' % request)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say('{{"type":"hello","protocol":1}}\\n')
    elif message["type"] == "turn":
        turn, legal = message["turn"], message["legal"]
{body}
    else:
        say('{{"type":"ready"}}\\n')
"""
GOOD = """
from bots import Bot

class Good(Bot):
    def choose(self, view, clock):
        return view.legal()[len(view.legal()) // 2]
"""


@dataclass(frozen=True)
class Bad:
    """A bot, and what must be recorded about it."""

    name: str
    program: Program
    kind: str
    reason: str
    limits: Limits = PATIENT


def bad_class(name: str, body: str, kind: str, reason: str, limits: Limits = PATIENT) -> Bad:
    return Bad(name, source(CLASS, body, 8, BOT_CLASS), kind, reason, limits)


def bad_program(name: str, body: str, kind: str, reason: str, limits: Limits = PATIENT) -> Bad:
    return Bad(name, source(PROGRAM, body, 8, PYTHON), kind, reason, limits)


def bad_file(name: str, code: str, kind: str, reason: str, limits: Limits = PATIENT) -> Bad:
    return Bad(name, source("{body}", code, 0, BOT_CLASS), kind, reason, limits)


def source(frame: str, body: str, indent: int, kind: str) -> Program:
    """A program under a name that no other process on the machine can have."""
    code = frame.format(body=textwrap.indent(textwrap.dedent(body).strip(), " " * indent))
    return Program(f"bad_{uuid.uuid4().hex}.py", code.encode(), kind)


REFUSED = "PermissionError"
BAD_BOTS = [
    # ---- time
    bad_class("infinite loop", "while True: pass", "timeout", "longer than 0.4 s", QUICK),
    bad_class("sleeps for ever", "time.sleep(1e6)", "timeout", "longer than 0.4 s", QUICK),
    bad_program("prints nothing", "time.sleep(1e6)", "timeout", "longer than 0.4 s", QUICK),
    bad_class(
        "ignores every signal it can",
        """
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True: pass
        """,
        "timeout", "longer than 0.4 s", QUICK,
    ),
    bad_file("sleeps for ever at import", "import time; from bots import Bot; time.sleep(1e6)",
             "timeout", "longer than 1 s", IMPATIENT),
    # ---- processes and memory
    bad_class("fork bomb", "while True: os.fork()", "raised", REFUSED),
    bad_class(
        "fork bomb that does not take no for an answer",
        """
        while True:
            try: os.fork()
            except OSError: pass
        """,
        "timeout", "longer than 0.4 s", QUICK,
    ),
    bad_class("starts another program", "os.posix_spawn('/bin/sh', ['sh', '-c', 'sleep 1000'], {})", "raised", REFUSED),
    bad_class("a thousand threads", "[threading.Thread(target=time.sleep, args=(1e6,)).start() for _ in range(1000)]",
              "raised", "can't start new thread"),
    bad_class("10 GB allocation", "bytearray(10 * 2**30)", "memory", "out of memory"),
    bad_class("10 GB, bit by bit", "self.hoard = [bytearray(2**20) for _ in range(10240)]", "memory", "out of memory"),
    bad_class("shared memory beside its own", "import mmap; mmap.mmap(-1, 10 * 2**30)", "raised", "Cannot allocate"),
    bad_class("memory in a file without a name", "os.memfd_create('hoard')", "raised", REFUSED),
    bad_file("10 GB at import", "from bots import Bot\nhoard = bytearray(10 * 2**30)", "raised", "MemoryError"),
    # ---- files and network
    bad_class("writes outside", "open('/usr/mine', 'w')", "raised", "Read-only file system"),
    bad_class("writes beside the games", "open('/arena/core/mine.py', 'w')", "raised", "Read-only file system"),
    bad_class("writes into its own file", "open(sys.modules[self.__module__].__file__, 'w')", "raised", "Read-only"),
    bad_class("writes to /dev", "open('/dev/shm/mine', 'w')", "raised", "Read-only file system"),
    bad_class("fills its /tmp", "[open(f'/tmp/{i}', 'wb').write(bytes(2**23)) for i in range(100)]",
              "raised", "No space left on device"),
    bad_class("writes a large file", "open('/tmp/large', 'wb').write(bytes(2**25))", "raised", "File too large"),
    bad_class("opens a thousand files", "self.hoard = [open('/dev/null') for _ in range(1000)]",
              "raised", "Too many open files"),
    bad_class("looks for users", "open('/etc/passwd')", "raised", "No such file"),
    bad_class("opens a socket", "socket.create_connection(('127.0.0.1', 22))", "raised", REFUSED),
    bad_class("asks for a name", "raise OSError(socket.gethostbyname('example.org'))", "raised", "gaierror"),
    bad_class("reads an environment", "raise KeyError(os.environ['USER'])", "raised", "KeyError: 'USER'"),
    # ---- others
    bad_class("reads the driver's memory", f"open('/proc/{os.getpid()}/mem', 'rb')", "raised", "No such file"),
    bad_class("reads the memory of what is above it", "open('/proc/1/mem', 'r+b').read(1)", "raised", "No such file"),
    bad_class("looks into what is above it", "os.listdir('/proc/1/fd')", "raised", "No such file"),
    bad_class("kills everybody", "os.kill(-1, signal.SIGKILL)", "raised", "ProcessLookupError"),
    bad_class("kills what is above it", "os.kill(1, signal.SIGKILL); raise OSError('still here')", "raised", "Error"),
    bad_class("becomes root", "os.setuid(0)", "raised", "Error"),
    bad_class("traces what is above it", "import ctypes; raise OSError(ctypes.CDLL(None).ptrace(16, 1, 0, 0))",
              "raised", "OSError: -1"),
    bad_class("makes a world of its own", "import ctypes; raise OSError(ctypes.CDLL(None).unshare(0x10000000))",
              "raised", "OSError: -1"),
    # ---- output
    bad_program("prints a gigabyte", "while True: say(b'x' * 2**20)", "protocol", "a line of more than 65536 bytes"),
    bad_program("prints a gigabyte of lines", "while True: say(b'{}\\n' * 2**18)", "protocol", "not an object with"),
    bad_class("prints a gigabyte to a person", "while True: print('x' * 2**20)", "protocol", "to standard error"),
    bad_program("half a line", "say('{\"type\":\"mo'); time.sleep(1e6)", "timeout", "longer than 0.4 s", QUICK),
    bad_program("half a line and out", "say('{\"type\":\"mo'); sys.exit(0)", "died", "exit code 0"),
    bad_program("closes its output", "os.close(1); time.sleep(1e6)", "protocol", "it closed its standard output"),
    bad_program("exits with a high code", "os._exit(137)", "died", "exit code 137"),
    bad_program("invalid UTF-8", "say(b'{\"type\":\"\\xff\\xfe\"}\\n')", "protocol", "not UTF-8"),
    bad_program("a lone surrogate", "ask('\"type\":\"error\",\"message\":\"\\\\ud800\\\\u001b[2J\"')", "raised", "[2J"),
    bad_program("deep JSON", "say('[' * 60000 + '\\n')", "protocol", "nested too deeply"),
    bad_program("deep JSON in a move", "say('{\"type\":\"move\",\"action\":' + '{\"a\":' * 9000 + '\\n')",
                "protocol", "nested too deeply"),
    bad_program("not JSON", "say('column 4\\n')", "protocol", "not JSON"),
    bad_program("not a number", "move('NaN')", "protocol", "not JSON"),
    bad_program("a huge integer", "move('1' + '0' * 4000)",
                "protocol", "should be a whole number of at most 64 bits"),
    bad_program("a hugest integer", "move('1' + '0' * 50000)",
                "protocol", "not JSON"),
    bad_program("pickles", "import pickle; say(pickle.dumps(print) + b'\\n')", "protocol", "UTF-8"),
    # ---- moves
    bad_program("an illegal action", "move('99')", "illegal", "not legal"),
    bad_program("a negative action", "move('-1')", "illegal", "not legal"),
    bad_program("an action in words", "move('\"column 4\"')",
                "protocol", "should be a whole number"),
    bad_program("a stale action", "turn -= 1; move(legal[0])",
                "protocol", "when asked for turn"),
    bad_program("two moves at once", "move(legal[0]); move(legal[0])",
                "protocol", "moved for turn 1 when asked for turn 2"),
    bad_program("an unknown request", "ask('\"type\":\"peek\"')", "protocol", "of type 'peek'"),
    bad_program("a state that is not there", "ask('\"type\":\"legal\",\"state\":7')", "protocol", "no state 7"),
    bad_program(
        "hoards states",
        "while True: ask('\"type\":\"sample\",\"seed\":1'); sys.stdin.readline()",
        "protocol", "free some",
    ),
    bad_program("asks and never listens", "while True: ask('\"type\":\"sample\",\"seed\":1')",
                "timeout", "longer than 0.4 s", QUICK),
    bad_class("answers with an object that runs code when unpickled", """
        class Trap:
            def __reduce__(self): return os.system, ('touch /tmp/trapped',)
        return Trap()
        """, "illegal", "with Trap instead of a legal action"),
    bad_class("answers with nothing", "return None", "illegal", "with NoneType"),
    # ---- the end
    bad_class("exits early", "sys.exit(3)", "raised", "SystemExit: 3"),
    bad_class("exits at once", "os._exit(3)", "died", "exit code 3"),
    bad_class("crashes", "import ctypes; ctypes.string_at(0)", "died", "SIGSEGV"),
    bad_class("aborts", "os.abort()", "died", "SIGABRT"),
    bad_file("exits at import", "import os; from bots import Bot; os._exit(0)", "died", "exit code 0"),
    bad_file("does not compile", "from bots import Bot\ndef (:", "raised", "SyntaxError"),
    bad_file("no bot in it", "from bots import Bot", "raised", "has nothing as bot classes"),
]


@pytest.fixture(scope="module")
def good() -> Iterator[Player]:
    """One sandboxed bot that plays against all the others."""
    player = submitted(Program("good.py", GOOD.encode(), BOT_CLASS), PATIENT)
    yield player
    player.close()


@pytest.mark.parametrize("bad", BAD_BOTS, ids=[bad.name for bad in BAD_BOTS])
def test_it_loses_its_game_for_a_recorded_reason(bad: Bad, good: Player) -> None:
    fault = fault_of(bad, good)
    assert (fault.kind, fault.seat) == (bad.kind, 0)
    assert bad.reason in fault.message
    assert fault.message.isprintable()
    assert processes_of(bad.program) == []


def fault_of(bad: Bad, good: Player) -> Fault:
    """Plays one game between the bad bot and a good one, which must not suffer."""
    player = submitted(bad.program, bad.limits)
    try:
        record = play({"bad": player, "good": good}).record
    finally:
        player.close()
    assert record.ranks == (2, 1)
    (fault,) = record.faults
    return fault


def test_what_it_may_not_read_it_cannot_see(tmp_path: Path, good: Player) -> None:
    """The registry with all bots in it, and another bot's file, by their true paths."""
    registry = tmp_path / "submissions.db"
    other = tmp_path / "other.py"
    other.write_text(GOOD)
    with Registry(registry, create=True) as store:
        store.add(Program("good.py", GOOD.encode(), BOT_CLASS), "good", "somebody", {})
    before = sha256(registry.read_bytes()).digest()
    for path in (registry, other, Path(__file__).resolve(), Path.cwd() / "README.md"):
        fault = fault_of(bad_class("reads", f"os.stat({str(path)!r})", "raised", ""), good)
        assert "No such file" in fault.message
        fault = fault_of(bad_class("writes", f"open({str(path)!r}, 'wb')", "raised", ""), good)
        assert "No such file" in fault.message
    assert sha256(registry.read_bytes()).digest() == before


def test_it_cannot_reach_a_server_on_this_machine(good: Player) -> None:
    """Not even past the filter that refuses sockets: there is no network to reach it by."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        fault = fault_of(bad_class("connects", f"socket.create_connection(('127.0.0.1', {port}))", "raised", ""), good)
        server.settimeout(0.1)
        with pytest.raises(TimeoutError):
            server.accept()
    assert fault.kind == "raised"


def test_bots_that_die_do_so_game_after_game_and_the_others_play_on() -> None:
    bad = bad_class("dies", "os._exit(1)", "died", "")
    player = submitted(bad.program, PATIENT)
    rivals = make_player("random", PATIENT)
    for seed in range(3):
        record = play({"random": rivals, "bad": player}, seed).record
        assert [fault.kind for fault in record.faults] == ["died"]
        assert record.ranks == (1, 2)
    player.close()
    assert processes_of(bad.program) == []
