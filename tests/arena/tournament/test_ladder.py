"""The life of a ladder: bots come, get new versions and go; nothing is lost, doubled or shown early."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.play.entrants import BadEntrant
from arena.process.program import read_program
from arena.process.registry import Registry
from arena.tournament.ladder import open_ladder
from arena.tournament.ladder_run import Goal, Rounds, Until, play_here
from arena.tournament.ladder_store import (
    LADDER_VERSION,
    PLAYING,
    REPLACED,
    RETIRED,
    SET_ASIDE,
    LadderError,
    LadderStore,
)
from arena.tournament.ladder_verify import first_other_choice
from arena.tournament.store import Store, StoreError
from arena.tournament.verify import verify
from arena.tournament.worker import BlockPlayer, PlayJob
from bots import Spec, bot_class
from core.errors import ArenaError
from tests.arena.ladders import GIVEN, ladder_config, new_ladder, played_ladder, rows
from tests.arena.tables import filled_store, strange, tournament


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.db"


def states(path: Path) -> dict[str, str]:
    with open_ladder(path) as ladder:
        return {entry.label: entry.state for entry in ladder.entries()}


# ---- coming and going


def test_bots_enter_play_get_new_versions_and_retire(path: Path) -> None:
    played_ladder(path, games=24)
    with open_ladder(path, writable=True) as ladder:
        new = ladder.enter("mcts:iterations=16", name="mcts", author="Ada")
        ladder.retire("random")
    assert (new.label, new.author, new.reason) == ("mcts@2", "Ada", "entered in place of mcts@1")
    assert states(path) == {"random@1": RETIRED, "greedy@1": PLAYING, "mcts@1": REPLACED, "mcts@2": PLAYING}
    play_here(path, Goal(games=48))
    with open_ladder(path) as ladder:
        later = {name for record in ladder.games() if record.block >= new.since_block for name in record.lineup}
        assert later == {"greedy@1", "mcts@2"}
        assert {line.name for line in ladder.standings().lines} == {"random@1", "greedy@1", "mcts@1", "mcts@2"}
        assert verify(ladder.store).difference is None


def test_the_same_bot_is_not_entered_twice_and_comes_back_as_what_it_was(path: Path) -> None:
    with new_ladder(path) as ladder:
        with pytest.raises(LadderError, match="greedy@1 is the same bot and plays already"):
            ladder.enter("greedy")
        ladder.retire("greedy")
        with pytest.raises(LadderError, match="greedy@1 is retired already"):
            ladder.retire("greedy")
        assert ladder.enter("greedy").label == "greedy@1"
        assert ladder.find("greedy").state == PLAYING


def test_a_file_is_stored_by_content_and_a_changed_file_is_a_new_version(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = "from bots import Bot\n\nclass Mine(Bot):\n    def choose(self, view, clock): return view.legal()[0]\n"
    file.write_text(text)
    with new_ladder(path) as ladder:
        first = ladder.enter(str(file))
        file.write_text(text.replace("[0]", "[-1]"))
        assert ladder.store.entrant(first).program == replace(read_program(file), content=text.encode())
        second = ladder.enter(str(file))
        assert (first.label, second.label) == ("mine@1", "mine@2")
        assert first.version != second.version
    file.unlink()
    play_here(path, Goal(games=24))
    with open_ladder(path) as ladder:
        assert any("mine@2" in record.lineup and not record.faults for record in ladder.games())


def test_a_submission_brings_its_author(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_SUBMISSIONS", str(tmp_path / "submissions.db"))
    file = tmp_path / "sent.py"
    file.write_text("from bots import Bot\n\nclass Sent(Bot):\n    pass\n")
    with Registry(tmp_path / "submissions.db", create=True) as registry:
        registry.add(read_program(file), "sent", "Grace Hopper", {})
    with new_ladder(path) as ladder:
        entry = ladder.enter("submission:sent", unsafe=True)
        assert (entry.label, entry.author) == ("sent@1", "Grace Hopper")
        with pytest.raises(LadderError, match="is a bot of Grace Hopper"):
            ladder.enter("random", name="sent", author="Somebody Else")


def test_a_bot_of_another_game_is_refused(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "bot.toml").write_text('class = "other.py"\ngames = ["connect_four"]\n')
    (folder / "other.py").write_text("from bots import Bot\n\nclass Other(Bot):\n    pass\n")
    with new_ladder(path) as ladder:
        with pytest.raises(BadEntrant, match="other plays connect_four, not airlock"):
            ladder.enter(str(folder))
        assert "other" not in {entry.name for entry in ladder.entries()}


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"name": "a@b"}, "is no name for a bot"),
        ({"name": "-x"}, "is no name for a bot"),
        ({"name": "x", "author": "a\nb"}, "an author is a text"),
    ],
)
def test_names_that_are_none(path: Path, keys: dict[str, str], message: str) -> None:
    with new_ladder(path, bots=()) as ladder, pytest.raises(ArenaError, match=message):
        ladder.enter("random", **keys)


def test_of_two_that_enter_one_name_at_once_one_is_refused(path: Path) -> None:
    new_ladder(path, bots=()).close()
    barrier, outcomes = threading.Barrier(2), []

    def enter(spec: str) -> None:
        with open_ladder(path, writable=True) as ladder:
            found, both_looked = ladder._found, []

            def slowly(*given: object, **options: object) -> object:
                both_looked.append(barrier.wait(timeout=180))
                return found(*given, **options)  # type: ignore[arg-type]

            ladder._found = slowly  # type: ignore[method-assign, assignment]
            try:
                outcomes.append(ladder.enter(spec, name="mine").label)
            except LadderError as error:
                outcomes.append(str(error))

    threads = [threading.Thread(target=enter, args=(spec,)) for spec in ("random", "greedy")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcome.startswith("mine@1") for outcome in outcomes) == [False, True]
    assert any("somebody else entered a bot named mine just now" in outcome for outcome in outcomes)
    assert list(states(path)) == ["mine@1"]


def test_a_disqualified_bot_leaves_the_fit_and_stays_in_the_record(path: Path) -> None:
    played_ladder(path, games=72, bots=("random", "greedy", "mcts:iterations=8", "mcts-0.1:iterations=8"))
    with open_ladder(path, writable=True) as ladder:
        before = len(ladder)
        ladder.disqualify("random", "two accounts")
        assert ladder.find("random").reason == "two accounts"
        assert "random@1" not in {line.name for line in ladder.standings().lines}
        results = ladder.store.results()
        assert 0 < results.games < before
        assert len(ladder) == before == len(list(ladder.games()))
        assert any("random@1" in record.lineup for record in ladder.games())
        assert verify(ladder.store).games == before
        with pytest.raises(LadderError, match="its name is closed"):
            ladder.enter("random")
        with pytest.raises(LadderError, match="is disqualified already"):
            ladder.disqualify("random")


def test_a_bot_that_always_fails_is_set_aside_and_its_author_sees_why(path: Path) -> None:
    new_ladder(path, bots=("random", "greedy", strange("RaisesAtOnce"))).close()
    play_here(path, Goal(games=72))
    with open_ladder(path) as ladder:
        bad = next(bot for bot in ladder.status().bots if bot.entry.spec.endswith("RaisesAtOnce"))
        assert bad.entry.state == SET_ASIDE
        assert "games, last: raised: RuntimeError: not today" in bad.entry.reason
        assert bad.waiting is None
        assert bad.faults == bad.games < 72
        late = [record for record in ladder.games() if record.block > 20]
        assert late
        assert not any(bad.entry.label in record.lineup for record in late)
    with open_ladder(path, writable=True) as ladder:
        again = ladder.enter(strange("RaisesAtOnce"), name=bad.entry.name)
        assert (again.number, again.state) == (2, PLAYING)


def test_a_bot_that_is_not_what_it_was_is_set_aside_and_its_open_blocks_are_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_ladder(path, games=15, bots=("random", "greedy", "mcts:iterations=8", "mcts-0.1:iterations=8"))
    monkeypatch.setattr(bot_class(Spec.parse("greedy")), "PLAY_VERSION", {"airlock": 9})
    said: list[str] = []
    play_here(path, Goal(games=12), said.append)
    assert said == ["greedy@1 is set aside: it entered as version play 1 and is version play 9 now: enter it again"]
    with open_ladder(path, writable=True) as ladder:
        assert ladder.find("greedy").state == SET_ASIDE
        assert any("given up: greedy@1 could not play any more" in chosen.reason for chosen in ladder.store.choices())
        assert not any("greedy@1" in block.lineup for block in ladder.status().playing)
        assert verify(ladder.store).games == len(ladder) == 27
        assert ladder.enter("greedy").version == "play 9"


# ---- rounds


def test_the_same_ladder_comes_to_the_same_rows_in_whatever_portions(tmp_path: Path) -> None:
    whole = played_ladder(tmp_path / "whole.db", games=60, secret=GIVEN)
    parts = played_ladder(tmp_path / "parts.db", games=3, secret=GIVEN)
    for games in (6, 17, 2, 30):
        play_here(parts, Goal(games=games))
    assert rows(whole) == rows(parts)


def test_a_round_goes_by_the_results_of_all_rounds_but_the_last(path: Path) -> None:
    """So a round can be played while the next is chosen, and who is faster does not matter."""
    ladder = new_ladder(path)
    with ladder:
        until = Until(Goal())
        rounds = Rounds(ladder, until, print)
        handed_out = list(rounds)
        assert len(handed_out) == 8  # two rounds of four: the third waits for the first
        job = PlayJob.of(ladder.store.config, rounds.entrants(), writer=ladder.store.writer)
        worker = BlockPlayer(job)
        for block in handed_out[3::-1]:
            assert next(rounds, None) is None
            ladder.store.add_rows([worker.play([block]).rows])
        assert next(rounds).index == 8


def test_a_ladder_waits_for_bots(path: Path) -> None:
    new_ladder(path, bots=("random",)).close()
    said: list[str] = []

    def tell(sentence: str) -> None:
        said.append(sentence)
        with open_ladder(path, writable=True) as ladder:
            ladder.enter("greedy")

    assert play_here(path, Goal(games=6), tell).played == 6
    assert said == ["nothing to play: test waits for bots to enter"]


def test_who_enters_during_a_run_plays_from_the_next_round_on(path: Path) -> None:
    new_ladder(path, epoch_blocks=4).close()
    entered: list[int] = []

    def tell(sentence: str) -> None:
        """Called inside of the transaction that begins an epoch: the bot enters as soon as that is over."""
        if not entered:
            entered.append(0)
            threads.append(threading.Thread(target=enter))
            threads[0].start()

    def enter() -> None:
        with open_ladder(path, writable=True) as ladder:
            entered[0] = ladder.enter("mcts:iterations=9", name="late").since_block

    threads: list[threading.Thread] = []
    play_here(path, Goal(games=90), tell)
    threads[0].join()
    with open_ladder(path) as ladder:
        first = min(record.block for record in ladder.games() if "late@1" in record.lineup)
        assert entered[0] <= first < entered[0] + 8
        assert verify(ladder.store).difference is None


def test_who_enters_while_the_entries_are_read_plays_from_then_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody enters just before and just after the names are read anew, twice each."""
    new_ladder(path, epoch_blocks=4).close()
    refresh, late = LadderStore.refresh, iter("abcd")

    def enter() -> None:
        for name in next(late, ""):
            with open_ladder(path, writable=True) as ladder:
                ladder.enter("mcts:iterations=9", name=f"late-{name}")

    def slowly(store: LadderStore) -> None:
        enter()
        refresh(store)
        enter()

    with monkeypatch.context() as patched:
        patched.setattr(LadderStore, "refresh", slowly)
        play_here(path, Goal(games=90))
    with open_ladder(path) as ladder:
        seated = {name for record in ladder.games() for name in record.lineup}
        assert {f"late-{name}@1" for name in "abcd"} <= seated
        assert verify(ladder.store).difference is None


