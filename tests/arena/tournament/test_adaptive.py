"""The adaptive choice of blocks, on simulated ladders."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from arena.rating.anytime import Entry, claims
from arena.rating.plackett_luce import ELO, PlackettLuce
from arena.rating.posterior import expected_information, posterior
from arena.tournament import stakes
from arena.tournament.adaptive import REFERENCE_BLOCKS, UNIFORM_SHARE, Adaptive, longest_wait
from arena.tournament.scheduler import Choice, Contestant, Field, Loss, Played, RoundRobin
from arena.tournament.stakes import Stakes, Weighed, gain_by_halving
from tests.arena.tournament.ladders import SimulatedLadder, ladder
from tests.docs import ROOT

TOP = Loss("top", 3)


def field(bots: int, seats: int = 3, loss: Loss = TOP, **first: object) -> Field:
    """The first contestant has these traits."""
    everyone = [Contestant(f"b{number:02}") for number in range(bots)]
    return Field((replace(everyone[0], **first), *everyone[1:]), (seats,), loss)


def rating(found: SimulatedLadder) -> dict[str, float]:
    results = found.results()
    strength = PlackettLuce(results, 1).strength
    return dict(zip(results.bots, (ELO * (strength - strength.mean())).tolist(), strict=True))


def test_same_results_and_seed_same_answer_and_many_at_once_are_one_by_one() -> None:
    one = ladder(np.linspace(0, 1, 8))
    one.run(Adaptive(), field(8), 30)
    played, who = one.played(), field(8)
    at_once = Adaptive().next(played, who, 5, 25)
    assert at_once == Adaptive().next(played, who, 5, 25)
    one_by_one: list[Choice] = []
    for _ in range(25):
        one_by_one += Adaptive().next(played, who, 5, 1)
        played = played.then(one_by_one[-1])
    assert one_by_one == at_once
    assert at_once != Adaptive().next(one.played(), who, 6, 25)


@pytest.mark.parametrize("stage", ["loss", "newcomer", "waiting"])
def test_the_probability_of_a_choice_is_how_often_seeds_choose_it(stage: str) -> None:
    who = field(6, newcomer=stage == "newcomer")
    if stage == "newcomer":
        who = replace(who, contestants=tuple(replace(each, reference=each.name in ("b01", "b02", "b03"))
                                             for each in who.contestants))  # fmt: skip
    one = ladder([0.0, 0.1, 0.2, 0.3, 0.4, 0.5])
    for _ in range(60 if stage == "waiting" else 2):
        one.play(Choice(0, ("b03", "b04", "b05"), 1.0, "test"))
    one.play(Choice(0, ("b02", "b03", "b04"), 1.0, "test"))
    seeds = 2000
    chosen = [Adaptive().next(one.played(), who, seed, 1)[0] for seed in range(seeds)]
    probability = {choice.lineup: choice.probability for choice in chosen}
    assert all(choice.probability == probability[choice.lineup] for choice in chosen)
    assert sum(probability.values()) == pytest.approx(1)
    often = Counter(choice.lineup for choice in chosen)
    chi_square = sum((often[lineup] - seeds * p) ** 2 / (seeds * p) for lineup, p in probability.items())
    assert chi_square < 50  # of at most 19 degrees of freedom
    assert stage in {choice.reason for choice in chosen}


def test_one_block_in_five_is_uniform() -> None:
    one = ladder(np.linspace(0, 3, 9))
    one.run(Adaptive(), field(9), 1500, at_once=50)
    reasons = Counter(choice.reason for choice in one.chosen)
    assert (reasons["uniform"] + reasons["waiting"]) / 1500 > UNIFORM_SHARE - 0.03
    drawn = Counter(name for choice in one.chosen if choice.reason == "uniform" for name in choice.lineup)
    assert min(drawn.values()) > 0.7 * np.mean(list(drawn.values()))


def longest_gap(chosen: list[Choice], name: str, entered: int = 0) -> int:
    sat = [entered - 1, *(number for number, choice in enumerate(chosen) if name in choice.lineup), len(chosen)]
    return max(after - before - 1 for before, after in pairwise(sat))


@pytest.mark.parametrize("given", [None, 12])
def test_no_bot_waits_longer_than_stated(given: int | None) -> None:
    one, who = ladder(np.linspace(0, 4, 10)), replace(field(10), longest_wait=given)
    one.run(Adaptive(), who, 700, at_once=20)
    assert max(longest_gap(one.chosen, name) for name in one.strength) < longest_wait(who)
    assert longest_wait(who) == (given or 44)


def test_many_that_enter_at_once_all_play_soon() -> None:
    one, before = ladder(np.linspace(0, 1, 30)), field(10)
    one.run(Adaptive(), before, 60, at_once=20)
    new = tuple(Contestant(f"b{number}", newcomer=True, entered=60) for number in range(10, 30))
    references = tuple(replace(each, reference=True) for each in before.contestants[:4])
    who = replace(before, contestants=(*references, *before.contestants[4:], *new))
    one.run(Adaptive(), who, 400, at_once=20)
    assert max(longest_gap(one.chosen, each.name, 60) for each in new) < longest_wait(who)
    assert all(longest_gap(one.chosen[:160], each.name, 60) < 100 for each in new)


def test_newcomers_first_meet_the_reference_bots() -> None:
    one = ladder(np.linspace(0, 1, 8))
    who = field(8, newcomer=True)
    who = replace(who, contestants=tuple(replace(each, reference=each.name in ("b05", "b06", "b07"))
                                         for each in who.contestants))  # fmt: skip
    first = [choice for choice in Adaptive().next(one.played(), who, 1, 20) if choice.reason == "newcomer"]
    assert first
    assert all("b00" in choice.lineup and {"b05", "b06", "b07"} >= set(choice.lineup) - {"b00"} for choice in first)
    met = [choice for choice in Adaptive().next(one.played(), who, 1, 60) if "b00" in choice.lineup]
    assert len(first) <= REFERENCE_BLOCKS < len(met)


def test_games_go_where_the_loss_is() -> None:
    strength = [*np.linspace(0, 2, 9), 3.0, 3.05, 3.1]
    one = ladder(strength)
    one.run(Adaptive(), field(12), 300)
    sat = Counter(name for choice in one.chosen if choice.reason == "loss" for name in choice.lineup)
    assert min(sat[f"b{number:02}"] for number in (9, 10, 11)) > 2 * max(sat[f"b{number:02}"] for number in range(8))
    placed = ladder(strength)
    who = field(12, loss=Loss("newcomer"), newcomer=True)
    placed.run(Adaptive(), who, 150)
    assert Counter(name for choice in placed.chosen for name in choice.lineup)["b00"] > 100


def test_of_equal_news_the_quicker_game_is_chosen() -> None:
    who = Field((*map(Contestant, "abc"), Contestant("slow", seconds=9.0)), (3,))
    assert Stakes({}, who).best([]) == [Weighed(0, ("a", "b", "c"), 1.0, "loss")]


def test_events_share_what_they_know_and_bots_play_only_theirs() -> None:
    who = Field((*(Contestant(name) for name in "abcd"), Contestant("e", events=(1,))), (3, 2), Loss("pairs"))
    chosen = Adaptive().next(Played(), who, 1, 60)
    assert {choice.event for choice in chosen} == {0, 1}
    assert all(len(choice.lineup) == who.seats[choice.event] for choice in chosen)
    assert all("e" not in choice.lineup for choice in chosen if choice.event == 0)


def test_few_bots_play_with_copies_and_one_alone_plays_nothing() -> None:
    chosen = Adaptive().next(Played(), field(2), 1, 12)
    assert {choice.lineup for choice in chosen} <= {("b00", "b00", "b01"), ("b00", "b01", "b01")}
    assert len(chosen) == 12
    assert Adaptive().next(Played(), field(1), 1, 5) == []


def test_a_new_version_is_first_taken_for_as_strong_as_the_one_before() -> None:
    one = ladder({"old": 3.0, "a": 0.0, "b": 0.0, "c": 0.1})
    one.run(RoundRobin(), Field(tuple(map(Contestant, one.strength)), (3,)), 80)
    found = posterior({0: one.results()}, ["new"], 1, {"new": "old"})
    mean = dict(zip(found.bots, found.mean[0].tolist(), strict=True))
    assert mean["new"] == pytest.approx(mean["old"], abs=1e-3)
    known = {name: found.covariance[row, row] for row, name in enumerate(found.bots)}
    assert known["new"] - known["old"] == pytest.approx(1)


def test_who_is_strong_only_later_is_not_left_behind() -> None:
    """A bot plays worse on purpose in its first blocks. It goes on playing, and no rating but its own suffers."""
    strength = np.linspace(0, 1.5, 8)
    one, who = ladder(strength, 3), field(8)
    one.strength["b07"] = -3.0
    one.run(Adaptive(), who, 60)
    one.strength["b07"] = 1.5
    one.run(Adaptive(), who, 600)
    found = rating(one)
    assert max(longest_gap(one.chosen, name) for name in one.strength) < longest_wait(who)
    assert sum("b07" in choice.lineup for choice in one.chosen[-200:]) > 60
    assert max(found, key=found.__getitem__) in ("b06", "b07")
    others = [found[f"b{number:02}"] for number in range(7)]
    assert np.diff(others) == pytest.approx(ELO * np.diff(strength)[:6], abs=70)


def test_clones_do_not_shift_the_others() -> None:
    strength = np.linspace(0, 1.2, 7)
    alone, crowd = ladder(strength, 1), ladder([*strength, *[1.2] * 8], 2)
    alone.run(Adaptive(), field(7, loss=Loss("pairs")), 500, at_once=20)
    crowd.run(Adaptive(), field(15, loss=Loss("pairs")), 1200, at_once=20)
    names = [f"b{number:02}" for number in range(7)]
    before, after = (np.array([rating(one)[name] for name in names]) for one in (alone, crowd))
    assert after - after.mean() == pytest.approx(before - before.mean(), abs=80)


def test_expected_information_is_the_mean_curvature() -> None:
    """By counting over simulated orders of finish."""
    strength, rng = np.array([0.0, 0.7, -0.4, 1.1]), np.random.default_rng(1)
    total = np.zeros((4, 4))
    for _ in range(4000):
        order = (strength + rng.gumbel(size=4)).argsort()[::-1]
        for start in range(3):
            left = order[start:]
            share = np.exp(strength[left]) / np.exp(strength[left]).sum()
            total[np.ix_(left, left)] += np.diag(share) - np.outer(share, share)
    assert expected_information(strength[None])[0] == pytest.approx(total / 4000, abs=0.01)


def test_the_posterior_is_right_about_its_own_error() -> None:
    leads = []
    for seed in range(60):
        strength = np.random.default_rng(seed).normal(size=6)
        one = ladder(strength, seed + 1000)
        one.run(RoundRobin(), field(6), 20, at_once=20)
        found = posterior({0: one.results()}, [], 1, {})
        for i, j in combinations(range(6), 2):
            c = found.covariance
            error = (found.mean[0, i] - found.mean[0, j]) - (strength[i] - strength[j])
            leads.append(error / np.sqrt(c[i, i] + c[j, j] - 2 * c[i, j]))
    assert np.std(leads) == pytest.approx(1, abs=0.12)


def test_halving_the_variance_gains_a_quarter_where_nothing_is_known() -> None:
    gain = gain_by_halving(np.array([0.0, 1.0, 2.0, 6.0]))
    assert gain[0] == pytest.approx(0.25, abs=1e-3)
    assert np.all(np.diff(gain) < 0)


def is_settled(one: SimulatedLadder) -> bool:
    return claims({0: one.results()}, [Entry(name) for name in sorted(one.strength)]).first_are_settled(7)


def settled_after(monkeypatch: pytest.MonkeyPatch, share: float) -> tuple[int, Counter[str]]:
    """Blocks until the claims have the whole order of bots that are far apart, and why they were chosen."""
    monkeypatch.setattr(stakes, "FOR_CLAIMS", share)
    monkeypatch.setattr(stakes, "CLEAR", stakes.CLEAR if share else 0.0)
    one, who = ladder(np.arange(7) * 1.5), field(7, loss=Loss("pairs"))
    one.run(Adaptive(), who, 10)
    while not is_settled(one) and len(one.chosen) < 1500:
        one.run(Adaptive(), who, 10)
    return len(one.chosen), Counter(choice.reason for choice in one.chosen)


def test_games_go_where_claims_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks, reasons = settled_after(monkeypatch, stakes.FOR_CLAIMS)
    without, others = settled_after(monkeypatch, 0.0)
    assert reasons["claims"] > 0.2 * blocks
    assert others["claims"] == 0
    assert blocks < 0.8 * without


def test_what_is_in_play_is_not_asked_for_again() -> None:
    """Of several claims that lack alike, a block in play takes its pairs out of the first place."""
    one, who = ladder(np.arange(6) * 3.0), field(6, loss=Loss("pairs"))
    one.run(RoundRobin(), who, 40)
    chosen = [choice.lineup for choice in Adaptive().next(one.played(), who, 1, 20) if choice.reason == "claims"]
    assert len(set(chosen)) > 2


CHOICES = """
import numpy as np
from arena.tournament.adaptive import Adaptive
from arena.tournament.scheduler import Contestant, Field, Loss
from tests.arena.tournament.ladders import ladder
one = ladder(np.zeros(6))
one.run(Adaptive(), Field(tuple(Contestant(f"b{i:02}") for i in range(6)), (3,), Loss()), 60)
print(one.chosen)
"""


def test_other_arithmetic_in_the_last_bits_chooses_the_same_blocks() -> None:
    """Equal bots are near ties all the time. Kernels of numpy's linear algebra sum in another order elsewhere."""
    printed = {
        subprocess.run([sys.executable, "-c", CHOICES], env=os.environ | {"OPENBLAS_CORETYPE": kernel}, cwd=ROOT,
                       capture_output=True, text=True, check=True).stdout
        for kernel in ("Nehalem", "")
    }  # fmt: skip
    assert len(printed) == 1
    assert "loss" in printed.pop()
