"""From lines to areas: roughened lines and their faces, as rings of arcs.

Two neighbours both written clockwise traverse their common arc in opposite directions, which compresses badly; filling
does not depend on direction. So rings are turned until as many arcs as possible run one way only, in both neighbours
and in the line along them (which follows them, where it is plain).
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from fontTools import subset  # type: ignore[import-untyped]
from fontTools.merge import Merger  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import polygonize

from atlas.thrones.cartography.outline import Outline, points_of
from atlas.thrones.geometry import Geometry, Spot

Line = list[Spot]


class Crossed(ValueError):
    """Two lines cross or touch outside a junction."""


def find_crossing(lines: Sequence[Line]) -> tuple[int, ...]:
    """Return the two lines that meet off shared ends, or one that self-crosses."""
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


def name_faces(outline: Outline, lines: Sequence[Line]) -> dict[str, Polygon]:
    """Return faces by the area whose seed is in them; ValueError if a face has none."""
    faces = [f for f in polygonize([LineString(line) for line in lines]) if f.area > 1]
    named: dict[str, Polygon] = {}
    seeds = dict(outline.seeds)
    for island in outline.islands:
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


def arc_rings(face: Polygon, lines: Sequence[Line]) -> tuple[tuple[int, ...], ...]:
    """Return outer ring and holes as arc numbers from 1, negative when backwards."""
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


Ring = tuple[int, ...]
# Kinds of arcs that are drawn as a line as well, always forward: dashes would lie otherwise.
FORWARD = frozenset(("mole", "river", "sea", "wall"))
TRIES = 30


def orient_rings(drawn: Geometry) -> Geometry:
    """Return the map with rings oriented so that it packs well; idempotent."""
    areas = {name: shape.rings for name, shape in drawn.areas.items()}
    all_rings = [ring for rings in (*areas.values(), *drawn.decoration.values()) for ring in rings]
    straight = [ring if min(ring, key=abs) > 0 else _back(ring) for ring in all_rings]
    ways = _best(straight, drawn)
    left = iter(ring if way > 0 else _back(ring) for ring, way in zip(straight, ways, strict=True))
    shapes = {
        name: msgspec.structs.replace(shape, rings=tuple(next(left) for _ in shape.rings))
        for name, shape in drawn.areas.items()
    }
    rest = {name: tuple(next(left) for _ in rings) for name, rings in drawn.decoration.items()}
    return msgspec.structs.replace(drawn, areas=shapes, decoration=rest)


def _back(ring: Ring) -> Ring:
    return tuple(-step for step in reversed(ring))


def _cost(number: int, steps: set[int], drawn: Geometry) -> int:
    arc = drawn.arcs[number - 1]
    return len(arc.at) // 2 * len(steps | ({1} if arc.kind in FORWARD else set()))


def _best(rings: Sequence[Ring], drawn: Geometry) -> list[int]:
    """Return 1 or -1 for each ring, by hill climbing from several starts."""
    around: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for place, ring in enumerate(rings):
        for step in ring:
            around[abs(step)].append((place, 1 if step > 0 else -1))

    def cost(numbers: Sequence[int], ways: Sequence[int]) -> int:
        return sum(_cost(n, {ways[place] * step for place, step in around[n]}, drawn) for n in numbers)

    own = [[abs(step) for step in ring] for ring in rings]
    results = []
    for attempt in range(TRIES):
        chance = random.Random(attempt)
        ways = [chance.choice((1, -1)) for _ in rings]
        while _improve_ways(ways, own, cost):
            pass
        results.append((cost(list(around), ways), attempt, ways))
    return min(results)[2]


def _improve_ways(ways: list[int], own: list[list[int]], cost: Callable[[Sequence[int], Sequence[int]], int]) -> bool:
    """Flip each ring whose other direction costs less; return whether any did."""
    any_turned = False
    for place, numbers in enumerate(own):
        before = cost(numbers, ways)
        ways[place] *= -1
        if cost(numbers, ways) < before:
            any_turned = True
        else:
            ways[place] *= -1
    return any_turned


FONTS = {
    "EBGaramond-SemiBold": ("eb-garamond", "600-normal"),
    "EBGaramond-Italic": ("eb-garamond", "600-italic"),
    "Cinzel-Bold": ("cinzel", "700-normal"),
}
KEPT = [*range(0x20, 0x180), *range(0x2010, 0x2028), 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x20AC, 0x2212]
TARGET = Path(__file__).parent.parent / "fonts"


def make(name: str, package: Path, family: str, style: str) -> int:
    """Make one font; returns its size in bytes."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for script in ("latin", "latin-ext"):
            font = TTFont(package / "files" / f"{family}-{script}-{style}.woff2")
            font.flavor = None
            # Alternates are never asked for, and tables of both parts would clash.
            for table in {"GSUB", "GDEF", "DSIG", "STAT"} & set(font.keys()):
                del font[table]
            part = Path(folder) / f"{script}.ttf"
            font.save(part)
            parts.append(str(part))
        whole = Merger().merge(parts)
    options = subset.Options()
    options.layout_features, options.hinting, options.notdef_outline = ["kern", "mark"], False, True
    # Without the typographic family name the rasteriser finds no font, and draws no text.
    options.name_IDs = ["*"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=KEPT)
    cutter.subset(whole)
    whole.save(TARGET / f"{name}.ttf")
    return (TARGET / f"{name}.ttf").stat().st_size


def main(modules: Path) -> None:
    """Make all fonts and copy their licences."""
    for name, (family, style) in FONTS.items():
        package = modules / "@fontsource" / family
        print(name, make(name, package, family, style))
        (TARGET / f"OFL-{family}.txt").write_bytes((package / "LICENSE").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
