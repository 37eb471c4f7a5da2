"""From sketch to geometry: roughen, find faces, place names and tokens, bridges and lanes."""

from __future__ import annotations

import math
import sys
from typing import Any

import msgspec
from shapely import LineString, Polygon, box
from shapely.ops import nearest_points, unary_union

from adjudicator.thrones.rules.registry import edition_named
from atlas.thrones.cartography import anchors as places
from atlas.thrones.cartography.faces import Crossed, Line, find_crossing, flat_rings, name_faces, rings_of
from atlas.thrones.cartography.harbours import around, harbour
from atlas.thrones.cartography.roughen import roughen
from atlas.thrones.cartography.sketch import Arc as Drawn
from atlas.thrones.cartography.sketch import Sketch, arcs_of
from atlas.thrones.geometry import Anchors, Arc, Bridge, Geometry, Lane, Oddity, Shape, Spot

# Distances from the coast, and the width of an area's coloured edge, in map units.
SHOALS = (16.5, 11.0, 6.0)
EDGE = 7.5


def build(sketch: Sketch) -> Geometry:
    """The geometry of a sketch; raises ValueError where lines cross for good or a face has no area."""
    drawn = arcs_of(sketch)
    lines = _untangled(drawn, sketch.seed)
    faces = name_faces(sketch, lines)
    facts = _facts(sketch)
    rings = {name: rings_of(face, lines) for name, face in faces.items()}
    bridges = tuple(_bridge(pair.a, pair.b, rings, drawn, lines) for pair in sketch.bridges)
    lanes = tuple(_lane(odd.a, odd.b, faces) for odd in sketch.exceptions if odd.drawn == "lane")
    taken = [(b.at[0] - 15, b.at[1] - 12, b.at[0] + 15, b.at[1] + 12) for b in bridges]
    taken += [_around(lane) for lane in lanes] + sketch.keep_clear
    havens = {name: faces[name] for name, fact in facts.items() if fact["kind"] == "port"}
    areas = {}
    for name in facts:
        if name in havens:
            spots = harbour(faces[name], faces[facts[name]["land"][0]], name)
        else:
            spots = _anchors(faces[name], facts[name], taken + around(havens), name, sketch)
        areas[name] = Shape(rings[name], spots, flat_rings(faces[name].buffer(-EDGE)))
    dry = unary_union([face for name, face in faces.items() if facts.get(name, {"kind": "land"})["kind"] != "sea"])
    return Geometry(
        edition=sketch.edition,
        width=sketch.width,
        height=sketch.height,
        arcs=tuple(
            Arc(arc.name, arc.kind, tuple(round(v * 10) for point in line for v in point), arc.river)
            for arc, line in zip(drawn, lines, strict=True)
        ),
        areas=areas,
        decoration={name: ring for name, ring in rings.items() if name not in facts},
        bridges=bridges,
        lanes=lanes,
        shoals=tuple(flat_rings(dry.buffer(distance)) for distance in SHOALS),
        inland=flat_rings(
            unary_union([faces[name] for name, fact in facts.items() if fact["kind"] == "land"]).buffer(-10)
        ),
        relief=_relief(sketch, faces, areas, taken),
        exceptions=tuple(Oddity(o.a, o.b, o.drawn, o.rules, o.reason) for o in sketch.exceptions),
        sheet=sketch.sheet,
    )


def _untangled(drawn: list[Drawn], seed: str) -> list[Line]:
    """All arcs roughened; where two cross, both are drawn again, calmer each time."""
    tries = [0] * len(drawn)
    lines = [roughen(arc, seed) for arc in drawn]
    while crossing := find_crossing(lines):
        for n in crossing:
            tries[n] += 1
            if tries[n] > 12:
                raise Crossed(f"{drawn[crossing[0]].name} crosses {drawn[crossing[1]].name}")
            lines[n] = roughen(drawn[n], seed, tries[n])
    return lines


def _facts(sketch: Sketch) -> dict[str, dict[str, Any]]:
    """The areas of an edition that a sketch draws, as plain tables, by id."""
    drawn = {*sketch.seeds, *(island.area for island in sketch.islands)}
    areas = edition_named(sketch.edition).areas
    return {name: msgspec.to_builtins(area) for name, area in areas.items() if name in drawn}


