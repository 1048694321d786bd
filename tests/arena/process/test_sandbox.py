"""The sandbox: what a bot sees from inside, what it may use, and that nothing of it remains."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import core
from arena.process import launcher, sandbox, seccomp
from arena.process.faults import PlayerFault
from arena.process.launcher import Launcher
from arena.process.limits import Limits
from arena.process.pipes import read
from arena.process.program import BOT_CLASS, EXECUTABLE, NODE, PYTHON, BadProgram, Program, read_program
from arena.process.protocol_player import submitted
from arena.process.sandbox import SandboxError
from tests.arena.sandboxed import PATIENT, needs_bwrap, needs_node, play, processes_of


def run_inside(code: str, kind: str = PYTHON, name: str = "inside.py", memory_mb: int = 256) -> str:
    """What a program prints in a sandbox."""
    status, said, stderr = ended_inside(Program(name, code.encode(), kind), memory_mb)
    assert status == 0, stderr
    return said.strip()


def ended_inside(program: Program, memory_mb: int = 256) -> tuple[int | None, str, str]:
    """How a program ends in a sandbox, and what it says."""
    with closing(Launcher(program, memory_mb=memory_mb, sandboxed=True)) as starter:
        running = starter.start(time.monotonic() + 20)
        status = running.wait(20)
        return status, *((read(pipe) or b"").decode() for pipe in (running.stdout, running.stderr))


@needs_bwrap
def test_the_sandbox_works_where_bubblewrap_is_installed() -> None:
    assert sandbox.sandbox_problem() is None


@needs_bwrap
def test_a_bot_sees_the_system_the_games_and_itself() -> None:
    code = "import json, os; print(json.dumps([sorted(os.listdir(f)) for f in ('/', '/tmp', '/arena', '/bot')]))"
    root, tmp, ours, bot = json.loads(run_inside(code))
    assert {"arena", "bot", "tmp", "usr", "proc", "dev"} <= set(root)
    assert not {"home", "var", "srv", "mnt", "run", "sys", "boot"} & set(root)
    assert (tmp, ours, bot) == ([], ["bots", "core", "inside", "site-packages"], ["inside.py"])


@needs_bwrap
def test_a_bot_has_no_environment_of_ours_and_three_descriptors() -> None:
    os.environ["ARENA_SECRET"] = "1"
    try:
        code = "import json, os; print(json.dumps([sorted(os.environ), sorted(os.listdir('/proc/self/fd'))]))"
        said = run_inside(code)
    finally:
        del os.environ["ARENA_SECRET"]
    environment, descriptors = json.loads(said)
    assert set(environment) <= {*sandbox.ENVIRONMENT, *sandbox.python_environment(), "PWD", "LC_CTYPE"}
    assert descriptors == ["0", "1", "2", "3"]  # 3 is the listing's own


@needs_bwrap
def test_a_bot_is_alone_and_nobody() -> None:
    code = """
import os
print(sorted(int(name) for name in os.listdir('/proc') if name.isdigit()))
status = dict(line.split(':', 1) for line in open('/proc/self/status').read().splitlines())
print(os.getuid() == 0, status['CapEff'].strip(), status['CapPrm'].strip(), status['NoNewPrivs'].strip())
print(open('/proc/net/dev').read().count(':'))
"""
    processes, rights, interfaces = run_inside(code).splitlines()
    assert processes == "[1, 2]"
    assert rights == "False 0000000000000000 0000000000000000 1"
    assert interfaces == "1"  # loopback


@needs_bwrap
def test_the_limits_are_set() -> None:
    code = """
import resource
for name in ('AS', 'DATA', 'NPROC', 'NOFILE', 'FSIZE', 'CORE', 'MEMLOCK'):
    print(*resource.getrlimit(getattr(resource, 'RLIMIT_' + name)))
"""
    memory = 256 * 2**20
    expected = [memory, memory, sandbox.THREADS, sandbox.OPEN_FILES, sandbox.LARGEST_FILE, 0, 0]
    assert run_inside(code).splitlines() == [f"{limit} {limit}" for limit in expected]


@needs_bwrap
def test_numpy_and_threads_work_inside() -> None:
    code = """
