"""The golden files still hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import core
from tests.core.golden import folder_of, perft_text, transcript, where_to_raise
from tests.golden_ledger import SameVersion, problems, read_ledger, text_digest, write
from tests.support import games, label, load, option_sets


def golden(case: tuple[str, dict[str, object]], ending: str) -> str:
    path = Path(core.__path__[0]) / case[0] / "golden" / f"{label(case)}{ending}"
    assert path.exists(), "run: python -m tests.core.golden"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", option_sets(), ids=label)
def test_a_random_game_reads_as_before(case: tuple[str, dict[str, object]]) -> None:
    assert transcript(load(case)) == golden(case, ".txt")


@pytest.mark.parametrize("case", option_sets(), ids=label)
def test_as_many_positions_are_reachable_as_before(case: tuple[str, dict[str, object]]) -> None:
    assert perft_text(load(case)) == golden(case, ".perft.txt")


@pytest.mark.parametrize("name", games())
def test_a_transcript_changes_only_with_the_rules_version(name: str) -> None:
    folder, version = folder_of(name), core.game_class(name).RULES_VERSION
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob(f"{name}-*.txt")}
    assert problems(folder, version, texts, where_to_raise(name)) == []
    assert {(version, file) for file in texts} <= read_ledger(folder).keys(), "run: python -m tests.core.golden"


def test_a_changed_transcript_is_refused_until_the_version_is_raised(tmp_path: Path) -> None:
    texts = {"connect_four-2.txt": "1. seat 0: column 4 (of 7)\n"}
    write(tmp_path, 1, texts, "RULES_VERSION")
    changed = {file: text.replace("column", "file") for file, text in texts.items()}
    with pytest.raises(SameVersion, match="version 1 plays: raise RULES_VERSION to 2"):
        write(tmp_path, 1, changed, "RULES_VERSION")
    assert (tmp_path / "connect_four-2.txt").read_text(encoding="utf-8") == texts["connect_four-2.txt"]
    write(tmp_path, 2, changed, "RULES_VERSION")
    assert read_ledger(tmp_path)[1, "connect_four-2.txt"] == text_digest(texts["connect_four-2.txt"])
    assert read_ledger(tmp_path)[2, "connect_four-2.txt"] == text_digest(changed["connect_four-2.txt"])


def test_to_write_nothing_leaves_no_ledger(tmp_path: Path) -> None:
    write(tmp_path / "golden", 1, {}, "RULES_VERSION")
    assert read_ledger(tmp_path / "golden") == {}
    assert not (tmp_path / "golden").exists()
