"""From sketch to geometry: faces, places for names and tokens, bridges and lanes, palettes."""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import Any

import msgspec
import numpy as np
import shapely
from shapely import LineString, Polygon, box
from shapely.ops import nearest_points, unary_union

from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import edition_named
from adjudicator.thrones.state.board import CLOSED, Battle, Board, Force, Leader, Placed, View
from adjudicator.thrones.state.edition import Edition
from atlas import raster
from atlas.raster import Canvas
from atlas.svg import Arrow, Look
from atlas.theme import THEMES
from atlas.thrones.cartography import anchors as places
from atlas.thrones.cartography.anchors import Box
from atlas.thrones.cartography.faces import Crossed, Line, find_crossing, flat_rings, name_faces, rings_of, turned
from atlas.thrones.cartography.sketch import Arc as Drawn, Sketch, arcs_of, points_of, roughen
from atlas.thrones.drawer import painted
from atlas.thrones.geometry import (
    HARBOUR,
    Anchors,
    Arc,
    Bridge,
    Geometry,
    Lane,
    Shape,
    Spot,
    Way,
    geometry,
    sheet_of,
)

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


def find_fords(facts: Facts, rings: Rings, drawn: Sequence[Drawn], lines: Sequence[Line]) -> tuple[Bridge, ...]:
    """The fords of the data, each once."""
    pairs = [(a, b) for a, fact in facts.items() for b in fact.get("fords", ()) if a < b]
    return tuple(bridge(a, b, rings, drawn, lines) for a, b in pairs)


def find_ways(sketch: Sketch, facts: Facts, faces: Mapping[str, Polygon]) -> tuple[Way, ...]:
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


WIDTH, NARROW = 1000, 640
EVERY = tuple(f"{theme}{few}" for theme in THEMES for few in ("", "-few"))


def palettes(sheet: str, wanted: Collection[str] = EVERY) -> dict[str, str]:
    """The colours by theme, and as `<theme>-few` those of small files, as hexadecimal digits, six a colour.

    `wanted`: these alone.
    """
    found = {}
    view = full_board(sheet)
    areas = list(view.board.forces)
    arrows = [Arrow(a, b, view.board.forces[a].house) for a, b in zip(areas, areas[1:], strict=False)][::4]
    # A seventh and an eighth house have washes of their own.
    more = max(0, len(view.board.houses) - 6)
    few = partial(raster.few_colours, few=raster.FEW + 12 * more, flat=raster.FLAT + 8 * more)
    for name in THEMES:
        for key, width, choose in ((name, WIDTH, raster.palette), (f"{name}-few", NARROW, few)):
            if key in wanted:
                canvas = painted(Canvas, view, Look(theme=name, arrows=arrows), width, None)
                found[key] = choose(canvas.image).hex()
    return found


def full_board(sheet: str) -> View:
    """A board that could not be: every house everywhere, with everything it has."""
    drawn = geometry(sheet)
    rules = edition_named(drawn.edition)
    starts = [
        THRONES.start(rules.id, players, "colours", (), (), THRONES.revision)
        for players in sorted(rules.setups, reverse=True)
    ]
    view = THRONES.view(next(game for game in starts if sheet_of(rules, game.board) == sheet), None)
    board, orders = view.board, cycle(rules.orders)
    areas = [area for area in rules.areas if area in drawn.areas]
    for area, house in zip(areas, cycle(board.houses), strict=False):
        land = rules.areas[area].kind == "land"
        kinds = [kind for kind, facts in rules.units.items() if (facts.terrain == "land") == land]
        board.forces[area] = Force(house, dict.fromkeys(kinds, 2), dict.fromkeys(kinds[:1], 1))
        board.orders[area] = Placed(house, next(orders))
        if land:
            board.tokens[area] = house
    closed = [area for setup in rules.setups.values() for area in setup.closed]
    board.neutral |= dict.fromkeys(closed[:3], CLOSED)
    first, second = list(board.forces)[:2]
    board.battle = Battle(second, board.houses[0], board.houses[1], first, next(orders), {})
    if any(shape.anchors.extra for shape in drawn.areas.values()):
        _strewn(board, rules, areas)
    if board.realm:
        board.leaders = {
            leader: Leader(house, area=area, active=n % 2 == 0)
            for n, (leader, house, area) in enumerate(zip(rules.leaders, cycle(board.houses), areas, strict=False))
        }
        board.realm.claim = [*board.houses]
        board.realm.alliances = {board.houses[0]: list(rules.alliances)[::6]}
    return view


