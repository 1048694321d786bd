"""One game as a self-contained page: every position from every perspective, played back without a network.

A page for one seat contains nothing that this seat may not know: its pictures are drawn from the seat's views, its
words come from `state.seen`, and what other seats' bots or the search said of hidden cards is left out.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from arena.play.records import BotIdentity, Explanation, Fault, PlayedGame
from arena.play.session import PERSON, Opening
from arena.report.analysis import Analysis, Judged, shown
from arena.report.charts import text
from arena.report.documents import fill, policy, template_file
from arena.report.frames import Film, Frame, OtherRegions, draw
from arena.report.wording import plain
from arena.tournament.runs import Run
from core import Game, Position, State
from core.endings import end_triggered

MOST_ROWS = 8  # of what a bot said of a decision
MOST_CELLS = 8
LONGEST_CELL = 80
LONGEST_DETAIL = 2000
HIDDEN = "?"

Tell = Callable[[int, int], None]  # hears how much is done, of how much


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to be shown, with what is known of it."""

    game: Game
    played: PlayedGame
    title: str
    bots: Sequence[BotIdentity]  # by seat
    facts: dict[str, str] = field(default_factory=dict)  # open to every seat
    secrets: dict[str, str] = field(default_factory=dict)  # what tells the deal, such as its seed
    explanations: Sequence[Explanation] = ()
    analysis: Analysis | None = None


def stored_replay(run: Run, number: int, analysis: Analysis | None = None) -> Replay:
    """A game of a run."""
    played, bots = run.game(number), {bot.name: bot for bot in run.bots()}
    record = played.record
    game = run.load_game(record.event)
    return Replay(
        game=game,
        played=played,
        title=f"{game.name}, game {number} of {run.name}",
        bots=[bots[name] for name in record.lineup],
        facts={
            **game_facts(game),
            "run": run.name,
            "deal": f"{record.deal}, seating {record.rotation} of block {record.block}",
            "sha256 of the secret behind the deals": run.store.secret_behind(record.block).commitment,
        },
        secrets={"seed of the deal": str(record.seed)},
        explanations=run.store.explanations(number),
        analysis=analysis,
    )


def person_replay(opening: Opening, played: PlayedGame, analysis: Analysis | None = None) -> Replay:
    """A game of a person against bots."""
    return Replay(
        game=opening.game,
        played=played,
        title=f"{opening.game.name}: {' against '.join([PERSON, *opening.bots])}",
        bots=[BotIdentity(name, spec, "") for name, spec in zip(opening.lineup, opening.specs, strict=True)],
        facts=game_facts(opening.game),
        secrets={"seed of the deal": str(opening.seed)},
        explanations=played.explanations,
        analysis=analysis,
    )


def game_facts(game: Game) -> dict[str, str]:
    options = ", ".join(f"{key} = {cell(value)}" for key, value in game.options.items())
    return {
        "game": f"{game.name} for {game.players} players",
        "options": options or "none",
        "rules": f"version {game.rules_version}, digest {game.digest}",
    }


def write_page(replay: Replay, seat: int | None = None, tell: Tell = lambda done, of: None) -> str:
    """The page as HTML; with `seat` only what that seat knows. `tell` hears how far the drawing is."""
    return page(replay_data(replay, seat, tell))


def page(data: dict[str, Any]) -> str:
    """One file with everything in it."""
    style, script = (template_file(f"replay.{kind}") for kind in ("css", "js"))
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">\n<style>{style}</style>'
    return fill("replay.html", title=text(data["title"]), head=head, body=body(data),
                script=f"<script>{script}</script>")  # fmt: skip


def body(data: dict[str, Any]) -> str:
    """The page without the style and the script that it needs."""
    packed = base64.b64encode(zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)).decode()
    return fill("replay_body.html", title=text(data["title"]), data=packed)


# ---- the data of a page


def replay_data(replay: Replay, seat: int | None = None, tell: Tell = lambda done, of: None) -> dict[str, Any]:
    try:
        film, tracks = shoot(replay, seat, tell, whole=False)
    except OtherRegions:
        film, tracks = shoot(replay, seat, tell, whole=True)
    return {
        "title": replay.title,
        "facts": {**replay.facts, **({} if seat is not None else replay.secrets)},
        "seats": seat_lines(replay),
        "movers": movers(replay),
        "perspectives": [
            track.to_dict() | {"regions": regions, "captions": captions}
            for track, regions, captions in zip(tracks, film.tracks, film.captions, strict=True)
        ],
        "frame": film.frame,
        "pieces": film.pieces,
        "faults": [fault_line(fault, seat) for fault in replay.played.record.faults],
        "explanations": explanation_rows(replay, seat),
        "analysis": None if replay.analysis is None else analysis_data(replay.analysis, seat),
    }


def shoot(replay: Replay, seat: int | None, tell: Tell, *, whole: bool) -> tuple[Film, list[Track]]:
    """The whole game from every perspective, or from one seat's."""
    perspectives = [None, *range(replay.game.players)] if seat is None else [seat]
    film, tracks = Film(), [Track(replay, perspective) for perspective in perspectives]
    steps, done = 1 + replay.played.record.decisions, 0
    for track in tracks:
        film.add(told(track.frames(whole=whole), partial(tell_more, tell, done, steps * len(tracks))))
        done += steps
    return film, tracks


def tell_more(tell: Tell, before: int, of: int, done: int) -> None:
    tell(before + done, of)


def told(frames: Iterator[Frame], tell: Callable[[int], None]) -> Iterator[Frame]:
    """The frames; `tell` hears after each how many have passed."""
    for number, frame in enumerate(frames, start=1):
        yield frame
        tell(number)


