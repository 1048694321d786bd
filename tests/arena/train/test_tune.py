"""`arena tune` from its first candidate to its test, resumed and refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arena.train.tune import Tuner, Tuning
from core.errors import ArenaError

NEEDED = "arena tune needs Optuna: pip install 'space-arena[tune]'"
SMALL = ["--deals", "2", "--final-deals", "2", "--test-deals", "3", "--milliseconds", "0.1", "--workers", "1"]


def tune(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", "tune", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


def tuner(folder: Path, tuning: Tuning) -> Tuner:
    return Tuner(tuning, folder, 1, lambda text: None, lambda: False)


def test_it_begins_with_what_is_in_force_and_goes_on_with_what_it_knows(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason=NEEDED)
    fresh = tuner(tmp_path, Tuning("connect_four", 2))
    assert fresh.propose(fresh.study().ask()) == {"c": 0.5, "prior": 0.0, "cutoff": 8, "epsilon": 0.1}
    played = [{"settings": fresh.in_force() | {"cutoff": cutoff}, "score": 0.01 * cutoff} for cutoff in range(5)]
    fresh.kept["trials"] = played
    fresh.save()
    study = tuner(tmp_path, Tuning("connect_four", 2)).study()
    assert [trial.value for trial in study.trials] == [trial["score"] for trial in played]
    assert study.best_params["cutoff"] == 4
    with pytest.raises(ArenaError, match="begun with other settings"):
        tuner(tmp_path, Tuning("connect_four", 2, seed=9))


def test_with_a_net_it_tunes_what_counts_there(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason=NEEDED)
    fresh = tuner(tmp_path, Tuning("connect_four", 2))
    fresh.with_net = True
    in_force = {"c": 0.5, "blend": 0.3, "doubt": 0.0, "patience": 1, "cutoff": 8, "epsilon": 0.1}
    assert fresh.in_force() == fresh.propose(fresh.study().ask()) == in_force


@pytest.mark.soak
def test_a_tuning_runs_through_and_is_resumed(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason=NEEDED)
    arguments = ["connect_four", "--players", "2", *SMALL, "--trials", "3", "--out", str(tmp_path)]
    done = tune(*arguments)
    assert done.returncode == 0, done.stderr
    path = tmp_path / "tuning.json"
    kept = json.loads(path.read_text())
    assert len(kept["trials"]) == len(kept["finals"]) == 3
    assert kept["trials"][0]["settings"] == {"c": 0.5, "prior": 0.0, "cutoff": 8, "epsilon": 0.1}, "what is in force"
    path.write_text(json.dumps(kept | {"trials": kept["trials"][:2], "finals": []}))
    again = tune(*arguments, "--json")
    assert again.returncode == 0, again.stderr
    resumed = json.loads(path.read_text())
    assert json.loads(again.stdout) == resumed
    assert resumed["trials"][:2] == kept["trials"][:2]
    assert len(resumed["trials"]) == 3
    refused = tune(*arguments, "--seed", "9")
    assert refused.returncode == 2
    assert "was begun with other settings" in refused.stderr