def _strewn(board: Board, rules: Edition, areas: list[str]) -> None:
    """Tokens laid on land, and loans in every slot."""
    for area, mark in zip(areas, cycle(("barrel", "crown", "ruin", "stronghold")), strict=False):
        board.improvements[area] = [mark]
    if board.bank:
        board.loyalty = dict.fromkeys(areas[::3], 1)
        board.growth = {"dragon": 2}
        board.bank.slots = list(rules.loans)[: len(board.bank.slots)]


# Distances from the coast, and the width of an area's coloured edge, in map units.
SHOALS = (16.5, 11.0, 6.0)
EDGE = 7.5
# What leaders take in an area, side by side.
LEADERS = (48.0, 36.0)
# How far a line may come to lie from where it was, in tenths of a map unit: a fifth of a unit is no pixel on a screen
# that shows the whole map.
LEAST = 2
SIGN = 22.0


def harbour(face: Polygon, land: Polygon, port: str) -> Anchors:
    """The places of a port: ships and order side by side, as far from its edges as they go, and the sign on its mole.

    ValueError with the name `port` where it is too small.
    """
    spots = _grid(face)
    order, ships = HARBOUR["order"], HARBOUR["units"]
    edge = np.asarray(shapely.distance(shapely.points(spots), face.exterior))
    pairs = np.array([(a, b) for a in np.flatnonzero(edge >= ships) for b in np.flatnonzero(edge >= order)])
    if not len(pairs):
        raise ValueError(f"{port}: no room for ships or an order")
    between = spots[pairs[:, 0]] - spots[pairs[:, 1]]
    kept = pairs[np.asarray(np.hypot(between[:, 0], between[:, 1])) >= ships + order]
    if not len(kept):
        raise ValueError(f"{port}: no room for ships and an order")
    # The tightest place of each pair decides; between equal ones ships lie west or north of the order.
    slack = np.minimum(edge[kept[:, 0]] - ships, edge[kept[:, 1]] - order)
    west = (spots[kept[:, 1]] - spots[kept[:, 0]]).sum(axis=1) > 0
    a, b = kept[int((slack + 0.5 * west).argmax())]
    mole = shapely.line_merge(face.exterior.difference(land.buffer(0.2)))
    longest = max(getattr(mole, "geoms", [mole]), key=lambda part: part.length)
    middle = LineString(longest).interpolate(0.5, normalized=True)
    sign = (round(middle.x, 1), round(middle.y, 1))
    return Anchors(name=sign, room=(SIGN, SIGN), units=_spot(spots[a]), order=_spot(spots[b]))


def around_havens(havens: Mapping[str, Polygon]) -> list[Box]:
    """The boxes that ports take, sign and mole included, for others to keep clear of."""
    return [face.buffer(SIGN / 4).bounds for face in havens.values()]


def _grid(face: Polygon) -> np.ndarray:
    """Spots two units apart inside a face."""
    west, north, east, south = face.bounds
    x, y = np.meshgrid(np.arange(west, east, 2.0), np.arange(north, south, 2.0))
    inside = shapely.contains_xy(face, x.ravel(), y.ravel())
    return np.column_stack([x.ravel()[inside], y.ravel()[inside]])


def _spot(point: np.ndarray) -> tuple[float, float]:
    return round(float(point[0]), 1), round(float(point[1]), 1)


def thinned(at: tuple[int, ...]) -> tuple[int, ...]:
    """A line as x, y, ... in tenths, with the points that it needs; both ends stay."""
    points = LineString(list(zip(at[::2], at[1::2], strict=True))).simplify(LEAST, preserve_topology=False).coords
    return tuple(round(value) for point in points for value in point)