@pytest.mark.parametrize("scheduler", ["adaptive", "round-robin"])
def test_every_round_is_chosen_again_the_same(path: Path, scheduler: str) -> None:
    """With an entry, a retirement and a disqualification on the way."""
    bots = ("random", "greedy", "mcts:iterations=8", "mcts-0.1:iterations=8", strange("RaisesAtOnce"))
    played_ladder(path, games=60, bots=bots, scheduler=scheduler, weigh_seconds=True)
    with open_ladder(path, writable=True) as ladder:
        ladder.enter("mcts:iterations=9", name="mcts")
        ladder.retire("random")
    play_here(path, Goal(games=40))
    with open_ladder(path, writable=True) as ladder:
        ladder.disqualify("random")
    play_here(path, Goal(games=40))
    with open_ladder(path) as ladder:
        assert first_other_choice(ladder.store) == ""
        lineup = ladder.store.chosen(30).lineup
    swapped = json.dumps([0, 1, 3] if "mcts@2" in lineup else [0, 1, 2])
    with sqlite3.connect(path) as database:
        database.execute("UPDATE choice SET lineup = ? WHERE block = 30", (swapped,))
    with open_ladder(path) as ladder:
        assert first_other_choice(ladder.store).startswith("block 30 was chosen otherwise")


