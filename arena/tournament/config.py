"""A tournament as its TOML file describes it, read strictly: what is not understood is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import core
from arena.play.entrants import Entrant, find_entrant, is_trusted, net_version
from arena.process.limits import Limits
from arena.process.registry import Registry, default_path
from bots import Spec, bot_class
from core import files
from core.errors import ArenaError, did_you_mean
from core.options import settle_options

ROUND_ROBIN, GAUNTLET, ADAPTIVE = "round-robin", "gauntlet", "adaptive"
ROTATIONS, PERMUTATIONS = "rotations", "permutations"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+@-]{0,63}")
LOSS = re.compile(r"top:([1-9][0-9]{0,2})|pairs|newcomer")  # what games that are chosen are to find out
SECRET = re.compile(r"[0-9a-fA-F]{32}")
MISSING = object()
LARGEST_FILE = 2**20  # bytes
NOT_REPRODUCIBLE = ", not reproducible"  # ends the version of a bot that did not repeat itself when it was checked


class ConfigError(ArenaError):
    """A tournament file that cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class BotEntry:
    name: str
    spec: str


@dataclass(frozen=True, slots=True)
class Event:
    """A game with its player count and options, all of them settled."""

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def load_game(self) -> core.Game:
        return core.load(self.game, self.players, **self.options)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that decides which games are played. `seed` is for the analysis alone."""

    name: str
    events: tuple[Event, ...]  # at least one; by its number in a store
    deals: int  # of each event
    bots: tuple[BotEntry, ...]
    seed: int = 0
    format: str = ROUND_ROBIN
    seatings: str = ROTATIONS
    max_lineups: int = 1000
    newcomer: str | None = None
    loss: str | None = None  # of the adaptive format; None: pairs
    limits: Limits = field(default_factory=Limits)
    secret: str | None = None  # what the deals follow from; None: drawn when the run begins
    anchor: dict[str, Any] | None = None  # bot and rating: fixes the scale of the leaderboard
    explanations: bool = False  # keep what bots say of their decisions

    @property
    def event(self) -> Event:
        """The one event of a tournament that has but one; otherwise the first."""
        return self.events[0]

    def load_game(self) -> core.Game:
        """Of the one event."""
        return self.event.load_game()

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a table: its type, its bounds, and both in words."""

    kind: type
    wanted: str
    fits: Callable[[Any], bool] = lambda value: True
    default: Any = MISSING

    def accepts(self, value: Any) -> bool:
        if self.kind is float and type(value) is int:
            return self.fits(value)
        return self.kind in (type(value), object) and self.fits(value)


def whole(low: int, high: int, default: Any = MISSING) -> Key:
    return Key(int, f"a whole number from {low} to {high}", lambda value: low <= value <= high, default)


def seconds(default: float) -> Key:
    return Key(float, "a number of seconds above 0 and up to 86400", lambda value: 0 < value <= 86400, default)


def choice(*choices: str) -> Key:
    return Key(str, " or ".join(f'"{each}"' for each in choices), lambda value: value in choices, choices[0])


def is_players(value: Any) -> bool:
    counts = value if type(value) is list and value else [value]
    return all(type(count) is int and 1 <= count <= 4 for count in counts) and len(set(counts)) == len(counts)


def is_loss(value: str) -> bool:
    """In a run there are no newcomers."""
    return LOSS.fullmatch(value) is not None and value != "newcomer"


def name_key() -> Key:
    wanted = "a name of 1 to 64 letters, digits and _ . + @ -, starting with a letter or digit"
    return Key(str, wanted, lambda value: NAME.fullmatch(value) is not None)


def text(wanted: str, default: Any = MISSING) -> Key:
    return Key(str, wanted, lambda value: bool(value.strip()) and len(value) <= 4096, default)


def secret_key() -> Key:
    wanted = "a secret of 32 hexadecimal digits"
    return Key(str, wanted, lambda value: SECRET.fullmatch(value) is not None, None)


