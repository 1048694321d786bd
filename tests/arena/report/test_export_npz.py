"""Every decision of a run as arrays: what comes back is what the games were."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import arena
from arena.report.export import export
from arena.report.export_npz import ARRAYS
from core.errors import ArenaError, IllegalAction
from core.vector import replay, rewards_of
from tests.arena.tables import filled_store, small_run, tournament


@pytest.mark.parametrize("name", ["ganymede", "airlock", "on_mars"])
def test_the_arrays_tell_every_decision(tmp_path: Path, name: str) -> None:
    filled_store(tmp_path / "test.db", tournament(game=name, players=2, deals=1)).close()
    with arena.open_run(tmp_path / "test.db") as run:
        path, described = export(run, "npz", tmp_path / "games.npz")
        game, k, names = run.load_game(), 0, [bot.name for bot in run.bots()]
        with np.load(path, allow_pickle=False) as data:
            arrays = {key: data[key] for key in data.files}
        for number in range(len(run)):
            record = run.game(number).record
            for step in run.replay(number):
                assert np.array_equal(arrays["observations"][k], step.state.view(step.seat).observation())
                legal = arrays["legal"][arrays["offsets"][k] : arrays["offsets"][k + 1]]
                assert np.array_equal(legal, step.state.legal_ids())
                assert game.action_of(int(arrays["chosen"][k])) == step.action
                assert arrays["outcome"][k] == rewards_of(record.ranks)[step.seat]
                assert (arrays["game"][k], arrays["seat"][k]) == (number, step.seat)
                assert names[arrays["bot"][k]] == record.lineup[step.seat]
                assert not arrays["stand_in"][k]
                k += 1
        assert k == len(arrays["chosen"]) == len(arrays["offsets"]) - 1
    assert str(arrays["observation_version"]) == game.observation_version
    assert [column["name"] for column in json.loads(described.read_text())["columns"]] == [row[0] for row in ARRAYS]


def test_stand_ins_are_marked(tmp_path: Path) -> None:
    with arena.open_run(small_run(tmp_path / "test.db")) as run:
        path, _ = export(run, "npz", tmp_path / "games.npz")
        with np.load(path) as data:
            assert {run.bots()[i].name for i in data["bot"][data["stand_in"]]} == {"bad"}
            assert not data["stand_in"][data["bot"] == 0].any()
            for number in range(len(run)):
                faults, moved = run.game(number).record.faults, data["stand_in"][data["game"] == number]
                first = faults[0].decision if faults else len(moved)
                assert not moved[:first].any()
                assert len(moved) == first or moved[first]


def test_a_run_of_several_events_is_refused_in_one_sentence(tmp_path: Path) -> None:
    filled_store(tmp_path / "test.db", tournament(game="airlock", players=[2, 3], deals=1,
                                                  bots=dict.fromkeys("abc", "random"))).close()  # fmt: skip
    said = r"test\.db: has 2 events; an npz file holds one game and player count\."
    with arena.open_run(tmp_path / "test.db") as run, pytest.raises(ArenaError, match=said):
        export(run, "npz", tmp_path / "games.npz")
    assert not (tmp_path / "games.npz").exists()


def test_the_same_run_gives_the_same_arrays(tmp_path: Path) -> None:
    with arena.open_run(small_run(tmp_path / "test.db")) as run:
        one, other = (np.load(export(run, "npz", tmp_path / name)[0]) for name in ("a.npz", "b.npz"))
        assert all(np.array_equal(one[name], other[name]) for name in one.files)


def test_a_run_under_other_rules_is_refused_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with arena.open_run(small_run(tmp_path / "test.db")) as run:
        monkeypatch.setattr(type(run.store), "other_rules_of", lambda self, event: "it was played under other rules")
        with pytest.raises(ArenaError, match="cannot be replayed"):
            export(run, "npz", tmp_path / "out" / "games.npz")
    assert list((tmp_path / "out").iterdir()) == []


def test_an_action_that_was_not_legal_is_named(tmp_path: Path) -> None:
    with arena.open_run(small_run(tmp_path / "test.db")) as run:
        game, played = run.load_game(), run.game(0)
    with pytest.raises(IllegalAction, match="decision 2: 4294967295 is not legal"):
        replay(game, played.record.seed, [played.actions[0], (1 << 32) - 1])
    with pytest.raises(IllegalAction, match=f"decision {len(played.actions) + 1}: "):
        replay(game, played.record.seed, [*played.actions, played.actions[-1]])
