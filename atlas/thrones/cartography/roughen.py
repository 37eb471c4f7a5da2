"""Roughening lines: each arc once, by a fixed seed, so that both neighbours share the very same border."""

from __future__ import annotations

import math
import random

from atlas.thrones.cartography.sketch import Arc, Point

# kind: (rounds of corner cutting, displacement as a share of a segment's length, shortest segment in map units)
_STYLE = {
    "frame": (0, 0.0, 2000.0),
    "wall": (2, 0.0, 12.0),
    "coast": (1, 0.19, 6.5),
    "island": (2, 0.17, 6.5),
    "border": (3, 0.10, 8.0),
    "river": (3, 0.15, 7.0),
    "mole": (3, 0.0, 12.0),
    "sea": (4, 0.0, 14.0),
    "unseen": (1, 0.1, 12.0),
}


def roughen(arc: Arc, seed: str, attempt: int = 0) -> list[Point]:
    """The arc as a finished line in tenths of a unit, its ends where they were. Later attempts are calmer."""
    cuts, share, shortest = _STYLE[arc.kind]
    chance = random.Random(f"{seed}:{arc.name}:{attempt}")
    share *= 0.85**attempt
    points = list(arc.points)
    closed = points[0] == points[-1]
    for _ in range(cuts):
        points = _cut_corners(points, closed)
    rough = [points[0]]
    for start, end in zip(points, points[1:], strict=False):
        rough += _displace(start, end, share, shortest, chance)
    return _tidy(rough)


def _cut_corners(points: list[Point], closed: bool) -> list[Point]:
    """One round of Chaikin's corner cutting."""
    cut: list[Point] = [] if closed else [points[0]]
    for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
        cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
        cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
    if closed:
        return [*cut, cut[0]]
    return [cut[0], *cut[2:-1], points[-1]] if len(points) > 2 else list(points)


def _displace(start: Point, end: Point, share: float, shortest: float, chance: random.Random) -> list[Point]:
    """Midpoint displacement; gives the points after `start` up to and with `end`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length <= shortest or share == 0.0:
        return [end]
    shift = chance.gauss(0.0, share) * 0.8
    shift = max(-0.3, min(0.3, shift))
    middle = ((start[0] + end[0]) / 2 - dy * shift, (start[1] + end[1]) / 2 + dx * shift)
    first = _displace(start, middle, share, shortest, chance)
    return first + _displace(middle, end, share, shortest, chance)


def _tidy(points: list[Point]) -> list[Point]:
    """Round to tenths and drop repeats."""
    tidy: list[Point] = []
    for x, y in points:
        point = (round(x, 1), round(y, 1))
        if not tidy or tidy[-1] != point:
            tidy.append(point)
    return tidy
