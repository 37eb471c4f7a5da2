"""Where the parts of the band below a map stand: in three columns, or in five where the map is wide."""

from __future__ import annotations

from functools import cache

import msgspec

from atlas import lettering
from atlas.svg import tag, text
from atlas.theme import Theme
from atlas.thrones.editions import edition_named
from atlas.thrones.geometry import Geometry, geometry

TRACK_STEP = 51.0


class Layout(msgspec.Struct, frozen=True):
    """Places in map units from the band's upper left.

    `places`: how many an influence track has, `step` from one to the next; `middle` and `houses`: how far the parts in
    the middle and the list of houses lie east of their places on a map 1000 units wide; `columns`: the middles of the
    list's numbers; `dividers`: lines between the parts; `victory`: the first place of the victory track, if there is
    one.
    """

    places: int
    step: float
    dividers: tuple[float, ...]
    columns: tuple[float, ...]
    middle: float = 0.0
    houses: float = 0.0
    victory: float | None = None


@cache
def _layout(sheet: str) -> Layout:
    drawn = geometry(sheet)
    edition = edition_named(drawn.edition)
    homes = sum(house.home in drawn.areas for house in edition.houses.values())
    places = min(len(edition.stars), homes)
    if edition.claimed:
        return Layout(places, TRACK_STEP, (350.0, 714.0), (976.0, 1040.0), 36.0, 74.0)
    if drawn.width > 1000:
        return Layout(places, TRACK_STEP, (472.0, 808.0, 1182.0), (1424.0, 1490.0, 1552.0), 146.0, 520.0, 846.0)
    return Layout(places, min(TRACK_STEP, 232.0 / max(1, places - 1)), (326.0, 662.0), (878.0, 942.0))


def layout(drawn: Geometry) -> Layout:
    """The layout of a map's band."""
    return _layout(drawn.name)


def heading(words: str, x: float, y: float, theme: Theme, anchor: str | None = None) -> str:
    """The name of a part of the band."""
    return text(
        words,
        x,
        y,
        font=lettering.CAPITALS,
        size=15,
        fill=theme.gold if theme.name == "night" else "#6d4c12",
        anchor=anchor,
        spacing=0.8,
    )


def slot(x: float, y: float, radius: float, theme: Theme) -> str:
    """An empty place."""
    return tag(
        "circle", cx=x, cy=y, r=radius, fill=theme.land, fill_opacity=0.8, stroke=theme.panel_line, stroke_width=1.3
    )
