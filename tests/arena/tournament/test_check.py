"""arena check, submit and submissions: what they say of good bots and bad ones, and what they store."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.play.seeds import Secret
from arena.process import sandbox
from arena.process.program import BOT_CLASS, PYTHON, Program
from arena.process.registry import Registry
from arena.report.publish import about_run, publish
from arena.tournament.check import OPPONENTS, BadCheck, check
from arena.tournament.config import find_entrants, read_config
from arena.tournament.run import run
from arena.tournament.store import Store
from arena.tournament.worker import BlockPlayer, PlayJob
from tests.arena.command_line import Arena, command_line
from tests.arena.sandboxed import EXAMPLES, PATIENT, needs_bwrap, needs_node
from tests.arena.tables import schedule

HEAD = "from random import Random, random\nfrom bots import Bot\nimport os, sys\n"
STEADY = HEAD + """
class Steady(Bot):
    games = ("connect_four",)
    def start(self, game, seat, seed): self.random = Random(seed)
    def choose(self, view, clock): return self.random.choice(view.legal())
"""
FICKLE = HEAD + """
class Fickle(Bot):
    games = ("connect_four",)
    def choose(self, view, clock): return view.legal()[int(random() * len(view.legal()))]
"""
REMEMBERS = HEAD + """
SEEN = []
class Remembers(Bot):
    games = ("connect_four",)
    def choose(self, view, clock):
        SEEN.append(1)
        return view.legal()[len(SEEN) // 3 % len(view.legal())]
"""
CHEATS = HEAD + """
class Cheats(Bot):
    games = ("connect_four",)
    def choose(self, view, clock): return 99
"""
TOURNAMENT = """
name = "cup"
game = "connect_four"
deals = 2
bots = [{name = "newcomer", spec = "submission:steady"}, {name = "random", spec = "random"}]
"""


def program(code: str) -> Program:
    return Program("bot.py", code.encode(), BOT_CLASS)


@pytest.fixture
def arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Arena:
    """Runs `arena` in an empty folder; the exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_SUBMISSIONS", raising=False)
    return command_line(monkeypatch, capsys)


# ---- checking


@needs_bwrap
def test_a_good_bot_passes_with_figures() -> None:
    report = check(program(STEADY), PATIENT, deals=2)
    (game,) = report.games
    assert (report.passed, report.sandboxed, game.game) == (True, True, "connect_four")
    assert (game.deterministic, game.faults) == (True, ())
    assert game.encounters[0].opponent == "random"
    assert game.encounters[0].games == 4
    assert 0 < game.median_ms <= game.worst_ms
    assert 5 < report.peak_mb < 256
    assert 0 < game.uncertainty < 25 / 3
    assert game.moves >= 4 * 4 * len(game.encounters)


def test_a_bot_that_plays_otherwise_next_time_is_found_out() -> None:
    report = check(program(FICKLE), PATIENT, deals=2, unsafe=True)
    assert report.games[0].deterministic is False
    assert report.passed


def test_a_bot_that_would_remember_earlier_games_cannot() -> None:
    assert check(program(REMEMBERS), PATIENT, deals=2, unsafe=True).games[0].deterministic is True


def test_a_bot_with_faults_does_not_pass() -> None:
    report = check(program(CHEATS), PATIENT, deals=1, unsafe=True)
    (game,) = report.games
    assert not report.passed
    assert {fault.kind for fault in game.faults} == {"illegal"}
    assert game.deterministic is None
    assert all(each.wins == 0 and each.mean_rank == 2 for each in game.encounters)


def test_a_bot_that_does_not_start_is_told_why() -> None:
    report = check(program("from bots import Bot\n1 / 0"), PATIENT, unsafe=True)
    assert report.problem.startswith("raised: BadSpec")
    assert "ZeroDivisionError" in report.problem
    assert not report.passed


def test_a_claim_to_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadCheck, match="claims to play 'connect_five'"):
        check(program(STEADY.replace("connect_four", "connect_five")), PATIENT, unsafe=True)


MUTE = HEAD + """
import time
class Mute(Bot):
    games = ("connect_four", "ganymede")
    def choose(self, view, clock): time.sleep(60)
"""
SLOW = HEAD + """
import time
class Slow(Bot):
    games = ("connect_four",)
    def choose(self, view, clock):
        time.sleep(0.2)
        return view.legal()[0]
"""


def test_a_bot_that_never_answers_is_reported_after_one_time_limit() -> None:
    began = time.monotonic()
    report = check(program(MUTE), replace(PATIENT, seconds=1), unsafe=True)
    assert time.monotonic() - began < 10
    (game,) = report.games
    (found,) = game.faults
    assert (found.kind, found.opponent, found.deal) == ("timeout", "random", 0)
    assert "ran out of time once" in report.stopped
    assert not report.passed


