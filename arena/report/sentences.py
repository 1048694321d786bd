"""What a leaderboard says in sentences, without markup: the same on the page, in Markdown and on a terminal."""

from __future__ import annotations

from arena.rating.intervals import MIN_DEALS
from arena.rating.prediction import Prediction
from arena.rating.standings import Orders, Standings
from arena.report.wording import count

FAULTS_SHOWN = 50  # messages; what a longer list would add is seldom worth reading


def length_sentence(standings: Standings) -> str:
    low, middle, high = standings.lengths.quartiles
    return (
        f"A game has {middle:g} decisions in the median, half of all games between {low:g} and {high:g}; "
        f"the shortest {count(standings.lengths.least)}, the longest {count(standings.lengths.most)}."
    )


def how_to_read(standings: Standings) -> list[str]:
    """The method in plain words, with this run's figures; no markup."""
    return [
        "The deal is what counts. Every deal is played from every seating in turn, so that the luck of the deal and of "
        "the seat falls on everyone alike. Games of one deal are not independent; all intervals here come from "
        f"drawing whole deals again and again ({count(standings.replicates)} times) and looking how far each figure "
        f"moves. With fewer than {MIN_DEALS} deals behind a figure no interval is given.",
        f"Rating is the Plackett-Luce maximum likelihood strength on the Elo scale; {standings.scale}. A bot 400 "
        "points above another finishes ahead of it 10 times out of 11, 200 points above 3 times out of 4. No order of "
        "the games can change it. Ties count as half. Every bot is also given half a win and half a loss for each seat "
        "against an average bot. Ratings are given to bots whose games with each other went both ways, directly or "
        "through others; of a bot that always wins or always loses the games say only how far off it is at least. The interval "
        "beside a rating is for that rating alone.",
        "Places hold all at once: with 95 % nothing that the column says is wrong. A place runs from 1 plus the number "
        "of bots shown to be stronger to the number of all bots less those shown to be weaker. A bot is shown to be "
        "stronger where its lead is larger than what flipping the signs of whole deals makes of any pair on the board, "
        "but for one flip in twenty. Bots that share a letter are not told apart.",
        "TrueSkill (mu, the estimated skill, and sigma, its uncertainty) enters the games one after the other, in the "
        "order of the schedule, with skills that do not drift (tau 0) and a draw probability of "
        f"{standings.draw_probability:.3f}, taken from the games. {order_sentence(standings.orders, standings.games)} "
        "mu - 3 sigma is a cautious skill.",
        "Mean rank puts tied bots in the middle of the places they share. Wins: a shared first place counts its share.",
    ]


PREDICTION_HEAD = ("Chance given to the favourite", "on average", "Points it made", "Meetings")


def lottery_sentences(standings: Standings) -> list[str]:
    """What finishes and lottery mean, and whether there is a cycle."""
    chosen = [line for line in standings.lines if line.lottery > 0.005]
    if len(chosen) == 1:
        found = f"Here it is {chosen[0].name} alone: no bot made more than half of the points against it."
    else:
        names = ", ".join(f"{line.name} ({line.lottery:.0%})" for line in chosen)
        found = f"Here several share it, {names}: none of them has the better of all others, as in a circle or a tie."
    return [
        "How often each bot came to which place; ties share their places. The maximal lottery says which bot to send "
        "if the opponent may choose the best answer: the mix that nobody has more than half of the points against. "
        f"{found} It is what the games gave, without an interval."
    ]


def prediction_sentence(prediction: Prediction) -> str:
    if not prediction.meetings:
        return "There are too few deals, or no bots that games compare, to predict games from others."
    return (
        f"The order of two bots in a game, predicted from the ratings of all deals but a {ordinal(prediction.folds)} "
        f"that the game is in, {count(prediction.meetings)} times: the mean squared error of the chance (Brier score) "
        f"is {prediction.brier:.3f}; a coin has 0.250. Where a row's two figures differ, strength in one number does "
        "not describe these bots well, or the deals are few."
    )


def ordinal(folds: int) -> str:
    return {2: "half", 3: "third", 4: "quarter", 5: "fifth"}.get(folds, f"part of {folds}")


def order_sentence(orders: Orders, games: int) -> str:
    """How far TrueSkill moves when the same games are put in another order."""
    if not orders.orders:
        return "With one deal there is no other order of the deals to compare."
    some = f"{count(orders.games)} of the games, from evenly spaced deals,"
    others = f"in {orders.swapped} of them" if orders.swapped else "in none of them"
    return (
        f"When {'the same games' if orders.games == games else some} are entered in {orders.orders} other orders of "
        f"the deals, no mu moves by more than {orders.largest_shift:.2f} against the mean of all bots (the sigma of "
        f"the one that moves most is {orders.sigma:.2f}), and {others} would mu list the bots in another order."
    )
