"""Claims that hold all at once, the groups games can compare, the lottery and the predictions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from arena.rating.comparisons import Comparisons, compare_all, not_told_apart
from arena.rating.components import components, ways
from arena.rating.lottery import maximal_lottery
from arena.rating.means import pair_means
from arena.rating.plackett_luce import MOST_STEPS, NotConverged, PlackettLuce
from arena.rating.prediction import Prediction, predict
from arena.rating.results import Results, collect
from tests.arena.simulated import simulate


def compared(results: Results) -> Comparisons:
    apart = components(pair_means(results).sums.total.reshape(len(results.bots), -1))
    model = PlackettLuce(results, 0, apart.group_of)
    return compare_all(results, model.strength, model.influence(results.deals), apart, 0)


# ---- components


def points(edges: Sequence[tuple[int, int]], bots: int) -> np.ndarray:
    table = np.zeros((bots, bots))
    for winner, loser in edges:
        table[winner, loser] += 1
    return table


def test_components_are_listed_from_the_top() -> None:
    found = components(points([(3, 0), (0, 1), (1, 0), (1, 2)], 4))
    assert found.groups == ((3,), (0, 1), (2,))
    assert found.group_of.tolist() == [1, 1, 2, 0]
    assert found.rated == 1


def test_a_circle_is_one_component() -> None:
    assert components(points([(0, 1), (1, 2), (2, 0)], 3)).groups == ((0, 1, 2),)


def test_nobody_is_rated_where_every_result_went_one_way() -> None:
    assert components(points([(0, 1), (1, 2)], 3)).rated is None


def test_ways() -> None:
    edges = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    assert ways(edges).tolist() == [[True, True, True], [False, True, True], [False, False, True]]


def test_components_are_fitted_on_their_own_order() -> None:
    """The strengths of three bots do not depend on a fourth that always loses."""
    records = list(simulate([0.5, 0, -0.5, -60], 50, 4, seed=1))
    apart = components(pair_means(collect(records)).sums.total.reshape(4, 4))
    strength = PlackettLuce(collect(records), 0, apart.group_of).strength
    plain = PlackettLuce(collect(records), 0).strength
    assert strength[3] == 0
    assert plain[3] < -3
    assert strength[0] - strength[1] == pytest.approx(plain[0] - plain[1], abs=0.05)


# ---- claims


def test_influence_is_what_leaving_a_deal_out_does() -> None:
    results = collect(simulate([0.5, 0, -0.5], 60, 3, seed=2))
    model = PlackettLuce(results, 0)
    influence = model.influence(results.deals)
    without = model.held_out(1 - np.eye(results.deals))
    assert np.corrcoef((model.strength - without).ravel(), influence.ravel())[0, 1] > 0.99
    assert (model.strength - without)[7] == pytest.approx(influence[7], rel=0.2, abs=0.005)


def test_clear_differences_are_shown_and_none_others() -> None:
    found = compared(collect(simulate([1.5, 0, 0, -1.5], 60, 4, seed=3)))
    assert found.places() == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert (found.lead + found.lead.T)[0, 1] == 0
    assert np.array_equal(found.margin, found.margin.T)
    assert abs(found.lead[1, 2]) < found.margin[1, 2]
    assert found.lead[0, 3] > found.margin[0, 3]


@pytest.mark.parametrize(("blocks", "claimed"), [(5, False), (12, True)])
def test_an_unbeaten_bot_needs_deals_to_be_shown_stronger(blocks: int, claimed: bool) -> None:
    assert bool(compared(collect(simulate([60, 0], blocks, 2, seed=4))).shown[0, 1]) is claimed


def test_no_claim_among_many_equal_bots() -> None:
    """Twelve equal bots, fixed seeds: about one board in twenty may claim something; thousands are in benchmarks."""
    claims = [bool(compared(collect(simulate([0] * 12, 60, 4, seed=seed))).shown.any()) for seed in range(20)]
    assert sum(claims) <= 3


def test_claims_are_carried_through_others() -> None:
    """a beats b and c beats nobody but loses to b: a is stronger than c though they never met."""
    shown = ways(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool))
    np.fill_diagonal(shown, False)
    assert Comparisons(np.zeros((3, 3)), np.zeros((3, 3)), shown).places() == [(1, 1), (2, 2), (3, 3)]


def test_sets_that_are_not_told_apart() -> None:
    """a ~ b and b ~ c, but a > c."""
    shown = np.zeros((3, 3), dtype=bool)
    assert not_told_apart(shown) == [[0, 1, 2]]
    shown[0, 2] = True
    assert not_told_apart(shown) == [[0, 1], [1, 2]]
    shown[0, 1] = shown[1, 2] = True
    assert not_told_apart(shown) == [[0], [1], [2]]


def test_a_fit_that_has_not_converged_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.rating.plackett_luce.MOST_STEPS", 1)
    with pytest.raises(NotConverged, match="has not converged after 1 steps"):
        PlackettLuce(collect(simulate([3, 0, -3], 30, 3, seed=5)), 0)
    assert MOST_STEPS > 1


# ---- the lottery


def shares(upper: Sequence[Sequence[float]]) -> np.ndarray:
    table = np.array(upper, dtype=float)
    return np.where(np.tri(len(table), k=-1, dtype=bool), 1 - table.T, table)


def test_a_bot_that_beats_all_has_the_whole_lottery() -> None:
    assert maximal_lottery(shares([[0.5, 0.6, 0.7], [0, 0.5, 0.9], [0, 0, 0.5]])).tolist() == [1, 0, 0]


def test_a_cycle_shares_the_lottery() -> None:
    """Rock wins by more than paper, so the one that only rock beats is sent most often."""
    assert maximal_lottery(shares([[0.5, 0.7, 0.3], [0, 0.5, 0.7], [0, 0, 0.5]])) == pytest.approx([1 / 3] * 3)
    uneven = maximal_lottery(shares([[0.5, 0.9, 0.4], [0, 0.5, 0.6], [0, 0, 0.5]]))
    assert uneven == pytest.approx([1 / 6, 1 / 6, 4 / 6])


def test_copies_share_what_one_would_have() -> None:
    cycle = shares([[0.5, 0.7, 0.3], [0, 0.5, 0.7], [0, 0, 0.5]])
    copied = cycle[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    found = maximal_lottery(copied)
    assert found[:2] == pytest.approx([1 / 3, 1 / 3])
    assert found[2:].min() > 0.05


@pytest.mark.parametrize("bots", [1, 2, 7, 30])
def test_no_bot_beats_the_lottery(bots: int) -> None:
    rng = np.random.default_rng(bots)
    for _ in range(5):
        share = shares(rng.random((bots, bots)))
        np.fill_diagonal(share, 0.5)
        chance = maximal_lottery(share)
        assert chance.sum() == pytest.approx(1)
        assert (chance @ share).min() >= 0.5 - 1e-9


# ---- predictions


def predicted(results: Results) -> Prediction:
    pairs = pair_means(results)
    apart = components(pairs.sums.total.reshape(len(results.bots), -1))
    return predict(PlackettLuce(results, 0, apart.group_of), pairs, apart, results.deals)


def test_predictions_of_the_true_model_are_calibrated() -> None:
    found = predicted(collect(simulate([1.5, 0.5, 0, -1], 400, 4, seed=6)))
    assert found.meetings == 400 * 4 * 6
    assert len(found.bins) >= 4
    for one in found.bins:
        assert one.actual == pytest.approx(one.predicted, abs=0.04)
    assert found.brier < 0.2


def test_a_circle_is_predicted_no_better_than_by_a_coin() -> None:
    records = [
        record
        for number in range(3)
        for record in simulate([60, 0], 20, 2, seed=number)
    ]
    names = [("a", "b"), ("b", "c"), ("c", "a")]
    results = collect(
        record.__class__(
            **{
                **{key: getattr(record, key) for key in record.__dataclass_fields__},
                "block": number,
                "seed": number,
                "rotation": 0,
                "lineup": tuple(names[number // 40][int(name[-1])] for name in record.lineup),
            }
        )
        for number, record in enumerate(records)
    )
    assert predicted(results).brier >= 0.25


def test_one_deal_predicts_nothing() -> None:
    assert predicted(collect(simulate([0, 0], 1, 2, seed=7))).meetings == 0
