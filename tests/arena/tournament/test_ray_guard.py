"""The process that waits for the one that drives Ray; what it guards is played here by other processes."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.tournament.ray_guard import LOST_CODE
from tests.arena.processes import soon

ROOT = Path(__file__).parents[3]
PREPARED = """
import os, signal, subprocess, sys, time
from arena.tournament import ray_guard
from arena.tournament.ray_guard import tell
"""
GUARDED = f"{PREPARED}ray_guard.go_on_in_child()\n"
STARTING = "tell({'ending': 'too soon.'})\n"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there is a process before a run")


def guarded(code: str) -> tuple[int, str]:
    """The exit code and what is said when the child does this."""
    done = subprocess.run([sys.executable, "-c", GUARDED + code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def test_it_ends_as_its_child_ends() -> None:
    assert guarded("sys.exit(7)") == (7, "")
    assert guarded("os.kill(os.getpid(), signal.SIGTERM)") == (-signal.SIGTERM, "")
    assert guarded("os.kill(os.getpid(), signal.SIGKILL)") == (-signal.SIGKILL, "")


def test_a_part_that_ends_while_ray_starts_is_said() -> None:
    part = "part = subprocess.Popen(['sleep', '0.2'])\ntell({'name': 'A', 'pid': part.pid})\ntime.sleep(60)"
    assert guarded(STARTING + part) == (LOST_CODE, "arena: A has ended too soon.\n")


def test_a_part_that_has_ended_before_it_can_be_looked_at_is_said() -> None:
    part = "part = subprocess.Popen(['true'])\npart.wait()\ntell({'name': 'A', 'pid': part.pid})\ntime.sleep(60)"
    assert guarded(STARTING + part) == (LOST_CODE, "arena: A has ended too soon.\n")


def test_a_child_that_ends_with_its_parts_is_not_said_to_have_lost_them() -> None:
    part = "part = subprocess.Popen(['sleep', '60'])\ntell({'name': 'A', 'pid': part.pid})\ntime.sleep(0.5)\n"
    assert guarded(STARTING + part + "part.kill()\nos.kill(os.getpid(), signal.SIGTERM)") == (-signal.SIGTERM, "")


def test_a_start_that_takes_for_ever_is_ended() -> None:
    """As with a head that is there and does nothing: Ray itself would wait."""
    starting = "tell({'ending': 'too soon.', 'seconds': 1})\ntime.sleep(60)"
    assert guarded(starting) == (LOST_CODE, "arena: nothing has happened for 1 s too soon.\n")
    assert guarded("tell({'ending': '', 'seconds': 0.5})\ntell({'ending': 'x'})\ntime.sleep(1.5)") == (0, "")


@pytest.mark.parametrize("ends", ["os.abort()", "os._exit(1)"])
def test_what_ray_does_to_its_driver_is_said_in_the_middle_of_a_run_too(ends: str) -> None:
    told = f"tell({{'ending': 'too soon.'}})\ntell({{'ending': 'later.'}})\n{ends}"
    assert guarded(told) == (LOST_CODE, "arena: Ray has ended later.\n")
    assert guarded(f"tell({{'ending': 'later.'}})\ntell(None)\n{ends}")[0] in (1, -signal.SIGABRT)


@pytest.mark.parametrize("lacks", ["del os.pidfd_open", "def no(*_): raise PermissionError\nos.pidfd_open = no"])
def test_where_there_are_no_handles_of_processes_there_is_no_process_before(lacks: str) -> None:
    """As where Python was built for an old kernel, or in a container that forbids them."""
    code = f"{PREPARED}{lacks}\nbefore = os.getpid()\nray_guard.go_on_in_child()\nsys.exit(os.getpid() != before)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_ctrl_z_stops_nothing_where_no_shell_could_let_it_go_on() -> None:
    """As in 'ssh -t host arena run', or in a container."""
    code = f"{GUARDED}print('runs', flush=True)\ntime.sleep(1)\nprint('went on')"
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, text=True, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "runs\n"
        process.send_signal(signal.SIGTSTP)
        assert process.communicate(timeout=30)[0] == "went on\n"
    finally:
        process.kill()
        process.wait()


def test_the_child_may_write_to_a_terminal_that_stops_writers_in_the_background() -> None:
    """After 'stty tostop'."""
    ours, theirs = pty.openpty()
    code = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
settings = termios.tcgetattr(0)
settings[3] |= termios.TOSTOP
termios.tcsetattr(0, termios.TCSANOW, settings)
"""
    words = [sys.executable, "-c", f"{code}{GUARDED}print('heard')"]
    process = subprocess.Popen(words, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    try:
        assert soon(lambda: process.poll() is not None, seconds=30)
        assert os.read(ours, 100) == b"heard\r\n"
    finally:
        process.kill()
        process.wait()
        os.close(ours)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_standard_streams_are_no_reason_to_fail(closed: str, tmp_path: Path) -> None:
    """Whoever starts it, cron or a service, may have closed them."""
    command = f"exec {sys.executable} -m arena run {tmp_path}/none.toml {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
    said = "" if "2>&-" in closed else f"arena: {tmp_path}/none.toml: cannot be read: No such file or directory.\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_nothing_that_is_opened_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    code = "import sys\nfrom arena.cli import fill_closed_streams\nfill_closed_streams()\n"
    code += "print(open(sys.argv[1], 'w').fileno())"
    command = ["sh", "-c", 'exec "$0" -c "$1" "$2" <&- 2>&-', sys.executable, code, str(tmp_path / "file")]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout == "3\n"