KEYS: dict[str, Key] = {
    "name": name_key(),
    "events": Key(list, "a list of tables [[events]], each with game, and perhaps players and options", default=None),
    "deals": whole(1, 1_000_000),
    "seed": whole(0, 2**63 - 1, 0),
    "secret": secret_key(),
    "format": choice(ROUND_ROBIN, GAUNTLET, ADAPTIVE),
    "seatings": choice(ROTATIONS, PERMUTATIONS),
    "max_lineups": whole(1, 1_000_000, 1000),
    "newcomer": text("the name of one of the bots", None),
    "loss": Key(str, '"pairs", or "top:3" for the order of the first 3', is_loss, None),
    "limits": Key(dict, "a table with seconds, start_seconds, memory_mb and game_seconds", default={}),
    "bots": Key(list, "a list of tables [[bots]], each with name and spec"),
    "explanations": Key(bool, "true or false", default=False),
    "anchor": Key(dict, 'a table such as {bot = "random", rating = 1000}', default=None),
}
EVENT_KEYS: dict[str, Key] = {
    "game": text("the name of a game, as `arena games` lists them"),
    "players": Key(object, "a whole number from 1 to 4, or a list of them such as [2, 3, 4]", is_players, None),
    "options": Key(dict, "a table of the game's options", default={}),
}
MOST_EVENTS = 50
ANCHOR_KEYS: dict[str, Key] = {
    "bot": text("the name of one of the bots"),
    "rating": Key(float, "a number from -100000 to 100000", lambda value: abs(value) <= 100_000),
}
LIMIT_KEYS: dict[str, Key] = {
    "seconds": seconds(Limits().seconds),
    "start_seconds": seconds(Limits().start_seconds),
    "memory_mb": whole(64, 1_048_576, Limits().memory_mb),
    "game_seconds": seconds(Limits().game_seconds),
}
BOT_KEYS: dict[str, Key] = {"name": name_key(), "spec": text("a bot, such as \"random\" or \"mcts:iterations=1000\"")}


def find_entrants(
    config: Config, folder: Path, *, unsafe: bool = False, sandbox: bool = False
) -> tuple[Entrant, ...]:
    """The bots of a config; files are looked for beside the tournament's own file."""
    named = [(bot.name, bot.spec, f"{config.name}: bots.{bot.name}.spec") for bot in config.bots]
    found = (find_entrant(name, spec, where, folder, unsafe=unsafe, sandbox=sandbox) for name, spec, where in named)
    games = tuple(dict.fromkeys(event.game for event in config.events))
    return tuple(for_games(entrant, games) for entrant in found)


def for_games(entrant: Entrant, games: Sequence[str]) -> Entrant:
    """A bot of this project has a version for each game, which says how it plays that game; of a submitted one it
    says whether it repeated itself when it was checked."""
    if entrant.spec.startswith("submission:") and not all(repeats_itself(entrant.spec, game) for game in games):
        return replace(entrant, version=entrant.version + NOT_REPRODUCIBLE)
    if not is_trusted(entrant.spec):
        return entrant
    versions = {game: bot_class(Spec.parse(entrant.spec)).PLAY_VERSION.get(game, 1) for game in games}
    net = net_version(entrant.spec)
    if len(set(versions.values())) == 1:
        return replace(entrant, version=f"play {versions[games[0]]}{net}")
    return replace(entrant, version=", ".join(f"{game} play {number}" for game, number in versions.items()) + net)


def repeats_itself(spec: str, game: str) -> bool:
    """What the check before its submission found out about a bot; True where it could not tell."""
    with Registry(default_path()) as registry:
        checked = registry.find(Spec.parse(spec).class_name).report
    reports = checked.get("games") or []
    return all(report.get("deterministic") is not False for report in reports if report.get("game") == game)


def find_config(path: Path) -> Path:
    """The file itself or, for a bare name such as `demo`, the one that came with the project."""
    if path.exists() or len(path.parts) != 1 or path.suffix:
        return path
    home = Path(__file__).parent.parent
    bundled = {file.stem: file for folder in (home.parent, home) for file in folder.glob("configs/*.toml")}
    if path.name not in bundled:
        raise ConfigError(f"there is no tournament '{path}': neither a file of that name nor one that comes with the "
                          f"project, which are {', '.join(sorted(bundled))}.")
    return bundled[path.name]


