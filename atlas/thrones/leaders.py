"""Leaders as small banners: where they stand in an area, and in whose cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import LeaderToken
from adjudicator.thrones.state.edition import Edition
from atlas import lettering
from atlas.parts import Piece, square
from atlas.svg import group, stroke, tag, text
from atlas.thrones.arms import arms
from atlas.thrones.geometry import Anchors
from atlas.thrones.tokens import ALLIED_GREEN
from atlas.thrones.words import say

STEP, ROOM = 26.0, 48.0
# Over the units, where a map has no place of its own for leaders.
ABOVE = 32.0
TITLES = ("Ser", "Lord", "Lady", "King", "Queen")


def standing(board: Board, edition: Edition, area: str, spots: Anchors, language: str) -> Iterator[Piece]:
    """The leaders who stand in an area, side by side."""
    if not board.leaders:
        return
    here = [leader for leader, facts in board.leaders.items() if facts.area == area]
    x, y = spots.leaders or (spots.units[0], spots.units[1] - ABOVE)
    step = min(STEP, ROOM / max(1, len(here) - 1))
    for n, leader in enumerate(here):
        at = x + (n - (len(here) - 1) / 2) * step
        yield square(banner_of(leader, board, edition, language), at, y, 20, told(leader, board, edition, language))


def held(board: Board, house: str) -> list[str]:
    """The leaders in the cells of a house."""
    return [leader for leader, facts in board.leaders.items() if facts.cell == house]


def banner_of(leader: str, board: Board, edition: Edition, language: str, *, bars: bool = False) -> str:
    """The banner of a leader as he is now: face up or face down, perhaps behind bars."""
    now, facts = board.leaders[leader], edition.leaders.get(leader)
    strength = _strength(facts, active=now.active)
    return _banner(now.house, _letters(_name(leader, edition, language)), strength, now.active, _allied(facts), bars)


def told(leader: str, board: Board, edition: Edition, language: str) -> str:
    """A leader in words: his name, his strength as he lies, and whether he is turned."""
    now, facts = board.leaders[leader], edition.leaders.get(leader)
    turned = f", {say('turned', language)}" if now.active else ""
    return f"{_name(leader, edition, language)} ({_strength(facts, active=now.active)}{turned})"


def _name(leader: str, edition: Edition, language: str) -> str:
    facts = edition.leaders.get(leader)
    return facts.name.say(language) if facts else say(leader, language)


def _allied(facts: LeaderToken | None) -> bool:
    return facts is not None and facts.allied


def _strength(facts: LeaderToken | None, *, active: bool) -> str:
    return "?" if facts is None else str(facts.marching if active else facts.idle)


def _letters(name: str) -> str:
    """The first two letters of a name without titles."""
    return next((word for word in name.split() if word not in TITLES), name)[:2]


@cache
def _banner(house: str, letters: str, strength: str, active: bool, allied: bool, bars: bool) -> str:
    """A swallow-tailed banner: of paper below a bar in the colour of the house while face up, all in that colour with a
    golden edge while face down; the bar of an allied leader is green."""
    look = arms(house)
    cloth = "M-12-17H12V16.5L0 11.5L-12 16.5Z"
    fill, ink, edge = (look.colour, look.mark, "#f3c64a") if active else ("#fffaf0", "#20160c", look.edge)
    bar = ALLIED_GREEN if allied else look.colour
    parts = [
        tag("path", d=cloth, fill="#000", fill_opacity=0.3, transform="translate(1.2 1.8)"),
        tag("path", d=cloth, fill=fill, stroke="#2a1c0a" if active else edge, stroke_width=3.2 if active else 1.8),
        stroke(cloth, "#f3c64a", 1.8) if active else "",
        tag("path", d="M-11.4-16.4H11.4V-12.6H-11.4Z", fill=bar, stroke=look.edge, stroke_width=0.8),
        text(letters, 0, -1.4, font=lettering.CAPITALS, size=12, fill=ink),
        text(strength, 0, 9.6, font=lettering.CAPITALS, size=12.5, fill=ink),
    ]
    if bars:
        cage = "M-10-19V18M10-19V18M-15-18.4H15M-15 17.6H15"
        parts.append(stroke(cage, "#f4ecd9", 4.4))
        parts.append(stroke(cage, "#3a3a3e", 2.6))
    return group(*parts)
