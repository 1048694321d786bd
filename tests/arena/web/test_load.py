"""200 people watch and 100 requests a second come in, while a ladder is played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

MINUTES = os.environ.get("ARENA_LOAD_MINUTES", "10")


@pytest.mark.soak
@pytest.mark.skipif(not shutil.which("taskset") or (os.cpu_count() or 1) < 2, reason="needs taskset and two cores")
def test_it_holds_up() -> None:
    """Server and load on one core, the ladder on the other, as fast as before."""
    command = [sys.executable, "-m", "benchmarks.web", "--minutes", MINUTES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
