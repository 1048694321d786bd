"""Which games a tournament consists of: a pure iterator of blocks, the same every time it is asked.

A block is one line-up on one deal, played in every seating. All line-ups of a deal index share the deal's seed.
Blocks come deal by deal, so that a run broken off anywhere has treated all line-ups alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice, permutations
from math import comb, factorial

from arena.play.records import Lineup, Seating
from arena.play.seeds import Secret
from arena.tournament.balanced_lineups import balanced_orbits, even_orbits
from arena.tournament.config import GAUNTLET, PERMUTATIONS, Config, ConfigError

GameKey = tuple[int, int]  # block, rotation
EVENT = 0  # the one event of a tournament of one game and player count


@dataclass(frozen=True, slots=True)
class Block:
    """One line-up on one deal, with the games of it that are still to be played."""

    index: int
    lineup: int  # index of the line-up, over all events
    deal: int
    seed: int
    seatings: tuple[Seating, ...]
    probability: float = 1.0  # with which the block was chosen; a fixed schedule plays them all
    secret: int = 0  # number of the secret its deal follows from: a ladder has one for each epoch


class EventSchedule:
    """The line-ups of one event and how they sit down."""

    def __init__(self, config: Config, number: int) -> None:
        self.config = config
        self.number = number
        self.players = config.events[number].players

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        """Every line-up once, as sets of names (as multisets where bots are fewer than seats)."""
        names, limit = [bot.name for bot in self.config.bots], self.config.max_lineups
        if self.config.format != GAUNTLET:
            return tuple(self._found(all_lineups(names, self.players, limit), names, self.players))
        newcomer, seats = str(self.config.newcomer), self.players - 1
        field = [name for name in names if name != newcomer]
        return tuple((newcomer, *rest) for rest in self._found(all_opponents(field, seats, limit), field, seats))

    def _found(self, lineups: list[Lineup], names: list[str], seats: int) -> list[Lineup]:
        if not lineups:
            what = "opponent" if self.config.format == GAUNTLET else "pair of bots"
            raise ConfigError(
                f"{self.config.name}: max_lineups: every {what} should meet equally often, and "
                f"{self.config.max_lineups} line-ups are too few for that; there are {comb(len(names), seats)} in all."
            )
        return lineups

    def orders(self, lineup: Lineup, deal: int) -> list[Lineup]:
        """The line-up in every seating of a block, each once. Who sits behind whom changes from deal to deal."""
        if self.config.seatings == PERMUTATIONS:
            return list(dict.fromkeys(permutations(lineup)))
        table = around_the_table(lineup, deal)
        return list(dict.fromkeys(table[turn:] + table[:turn] for turn in range(len(table))))

    @property
    def most_seatings(self) -> int:
        """No block has more games."""
        return factorial(self.players) if self.config.seatings == PERMUTATIONS else self.players

    def games_on(self, deals: Iterable[int]) -> int:
        """How many games all line-ups have on these deals."""
        return sum(len(self.orders(lineup, deal)) for deal in deals for lineup in self.lineups)

    @cached_property
    def games(self) -> int:
        """How many games there are in all."""
        period = factorial(self.players - 1)  # after so many deals the orders around the table come again
        whole, rest = divmod(self.config.deals, period)
        return (whole * self.games_on(range(period)) if whole else 0) + self.games_on(range(rest))


class Schedule:
    """All blocks of a tournament, deal by deal and event by event; their deals follow from the secret."""

    def __init__(self, config: Config, secret: Secret) -> None:
        self.config = config
        self.secret = secret
        self.events = tuple(EventSchedule(config, number) for number in range(len(config.events)))

    @cached_property
    def lineups(self) -> tuple[tuple[EventSchedule, Lineup], ...]:
        """All line-ups of all events: a block for each of them on every deal."""
        return tuple((event, lineup) for event in self.events for lineup in event.lineups)

    @cached_property
    def most_seatings(self) -> int:
        """No block has more games."""
        return max(event.most_seatings for event in self.events)

    def game_number(self, block: int, rotation: int) -> int:
        """The number a game goes by."""
        return game_number(block, rotation, self.most_seatings)

    def block(self, index: int) -> Block:
        deal, number = divmod(index, len(self.lineups))
        event, lineup = self.lineups[number]
        seed = self.secret.deal_seed(event.number, deal)
        bot_seed = self.secret.bot_seed(event.number, index)
        seatings = tuple(
            Seating(seed, index, rotation, order, bot_seed, deal, event.number)
            for rotation, order in enumerate(event.orders(lineup, deal))
        )
        return Block(index, number, deal, seed, seatings)

    def __len__(self) -> int:
        return len(self.lineups) * self.config.deals

    def __iter__(self) -> Iterator[Block]:
        return map(self.block, range(len(self)))

    @cached_property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(event.games for event in self.events)

    def games_by_deal(self) -> Counter[int]:
        """How many games each deal has, over all events."""
        found: Counter[int] = Counter()
        for block in self:
            found[block.deal] += len(block.seatings)
        return found

    def remaining(self, finished: Collection[GameKey]) -> Iterator[Block]:
        """The blocks that are not finished, without the games that are."""
        started = {block for block, _ in finished}
        for block in self:
            rest = without(block, finished) if block.index in started else block
            if rest.seatings:
                yield rest


def all_lineups(names: Sequence[str], seats: int, limit: int) -> list[Lineup]:
    """Every line-up once, or at most `limit` in which every pair meets equally often; empty if none are found."""
    if len(names) < seats:
        return filled_up(names, seats)
    if comb(len(names), seats) <= limit:
        return list(combinations(names, seats))
    return [tuple(names[number] for number in lineup) for lineup in balanced_orbits(len(names), seats, limit)]


def all_opponents(field: Sequence[str], seats: int, limit: int) -> list[Lineup]:
    """Every set of opponents once, or at most `limit` in which each comes equally often; empty if none are found."""
    if len(field) < seats:
        return filled_up(field, seats)
    if comb(len(field), seats) <= limit:
        return list(combinations(field, seats))
    return [tuple(field[number] for number in lineup) for lineup in even_orbits(len(field), seats, limit)]


def game_number(block: int, rotation: int, most_seatings: int) -> int:
    """The number a game goes by in a run whose blocks have at most so many games."""
    return block * most_seatings + rotation


def without(block: Block, finished: Collection[GameKey]) -> Block:
    rest = tuple(seating for seating in block.seatings if (seating.block, seating.rotation) not in finished)
    return replace(block, seatings=rest)


def filled_up(names: Sequence[str], seats: int) -> list[Lineup]:
    """Line-ups for fewer bots than seats: all sit equally often in each, and the seats left over go round evenly."""
    each, left_over = divmod(seats, len(names))
    return [tuple(sorted([*list(names) * each, *extra], key=names.index)) for extra in combinations(names, left_over)]


def around_the_table(lineup: Lineup, deal: int) -> Lineup:
    """The line-up in the deal's own order around the table: all (n-1)! orders take turns."""
    orders = factorial(len(lineup) - 1)
    return (lineup[0], *next(islice(permutations(lineup[1:]), deal % orders, None)))
