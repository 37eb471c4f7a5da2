"""Where everything stands: leaders and councils around the table, clockwise, in a ring of panels; a band below.

The drawing is tall, so that a narrow screen shows names large enough to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

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
