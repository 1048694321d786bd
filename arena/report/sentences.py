"""What a leaderboard says in sentences, without markup: the same on the page, in Markdown and on a terminal."""

from __future__ import annotations

from arena.rating.intervals import MIN_DEALS
from arena.rating.prediction import Prediction
from arena.rating.standings import Orders, Standings
from arena.report.wording import count

FAULTS_SHOWN = 50  # messages; what a longer list would add is seldom worth reading
PLACES = (
    "The places hold all at once: with 95 % nothing in that column is wrong. A place goes from 1 plus the number of "
    "bots shown to be stronger to the number of all bots minus those shown to be weaker. To show that a bot is "
    "stronger, its lead must be larger than what luck makes of any pair on the board. How large that is we see by "
    "flipping the signs of whole deals. The games cannot tell apart bots that share a letter or a bar."
)


def length_sentence(standings: Standings) -> str:
    low, middle, high = standings.lengths.quartiles
    return (
        f"The median game has {middle:g} decisions. Half of all games have {low:g} to {high:g}. "
        f"The shortest has {count(standings.lengths.least)}, the longest {count(standings.lengths.most)}."
    )


def how_to_read(standings: Standings, places: str = "") -> list[str]:
    """The method in plain words, with this run's figures; no markup. `places` says how the places came about, if
    otherwise than those of a run."""
    return [
        "The deal is what counts. Every deal is played in all seatings, so everyone gets the same luck with cards and "
        "seats. Games of one deal are not independent. So all intervals come from resampling whole deals "
        f"({count(standings.replicates)} times). A figure with fewer than {MIN_DEALS} deals behind it has no interval. "
        f"Where fewer than {MIN_DEALS} deals differ from the rest, as when nearly all games are drawn, intervals leave "
        "room for what has not come yet.",
        f"Rating is the Plackett-Luce maximum likelihood strength on the Elo scale. On it, {standings.scale}. A bot "
        "with 400 points more than another finishes ahead of it 10 times out of 11. With 200 points more, it is 3 out "
        "of 4. "
        "The rating does not depend on the order of the games. Ties count as half. To keep ratings finite, every bot "
        "also gets half a win and half a loss for each seat against an average bot.",
        "Only bots whose games with each other went both ways, directly or through other bots, have a rating. Of a "
        "bot that always wins or always loses, the games only say how far off it is at least. The interval beside a "
        "rating is for that rating alone.",
        places or PLACES,
        "TrueSkill takes the games one after the other. mu is the estimated skill and sigma its uncertainty. Skills do "
        f"not drift (tau 0). The draw probability is {standings.draw_probability:.3f}, taken from the games. "
        f"{order_sentence(standings.orders, standings.games)} mu - 3 sigma is a cautious estimate.",
        "Mean rank puts tied bots in the middle of the places they share. A shared first place counts as a share of a "
        "win.",
    ]


BOTS_HEAD = ("Bot", "Spec", "Version", "Played")
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
        return "There is only one deal, so there is no other order of the deals to compare."
    tried = "the games" if orders.games == games else f"{count(orders.games)} of the games, from evenly spaced deals,"
    return (
        f"We also entered {tried} in {orders.orders} other orders of the deals. No mu moved by more than "
        f"{orders.largest_shift:.2f} against the mean of all bots. The bot that moved most has a sigma of "
        f"{orders.sigma:.2f}. {orders.swapped or 'None'} of these orders would rank the bots differently by mu."
    )


def order_note(orders: Orders) -> str:
    """The same for a terminal, in one line."""
    if not orders.orders:
        return "TrueSkill: with one deal there is no other order to compare."
    return f"TrueSkill: mu moves by up to {orders.largest_shift:.2f} when the deals come in another order."