import threading
import numpy
total = []
threads = [threading.Thread(target=lambda: total.append(int(numpy.arange(10).sum()))) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(sum(total))
"""
    assert run_inside(code, memory_mb=1024) == "360"


@needs_bwrap
def test_a_script_can_be_a_bot() -> None:
    assert run_inside("#!/bin/sh\necho here\n", EXECUTABLE, "script") == "here"


@needs_bwrap
@needs_node
def test_node_keeps_to_its_memory() -> None:
    assert run_inside("console.log(6 * 7)", NODE, "answer.js", memory_mb=128) == "42"
    hoard = Program("hoard.js", b"const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))", NODE)
    assert ended_inside(hoard, 128)[0] not in (None, 0)


@needs_bwrap
def test_a_sandbox_ends_with_the_process_that_made_it(tmp_path: Path) -> None:
    """Even if that is killed without a chance to tidy up, and the bot does not want to end."""
    code = b"""
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print('up', flush=True)
time.sleep(1000)
"""
    program = Program(f"orphan_{os.getpid()}.py", code, PYTHON)
    maker = f"""
import os, time
from arena.process.launcher import Launcher
from arena.process.program import Program
program = Program({program.name!r}, {program.content!r}, {program.kind!r})
launcher = Launcher(program, memory_mb=256, sandboxed=True)
running = launcher.start(time.monotonic() + 20)
os.set_blocking(running.stdout, True)
print(os.read(running.stdout, 10).decode(), flush=True)
time.sleep(1000)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[3]), *sys.path])}
    with subprocess.Popen([sys.executable, "-c", maker], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"up\n"
        assert processes_of(program) != []
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 10
    while processes_of(program) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert processes_of(program) == []


@needs_bwrap
def test_closing_a_player_leaves_nothing() -> None:
    program = Program(f"closing_{os.getpid()}.py", b"from bots import Bot\nclass B(Bot): pass", BOT_CLASS)
    player = submitted(program, Limits())
    player.start(core.load("connect_four"), 0, 1)
    assert processes_of(program) != []
    player.close()
    assert processes_of(program) == []


def test_where_there_is_no_bubblewrap_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sandbox, "bwrap_program", lambda: None)
    sandbox.sandbox_problem.cache_clear()
    try:
        assert "bubblewrap, which is not installed" in str(sandbox.sandbox_problem())
    finally:
        sandbox.sandbox_problem.cache_clear()


def test_where_bubblewrap_fails_it_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    sandbox.sandbox_problem.cache_clear()
    try:
        assert "No permissions to create a new namespace" in str(sandbox.sandbox_problem())
        with pytest.raises(SandboxError):
            submitted(Program("b.py", b"from bots import Bot", BOT_CLASS), Limits()).load()
    finally:
        sandbox.sandbox_problem.cache_clear()


def test_in_the_open_memory_is_limited_and_the_file_is_removed() -> None:
    code = b"from bots import Bot\nclass B(Bot):\n    def choose(self, view, clock): bytearray(2**32)"
    program = Program(f"hungry_{os.getpid()}.py", code, BOT_CLASS)
    player = submitted(program, Limits(memory_mb=256), unsafe=True)
    game = core.load("connect_four")
    player.start(game, 0, 1)
    with pytest.raises(PlayerFault) as fault:
        player.choose(game.new(1).view(0))
    assert fault.value.kind == "memory"
    player.close()
    assert processes_of(program) == []
    assert list(Path(os.environ.get("TMPDIR", "/tmp")).glob(f"{launcher.FOLDER_PREFIX}*/bot/{program.name}")) == []


# ---- the filter


def test_the_filter_has_a_table_for_both_architectures() -> None:
    for machine in ("x86_64", "aarch64"):
        program = seccomp.seccomp_filter(machine)
        assert program is not None
        assert len(program) % 8 == 0
    assert seccomp.seccomp_filter("pdp11") is None


def refused_by_name(number: int, first_argument: int, machine: str, second_argument: int = 0) -> int:
    """Runs the filter as the kernel would: its answer to a call."""
    program = seccomp.seccomp_filter(machine)
    assert program is not None
    memory = {seccomp.NUMBER: number, seccomp.ARCHITECTURE: seccomp.AUDIT_ARCH[machine],
              seccomp.FIRST_ARGUMENT: first_argument, seccomp.SECOND_ARGUMENT: second_argument}
    at, value = 0, 0
    while True:
        code, if_true, if_false, operand = seccomp.struct.unpack_from("<HBBI", program, 8 * at)
        at += 1
        if code == seccomp.RETURN:
            return int(operand)
        if code == seccomp.LOAD:
            value = memory[operand]
            continue
        tests = {seccomp.JUMP_EQUAL: value == operand, seccomp.JUMP_AT_LEAST: value >= operand,
                 seccomp.JUMP_ANY_BIT: bool(value & operand)}
        at += if_true if tests[code] else if_false


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_lets_threads_pass_and_nothing_that_makes_a_process(machine: str) -> None:
    clone = seccomp.CLONE[machine]
    assert refused_by_name(clone, 0x003D0F00, machine) == seccomp.ALLOW  # what glibc passes for a thread
    assert refused_by_name(clone, 0x01200011, machine) == seccomp.refuse(seccomp.EPERM)  # and for fork
    assert refused_by_name(seccomp.CLONE3, 0, machine) == seccomp.refuse(seccomp.ENOSYS)
    column = list(seccomp.CLONE).index(machine)
    for numbers in seccomp.REFUSED.values():
        number = numbers[column]
        assert number is None or refused_by_name(number, 0, machine) == seccomp.refuse(seccomp.EPERM)
    read = {"x86_64": 0, "aarch64": 63}[machine]
    assert refused_by_name(read, 0, machine) == seccomp.ALLOW


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_tells_a_bot_that_it_has_a_lock_and_makes_none(machine: str) -> None:
    fcntl = seccomp.FCNTL[machine]
    assert {refused_by_name(fcntl, 3, machine, lock) for lock in seccomp.LOCKS} == {seccomp.refuse(seccomp.NO_ERROR)}
    assert refused_by_name(seccomp.FLOCK[machine], 3, machine) == seccomp.refuse(seccomp.NO_ERROR)
    assert {refused_by_name(fcntl, 3, machine, notice) for notice in seccomp.NOTICES} == {seccomp.refuse(seccomp.EPERM)}
    assert {refused_by_name(fcntl, 3, machine, other) for other in (1, 2, 3, 4, 5, 1031)} == {seccomp.ALLOW}


