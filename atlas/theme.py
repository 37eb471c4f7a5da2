"""Colours: two themes of the paper, and the houses' colours, shapes and tints."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.engine import FrozenStruct
from atlas.lettering import read_table


class Theme(FrozenStruct, kw_only=True):
    """The colours of a sheet of paper."""

    name: str
    sea: str
    sea_shoal: str
    wave: str
    glow: str
    land: str
    land_shade: str
    beyond: str
    ice: str
    ink: str
    faint: str
    coast: str
    border: str
    sea_ink: str
    sea_border: str
    river: str
    halo: str
    sea_halo: str
    panel: str
    panel_line: str
    gold: str
    face: str
    relief: str
    tint: float


THEMES: Mapping[str, Theme] = {
    name: msgspec.convert({"name": name, **table}, Theme) for name, table in read_table("themes.toml").items()
}


class Arms(FrozenStruct):
    """A house's look: colours of pieces, marks, edges, tint of lands, shape, letter."""

    colour: str
    mark: str
    edge: str
    tint: str
    outline: str
    letter: str


SHAPES: Mapping[str, str] = read_table("shapes.toml")


def read_arms(path: str) -> dict[str, Arms]:
    """Read the arms in a TOML file of this package, by seat; outlines are shape names."""
    rows = read_table(path)
    return {seat: Arms(**{**row, "outline": SHAPES[row["outline"]]}) for seat, row in rows.items()}


def plain_arms(house: str) -> Arms:
    """What stands for a house without any arms: a grey diamond and its initial."""
    return Arms("#8c8c8c", "#ffffff", "#444444", "#9a9a9a", SHAPES["diamond"], house[:1].upper())


def find_theme(name: str) -> Theme:
    """A theme by name; raises LookupError naming those there are."""
    if name not in THEMES:
        raise LookupError(f"no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]