def read_config(path: str | Path) -> Config:
    """The tournament in a TOML file. ConfigError, in one sentence, for anything that is not right in it."""
    path = Path(path)
    return build_config(read_toml(path), str(path), path.parent)


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a file that somebody wrote."""
    try:
        return files.read_toml(path, LARGEST_FILE)
    except files.BadToml as error:
        raise ConfigError(f"{path}: {error}") from None


def build_config(table: Mapping[str, Any], file: str, folder: Path | None = None) -> Config:
    """The config of an already parsed table; `file` is what errors call it, `folder` what paths are relative to."""
    everything = KEYS | {name: replace(key, default=None) for name, key in EVENT_KEYS.items()}
    values = {name: value for name, value in read_table(table, everything, file).items() if name in KEYS}
    values["events"] = read_events(table, values["events"], file, folder or Path())
    values["bots"] = read_bots(values["bots"], file)
    values["limits"] = read_limits(values["limits"], file)
    values["anchor"] = read_anchor(values["anchor"], values["bots"], file)
    config = Config(**values)
    check_format(config, file)
    return config


def read_limits(table: Any, file: str) -> Limits:
    limits = read_table(table, LIMIT_KEYS, file, "limits.")
    return Limits(
        seconds=float(limits["seconds"]),
        start_seconds=float(limits["start_seconds"]),
        memory_mb=limits["memory_mb"],
        game_seconds=float(limits["game_seconds"]),
    )


def read_table(table: Any, keys: Mapping[str, Key], file: str, where: str = "") -> dict[str, Any]:
    """The table's values, defaults filled in; refuses unknown keys, missing ones, wrong types and wrong numbers."""
    for name in table:
        if name not in keys:
            raise ConfigError(f"{file}: {where}{name}: there is no such key: {did_you_mean(name, keys)}")
    return {name: read_value(table, name, key, file, where) for name, key in keys.items()}


def read_value(table: Mapping[str, Any], name: str, key: Key, file: str, where: str) -> Any:
    value = table.get(name, key.default)
    if value is MISSING:
        raise ConfigError(f"{file}: {where}{name}: is missing; it should be {key.wanted}.")
    if name in table and not key.accepts(value):
        raise ConfigError(f"{file}: {where}{name}: {shortened(value)} is not {key.wanted}.")
    return value


def shortened(value: Any) -> str:
    try:
        written = json.dumps(value, default=str)
    except ValueError:  # 0x with thousands of digits is read, but cannot be written as a decimal number
        return "a number of thousands of digits"
    return written if len(written) <= 60 else f"{written[:57]}..."


def read_bots(entries: list[Any], file: str) -> tuple[BotEntry, ...]:
    bots: dict[str, BotEntry] = {}
    for index, entry in enumerate(entries):
        where = f"bots[{index}]"
        if not isinstance(entry, dict):
            raise ConfigError(f"{file}: {where}: {shortened(entry)} is not a table with name and spec.")
        bot = BotEntry(**read_table(entry, BOT_KEYS, file, f"{where}."))
        if bot.name in bots:
            raise ConfigError(f'{file}: {where}.name: "{bot.name}" is taken already; every bot needs its own name.')
        bots[bot.name] = bot
    if len(bots) < 2:
        raise ConfigError(f"{file}: bots: {len(bots)} given, but a tournament needs at least 2.")
    return tuple(bots.values())


def read_anchor(table: Any, bots: Sequence[BotEntry], file: str) -> dict[str, Any] | None:
    if table is None:
        return None
    anchor = read_table(table, ANCHOR_KEYS, file, "anchor.")
    name, names = anchor["bot"], [bot.name for bot in bots]
    if name not in names:
        raise ConfigError(f'{file}: anchor.bot: there is no bot "{name}": {did_you_mean(name, names)}')
    return {"bot": name, "rating": float(anchor["rating"])}