@needs_bwrap
def test_no_memory_of_the_kernel_can_be_hoarded_by_locks_sockets_or_watches() -> None:
    """Each lock takes 200 bytes that no limit counts, and the buffers of a socket may be set to megabytes."""
    code = """
import ctypes, fcntl, os, socket
for place in range(100):
    fcntl.lockf(os.open('/tmp/locked', os.O_RDWR | os.O_CREAT), fcntl.LOCK_EX, 1, 2 * place)
    if place > 40: break
print(len(open('/proc/locks').readlines()))
ours, theirs = socket.socketpair()
try: ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**30)
except OSError as error: print(error.strerror)
print(ctypes.CDLL(None).inotify_init1(0))
"""
    assert run_inside(code).splitlines() == ["0", "Operation not permitted", "-1"]


TELLS = b"""
import ctypes, fcntl, os
from bots import Bot

SHARED = os.open("/usr/bin/env", os.O_RDONLY)
FOLDER = os.open("/usr/bin", os.O_RDONLY)

class Tells(Bot):
    def start(self, game, seat, seed):
        self.seat = seat
        if seat == 0:
            fcntl.flock(SHARED, fcntl.LOCK_EX)

    def choose(self, view, clock):
        if self.seat == 1:
            fcntl.flock(SHARED, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises if the other seat has it
            libc, notify = ctypes.CDLL(None), 1026
            assert libc.fcntl(FOLDER, notify, 1) == libc.fanotify_init(0x200, 0) == -1
        return view.legal()[0]
"""


@needs_bwrap
def test_seats_cannot_speak_to_each_other_by_files_of_the_system() -> None:
    """Two seats of one submission could tell each other their cards, by locks and by news of who reads a file."""
    bots = {name: submitted(Program("tells.py", TELLS, BOT_CLASS), PATIENT) for name in ("one", "other")}
    try:
        assert play({**bots}).record.faults == ()
    finally:
        for bot in bots.values():
            bot.close()


# ---- programs


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.py", b"from bots import Bot", BOT_CLASS),
        ("a.py", b"import json\nimport bots", BOT_CLASS),
        ("a.py", b"import json  # from bots import Bot", PYTHON),
        ("a.js", b"", NODE),
        ("a", b"\x7fELF...", EXECUTABLE),
        ("a.sh", b"#!/bin/sh", EXECUTABLE),
    ],
)
def test_what_runs_a_file_is_seen_from_it(tmp_path: Path, name: str, content: bytes, kind: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert read_program(path).kind == kind


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.txt", b"hello", "is no bot: a bot is a .py or .js file"),
        ("a b.py", b"", "is no file name for a bot"),
        ("-a.py", b"", "is no file name for a bot"),
        ("a:b.py", b"", "is no file name for a bot"),
    ],
)
def test_a_file_that_cannot_be_a_bot_is_refused(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadProgram, match=sentence):
        read_program(path)


def test_a_missing_or_huge_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadProgram, match="No such file"):
        read_program(tmp_path / "nix.py")
    os.mkfifo(tmp_path / "pipe.py")
    for endless in (tmp_path / "pipe.py", Path("/dev/zero")):
        with pytest.raises(BadProgram, match="is neither a file nor a folder"):
            read_program(endless)
    huge = tmp_path / "huge.py"
    with huge.open("wb") as file:
        file.truncate(51 * 10**6)
    with pytest.raises(BadProgram, match="a bot has at most"):
        read_program(huge)