def _anchors(face: Polygon, fact: dict[str, Any], taken: list[places.Box], name: str, sketch: Sketch) -> Anchors:
    """The best arrangement over all ways to break the area's name into lines."""
    width, whole, seed = sketch.width, name in sketch.whole, f"{sketch.seed}:{name}"
    land = fact["kind"] == "land"
    island = land and not fact.get("land")
    items = {"units": places.Item(74, 38), "order": places.Item(42, 42, near="units")}
    if land:
        items["token"] = places.Item(26, 26)
        if sketch.extras:
            items["extra"] = places.Item(42, 20)
    if fact.get("settlement", "none") != "none":
        items["site"] = places.Item(32, 30, near="name")
    icons = fact.get("supply", 0) + fact.get("power", 0)
    if icons:
        items["goods"] = places.Item(18 * icons, 18, near="site" if "site" in items else "name")
    reach = sketch.overhang if island else -3 if land else -8
    clipped = face.buffer(reach).intersection(box(*sketch.within.get(name, (24, 24, width - 24, 1e5))))
    parts = getattr(clipped, "geoms", [clipped])
    ground = face if whole and len(parts) > 1 else max(parts, key=lambda part: part.area)
    options = []
    for room in places.name_boxes([n for n in fact["name"].values() if n], land):
        items["name"] = places.Item(*room, outside=12 if island else 200)
        spots, cost = places.place(ground, items, taken, seed)
        options.append((cost + (12.0 if land else 2.0) * (room[1] // 18), room, spots))
    cost, room, spots = min(options, key=lambda option: option[0])
    print(f"{name}: {cost:.1f}", file=sys.stderr)
    return Anchors(room=room, **spots)


def _bridge(a: str, b: str, rings: dict[str, Any], drawn: list[Drawn], lines: list[Line]) -> Bridge:
    """A bridge across the middle of the river that two areas share."""
    shared = {abs(n) for ring in rings[a] for n in ring} & {abs(n) for ring in rings[b] for n in ring}
    river = next(n - 1 for n in shared if drawn[n - 1].kind == "river")
    line = LineString(lines[river])
    middle, ahead = line.interpolate(0.5, normalized=True), line.interpolate(0.62, normalized=True)
    angle = math.degrees(math.atan2(ahead.y - middle.y, ahead.x - middle.x)) + 90
    return Bridge(a, b, (round(middle.x, 1), round(middle.y, 1)), round(angle % 180, 1))


def _lane(a: str, b: str, faces: dict[str, Polygon]) -> Lane:
    """A lane from well inside one area to just inside the other, where they are closest."""
    near, far = nearest_points(faces[a], faces[b])
    dx, dy = far.x - near.x, far.y - near.y
    length = math.hypot(dx, dy)
    back, on = 24 / length, 14 / length
    start = (round(near.x - dx * back - 14, 1), round(near.y - dy * back, 1))
    return Lane(a, b, start, (round(far.x + dx * on, 1), round(far.y + dy * on, 1)))


def _around(lane: Lane) -> places.Box:
    xs, ys = (lane.start[0], lane.end[0]), (lane.start[1], lane.end[1])
    return (min(xs) - 5, min(ys) - 5, max(xs) + 5, max(ys) + 5)


_KEPT = {
    "units": (84, 42),
    "order": (46, 46),
    "token": (30, 30),
    "site": (34, 34),
    "goods": (56, 22),
    "extra": (42, 20),
}


def _relief(
    sketch: Sketch, faces: dict[str, Polygon], areas: dict[str, Shape], taken: list[places.Box]
) -> dict[str, tuple[Spot, ...]]:
    """Marks of mountains, trees and hills where nothing else stands."""
    spots: dict[str, list[tuple[float, float]]] = {}
    used = list(taken)
    for shape in areas.values():
        at = shape.anchors
        for key, (wide, high) in {"name": at.room, **_KEPT}.items():
            spot = getattr(at, key)
            if spot:
                used.append((spot[0] - wide / 2, spot[1] - high / 2, spot[0] + wide / 2, spot[1] + high / 2))
    for kind, wanted in sketch.relief.items():
        for name, count in wanted.items():
            found = places.scatter(faces[name], count, used, f"{sketch.seed}:{kind}:{name}")
            used += [(x - 8, y - 8, x + 8, y + 8) for x, y in found]
            spots.setdefault(kind, []).extend(found)
    return {kind: tuple(sorted(found, key=lambda spot: spot[1])) for kind, found in spots.items()}
