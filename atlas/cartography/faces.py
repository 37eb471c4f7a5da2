"""From lines to areas: find the faces the lines enclose, name them by their seeds, and write each as rings of arcs."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString, Point, Polygon
from shapely.ops import polygonize

from atlas.cartography.sketch import Sketch

Line = list[tuple[float, float]]
Step = tuple[int, bool]


class Crossed(ValueError):
    """Two lines cross or touch outside a junction."""


def find_crossing(lines: Sequence[Line]) -> tuple[int, ...]:
    """The numbers of two lines that meet anywhere but at shared ends (or of one that crosses itself); empty if none do."""
    shapes = [LineString(line) for line in lines]
    for n, shape in enumerate(shapes):
        if not shape.is_simple:
            return (n, n)
        for m in range(n):
            if not shape.intersects(shapes[m]):
                continue
            meeting = shape.intersection(shapes[m])
            ends = {lines[n][0], lines[n][-1]} & {lines[m][0], lines[m][-1]}
            for part in getattr(meeting, "geoms", [meeting]):
                if part.geom_type != "Point" or (part.x, part.y) not in ends:
                    return (n, m)
    return ()


def name_faces(sketch: Sketch, lines: Sequence[Line]) -> dict[str, Polygon]:
    """Every face by the area whose seed lies in it; islands by their own ring. Raises ValueError for a face without name."""
    faces = [f for f in polygonize([LineString(line) for line in lines]) if f.area > 1]
    named: dict[str, Polygon] = {}
    seeds = dict(sketch.seeds)
    for island in sketch.islands:
        first = tuple(float(v) for v in island.path.split()[0].split(","))
        seeds[island.area] = min(
            (f.representative_point() for f in faces if f.distance(Point(first)) < 12 and f.area < 30000),
            key=lambda p: p.distance(Point(first)),
        ).coords[0]
    for area, seed in seeds.items():
        inside = [f for f in faces if f.contains(Point(seed))]
        if len(inside) != 1:
            raise ValueError(f"{area}: its seed {seed} lies in {len(inside)} faces")
        if inside[0] in named.values():
            other = next(a for a, f in named.items() if f == inside[0])
            raise ValueError(f"{area} and {other} share a face")
        named[area] = inside[0]
    if len(named) != len(faces):
        loose = [f.representative_point().wkt for f in faces if f not in named.values()]
        raise ValueError(f"faces without an area: {loose}")
    return named


def rings_of(face: Polygon, lines: Sequence[Line]) -> list[list[Step]]:
    """A face's outer ring and holes, as (arc number, forwards) in order."""
    segments: dict[tuple[tuple[float, ...], tuple[float, ...]], Step] = {}
    for n, line in enumerate(lines):
        for a, b in zip(line, line[1:], strict=False):
            segments[a, b] = (n, True)
            segments[b, a] = (n, False)
    rings = []
    for ring in (face.exterior, *face.interiors):
        coords = [tuple(c) for c in ring.coords]
        steps: list[Step] = []
        for a, b in zip(coords, coords[1:], strict=False):
            step = segments[a, b]
            if not steps or steps[-1] != step:
                steps.append(step)
        if len(steps) > 1 and steps[0] == steps[-1]:
            steps.pop()
        rings.append(steps)
    return rings