def read_events(table: Mapping[str, Any], listed: list[Any] | None, file: str, folder: Path) -> tuple[Event, ...]:
    """The events of [[events]], or those that `game`, `players` and `options` describe."""
    own = {key: table[key] for key in EVENT_KEYS if key in table}
    if listed is None:
        return one_event(own, file, "", folder)
    if own:
        raise ConfigError(f"{file}: {next(iter(own))}: goes into the tables [[events]] where there are any.")
    found: list[Event] = []
    for index, entry in enumerate(listed):
        if not isinstance(entry, dict):
            raise ConfigError(f"{file}: events[{index}]: {shortened(entry)} is not a table with game.")
        found += one_event(entry, file, f"events[{index}].", folder)
    check_events(found, file)
    return tuple(found)


def check_events(events: Sequence[Event], file: str) -> None:
    if not 1 <= len(events) <= MOST_EVENTS:
        raise ConfigError(f"{file}: events: {len(events)} given, but a tournament has 1 to {MOST_EVENTS}.")
    for number, event in enumerate(events):
        if event in events[:number]:
            raise ConfigError(f"{file}: events: {event.game} for {event.players} players comes twice with the same "
                              "options.")  # fmt: skip


def one_event(table: Mapping[str, Any], file: str, where: str, folder: Path) -> tuple[Event, ...]:
    """The event of a table; several where it has a list of player counts."""
    values = read_table(table, EVENT_KEYS, file, where)
    counts = values["players"] if isinstance(values["players"], list) else [values["players"]]
    return tuple(settled_event(values["game"], count, values["options"], file, where, folder) for count in counts)


def settled_event(
    name: str, players: int | None, options: dict[str, Any], file: str, where: str, folder: Path
) -> Event:
    """Loads the game once, so that its name, player count and options are known to be right, and complete."""
    key = "game"
    try:
        declared = core.game_class(name).OPTIONS
        key = "options"
        given = {option: from_folder(value, option, declared, folder) for option, value in options.items()}
        key = "players" if not given else "players or options"
        settle_options(name, declared, given)  # an option called name or players is none
        game = core.load(name, players, **given)
    except ArenaError as error:
        raise ConfigError(f"{file}: {where}{key}: {error}") from None
    if game.players < 2:
        raise ConfigError(f"{file}: {where}players: {game.players} is too few, a tournament needs at least 2.")
    return Event(name, game.players, game.options)


def from_folder(value: Any, name: str, declared: Any, folder: Path) -> Any:
    """Paths of files are meant relative to the tournament's own file."""
    is_file = any(option.name == name and option.kind == "toml" for option in declared)
    return str(folder / value) if is_file and isinstance(value, str) else value


def check_format(config: Config, file: str) -> None:
    names = [bot.name for bot in config.bots]
    if config.format != GAUNTLET and config.newcomer is not None:
        raise ConfigError(f'{file}: newcomer: is only for format = "{GAUNTLET}".')
    if config.format != ADAPTIVE and config.loss is not None:
        raise ConfigError(f'{file}: loss: is only for format = "{ADAPTIVE}".')
    if config.format == GAUNTLET and config.newcomer not in names:
        given = "is missing" if config.newcomer is None else f'"{config.newcomer}" is not one of the bots'
        raise ConfigError(f"{file}: newcomer: {given}; a gauntlet needs one of {', '.join(names)}.")
    if config.format == ADAPTIVE:
        check_adaptive(config, file)


def check_adaptive(config: Config, file: str) -> None:
    if len(config.events) > 1:
        raise ConfigError(f'{file}: format: "{ADAPTIVE}" is for one event; for several there are ladders, see '
                          "docs/ladders.md.")  # fmt: skip
    if len(config.bots) < config.event.players:
        raise ConfigError(f'{file}: bots: {len(config.bots)} given, but format = "{ADAPTIVE}" needs at least one for '
                          f"each of the {config.event.players} seats.")  # fmt: skip
