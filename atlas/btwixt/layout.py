"""Where everything stands around the table, how leaders are told apart, text that fits a room.

The drawing is tall, so that a narrow screen shows names large enough to read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from atlas import lettering
from atlas.lettering import PrintedWords
from atlas.svg import capitals, group, round_solid, tag, text
from atlas.theme import Arms, plain_arms, read_arms

WORDS = PrintedWords("btwixt/words.toml")
known, say = WORDS.known, WORDS.say
ARMS: Mapping[str, Arms] = read_arms("btwixt/arms.toml")


def arms_of(leader: str) -> Arms:
    """The arms of a leader; one of another card set gets what any seat gets."""
    return ARMS.get(leader) or plain_arms(leader)


@cache
def seal(leader: str, scale: float = 1.0, turn: int = 0) -> str:
    """A leader's shape with its letter around 0, 0, turned by so many degrees: a leader who kneels lies on the side."""
    look = arms_of(leader)
    shape = tag("path", d=look.outline, fill="#000", fill_opacity=0.25, transform="translate(1 1.5)")
    shape += round_solid(look.outline, look.colour, look.edge, 2)
    letter = capitals(look.letter, 0, 6.4, 17.5, look.mark)
    whole = group(shape, letter, scale=scale)
    return tag("g", whole, transform=f"rotate({turn})") if turn else whole


# A text is made smaller down to this part of its size; then it is cut.
SMALLEST = 0.86


@lru_cache(maxsize=4096)
def fitted(words: str, font: str, size: float, room: float) -> tuple[str, float]:
    """A text and its size, so that it fits a room: smaller if need be, then cut with an ellipsis."""
    wide = lettering.width_of(words, font, size)
    if wide <= room:
        return words, size
    smaller = max(size * room / wide, size * SMALLEST)
    while len(words) > 1 and lettering.width_of(words, font, smaller) > room:
        words = words.rstrip("…")[:-1].rstrip() + "…"
    return words, smaller


def line(
    words: str,
    x: float,
    y: float,
    room: float,
    *,
    size: float,
    fill: str,
    font: str = lettering.SERIF,
    anchor: str | None = None,
) -> str:
    """One line that fits a room, its baseline at y."""
    told, fits = fitted(words.replace("'", "’"), font, size, room)
    return text(told, x, y, font=font, size=fits, fill=fill, anchor=anchor)


@lru_cache(maxsize=1024)
def wrapped(words: str, font: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """A text in lines that fit a room, at most so many: what is left over is cut."""
    lines: list[str] = []
    rest = words.replace("'", "’").split()
    while rest and len(lines) < most:
        put = rest.pop(0)
        while rest and lettering.width_of(f"{put} {rest[0]}", font, size) <= room:
            put = f"{put} {rest.pop(0)}"
        lines.append(put)
    if rest:
        lines[-1] = fitted(f"{lines[-1]} {rest[0]}…", font, size, room)[0]
    return tuple(lines)


WIDTH = 900.0
MARGIN, GAP = 16.0, 14.0
TITLE = 84.0
PANEL_WIDTH = (WIDTH - 2 * MARGIN - 2 * GAP) / 3
# How high a row of panels is, by the number of rows: five leaders need four, six need five.
HEIGHTS = {3: 352.0, 4: 300.0, 5: 286.0}
LINE = 31.0
# Lines of the band below the table: the dead, what holds for the round, counts.
BAND_LINES = 5
ROW_LINES = 2


class Box(msgspec.Struct, frozen=True):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float


class Places(msgspec.Struct, frozen=True):
    """The panels of leaders and of councils, each council after the leader before it; the middle; the band."""

    leaders: tuple[Box, ...]
    councils: tuple[Box, ...]
    middle: Box
    table: Box
    band: Box

    @property
    def height(self) -> float:
        """How high the whole drawing is."""
        return self.band.y + self.band.height


def _ring(leaders: int, rows: int) -> Sequence[tuple[int, int]]:
    """Columns and rows of panels, clockwise from the upper left."""
    if leaders == 3:
        return ((0, 0), (1, 0), (2, 0), (2, 1), (1, 2), (0, 1))
    top = [(column, 0) for column in range(3)]
    right = [(2, row) for row in range(1, rows)]
    bottom = [(1, rows - 1), (0, rows - 1)]
    return [*top, *right, *bottom, *((0, row) for row in range(rows - 2, 0, -1))]


@cache
def places(leaders: int, row_of_allies: bool) -> Places:
    """Where panels stand for so many leaders; `row_of_allies`: the band also shows allies that lie open."""
    rows = max(3, leaders - 1)
    high = HEIGHTS[rows]
    boxes = [
        Box(MARGIN + column * (PANEL_WIDTH + GAP), TITLE + row * (high + GAP), PANEL_WIDTH, high)
        for column, row in _ring(leaders, rows)
    ]
    whole = rows * high + (rows - 1) * GAP
    middle = Box(MARGIN + PANEL_WIDTH + GAP, TITLE + high + GAP, PANEL_WIDTH, whole - 2 * (high + GAP))
    table = Box(MARGIN + PANEL_WIDTH / 2, TITLE + high / 2, WIDTH - 2 * MARGIN - PANEL_WIDTH, whole - high)
    lines = BAND_LINES + (ROW_LINES if row_of_allies else 0)
    band = Box(0, TITLE + whole + GAP, WIDTH, lines * LINE + 44)
    return Places(tuple(boxes[::2]), tuple(boxes[1::2]), middle, table, band)
