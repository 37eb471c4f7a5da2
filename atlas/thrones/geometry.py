"""A board's committed geometry, the map for a position, and completeness checks.

Coordinates are map units, x to the east and y to the south, stored as whole tenths. Built by `cartography`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations

import msgspec

from adjudicator.engine import FrozenStruct, Names, Refusal, base_of
from adjudicator.thrones.state import Area, Board, Edition

Spot = tuple[float, float]
# A closed line as x, y, x, y, ... in tenths of a map unit.
Flat = tuple[int, ...]
# Kinds of arcs whose line is the same from either end.
PLAIN = frozenset(("border", "coast", "island"))
# How far from their middle the pieces in a port reach, in map units; pieces are drawn and harbours built for it.
HARBOUR = {"units": 19.0, "order": 17.0}


def corners(flat: Flat) -> list[Spot]:
    """The points of a flat line, in map units."""
    return [(flat[n] / 10, flat[n + 1] / 10) for n in range(0, len(flat), 2)]


def direction(start: Spot, end: Spot) -> tuple[float, float, float]:
    """The unit vector from one spot to another, and how far it is, at least 1."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1.0, math.hypot(dx, dy))
    return dx / length, dy / length, length


class Arc(FrozenStruct, omit_defaults=True):
    """A line between junctions; `at`: x, y ... in tenths.
    `kind`: frame, wall, coast, island, border, river, sea, mole, unseen."""

    name: str
    kind: str
    at: tuple[int, ...]
    river: str = ""

    def points(self) -> list[Spot]:
        """The arc's points in map units."""
        return corners(self.at)


class Anchors(FrozenStruct, omit_defaults=True):
    """Where things go in an area, as centres in map units.
    `room`: width and height kept for the name, in a port for its sign; `extra`: for tokens laid on the area,
    `leaders`: for leaders there."""

    name: Spot
    room: Spot
    units: Spot
    order: Spot
    token: Spot | None = None
    site: Spot | None = None
    goods: Spot | None = None
    extra: Spot | None = None
    leaders: Spot | None = None


class Shape(FrozenStruct):
    """An area: rings of arc numbers from 1, negative when backwards; outer ring first.

    `inner` is the area without a strip along its border, for colouring edges.
    """

    rings: tuple[tuple[int, ...], ...]
    anchors: Anchors
    inner: tuple[Flat, ...] = ()


class Bridge(FrozenStruct):
    """A bridge or ford between two areas; its middle and its direction in degrees."""

    a: str
    b: str
    at: Spot
    angle: float


class Lane(FrozenStruct):
    """A drawn link between areas that are neighbours by the rules but share no border."""

    a: str
    b: str
    start: Spot
    end: Spot


class Way(FrozenStruct):
    """An arrow between two areas, through spots; with `houses` it is theirs alone."""

    a: str
    b: str
    at: tuple[Spot, ...]
    houses: tuple[str, ...] = ()


class Label(FrozenStruct, omit_defaults=True):
    """A name of a river or impassable land; its middle, size and slope in degrees."""

    name: Names
    at: Spot
    size: float
    angle: float = 0.0
    river: bool = False


class Oddity(FrozenStruct):
    """Where map and rules differ: `drawn` touching or lane, `rules` apart or adjacent."""

    a: str
    b: str
    drawn: str
    rules: str
    reason: str


