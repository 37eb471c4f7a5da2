"""A sketch: what a person drew, read from TOML. Junctions, lines through them, islands, seeds, bridges, exceptions."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

Point = tuple[float, float]


class Line(msgspec.Struct, frozen=True):
    """A line through junctions and points. `kind`: frame, wall, coast, border, river, sea, or mole for a harbour."""

    kind: str
    path: str
    name: str = ""


class Island(msgspec.Struct, frozen=True):
    """A closed coast lying wholly in one sea."""

    area: str
    path: str


class Pair(msgspec.Struct, frozen=True):
    """Two areas that a bridge joins."""

    a: str
    b: str


class Oddity(msgspec.Struct, frozen=True):
    """Two areas whose drawn border and rules disagree, and why."""

    a: str
    b: str
    drawn: str
    rules: str
    reason: str


class Sketch(msgspec.Struct, frozen=True):
    """Everything in a sketch file. Areas that straits cut in pieces hold their tokens in the largest piece, unless
    they are `whole`. `overhang` is how far the tokens of an island may reach over its coast.
    """

    edition: str
    width: float
    height: float
    seed: str
    nodes: dict[str, Point]
    lines: list[Line]
    islands: list[Island]
    seeds: dict[str, Point]
    bridges: list[Pair]
    exceptions: list[Oddity]
    relief: dict[str, dict[str, int]] = {}
    whole: list[str] = []
    overhang: float = 8.0
    keep_clear: list[tuple[float, float, float, float]] = []


class Arc(msgspec.Struct, frozen=True):
    """A piece of line between two junctions, before roughening."""

    name: str
    kind: str
    points: tuple[Point, ...]
    river: str = ""


def read_sketch(path: Path) -> Sketch:
    """Read a sketch file; raises `msgspec.ValidationError` naming the field that is wrong."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Sketch)


def arcs_of(sketch: Sketch) -> list[Arc]:
    """Cut every line at its junctions; islands become closed arcs."""
    arcs: list[Arc] = []
    for line in sketch.lines:
        points: list[Point] = []
        start = ""
        for word in line.path.split():
            node = sketch.nodes.get(word)
            points.append(node if node else _point(word))
            if node is None:
                continue
            if start:
                arcs.append(Arc(f"{start}/{word}/{line.kind}", line.kind, tuple(points), line.name))
            start, points = word, [node]
        if len(points) > 1 or not start:
            raise ValueError(f"line must begin and end at a junction: {line.path}")
    for island in sketch.islands:
        ring = points_of(island)
        arcs.append(Arc(f"island/{island.area}", "island", (*ring, ring[0])))
    return arcs


def points_of(island: Island) -> list[Point]:
    """The points along an island's coast."""
    return [_point(word) for word in island.path.split()]


def _point(word: str) -> Point:
    x, comma, y = word.partition(",")
    if not comma:
        raise ValueError(f"unknown junction: {word}")
    return float(x), float(y)
