"""Whether everything on a board has its place on the maps of its edition."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.state.edition import Edition
from atlas.thrones.geometry import Anchors, Geometry, geometry
from atlas.thrones.map_names import sheet_names


def undrawn(edition: Edition) -> list[Refusal]:
    """Areas that no map has, or a map has that are none; places on them that are missing."""
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
    for area in sorted(set(sheet.areas) - wanted):
        yield Refusal("undrawn", f"the map {sheet.name} has an area {area!r:.60}, and the data has none", "map.toml")


def _missing(edition: Edition, area: str, anchors: Anchors) -> Iterator[str]:
    """What is printed in an area and has no spot of its own."""
    facts = edition.areas[area]
    if (facts.settlement != "none" or facts.town) and anchors.site is None:
        yield "its settlement"
    if facts.supply + facts.power and anchors.goods is None:
        yield "its barrels and crowns"
    if facts.home_of and anchors.token is None:
        yield "its home shield"