# ---- epochs and early looks


def test_the_secret_changes_every_epoch_and_is_published_when_its_games_are_in(path: Path) -> None:
    said: list[str] = []
    new_ladder(path).close()
    play_here(path, Goal(games=3 * 14), said.append)
    with open_ladder(path) as ladder:
        first, second = ladder.epochs()
        assert (first.blocks, second.blocks) == (12, 4)
        assert first.secret is not None
        assert sha256(bytes.fromhex(first.secret)).hexdigest() == first.sha256 != second.sha256
        assert second.secret is None
        assert said == [f"epoch 1 begins; sha256 of its secret: {second.sha256}"]
        assert ladder.store.secret_of(0).deal_seed(0, 5) == ladder.game(15).record.seed


def test_the_last_epoch_is_published_when_it_is_full(path: Path) -> None:
    played_ladder(path, games=3 * 11)
    with open_ladder(path) as ladder:
        assert [(epoch.blocks, epoch.secret) for epoch in ladder.epochs()] == [(12, None)]
    play_here(path, Goal(games=3))
    with open_ladder(path) as ladder:
        (epoch,) = ladder.epochs()
        assert epoch.secret == ladder.store.secret_of(0).digits


def test_an_epoch_with_an_open_block_is_not_published(path: Path) -> None:
    played_ladder(path, games=3 * 14)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM game WHERE block = 2 AND rotation = 1")
    with open_ladder(path) as ladder:
        assert [epoch.secret for epoch in ladder.epochs()] == [None, None]


