"""docs/rules/<game>.md has every number that code, tests and docs of a game cite, and a test cites every rule in it.

A number is a letter and digits (G11, R92-R109, "G8 to G11") or a ruling ("ruling 16", "rulings 18, 19 and 27"). In the
name of a test it is small: test_g11_..., test_..._r19_to_r25, test_..._ruling_16. An item of a list begins with its
number in bold; those marked *(definition)* or *(components)* decide nothing and need no test.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "core").glob("*/rules.pyx"))
SOURCES = (".py", ".pyx", ".pxd", ".pxi", ".toml")
EXAMPLES = "E"  # the worked examples are written out where they are tested; a list may have them, but need not

GAP = r"[\s#]+"  # a citation may go on in the next line of a comment
NUMBER = r"[1-9]\d*"
RANGE = rf"(?:-|{GAP}to{GAP})"
RULINGS = re.compile(rf"\b[Rr]uling(?:{GAP}({NUMBER})|s{GAP}({NUMBER}(?:(?:,{GAP}|{GAP}and{GAP}|{RANGE}){NUMBER})*))\b")
ITEM = re.compile(rf"^- \*\*([A-Z]{NUMBER}|Ruling {NUMBER})\*\* +(?:\*\((.+?)\)\* +)?\S", re.MULTILINE)
DECIDES_NOTHING = ("definition", "components")


class Rule(NamedTuple):
    number: str
    mark: str

    @property
    def decides(self) -> bool:
        return self.mark not in DECIDES_NOTHING


# ---- citations


def span(word: str, first: str, last: str) -> list[str]:
    """All numbers of a range, both ends included."""
    low, high = sorted((int(first), int(last or first)))
    return [f"{word}{number}" for number in range(low, high + 1)]


def rulings(text: str) -> Iterator[str]:
    for one, several in RULINGS.findall(text):
        for first, last in re.findall(rf"({NUMBER})(?:{RANGE}({NUMBER}))?", one or several):
            yield from span("Ruling ", first, last)


def citations(text: str, letters: str) -> set[str]:
    found = set(rulings(text))
    if letters:
        numbers = rf"\b([{letters}])({NUMBER})(?:{RANGE}\1({NUMBER}))?\b"
        for letter, first, last in re.findall(numbers, text):
            found.update(span(letter, first, last))
    return found


def spoken(name: str) -> str:
    """The name of a test as it would be written in a sentence: numbers with a capital letter."""
    return re.sub(rf"\b[a-z]{NUMBER}\b", lambda number: number[0].upper(), name.replace("_", " "))


# ---- a game's list, sources and tests


def path_of_list(root: Path, game: str) -> Path:
    return root / "docs" / "rules" / f"{game}.md"


def rule_list(root: Path, game: str) -> list[Rule]:
    path = path_of_list(root, game)
    return [Rule(*item) for item in ITEM.findall(path.read_text(encoding="utf-8"))] if path.exists() else []


def functions_of(root: Path, game: str) -> Iterator[tuple[str, str]]:
    """Name and source of each test, decorators and comments included."""
    for path in sorted((root / "tests" / "core" / game).glob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                yield node.name, "\n".join(source.splitlines()[start - 1 : node.end_lineno])


def letters_of(root: Path, game: str) -> str:
    """The letters this game's numbers have, from its list and the names of its tests."""
    listed = {rule.number[0] for rule in rule_list(root, game) if not rule.number.startswith("Ruling")}
    names = " ".join(spoken(name) for name, _ in functions_of(root, game))
    named = set(re.findall(rf"\b([A-Z]){NUMBER}\b", names))
    return "".join(sorted(listed | named - set(EXAMPLES)))


def cited(root: Path, game: str) -> dict[str, str]:
    """Every number cited, with a file that cites it."""
    letters = letters_of(root, game)
    folders = (root / "core" / game, root / "tests" / "core" / game)
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in SOURCES]
    found = {}
    for path in [*files, *(root / "docs").rglob(f"{game}.md")]:
        found.update(dict.fromkeys(citations(path.read_text(encoding="utf-8"), letters), str(path.relative_to(root))))
    for name, _ in functions_of(root, game):
        found.update(dict.fromkeys(citations(spoken(name), letters), name))
    return found


def cited_by_tests(root: Path, game: str) -> set[str]:
    """Those that stand in a test itself. The heading of a file tests nothing."""
    text = "\n".join(f"{spoken(name)}\n{source}" for name, source in functions_of(root, game))
    return citations(text, letters_of(root, game))


