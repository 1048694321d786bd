"""The recipe of docs/cluster.md on several hosts: a token, a head, workers that have nothing but Ray and numpy."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.process.program import BOT_CLASS, Program
from arena.process.registry import Registry
from arena.process.sandbox import sandbox_problem
from arena.tournament.store import Store
from tests.arena.hosts import Host, bare_packages, make_hosts, needs_hosts, wait_for
from tests.arena.tables import STRANGE, timeless

pytestmark = [pytest.mark.soak, needs_hosts]
ROOT = Path(__file__).parents[3]
PYTHON = os.path.realpath(sys.executable)
CUP = """
name = "cup"
game = "connect_four"
deals = DEALS
secret = "000000000000000000000000000000ff"
[[bots]]
name = "random"
spec = "random"
[[bots]]
name = "greedy"
spec = "greedy"
[[bots]]
name = "steady"
spec = "STEADY"
"""
SUBMITTED = b"from bots import Bot\nclass First(Bot):\n    def choose(self, view, clock): return view.legal()[0]\n"


@pytest.fixture
def hosts() -> Iterator[list[Host]]:
    yield from make_hosts(3)


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that hosts see too, whose /tmp is another."""
    folder = ROOT / "build" / f"hosts-{os.getpid()}"
    folder.mkdir(parents=True)
    bare_packages(folder / "bare")
    shutil.copy(STRANGE, folder / "strange_bots.py")
    yield folder
    shutil.rmtree(folder)


def head(host: Host) -> str:
    token = host.run(PYTHON, "-m", "ray.scripts.scripts", "get-auth-token", "--generate", **packages()).stdout.strip()
    start_ray(host, "--head", "--port=6379", "--include-dashboard=false", f"--node-ip-address={host.address}")
    return token


def join(host: Host, first: Host, token: str, bare: Path) -> None:
    """As docs/cluster.md says: the token, and one command."""
    host.run("sh", "-c", f"mkdir -p /tmp/home/.ray && echo {token} > /tmp/home/.ray/auth_token")
    start_ray(host, f"--address={first.address}:6379", PYTHONPATH=str(bare))


def packages() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(path for path in sys.path if "site-packages" in path)}


