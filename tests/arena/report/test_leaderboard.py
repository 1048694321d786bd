"""The written leaderboards: the same bytes for the same games, and nothing a stranger's name could break."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from click.testing import CliRunner
from rich.console import Console

from arena.commands.leaderboard import command
from arena.play.records import Fault, GameRecord
from arena.rating.standings import Leaderboard, examine
from arena.report import games_page
from arena.report.about import About, GameLink, games_address
from arena.report.columns import WINS
from arena.report.games_page import list_data
from arena.report.leaderboard import markdown, print_standings, to_csv, to_json, write_leaderboard
from arena.report.page import render
from arena.report.publish import about_run, publish
from arena.tournament.store import Store
from tests.arena.simulated import game, simulate
from tests.arena.tables import SECRET, filled_store, identities, play, tournament

EVIL = '"><script>alert(1)</script>|*\x1b[31m\n\u202e&amp;'
ABOUT = About("cup", {"game": "connect_four"})
VOID = {"meta", "link", "br", "input"}


class Page(HTMLParser):
    """Checks that every tag is closed where it should be, and remembers what there was."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def evil(record: GameRecord) -> GameRecord:
    lineup = tuple(EVIL if name == "bot1" else name for name in record.lineup)
    fault = Fault(0, lineup[0], "raised", EVIL * 50, 3)
    return replace(record, lineup=lineup, faults=(fault,))


@pytest.fixture(scope="module")
def report() -> Leaderboard:
    return examine(simulate([0.5, 0, -0.5], 30, 3, seed=1, ties=0.3, faulty="bot2"))


@pytest.fixture(scope="module")
def hostile() -> Leaderboard:
    return examine(map(evil, simulate([0.5, 0, -0.5], 10, 3, seed=1)))


def test_all_formats_are_written(report: Leaderboard, tmp_path: Path) -> None:
    written = write_leaderboard(report, replace(ABOUT, game=link), tmp_path / "new" / "folder")
    names = ["leaderboard.html", "games.html", "leaderboard.md", "leaderboard.json", "leaderboard.csv", "timings.json"]
    assert [path.name for path in written] == names
    assert sorted(path.name for path in written[0].parent.iterdir()) == sorted(names)
    assert [timing["name"] for timing in json.loads(written[5].read_text())] == ["bot0", "bot1", "bot2"]


def test_json_and_csv_do_not_depend_on_time() -> None:
    records = list(simulate([0.4, 0, -0.4], 12, 3, seed=2, faulty="bot1"))
    slower = [replace(r, think=tuple(t * 7 for t in r.think)) for r in reversed(records)]
    one, other = examine(records).standings, examine(slower).standings
    assert to_json(one, ABOUT) == to_json(other, ABOUT)
    assert to_csv(one) == to_csv(other)


def test_json_holds_the_standings(report: Leaderboard) -> None:
    found = json.loads(to_json(report.standings, ABOUT))
    assert found["run"] == "cup"
    assert found["games"] == 90
    assert [line["name"] for line in found["lines"]] == ["bot0", "bot1", "bot2"]
    assert found["lines"][0]["rating"]["value"] == pytest.approx(report.standings.lines[0].rating.value, abs=1e-6)
    assert "timings" not in found


def test_csv_is_a_table(report: Leaderboard) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(report.standings))))
    assert [row["bot"] for row in rows] == ["bot0", "bot1", "bot2"]
    first = report.standings.lines[0]
    mu, sigma, exposed = (float(rows[0][key]) for key in ("mu", "sigma", "mu_minus_3_sigma"))
    assert exposed == pytest.approx(mu - 3 * sigma, abs=1e-5)
    assert float(rows[0]["mean_rank"]) == pytest.approx(first.mean_rank.value, abs=1e-6)


def test_a_cell_is_no_formula() -> None:
    formula = [replace(r, lineup=("=HYPERLINK(1)", "bot1")) for r in simulate([0, 0], 3, 2, seed=1)]
    assert "'=HYPERLINK(1)" in to_csv(examine(formula).standings)


def test_the_page_is_well_formed_and_loads_nothing(report: Leaderboard) -> None:
    text = render(report, ABOUT)
    page = Page(text)
    assert "script" not in page.tags
    assert not {name for name, _ in page.attributes} & {"src", "href", "onload", "onerror", "srcset"}
    assert "http" not in text.replace("http-equiv", "")
    assert "url(" not in text
    assert "prefers-color-scheme: dark" in text


