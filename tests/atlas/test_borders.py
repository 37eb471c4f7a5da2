"""The drawn borders are the rules' borders, except where the geometry says why not."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.state.edition import Edition
from atlas.thrones.cartography.build import simplify_line
from atlas.thrones.cartography.faces import FORWARD, orient_rings
from atlas.thrones.cartography.outline import arcs_of, read_outline, roughen
from atlas.thrones.geometry import HARBOUR, PLAIN, Arc, Geometry, Spot, backward_arcs, geometry, sheet_of
from tests.atlas.positions import SHEETS, begun, shown

MIN_LENGTH = 12.0
# The lines that may part two areas, by their terrain.
LINES: dict[frozenset[str], set[str]] = {
    frozenset({"land"}): {"border", "river"},
    frozenset({"land", "sea"}): {"coast", "island"},
    frozenset({"land", "port"}): {"coast"},
    frozenset({"sea", "port"}): {"mole"},
    frozenset({"sea"}): {"sea"},
}


def length(arc: Arc) -> float:
    """Length of an arc in map units."""
    points = arc.points()
    return sum(math.dist(a, b) for a, b in zip(points, points[1:], strict=False))


def touching(drawn: Geometry) -> dict[frozenset[str], float]:
    """Length of the border that each pair of areas shares, from the coordinates alone."""
    sides: dict[frozenset[Spot], list[str]] = {}
    for area, shape in drawn.areas.items():
        for ring in shape.rings:
            points = drawn.ring_points(ring)
            for a, b in zip(points, [*points[1:], points[0]], strict=True):
                sides.setdefault(frozenset((a, b)), []).append(area)
    lengths: dict[frozenset[str], float] = {}
    for segment, areas in sides.items():
        assert len(areas) <= 2, f"{areas} share one segment"
        if len(set(areas)) == 2:
            lengths[frozenset(areas)] = lengths.get(frozenset(areas), 0.0) + math.dist(*segment)
    return lengths


def rules_of(name: str) -> Edition:
    """The edition whose map it is."""
    return games.edition(SHEETS[name][0])


def neighbours(name: str) -> set[frozenset[str]]:
    """All pairs of neighbouring areas, by the rules and in fair weather, among those in play where this map is used."""
    playing = set(shown(name))
    known = rules_of(name).fair_weather_edition.neighbours
    pairs = {frozenset((area, near)) for area, facts in known.items() for near in facts}
    return {pair for pair in pairs if pair <= playing}


def across_rivers(name: str) -> set[frozenset[str]]:
    """The pairs of areas of which the data says that a river without any crossing parts them."""
    return {frozenset((area.id, near)) for area in shown(name).values() for near in area.rivers}


def fords(name: str) -> set[frozenset[str]]:
    """The pairs of areas that a ford joins."""
    return {frozenset((area.id, near)) for area in shown(name).values() for near in area.fords}


def inside(spot: Spot, ring: list[Spot]) -> bool:
    """Whether a spot lies inside a ring, by counting the borders east of it."""
    x, y = spot
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


@pytest.mark.parametrize("name", SHEETS)
def test_every_area_in_play_is_drawn(name: str) -> None:
    rules, board = rules_of(name), begun(name).board
    assert sheet_of(rules, board) == name
    playing = {area.id for area in rules.areas.values() if area.only_with in ("", *board.houses)}
    assert set(geometry(name).areas) == playing


@pytest.mark.parametrize("name", SHEETS)
def test_borders_are_the_rules_adjacencies(name: str) -> None:
    drawn = geometry(name)
    apart = {frozenset((odd.a, odd.b)) for odd in drawn.exceptions if (odd.drawn, odd.rules) == ("touching", "apart")}
    lanes = {frozenset((odd.a, odd.b)) for odd in drawn.exceptions if (odd.drawn, odd.rules) == ("lane", "adjacent")}
    assert set(touching(drawn)) - apart - across_rivers(name) == neighbours(name) - lanes
    assert across_rivers(name) <= set(touching(drawn)) - neighbours(name)


@pytest.mark.parametrize("name", SHEETS)
def test_exceptions_are_real_and_have_reasons(name: str) -> None:
    drawn, rules, seen = geometry(name), neighbours(name), touching(geometry(name))
    for odd in drawn.exceptions:
        pair = frozenset((odd.a, odd.b))
        assert len(odd.reason) > 20
        assert (odd.rules == "adjacent") == (pair in rules)
        assert (odd.drawn == "touching") == (pair in seen)
    lanes = {frozenset((lane.a, lane.b)) for lane in drawn.lanes}
    assert lanes == {frozenset((odd.a, odd.b)) for odd in drawn.exceptions if odd.drawn == "lane"}


@pytest.mark.parametrize("name", SHEETS)
def test_areas_apart_face_each_other_across_a_river_only(name: str) -> None:
    drawn = geometry(name)
    borders = drawn.borders()
    for pair in across_rivers(name) | fords(name):
        assert {arc.kind for arc in borders[pair]} == {"river"}
    for odd in drawn.exceptions:
        if odd.drawn == "touching":
            assert {arc.kind for arc in borders[frozenset((odd.a, odd.b))]} == {"river"}


@pytest.mark.parametrize("name", SHEETS)
def test_bridges_and_fords_stand_only_on_river_borders(name: str) -> None:
    drawn, rules = geometry(name), neighbours(name)
    bridges = {frozenset((bridge.a, bridge.b)) for bridge in drawn.bridges}
    rivers = {pair for pair, arcs in drawn.borders().items() if any(arc.kind == "river" for arc in arcs)}
    wades = {frozenset((ford.a, ford.b)) for ford in drawn.fords}
    assert bridges | wades == rivers & rules
    assert not bridges & wades


@pytest.mark.parametrize("name", SHEETS)
def test_fords_are_those_of_the_data_and_lie_in_their_river(name: str) -> None:
    drawn = geometry(name)
    assert [frozenset((ford.a, ford.b)) for ford in drawn.fords] == list(
        dict.fromkeys(frozenset((ford.a, ford.b)) for ford in drawn.fords)
    )
    assert {frozenset((ford.a, ford.b)) for ford in drawn.fords} == fords(name)
    borders = drawn.borders()
    for ford in drawn.fords:
        courses = [arc.points() for arc in borders[frozenset((ford.a, ford.b))]]
        near = min(away(ford.at, a, b) for line in courses for a, b in zip(line, line[1:], strict=False))
        assert near < 1


@pytest.mark.parametrize("name", SHEETS)
def test_arrows_are_those_of_the_data_and_end_in_their_areas(name: str) -> None:
    drawn, areas = geometry(name), shown(name)
    wanted: dict[frozenset[str], set[str]] = {}
    for area in areas.values():
        for near in area.arrows:
            wanted.setdefault(frozenset((area.id, near)), set())
        for house, near in area.house_arrows:
            wanted.setdefault(frozenset((area.id, near)), set()).add(house)
    assert {frozenset((way.a, way.b)): set(way.houses) for way in drawn.ways} == wanted
    assert not set(wanted) & set(touching(drawn))
    for way in drawn.ways:
        for area, end in ((way.a, way.at[0]), (way.b, way.at[-1])):
            assert inside(end, drawn.ring_points(drawn.areas[area].rings[0])), (way.a, way.b)


@pytest.mark.parametrize("name", SHEETS)
def test_where_seas_are_no_areas_a_coast_is_where_the_data_says(name: str) -> None:
    drawn = geometry(name)
    assert {*drawn.water, *drawn.impassable} <= set(drawn.decoration)
    seas = {step for sea in drawn.water for ring in drawn.decoration[sea] for step in map(abs, ring)}
    lakes = {abs(step) for lake in drawn.water if lake == "lake" for ring in drawn.decoration[lake] for step in ring}
    coasts = {
        area
        for area, shape in drawn.areas.items()
        if (seas - lakes) & {abs(step) for ring in shape.rings for step in ring}
    }
    assert coasts == {area.id for area in shown(name).values() if area.coast}


@pytest.mark.parametrize("name", SHEETS)
def test_every_border_is_long_enough_to_be_seen(name: str) -> None:
    short = {tuple(sorted(pair)): round(seen) for pair, seen in touching(geometry(name)).items() if seen < MIN_LENGTH}
    assert short == {}


@pytest.mark.parametrize("name", SHEETS)
def test_islands_lie_wholly_in_their_one_sea(name: str) -> None:
    drawn, edition = geometry(name), rules_of(name)
    islands = [area for area in edition.areas.values() if area.kind == "land" and not area.land and len(area.sea) == 1]
    islands = [area for area in islands if area.id in drawn.areas]
    assert islands or drawn.water
    for island in islands:
        (sea,) = island.sea
        outer = drawn.ring_points(drawn.areas[sea].rings[0])
        assert all(inside(spot, outer) for spot in drawn.ring_points(drawn.areas[island.id].rings[0]))
        assert len(drawn.areas[sea].rings) > 1


@pytest.mark.parametrize("name", SHEETS)
def test_coasts_part_land_from_sea(name: str) -> None:
    drawn, edition = geometry(name), rules_of(name)
    for pair, arcs in drawn.borders().items():
        kinds = frozenset(edition.areas[area].kind for area in pair)
        assert {arc.kind for arc in arcs} <= LINES[kinds], sorted(pair)


@pytest.mark.parametrize("name", SHEETS)
def test_pieces_have_room_in_their_own_area(name: str) -> None:
    drawn, edition = geometry(name), rules_of(name)
    for area, shape in drawn.areas.items():
        facts, spots = edition.areas[area], shape.anchors
        ring = drawn.ring_points(shape.rings[0])
        assert (spots.site is not None) == (facts.settlement != "none" or facts.town), area
        assert (spots.goods is not None) == (facts.supply + facts.power > 0), area
        assert (spots.token is not None) == (facts.kind == "land"), area
        assert (spots.leaders is not None) == (facts.kind == "land" and bool(edition.leaders)), area
        pieces = (spots.units, spots.order, spots.token, spots.site, spots.goods, spots.leaders)
        assert all(inside(spot, ring) for spot in pieces if spot), area


@pytest.mark.parametrize(
    ("name", "count"), [("second-edition", 8), ("mother-of-dragons", 9), ("mother-of-dragons-targaryen", 12)]
)
def test_ports_hold_ships_and_an_order_between_mole_and_land(name: str, count: int) -> None:
    drawn = geometry(name)
    ports = [area for area, facts in shown(name).items() if facts.kind == "port"]
    assert len(ports) == count
    for port in ports:
        spots, ring = drawn.areas[port].anchors, drawn.ring_points(drawn.areas[port].rings[0])
        for kind, radius in HARBOUR.items():
            spot = getattr(spots, kind)
            assert inside(spot, ring), port
            assert min(away(spot, a, b) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) >= radius, port
        assert math.dist(spots.units, spots.order) >= sum(HARBOUR.values()), port


def away(spot: Spot, a: Spot, b: Spot) -> float:
    """The distance of a spot from a line between two others."""
    (x, y), (dx, dy) = spot, (b[0] - a[0], b[1] - a[1])
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)
    share = max(0.0, min(1.0, along))
    return math.dist(spot, (a[0] + share * dx, a[1] + share * dy))


@pytest.mark.parametrize("name", SHEETS)
def test_no_two_names_overlap(name: str) -> None:
    boxes = [(area, shape.anchors.name, shape.anchors.room) for area, shape in geometry(name).areas.items()]
    for n, (area, (ax, ay), (aw, ah)) in enumerate(boxes):
        for other, (bx, by), (bw, bh) in boxes[:n]:
            assert abs(ax - bx) >= (aw + bw) / 2 - 4 or abs(ay - by) >= (ah + bh) / 2 - 4, f"{area} and {other}"


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_reaches_under_the_frame(name: str) -> None:
    drawn = geometry(name)
    for area, shape in drawn.areas.items():
        spots = shape.anchors
        for (x, _), half in ((spots.name, spots.room[0] / 2), (spots.units, 20), (spots.order, 20)):
            assert x - half >= 14, area
            assert x + half <= drawn.width - 14, area


@pytest.mark.parametrize("name", SHEETS)
def test_the_committed_geometry_was_built_from_the_outline(name: str, request: pytest.FixtureRequest) -> None:
    outline = read_outline(
        request.config.rootpath / "atlas" / "thrones" / "cartography" / f"{name.replace('-', '_')}.toml"
    )
    assert (outline.sheet or outline.edition) == name
    assert outline.edition == SHEETS[name][0]
    drawn, committed = arcs_of(outline), geometry(name).arcs
    assert [arc.name for arc in drawn] == [arc.name for arc in committed]
    for arc, line in zip(drawn, committed, strict=True):
        attempts = (roughen(arc, outline.seed, attempt) for attempt in range(13))
        assert line.at in (simplify_line(tuple(round(v * 10) for at in one for v in at)) for one in attempts), arc.name


@pytest.mark.parametrize("name", SHEETS)
def test_rings_go_the_way_round_that_packs_best(name: str) -> None:
    drawn = geometry(name)
    assert orient_rings(drawn) == drawn
    clockwise = [ring if _area(drawn.ring_points(ring)) > 0 else _back(ring) for ring in _rings(drawn)]
    alike = msgspec.structs.replace(drawn, areas={}, decoration={"all": tuple(clockwise)})
    assert written(drawn) < 0.8 * written(alike)


def written(drawn: Geometry) -> int:
    """How many points are written that stand nowhere else the same way round."""
    steps = {step for ring in _rings(drawn) for step in ring}
    steps |= {abs(step) for step in steps if drawn.arcs[abs(step) - 1].kind in FORWARD}
    return sum(len(drawn.arcs[abs(step) - 1].at) // 2 for step in steps)


def _rings(drawn: Geometry) -> list[tuple[int, ...]]:
    areas = [ring for shape in drawn.areas.values() for ring in shape.rings]
    return areas + [ring for rings in drawn.decoration.values() for ring in rings]


def _area(points: list[Spot]) -> float:
    """Positive for one way round, negative for the other."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))


def _back(ring: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-step for step in reversed(ring))


@pytest.mark.parametrize("name", SHEETS)
def test_lines_that_follow_areas_are_the_same_lines(name: str) -> None:
    drawn = geometry(name)
    turned_lines = backward_arcs(name)
    assert turned_lines
    assert {drawn.arcs[number - 1].kind for number in turned_lines} <= PLAIN
    ways = {step for ring in _rings(drawn) for step in ring}
    assert all(-number in ways and number not in ways for number in turned_lines)


def test_an_edition_without_a_map_is_named() -> None:
    with pytest.raises(LookupError, match="no-such-edition"):
        geometry("no-such-edition")