def build(sketch: Sketch) -> Geometry:
    """The geometry of a sketch; raises ValueError where lines cross for good or a face has no area."""
    drawn = arcs_of(sketch)
    lines = _untangled(drawn, sketch.seed)
    faces = name_faces(sketch, lines)
    facts = _facts(sketch)
    rings = {name: rings_of(face, lines) for name, face in faces.items()}
    bridges = tuple(bridge(pair.a, pair.b, rings, drawn, lines) for pair in sketch.bridges)
    lanes = tuple(lane(odd.a, odd.b, faces) for odd in sketch.exceptions if odd.drawn == "lane")
    fords, ways = find_fords(facts, rings, drawn, lines), find_ways(sketch, facts, faces)
    taken = [*around((*bridges, *fords), lanes, ways), *map(places.written, sketch.labels), *sketch.keep_clear]
    areas = _areas(sketch, facts, faces, rings, taken)
    wet = {name for name, fact in facts.items() if fact["kind"] == "sea"} | {*sketch.water}
    dry = unary_union([face for name, face in faces.items() if name not in wet])
    firm = {name for name, fact in facts.items() if fact["kind"] == "land"} | {*sketch.impassable}
    made = Geometry(
        edition=sketch.edition,
        width=sketch.width,
        height=sketch.height,
        arcs=tuple(
            Arc(arc.name, arc.kind, thinned(tuple(round(v * 10) for point in line for v in point)), arc.river)
            for arc, line in zip(drawn, lines, strict=True)
        ),
        areas=areas,
        decoration={name: ring for name, ring in rings.items() if name not in facts},
        bridges=bridges,
        lanes=lanes,
        shoals=tuple(flat_rings(dry.buffer(distance)) for distance in SHOALS),
        inland=flat_rings(unary_union([face for name, face in faces.items() if name in firm]).buffer(-10)),
        relief=_relief(sketch, faces, areas, taken),
        exceptions=tuple(sketch.exceptions),
        sheet=sketch.sheet,
        fords=fords,
        ways=ways,
        labels=tuple(sketch.labels),
        water=tuple(sketch.water),
        impassable=tuple(sketch.impassable),
    )
    return turned(made)


def _areas(
    sketch: Sketch,
    facts: dict[str, dict[str, Any]],
    faces: dict[str, Polygon],
    rings: dict[str, tuple[tuple[int, ...], ...]],
    taken: list[places.Box],
) -> dict[str, Shape]:
    """Every area with its places for names and pieces, off all that is `taken`."""
    havens = {name: faces[name] for name, fact in facts.items() if fact["kind"] == "port"}
    areas = {}
    for name in facts:
        if name in havens:
            spots = harbour(faces[name], faces[facts[name]["land"][0]], name)
        else:
            spots = _anchors(faces[name], facts[name], taken + around_havens(havens), name, sketch)
        areas[name] = Shape(rings[name], spots, flat_rings(faces[name].buffer(-EDGE)))
    return areas


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
    alone = bool(fact.get("sea")) or any(one.area == name for one in sketch.islands)
    island = land and alone and not fact.get("land")
    # With leaders come allied units: more kinds stand side by side.
    army = places.Item(94, 38, outside=120) if sketch.leaders else places.Item(74, 38)
    items = {"units": army, "order": places.Item(42, 42, near="units")}
    if land:
        items["token"] = places.Item(26, 26)
        if sketch.extras:
            items["extra"] = places.Item(42, 20)
    if land and sketch.leaders:
        items["leaders"] = places.Item(*LEADERS, near="units")
    if fact.get("settlement", "none") != "none" or fact.get("town"):
        items["site"] = places.Item(58 if fact.get("claim") else 32, 30, near="name")
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
    if land and sketch.leaders_last:
        spots |= _last(ground, {key: item for key, item in items.items() if key in spots}, room, spots, taken, seed)
    return Anchors(room=room, **spots)


def _last(
    ground: Polygon,
    items: dict[str, places.Item],
    room: Spot,
    spots: dict[str, Spot],
    taken: list[places.Box],
    seed: str,
) -> dict[str, Spot]:
    """A place for leaders where the others leave room, near the units."""
    items = {**items, "name": places.Item(*room)}
    kept = [places.boxed(spots[key], item) for key, item in items.items()]
    return places.place(ground, {"leaders": places.Item(*LEADERS)}, [*taken, *kept], seed, spots["units"])[0]


_KEPT = {
    "units": (84, 42),
    "order": (46, 46),
    "token": (30, 30),
    "site": (34, 34),
    "goods": (56, 22),
    "extra": (42, 20),
    "leaders": LEADERS,
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
            # Marks that are there already stay where room for leaders is found later.
            if spot and not (key == "leaders" and sketch.leaders_last):
                used.append((spot[0] - wide / 2, spot[1] - high / 2, spot[0] + wide / 2, spot[1] + high / 2))
    for kind, wanted in sketch.relief.items():
        for name, count in wanted.items():
            found = places.scatter(faces[name], count, used, f"{sketch.seed}:{kind}:{name}")
            used += [(x - 8, y - 8, x + 8, y + 8) for x, y in found]
            spots.setdefault(kind, []).extend(found)
    return {kind: tuple(sorted(found, key=lambda spot: spot[1])) for kind, found in spots.items()}
