"""The page that plays a game back: complete, small, by itself, and for one seat without what it may not know."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

import core
from arena.play.records import Explanation, PlayedGame
from arena.report.frames import Film, Frame, OtherRegions, draw
from arena.report.replay import Replay, Track, replay_data, seen_words, targets, write_page
from core import Game, Position, State
from tests.arena.report.games import SEED, played_game, replay_of, strings, unpacked
from tests.arena.report.other_worlds import OtherGame
from tests.arena.tables import strange
from tests.support import conformance, snapshots

MILLION = 1_000_000
QUICK = [("airlock", 3), ("connect_four", 2), ("ganymede", 3)]
SLOW = [pytest.param(("starfarers", 4), marks=pytest.mark.soak), pytest.param(("on_mars", 4), marks=pytest.mark.soak)]


@pytest.fixture(params=[*QUICK, *SLOW], ids=str, scope="module")
def replay(request: pytest.FixtureRequest) -> Replay:
    return replay_of(*played_game(*request.param))


def states(game: Game, played: PlayedGame) -> Iterator[State]:
    """Every position from the start to the end; the next one replaces the last."""
    state = game.new(played.record.seed)
    yield state
    for action in played.actions:
        state.apply(action)
        yield state


def at(track: list[int], step: int) -> int:
    return next(piece for start, piece in reversed(list(zip(track[::2], track[1::2], strict=True))) if start <= step)


def drawn_at(data: dict[str, Any], perspective: int, step: int) -> Frame:
    found, pieces = data["perspectives"][perspective], data["pieces"]
    regions = {name: pieces[at(track, step)] for name, track in found["regions"].items()}
    return Frame(data["frame"], regions, pieces[at(found["captions"], step)])


def test_every_position_can_be_drawn_again_from_the_page(replay: Replay) -> None:
    data = unpacked(write_page(replay))
    assert [it["seat"] for it in data["perspectives"]] == [None, *range(replay.game.players)]
    for step, state in enumerate(states(replay.game, replay.played)):
        if step % 20 and not state.is_over:
            continue
        assert drawn_at(data, 0, step) == draw(state)
        for seat in range(replay.game.players):
            assert drawn_at(data, 1 + seat, step) == draw(state.view(seat))


def test_the_page_is_small_and_needs_nothing_else(replay: Replay) -> None:
    page = write_page(replay)
    assert len(page) <= (1.5 if replay.game.name == "ganymede" else 4) * MILLION
    assert set(re.findall(r"\w+://[^\s\"'<>]*", page)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(link|img|iframe|script src)\b", page)


def test_only_the_pages_own_script_may_run() -> None:
    page = write_page(replay_of(*played_game("connect_four", 2)))
    script = re.search(r"<script>(.*)</script>", page, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page


def test_decisions_scores_and_outcome(replay: Replay) -> None:
    data, record = replay_data(replay), replay.played.record
    everything = data["perspectives"][0]
    state = replay.game.new(record.seed)
    for action, seat, words in zip(replay.played.actions, data["movers"], everything["words"], strict=True):
        assert seat == state.to_move
        assert words == state.name(action)
        state.apply(action)
    assert everything["scores"][-1] == list(record.scores)
    assert [line["rank"] for line in data["seats"]] == list(record.ranks)
    assert data["facts"]["seed of the deal"] == str(SEED)
    assert f"version {replay.game.rules_version}" in data["facts"]["rules"]


def test_the_end_of_ganymede_is_triggered_before_it_is_over() -> None:
    game, played = played_game("ganymede", 3)
    triggered = replay_data(replay_of(game, played))["perspectives"][0]["triggered"]
    assert 0 < triggered <= played.record.decisions
    positions = [state.to_dict() for state in states(game, played)]
    launched = [max(len(board["launched"]) for board in position["boards"]) for position in positions]
    assert launched[triggered] >= 4 > launched[triggered - 1] or not positions[triggered]["piles"]["earth"]


# ---- what a seat may know


def test_a_seats_page_holds_nothing_the_seat_may_not_know(replay: Replay) -> None:
    """Searches the file for every word of the true positions that never stands in a view of the seat, nor in the name
    of a move it had: a face-down card of a kind the seat deals in is not told by the name of the kind."""
    for seat in range(replay.game.players):
        told: set[str] = set()
        known: set[str] = set()
        for state in states(replay.game, replay.played):
            told |= strings(state.to_dict())
            known |= strings(state.view(seat).to_dict())
            known |= set(" ".join(state.view(seat).names()).split())
        hidden = told - known
        assert hidden or replay.game.name != "ganymede"
        data = unpacked(write_page(replay, seat))
        assert [it["seat"] for it in data["perspectives"]] == [seat]
        words = set(re.findall(r"[\w-]+", " ".join(strings(data))))
        assert not words & hidden
        assert str(SEED) not in write_page(replay, seat) + " ".join(strings(data))


# What differs between the true game and the other worlds that the seats cannot tell from it.
HIDDEN_PLACES = {
    ("airlock", 3): {".held", ".drawn", ".deck"},
    ("ganymede", 3): {".boards.dealt", ".boards.hand", ".piles.earth", ".piles.mars", ".piles.ships", ".piles.tiles"},
    ("starfarers", 3): {".seats.hand.ore", ".seats.hand.goods", ".seats.drawn.fuel", ".pile", ".reserve_discs",
                        ".tiles.a01.discs", ".tiles.a12.discs", ".encounters.deck"},
    ("on_mars", 3): {".boards.goals.hand", ".boards.goals.discarded", ".discovery_deck", ".tech_deck",
                     ".blueprint_deck", ".stacks.mine"},
    ("on_mars", 1): {".discovery_deck", ".blueprint_deck", ".lacerda.deck", ".stacks.mine"},
}  # fmt: skip
MOVES_IN_SECRET = {"ganymede", "on_mars"}


def other_pages(case: tuple[str, int]) -> Iterator[tuple[OtherGame, bool]]:
    """For each seat the other worlds, and whether its page is the same in them."""
    replay = replay_of(*played_game(*case))
    for seat in range(replay.game.players):
        others = OtherGame(replay.game, seat)
        yield others, replay_data(replay, seat) == replay_data(replace(replay, game=cast(Game, others)), seat)


@pytest.mark.parametrize("case", HIDDEN_PLACES, ids=str)
def test_a_seats_page_is_the_same_in_every_world_the_seat_cannot_tell_apart(case: tuple[str, int]) -> None:
    changed, moves = set[str](), 0
    for others, same in other_pages(case):
        assert same, f"the page of seat {others.seat} tells something hidden"
        changed |= others.changed
        moves += others.moves
    assert changed >= HIDDEN_PLACES[case]
    assert moves or case[0] not in MOVES_IN_SECRET or case[1] == 1


def true_position(track: Track, state: Any, step: int) -> Position:
    position: Position = state
    track.scores.append(position.scores())
    return position.game.from_dict(position.to_dict())


def true_words(state: State, action: int, seat: int) -> str:
    return state.name(action)


@pytest.mark.parametrize("case", [("airlock", 3), ("ganymede", 3), ("starfarers", 3)], ids=str)
def test_a_page_drawn_from_the_true_position_would_be_found_out(
    case: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Track, "_position", true_position)
    assert not any(same for _, same in other_pages(case))


@pytest.mark.parametrize("case", [("ganymede", 3)], ids=str)
def test_a_page_that_names_secret_moves_would_be_found_out(
    case: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.report.replay.seen_words", true_words)
    assert not any(same for _, same in other_pages(case))


@pytest.mark.parametrize("name", ["airlock", "ganymede", "starfarers"])
def test_words_tell_a_seat_no_more_than_its_views(name: str) -> None:
    game, rng = core.load(name, 3), Random(5)
    for state in snapshots(game, 5, 25):
        for seat in range(3):
            if state.to_move not in (None, seat):
                check_words(state, seat, rng)


def check_words(state: State, seat: int, rng: Random) -> None:
    """Two actions in two worlds that look the same to the seat before and after are told in the same words."""
    told: dict[Any, tuple[str, list[str]]] = {}
    before = state.view(seat)
    for world in (state, *(before.sample(rng.getrandbits(32)) for _ in range(3))):
        outcomes: dict[State, int] = {}
        for action in world.legal()[:40]:
            after = world.copy()
            after.apply(action)
            outcomes.setdefault(after, action)
        for after, action in outcomes.items():
            if world.seen(action, seat)["kind"] in getattr(conformance(state.game.name), "HEARD", {}):
                continue
            words = seen_words(world, action, seat), targets(world, action, seat)
            assert told.setdefault(after.view(seat), words) == words


def test_a_ship_chosen_in_secret_is_told_to_its_owner_alone() -> None:
    state = core.load("ganymede", 2).new(1)
    action = state.parse("site A S07")
    assert seen_words(state, action, 0) == "site A S07"
    assert seen_words(state, action, 1) == "site A ?"


# ---- faults and explanations


def test_faults_and_stand_ins_are_shown_and_a_bots_own_words_only_to_its_seat() -> None:
    game, played = played_game("airlock", 2, strange("Raises"), "random")
    (fault,) = played.record.faults
    for seat, own in ((None, True), (fault.seat, True), (1 - fault.seat, False)):
        (line,) = replay_data(replay_of(game, played), seat)["faults"]
        assert (line["seat"], line["kind"], line["decision"]) == (fault.seat, fault.kind, fault.decision)
        assert bool(line["message"]) == own
        assert bool(line["detail"]) == (own and bool(fault.detail))


def test_explanations_are_shown_to_their_own_seat() -> None:
    game, played = played_game("airlock", 2)
    rows = ({"action": 3, "name": "play\x1b[2J pilot", "value": 0.51234, "more": None},) * 20
    said = [Explanation(decision, rows) for decision in range(played.record.decisions)]
    replay = replay_of(game, played, explanations=said)
    everything = replay_data(replay)
    assert len(everything["explanations"]) == played.record.decisions
    first = everything["explanations"][0]
    assert first["head"] == ["name", "value", "more"]
    assert first["rows"][0] == ["play\N{REPLACEMENT CHARACTER}[2J pilot", "0.512", ""]
    assert len(first["rows"]) < 20
    own = [decision for decision, seat in enumerate(everything["movers"]) if seat == 1]
    assert sorted(replay_data(replay, 1)["explanations"]) == own


# ---- pictures that keep to nothing


def test_pictures_that_differ_outside_of_regions_are_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    film = Film()
    with pytest.raises(OtherRegions):
        film.add([Frame("<svg></svg>", {}, ""), Frame("<svg> </svg>", {}, "")])

    def changing(position: Position, *, whole: bool = False) -> Frame:
        frame = draw(position, whole=whole)
        return frame if whole else Frame(frame.frame + str(position), frame.regions, frame.caption)

    monkeypatch.setattr("arena.report.replay.draw", changing)
    game, played = played_game("connect_four", 2)
    data = replay_data(replay_of(game, played))
    assert list(data["perspectives"][0]["regions"]) == ["whole"]
    assert drawn_at(data, 0, played.record.decisions) == draw(game.replay(SEED, played.actions), whole=True)
