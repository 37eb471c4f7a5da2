"""From lines to areas: find the faces the lines enclose, name them by their seeds, and write each as rings of arcs."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from atlas.thrones.cartography.sketch import Sketch, points_of

Line = list[tuple[float, float]]


class Crossed(ValueError):
    """Two lines cross or touch outside a junction."""


def find_crossing(lines: Sequence[Line]) -> tuple[int, ...]:
    """The numbers of two lines that meet elsewhere than at shared ends, or of one that crosses itself; else empty."""
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
    """Every face by the area whose seed lies in it, islands by their ring. ValueError for a face without name."""
    faces = [f for f in polygonize([LineString(line) for line in lines]) if f.area > 1]
    named: dict[str, Polygon] = {}
    seeds = dict(sketch.seeds)
    for island in sketch.islands:
        middle = Polygon(points_of(island)).representative_point()
        seeds[island.area] = (middle.x, middle.y)
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


def rings_of(face: Polygon, lines: Sequence[Line]) -> tuple[tuple[int, ...], ...]:
    """A face's outer ring and holes as arc numbers from 1, negative where the arc is walked backwards."""
    segments: dict[tuple[tuple[float, ...], tuple[float, ...]], int] = {}
    for n, line in enumerate(lines):
        for a, b in zip(line, line[1:], strict=False):
            segments[a, b] = n + 1
            segments[b, a] = -n - 1
    rings = []
    for ring in (face.exterior, *face.interiors):
        coords = [(x, y) for x, y, *_ in ring.coords]
        steps: list[int] = []
        for a, b in zip(coords, coords[1:], strict=False):
            step = segments[a, b]
            if not steps or steps[-1] != step:
                steps.append(step)
        if len(steps) > 1 and steps[0] == steps[-1]:
            steps.pop()
        rings.append(tuple(steps))
    return tuple(rings)


def flat_rings(shape: BaseGeometry) -> tuple[tuple[int, ...], ...]:
    """All rings of a shape, smoothed a little, as flat lines in tenths of a unit."""
    rings = []
    for part in getattr(shape.simplify(1.3), "geoms", [shape.simplify(1.3)]):
        if isinstance(part, Polygon):
            for ring in (part.exterior, *part.interiors):
                rings.append(tuple(round(v * 10) for x, y, *_ in list(ring.coords)[:-1] for v in (x, y)))
    return tuple(rings)
