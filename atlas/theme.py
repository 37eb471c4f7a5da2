"""Colours: two themes of the paper, and the houses' colours, shapes and tints."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from importlib.resources import files

import msgspec


class Theme(msgspec.Struct, frozen=True, kw_only=True):
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


def _themes() -> dict[str, Theme]:
    tables = tomllib.loads((files("atlas") / "themes.toml").read_text(encoding="utf-8"))
    return {name: msgspec.convert({"name": name, **table}, Theme) for name, table in tables.items()}


THEMES: Mapping[str, Theme] = _themes()


class Arms(msgspec.Struct, frozen=True):
    """How a house is told apart: colours of its pieces, marks and edges, tint of its lands, shape and letter."""

    colour: str
    mark: str
    edge: str
    tint: str
    outline: str
    letter: str


def _polygon(corners: int, radius: float, turn: float = 0.0) -> str:
    angles = [math.radians(turn + 360 * n / corners) for n in range(corners)]
    return "M" + "L".join(f"{radius * math.sin(a):.1f} {-radius * math.cos(a):.1f}" for a in angles) + "Z"


def _petals(petals: int, radius: float, lobe: float) -> str:
    angles = [2 * math.pi * n / petals for n in range(petals + 1)]
    points = [f"{radius * math.sin(a):.1f} {-radius * math.cos(a):.1f}" for a in angles]
    return f"M{points[0]}" + "".join(f"A{lobe} {lobe} 0 0 1 {p}" for p in points[1:]) + "Z"


# Shapes have a radius of about 15 units around 0, 0.
SHIELD = "M-13-14H13V1C13 8 7 13 0 16.5C-7 13-13 8-13 1Z"
SQUARE = "M-10-14H10Q14-14 14-10V10Q14 14 10 14H-10Q-14 14-14 10V-10Q-14-14-10-14Z"
ROUND = "M0-15A15 15 0 0 1 0 15A15 15 0 0 1 0-15Z"
HEXAGON = _polygon(6, 16.5)
ROSE = _petals(5, 13.2, 8.4)
DIAMOND = "M0-18L16 0L0 18L-16 0Z"
KITE = "M0-17L14-5L8 15H-8L-14-5Z"
TRIANGLE = "M-16-12H16L0 17Z"


def plain_arms(house: str) -> Arms:
    """What stands for a house without any arms: a grey diamond and its initial."""
    return Arms("#8c8c8c", "#ffffff", "#444444", "#9a9a9a", DIAMOND, house[:1].upper())


def theme_named(name: str) -> Theme:
    """A theme by name; raises LookupError naming those there are."""
    if name not in THEMES:
        raise LookupError(f"no theme {name!r}; there are {', '.join(THEMES)}")
    return THEMES[name]
