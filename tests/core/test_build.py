"""The build: hot code does not allocate, and a new game needs nothing outside its folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import core

ROOT = Path(core.__path__[0]).parent

COUNTER = """
#include <stddef.h>
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
static long count;
long allocations(void) { return count; }
void *malloc(size_t n) { count++; return __libc_malloc(n); }
void *calloc(size_t k, size_t n) { count++; return __libc_calloc(k, n); }
void *realloc(void *p, size_t n) { count++; return __libc_realloc(p, n); }
"""

MEASURE = """
import ctypes, core, tests.support as support
allocations = ctypes.CDLL(None).allocations
for case in support.option_sets():
    start = support.load(case).new(1)
    def spent(playouts):
        before = allocations()
        start.playouts(playouts, 1)
        return allocations() - before
    spent(1)
    few, many = spent(300), spent(900)      # both return an int above 256, which is an allocation
    assert few == many, f"{case}: {few} calls of malloc in 300 random games, {many} in 900: a step should make none"
print("no allocations")
"""


def run(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.skipif(sys.platform != "linux", reason="counts allocations by replacing glibc's malloc")
def test_a_step_allocates_nothing(tmp_path: Path) -> None:
    (tmp_path / "counter.c").write_text(COUNTER)
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    library = tmp_path / "counter.so"
    flags = ["-shared", "-fPIC", "-O1", "-fno-builtin"]
    subprocess.run([*compiler, *flags, "-o", library, tmp_path / "counter.c"], check=True)
    # PYTHONMALLOC=malloc sends Python's own allocations through the counter too.
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONMALLOC": "malloc", "PYTHONPATH": str(ROOT)}
    answer = subprocess.run([sys.executable, "-c", MEASURE], env=environment, capture_output=True, text=True)
    assert answer.stdout.strip() == "no allocations", answer.stderr


def test_a_new_game_is_a_new_folder_and_nothing_else(tmp_path: Path) -> None:
    """The two templates copied under other names, in a tree that has never heard of them: built, found and tested."""
    ignore = shutil.ignore_patterns("*.so", "*.c", "__pycache__", *core.games())
    shutil.copytree(ROOT / "core", tmp_path / "core", ignore=ignore)
    ignore = shutil.ignore_patterns("*.so", "golden", "__pycache__")
    for template, name in (("connect_four", "drop_four"), ("airlock", "hatch")):
        shutil.copytree(ROOT / "core" / template, tmp_path / "core" / name, ignore=ignore)
        for path in (tmp_path / "core" / name).glob("*.p*"):
            path.write_text(path.read_text().replace(template, name))
    (tmp_path / "bots").mkdir()
    (tmp_path / "configs").mkdir()
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "tests" / "core").mkdir(parents=True)
    for name in ("__init__.py", "support.py", "golden_ledger.py", "core/__init__.py", "core/golden.py",
                 "core/test_golden.py", "core/test_properties.py", "core/test_fuzz.py", "core/test_knowledge.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    for command in (
        ["setup.py", "--quiet", "build_ext", "--inplace"],
        ["-m", "tests.core.golden"],
        ["-m", "pytest", "-q", "tests/core"],
    ):
        answer = run(command, tmp_path, environment)
        assert answer.returncode == 0, answer.stdout + answer.stderr
    assert " passed" in answer.stdout
    assert run(["-c", "import core; print(core.games())"], tmp_path, environment).stdout == "['drop_four', 'hatch']\n"


def test_a_missing_compiler_is_said_in_one_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "CC": "no-such-compiler"}
    build = ["setup.py", "--quiet", "build_ext", "--build-lib", str(tmp_path), "--build-temp", str(tmp_path)]
    answer = run(build, ROOT, environment)
    assert answer.returncode == 2
    assert "arena: there is no C compiler 'no-such-compiler'" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not list(tmp_path.iterdir())
