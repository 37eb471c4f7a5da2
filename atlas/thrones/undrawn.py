"""Whether everything on a board has its place on the maps of its edition."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.state.components import Area
from adjudicator.thrones.state.edition import Edition
from atlas.thrones.geometry import Anchors, Geometry, geometry
from atlas.thrones.map_names import sheet_names


def undrawn(edition: Edition) -> list[Refusal]:
    """Areas that no map has, or a map has that are none; places that are missing; borders that the data has not."""
    found: list[Refusal] = []
    drawn: set[str] = set()
    for name, bringing in sheet_names(edition).items():
        try:
            sheet = geometry(name)
        except LookupError as missing:
            found.append(Refusal("undrawn", str(missing), name))
            continue
        wanted = {area.id for area in edition.areas.values() if area.only_with in ("", *bringing)}
        found += _of_sheet(edition, sheet, wanted - drawn, wanted)
        drawn |= wanted
    return found


def _of_sheet(edition: Edition, sheet: Geometry, new: set[str], wanted: set[str]) -> Iterator[Refusal]:
    for area in sorted(new):
        shape = sheet.areas.get(area)
        if shape is None:
            yield Refusal("undrawn", f"it has no place on the map {sheet.name}", f"map.toml: {area}")
            continue
        for place in _missing(edition, area, shape.anchors):
            yield Refusal("undrawn", f"the map {sheet.name} has no room for {place} there", f"map.toml: {area}")
    yield from _borders(edition, sheet)
    for area in sorted(set(sheet.areas) - wanted):
        yield Refusal("undrawn", f"the map {sheet.name} has an area {area!r:.60}, and the data has none", "map.toml")


def _borders(edition: Edition, sheet: Geometry) -> Iterator[Refusal]:
    """Where the lines of a map say something else than the data: borders, rivers, fords and arrows."""
    known = {name: facts for name, facts in edition.areas.items() if name in sheet.areas}
    near = edition.in_fair_weather.neighbours
    printed = _pairs(known, near)
    rivers = _pairs(known, {name: facts.rivers for name, facts in known.items()})
    odd = {(one.drawn, frozenset((one.a, one.b))) for one in sheet.exceptions}
    drawn = {pair for pair in sheet.borders() if pair <= set(known)}
    lanes, apart = ({pair for how, pair in odd if how == kind} for kind in ("lane", "touching"))
    yield from _differing(sheet, "a border", printed | rivers, drawn - (apart - rivers) | lanes)
    fords = _pairs(known, {name: facts.fords for name, facts in known.items()})
    yield from _differing(sheet, "a ford", fords, {frozenset((ford.a, ford.b)) for ford in sheet.fords})
    arrows = _pairs(known, {name: (*facts.arrows, *_of_houses(facts)) for name, facts in known.items()})
    yield from _differing(sheet, "an arrow", arrows, {frozenset((way.a, way.b)) for way in sheet.ways})


def _of_houses(facts: Area) -> tuple[str, ...]:
    return tuple(area for _, area in facts.house_arrows)


def _pairs(known: Collection[str], near: Mapping[str, Iterable[str]]) -> set[frozenset[str]]:
    return {frozenset((area, other)) for area in known for other in near[area] if other in known}


def _differing(
    sheet: Geometry, what: str, wanted: set[frozenset[str]], drawn: set[frozenset[str]]
) -> Iterator[Refusal]:
    for pair in sorted(map(sorted, wanted ^ drawn)):
        having, missing = ("data", "map") if frozenset(pair) in wanted else ("map", "data")
        words = f"the {having} has {what} between {' and '.join(pair)}, and the {missing} has none ({sheet.name})"
        yield Refusal("undrawn", words, f"map.toml: {pair[0]}")


def _missing(edition: Edition, area: str, anchors: Anchors) -> Iterator[str]:
    """What is printed in an area and has no spot of its own."""
    facts = edition.areas[area]
    if (facts.settlement != "none" or facts.town) and anchors.site is None:
        yield "its settlement"
    if facts.supply + facts.power and anchors.goods is None:
        yield "its barrels and crowns"
    if facts.home_of and anchors.token is None:
        yield "its home shield"
