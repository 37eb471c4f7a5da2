"""Points of lines that nobody would miss: a drawing says each of them on its way to a phone."""

from __future__ import annotations

from shapely import LineString

# How far a line may come to lie from where it was, in tenths of a map unit: a fifth of a unit is no pixel on a screen
# that shows the whole map.
LEAST = 2


def thinned(at: tuple[int, ...]) -> tuple[int, ...]:
    """A line as x, y, ... in tenths, with the points that it needs; both ends stay."""
    points = LineString(list(zip(at[::2], at[1::2], strict=True))).simplify(LEAST, preserve_topology=False).coords
    return tuple(round(value) for point in points for value in point)
