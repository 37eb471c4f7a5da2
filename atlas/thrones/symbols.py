"""How the houses of Westeros are told apart, and our own little pictures, drawn around 0, 0 in about 20 by 20 units."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from atlas.lettering import PrintedWords, read_table
from atlas.svg import capitals, disc, tag
from atlas.theme import Arms, Theme, plain_arms, read_arms

WORDS = PrintedWords("thrones/data/words.toml")
known, say = WORDS.known, WORDS.say

ARMS: Mapping[str, Arms] = read_arms("thrones/data/arms.toml")


def arms(house: str) -> Arms:
    """The arms of a house; a house without any gets a grey diamond and its initial."""
    return ARMS.get(house) or plain_arms(house)


OUTLINE = "#2a1d10"

GLYPHS: Mapping[str, str] = read_table("thrones/data/glyphs.toml")
PICTURES: Mapping[str, str] = {name: "".join(parts) for name, parts in read_table("thrones/data/pictures.toml").items()}
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


def picture(name: str, theme: Theme) -> str:
    """A little picture in the colours of a theme."""
    return PICTURES[name].format_map(msgspec.structs.asdict(theme))


def harbour_sign(theme: Theme) -> str:
    """An anchor on a round: the sign of a port."""
    medal = disc(10.4, theme.panel, OUTLINE, 1.5)
    return medal + glyph("anchor", "#1f4a5e" if theme.name != "night" else theme.sea_ink, scale=0.8)


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


def flag(number: int) -> str:
    """The flag of an area that gives claim, with how much."""
    return PICTURES["flag"] + capitals(str(number), 3, -1.4, 13.5, "#fff3d6")
