"""Positions as pages show them: one drawing that stays, and the parts of it that change from step to step.

A picture is made of regions, groups with an id that stand in every picture of a game (core/picture.py). What lies
between them is the same in all pictures, so a film keeps it once. Where it is not, every picture is kept whole. A game
without a picture shows its board as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape, unescape

from core import Position

GROUP = re.compile(r"<g\b[^>]*>|</g>")
REGION_ID = re.compile(r'\sid="([^"]*)"')
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
PREFIX = "p-"  # of all ids in a picture: the page has ids of its own
WHOLE = "whole"  # the one region of what cannot be told apart further
WHOLE_FRAME = f'<div id="{WHOLE}"></div>'


class OtherRegions(Exception):
    """Two pictures of a game differ outside of their regions."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position, drawn."""

    frame: str  # with empty regions
    regions: dict[str, str]  # content by id
    caption: str


def draw(position: Position, *, whole: bool = False) -> Frame:
    """In regions, or `whole`."""
    svg = position.picture(id_prefix=PREFIX)
    if svg is None:
        return Frame(WHOLE_FRAME, {WHOLE: f"<pre>{escape(str(position))}</pre>"}, "")
    title = TITLE.search(svg)
    untitled = svg if title is None else svg[: title.start()] + svg[title.end() :]
    parts = (WHOLE_FRAME, {WHOLE: untitled}) if whole else split(untitled)
    return Frame(*parts, "" if title is None else unescape(title[1]))


def split(svg: str) -> tuple[str, dict[str, str]]:
    """The picture with its regions empty, and what is in them. Symbols in <defs> are no regions."""
    regions: dict[str, str] = {}
    kept, at = [], svg.find("</defs>") + len("</defs>") if "</defs>" in svg else 0
    kept.append(svg[:at])
    for name, start, end in spans(svg, at):
        kept.append(svg[at:start])
        regions[name] = svg[start:end]
        at = end
    return "".join([*kept, svg[at:]]), regions


def spans(svg: str, begin: int) -> Iterator[tuple[str, int, int]]:
    """Name, start and end of the content of every outermost region."""
    name, start, depth = "", 0, 0
    for tag in GROUP.finditer(svg, begin):
        if tag[0].endswith("/>"):
            continue
        if not name:
            found = REGION_ID.search(tag[0])
            if found:
                name, start, depth = found[1], tag.end(), 0
        elif tag[0] != "</g>":
            depth += 1
        elif depth:
            depth -= 1
        else:
            yield name, start, tag.start()
            name = ""


class Film:
    """The frames of a game from several perspectives, every content kept once."""

    def __init__(self) -> None:
        self.frame = ""
        self.pieces: list[str] = []
        self.tracks: list[dict[str, list[int]]] = []  # by perspective and region: step, piece, step, piece, ...
        self.captions: list[list[int]] = []  # the same for the captions
        self._numbers: dict[str, int] = {}

    def add(self, frames: Iterable[Frame]) -> None:
        """One more perspective: all its frames, from the start of the game to its end."""
        track: dict[str, list[int]] = {}
        captions: list[int] = []
        for step, frame in enumerate(frames):
            if not self.frame:
                self.frame = frame.frame
            for name, content in self._regions(frame).items():
                self._extend(track.setdefault(name, []), step, content)
            self._extend(captions, step, frame.caption)
        self.tracks.append(track)
        self.captions.append(captions)

    def _regions(self, frame: Frame) -> dict[str, str]:
        if frame.frame != self.frame or (self.tracks and frame.regions.keys() != self.tracks[0].keys()):
            raise OtherRegions
        return frame.regions

    def _extend(self, track: list[int], step: int, content: str) -> None:
        piece = self._numbers.setdefault(content, len(self.pieces))
        if piece == len(self.pieces):
            self.pieces.append(content)
        if not track or track[-1] != piece:
            track += [step, piece]
