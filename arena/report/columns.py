"""The columns of the standings as data, for CSV, Markdown, terminal and page alike: a new figure is one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from arena.rating.standings import BotLine, Estimate
from arena.report.wording import ranged

Value = Estimate | float | int | str | None


@dataclass(frozen=True)
class Column:
    """One figure of every bot."""

    key: str  # heading in CSV; an interval is in key_low and key_high
    title: str
    value: Callable[[BotLine], Value]
    form: str = "{}"
    trimmed: bool = False  # without zeros behind the point
    has_interval: bool = False
    short: str | None = None  # heading on a terminal; None: there is no room for it
    beside: Callable[[BotLine], str] | None = None  # on the page, in small: what has no interval but belongs to it
    bar: bool = False  # on the page the interval is drawn, too
    bad: bool = False  # on the page anything but 0 is marked
    behind: Mapping[str, str | int] = field(default_factory=dict)  # which of the bot's games; all where nothing is said

    def small(self, line: BotLine) -> str:
        """What stands beside the figure on the page."""
        return self.beside(line) if self.beside is not None else self.interval(line) if self.has_interval else ""

    def text(self, line: BotLine) -> str:
        """The figure alone; a dash where there is none."""
        value = self.value(line)
        if value is None:
            return "-"
        shown = self.form.format(value.value if isinstance(value, Estimate) else value)
        return shown.rstrip("0").rstrip(".") if self.trimmed else shown

    def interval(self, line: BotLine, between: str = " to ") -> str:
        value = self.value(line)
        return ranged(value.interval if isinstance(value, Estimate) else None, self.form, between)

    def raw(self, line: BotLine) -> list[float | int | str]:
        """As numbers: the figure and, where the column has one, its interval; empty where there is none."""
        value = self.value(line)
        if not self.has_interval:
            return ["" if value is None or isinstance(value, Estimate) else value]
        return [value.value, *(value.interval or ("", ""))] if isinstance(value, Estimate) else ["", "", ""]

    @property
    def raw_keys(self) -> list[str]:
        return [self.key, f"{self.key}_low", f"{self.key}_high"] if self.has_interval else [self.key]


def place_words(line: BotLine, between: str = " to ") -> str:
    """'2 to 4', or '3' where only one place is left."""
    first, last = line.place
    return str(first) if first == last else f"{first}{between}{last}"


NAME = Column("bot", "Bot", lambda line: line.name, short="Bot")
PLACE = Column("place", "Place", place_words, short="#")
RATING = Column(
    "rating", "Rating", lambda line: line.rating, "{:.0f}", has_interval=True, short="Rating", bar=True
)
MU = Column(
    "mu", "mu", lambda line: line.skill.mu, "{:.2f}", short="mu", beside=lambda line: f"± {line.skill.sigma:.2f}"
)
SIGMA = Column("sigma", "sigma", lambda line: line.skill.sigma, "{:.2f}", short="sigma")
CAUTIOUS = Column("mu_minus_3_sigma", "mu - 3 sigma", lambda line: line.skill.exposed, "{:.2f}")
GAMES = Column("games", "Games", lambda line: line.games, "{:,}", short="Games")
DEALS = Column("deals", "Deals", lambda line: line.deals, "{:,}")
WINS = Column(
    "wins", "Wins", lambda line: line.wins, "{:,.2f}", trimmed=True,
    beside=lambda line: f"{line.wins / line.games:.0%}", behind={"place": 1},
)  # fmt: skip
WIN_SHARE = Column("win_share", "Win share", lambda line: line.wins / line.games, "{:.0%}", short="Wins")
MEAN_RANK = Column(
    "mean_rank", "Mean rank", lambda line: line.mean_rank, "{:.2f}", has_interval=True, short="Rank"
)
FAULTS = Column("faults", "Faults", lambda line: sum(line.faults.values()), "{:,}", short="Faults", bad=True,
                behind={"fault": "any"})  # fmt: skip
ALIKE = Column("not_told_apart", "Same letter: not told apart", lambda line: line.letters)
GROUP = Column("group", "Group", lambda line: line.group)
BOUND = Column("bound", "Bound", lambda line: line.bound)
RANK = Column("rank", "Rank", lambda line: line.rank)
LAST_PLACE = Column("last_place", "Last place", lambda line: line.place[1])
LOTTERY = Column("lottery", "Maximal lottery", lambda line: line.lottery, "{:.0%}")

IN_CSV = (
    RANK, LAST_PLACE, NAME, RATING, MU, SIGMA, CAUTIOUS, GAMES, DEALS, WINS, MEAN_RANK, FAULTS, ALIKE, LOTTERY, GROUP,
    BOUND,
)  # fmt: skip
IN_MARKDOWN = (NAME, PLACE, ALIKE, RATING, MEAN_RANK, WINS, GAMES, MU, SIGMA, CAUTIOUS, FAULTS)
IN_PAGE = (RATING, MEAN_RANK, WINS, GAMES, MU, CAUTIOUS, FAULTS)
IN_TERMINAL = (PLACE, NAME, RATING, MU, SIGMA, MEAN_RANK, WIN_SHARE, GAMES, FAULTS)
