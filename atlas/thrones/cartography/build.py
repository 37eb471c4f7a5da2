"""From outline to geometry: faces, places for names and tokens, bridges, palettes."""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterator
from functools import partial
from itertools import cycle

import numpy as np
import shapely
from shapely import LineString, Polygon, box
from shapely.ops import nearest_points, unary_union

from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import find_edition
from adjudicator.thrones.state import CLOSED, Area, Battle, Board, Edition, Force, Leader, Placed, View
from atlas import raster
from atlas.raster import Canvas
from atlas.svg import Arrow, Box, Look
from atlas.theme import THEMES
from atlas.thrones.cartography import anchors as places
from atlas.thrones.cartography.faces import (
    Crossed,
    Line,
    arc_rings,
    find_crossing,
    flat_rings,
    name_faces,
    orient_rings,
)
from atlas.thrones.cartography.outline import Arc as Drawn, Outline, arcs_of, points_of, roughen
from atlas.thrones.drawer import paint_view
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
    direction,
    geometry,
    sheet_of,
)

# How far an arrow reaches into the areas that it joins.
REACH = 11.0


def _shortest(a: Polygon, b: Polygon) -> list[Spot]:
    near, far = nearest_points(a, b)
    ux, uy, _ = direction((near.x, near.y), (far.x, far.y))
    return [_spot(near.x - ux * REACH, near.y - uy * REACH), _spot(far.x + ux * REACH, far.y + uy * REACH)]


def around(draft: MapBuilder) -> Iterator[Box]:
    """Yield the boxes of crossings (of arrows: the ends), for others to avoid."""
    for x, y in (crossing.at for crossing in (*draft.bridges, *draft.fords)):
        yield (x - 15, y - 12, x + 15, y + 12)
    for lane in draft.lanes:
        (ax, ay), (bx, by) = lane.start, lane.end
        yield (min(ax, bx) - 5, min(ay, by) - 5, max(ax, bx) + 5, max(ay, by) + 5)
    for arrow in draft.ways:
        for x, y in (arrow.at[0], arrow.at[-1]):
            yield (x - 9, y - 9, x + 9, y + 9)


WIDTH, NARROW = 1000, 640
EVERY = tuple(f"{theme}{few}" for theme in THEMES for few in ("", "-few"))


def palettes(sheet: str, palette_keys: Collection[str] = EVERY) -> dict[str, str]:
    """Return the colours by theme as hex, six digits each.

    `<theme>-few` are those of small files. `palette_keys`: these alone.
    """
    hex_colours = {}
    view = full_board(sheet)
    areas = list(view.board.forces)
    arrows = [Arrow(a, b, view.board.forces[a].house) for a, b in zip(areas, areas[1:], strict=False)][::4]
    # A seventh and an eighth house have washes of their own.
    more = max(0, len(view.board.houses) - 6)
    few = partial(raster.few_colours, few=raster.FEW + 12 * more, flat=raster.FLAT + 8 * more)
    for name in THEMES:
        for key, width, choose in ((name, WIDTH, raster.palette), (f"{name}-few", NARROW, few)):
            if key in palette_keys:
                canvas = paint_view(Canvas, view, Look(theme=name, arrows=arrows), width, None)
                hex_colours[key] = choose(canvas.image).hex()
    return hex_colours