def test_a_slow_bot_is_checked_for_as_long_as_the_budget_says() -> None:
    began = time.monotonic()
    report = check(program(SLOW), PATIENT, budget=3, unsafe=True)
    assert time.monotonic() - began < 10
    (game,) = report.games
    assert (report.passed, report.stopped) == (True, "the budget of 3 s is used up")
    assert 3 <= game.moves <= 16


def test_the_first_verdict_comes_before_most_games() -> None:
    told: list[str] = []
    check(program(STEADY), PATIENT, deals=2, unsafe=True, watch=told.append,
          first_verdict=lambda report: told.append(f"verdict {report.deterministic}"))
    assert told[:4] == ["starting the bot", "connect_four: a first game", "connect_four: the same game again",
                        "verdict True"]
    assert told[4:] == [f"connect_four: deal {deal} of 2 against {opponent}" for deal in (1, 2)
                        for opponent in OPPONENTS for seat in (0, 1)][1:]


def test_the_same_seed_plays_the_same_check() -> None:
    one, two, other = (check(program(STEADY), PATIENT, deals=3, secret=Secret.numbered(seed), unsafe=True)
                       for seed in (1, 1, 2))
    assert one.games[0].encounters == two.games[0].encounters
    assert one.games[0].moves == two.games[0].moves != other.games[0].moves


def test_a_bot_that_claims_no_game_is_refused() -> None:
    code = """
import json, sys
hello = json.loads(sys.stdin.readline())
print(json.dumps({"type": "hello", "protocol": hello["protocol"], "games": []}), flush=True)
sys.stdin.read()
"""
    with pytest.raises(BadCheck, match="claims no game"):
        check(Program("none.py", code.encode(), PYTHON), PATIENT, unsafe=True)


def test_a_bot_is_not_asked_to_play_what_it_does_not_claim() -> None:
    with pytest.raises(BadCheck, match="does not play ganymede: it claims connect_four"):
        check(program(STEADY), PATIENT, games=["ganymede"], unsafe=True)


def test_ctrl_c_shows_what_is_known_so_far(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    command = [sys.executable, "-m", "arena", "check", "slow.py", "--unsafe"]
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parents[1]), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert "for up to 60 s" in process.stdout.readline()
    verdict = process.stdout.readline()
    assert verdict.startswith("connect_four: legal yes, same seed same moves yes")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "not all games were played: you stopped it" in out
    assert "same seed, same moves: yes" in out
    assert (out.splitlines()[-2], "Traceback" in err) == ("stopped", False)


def test_a_submission_that_does_not_repeat_itself_is_named_on_the_board(arena: Arena, tmp_path: Path) -> None:
    report = check(program(FICKLE), PATIENT, deals=1, unsafe=True)
    with Registry(tmp_path / "runs" / "submissions.db", create=True) as registry:
        registry.add(program(FICKLE), "steady", "me", report.to_dict())
    path = tmp_path / "cup.toml"
    path.write_text(TOURNAMENT)
    config = read_config(path)
    bots = [entrant.identity for entrant in find_entrants(config, tmp_path, unsafe=True)]
    assert bots[0].version.endswith(", not reproducible")
    with Store.create(tmp_path / "cup.db", config, bots) as store:
        assert about_run(store).facts["not reproducible: other moves for the same seed"] == "newcomer"


# ---- the commands


@needs_bwrap
def test_submit_list_and_play(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "steady.py").write_text(STEADY)
    code, out, _ = arena("submit", "steady.py", "--name", "steady", "--author", "[bold]me[/]", "--deals", "1")
    assert code == 0
    assert "play it as submission:steady@1" in out
    (tmp_path / "steady.py").write_text(STEADY + "# better\n")
    assert arena("submit", "steady.py", "--name", "steady", "--deals", "1")[0] == 0
    code, out, _ = arena("submissions")
    assert "steady@1" in out
    assert "steady@2" in out
    assert "steady@1 by [bold]me[/], " in out
    bots = "submission:steady,submission:steady@1"
    code, out, _ = arena("match", "--game", "connect_four", "--bots", bots, "--games", "2")
    assert code == 0
    assert "2 games" in out


@needs_bwrap
def test_the_report_as_json(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "cheats.py").write_text(CHEATS)
    code, out, err = arena("check", "cheats.py", "--deals", "1", "--seed", "4", "--json")
    report = json.loads(out)
    assert (code, report["passed"], report["seed"]) == (1, False, 4)
    assert report["games"][0]["faults"][0]["fault"]["kind"] == "illegal"
    assert err.startswith("checking cheats")