def test_an_epoch_lasts_so_many_hours(path: Path) -> None:
    played_ladder(path, games=12, epoch_hours=24, epoch_blocks=1000)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE epoch SET began = began - 25 * 3600")
    play_here(path, Goal(games=12))
    with open_ladder(path) as ladder:
        assert [epoch.blocks for epoch in ladder.epochs()] == [4, 4]


def test_a_given_secret_is_public(path: Path) -> None:
    played_ladder(path, games=3, secret=GIVEN)
    with open_ladder(path) as ladder:
        (epoch,) = ladder.epochs()
        assert epoch.public
        assert epoch.secret not in (None, GIVEN)


def test_no_game_is_shown_before_its_deal_is_finished(path: Path) -> None:
    played_ladder(path, games=12)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM game WHERE block = 1 AND rotation = 2")
    with open_ladder(path) as ladder:
        assert len(ladder) == 9
        assert {record.block for record in ladder.games()} == {0, 2, 3}
        assert {played.record.block for played in ladder.played_games()} == {0, 2, 3}
        assert set(ladder.store.results().place[:, 0].tolist()) == {0, 2, 3}
        assert set(ladder.to_columns()["block"]) == {0, 2, 3}
        assert ladder.store.total() == ladder.store._digest_of(
            "SELECT checksum FROM main.game WHERE block <> 1 ORDER BY id"
        )
        for number in (3, 4):
            with pytest.raises(StoreError, match=f"there is no game {number}"):
                ladder.game(number)
            assert ladder.store.explanations(number) == []
        assert [block.block for block in ladder.status().playing] == [1]
    play_here(path, Goal(games=1))
    with open_ladder(path) as ladder:
        assert len(ladder) == 12
        assert ladder.game(4).record.block == 1


# ---- the file


def test_verify_notices_what_was_changed(path: Path) -> None:
    played_ladder(path, games=12)
    changes = {
        "UPDATE game SET scores = '[1,2,3]' WHERE id = 4": "checksum does not fit",
        "UPDATE choice SET lineup = '[0,1,1]' WHERE block = 1": "line-up is not the one that was chosen",
        "UPDATE choice SET probability = 0.5 WHERE block = 1": "probability is not that of the block that was chosen",
        "UPDATE bot SET version = 'play 7' WHERE id = 1": "checksum does not fit",
    }
    for change, expected in changes.items():
        copy = path.with_name("copy.db")
        with sqlite3.connect(path) as source, sqlite3.connect(copy) as target:
            source.backup(target)
            target.execute(change)
        with open_ladder(copy) as ladder:
            found = verify(ladder.store).difference
            assert found is not None
            assert expected in found.message