class Geometry(FrozenStruct, dict=True, omit_defaults=True):
    """A whole map; `sheet` is its name where an edition has more than one.
    `decoration` holds faces that are no areas, such as the land beyond the Wall; of these `water` is unnamed seas
    and lakes, `impassable` land that nobody enters. `relief`: places of mountains, trees and hills; `shoals`: rings
    at falling distances around all land; `inland`: the land without its coasts."""

    edition: str
    width: float
    height: float
    arcs: tuple[Arc, ...]
    areas: dict[str, Shape]
    decoration: dict[str, tuple[tuple[int, ...], ...]]
    bridges: tuple[Bridge, ...]
    lanes: tuple[Lane, ...]
    exceptions: tuple[Oddity, ...]
    relief: dict[str, tuple[Spot, ...]] = {}
    shoals: tuple[tuple[Flat, ...], ...] = ()
    inland: tuple[Flat, ...] = ()
    sheet: str = ""
    fords: tuple[Bridge, ...] = ()
    ways: tuple[Way, ...] = ()
    labels: tuple[Label, ...] = ()
    water: tuple[str, ...] = ()
    impassable: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the map: the sheet's, or that of the edition's only one."""
        return self.sheet or self.edition

    def ring_points(self, ring: tuple[int, ...]) -> list[Spot]:
        """The points along a ring, the first not repeated at the end."""
        points: list[Spot] = []
        for step in ring:
            line = self.arcs[abs(step) - 1].points()
            points += (line if step > 0 else line[::-1])[:-1]
        return points

    def borders(self) -> dict[frozenset[str], list[Arc]]:
        """The arcs that each pair of touching areas shares."""
        sides: dict[int, list[str]] = {}
        for area, shape in self.areas.items():
            for ring in shape.rings:
                for step in ring:
                    sides.setdefault(abs(step), []).append(area)
        shared: dict[frozenset[str], list[Arc]] = {}
        for number, areas in sides.items():
            if len(areas) == 2 and areas[0] != areas[1]:
                shared.setdefault(frozenset(areas), []).append(self.arcs[number - 1])
        return shared


@cache
def geometry(sheet: str) -> Geometry:
    """Return the geometry of a sheet or single-map edition; LookupError if undrawn.
    A host's own edition is drawn on the map of the built-in one."""
    if base := base_of(sheet):
        return msgspec.structs.replace(geometry(base), edition=sheet, sheet=sheet)
    source = files("atlas.thrones") / "data" / sheet / "geometry.json"
    if not source.is_file():
        raise LookupError(f"no map has been drawn for the edition {sheet!r}")
    return msgspec.json.decode(source.read_bytes(), type=Geometry)


@cache
def backward_arcs(sheet: str) -> frozenset[int]:
    """The numbers of plain arcs that no ring of a sheet's areas walks forward."""
    drawn = geometry(sheet)
    steps = {step for shape in drawn.areas.values() for ring in shape.rings for step in ring}
    steps |= {step for rings in drawn.decoration.values() for ring in rings for step in ring}
    return frozenset(
        number
        for number, arc in enumerate(drawn.arcs, 1)
        if arc.kind in PLAIN and -number in steps and number not in steps
    )


@cache
def palettes(sheet: str) -> dict[str, bytes]:
    """Return a sheet's picture colours by theme, three bytes each, and `<theme>-few`."""
    source = files("atlas.thrones") / "data" / (base_of(sheet) or sheet) / "palettes.json"
    return {theme: bytes.fromhex(colours) for theme, colours in msgspec.json.decode(source.read_bytes()).items()}


def sheet_of(edition: Edition, board: Board) -> str:
    """Return a position's map name: the edition and houses whose land is in play."""
    playing = {*board.houses, *board.vassals}
    bring = sorted({area.only_with for area in edition.areas.values() if area.only_with in playing})
    return "-".join((edition.id, *bring))


def sheet_names(edition: Edition) -> dict[str, tuple[str, ...]]:
    """Return all maps of an edition with the houses that bring land into play on each."""
    bringing = sorted({area.only_with for area in edition.areas.values()} & set(edition.houses))
    some = [tuple(houses) for count in range(len(bringing) + 1) for houses in combinations(bringing, count)]
    return {"-".join((edition.id, *houses)): houses for houses in some}


