"""Tournaments on a real Ray: the same rows whoever plays them, whatever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.rating.sprt import Hypotheses
from arena.report.publish import publish
from arena.tournament.compare import carry_on, compare, compare_config, stored_comparison
from arena.tournament.config import find_entrants, read_config
from arena.tournament.ray_cluster import ray_cluster
from arena.tournament.runner import RayPool, batch_size, play_missing
from arena.tournament.store import Store
from tests.arena.processes import alive, command, descendants, kill, players, ray_workers, soon
from tests.arena.tables import (
    SECRET,
    STRANGE,
    filled_store,
    identities,
    job,
    play,
    schedule,
    strange,
    timeless,
    tournament,
)

ROOT = Path(__file__).parents[3]
CONFIG = tournament(bots={"a": "random", "b": "random", "c": strange("Raises"), "d": strange("Steady")}, deals=6)


@pytest.fixture(scope="module")
def workers() -> Iterator[int]:
    with ray_cluster(2, None) as count:
        yield count


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list]:
    """What a plain loop comes to."""
    path = tmp_path_factory.mktemp("plain") / "run.db"
    filled_store(path, CONFIG).close()
    return timeless(path)


def test_ray_plays_what_a_plain_loop_plays(workers: int, expected: dict[str, list], tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with Store.create(path, CONFIG, identities(CONFIG), SECRET) as store:
        deque(play_missing(store, find_entrants(CONFIG, Path()), workers), maxlen=0)
    assert timeless(path) == expected


def test_workers_that_die_are_replaced(workers: int, expected: dict[str, list], tmp_path: Path) -> None:
    random, deaths, path = Random(3), 0, tmp_path / "run.db"
    with Store.create(path, CONFIG, identities(CONFIG), SECRET) as store:
        for _ in play_missing(store, find_entrants(CONFIG, Path()), workers):
            if deaths < 3 and (victims := ray_workers(os.getpid())):
                kill(random.choice(victims))
                deaths += 1
    assert deaths > 0
    assert timeless(path) == expected


def test_blocks_that_kill_worker_after_worker_are_played_with_every_bot_by_itself(workers: int) -> None:
    """As a built-in bot with a crash in its compiled code would: here we are the ones who kill."""
    config = tournament(bots={"a": "random", "b": strange("Steady:pause=10")}, deals=2)
    pool, landed = RayPool(job(config)), []
    pool.submit(list(schedule(config)))
    while not any(flight.apart for flight in pool._flights.values()):
        for process in ray_workers(os.getpid(), playing=True):
            kill(process)
        assert pool.collect(timeout=0.3) == []
    while len(pool):
        landed += [block for batch in pool.collect(timeout=1) for block in batch.blocks]
    landed.sort(key=lambda entry: entry[0].index)
    assert actions(landed) == actions(play(config))


def actions(blocks: list) -> list[list[tuple[int, ...]]]:
    return [[game.actions for game in games] for _, games in blocks]


def test_a_comparison_comes_out_the_same_for_any_number_of_workers(workers: int, tmp_path: Path) -> None:
    config = compare_config("greedy", "random", "connect_four", deals=200)
    entrants, found = find_entrants(config, Path()), []
    for count in (1, workers):
        with Store.create(tmp_path / f"{count}.db", config, identities(config), SECRET) as store:
            found.append(carry_on(store, entrants, Hypotheses(), count))
            assert stored_comparison(store, Hypotheses()) == found[-1]
    one, two = found
    public = compare_config("greedy", "random", "connect_four", deals=200, secret=SECRET.digits)
    assert one == two == compare(public, Hypotheses(), workers)
    assert one.accepted == "s1"
    assert one.games == 2 * one.test.scores.count < 100


def test_an_interrupted_run_keeps_what_came_in(workers: int, tmp_path: Path) -> None:
    config = tournament(deals=400, bots={"a": "random", "b": strange("Steady:pause=2")})
    stop = threading.Event()
    with Store.create(tmp_path / "run.db", config, identities(config), SECRET) as store:
        for _ in play_missing(store, find_entrants(config, Path()), workers, stop.is_set):
            stop.set()
        assert 0 < len(store) < store.schedule.games
        left = sum(len(block.seatings) for block in store.schedule.remaining(store.finished()))
        assert left == store.schedule.games - len(store)


def test_batches_last_about_half_a_second_and_shrink_towards_the_end() -> None:
    assert batch_size(10_000, workers=2, seconds_per_block=0.0) == 1
    assert batch_size(10_000, workers=2, seconds_per_block=0.01) == 50
    assert batch_size(40, workers=2, seconds_per_block=0.01) == 10
    assert batch_size(1, workers=2, seconds_per_block=0.01) == 1
    assert batch_size(10_000, workers=2, seconds_per_block=100.0) == 1


def test_batches_grow_where_workers_are_so_many_that_the_driver_could_not_feed_them() -> None:
    assert batch_size(10**9, workers=250, seconds_per_block=0.01) == 50
    assert batch_size(10**9, workers=8000, seconds_per_block=0.01) == 1600  # 16 s: 8,000 workers ask for 500 tasks/s


# ---- the command


CONFIG_FILE = f"""
name = "killed"
game = "connect_four"
deals = DEALS
secret = "000102030405060708090a0b0c0d0e0f"
[limits]
seconds = 60
[[bots]]
name = "steady"
spec = "{STRANGE}:Steady:pause=PAUSE"
[[bots]]
name = "failing"
spec = "{STRANGE}:Raises"
[[bots]]
name = "random"
spec = "random"
"""


def write_config(folder: Path, deals: int, pause: float) -> Path:
    path = folder / "killed.toml"
    path.write_text(CONFIG_FILE.replace("DEALS", str(deals)).replace("PAUSE", str(pause)))
    return path


def start_run(config: Path, out: Path, workers: int, **settings: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "arena", "run", str(config), "--out", str(out), "--workers", str(workers)]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **settings)


def finish_run(config: Path, out: Path, workers: int) -> str:
    process = start_run(config, out, workers)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert all("games/s" in line for line in errors.splitlines()), errors
    return output


def games_in(path: Path) -> int:
    """How many games are there by now; none while the file is being made."""
    try:
        with Store.open(path) as store:
            return len(store)
    except Exception:
        return 0


def killed_run(config: Path, out: Path, workers: int, random: Random, worker_deaths: int) -> None:
    """A run whose workers, and in the end whose driver, are killed after a few more games each."""
    process = start_run(config, out, workers)
    for _ in range(worker_deaths + 1):
        before = games_in(out)
        assert soon(lambda: games_in(out) > before or process.poll() is not None, seconds=60)  # noqa: B023
        time.sleep(random.random() / 4)
        if victims := ray_workers(process.pid):
            kill(random.choice(victims))
    left = players(process.pid)
    process.kill()
    process.communicate()
    assert soon(lambda: not any(map(alive, left))), "a killed driver leaves processes behind"


def leaderboard(store: Path) -> bytes:
    return (store.with_suffix("") / "leaderboard.json").read_bytes()


def plain_rows(config: Path, folder: Path) -> dict[str, list]:
    with filled_store(folder / "plain.db", read_config(config)) as store:
        publish(store, folder / "plain")
    return timeless(folder / "plain.db")


def test_rows_are_the_same_for_1_2_and_4_workers_and_after_kills(tmp_path: Path) -> None:
    """Begun by two workers, carried on by one, finished by four."""
    config, out, random = write_config(tmp_path, deals=25, pause=1), tmp_path / "run.db", Random(1)
    killed_run(config, out, 2, random, worker_deaths=1)
    killed_run(config, out, 1, random, worker_deaths=0)
    assert 0 < games_in(out) < 150
    finish_run(config, out, workers=4)
    assert timeless(out) == plain_rows(config, tmp_path)
    assert leaderboard(out) == leaderboard(tmp_path / "plain.db")


@pytest.mark.soak
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_rows_are_the_same_after_many_kills(tmp_path: Path, workers: int) -> None:
    config, out, random = write_config(tmp_path, deals=150, pause=1), tmp_path / "run.db", Random(workers)
    for _ in range(5):
        killed_run(config, out, workers, random, worker_deaths=3)
    assert 0 < games_in(out) < 900
    finish_run(config, out, workers)
    assert timeless(out) == plain_rows(config, tmp_path)
    assert leaderboard(out) == leaderboard(tmp_path / "plain.db")


@pytest.mark.soak
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_undisturbed_runs_give_the_same_rows(tmp_path: Path, workers: int) -> None:
    config, out = write_config(tmp_path, deals=50, pause=0), tmp_path / "run.db"
    finish_run(config, out, workers)
    assert timeless(out) == plain_rows(config, tmp_path)
    assert leaderboard(out) == leaderboard(tmp_path / "plain.db")


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak)])
def test_ctrl_c_writes_what_is_done_and_says_how_to_resume(tmp_path: Path, number: signal.Signals) -> None:
    config, out = write_config(tmp_path, deals=2000, pause=1), tmp_path / "run.db"
    process = start_run(config, out, workers=2)
    assert soon(lambda: games_in(out) > 0, seconds=60)
    left = players(process.pid)
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"{games_in(out):,} of 12,000 games are in {out}" in output
    assert f"interrupted; to go on, run 'arena run {config}" in errors
    assert "Traceback" not in errors
    assert soon(lambda: not any(map(alive, left))), "an interrupted run leaves processes behind"


# ---- Ray itself


@pytest.mark.parametrize("name", ["gcs_server", "raylet"])
def test_a_run_whose_ray_dies_says_so_soon_and_loses_nothing(tmp_path: Path, name: str) -> None:
    config, out = write_config(tmp_path, deals=40, pause=1), tmp_path / "run.db"
    process = start_run(config, out, workers=2)
    assert soon(lambda: games_in(out) > 0, seconds=60)
    (victim,) = programs(process.pid, name)
    before = games_in(out)
    kill(victim)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 3
    (sentence,) = (line for line in errors.splitlines() if line.startswith("arena: "))
    assert "has ended in the middle of the run" in sentence
    assert "the same command carries on" in sentence
    assert "Traceback" not in errors
    assert before <= games_in(out) < 240
    finish_run(config, out, workers=2)
    assert timeless(out)["game"] == plain_rows(config, tmp_path)["game"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Ray says it in its own words")
@pytest.mark.parametrize(("name", "seconds"), [("gcs_server", 0), ("gcs_server", 0.5), ("raylet", 0), ("raylet", 0.5)])
def test_a_ray_that_dies_while_it_starts_is_told_in_one_sentence(tmp_path: Path, name: str, seconds: float) -> None:
    """Ray itself would wait for half a minute, or end the run after a whole one with a code of its own."""
    config, out = write_config(tmp_path, deals=2, pause=0), tmp_path / "run.db"
    process = start_run(config, out, workers=1)
    found: list[int] = []
    assert soon(lambda: bool(found) or bool(found.extend(programs(process.pid, name)) or found), seconds=60)
    time.sleep(seconds)
    kill(found[0])
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 3
    part = {"gcs_server": "Ray's head (gcs_server)", "raylet": "Ray's raylet on this machine"}[name]
    advice = "what was played is stored, and the same command carries on"
    assert errors == f"arena: {part} has ended while Ray was starting: {advice}.\n"
    assert "results go to" in output
    finish_run(config, out, workers=1)


def programs(process: int, name: str) -> list[int]:
    return [each for each in descendants(process) if command(each).split(" ")[0].endswith(f"/{name}")]


@pytest.mark.parametrize("when", ["started", "starting"])
def test_a_polite_kill_of_the_whole_process_group_is_an_interruption(tmp_path: Path, when: str) -> None:
    config, out = write_config(tmp_path, deals=2000, pause=1), tmp_path / "run.db"
    process = start_run(config, out, workers=2, start_new_session=True)
    begun = (lambda: games_in(out) > 0) if when == "started" else (lambda: bool(programs(process.pid, "gcs_server")))
    assert soon(begun, seconds=60)
    os.killpg(process.pid, signal.SIGTERM)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"{games_in(out):,} of 12,000 games are in {out}" in output
    assert f"interrupted; to go on, run 'arena run {config}" in errors
    assert "Traceback" not in errors


def test_a_local_ray_listens_on_this_machine_alone_and_wants_a_token(tmp_path: Path) -> None:
    config, out = write_config(tmp_path, deals=2000, pause=1), tmp_path / "run.db"
    process = start_run(config, out, workers=2)
    try:
        assert soon(lambda: games_in(out) > 0, seconds=60)
        family = [process.pid, *descendants(process.pid)]
        assert {address for each in family for address in listening(each)} == {"127.0.0.1"}
        (raylet,) = (each for each in family if command(each).split(" ")[0].endswith("/raylet"))
        gcs = next(word for word in command(raylet).split(" ") if word.startswith("--gcs-address=")).partition("=")[2]
        for mode, token in (("token", "0" * 64), ("disabled", "")):
            asked = subprocess.run(
                [sys.executable, "-c", f"from ray._raylet import GcsClient; GcsClient(address={gcs!r})"],
                env={**os.environ, "RAY_AUTH_MODE": mode, "RAY_AUTH_TOKEN": token},
                capture_output=True, text=True, timeout=60,
            )  # fmt: skip
            assert asked.returncode != 0
            assert "InvalidAuthToken" in asked.stderr
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def test_ctrl_c_in_a_comparison_says_that_it_was_stopped(tmp_path: Path) -> None:
    bots = ("greedy", "greedy")
    command = [sys.executable, "-m", "arena", "compare", *bots, "--game", "ganymede", "--max-deals", "1000000",
               "--s1", "0.501", "--workers", "1"]
    process = subprocess.Popen(command, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert ": score of greedy-1 " in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert output.startswith("undecided: stopped before the test decided\n")
    assert "arena: stopped by Ctrl-C after " in errors
    assert "Traceback" not in errors
    (path,) = (tmp_path / "runs").glob("*.db")
    with Store.open(path) as store:
        assert len(store) > 0
    assert (path.with_suffix("") / "compare.html").is_file()


def listening(process: int) -> set[str]:
    """The addresses at which a process takes connections."""
    try:
        links = [os.readlink(link) for link in Path(f"/proc/{process}/fd").iterdir()]
    except OSError:
        return set()
    sockets = {link[8:-1] for link in links if link.startswith("socket:[")}
    return {readable(fields[1]) for fields in tcp_sockets() if fields[3] == "0A" and fields[9] in sockets}


def tcp_sockets() -> list[list[str]]:
    files = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
    return [line.split() for file in files if file.exists() for line in file.read_text().splitlines()[1:]]


def readable(address: str) -> str:
    """An address of /proc/net/tcp; the last four bytes of one in tcp6 that stands for such an address."""
    digits = address.partition(":")[0]
    if len(digits) == 32 and not digits.startswith("0000000000000000FFFF0000"):
        return f"IPv6 {digits}"
    return ".".join(str(byte) for byte in reversed(bytes.fromhex(digits[-8:])))