class Track:
    """One perspective through the game: what is drawn, said and counted."""

    def __init__(self, replay: Replay, seat: int | None) -> None:
        self._replay = replay
        self._seat = seat
        self.words: list[str] = []
        self.targets: list[list[str]] = []
        self.scores: list[list[float]] = []
        self.triggered: int | None = None  # the step from which on the end is near

    def frames(self, *, whole: bool) -> Iterator[Frame]:
        game, played = self._replay.game, self._replay.played
        state = game.new(played.record.seed)
        yield draw(self._position(state, 0), whole=whole)
        for step, action in enumerate(played.actions, start=1):
            self._note(state, action)
            state.apply(action)
            yield draw(self._position(state, step), whole=whole)

    def _note(self, state: State, action: int) -> None:
        self.words.append(state.name(action) if self._seat is None else seen_words(state, action, self._seat))
        self.targets.append(targets(state, action, self._seat))

    def _position(self, state: State, step: int) -> Position:
        position: Position = state if self._seat is None else state.view(self._seat)
        self.scores.append(list(self._replay.played.record.scores) if state.is_over else position.scores())
        if self.triggered is None and end_triggered(position):
            self.triggered = step
        return position

    def to_dict(self) -> dict[str, Any]:
        label = "everything" if self._seat is None else f"what seat {self._seat} knows"
        return {
            "label": label,
            "seat": self._seat,
            "words": self.words,
            "targets": self.targets,
            "scores": self.scores,
            "triggered": self.triggered,
        }


def targets(state: State, action: int, seat: int | None) -> list[str]:
    """What the action names in the picture; nothing for a game that does not give its actions as data."""
    try:
        seen = state.action(action) if seat is None else state.seen(action, seat)
    except TypeError:
        return []
    return [str(target) for target in seen["targets"]]


def seen_words(state: State, action: int, seat: int) -> str:
    """The action in words as this seat may know it: its name, with a question mark for what is hidden."""
    if state.to_move == seat:
        return state.name(action)
    try:
        told, seen = state.action(action), state.seen(action, seat)
    except TypeError:  # the game does not say what others see of an action
        return HIDDEN
    hidden = [str(value) for key, value in told.items() if key != "targets" and seen.get(key) != value]
    words = state.name(action).split()
    if any(value not in words for value in hidden):
        known = [str(value) for key, value in seen.items() if key not in ("kind", "targets") and value is not None]
        return " ".join([str(seen["kind"]), *known, HIDDEN])
    return " ".join(HIDDEN if word in hidden else word for word in words)


def movers(replay: Replay) -> list[int]:
    """The seat that made each decision."""
    state, seats = replay.game.new(replay.played.record.seed), []
    for action in replay.played.actions:
        seats.append(-1 if state.to_move is None else state.to_move)
        state.apply(action)
    return seats


def seat_lines(replay: Replay) -> list[dict[str, Any]]:
    record = replay.played.record
    return [
        {
            "bot": plain(bot.name),
            "spec": plain(bot.spec),
            "version": plain(bot.version),
            "rank": record.ranks[seat],
            "score": record.scores[seat],
        }
        for seat, bot in enumerate(replay.bots)
    ]


def fault_line(fault: Fault, seat: int | None) -> dict[str, Any]:
    """A bot's own words may tell what it held, so another seat's page leaves them out."""
    own = seat in (None, fault.seat)
    return {
        "decision": fault.decision,
        "seat": fault.seat,
        "kind": fault.kind,
        "message": plain(fault.message) if own else "",
        "detail": fault.detail[-LONGEST_DETAIL:] if own else "",
    }


def explanation_rows(replay: Replay, seat: int | None) -> dict[int, dict[str, Any]]:
    """What the bots said, by decision; to a seat only what its own bot said."""
    of = movers(replay)
    return {
        it.decision: explanation_table(it)
        for it in replay.explanations
        if 0 <= it.decision < len(of) and seat in (None, of[it.decision])
    }


def explanation_table(explanation: Explanation) -> dict[str, Any]:
    rows = [row for row in explanation.rows[:MOST_ROWS] if isinstance(row, dict)]
    head = [key for key in dict.fromkeys(key for row in rows for key in row) if key != "action"][:MOST_CELLS]
    return {"head": [cell(key) for key in head], "rows": [[cell(row.get(key)) for key in head] for row in rows]}


def cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return plain(str("" if value is None else value))[:LONGEST_CELL]


# ---- where it was won


def analysis_data(analysis: Analysis, seat: int | None) -> dict[str, Any]:
    """For one seat only its own decisions: the chances of others were found from what those seats know."""
    if seat is not None:
        own = [it for it in analysis.decisions if it.seat == seat]
        return {"iterations": analysis.iterations, "decisions": [judged_line(it, luck=False) for it in own]}
    return {
        "iterations": analysis.iterations,
        "decisions": [judged_line(it, luck=True) for it in analysis.decisions],
        "result": list(map(shown, analysis.result)),
        "seats": analysis.to_dict()["seats"],
        "mistakes": [it.decision for it in analysis.mistakes()],
        "strokes": [it.decision for it in analysis.strokes()],
    }


def judged_line(it: Judged, *, luck: bool) -> dict[str, Any]:
    best = it.alternative
    return {
        "decision": it.decision,
        "seat": it.seat,
        "before": list(map(shown, it.before)),
        "after": list(map(shown, it.after)),
        "best": None if best is None else [best.words, *map(shown, best.chances)],
        "luck": list(map(shown, it.luck)) if luck else None,
    }
