"""How the nine leaders are told apart: a colour, a shape and a letter for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from atlas import lettering
from atlas.svg import group, tag, text
from atlas.theme import DIAMOND, HEXAGON, KITE, ROSE, ROUND, SHIELD, SQUARE, TRIANGLE, Arms, plain_arms

OCTAGON = "M-6.5-15.5H6.5L15.5-6.5V6.5L6.5 15.5H-6.5L-15.5 6.5V-6.5Z"
ARMS: Mapping[str, Arms] = {
    "cersei": Arms("#9b1c1f", "#fff3d6", "#4d090b", "#b9484a", SQUARE, "C"),
    "daenerys": Arms("#7fb8e6", "#0b2740", "#2b5f8c", "#8cc0e8", TRIANGLE, "D"),
    "doran": Arms("#dd7a1c", "#2b1400", "#7a3d00", "#e3923f", DIAMOND, "R"),
    "eddard": Arms("#eef0f0", "#2b3742", "#46535e", "#9aa6b5", SHIELD, "E"),
    "euron": Arms("#0b5f9e", "#f2f8ff", "#042c4d", "#3c83b8", ROUND, "U"),
    "jon": Arms("#2a2c33", "#f4f4f4", "#8d929c", "#585c66", KITE, "J"),
    "melisandre": Arms("#a8468f", "#fff0fa", "#521542", "#bb70a8", OCTAGON, "M"),
    "olenna": Arms("#14876b", "#f3fff9", "#07402f", "#46a58d", ROSE, "O"),
    "tyrion": Arms("#f0cf3c", "#2a1f04", "#7c5a00", "#efd96c", HEXAGON, "T"),
}


def arms_of(leader: str) -> Arms:
    """The arms of a leader; one of another card set gets what any seat gets."""
    return ARMS.get(leader) or plain_arms(leader)


@cache
def seal(leader: str, scale: float = 1.0, turn: int = 0) -> str:
    """A leader's shape with its letter around 0, 0, turned by so many degrees: a leader who kneels lies on the side."""
    look = arms_of(leader)
    shape = tag("path", d=look.outline, fill="#000", fill_opacity=0.25, transform="translate(1 1.5)")
    shape += tag("path", d=look.outline, fill=look.colour, stroke=look.edge, stroke_width=2, stroke_linejoin="round")
    letter = text(look.letter, 0, 6.4, font=lettering.CAPITALS, size=17.5, fill=look.mark)
    whole = group(shape, letter, scale=scale)
    return tag("g", whole, transform=f"rotate({turn})") if turn else whole
