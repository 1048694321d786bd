"""The file of a ladder: a store that never closes. Bots enter, get new versions and leave; every row stays true.

It has the tables of a run's store (arena/tournament/store.py) with a secret for each epoch, and some of its own. A
block is written down when it is chosen, before it is played: so a ladder that was killed knows what is still to be
played. Every block has a deal of its own, and whoever reads games through a LadderStore sees none of a block that is
not finished.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path
from time import time
from typing import Any, Final

import numpy as np

from arena.play.entrants import Entrant
from arena.play.records import SANDBOX, BotIdentity, Lineup, PlayedGame, Seating
from arena.play.seeds import SECRET_BYTES, Secret, derive
from arena.process.program import BadProgram, Program
from arena.rating.results import Columns, Floats, Results, arranged
from arena.tournament.config import BotEntry, Config
from arena.tournament.ladder_config import LadderConfig, build_ladder_config
from arena.tournament.rows import Row, Rows, decimals, luck_checksum, whole_numbers
from arena.tournament.schedule import EVENT, Block, GameKey, Schedule, without
from arena.tournament.store import (
    LADDER_ID,
    NO_FAULTS,
    SCHEMA,
    Store,
    StoreError,
    connect,
    damaged,
    enumerated_events,
    explained,
    is_empty,
    stored_config,
    stored_secret,
)

LADDER_VERSION: Final = 1
FINAL: Final = -1  # number of the secret of a contest's final
LADDER_SCHEMA: Final = """
CREATE TABLE epoch (                    -- the number of a secret is that of its epoch
    secret     INTEGER PRIMARY KEY REFERENCES secret (id),
    began      REAL NOT NULL            -- seconds since 1970
);
CREATE TABLE program (
    digest     TEXT PRIMARY KEY,        -- sha256 of the content
    content    BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE entry (                    -- a bot of the table of bots is a version of an entry
    bot        INTEGER PRIMARY KEY REFERENCES bot (id),
    name       TEXT NOT NULL,           -- what all versions have in common
    number     INTEGER NOT NULL,        -- of the version, from 1
    author     TEXT NOT NULL,           -- empty: not told
    reference  INTEGER NOT NULL,        -- 1: newcomers meet it first
    file       TEXT NOT NULL,           -- own name of the bot's file or folder; empty: the spec says it all
    kind       TEXT NOT NULL,           -- what runs it
    digest     TEXT REFERENCES program (digest),
    UNIQUE (name, number)
);
CREATE TABLE change (                   -- the last one of a bot is its state
    id         INTEGER PRIMARY KEY,
    bot        INTEGER NOT NULL REFERENCES entry (bot),
    state      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    blocks     INTEGER NOT NULL,        -- that had been chosen before
    at         REAL NOT NULL            -- seconds since 1970
);
CREATE TABLE round (                    -- blocks that were chosen at one time
    id         INTEGER PRIMARY KEY,
    asked      TEXT NOT NULL            -- as JSON: what the scheduler was told beside the results
);
CREATE TABLE choice (
    block      INTEGER PRIMARY KEY,
    round      INTEGER NOT NULL REFERENCES round (id),
    event      INTEGER NOT NULL REFERENCES event (id),
    secret     INTEGER NOT NULL REFERENCES secret (id),
    lineup     TEXT NOT NULL,           -- as JSON: ids of bots
    probability REAL NOT NULL,
    reason     TEXT NOT NULL,
    games      INTEGER NOT NULL         -- that the block has
);
CREATE TABLE luck (                     -- by the value that the config names
    game       INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    luck       TEXT NOT NULL,           -- by seat, as JSON: what it brought, in chances of finishing first
    checksum   BLOB NOT NULL            -- of that, the value and the game's checksum
);
CREATE INDEX game_of_block ON game (block);
CREATE INDEX choice_of_round ON choice (round);
"""
# What is read as `game` are the games of finished blocks.
SHOWN: Final = """
CREATE TEMP VIEW game AS SELECT * FROM main.game AS one WHERE
    (SELECT count(*) FROM main.game AS other WHERE other.block = one.block)
    = (SELECT games FROM choice WHERE choice.block = one.block);
CREATE TEMP VIEW explanation AS SELECT * FROM main.explanation AS one WHERE one.game IN (SELECT id FROM temp.game);
"""
# As many as the view has, but each block is counted once and not for each of its games.
FINISHED_GAMES: Final = """
SELECT coalesce(sum(played), 0) FROM (SELECT block, count(*) AS played FROM main.game GROUP BY block) JOIN choice
USING (block) WHERE played = choice.games
"""
OPEN_BLOCKS: Final = """
SELECT block FROM choice
WHERE block >= ? AND games > (SELECT count(*) FROM main.game WHERE main.game.block = choice.block)
ORDER BY block
"""
PLAYING, REPLACED, RETIRED = "playing", "replaced", "retired"
SET_ASIDE, DISQUALIFIED = "set aside", "disqualified"
STATES: Final = (PLAYING, REPLACED, RETIRED, SET_ASIDE, DISQUALIFIED)


class LadderError(StoreError):
    """What a ladder does not allow, in one sentence."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of a bot on a ladder."""

    bot: int  # its number in the file
    name: str  # what all its versions have in common
    number: int  # of the version, from 1
    author: str  # empty: not told
    reference: bool  # newcomers meet it first
    spec: str
    version: str
    isolation: str
    state: str
    reason: str  # why it is in that state
    entered: float  # seconds since 1970
    changed: float  # when the state was last another one
    entered_block: int  # so many blocks had been chosen when it entered
    since_block: int  # and when its state last changed
    digest: str | None  # of its content; None: the spec says it all

    @property
    def label(self) -> str:
        """What records and boards call it."""
        return label_of(self.name, self.number)


def label_of(name: str, number: int) -> str:
    return f"{name}@{number}"


@dataclass(frozen=True, slots=True)
class Epoch:
    """A stretch of a ladder whose deals follow from one secret."""

    number: int
    sha256: str
    began: float  # seconds since 1970
    first_block: int | None  # None: no block has been chosen
    blocks: int
    secret: str | None  # once it is over and all its games are in
    public: bool  # known before the first game


@dataclass(frozen=True, slots=True)
class Chosen:
    """A block as it was chosen."""

    block: int
    round: int
    event: int
    secret: int
    lineup: Lineup
    probability: float
    reason: str
    games: int


class LadderSchedule(Schedule):
    """The blocks that were chosen so far."""

    def __init__(self, store: LadderStore, config: Config, secret: Secret) -> None:
        super().__init__(config, secret)
        self._store = store

    def block(self, index: int) -> Block:
        return self.block_of(self._store.chosen(index))

    def block_of(self, chosen: Chosen) -> Block:
        """With the games it has."""
        index, secret = chosen.block, self._store.secret_of(chosen.secret)
        seed, bot_seed = secret.deal_seed(chosen.event, index), secret.bot_seed(chosen.event, index)
        orders = self.orders(chosen)
        seatings = tuple(
            Seating(seed, index, rotation, order, bot_seed, index, chosen.event)
            for rotation, order in enumerate(orders)
        )
        return Block(index, 0, index, seed, seatings, chosen.probability, chosen.secret)

    def orders(self, chosen: Chosen) -> list[Lineup]:
        """Who sits behind whom follows from the secret: nobody can know it when the block is chosen."""
        secret = self._store.secret_of(chosen.secret)
        return self.events[chosen.event].orders(chosen.lineup, derive("table", secret.digits, chosen.block))

    def __len__(self) -> int:
        return self._store.count_chosen()

    def __iter__(self) -> Iterator[Block]:
        return map(self.block_of, self._store.choices())

    @property
    def games(self) -> int:  # it grows
        """Of the finished blocks: a ladder is as complete as it can be at any time."""
        return len(self._store)


class LadderStore(Store):
    """A ladder's games and everything it knows of its bots. Open it with `create_ladder` or `Store.open`."""

    schedule: LadderSchedule

    def __init__(self, path: Path, connection: sqlite3.Connection, ladder: LadderConfig, secret: Secret) -> None:
        self.ladder = ladder
        self._connection = connection
        self.path = path
        self._secrets = {0: secret}
        self.refresh()

    def refresh(self) -> None:
        """Forgets which bots there were: somebody may have entered."""
        for cached in ("writer", "_references"):
            self.__dict__.pop(cached, None)
        self.config = config_of(self.ladder, self.bots())
        self.schedule = LadderSchedule(self, self.config, self._secrets[0])

    # ---- secrets

    def secret_of(self, number: int) -> Secret:
        if number not in self._secrets:
            with explained(self.path):
                query = "SELECT commitment, digits, public FROM secret WHERE id = ?"
                row = self._connection.execute(query, (number,)).fetchone()
            if row is None:
                raise damaged(self.path, f"there is no secret of epoch {number}")
            self._secrets[number] = stored_secret(self.path, *row)
        return self._secrets[number]

    def secret_behind(self, block: int) -> Secret:
        return self.secret_of(self.chosen(block).secret)

    def epochs(self) -> list[Epoch]:
        """All of them, with the secrets of those that are over and whose games are all in."""
        query = """
            SELECT epoch.secret, began, min(choice.block), count(choice.block)
            FROM epoch LEFT JOIN choice ON choice.secret = epoch.secret GROUP BY epoch.secret ORDER BY epoch.secret"""
        with explained(self.path):
            rows = self._connection.execute(query).fetchall()
            unfinished = {self.chosen(block).secret for block in self.open_blocks()}
        ended = {row[0] for row in rows[:-1]} | {row[0] for row in rows if row[3] >= self.ladder.epoch_blocks}
        ended |= {row[0] for row in rows if self.ladder.is_closed}
        return [self._epoch(*row, over=row[0] in ended - unfinished) for row in rows]

    def _epoch(self, number: int, began: float, first: int | None, blocks: int, *, over: bool) -> Epoch:
        secret = self.secret_of(number)
        told = secret.digits if over or secret.public else None
        return Epoch(number, secret.commitment, began, first, blocks, told, secret.public)

    def begin_epoch(self) -> int:
        """Draws the secret of the next epoch; its number. To be called inside of a transaction."""
        number = self._number("SELECT count(*) FROM epoch")
        secret = epoch_secret(self.ladder, number)
        write_epoch(self._connection, number, secret)
        self._secrets[number] = secret
        self.__dict__.pop("_references", None)
        self.__dict__.pop("writer", None)
        return number

    # ---- entries

    def entries(self) -> list[Entry]:
        """All versions of all bots, in the order in which they entered."""
        query = """
            SELECT entry.bot, entry.name, number, author, reference, spec, version, isolation, last.state, last.reason,
                   first.at, last.at, first.blocks, last.blocks, digest
            FROM entry JOIN bot ON bot.id = entry.bot
            JOIN change AS first ON first.id = (SELECT min(id) FROM change WHERE change.bot = entry.bot)
            JOIN change AS last ON last.id = (SELECT max(id) FROM change WHERE change.bot = entry.bot)
            ORDER BY entry.bot"""
        with explained(self.path):
            rows = self._connection.execute(query).fetchall()
        try:
            entries = [entry_of(row) for row in rows]
        except (TypeError, ValueError) as error:
            raise damaged(self.path, f"its list of bots is not one: {error}") from None
        if [entry.label for entry in entries] != [bot.name for bot in self.bots()]:
            raise damaged(self.path, "its bots are not those that entered")
        return entries

    def write_entry(self, entrant: Entrant, name: str, author: str, reference: bool) -> int:
        """A new version of a bot; its number in the file. To be called inside of a transaction."""
        numbers = [entry.number for entry in self.entries() if entry.name == name]
        number, bot = max(numbers, default=0) + 1, len(self.bots())
        identity = replace(entrant.identity, name=label_of(name, number))
        self._connection.execute("INSERT INTO bot VALUES (?, ?, ?, ?, ?)", (bot, *astuple(identity)))
        program = entrant.program
        about = ("", "", None) if program is None else (program.name, program.kind, program.digest)
        if program is not None:
            stored = (program.digest, program.content)
            self._connection.execute("INSERT OR IGNORE INTO program VALUES (?, ?)", stored)
        values = (bot, name, number, author, reference, *about)
        self._connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return bot

    def write_change(self, bot: int, state: str, reason: str) -> None:
        """To be called inside of a transaction."""
        values = (bot, state, reason, self.count_chosen(), time())
        self._connection.execute("INSERT INTO change (bot, state, reason, blocks, at) VALUES (?, ?, ?, ?, ?)", values)

    def entrant(self, entry: Entry) -> Entrant:
        """The bot as it was when it entered."""
        sandboxed = entry.isolation == SANDBOX
        return Entrant(entry.label, entry.spec, entry.version, self._program(entry), sandboxed)

    def _program(self, entry: Entry) -> Program | None:
        if entry.digest is None:
            return None
        query = """SELECT file, content, kind FROM entry JOIN program ON program.digest = entry.digest
                   WHERE entry.bot = ?"""
        with explained(self.path):
            row = self._connection.execute(query, (entry.bot,)).fetchone()
        try:
            program = Program(*row)
            unchanged = program.digest == entry.digest
        except (TypeError, BadProgram):
            unchanged = False
        if not unchanged:
            raise damaged(self.path, f"the content of {entry.label} is not what was entered")
        return program

    # ---- choices

    def __len__(self) -> int:
        return self._number(FINISHED_GAMES)

    def count_chosen(self) -> int:
        """Blocks, finished or not."""
        return self._number("SELECT count(*) FROM choice")

    def count_rounds(self) -> int:
        return self._number("SELECT count(*) FROM round")

    def choices(self, where: str = "", *values: object) -> Iterator[Chosen]:
        query = f"""SELECT block, round, event, secret, lineup, probability, reason, games FROM choice {where}
                    ORDER BY block"""
        names = [bot.name for bot in self.config.bots]
        with explained(self.path):
            rows = self._connection.execute(query, values).fetchall()
        return (self._chosen(row, names) for row in rows)

    def chosen(self, block: int) -> Chosen:
        found = next(self.choices("WHERE block = ?", block), None)
        if found is None:
            raise damaged(self.path, f"block {block} was never chosen")
        return found

    def _chosen(self, row: tuple[Any, ...], names: Sequence[str]) -> Chosen:
        block, round_number, event, secret, lineup, probability, reason, games = row
        try:
            bots = whole_numbers(lineup, self.config.events[event].players)
            if min(bots) < 0 or not isinstance(reason, str) or not 0 < probability <= 1:
                raise ValueError("a number is out of bounds")
            seated = tuple(names[bot] for bot in bots)
        except (TypeError, ValueError, LookupError, RecursionError) as error:
            raise damaged(self.path, f"block {block}: {error}") from None
        return Chosen(block, round_number, event, secret, seated, probability, reason, games)

    def write_round(self, choices: Iterable[tuple[int, Lineup, float, str]], secret: int, asked: Any) -> list[Block]:
        """The next round: event, line-up, probability and reason of each of its blocks. To be called inside of a
        transaction."""
        number, first = self.count_rounds(), self.count_chosen()
        self._connection.execute("INSERT INTO round VALUES (?, ?)", (number, json.dumps(asked, sort_keys=True)))
        ids = {bot.name: at for at, bot in enumerate(self.config.bots)}
        blocks = []
        for index, (event, lineup, probability, reason) in enumerate(choices, start=first):
            block = self.schedule.block_of(Chosen(index, number, event, secret, lineup, probability, reason, 0))
            seated = json.dumps([ids[name] for name in lineup], separators=(",", ":"))
            values = (index, number, event, secret, seated, probability, reason, len(block.seatings))
            self._connection.execute("INSERT INTO choice VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            blocks.append(block)
        return blocks

    def asked(self, round_number: int) -> Any:
        """What the scheduler was told when it chose a round, beside the results."""
        with explained(self.path):
            row = self._connection.execute("SELECT asked FROM round WHERE id = ?", (round_number,)).fetchone()
        try:
            return json.loads(row[0])
        except (TypeError, ValueError, RecursionError):
            raise damaged(self.path, f"round {round_number} cannot be read") from None

    def open_blocks(self, first: int = 0) -> list[int]:
        """Blocks that were chosen and are not finished, from block `first` on."""
        with explained(self.path):
            return [int(block) for (block,) in self._connection.execute(OPEN_BLOCKS, (first,))]

    def still_to_play(self) -> list[Block]:
        """The open blocks, without the games that are in."""
        found = self.open_blocks()
        query = "SELECT block, rotation FROM main.game WHERE block >= ?"
        with explained(self.path):
            finished = set(self._connection.execute(query, found[:1])) if found else set()
        return [without(self.schedule.block(index), finished) for index in found]

    # ---- games

    def finished(self) -> set[GameKey]:
        """The keys of all games played, those of open blocks too: they are not played again."""
        with explained(self.path):
            return set(self._connection.execute("SELECT block, rotation FROM main.game"))

    def columns(self, event: int = EVENT) -> Columns:
        """The games of finished blocks in which no disqualified bot sat."""
        return self.in_the_fit(super().columns(event))

    def in_the_fit(self, columns: Columns) -> Columns:
        """Those games in which no disqualified bot sat."""
        return without_bots(columns, [entry.bot for entry in self.entries() if entry.state == DISQUALIFIED])

    def disqualified_before(self, block: int) -> list[int]:
        """The bots that were, when that block was chosen."""
        query = "SELECT bot FROM change WHERE state = ? AND blocks <= ?"
        with explained(self.path):
            return [int(bot) for (bot,) in self._connection.execute(query, (DISQUALIFIED, block))]

    def results_with_luck(self, event: int) -> tuple[Results, Floats]:
        """The games of an event whose luck is known, in canonical order, and that luck by game and seat."""
        seats, most = self.config.events[event].players, self.schedule.most_seatings
        query = "SELECT game.id, luck FROM luck JOIN game ON game.id = luck.game WHERE event = ?"
        with explained(self.path):
            rows = self._connection.execute(query, (event,)).fetchall()
        try:
            luck = {number: decimals(told, seats) for number, told in rows}
        except (TypeError, ValueError, RecursionError):
            raise damaged(self.path, "the luck of a game cannot be read") from None
        columns = self.columns(event)
        known = np.isin(columns.place[:, 0] * most + columns.place[:, 1], list(luck))
        results = arranged(some(columns, known), [bot.name for bot in self.bots()])
        numbers = (results.place[:, 0] * most + results.place[:, 1]).tolist()
        return results, np.array([luck[number] for number in numbers], dtype=np.float64).reshape(-1, seats)

    def _add_more(self, batches: Sequence[Rows]) -> None:
        luck = (each for rows in batches for each in rows.luck)
        self._connection.executemany("INSERT OR IGNORE INTO luck VALUES (?, ?, ?)", luck)

    def _luck_problem(self, row: Row) -> str:
        found = self._connection.execute("SELECT luck, checksum FROM luck WHERE game = ?", (row.id,)).fetchone()
        if found is None:
            return ""
        told, checksum = found
        same = isinstance(told, str) and checksum == luck_checksum(row.checksum, told, self.ladder.luck)
        return "" if same else "its luck has been changed"

    def first_block(self, round_number: int) -> int:
        """Of a round and all after it; the next to be chosen if there are none."""
        first = "SELECT coalesce(min(block), (SELECT count(*) FROM choice)) FROM choice WHERE round >= ?"
        return self._number(first, round_number)

    def give_up(self, block: int, why: str) -> None:
        """A block that cannot be played any more has no games. To be called inside of a transaction."""
        told = f"{self.chosen(block).reason}; given up: {why}"
        self._connection.execute("UPDATE choice SET games = 0, reason = ? WHERE block = ?", (told, block))

    def first_open(self) -> int:
        """The number of the first block that is not finished; of the next one if all are."""
        return next(iter(self.open_blocks()), self.count_chosen())

    def proof(self) -> dict[str, Any]:
        """The secrets of the epochs that are over; a digest of all games before the first open block."""
        blocks = self.first_open()
        return {
            "games_digest": self.total_before(blocks),
            "digest_blocks": blocks,
            "epochs": [asdict(epoch) for epoch in self.epochs()],
        }

    def fits(self, published: Mapping[str, Any]) -> bool:
        """Later games do not matter: the digest is of the blocks before a certain one."""
        blocks = published.get("digest_blocks")
        return isinstance(blocks, int) and self.total_before(blocks) == published.get("games_digest")

    def total_before(self, block: int) -> str:
        return self._digest_of("SELECT checksum FROM game WHERE block < ? ORDER BY id", block)

    def has_games(self, event: int = EVENT) -> bool:
        return super().has_games(event) and len(self.columns(event).place) > 0

    # ---- sums

    def games_since(self, when: float) -> int:
        """Games of the finished blocks that came in since then."""
        query = "SELECT count(*) FROM game JOIN timing ON timing.game = game.id WHERE timing.finished >= ?"
        return self._number(query, when)

    def bot_totals(self) -> dict[int, tuple[int, int]]:
        """By bot: the finished blocks and the games in which it sat."""
        query = """SELECT seat.value, count(DISTINCT block), count(DISTINCT game.id)
                   FROM game, json_each(game.lineup) AS seat GROUP BY seat.value"""
        with explained(self.path):
            return {bot: (blocks, games) for bot, blocks, games in self._connection.execute(query)}

    def last_blocks(self) -> dict[int, int]:
        """By bot: the last block in which it was chosen to sit."""
        query = "SELECT seat.value, max(block) FROM choice, json_each(choice.lineup) AS seat GROUP BY seat.value"
        with explained(self.path):
            return dict(self._connection.execute(query))

    def last_faults(self) -> dict[str, tuple[int, str]]:
        """By bot: how many faults it had, and the last one in words."""
        found: dict[str, tuple[int, str]] = {}
        bots = self.bots()
        for row in self._rows("WHERE faults <> ?", NO_FAULTS):
            for fault in self._record(row, bots).faults:
                found[fault.bot] = found.get(fault.bot, (0, ""))[0] + 1, f"{fault.kind}: {fault.message}"
        return found

    def _misplaced(self, row: Row, played: PlayedGame) -> str:
        chosen = self.chosen(row.block)
        if (row.event, row.secret, row.probability) != (chosen.event, chosen.secret, chosen.probability):
            return "its event, epoch or probability is not that of the block that was chosen"
        seatings = self.schedule.block_of(chosen).seatings
        if row.rotation >= len(seatings) or seatings[row.rotation].lineup != played.record.lineup:
            return "its line-up is not the one that was chosen"
        return self._luck_problem(row) if row.deal == row.block else "its deal is not its block's own"

    # ---- plumbing

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nobody else writes meanwhile."""
        with explained(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def _number(self, query: str, *values: object) -> int:
        with explained(self.path):
            return int(self._connection.execute(query, values).fetchone()[0])


# ---- the file


def create_ladder(path: Path, ladder: LadderConfig) -> LadderStore:
    """A new file without bots; LadderError if there is one."""
    secret = epoch_secret(ladder, 0)
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(path, writable=True)
        try:
            with connection:
                connection.execute("BEGIN EXCLUSIVE")
                if not is_empty(connection):
                    raise LadderError(f"{path}: is there already; give the new ladder another name.")
                lay_out_ladder(connection, ladder, secret)
        except BaseException:
            connection.close()
            raise
    hide_open_blocks(connection)
    return LadderStore(path, connection, ladder, secret)


def lay_out_ladder(connection: sqlite3.Connection, ladder: LadderConfig, secret: Secret) -> None:
    for statement in f"{SCHEMA.strip()}\n{LADDER_SCHEMA.strip()}".split(";\n"):
        connection.execute(statement)
    connection.execute("INSERT INTO run VALUES (1, ?, ?)", (ladder.name, ladder.to_json()))
    connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", enumerated_events(config_of(ladder, ())))
    limits = json.dumps(asdict(ladder.limits), sort_keys=True)
    connection.execute("INSERT INTO limits VALUES (0, ?)", (limits,))
    write_epoch(connection, 0, secret)
    if ladder.closes is not None:
        write_secret(connection, FINAL, epoch_secret(ladder, FINAL))
    connection.execute(f"PRAGMA application_id = {LADDER_ID}")
    connection.execute(f"PRAGMA user_version = {LADDER_VERSION}")


def write_epoch(connection: sqlite3.Connection, number: int, secret: Secret) -> None:
    write_secret(connection, number, secret)
    connection.execute("INSERT INTO epoch VALUES (?, ?)", (number, time()))


def write_secret(connection: sqlite3.Connection, number: int, secret: Secret) -> None:
    told = (number, secret.commitment, secret.digits, secret.public)
    connection.execute("INSERT INTO secret VALUES (?, ?, ?, ?)", told)


def open_ladder_store(path: Path, connection: sqlite3.Connection) -> LadderStore:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version != LADDER_VERSION:
        raise LadderError(f"{path}: is a ladder in format {version}, this program reads format {LADDER_VERSION}.")
    found = connection.execute("SELECT name, config FROM run").fetchall()
    secrets = connection.execute("SELECT commitment, digits, public FROM secret WHERE id = 0").fetchall()
    if len(found) != 1 or len(secrets) != 1:
        raise damaged(path, f"{len(found)} ladders and {len(secrets)} first secrets in it instead of one")
    hide_open_blocks(connection)
    config = stored_config(build_ladder_config, path, *found[0])
    return LadderStore(path, connection, config, stored_secret(path, *secrets[0]))


def hide_open_blocks(connection: sqlite3.Connection) -> None:
    """For this connection only: nothing of it is written into the file."""
    reading = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")
    for statement in SHOWN.strip().split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA query_only = {reading}")


def epoch_secret(ladder: LadderConfig, number: int) -> Secret:
    """Drawn; of a ladder that is to be repeated it follows from the config."""
    if ladder.secret is None:
        return Secret.draw()
    parts = [derive("epoch", ladder.secret, number, half).to_bytes(8, "big") for half in (0, 1)]
    return Secret(b"".join(parts)[:SECRET_BYTES], public=True)


def config_of(ladder: LadderConfig, bots: Sequence[BotIdentity]) -> Config:
    """The ladder as those see it who know runs."""
    return Config(
        name=ladder.name,
        events=ladder.events,
        deals=0,
        bots=tuple(BotEntry(bot.name, bot.spec) for bot in bots),
        seed=ladder.seed,
        format=f"ladder, {ladder.scheduler}",
        seatings=ladder.seatings,
        limits=ladder.limits,
        secret=ladder.secret,
        explanations=ladder.explanations,
    )


def entry_of(row: tuple[Any, ...]) -> Entry:
    """ValueError or TypeError for what is no entry."""
    entry = Entry(*row)
    texts = (entry.name, entry.author, entry.reason)
    if not all(isinstance(it, str) and it.isprintable() for it in texts) or type(entry.number) is not int:
        raise ValueError("a name, an author or a reason cannot be printed")
    if entry.state not in STATES:
        raise ValueError("a bot is in no state that there is")
    return replace(entry, reference=bool(entry.reference), entered=float(entry.entered), changed=float(entry.changed))


def without_bots(columns: Columns, bots: Sequence[int]) -> Columns:
    """The games in which none of them sat."""
    return some(columns, ~np.isin(columns.lineup, bots).any(axis=1)) if len(bots) else columns


def some(columns: Columns, kept: Any) -> Columns:
    """The games where `kept` is true."""
    places = set(map(tuple, columns.place[kept].tolist()))
    faults = [fault for fault in columns.faults if (fault[0], fault[1]) in places]
    arrays = {name: getattr(columns, name)[kept]
              for name in ("place", "seed", "lineup", "ranks", "decisions", "think", "moves")}  # fmt: skip
    return Columns(**arrays, faults=faults)
