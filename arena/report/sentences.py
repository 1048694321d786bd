"""What a leaderboard says in sentences, without markup: the same on the page, in Markdown and on a terminal."""

from __future__ import annotations

from arena.rating.intervals import MIN_DEALS
from arena.rating.standings import Orders, Standings
from arena.report.wording import count

FAULTS_SHOWN = 50  # messages; what a longer list would add is seldom worth reading


def length_sentence(standings: Standings) -> str:
    low, middle, high = standings.lengths.quartiles
    return (
        f"The median game has {middle:g} decisions. Half of all games have {low:g} to {high:g}. "
        f"The shortest has {count(standings.lengths.least)}, the longest {count(standings.lengths.most)}."
    )


def how_to_read(standings: Standings) -> list[str]:
    """The method in plain words, with this run's figures; no markup."""
    return [
        "The deal is what counts. Every deal is played in all seatings, so everyone gets the same luck with cards and "
        "seats. Games of one deal are not independent. So all intervals come from resampling whole deals "
        f"({count(standings.replicates)} times). A figure with fewer than {MIN_DEALS} deals behind it has no interval.",
        "Rating is the Plackett-Luce maximum likelihood strength on the Elo scale. The average bot has 1500. A bot "
        "with 400 points more than another finishes ahead of it 10 times out of 11. With 200 points more, it is 3 out "
        "of 4. "
        "The rating does not depend on the order of the games. Ties count as half. To keep ratings finite, every bot "
        "also gets half a win and half a loss for each seat against an average bot.",
        "A bot's rank is 1 plus the number of bots that are shown to be stronger: the 95 % interval of their lead is "
        "entirely above zero. Look at the interval of the difference, not at whether two bars overlap. Of the pairs "
        "of equally strong bots, one in twenty still looks different by chance.",
        "TrueSkill takes the games one after the other. mu is the estimated skill and sigma its uncertainty. Skills do "
        f"not drift (tau 0). The draw probability is {standings.draw_probability:.3f}, taken from the games. "
        f"{order_sentence(standings.orders, standings.games)} mu - 3 sigma is a cautious estimate.",
        "Mean rank puts tied bots in the middle of the places they share. A shared first place counts as a share of a "
        "win.",
    ]


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