@needs_bwrap
def test_a_bot_that_fails_is_not_stored(arena: Arena, tmp_path: Path) -> None:
    (tmp_path / "cheats.py").write_text(CHEATS)
    code, out, err = arena("submit", "cheats.py", "--name", "cheats", "--deals", "1")
    assert code == 1
    assert "seat 0, after 0 decisions: illegal: action 99 is not legal now" in out
    assert "not submitted" in err
    assert not (tmp_path / "runs").exists()
    assert arena("check", "cheats.py", "--deals", "1")[0] == 1


@needs_bwrap
@needs_node
def test_a_bot_in_another_language_is_checked_alike(arena: Arena) -> None:
    bot = str(EXAMPLES / "lookahead.js")
    code, out, _ = arena("check", bot, "--deals", "1", "--game", "connect_four", "--seed", "1")
    assert code == 0
    assert "lookahead.js: node" in out
    assert "same seed, same moves: yes" in out
    assert "against random: won 2 of 2" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "nix.py"], "cannot read the bot file 'nix.py': No such file or directory."),
        (["check", str(EXAMPLES / "lookahead.py"), "--game", "chess"], "there is no game 'chess'"),
        (["submit", "nix.py", "--name", "a b"], "'a b' is no name for a bot"),
        (["submissions"], "runs/submissions.db: there are no submissions"),
        (["match", "--game", "connect_four", "--bots", "submission:x,random"], "there are no submissions"),
        (["match", "--game", "connect_four", "--bots", "submission:,random"], "'submission:' names no bot"),
        (["match", "--game", "connect_four", "--bots", "cmd:./nix,random"], "there is no program './nix' to run"),
        (["match", "--game", "connect_four", "--bots", "cmd:'x,random"], "is not a command line"),
    ],
)
def test_bad_input_gets_one_sentence(arena: Arena, words: list[str], message: str) -> None:
    code, _, err = arena(*words)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_command_can_play_in_a_match(arena: Arena, tmp_path: Path) -> None:
    bot = f"cmd:{sys.executable} {EXAMPLES / 'lookahead.py'}"
    code, out, _ = arena("match", "--game", "connect_four", "--bots", f"{bot},random", "--games", "2", "--seed", "1")
    assert code == 0
    assert "100.0%" in out


# ---- tournaments


def enter(tmp_path: Path) -> Path:
    with Registry(tmp_path / "runs" / "submissions.db", create=True) as registry:
        registry.add(program(STEADY), "steady", "me", {})
        registry.add(program(STEADY + "# 2"), "steady", "me", {})
    config = tmp_path / "cup.toml"
    config.write_text(TOURNAMENT)
    return config


@needs_bwrap
def test_a_submission_travels_by_content(arena: Arena, tmp_path: Path) -> None:
    """A worker needs neither the registry nor the file."""
    path = enter(tmp_path)
    config = read_config(path)
    entrants = find_entrants(config, tmp_path)
    assert entrants[0].spec == "submission:steady@2"
    assert entrants[0].version.startswith("steady@2 (")
    (tmp_path / "runs" / "submissions.db").unlink()
    job = pickle.loads(pickle.dumps(PlayJob(config.load_game(), entrants, config.limits)))
    worker = BlockPlayer(job)
    batch = worker.play([next(iter(schedule(config)))])
    worker.close()
    assert batch.failure == ""
    assert [game.record.faults for _, games in batch.blocks for game in games] == [(), ()]


@needs_bwrap
@pytest.mark.soak  # it starts a Ray
def test_a_tournament_plays_submissions_and_stores_their_version(arena: Arena, tmp_path: Path) -> None:
    path = enter(tmp_path)
    config = read_config(path)
    outcome = run(config, find_entrants(config, tmp_path), tmp_path / "cup.db", workers=1)
    assert (outcome.complete, outcome.faults) == (True, 0)
    with Store.open(tmp_path / "cup.db") as store:
        version = store.versions()["newcomer"]
        publish(store, tmp_path / "page")
    assert version.startswith("steady@2 (")
    assert json.loads((tmp_path / "page" / "leaderboard.json").read_text())["facts"]["newcomer"] == version


def test_without_a_sandbox_submissions_are_refused_unless_somebody_insists(
    arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = enter(tmp_path)
    monkeypatch.setattr(sandbox, "bwrap_program", lambda: None)
    sandbox.sandbox_problem.cache_clear()
    try:
        code, _, err = arena("run", str(path))
        assert code == 2
        assert "bots.newcomer.spec: a submitted bot needs a sandbox" in err
        assert "'arena run --unsafe' plays it without one" in err
        code, _, err = arena("check", str(EXAMPLES / "lookahead.py"))
        assert (code, "--unsafe checks it without one" in err) == (2, True)
        (entrant, _) = find_entrants(read_config(path), tmp_path, unsafe=True)
        assert not entrant.sandboxed
        assert entrant.version.endswith(", no sandbox)")
    finally:
        sandbox.sandbox_problem.cache_clear()
