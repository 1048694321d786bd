"""A ladder on a real Ray cluster of two nodes, one of which is killed on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena.tournament.ladder import open_ladder
from arena.tournament.ladder_run import Goal, Until, carry_on, on_ray
from arena.tournament.ray_cluster import prepare_environment, ray_cluster
from tests.arena.ladders import GIVEN, new_ladder, played_ladder, rows
from tests.arena.tables import strange
from tests.arena.tournament.test_cluster import NODE

KEYS: dict[str, Any] = {"secret": GIVEN, "scheduler": "adaptive", "luck": True,
                        "bots": ("random", "greedy", strange("Steady:pause=2"))}  # fmt: skip


@pytest.mark.soak
def test_a_cluster_that_loses_a_node_comes_to_the_rows_of_a_plain_loop(tmp_path: Path) -> None:
    prepare_environment()
    from ray.cluster_utils import Cluster

    new_ladder(tmp_path / "cluster.db", **KEYS).close()
    cluster = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        leaving = cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
        with ray_cluster(None, cluster.address), open_ladder(tmp_path / "cluster.db", writable=True) as ladder:
            for _ in carry_on(ladder, Until(Goal(games=48)), on_ray(None, lambda: False, print), print):
                if leaving is not None and len(ladder) >= 9:
                    cluster.remove_node(leaving, allow_graceful=False)
                    leaving = None
    finally:
        cluster.shutdown()
    assert leaving is None
    played_ladder(tmp_path / "plain.db", games=48, **KEYS)
    assert rows(tmp_path / "cluster.db") == rows(tmp_path / "plain.db")