def undrawn(edition: Edition) -> list[Refusal]:
    """Return mismatches of maps and data: missing or extra areas, places, borders."""
    refusals: list[Refusal] = []
    drawn: set[str] = set()
    for name, bringing in sheet_names(edition).items():
        try:
            sheet = geometry(name)
        except LookupError as missing:
            refusals.append(Refusal("undrawn", str(missing), name))
            continue
        expected_areas = {area.id for area in edition.areas.values() if area.only_with in ("", *bringing)}
        refusals += _sheet_faults(edition, sheet, expected_areas - drawn, expected_areas)
        drawn |= expected_areas
    return refusals


def _sheet_faults(edition: Edition, sheet: Geometry, new: set[str], expected_areas: set[str]) -> Iterator[Refusal]:
    """Yield where a map lacks areas or places, has extra areas or wrong borders.
    `new`: areas that no earlier map of the edition has shown."""
    for area in sorted(new):
        shape = sheet.areas.get(area)
        if shape is None:
            yield Refusal("undrawn", f"it has no place on the map {sheet.name}", f"map.toml: {area}")
            continue
        for place in _missing_spots(edition, area, shape.anchors):
            yield Refusal("undrawn", f"the map {sheet.name} has no room for {place} there", f"map.toml: {area}")
    yield from _borders(edition, sheet)
    for area in sorted(set(sheet.areas) - expected_areas):
        yield Refusal("undrawn", f"the map {sheet.name} has an area {area!r:.60}, and the data has none", "map.toml")


def _borders(edition: Edition, sheet: Geometry) -> Iterator[Refusal]:
    """Yield where a map's borders, rivers, fords and arrows differ from the data."""
    near = edition.fair_weather_edition.neighbours
    areas = {name: facts for name, facts in edition.areas.items() if name in sheet.areas}

    def pairs(around: Callable[[Area], Iterable[str]]) -> set[frozenset[str]]:
        return {frozenset((name, other)) for name, facts in areas.items() for other in around(facts) if other in areas}

    rivers = pairs(lambda facts: facts.rivers)
    odd = {(exception.drawn, frozenset((exception.a, exception.b))) for exception in sheet.exceptions}
    drawn = {pair for pair in sheet.borders() if pair <= set(areas)}
    lanes, apart = ({pair for how, pair in odd if how == kind} for kind in ("lane", "touching"))
    yield from _pair_faults(
        sheet, "a border", pairs(lambda facts: near[facts.id]) | rivers, drawn - (apart - rivers) | lanes
    )
    fords = {frozenset((ford.a, ford.b)) for ford in sheet.fords}
    yield from _pair_faults(sheet, "a ford", pairs(lambda facts: facts.fords), fords)
    arrows = pairs(lambda facts: (*facts.arrows, *(to for _, to in facts.house_arrows)))
    yield from _pair_faults(sheet, "an arrow", arrows, {frozenset((way.a, way.b)) for way in sheet.ways})


def _pair_faults(
    sheet: Geometry, what: str, data_pairs: set[frozenset[str]], drawn: set[frozenset[str]]
) -> Iterator[Refusal]:
    """Yield the pairs of areas joined in the data or on the map, but not in both.
    `what`: the kind of join, as a border or a ford."""
    for pair in sorted(map(sorted, data_pairs ^ drawn)):
        having, missing = ("data", "map") if frozenset(pair) in data_pairs else ("map", "data")
        words = f"the {having} has {what} between {' and '.join(pair)}, and the {missing} has none ({sheet.name})"
        yield Refusal("undrawn", words, f"map.toml: {pair[0]}")


def _missing_spots(edition: Edition, area: str, anchors: Anchors) -> Iterator[str]:
    """Yield names of what is printed in an area but has no spot of its own."""
    facts = edition.areas[area]
    if (facts.settlement != "none" or facts.town) and anchors.site is None:
        yield "its settlement"
    if facts.supply + facts.power and anchors.goods is None:
        yield "its barrels and crowns"
    if facts.home_of and anchors.token is None:
        yield "its home shield"
