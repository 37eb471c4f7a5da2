"""The victory track, and how strong dragons are: parts of the band that only a wide map has room for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from adjudicator.thrones.rules import control
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.parts import Piece, square
from atlas.svg import group, tag, text
from atlas.theme import Theme
from atlas.thrones import symbols, tokens
from atlas.thrones.layout import Layout, heading, slot
from atlas.thrones.words import say

# From the band's upper left; columns as high as those of supply, the row below as low as the rounds.
STEP, FOOT, TOP, STACK = 41.0, 166.0, 36.0, 92.0
ROW_Y, ROW_STEP = 248.0, 41.0
MOST = 5


def columns(edition: Edition, lay: Layout, theme: Theme, language: str) -> str:
    """The empty victory track and the empty row for the strength of dragons."""
    if lay.victory is None:
        return ""
    parts = [heading(say("victory", language), lay.victory - 20, TOP, theme)]
    goal = max(setup.victory for setup in edition.setups.values())
    for place in range(goal + 1):
        x, last = lay.victory + place * STEP, place == goal
        fill, line, opacity = (theme.gold, theme.gold, 0.3) if last else (theme.land, theme.panel_line, 0.8)
        look: dict[str, str | float] = {"fill": fill, "fill_opacity": opacity, "stroke": line, "stroke_width": 1.1}
        parts.append(tag("rect", x=x - 17, y=FOOT - 108, width=34, height=108, rx=6, **look))
        parts.append(text(str(place), x, FOOT + 18, font=lettering.CAPITALS, size=15, fill=theme.ink))
    parts.append(group(symbols.crown(), x=lay.victory + goal * STEP, y=FOOT + 30, scale=0.9))
    parts.append(heading(say("dragons", language), lay.victory - 20, ROW_Y - 22, theme))
    for strength in range(MOST + 1):
        x = _strength_x(lay.victory, strength)
        parts.append(slot(x, ROW_Y, 15, theme))
        parts.append(text(str(strength), x, ROW_Y + 5.2, font=lettering.CAPITALS, size=14, fill=theme.faint))
    return "".join(parts)


def _strength_x(start: float, strength: int) -> float:
    return start + strength * ROW_STEP


def pieces(board: Board, edition: Edition, lay: Layout, top: float) -> Iterator[Piece]:
    """The houses on the victory track, and the mark of the dragons' strength."""
    if lay.victory is None:
        return
    players = control.players_of(board)
    goal = max(setup.victory for setup in edition.setups.values())
    held = {house: min(goal, control.settlements(board, edition, house)) for house in players}
    stacked: dict[int, int] = {}
    for house, level in held.items():
        height = stacked.get(level, 0)
        stacked[level] = height + 1
        step = min(21.0, STACK / max(1, list(held.values()).count(level) - 1))
        yield square(tokens.counter(house, 0.6), lay.victory + level * STEP, top + FOOT - 12 - height * step, 13)
    if board.points:
        strength = max(board.growth.values(), default=0)
        yield square(_strong(), _strength_x(lay.victory, min(MOST, strength)), top + ROW_Y, 19)


@cache
def _strong() -> str:
    """A dragon on a dark round."""
    return tag("circle", r=16, fill="#321040", stroke="#e2b84c", stroke_width=2) + symbols.glyph("dragon", "#fbe7f2")


@cache
def egg() -> str:
    """A token that will make dragons stronger, small enough for the track of rounds."""
    return tag("circle", r=8.4, fill="#7d3a8c", stroke="#e2b84c", stroke_width=1.2) + symbols.glyph(
        "dragon", "#fbe7f2", scale=0.62
    )
