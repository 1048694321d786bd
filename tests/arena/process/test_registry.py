"""The registry: what was submitted stays as it was, under its hash, its name and its version."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest

from arena.process.program import BOT_CLASS, PYTHON, Program
from arena.process.protocol_player import submitted
from arena.process.registry import Registry, RegistryError
from tests.arena.sandboxed import PATIENT, play_against_random

FIRST = Program("mine.py", b"from bots import Bot  # 1", BOT_CLASS)
SECOND = Program("mine.py", b"from bots import Bot  # 2", BOT_CLASS)
OLD = Path(__file__).parents[1] / "data" / "submissions-0.1.0.db.gz"
REPORT = {"games": [{"game": "connect_four", "rating": 30.0}]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A registry with two versions of one bot and one of another."""
    path = tmp_path / "deep" / "submissions.db"
    with Registry(path, create=True) as registry:
        registry.add(FIRST, "mine", "me", REPORT)
        registry.add(SECOND, "mine", "me", REPORT)
        registry.add(FIRST, "yours", "you", {})
    return path


def test_a_resubmission_is_a_new_version_and_the_old_one_stays(path: Path) -> None:
    with Registry(path) as registry:
        assert [str(each) for each in registry.all()] == ["mine@1", "mine@2", "yours@1"]
        assert registry.program(registry.find("mine@1")) == FIRST
        assert registry.program(registry.find("mine@2")) == SECOND
        assert registry.program(registry.find("mine")) == SECOND
        assert registry.find("yours").digest == FIRST.digest
        assert registry.find("mine").report == REPORT
        assert registry.find("mine").author == "me"


def test_equal_content_is_stored_once(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM program").fetchone() == (2,)


def test_the_same_file_again_is_refused(path: Path) -> None:
    with Registry(path) as registry:
        with pytest.raises(RegistryError, match="mine@1 is the same file"):
            registry.add(FIRST, "mine", "me", {})
        assert len(registry.all()) == 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE program SET content = 'x'",
        "UPDATE submission SET author = 'x'",
        "DELETE FROM submission",
        "DELETE FROM program",
    ],
)
def test_the_file_itself_refuses_changes(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.IntegrityError, match="never changes"):
        connection.execute(statement)


@pytest.mark.parametrize(
    ("reference", "sentence"),
    [
        ("mien", "nobody has submitted 'mien': did you mean 'mine'"),
        ("mine@3", "'mine' has no version '3': its latest is 2"),
        ("mine@", "'mine' has no version ''"),
        ("mine@1@2", "has no version '1@2'"),
        ("", "nobody has submitted ''"),
    ],
)
def test_what_is_not_there_is_not_found(path: Path, reference: str, sentence: str) -> None:
    with Registry(path) as registry, pytest.raises(RegistryError, match=sentence):
        registry.find(reference)


@pytest.mark.parametrize("name", ["", "a@b", "-a", "a b", "a/b", "x" * 65, "ä"])
def test_a_bad_name_is_refused(path: Path, name: str) -> None:
    with Registry(path) as registry, pytest.raises(RegistryError, match="is no name for a bot"):
        registry.add(FIRST, name, "me", {})


@pytest.mark.parametrize("author", ["", "  ", "a\nb", "\x1b[2J", "x" * 101, "\ud800"])
def test_a_bad_author_is_refused(path: Path, author: str) -> None:
    with Registry(path) as registry, pytest.raises(RegistryError, match="an author is a text"):
        registry.add(FIRST, "another", author, {})


def test_content_that_was_tampered_with_is_not_played(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER program_UPDATE")
        connection.execute("UPDATE program SET content = X'6576696C' WHERE digest = ?", (FIRST.digest,))
    with Registry(path) as registry, pytest.raises(RegistryError, match="not what was submitted"):
        registry.program(registry.find("mine@1"))


def test_a_file_that_is_no_registry_is_refused(tmp_path: Path) -> None:
    missing, text, other = tmp_path / "missing.db", tmp_path / "text.db", tmp_path / "other.db"
    with pytest.raises(RegistryError, match="there are no submissions"):
        Registry(missing)
    assert not missing.exists()
    text.write_text("hello " * 100)
    with pytest.raises(RegistryError, match="is damaged or holds no submissions"):
        Registry(text)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    with pytest.raises(RegistryError, match="but holds no submissions"):
        Registry(other, create=True)


def test_a_registry_of_the_future_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(RegistryError, match="format 99"):
        Registry(path)


def test_two_submitters_at_once_get_two_versions(path: Path) -> None:
    with Registry(path) as one, Registry(path) as other:
        third = one.add(Program("a.py", b"3", PYTHON), "mine", "me", {})
        fourth = other.add(Program("a.py", b"4", PYTHON), "mine", "me", {})
    assert (third.version, fourth.version) == (3, 4)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("file", "X'FF'"),
        ("submitted", "X'FF'"),
        ("author", "char(27) || '[2J'"),
        ("version", "1.5"),
        ("report", "3"),
        ("report", "'[]'"),
        ("report", "'{\"games\": 3}'"),
        ("report", "'{\"games\": [{}]}'"),
        ("report", "'{\"games\": [{\"game\": \"x\", \"rating\": \"high\"}]}'"),
    ],
)
def test_a_row_that_is_no_submission_gets_one_sentence(path: Path, column: str, value: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER submission_UPDATE")
        connection.execute(f"UPDATE submission SET {column} = {value} WHERE name = 'yours'")
    with Registry(path) as registry, pytest.raises(RegistryError, match="is damaged or holds no submissions"):
        registry.all()


def test_a_registry_of_0_1_0_opens_its_bots_play_and_it_takes_new_ones(tmp_path: Path) -> None:
    path = tmp_path / "submissions.db"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    with Registry(path) as registry:
        assert [(str(each), each.author) for each in registry.all()] == [
            ("mine@1", "Ada"), ("mine@2", "Ada"), ("plain@1", "Bob")]
        programs = [registry.program(each) for each in registry.all()]
        assert registry.add(FIRST, "mine", "Ada", REPORT).version == 3
    played = [play_against_random(submitted(program, PATIENT, unsafe=True)) for program in programs]
    assert [game.record.faults for game in played] == [(), (), ()]
    assert played[0].actions == played[2].actions != played[1].actions
