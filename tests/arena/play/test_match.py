"""Games: the same key and bots, the same record; a bot with a fault loses its game and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.play.entrants import is_trusted
from arena.play.players import make_player
from arena.play.records import GameRecord, PlayedGame, final_ranks
from arena.play.seeds import Secret
from arena.process.faults import PlayerFault
from arena.process.protocol_player import ProtocolPlayer
from arena.tournament.config import Config
from arena.tournament.schedule import Schedule
from arena.tournament.worker import BlockPlayer
from tests.arena.processes import alive, children, soon
from tests.arena.tables import job, play, strange, tournament

QUICK = {"seconds": 0.6, "start_seconds": 20, "memory_mb": 256}


def games(config: Config, apart: bool = False) -> list[PlayedGame]:
    return [game for _, block in play(config, apart) for game in block]


def timeless(games: list[PlayedGame]) -> list[PlayedGame]:
    return [replace(game, record=replace(game.record, think=())) for game in games]


def against_random(bot: str, deals: int = 1) -> list[GameRecord]:
    config = tournament(bots={"bot": strange(bot), "random": "random"}, deals=deals, limits=QUICK)
    return [game.record for game in games(config)]


def test_the_same_tournament_gives_the_same_games() -> None:
    config = tournament(bots={"a": "random", "b": strange("Steady"), "c": strange("Raises")})
    assert timeless(games(config)) == timeless(games(config))


def test_another_secret_gives_other_games() -> None:
    config = tournament()
    worker = BlockPlayer(job(config))
    other = worker.play(list(Schedule(config, Secret.draw())))
    assert [game.actions for game in games(config)] != [game.actions for _, block in other.blocks for game in block]


def test_a_built_in_bot_plays_the_same_in_a_process_of_its_own() -> None:
    assert timeless(games(tournament())) == timeless(games(tournament(), apart=True))


def test_a_bot_starts_every_game_afresh() -> None:
    config = tournament(bots={"a": strange("Forgetful"), "b": strange("Forgetful")}, deals=3)
    first, *others = {game.actions for game in games(config)}
    assert not others
    assert len(first) > 6


def test_a_record_adds_up() -> None:
    for game in games(tournament()):
        record = game.record
        assert sum(record.moves) == record.decisions == len(game.actions)
        assert len(record.lineup) == len(record.ranks) == len(record.scores) == len(record.think) == 2
        assert min(record.ranks) == 1
        assert not record.faults


@pytest.mark.parametrize(
    ("bot", "kind", "message"),
    [
        ("RaisesAtOnce", "raised", "RuntimeError: not today"),
        ("Raises", "raised", "ValueError: out of ideas"),
        ("RaisesUnspeakably", "raised", "Unspeakable"),
        ("QuitsPython", "raised", "SystemExit: 0"),
        ("Hangs", "timeout", "it took longer than 0.6 s"),
        ("Overruns", "timeout", "it took longer than 0.6 s"),
        ("Illegal", "illegal", "action 4000000000 is not legal now"),
        ("Negative", "illegal", "action -1 is not legal now"),
        ("Text", "illegal", "it answered with str instead of a legal action"),
        ("Huge", "protocol", "should be a whole number of at most 64 bits"),
        ("KillsItself", "died", "its process ended: killed by SIGKILL"),
        ("Exits", "died", "its process ended: exit code 0"),
        ("Scribbles", "protocol", "it wrote a line that is not UTF-8"),
        ("NoSuchClass", "raised", "has no class 'NoSuchClass'"),
    ],
)
def test_a_fault_loses_the_game_and_is_recorded(bot: str, kind: str, message: str) -> None:
    for record in against_random(bot):
        (fault,) = record.faults
        assert (fault.bot, fault.kind) == ("bot", kind)
        assert message in fault.message
        assert record.lineup[fault.seat] == "bot"
        assert record.ranks[fault.seat] == 2
        assert record.ranks[1 - fault.seat] == 1
        assert record.decisions > fault.decision


def test_a_bot_that_leaks_runs_into_its_limit() -> None:
    config = tournament(bots={"bot": strange("Leaks"), "random": "random"}, deals=1, limits={**QUICK, "seconds": 20})
    for game in games(config):
        assert [fault.kind for fault in game.record.faults] == ["memory"]


def test_a_bot_that_dies_between_its_moves_is_found_out() -> None:
    config = tournament(bots={"bot": strange("DiesBetweenMoves"), "slow": strange("Steady:pause=200")}, deals=1)
    for game in games(config):
        (fault,) = game.record.faults
        assert (fault.bot, fault.kind, fault.message) == ("bot", "died", "its process ended: exit code 3")


def test_who_fails_after_the_end_has_lost_nothing() -> None:
    assert not any(record.faults for record in against_random("FailsAtTheEnd", deals=2))


def test_the_moves_before_a_fault_are_the_bots_own_and_the_stand_in_is_the_same_every_time() -> None:
    config = tournament(bots={"bot": strange("Raises"), "random": "random"}, deals=4)
    played = games(config)
    for game in played:
        (fault,) = game.record.faults
        assert fault.decision == 4 + fault.seat
    assert timeless(played) == timeless(games(config))


def test_a_broken_file_is_a_fault_and_is_loaded_only_once(tmp_path: Path) -> None:
    path, loads = tmp_path / "sleeper.py", tmp_path / "loads"
    path.write_text(f"import time\nopen({str(loads)!r}, 'a').write('x')\ntime.sleep(600)\n")
    config = tournament(bots={"bot": str(path), "random": "random"}, deals=3, limits={**QUICK, "start_seconds": 1})
    assert all(game.record.faults[0].kind == "timeout" for game in games(config))
    assert loads.read_text() == "x"


@pytest.mark.parametrize(
    ("ranks", "faulted", "expected"),
    [
        ((1, 2, 3, 4), set(), (1, 2, 3, 4)),
        ((1, 2, 3, 4), {0}, (4, 1, 2, 3)),
        ((1, 1, 3, 4), {0}, (4, 1, 2, 3)),
        ((1, 2, 3, 4), {0, 2}, (3, 1, 3, 2)),
        ((1, 1), {0, 1}, (1, 1)),
        ((1, 2), {0}, (2, 1)),
        ((1, 2, 2), {2}, (1, 2, 3)),
    ],
)
def test_faulted_bots_rank_last(ranks: tuple[int, ...], faulted: set[int], expected: tuple[int, ...]) -> None:
    assert final_ranks(ranks, faulted) == expected


def test_only_bots_of_this_project_are_trusted() -> None:
    assert is_trusted("random")
    assert not is_trusted(strange("Steady"))
    assert not is_trusted("nobody")
    assert isinstance(make_player(strange("Steady"), tournament().limits), ProtocolPlayer)


def test_closing_a_player_leaves_no_process() -> None:
    config = tournament()
    player = make_player(strange("Hangs"), replace(config.limits, seconds=0.3))
    game = config.load_game()
    player.start(game, 0, 1)
    (loader,) = [child for child in children(os.getpid()) if children(child)]
    processes = [loader, *children(loader)]
    assert len(processes) == 2
    with pytest.raises(PlayerFault):
        player.choose(game.new(1).view(0))
    player.close()
    assert soon(lambda: not any(map(alive, processes)))


HOLDER = """
import sys, time
from arena.process.limits import Limits
from arena.play.players import make_player
import core
player = make_player(sys.argv[1], Limits())
player.start(core.load("connect_four"), 0, 1)
print("ready", flush=True)
time.sleep(60)
"""


def test_bots_die_with_the_process_that_plays_them() -> None:
    command = [sys.executable, "-c", HOLDER, strange("Hangs")]
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root, env=environment) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"ready\n"
        (loader,) = children(holder.pid)
        processes = [loader, *children(loader)]
        holder.kill()
    assert soon(lambda: not any(map(alive, processes)))
