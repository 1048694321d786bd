"""`arena train` from its first game to its page: whole, resumed, and refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import core
from arena.train.page import apart, page
from arena.train.rounds import Trainer, Training, command_of, read_record, settle
from arena.train.self_play import Plan, play_shard, shard_path, write_shard
from bots.nets import load_net
from core.errors import ArenaError

SMALL = ["--games", "40", "--iterations", "10", "--deep-iterations", "20", "--hidden", "8", "--second", "4",
         "--test-iterations", "10", "--test-deals", "8"]


def train(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", "train", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=240)


def test_a_training_runs_through_and_is_resumed(tmp_path: Path) -> None:
    arguments = ["airlock", "--players", "2", *SMALL, "--out", str(tmp_path / "t")]
    done = train(*arguments, "--rounds", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("round 1: 40 games; log-loss ")
    assert "; of the prior " in done.stdout.splitlines()[0]
    record = read_record(tmp_path / "t" / "round-1")
    fitted = record["fit"]
    assert 0 < fitted["deep"] < fitted["positions"]
    assert 0 < fitted["entropy"] < min(fitted["alike"], fitted["net"]["prior"])
    net = load_net(tmp_path / "t" / "round-1" / "net.npz", core.load("airlock", 2))
    assert (net.hidden, net.choices) == ((8, 4), 14)
    costs, test = record["costs"]["mcts"], record["tests"]["mcts"]
    assert (test["newcomer"], test["champion"]) == tuple(round(10 * max(costs) / cost) for cost in costs)
    (tmp_path / "t" / "round-1" / "games-00001.npz").unlink()
    again = train(*arguments, "--rounds", "2", "--json")
    assert again.returncode == 0, again.stderr
    printed = json.loads(again.stdout)
    assert (len(printed), printed[0]) == (2, record)
    assert read_record(tmp_path / "t" / "round-1") == record
    assert "<svg" in (tmp_path / "t" / "learning.html").read_text()


def test_an_address_where_no_cluster_answers_is_refused(tmp_path: Path) -> None:
    refused = train("airlock", "--players", "2", "--address", "127.0.0.1:9", "--out", str(tmp_path / "t"))
    assert refused.returncode == 2
    assert "no Ray cluster answers at '127.0.0.1:9'" in refused.stderr


def test_bad_input_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for arguments, message in (
        (["chess", "--players", "2"], "chess"),
        (["starfarers", "--players", "2"], "players"),
        (["airlock", "--players", "2", "--games", "3"], "--games"),
        (["airlock", "--players", "2", "--deep", "0"], "mcts needs a net with a prior"),
        (["airlock", "--players", "2", "--greedy", "1"], "mcts needs a net with a prior"),
        (["airlock", "--players", "2", "--out", str(tmp_path / "a,b")], "comma"),
    ):
        refused = train(*arguments)
        assert refused.returncode == 2
        assert message in refused.stderr
        assert len(refused.stderr.strip().splitlines()) == 1


def test_a_folder_goes_on_only_with_what_it_was_begun_with(tmp_path: Path) -> None:
    settle(Training("airlock", 2), tmp_path)
    settle(Training("airlock", 2, rounds=9), tmp_path)
    with pytest.raises(ArenaError, match="was begun with players 2, not 3"):
        settle(Training("airlock", 3), tmp_path)


def test_the_command_is_what_to_type_for_the_same_training() -> None:
    assert command_of(Training("airlock", 2)) == "arena train airlock --players 2"
    given = Training("airlock", 3, games=100, test_deals=50)
    assert command_of(given) == "arena train airlock --players 3 --games 100 --test-deals 50"
    shallow = Training("airlock", 3, deep=0.0, second=0, rate=0.004, bots=("greedy",))
    assert command_of(shallow) == "arena train airlock --players 3 --deep 0.0 --second 0 --rate 0.004 --bot greedy"


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text("{")
    with pytest.raises(ArenaError, match=r"round\.json: this is no record"):
        read_record(tmp_path)


def test_labels_of_a_chart_do_not_lie_on_each_other() -> None:
    assert apart([50.0, 10.0, 14.0, 12.0]) == [50.0, 10.0, 36.0, 23.0]


def test_the_page_has_a_point_for_every_round() -> None:
    record: dict[str, Any] = json.loads("""{"games": {"played": 40}, "fit": {"positions": 9, "net": {"outcome": 0.5},
        "linear": {"outcome": 0.6}, "search": 0.4}, "tests": {"mcts": {"accepted": null, "score": 0.55, "deals": 8,
        "newcomer": 9, "champion": 10, "budget": "iterations"}}}""")
    text = page("a <game>", [record, record, record])
    assert "a &lt;game&gt;" in text
    assert text.count("<circle") == 3 * 5
    record["fit"] |= {"entropy": 1.1, "alike": 1.6}
    record["fit"]["net"]["prior"] = 1.4
    assert page("a <game>", [record, record, record]).count("<circle") == 3 * 8


@pytest.mark.parametrize(("second", "layers"), [(4, 3), (0, 2)])
def test_a_net_that_enters_keeps_its_layers_and_its_prior(tmp_path: Path, second: int, layers: int) -> None:
    training = Training("airlock", 2, games=20, iterations=4, deep_iterations=8, hidden=8, second=second, epochs=1)
    trainer = Trainer(training, tmp_path, 1, lambda text: None, lambda: False)
    folder = tmp_path / "round-1"
    folder.mkdir()
    plan = Plan("airlock", 2, "", 4, seed=1, deep=0.5, deep_iterations=8)
    write_shard(shard_path(folder, 0), play_shard(plan, 0))
    record = {"games": {}, "costs": {}, "tests": {"mcts": {"accepted": "s1"}}, "fit": trainer.fit(1, folder)}
    trainer.enter("mcts", folder, record)
    with np.load(folder / "net.npz") as before, np.load(trainer.best("mcts")) as after:
        weights = [key for key in before.files if key.startswith(("weights", "biases"))]
        assert len(weights) == 2 * (layers + 1)
        assert all(np.array_equal(before[key], after[key]) for key in weights)
    net = load_net(trainer.best("mcts"), trainer.game)
    assert (net.hidden, net.choices) == (training.layers, 14)
    assert net.provenance["tests"] == record["tests"]
    assert net.provenance["fit"]["net"]["prior"] > 0


def test_games_without_deep_decisions_are_said_to_teach_no_prior(tmp_path: Path) -> None:
    (tmp_path / "round-1").mkdir()
    write_shard(shard_path(tmp_path / "round-1", 0), play_shard(Plan("airlock", 2, "", 4, seed=1), 0))
    for tested in (("mcts",), ("greedy",)):
        training = Training("airlock", 2, hidden=8, epochs=1, bots=tested)
        trainer = Trainer(training, tmp_path, 1, lambda text: None, lambda: False)
        if tested == ("mcts",):
            with pytest.raises(ArenaError, match="no decision of these games was searched deep"):
                trainer.fit(1, tmp_path / "round-1")
        else:
            assert "prior" not in trainer.fit(1, tmp_path / "round-1")["net"]
            assert load_net(tmp_path / "round-1" / "net.npz", trainer.game).choices == 0