def link(block: int, rotation: int) -> GameLink:
    return GameLink("cup", 3 * block + rotation)


def test_every_figure_leads_to_its_games(report: Leaderboard) -> None:
    page = Linked(render(report, replace(ABOUT, game=link, games="games.html")))
    assert page.without == set()
    wanted = [dict(parse_qsl(urlsplit(href).fragment)) for href in page.targets]
    assert all(urlsplit(href).path == "games.html" for href in page.targets)
    for each in ({"bot": "bot2", "place": "1"}, {"bot": "bot0", "against": "bot1"}, {"seat": "2", "place": "1"},
                 {"seat": "0"}, {"bot": "bot2", "fault": "any"}, {"bot": "bot2", "fault": "raised"}, {"bot": "bot1"},
                 {}, {"game": str(link(*report.listed.shortest).number)}):  # fmt: skip
        assert each in wanted
    assert {"bot": "bot0", "fault": "any"} not in wanted  # it had none
    lengths = [each for each in wanted if "least" in each]
    assert len(lengths) == 2 * len(report.standings.lengths.histogram)


class Linked(HTMLParser):
    """Finds figures in tables that lead nowhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.targets: list[str] = []
        self.without: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.targets += [value for name, value in attrs if name == "href" and value]
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        elsewhere = "td" not in self.open or {"a", "small", "svg"} & set(self.open)
        if not elsewhere and re.fullmatch(r"[\d.,%+-]*[1-9][\d.,%+-]*", data):
            self.without.add(data)


def test_the_list_of_games_names_games_pages_and_faults(report: Leaderboard) -> None:
    data = list_data(report.listed, [GameLink("my cup", number, "replays/game-7.html" if number == 7 else None)
                                     for number in range(90)])  # fmt: skip
    assert data["commands"] == ["arena replay 'my cup'"]
    assert data["pages"] == {7: "replays/game-7.html"}
    assert len(data["games"]) == 90
    assert all(len(game) == 2 + 3 + 3 for game in data["games"])
    assert {kind for seats in data["faults"].values() for kind in seats.values()} == {"raised"}


def test_the_list_of_games_is_one_page_that_runs_one_script(hostile: Leaderboard) -> None:
    text = games_page.render(hostile.listed, replace(About(EVIL), game=link))
    assert text.count("<script") == 2  # the data and what reads it
    assert "script-src 'sha256-" in text
    assert "\x1b" not in text
    assert "http" not in text.replace("http-equiv", "")


def test_a_name_with_anything_in_it_is_found_again() -> None:
    address = games_address("games.html", bot="a&b=c#d %25\x1b<")
    assert dict(parse_qsl(urlsplit(address).fragment)) == {"bot": "a&b=c#d %25\N{REPLACEMENT CHARACTER}<"}


def test_the_page_has_every_section(report: Leaderboard) -> None:
    page = Page(render(report, ABOUT))
    words = " ".join(page.words)
    headings = ("Standings", "TrueSkill over", "Against each other", "seat is worth", "Length", "Faults", "Time to")
    for heading in (*headings, "whom to send", "Predicted and actual", "Leads"):
        assert heading in words
    assert "No mu moved by more than" in words
    assert "ZeroDivisionError: division by zero" in words
    assert page.tags.count("polyline") == 2 * 3  # for wide and narrow screens
    assert ("scope", "col") in page.attributes
    assert ("scope", "row") in page.attributes
    assert page.tags.count("svg") <= page.tags.count("title")


def test_seats_count_from_zero(report: Leaderboard) -> None:
    rows = re.findall(r'<th scope="row">(Seat \d)</th>', render(report, ABOUT))
    assert rows == ["Seat 0", "Seat 1", "Seat 2"]
    table = markdown(report, ABOUT).partition("## Seats")[2].partition("##")[0]
    assert re.findall(r"^\| (\d) \|", table, re.MULTILINE) == ["0", "1", "2"]


def test_hostile_names_stay_text(hostile: Leaderboard) -> None:
    text = render(hostile, About(EVIL, {EVIL: EVIL}))
    page = Page(text)
    assert "script" not in page.tags
    assert "<script" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert any('"><script>alert(1)</script>' in words for words in page.words)


def test_hostile_names_in_markdown(hostile: Leaderboard) -> None:
    text = markdown(hostile, About(EVIL, {EVIL: EVIL}))
    assert "\x1b" not in text
    assert not re.search(r"(?<!\\)<script", text)
    table = [line for line in text.splitlines() if "alert" in line and line.startswith("|")]
    assert table
    columns = {len(re.findall(r"(?<!\\)\|", line)) for line in table if "raised" in line}
    assert columns == {7}


def test_hostile_names_on_a_terminal(hostile: Leaderboard) -> None:
    console = Console(file=io.StringIO(), width=200, force_terminal=True)
    print_standings(hostile.standings, console)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[31m" not in shown
    assert "alert(1)" in shown


def test_the_terminal_table_fits_80_columns(report: Leaderboard) -> None:
    console = Console(file=io.StringIO(), width=80)
    print_standings(report.standings, console)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert max(map(len, lines)) <= 80
    assert any("bot0" in line and "1" in line for line in lines)
    assert not any("…" in line for line in lines)
    assert lines[-1].startswith("TrueSkill: mu moves by up to ")
    assert sum("TrueSkill" in line for line in lines) == 1


@pytest.mark.parametrize(("bots", "blocks", "seats"), [(1, 1, 2), (2, 1, 4), (20, 30, 3)])
def test_small_and_large_runs_have_a_page(bots: int, blocks: int, seats: int) -> None:
    found = examine(simulate([0.1 * i for i in range(bots)], blocks, seats, seed=3))
    page = Page(render(found, ABOUT))
    assert page.tags.count("polyline") == 2 * len(found.standings.lines)
    assert "nan" not in " ".join(page.words)
    assert not [value for _, value in page.attributes if value and re.search(r"\bnan\b|\binf\b", value)]
    markdown(found, ABOUT)


def test_the_command_reads_a_store(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    filled_store(path, tournament(name="cup", deals=8)).close()
    done = CliRunner().invoke(command, [str(path)], catch_exceptions=False)
    assert done.exit_code == 0
    assert f"written to {tmp_path / 'cup'}" in done.output.replace("\n", "")
    found = json.loads((tmp_path / "cup" / "leaderboard.json").read_text())
    assert (found["run"], found["games"], found["deals"]) == ("cup", 16, 8)
    assert found["facts"]["game"] == "connect_four"


def test_the_command_again_writes_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "cup.db"
    filled_store(path, tournament(name="cup", deals=6)).close()
    for folder in ("one", "two"):
        CliRunner().invoke(command, [str(path), "--out", str(tmp_path / folder)], catch_exceptions=False)
    for name in ("leaderboard.json", "leaderboard.csv", "leaderboard.md", "leaderboard.html", "games.html"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_run_that_goes_on_says_so(tmp_path: Path) -> None:
    config = tournament(name="cup", deals=8)
    filled_store(tmp_path / "whole.db", config).close()
    with Store.open(tmp_path / "whole.db") as store:
        assert "played so far" not in about_run(store).facts
    blocks = play(config)
    with Store.create(tmp_path / "half.db", config, identities(config), SECRET) as store:
        store.add_all(blocks[:4])
        publish(store, tmp_path / "half")
    facts = json.loads((tmp_path / "half" / "leaderboard.json").read_text())["facts"]
    assert facts["played so far"] == "8 of 16 games"
    assert "8 of 16 games" in (tmp_path / "half" / "leaderboard.html").read_text()


@pytest.mark.parametrize(("wins", "shown"), [(21 + 1 / 12, "21.08"), (1230.0, "1,230"), (0.0, "0"), (16.5, "16.5")])
def test_wins_are_short(report: Leaderboard, wins: float, shown: str) -> None:
    line = replace(report.standings.lines[0], wins=wins)
    assert WINS.text(line) == shown
    assert WINS.raw(line) == [wins]


def test_a_board_without_leads_says_so() -> None:
    games = [game(deal, ("a", "b"), (1, 2)) for deal in range(8)]
    assert "no two bots have games that went both ways" in render(examine(games), ABOUT).partition("<h2>Leads</h2>")[2]
