"""What a map is drawn from: sheet, edition, colours, language, board; and names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from adjudicator.engine import FrozenStruct
from adjudicator.thrones.rules.registry import edition_of, find_edition
from adjudicator.thrones.state import Board, Edition, Force, View
from atlas.svg import PLAIN, Look
from atlas.theme import Theme, find_theme
from atlas.thrones.geometry import Geometry, geometry, sheet_of
from atlas.thrones.tokens import WORDS

BAND, TRACK_STEP = 330.0, 51.0


class Layout(FrozenStruct):
    """Places in map units from the band's upper left.

    `places`: how many an influence track has, `step` from one to the next; `middle` and `houses`: how far the parts in
    the middle and the list of houses lie east of their places on a map 1000 units wide; `columns`: the middles of the
    list's numbers; `dividers`: lines between the parts; `victory`: the first place of the victory track, if there is
    one.
    """

    places: int
    step: float
    dividers: tuple[float, ...]
    columns: tuple[float, ...]
    middle: float = 0.0
    houses: float = 0.0
    victory: float | None = None


def band_layout(drawn: Geometry) -> Layout:
    """The layout of a map's band."""
    edition = find_edition(drawn.edition)
    homes = sum(house.home in drawn.areas for house in edition.houses.values())
    places = min(len(edition.stars), homes)
    if edition.claimed:
        return Layout(places, TRACK_STEP, (350.0, 714.0), (976.0, 1040.0), 36.0, 74.0)
    if drawn.width > 1000:
        return Layout(places, TRACK_STEP, (472.0, 808.0, 1182.0), (1424.0, 1490.0, 1552.0), 146.0, 520.0, 846.0)
    return Layout(places, min(TRACK_STEP, 232.0 / max(1, places - 1)), (326.0, 662.0), (878.0, 942.0))


HEAD, ROW, DECKS, FOOT = 40.0, 44.0, 76.0, 14.0


class Table(FrozenStruct):
    """The fixed content of a game's table: rows and columns; without rows, no table."""

    rows: int = 0
    cells: bool = False
    alliances: bool = False

    @property
    def height(self) -> float:
        """How much it adds to a drawing."""
        return HEAD + self.rows * ROW + (DECKS if self.alliances else 0.0) + FOOT if self.rows else 0.0

    @property
    def key(self) -> str:
        """A name for the maps that are kept with it; empty where there is no table."""
        return f"-{self.rows}{'tca'[: 1 + self.cells + self.alliances]}" if self.rows else ""

    def columns(self, width: float) -> dict[str, tuple[float, float]]:
        """Where each column begins and ends."""
        begin = {"tactics": 88.0, "cells": 400.0, "alliances": 580.0} if self.alliances else {"tactics": 88.0}
        if not self.alliances and self.cells:
            begin["cells"] = 560.0
        ends = [*list(begin.values())[1:], width - 24.0]
        return {name: (x, end - 16.0) for (name, x), end in zip(begin.items(), ends, strict=True)}


NONE = Table()


def table_of(board: Board) -> Table:
    """Return the form of a game's table; NONE where it has no table."""
    if board.tactics is None and board.realm is None and not board.leaders:
        return NONE
    return Table(len(board.houses), bool(board.leaders), board.realm is not None)


class Paper(FrozenStruct, dict=True, kw_only=True):
    """A map on which nobody plays yet."""

    drawn: Geometry
    edition: Edition
    theme: Theme
    language: str
    table: Table = NONE

    @cached_property
    def lay(self) -> Layout:
        """Where the parts of the band stand."""
        return band_layout(self.drawn)

    @property
    def foot(self) -> float:
        """Where the band ends, and the table begins."""
        return self.drawn.height + BAND

    @property
    def height(self) -> float:
        """How high the whole drawing is, in map units."""
        return self.foot + self.table.height

    def say(self, word: str) -> str:
        """A printed word."""
        return WORDS.in_book(word, self.language, self.edition.id)

    def name(self, things: Mapping[str, Any], key: str) -> str:
        """Return the name of an id in an edition's table, else the printed word."""
        return things[key].name.say(self.language) if key in things else self.say(key)

    def house(self, house: str) -> str:
        """The name of a house."""
        return self.name(self.edition.houses, house)

    def area(self, area: str) -> str:
        """The name of an area."""
        return self.name(self.edition.areas, area)


class Scene(Paper, dict=True, kw_only=True):
    """A position on its map; `title` replaces the land's name; `seat`: reader's house."""

    board: Board
    title: str | None = None
    seat: str | None = None

    def units(self, force: Force) -> str:
        """The units of a force in words: how many of each kind, routed ones among them."""
        counts = {kind: force.units.get(kind, 0) + force.routed.get(kind, 0) for kind in [*force.units, *force.routed]}
        return ", ".join(f"{n} × {self.kind(kind)}" for kind, n in counts.items())

    def kind(self, kind: str) -> str:
        """The name of a kind of units; its id where the edition has none of that kind."""
        return self.name(self.edition.units, kind) if kind in self.edition.units else kind

    def leader(self, leader: str) -> str:
        """A leader in words: his name, his strength as he lies, and whether he is turned."""
        turned = f", {self.say('turned')}" if self.board.leaders[leader].active else ""
        return f"{self.name(self.edition.leaders, leader)} ({self.strength(leader)}{turned})"

    def strength(self, leader: str) -> str:
        """What a leader's token shows as it lies."""
        facts = self.edition.leaders.get(leader)
        return "?" if facts is None else str(facts.marching if self.board.leaders[leader].active else facts.idle)

    def captives(self, house: str) -> list[str]:
        """The leaders in the cells of a house."""
        return [leader for leader, facts in self.board.leaders.items() if facts.cell == house]

    def leaders_in(self, area: str) -> list[str]:
        """Return the leaders that stand in an area."""
        return [leader for leader, facts in self.board.leaders.items() if facts.area == area]


def scene_of(view: View, look: Look = PLAIN) -> Scene:
    """Return the scene of a view; LookupError: unknown theme, or no map."""
    edition, board = edition_of(view), view.board
    return Scene(
        drawn=geometry(sheet_of(edition, board)),
        edition=edition,
        theme=find_theme(look.theme),
        language=WORDS.supported_language(look.language),
        table=table_of(board),
        board=board,
        title=look.title,
        seat=view.seat,
    )
