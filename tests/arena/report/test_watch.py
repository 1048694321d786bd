"""Games to watch: which are chosen, and that the leaderboard links to their pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.report.publish import publish
from arena.report.watch import choose_games, margin, replays_of, upset
from arena.tournament.store import Store
from tests.arena.tables import filled_store, identities, play, small_run, strange, tournament

BOTS = {"good": "greedy", "weak": "random", "bad": strange("Raises")}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "test.db"
    filled_store(path, tournament(game="connect_four", deals=8, bots=BOTS)).close()
    return path


def test_every_kind_of_game_is_chosen_for_its_reason(run: Path, tmp_path: Path) -> None:
    with Store.open(run) as store:
        report = publish(store, tmp_path).boards[0][1]
        games = choose_games(store, report.standings, 12)
        records = {store.schedule.game_number(*it.key): it for it in store.records()}
    assert len(games) == len({it.number for it in games}) == 12
    mean_rank = {line.name: line.mean_rank.value for line in report.standings.lines}
    by_reason = {reason: [records[it.number] for it in games if it.reason == reason] for reason in ("close", "fault")}
    assert min(map(margin, records.values())) == min(map(margin, by_reason["close"]))
    assert all(record.faults for record in by_reason["fault"])
    assert by_reason["fault"]
    for it in games:
        if it.reason == "upset":
            assert upset(records[it.number], mean_rank) > 0
    shortest = min(record.decisions for record in records.values())
    assert shortest in [it.decisions for it in games]


def test_the_leaderboard_links_to_pages_that_are_there(run: Path, tmp_path: Path) -> None:
    with Store.open(run) as store:
        standings = publish(store, tmp_path).boards[0][1].standings
        publish(store, tmp_path, watch=replays_of([store], standings, tmp_path, 3, lambda done, of: None))
    page = (tmp_path / "leaderboard.html").read_text(encoding="utf-8")
    links = set(re.findall(r'href="(replays/[^"]*)"', page))
    assert len(links) == 3
    assert set(re.findall(r'"(replays/[^"]*)"', (tmp_path / "games.html").read_text(encoding="utf-8"))) == links
    for link in links:
        assert "game" in (tmp_path / link).read_text(encoding="utf-8")[:2000]
    assert not list((tmp_path / "replays").glob(".*"))


def test_without_replays_the_page_has_no_links(tmp_path: Path) -> None:
    with Store.open(small_run(tmp_path / "test.db")) as store:
        publish(store, tmp_path)
    assert "Games to watch" not in (tmp_path / "leaderboard.html").read_text(encoding="utf-8")
    assert not (tmp_path / "replays").exists()


def test_games_of_a_deal_that_is_still_played_are_not_shown(tmp_path: Path) -> None:
    config = tournament(deals=2)
    blocks = play(config)
    with Store.create(tmp_path / "test.db", config, identities(config)) as store:
        (first, games), (second, more) = blocks
        store.add_all([(first, games), (second, more[:1])])
        report = publish(store, tmp_path).boards[0][1]
        shown = choose_games(store, report.standings, 10)
    assert {it.number for it in shown} == {0, 1}