def in_order(number: str) -> tuple[str, int]:
    word = number.rstrip("0123456789")
    return word, int(number.removeprefix(word))


def missing(root: Path, game: str) -> list[str]:
    listed = {rule.number for rule in rule_list(root, game)}
    found = cited(root, game)
    return [f"{number} ({found[number]})" for number in sorted(found.keys() - listed, key=in_order)]


def untested(root: Path, game: str) -> list[str]:
    tested = cited_by_tests(root, game)
    return [rule.number for rule in rule_list(root, game) if rule.decides and rule.number not in tested]


# ---- what must hold

LISTED = [game for game in GAMES if rule_list(ROOT, game)]


@pytest.mark.parametrize("game", GAMES)
def test_the_list_has_every_number_that_is_cited(game: str) -> None:
    assert missing(ROOT, game) == []


@pytest.mark.parametrize("game", LISTED)
def test_every_rule_that_decides_something_is_cited_by_a_test(game: str) -> None:
    assert untested(ROOT, game) == []


@pytest.mark.parametrize("game", LISTED)
def test_no_number_stands_twice_in_a_list(game: str) -> None:
    numbers = [rule.number for rule in rule_list(ROOT, game)]
    assert sorted(numbers) == sorted(set(numbers))


@pytest.mark.parametrize("game", LISTED)
def test_the_page_of_the_game_links_to_its_list(game: str) -> None:
    assert f"(rules/{game}.md)" in (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")


# ---- how citations are read, and errors planted in a copy


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("paying (G9, G11)", "G9, G11"),
        ("G8 to G10: actions", "G8, G9, G10"),
        ("(R92-R94)", "R92, R93, R94"),
        ("# R98 to\n    # R100", "R98, R99, R100"),
        ("Q24: kinds in order; R30 and D1 to D2.", "Q24, R30, D1, D2"),
        ("ruling 16, 4 players", "Ruling 16"),
        ("Ruling 17 (a) and (b)", "Ruling 17"),
        ("rulings 18, 19 and 27", "Ruling 18, Ruling 19, Ruling 27"),
        ("rulings 4 to 6", "Ruling 4, Ruling 5, Ruling 6"),
        ("the card G07, H11, a FLAG1, the hex v11_25", ""),
        (spoken("test_g11_two_of_a_colour"), "G11"),
        (spoken("test_boards_r19_to_r21"), "R19, R20, R21"),
        (spoken("test_deliveries_r133_ruling_22"), "R133, Ruling 22"),
        (spoken("test_card_15_radar"), ""),
    ],
)
def test_citations_are_found(text: str, numbers: str) -> None:
    assert citations(text, "DGQR") == set(filter(None, numbers.split(", ")))


@pytest.fixture(params=LISTED)
def copy(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """A game with its tests and its list, where errors can be planted."""
    game: str = request.param
    for folder in (Path("core") / game, Path("tests/core") / game):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    path_of_list(tmp_path, game).parent.mkdir(parents=True)
    shutil.copy(path_of_list(ROOT, game), path_of_list(tmp_path, game))
    return tmp_path, game


def test_a_number_taken_out_of_the_list_is_missed(copy: tuple[Path, str]) -> None:
    root, game = copy
    path, number = path_of_list(root, game), next(rule.number for rule in rule_list(root, game) if rule.decides)
    path.write_text(path.read_text(encoding="utf-8").replace(f"- **{number}**", "-"), encoding="utf-8")
    assert [problem.split(" (")[0] for problem in missing(root, game)] == [number]


def test_a_game_that_cites_must_have_a_list(copy: tuple[Path, str]) -> None:
    root, game = copy
    path_of_list(root, game).unlink()
    assert len(missing(root, game)) == len(cited(root, game)) > 0


def test_a_rule_without_a_test_is_noticed(copy: tuple[Path, str]) -> None:
    root, game = copy
    path = path_of_list(root, game)
    planted = f"{letters_of(root, game)[0]}999"
    path.write_text(path.read_text(encoding="utf-8") + f"\n- **{planted}** Nobody tests this.\n", encoding="utf-8")
    assert untested(root, game) == [planted]


def test_a_citation_outside_the_tests_is_not_enough(copy: tuple[Path, str]) -> None:
    """The heading of a test file names a range of rules; that tests none of them."""
    root, game = copy
    number = next(rule.number for rule in rule_list(root, game) if rule.decides)
    for path in (root / "tests" / "core" / game).glob("test_*.py"):
        path.write_text(f'"""{number}: every test of it is gone."""\n', encoding="utf-8")
    assert number in untested(root, game)