def start_ray(host: Host, *words: str, **environment: str) -> None:
    given = {**packages(), "RAY_AUTH_MODE": "token", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", **environment}
    ended = host.run(PYTHON, "-m", "ray.scripts.scripts", "start", "--num-cpus=1", *words, **given)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def arena(host: Host, *words: str) -> list[str]:
    paths = os.pathsep.join([str(ROOT), packages()["PYTHONPATH"]])
    return host.command(PYTHON, "-m", "arena", *words, PYTHONPATH=paths)


def write_config(path: Path, deals: int, steady: str) -> Path:
    path.write_text(CUP.replace("DEALS", str(deals)).replace("STEADY", steady))
    return path


def games_in(path: Path) -> int:
    if not path.exists():
        return 0
    with Store.open(path) as store:
        return len(store)


def play_alone(config: Path, out: Path) -> None:
    subprocess.run([sys.executable, "-m", "arena", "run", str(config), "--out", str(out)], check=True, cwd=ROOT)


def test_a_host_joins_another_vanishes_and_the_results_are_those_of_one_machine(hosts: list, outside: Path) -> None:
    first, lost, late = hosts
    config = write_config(outside / "cup.toml", 40, "strange_bots.py:Steady:pause=40")
    out, alone = outside / "cluster.db", outside / "alone.db"
    token = head(first)
    join(lost, first, token, outside / "bare")
    command = arena(first, "run", str(config), "--address", f"{first.address}:6379", "--out", str(out))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        wait_for("a first game", 60, lambda: games_in(out) > 10)
        lost.cut()
        join(late, first, token, outside / "bare")
        assert run.stdout is not None
        said = run.stdout.read()
    assert run.returncode == 0, said
    assert "raylet" not in said
    assert f"{lost.address} is lost" in said
    assert f"{late.address} " in said.partition("games by machine: ")[2]
    play_alone(config, alone)
    assert timeless(out) == timeless(alone)
    boards = [json.loads((path.with_suffix("") / "leaderboard.json").read_text()) for path in (out, alone)]
    assert boards[0] == boards[1]


def test_without_the_token_one_sentence_says_what_to_do(hosts: list, outside: Path) -> None:
    first, other, _ = hosts
    head(first)
    config = write_config(outside / "token.toml", 1, "random")
    command = arena(other, "run", str(config), "--address", f"{first.address}:6379", "--out", str(outside / "token.db"))
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1, ended.stderr
    sentence = ended.stderr
    assert "asks for its token: put what 'ray get-auth-token' prints" in sentence


@pytest.mark.skipif(sandbox_problem() is not None, reason=f"no sandbox: {sandbox_problem()}")
def test_the_sandbox_travels_too(hosts: list, outside: Path) -> None:
    """The driver's own machine has no processor to play on, so that the bare one plays all."""
    first, bare, _ = hosts
    with Registry(outside / "submissions.db", create=True) as registry:
        registry.add(Program("first.py", SUBMITTED, BOT_CLASS), "first", "me", {})
    token = first.run(PYTHON, "-m", "ray.scripts.scripts", "get-auth-token", "--generate", **packages()).stdout.strip()
    given = {**packages(), "RAY_AUTH_MODE": "token"}
    words = ("--head", "--port=6379", "--num-cpus=0", "--include-dashboard=false", f"--node-ip-address={first.address}")
    assert first.run(PYTHON, "-m", "ray.scripts.scripts", "start", *words, **given).returncode == 0
    join(bare, first, token, outside / "bare")
    config = write_config(outside / "sandbox.toml", 2, "submission:first")
    out = outside / "sandbox.db"
    command = arena(first, "run", str(config), "--address", f"{first.address}:6379", "--out", str(out))
    command.insert(command.index("env") + 1, f"ARENA_SUBMISSIONS={outside / 'submissions.db'}")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        wait_for("a first batch on a machine that has nothing yet", 20, lambda: games_in(out) > 0)
        assert run.stderr is not None
        said = run.stderr.read()
    assert run.returncode == 0, said
    with Store.open(out) as store:
        assert len(store) == store.schedule.games
        assert store.count_faults() == 0
        assert [bot.isolation for bot in store.bots()] == ["built-in", "built-in", "sandbox"]


def test_a_detached_run_goes_on_alone_and_is_brought_home(hosts: list, outside: Path) -> None:
    """Started from a machine that then leaves; the head has nothing but Ray and numpy."""
    first, laptop, _ = hosts
    config = write_config(outside / "away.toml", 20, "strange_bots.py:Steady:pause=20")
    token = first.run(PYTHON, "-m", "ray.scripts.scripts", "get-auth-token", "--generate", **packages()).stdout.strip()
    words = ("--head", "--port=6379", "--include-dashboard=false", f"--node-ip-address={first.address}")
    start_ray(first, *words, PYTHONPATH=str(outside / "bare"))
    join(laptop, first, token, outside / "bare")
    address = ("--address", f"{first.address}:6379")
    assert "plays on the cluster" in done(arena(laptop, "run", str(config), *address, "--detach"))
    again = subprocess.run(arena(laptop, "run", str(config), *address, "--detach"), capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (
        2, "arena: a run named 'cup' is on the cluster already: it is playing.\n")
    laptop.cut()
    home, alone = outside / "home.db", outside / "away_alone.db"
    (status,) = json.loads(done(arena(first, "status", *address, "--json")))
    assert (status["name"], status["state"] in ("playing", "complete")) == ("cup", True)
    done(arena(first, "attach", "cup", *address, "--out", str(home)))
    play_alone(config, alone)
    assert timeless(home) == timeless(alone)
    boards = [(path.with_suffix("") / "leaderboard.json").read_bytes() for path in (home, alone)]
    assert boards[0] == boards[1]
    missing = subprocess.run(arena(first, "fetch", "nix", *address), capture_output=True, text=True, timeout=120)
    assert (missing.returncode, missing.stderr) == (
        2, "arena: there is no run 'nix' on the cluster; there is cup.\n")


def test_a_training_plays_on_hosts_that_see_its_folder(hosts: list, outside: Path) -> None:
    first, other, _ = hosts
    join(other, first, head(first), outside / "bare")
    small = ("--rounds", "1", "--games", "40", "--iterations", "5", "--hidden", "8", "--test-deals", "4")
    command = ("train", "airlock", "--players", "2", *small, "--address", f"{first.address}:6379", "--out")
    hidden = subprocess.run(arena(first, *command, "/tmp/train"), capture_output=True, text=True, timeout=120)
    assert hidden.returncode == 2
    assert "cannot see it: choose an --out that all machines share" in hidden.stderr
    assert done(arena(first, *command, str(outside / "train"))).startswith("round 1: 40 games")


def done(command: list[str]) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout
