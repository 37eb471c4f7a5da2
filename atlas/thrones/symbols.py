"""How the houses of Westeros are told apart, and our own little pictures, drawn around 0, 0 in about 20 by 20 units."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files

from atlas.lettering import PrintedWords
from atlas.svg import capitals, disc, round_solid, solid, tag
from atlas.theme import DIAMOND, HEXAGON, KITE, ROSE, ROUND, SHIELD, SQUARE, TRIANGLE, Arms, Theme, plain_arms

WORDS = PrintedWords("atlas.thrones", "data/words.toml")
known, say = WORDS.known, WORDS.say

ARMS: Mapping[str, Arms] = {
    "stark": Arms("#eef0f0", "#2b3742", "#46535e", "#66779f", SHIELD, "S"),
    "lannister": Arms("#c23b22", "#fff3d6", "#6d1708", "#d2573d", SQUARE, "L"),
    "baratheon": Arms("#f2c230", "#231a08", "#7c5a00", "#efb91a", HEXAGON, "B"),
    "greyjoy": Arms("#163f4d", "#e9f3f2", "#051d26", "#23686b", ROUND, "G"),
    "tyrell": Arms("#2f9468", "#f6fff0", "#0d4a31", "#46a577", ROSE, "T"),
    "martell": Arms("#dd7a1c", "#2b1400", "#7a3d00", "#e3923f", DIAMOND, "M"),
    "arryn": Arms("#79b7e6", "#0b2740", "#235a86", "#8cc0e8", KITE, "A"),
    "targaryen": Arms("#7d3a8c", "#fbe7f2", "#321040", "#8249a8", TRIANGLE, "D"),
}


def arms(house: str) -> Arms:
    """The arms of a house; a house without any gets a grey diamond and its initial."""
    return ARMS.get(house) or plain_arms(house)


OUTLINE, WOOD = "#2a1d10", "#a8713a"

GLYPHS: Mapping[str, str] = tomllib.loads((files("atlas.thrones") / "data" / "glyphs.toml").read_text(encoding="utf-8"))
BADGES = {"iron-throne": "throne", "valyrian-blade": "blade", "messenger-raven": "raven"}


def glyph(name: str, fill: str, *, scale: float = 1.0, x: float = 0.0, y: float = 0.0, turn: float = 0.0) -> str:
    """A glyph by name; an unknown one is drawn as a star."""
    moves = []
    if x or y:
        moves.append(f"translate({x:g} {y:g})")
    if turn:
        moves.append(f"rotate({turn:g})")
    if scale != 1.0:
        moves.append(f"scale({scale:g})")
    data = GLYPHS.get(name, GLYPHS["star"])
    return tag("path", d=data, fill=fill, fill_rule="evenodd", transform=" ".join(moves) or None)


def castle(theme: Theme) -> str:
    """A castle: one tower between walls."""
    body = "M-11 10V-3H-8.4V-.6H-5.6V-9H-3.2V-6.6H-1.2V-9H1.2V-6.6H3.2V-9H5.6V-.6H8.4V-3H11V10Z"
    return round_solid(body, theme.face, OUTLINE, 1.5) + tag(
        "path", d="M-2.4 10V5A2.4 2.4 0 0 1 2.4 5V10Z", fill=OUTLINE
    )


def stronghold(theme: Theme) -> str:
    """A stronghold: three towers with flags."""
    towers = "V-6H-12.6V-3.6H-10.4V-6H-8V0H-5.4V-10H-3V-7.6H-1.2V-10H1.2V-7.6H3V-10H5.4V0H8V-6H10.4V-3.6H12.6V-6H15V12Z"
    flags = "M0-10V-15.4L6-13.4L.6-11.4M-11.5-6V-10.6L-7-9L-11-7.4M11.5-6V-10.6L16-9L12-7.4"
    return (
        round_solid(flags, theme.gold, OUTLINE, 1.0)
        + round_solid(f"M-15 12{towers}", theme.face, OUTLINE, 1.6)
        + tag("path", d="M-3.2 12V5.4A3.2 3.2 0 0 1 3.2 5.4V12Z", fill=OUTLINE)
        + tag("path", d="M-12.4 2H-10.6V6H-12.4ZM10.6 2H12.4V6H10.6Z", fill=OUTLINE)
    )


def harbour_sign(theme: Theme) -> str:
    """An anchor on a round: the sign of a port."""
    medal = disc(10.4, theme.panel, OUTLINE, 1.5)
    return medal + glyph("anchor", "#1f4a5e" if theme.name != "night" else theme.sea_ink, scale=0.8)


def barrel() -> str:
    """A barrel of supply."""
    return (
        solid("M-5.4-7.4H5.4Q8.4 0 5.4 7.4H-5.4Q-8.4 0-5.4-7.4Z", WOOD, OUTLINE, 1.3)
        + tag("path", d="M-6.6-3.4H6.6M-6.6 3.4H6.6", stroke=OUTLINE, stroke_width=1.3)
        + tag("path", d="M-2-7V7M2-7V7", stroke=OUTLINE, stroke_width=0.5, stroke_opacity=0.6)
    )


def crown() -> str:
    """A crown of power."""
    return round_solid("M-8-5L-4-1L0-7.4L4-1L8-5L6.4 6.4H-6.4Z", "#e8bf4a", OUTLINE, 1.3) + tag(
        "path", d="M-6 3.4H6", stroke=OUTLINE, stroke_width=1.0
    )


def loan() -> str:
    """A coin of the Iron Bank: a debt."""
    return disc(8, "#b9bec2", OUTLINE, 1.3) + glyph("iron-bank", OUTLINE, scale=0.56)


def coin(number: int) -> str:
    """A crown's worth of Power, as a price."""
    return (
        disc(15, "#e8bf4a", OUTLINE, 1.5)
        + disc(11.6, "none", OUTLINE, 0.7, stroke_opacity=0.6)
        + capitals(str(number), 0, 6.2, 17, OUTLINE)
    )


def ruin() -> str:
    """A castle that is gone: broken walls, struck through in red."""
    body = "M-11 10V1L-8-2L-6.4 2.4L-3.4-5L-1.6-.6L1 2L3.6-3.4L5.4 3L8.2 1.4L11 5V10Z"
    return round_solid(body, "#a8a294", OUTLINE, 1.5) + tag(
        "path", d="M-11-9L11 9M11-9L-11 9", stroke="#a31d12", stroke_width=2.4, stroke_linecap="round"
    )


def flag(number: int | None = None) -> str:
    """The flag of an area that gives claim, with how much."""
    cloth = round_solid("M-7-13Q-1-16 4-13T13-13V1Q7 4 2 1T-7 1Z", "#9b2c24", OUTLINE, 1.3)
    pole = tag("path", d="M-8-15V14", stroke=OUTLINE, stroke_width=2.2, stroke_linecap="round")
    written = "" if number is None else capitals(str(number), 3, -1.4, 13.5, "#fff3d6")
    return pole + cloth + written


def town(theme: Theme) -> str:
    """A town: three gabled houses without a wall."""
    houses = "M-13 9V1L-8.4-4L-3.8 1V9ZM3.8 9V1L8.4-4L13 1V9ZM-5 9V-2.6L0-8.4L5-2.6V9Z"
    return round_solid(houses, theme.face, OUTLINE, 1.4) + tag("path", d="M-1.6 9V4.4H1.6V9Z", fill=OUTLINE)
