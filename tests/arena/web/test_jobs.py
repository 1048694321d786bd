"""Long work: done once for all who ask, bounded, and given up when it takes too long. Boards of what never rests."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.web import jobs
from arena.web.boards import Boards
from arena.web.home import Home
from arena.web.jobs import Job, QueueFull, Workshop, trim, write_result
from tests.arena.web.conftest import DUEL, write_run


def board_job(home: Path, state: str = "") -> Job:
    return Job("boards", {"path": str(home / "runs" / "duel.db"), "address": "/runs/duel"}, state)


def test_the_same_job_is_done_once(filled_home: Path, tmp_path: Path) -> None:
    async def ask() -> tuple[Any, Any, int]:
        workshop = Workshop(tmp_path)
        workshop.start()
        job = board_job(filled_home)
        both = await asyncio.gather(*(workshop.wait("boards", job, 60) for _ in range(2)))
        await workshop.stop()
        return *both, len(list(tmp_path.glob("*.json")))

    one, other, files = asyncio.run(ask())
    assert one == other
    assert one["games"] == 6
    assert files == 1


def test_a_workshop_is_started_anew(filled_home: Path, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)

    async def ask(state: str) -> Any:
        workshop.start()
        found = await workshop.wait("boards", board_job(filled_home, state), 60)
        await workshop.stop()
        return found

    for state in ("once", "again"):
        assert asyncio.run(ask(state))["games"] == 6


def test_what_cannot_be_worked_out_is_said_and_the_worker_goes_on(filled_home: Path, tmp_path: Path) -> None:
    async def ask() -> list[Any]:
        workshop = Workshop(tmp_path)
        workshop.start()
        bad = Job("boards", {"path": "/nowhere", "address": ""})
        found = [await workshop.wait("boards", job, 60) for job in (bad, board_job(filled_home))]
        await workshop.stop()
        return found

    bad, good = asyncio.run(ask())
    assert bad == {"problem": "This could not be worked out."}
    assert good["games"] == 6


def test_a_job_that_takes_too_long_is_given_up(
    filled_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LONGEST_SECONDS", 0.01)

    async def ask() -> Any:
        workshop = Workshop(tmp_path)
        workshop.start()
        found = await workshop.wait("boards", board_job(filled_home), 60)
        await workshop.stop()
        return found

    assert asyncio.run(ask()) == {"problem": "This could not be worked out."}


def test_the_queue_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_WAITING", 2)
    workshop = Workshop(tmp_path)

    async def ask() -> None:
        for number in range(2):
            workshop.ask("games", Job("replay", {}, str(number)))
        assert workshop.place("games", Job("replay", {}, "1")) == 2
        with pytest.raises(QueueFull):
            workshop.ask("games", Job("replay", {}, "2"))
        workshop.ask("games", Job("replay", {}, "0"))  # who asks for what is there already waits with the others

    asyncio.run(ask())


def test_the_board_of_what_never_rests_is_an_earlier_one(tmp_path: Path) -> None:
    """Each request sees another state, as on a ladder that is played."""
    write_run(tmp_path, DUEL)
    place = Home(tmp_path).place("runs", "duel")

    async def ask() -> list[Any]:
        workshop = Workshop(tmp_path / "cache")
        workshop.start()
        boards = Boards(workshop)
        found = [await boards.newest(place, "state 0", 0.0)]
        for number in range(1, 600):
            found.append(await boards.newest(place, f"state {number}", 0.1))
            if found[-1] is not None:
                break
        await workshop.stop()
        return found

    found = asyncio.run(ask())
    assert found[0] is None
    assert found[-1]["games"] == 6


def test_the_cache_is_kept_small(tmp_path: Path) -> None:
    for number in range(5):
        write_result(tmp_path / f"{number}.json", {"text": "x" * 100})
    trim(tmp_path, most=300)
    assert len(list(tmp_path.glob("*.json"))) == 2


def test_small_results_do_not_pile_up(tmp_path: Path) -> None:
    """Each is looked at whenever another one is done."""
    for number in range(5):
        write_result(tmp_path / f"{number}.json", {})
    trim(tmp_path, most_files=3)
    assert len(list(tmp_path.glob("*.json"))) == 3


def test_the_cache_may_be_deleted_at_any_time(filled_home: Path, tmp_path: Path) -> None:
    async def ask() -> list[Any]:
        workshop = Workshop(tmp_path / "cache")
        workshop.start()
        found = []
        for number in range(2):
            found.append(await workshop.wait("boards", board_job(filled_home, str(number)), 60))
            shutil.rmtree(tmp_path / "cache")
        await workshop.stop()
        return found

    assert [each["games"] for each in asyncio.run(ask())] == [6, 6]


def test_a_full_disk_does_not_end_the_queue(
    filled_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    async def ask() -> list[Any]:
        workshop = Workshop(tmp_path)
        workshop.start()
        bad = Job("boards", {"path": "/nowhere", "address": ""})
        with monkeypatch.context() as patch:
            patch.setattr(jobs, "write_result", full)
            found = [await workshop.wait("boards", bad, 60)]
        found.append(await workshop.wait("boards", board_job(filled_home), 60))
        await workshop.stop()
        return found

    assert [each and each["games"] for each in asyncio.run(ask())] == [None, 6]
