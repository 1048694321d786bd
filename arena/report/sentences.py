"""What a leaderboard says in sentences, without markup: the same on the page, in Markdown and on a terminal."""

from __future__ import annotations

from arena.rating.intervals import MIN_DEALS
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
        "Rating is the Plackett-Luce maximum likelihood strength on the Elo scale, the average bot at 1500: a bot 400 "
        "points above another finishes ahead of it 10 times out of 11, 200 points above 3 times out of 4. No order of "
        "the games can change it. Ties count as half. Every bot is also given half a win and half a loss for "
        "each seat against an average bot, so that a bot that never lost has a finite rating.",
        "A bot's rank is 1 plus the number of bots shown to be stronger: those whose lead over it has a 95 % interval "
        "entirely above zero. The interval of the difference decides, not whether two bars overlap. Of many pairs of "
        "equally strong bots, one in twenty will still be told apart by chance.",
        "TrueSkill (mu, the estimated skill, and sigma, its uncertainty) enters the games one after the other, in the "
        "order of the schedule, with skills that do not drift (tau 0) and a draw probability of "
        f"{standings.draw_probability:.3f}, taken from the games. {order_sentence(standings.orders, standings.games)} "
        "mu - 3 sigma is a cautious skill.",
        "Mean rank puts tied bots in the middle of the places they share. Wins: a shared first place counts its share.",
    ]


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
