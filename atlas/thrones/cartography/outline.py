"""Outlines: hand-drawn maps read from TOML; neighbours share roughened lines."""

from __future__ import annotations

import math
import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.engine import FrozenStruct
from atlas.svg import Box
from atlas.thrones.geometry import Label, Oddity, Spot


class Line(FrozenStruct):
    """A line through junctions and points, of a `kind`.

    Kinds: frame, wall, coast, border, river, sea, mole for a harbour, or unseen between two pieces of land that nobody
    enters. An outline that lies `onto` this one replaces lines by `id`.
    """

    kind: str
    path: str
    name: str = ""
    id: str = ""


class Island(FrozenStruct):
    """A closed coast lying wholly in one sea."""

    area: str
    path: str


class Pair(FrozenStruct):
    """Two areas that a bridge joins."""

    a: str
    b: str


class Way(FrozenStruct):
    """How the arrow between two areas runs, where it should not be the shortest way."""

    a: str
    b: str
    path: str


class Outline(FrozenStruct):
    """The content of an outline file; tokens of split areas lie in the largest piece.
    Exceptions: areas that are `whole`; those `within` a box stay there. `overhang`: how far an island's tokens may
    reach over its coast. `sheet` names the map, where an edition has several; `extras`: land has room for tokens
    laid on it. Of faces that are no areas, `water` are seas and lakes, `impassable` land that nobody enters. `ways`
    are arrows that do not run straight. `leaders`: land has room for leaders; `leaders_last`: only where room is
    left, so that all else stays."""

    edition: str
    width: float
    height: float
    seed: str
    nodes: dict[str, Spot]
    lines: list[Line]
    islands: list[Island]
    seeds: dict[str, Spot]
    bridges: list[Pair] = []
    exceptions: list[Oddity] = []
    relief: dict[str, dict[str, int]] = {}
    whole: list[str] = []
    overhang: float = 8.0
    keep_clear: list[Box] = []
    within: dict[str, Box] = {}
    sheet: str = ""
    extras: bool = False
    water: list[str] = []
    impassable: list[str] = []
    ways: list[Way] = []
    labels: list[Label] = []
    leaders: bool = False
    leaders_last: bool = False


class Arc(FrozenStruct):
    """A piece of line between two junctions, before roughening."""

    name: str
    kind: str
    points: tuple[Spot, ...]
    river: str = ""


def read_outline(path: Path) -> Outline:
    """Read an outline file; raises `msgspec.ValidationError` naming the wrong field.

    An outline may lie `onto` another of the same folder: it takes over everything that it does not draw anew.
    """
    return msgspec.convert(_read_merged(path), Outline)


def _read_merged(path: Path) -> dict[str, Any]:
    """Read an outline file as a table, merged with the one it lies `onto`.
    Lines with the id of an older one replace it."""
    own = tomllib.loads(path.read_text(encoding="utf-8"))
    if "onto" not in own:
        return own
    below = _read_merged(path.with_name(own.pop("onto")))
    anew = {line["id"]: line for line in own.get("lines", ()) if line.get("id")}
    base_ids = {line["id"] for line in below["lines"] if line.get("id")}
    lines = [anew.get(line.get("id", ""), line) for line in below["lines"]]
    lines += [line for line in own.get("lines", ()) if line.get("id", "") not in base_ids]
    joined = {key: {**below[key], **own.get(key, {})} for key in ("nodes", "seeds")}
    relief = {kind: {**below["relief"][kind], **own.get("relief", {}).get(kind, {})} for kind in below["relief"]}
    longer = {key: below.get(key, []) + own.get(key, []) for key in ("exceptions", "bridges", "keep_clear")}
    return {**below, **own, **joined, **longer, "lines": lines, "relief": relief}


def arcs_of(outline: Outline) -> list[Arc]:
    """Cut every line at its junctions; islands become closed arcs.
    Raises ValueError for a line that does not begin and end at a junction."""
    arcs: list[Arc] = []
    for line in outline.lines:
        points: list[Spot] = []
        start = ""
        for word in line.path.split():
            node = outline.nodes.get(word)
            points.append(node if node else _point(word))
            if node is None:
                continue
            if start:
                arcs.append(Arc(f"{start}/{word}/{line.kind}", line.kind, tuple(points), line.name))
            start, points = word, [node]
        if len(points) > 1 or not start:
            raise ValueError(f"line must begin and end at a junction: {line.path}")
    for island in outline.islands:
        ring = points_of(island)
        arcs.append(Arc(f"island/{island.area}", "island", (*ring, ring[0])))
    return arcs


def points_of(island: Island | Way) -> list[Spot]:
    """Return the points along an island's coast, or an arrow."""
    return [_point(word) for word in island.path.split()]


def _point(word: str) -> Spot:
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f"unknown junction: {word}")
    return float(x), float(y)


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


def roughen(arc: Arc, seed: str, attempt: int = 0) -> list[Spot]:
    """Return the arc as a line in tenths of a unit, ends fixed; retries are calmer."""
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
    # Round to tenths and drop repeats.
    tidy: list[Spot] = []
    for x, y in rough:
        point = (round(x, 1), round(y, 1))
        if not tidy or tidy[-1] != point:
            tidy.append(point)
    return tidy


def _cut_corners(points: list[Spot], closed: bool) -> list[Spot]:
    """Return points after one round of Chaikin's corner cutting; ends stay."""
    cut = [] if closed else [points[0]]
    for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
        cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
        cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
    if closed:
        return [*cut, cut[0]]
    return [cut[0], *cut[2:-1], points[-1]] if len(points) > 2 else list(points)


def _displace(start: Spot, end: Spot, share: float, shortest: float, chance: random.Random) -> list[Spot]:
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