def test_changed_games_are_played_again(path: Path) -> None:
    played_ladder(path, games=24, secret=GIVEN)
    before = rows(path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE game SET ranks = '[3,2,1]' WHERE id IN (4, 9)")
    play_here(path, Goal(games=2))
    assert rows(path)["main.game"][:24] == before["main.game"]


def test_a_ladder_opens_as_a_store_and_a_run_does_not_open_as_a_ladder(path: Path, tmp_path: Path) -> None:
    played_ladder(path, games=3)
    with Store.open(path) as store:
        assert isinstance(store, LadderStore)
        assert len(store) == 3
    filled_store(tmp_path / "run.db", tournament()).close()
    with pytest.raises(LadderError, match="is a run, not a ladder"):
        open_ladder(tmp_path / "run.db")


def test_a_newer_ladder_and_one_that_is_there_are_refused(path: Path) -> None:
    new_ladder(path).close()
    with pytest.raises(LadderError, match="is there already"):
        new_ladder(path)
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {LADDER_VERSION + 1}")
    with pytest.raises(LadderError, match=f"is a ladder in format {LADDER_VERSION + 1}, this program reads format"):
        open_ladder(path)


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM run",
        "DELETE FROM secret",
        "UPDATE run SET config = '{}'",
        "UPDATE run SET config = '[]'",
        "UPDATE secret SET digits = '00'",
        "UPDATE entry SET name = 'x' WHERE bot = 1",
        "UPDATE entry SET author = char(7)",
        "UPDATE change SET state = 'king'",
        "DROP TABLE choice",
        "UPDATE choice SET lineup = '[0,1,99]' WHERE block = 3",
        "UPDATE choice SET lineup = 'x' WHERE block = 3",
        "UPDATE choice SET secret = 7 WHERE block = 3",
        "UPDATE choice SET event = 7 WHERE block = 3",
        "UPDATE bot SET id = 9 WHERE id = 0",
    ],
)
def test_a_damaged_ladder_is_reported_in_one_sentence(path: Path, damage: str) -> None:
    played_ladder(path, games=11)
    with sqlite3.connect(path) as database:
        database.execute(damage)
    assert str(path) in complaint(path)


@pytest.mark.parametrize(
    "asked",
    [
        """replace(asked, '"entered"', '"untered"')""",
        """replace(asked, '"seats"', '"places"')""",
        """'{"contestants": 1}'""",
        "'[]'",
    ],
)
def test_what_the_scheduler_was_told_may_be_damaged(path: Path, asked: str) -> None:
    played_ladder(path, games=11)
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE round SET asked = {asked}")
    with open_ladder(path) as ladder, pytest.raises(ArenaError, match=r"is damaged .* round 0 cannot be read"):
        first_other_choice(ladder.store)


def complaint(path: Path) -> str:
    """What is said of a damaged file by whoever opens or verifies it."""
    try:
        with open_ladder(path) as ladder:
            ladder.status()
            found = verify(ladder.store).difference
            return "" if found is None else f"{path}: {found.message}"
    except ArenaError as error:
        return str(error)


def test_stored_content_that_was_changed_is_noticed(path: Path) -> None:
    with new_ladder(path, bots=("random", strange("Steady"))) as ladder:
        entry = ladder.entries()[-1]
    with sqlite3.connect(path) as database:
        database.execute("UPDATE program SET content = x'00'")
    with open_ladder(path) as ladder, pytest.raises(StoreError, match="is not what was entered"):
        ladder.store.entrant(entry)


def test_a_config_is_read_strictly() -> None:
    for keys, message in (
        ({"round": 3}, "round: there is no such key"),
        ({"epoch_blocks": 0}, "epoch_blocks: 0 is not a whole number"),
        ({"loss": "top:0"}, 'loss: "top:0" is not "top:3"'),
        ({"scheduler": "swiss"}, 'scheduler: "swiss" is not'),
        ({"secret": "x"}, "secret of 32 hexadecimal digits"),
        ({"players": 9}, "players: 9 is not"),
    ):
        with pytest.raises(ArenaError, match=message):
            ladder_config(**keys)
