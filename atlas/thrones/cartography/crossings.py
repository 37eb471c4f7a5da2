"""What leads from area to area beside borders: bridges and fords over rivers, arrows, and sea lanes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shapely import LineString, Polygon
from shapely.ops import nearest_points

from atlas.thrones.cartography.anchors import Box
from atlas.thrones.cartography.faces import Line
from atlas.thrones.cartography.sketch import Arc as Drawn
from atlas.thrones.cartography.sketch import Sketch, points_of
from atlas.thrones.geometry import Bridge, Lane, Way

Rings = Mapping[str, tuple[tuple[int, ...], ...]]
Facts = Mapping[str, Mapping[str, Any]]
# How far an arrow reaches into the areas that it joins.
REACH = 11.0


def bridge(a: str, b: str, rings: Rings, drawn: Sequence[Drawn], lines: Sequence[Line]) -> Bridge:
    """A crossing in the middle of the river that two areas share; ValueError with their names where they share none."""
    shared = {abs(n) for ring in rings[a] for n in ring} & {abs(n) for ring in rings[b] for n in ring}
    rivers = [n - 1 for n in shared if drawn[n - 1].kind == "river"]
    if not rivers:
        raise ValueError(f"{a} and {b} have no river between them")
    line = LineString(lines[rivers[0]])
    middle, ahead = line.interpolate(0.5, normalized=True), line.interpolate(0.62, normalized=True)
    angle = math.degrees(math.atan2(ahead.y - middle.y, ahead.x - middle.x)) + 90
    return Bridge(a, b, (round(middle.x, 1), round(middle.y, 1)), round(angle % 180, 1))


def fords(facts: Facts, rings: Rings, drawn: Sequence[Drawn], lines: Sequence[Line]) -> tuple[Bridge, ...]:
    """The fords of the data, each once."""
    pairs = [(a, b) for a, fact in facts.items() for b in fact.get("fords", ()) if a < b]
    return tuple(bridge(a, b, rings, drawn, lines) for a, b in pairs)


def ways(sketch: Sketch, facts: Facts, faces: Mapping[str, Polygon]) -> tuple[Way, ...]:
    """The arrows of the data, each once: along the sketch's path, else the shortest way."""
    paths = {frozenset((way.a, way.b)): (way.a, points_of(way)) for way in sketch.ways}
    owners: dict[tuple[str, str], list[str]] = {}
    for a, fact in facts.items():
        for b in fact.get("arrows", ()):
            owners.setdefault((min(a, b), max(a, b)), [])
        for house, b in fact.get("house_arrows", ()):
            houses = owners.setdefault((min(a, b), max(a, b)), [])
            if house not in houses:
                houses.append(house)
    found = []
    for (a, b), houses in owners.items():
        start, points = paths.pop(frozenset((a, b)), (a, _shortest(faces[a], faces[b])))
        found.append(Way(a, b, tuple(points if start == a else points[::-1]), tuple(houses)))
    if paths:
        raise ValueError(f"the data has no arrows for these: {sorted(map(sorted, paths))}")
    return tuple(found)


def _shortest(a: Polygon, b: Polygon) -> list[tuple[float, float]]:
    near, far = nearest_points(a, b)
    length = max(1.0, math.hypot(far.x - near.x, far.y - near.y))
    ux, uy = (far.x - near.x) / length * REACH, (far.y - near.y) / length * REACH
    return [(round(near.x - ux, 1), round(near.y - uy, 1)), (round(far.x + ux, 1), round(far.y + uy, 1))]


def lane(a: str, b: str, faces: Mapping[str, Polygon]) -> Lane:
    """A lane from well inside one area to just inside the other, where they are closest."""
    near, far = nearest_points(faces[a], faces[b])
    dx, dy = far.x - near.x, far.y - near.y
    length = math.hypot(dx, dy)
    back, on = 24 / length, 14 / length
    start = (round(near.x - dx * back - 14, 1), round(near.y - dy * back, 1))
    return Lane(a, b, start, (round(far.x + dx * on, 1), round(far.y + dy * on, 1)))


def around(bridges: Sequence[Bridge], lanes: Sequence[Lane], arrows: Sequence[Way]) -> Iterator[Box]:
    """The boxes that crossings take, for others to keep clear of: of arrows their ends."""
    for one in bridges:
        yield (one.at[0] - 15, one.at[1] - 12, one.at[0] + 15, one.at[1] + 12)
    for way in lanes:
        xs, ys = (way.start[0], way.end[0]), (way.start[1], way.end[1])
        yield (min(xs) - 5, min(ys) - 5, max(xs) + 5, max(ys) + 5)
    for arrow in arrows:
        for x, y in (arrow.at[0], arrow.at[-1]):
            yield (x - 9, y - 9, x + 9, y + 9)