def full_board(sheet: str) -> View:
    """A board that could not be: every house everywhere, with everything it has."""
    drawn = geometry(sheet)
    rules = find_edition(drawn.edition)
    starts = [
        THRONES.set_up(rules, players, "colours", (), (), THRONES.revision)
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
TOLERANCE = 2
SIGN = 22.0


def harbour(face: Polygon, land: Polygon, port: str) -> Anchors:
    """Return a port's places: ships and order side by side, the sign on its mole.

    Ships and order lie as far from the edges as possible. Raises ValueError with the name `port` where it is too small.
    """
    spots = _grid(face)
    order, ships = HARBOUR["order"], HARBOUR["units"]
    edge = np.asarray(shapely.distance(shapely.points(spots), face.exterior))
    pairs = np.array([(a, b) for a in np.flatnonzero(edge >= ships) for b in np.flatnonzero(edge >= order)])
    if not len(pairs):
        raise ValueError(f"{port}: no room for ships or an order")
    between = spots[pairs[:, 0]] - spots[pairs[:, 1]]
    valid_pairs = pairs[np.asarray(np.hypot(between[:, 0], between[:, 1])) >= ships + order]
    if not len(valid_pairs):
        raise ValueError(f"{port}: no room for ships and an order")
    # The tightest place of each pair decides; between equal ones ships lie west or north of the order.
    slack = np.minimum(edge[valid_pairs[:, 0]] - ships, edge[valid_pairs[:, 1]] - order)
    west = (spots[valid_pairs[:, 1]] - spots[valid_pairs[:, 0]]).sum(axis=1) > 0
    a, b = valid_pairs[int((slack + 0.5 * west).argmax())]
    mole = shapely.line_merge(face.exterior.difference(land.buffer(0.2)))
    longest = max(getattr(mole, "geoms", [mole]), key=lambda part: part.length)
    middle = LineString(longest).interpolate(0.5, normalized=True)
    sign = _spot(middle.x, middle.y)
    return Anchors(name=sign, room=(SIGN, SIGN), units=_spot(*spots[a]), order=_spot(*spots[b]))


def _grid(face: Polygon) -> np.ndarray:
    """Spots two units apart inside a face."""
    west, north, east, south = face.bounds
    x, y = np.meshgrid(np.arange(west, east, 2.0), np.arange(north, south, 2.0))
    inside = shapely.contains_xy(face, x.ravel(), y.ravel())
    return np.column_stack([x.ravel()[inside], y.ravel()[inside]])


def _spot(x: float, y: float) -> Spot:
    return round(float(x), 1), round(float(y), 1)


def simplify_line(at: tuple[int, ...]) -> tuple[int, ...]:
    """Return a line (x, y, ... in tenths) with only needed points; both ends stay."""
    points = LineString(list(zip(at[::2], at[1::2], strict=True))).simplify(TOLERANCE, preserve_topology=False).coords
    return tuple(round(value) for point in points for value in point)


class MapBuilder:
    """A map in the making: outline lines, drawn areas of its edition, and crossings.

    Raises ValueError where lines cross irreparably, a face has no area, or a bridge or an arrow joins what it cannot.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline, self.arcs = outline, arcs_of(outline)
        self.lines = _roughen_uncrossed(self.arcs, outline.seed)
        self.faces = name_faces(outline, self.lines)
        self.rings = {name: arc_rings(face, self.lines) for name, face in self.faces.items()}
        drawn = {*outline.seeds, *(island.area for island in outline.islands)}
        self.facts = {name: area for name, area in find_edition(outline.edition).areas.items() if name in drawn}
        self.bridges = tuple(self._bridge(pair.a, pair.b) for pair in outline.bridges)
        fords = [(a, b) for a, area in self.facts.items() for b in area.fords if a < b]
        self.fords = tuple(self._bridge(a, b) for a, b in fords)
        self.lanes = tuple(self._lane(odd.a, odd.b) for odd in outline.exceptions if odd.drawn == "lane")
        self.ways = tuple(self._ways())
        # Boxes that nothing else may take.
        self.taken = [*around(self), *map(places.label_box, outline.labels), *outline.keep_clear]

    def _bridge(self, a: str, b: str) -> Bridge:
        """A crossing in the middle of the river that two areas share."""
        shared = {abs(n) for ring in self.rings[a] for n in ring} & {abs(n) for ring in self.rings[b] for n in ring}
        rivers = [n - 1 for n in shared if self.arcs[n - 1].kind == "river"]
        if not rivers:
            raise ValueError(f"{a} and {b} have no river between them")
        line = LineString(self.lines[rivers[0]])
        middle, ahead = line.interpolate(0.5, normalized=True), line.interpolate(0.62, normalized=True)
        angle = math.degrees(math.atan2(ahead.y - middle.y, ahead.x - middle.x)) + 90
        return Bridge(a, b, _spot(middle.x, middle.y), round(angle % 180, 1))

    def _lane(self, a: str, b: str) -> Lane:
        """Return a lane from well inside one area to just inside the other, where closest."""
        near, far = nearest_points(self.faces[a], self.faces[b])
        dx, dy = far.x - near.x, far.y - near.y
        length = math.hypot(dx, dy)
        back, on = 24 / length, 14 / length
        start = _spot(near.x - dx * back - 14, near.y - dy * back)
        return Lane(a, b, start, _spot(far.x + dx * on, far.y + dy * on))

    def _ways(self) -> Iterator[Way]:
        """Yield the data's arrows, each once: along the outline's path, else the shortest."""
        paths = {frozenset((way.a, way.b)): (way.a, points_of(way)) for way in self.outline.ways}
        owners: dict[tuple[str, str], dict[str, None]] = {}
        for a, area in self.facts.items():
            for house, b in (*(("", b) for b in area.arrows), *area.house_arrows):
                owners.setdefault((min(a, b), max(a, b)), {}).update({house: None} if house else {})
        for (a, b), houses in owners.items():
            start, points = paths.pop(frozenset((a, b)), (a, _shortest(self.faces[a], self.faces[b])))
            yield Way(a, b, tuple(points if start == a else points[::-1]), tuple(houses))
        if paths:
            raise ValueError(f"the data has no arrows for these: {sorted(map(sorted, paths))}")

    def areas(self) -> dict[str, Shape]:
        """Every area with its places for names and pieces, off all that is taken."""
        havens = [name for name, area in self.facts.items() if area.kind == "port"]
        # Ports, sign and mole included.
        taken = [*self.taken, *(self.faces[name].buffer(SIGN / 4).bounds for name in havens)]
        areas = {}
        for name, area in self.facts.items():
            face = self.faces[name]
            spots = harbour(face, self.faces[area.land[0]], name) if name in havens else self._anchors(area, taken)
            areas[name] = Shape(self.rings[name], spots, flat_rings(face.buffer(-EDGE)))
        return areas

    def _items(self, area: Area, island: bool) -> dict[str, places.Item]:
        """What needs a place in an area besides its name."""
        outline, land = self.outline, area.kind == "land"
        # With leaders come allied units: more kinds stand side by side.
        army = places.Item(94, 38, outside=120) if outline.leaders else places.Item(74, 38)
        items = {"units": army, "order": places.Item(42, 42, near="units")}
        if land:
            items["token"] = places.Item(26, 26)
            if outline.extras:
                items["extra"] = places.Item(42, 20)
            if outline.leaders:
                items["leaders"] = places.Item(*LEADERS, near="units")
        if area.settlement != "none" or area.town:
            items["site"] = places.Item(58 if area.claim else 32, 30, near="name")
        if icons := area.supply + area.power:
            items["goods"] = places.Item(18 * icons, 18, near="site" if "site" in items else "name")
        return items

    def _anchors(self, area: Area, taken: list[Box]) -> Anchors:
        """The best arrangement over all ways to break the area's name into lines."""
        outline, name, seed, land = self.outline, area.id, f"{self.outline.seed}:{area.id}", area.kind == "land"
        island = land and (bool(area.sea) or any(isle.area == name for isle in outline.islands)) and not area.land
        items = self._items(area, island)
        reach = outline.overhang if island else -3 if land else -8
        within = box(*outline.within.get(name, (24, 24, outline.width - 24, 1e5)))
        clipped = self.faces[name].buffer(reach).intersection(within)
        parts = getattr(clipped, "geoms", [clipped])
        whole = name in outline.whole and len(parts) > 1
        ground = self.faces[name] if whole else max(parts, key=lambda part: part.area)
        options = []
        for room in places.name_boxes([n for n in area.name.every() if n], land):
            items["name"] = places.Item(*room, outside=12 if island else 200)
            spots, cost = places.place(ground, items, taken, seed)
            options.append((cost + (12.0 if land else 2.0) * (room[1] // 18), room, spots))
        cost, room, spots = min(options, key=lambda option: option[0])
        print(f"{name}: {cost:.1f}", file=sys.stderr)
        if land and outline.leaders_last:
            # A place for leaders where the others leave room, near the units.
            items["name"] = places.Item(*room)
            item_boxes = [places.box_of(spots[key], items[key]) for key in items]
            leaders = {"leaders": places.Item(*LEADERS)}
            spots |= places.place(ground, leaders, [*taken, *item_boxes], seed, spots["units"])[0]
        return Anchors(room=room, **spots)


def build(outline: Outline) -> Geometry:
    """The geometry of a outline; raises ValueError as `Draft` does."""
    draft = MapBuilder(outline)
    faces, facts, areas = draft.faces, draft.facts, draft.areas()
    wet = {name for name, area in facts.items() if area.kind == "sea"} | {*outline.water}
    dry = unary_union([face for name, face in faces.items() if name not in wet])
    firm = {name for name, area in facts.items() if area.kind == "land"} | {*outline.impassable}
    map_geometry = Geometry(
        edition=outline.edition,
        width=outline.width,
        height=outline.height,
        arcs=tuple(
            Arc(arc.name, arc.kind, simplify_line(tuple(round(v * 10) for point in line for v in point)), arc.river)
            for arc, line in zip(draft.arcs, draft.lines, strict=True)
        ),
        areas=areas,
        decoration={name: ring for name, ring in draft.rings.items() if name not in facts},
        bridges=draft.bridges,
        lanes=draft.lanes,
        shoals=tuple(flat_rings(dry.buffer(distance)) for distance in SHOALS),
        inland=flat_rings(unary_union([face for name, face in faces.items() if name in firm]).buffer(-10)),
        relief=_relief(draft, areas),
        exceptions=tuple(outline.exceptions),
        sheet=outline.sheet,
        fords=draft.fords,
        ways=draft.ways,
        labels=tuple(outline.labels),
        water=tuple(outline.water),
        impassable=tuple(outline.impassable),
    )
    return orient_rings(map_geometry)


def _roughen_uncrossed(drawn: list[Drawn], seed: str) -> list[Line]:
    """Return all arcs roughened; crossing arcs are drawn again, calmer each time.
    Raises Crossed after twelve attempts."""
    tries = [0] * len(drawn)
    lines = [roughen(arc, seed) for arc in drawn]
    while crossing := find_crossing(lines):
        for n in crossing:
            tries[n] += 1
            if tries[n] > 12:
                raise Crossed(f"{drawn[crossing[0]].name} crosses {drawn[crossing[1]].name}")
            lines[n] = roughen(drawn[n], seed, tries[n])
    return lines


_KEPT = {
    "units": (84, 42),
    "order": (46, 46),
    "token": (30, 30),
    "site": (34, 34),
    "goods": (56, 22),
    "extra": (42, 20),
    "leaders": LEADERS,
}


def _relief(draft: MapBuilder, areas: dict[str, Shape]) -> dict[str, tuple[Spot, ...]]:
    """Marks of mountains, trees and hills where nothing else stands."""
    outline, used = draft.outline, list(draft.taken)
    spots: dict[str, list[Spot]] = {}
    for shape in areas.values():
        at = shape.anchors
        for key, size in {"name": at.room, **_KEPT}.items():
            spot = getattr(at, key)
            # Marks that are there already stay where room for leaders is found later.
            if spot and not (key == "leaders" and outline.leaders_last):
                used.append(places.box_of(spot, places.Item(*size)))
    for kind, counts in outline.relief.items():
        for name, count in counts.items():
            marks = places.scatter(draft.faces[name], count, used, f"{outline.seed}:{kind}:{name}")
            used += [(x - 8, y - 8, x + 8, y + 8) for x, y in marks]
            spots.setdefault(kind, []).extend(marks)
    return {kind: tuple(sorted(marks, key=lambda spot: spot[1])) for kind, marks in spots.items()}
