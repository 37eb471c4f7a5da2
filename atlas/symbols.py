"""Our own little pictures, drawn around 0, 0 in a box of about 20 by 20 units."""

from __future__ import annotations

from atlas.svg import tag
from atlas.theme import Theme

OUTLINE = "#2a1d10"

# One path each; the fill is the caller's.
GLYPHS = {
    # a foot soldier: head, shoulders, spear
    "footman": "M-2.5-9.5A3.6 3.6 0 0 1-2.5-2.3A3.6 3.6 0 0 1-2.5-9.5ZM-9 9C-9 2.5-6-1-2.5-1C1 -1 3.6 2.5 3.6 9ZM5.4 9V-4.4H4L6.4-10L8.8-4.4H7.4V9Z",
    # a horse's head
    "knight": "M-5.6 9.4C-5.8 4.4-1.6 2.6-1.4-1.2C-3.4-.6-5 1.6-7 2L-9-.8C-7.4-3.4-6-6.6-2.6-7.6L-2.4-10L.6-8C6.4-7 8.8-1.6 7.6 9.4Z",
    # hull, mast and sail
    "ship": "M-9.5 3.4H9.5C8.6 6.6 6.8 8.8 4.6 9H-5.2C-7.4 8.6-9 6.6-9.5 3.4ZM-1.2 2.2V-9.8H.8V-9C4.6-8 7-4.6 7.2 1C5 .2 3 .2.8 1V2.2ZM-2.2-7.4V1C-4-.0-6-.2-7.8.4C-7.4-3.4-5.6-6.2-2.2-7.4Z",
    "siege-engine": "M-9 4H9V6.4H-9ZM-7.6 9.4A3 3 0 0 1-7.6 3.6ZM7.4 9.4A3 3 0 0 0 7.4 3.6ZM-5 3.4L6.4-9L8-7.6L-1.8 3.4Z",
    "march": "M-9-2.6H1V-8L9.6 0L1 8V2.6H-9Z",
    "defense": "M-8-7.6C-4.6-7-2-7.6 0-9.6C2-7.6 4.6-7 8-7.6V0C8 5 4.6 7.6 0 9.8C-4.6 7.6-8 5-8 0Z",
    "support": "M-8.6-1.4L0-9.4L8.6-1.4V3.4L0-4.4L-8.6 3.4ZM-8.6 5L0-2.8L8.6 5V9.6L0 2L-8.6 9.6Z",
    "raid": "M.6-10C1.6-6.6 7-3.6 7 2.4C7 6.8 4 9.6 0 9.6C-4 9.6-7 6.8-7 2.6C-7-.4-5-2.6-4-4.6C-3.6-2.8-2.8-1.8-1.6-1.4C-2-4.6-1.2-7.8.6-10Z",
    "consolidate-power": "M-9.4-6.6L-4.6-1.6L0-9L4.6-1.6L9.4-6.6L7.6 5.2H-7.6ZM-7.6 6.6H7.6V9.2H-7.6Z",
    "star": "M0-6L1.8-2L6-1.7L2.8 1.1L3.8 5.4L0 3.1L-3.8 5.4L-2.8 1.1L-6-1.7L-1.8-2Z",
    # tracks' badges
    "throne": "M-6.4 9.6V-3L-8-8.6L-4.4-5L-3-10L-.8-6L0-10.6L.8-6L3-10L4.4-5L8-8.6L6.4-3V9.6H3.6V5H-3.6V9.6ZM-3.6-2V2H3.6V-2Z",
    "blade": "M-8.8 9.8L-9.8 8.8L-6.8 5.6L-8.4 3.8L-6.8 2.4L-4.8 4.2L6.6-8.6L10-10L8.8-6.6L-4 5.2L-2.4 7L-3.8 8.6L-5.6 7Z",
    "raven": "M-10-3.4L-6-7.4C-3.4-9-.6-7.8.6-5.4L10 5.4L3.4 4.4C1 7-2 7-4 5.6L-6.6 9.4L-5.8 4.4C-7.2 2.2-7-1-6-2.8Z",
    "swords": "M-9.6-9.6L-6-8.8L9.4 6.8L7.8 8.2L5.4 6L3.4 8L2.2 6.8L3.8 4.6L-8.8-6ZM9.6-9.6L8.8-6L-3.8 4.6L-2.2 6.8L-3.4 8L-5.4 6L-7.8 8.2L-9.4 6.8L6-8.8Z",
}
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
    return tag("path", d=body, fill=theme.face, stroke=OUTLINE, stroke_width=1.5, stroke_linejoin="round") + tag(
        "path", d="M-2.4 10V5A2.4 2.4 0 0 1 2.4 5V10Z", fill=OUTLINE
    )


def stronghold(theme: Theme) -> str:
    """A stronghold: three towers with flags."""
    body = (
        "M-15 12V-6H-12.6V-3.6H-10.4V-6H-8V0H-5.4V-10H-3V-7.6H-1.2V-10H1.2V-7.6H3V-10H5.4V0H8V-6H10.4V-3.6H12.6V-6H15V12Z"
    )
    flags = "M0-10V-15.4L6-13.4L.6-11.4M-11.5-6V-10.6L-7-9L-11-7.4M11.5-6V-10.6L16-9L12-7.4"
    return (
        tag("path", d=flags, fill=theme.gold, stroke=OUTLINE, stroke_width=1.0, stroke_linejoin="round")
        + tag("path", d=body, fill=theme.face, stroke=OUTLINE, stroke_width=1.6, stroke_linejoin="round")
        + tag("path", d="M-3.2 12V5.4A3.2 3.2 0 0 1 3.2 5.4V12ZM-12.4 2H-10.6V6H-12.4ZM10.6 2H12.4V6H10.6Z", fill=OUTLINE)
    )


def barrel(theme: Theme) -> str:
    """A barrel of supply."""
    return (
        tag("path", d="M-5.4-7.4H5.4Q8.4 0 5.4 7.4H-5.4Q-8.4 0-5.4-7.4Z", fill="#a8713a", stroke=OUTLINE, stroke_width=1.3)
        + tag("path", d="M-6.6-3.4H6.6M-6.6 3.4H6.6", stroke=OUTLINE, stroke_width=1.3)
        + tag("path", d="M-2-7V7M2-7V7", stroke=OUTLINE, stroke_width=0.5, stroke_opacity=0.6)
    )


def crown(theme: Theme) -> str:
    """A crown of power."""
    return tag(
        "path",
        d="M-8-5L-4-1L0-7.4L4-1L8-5L6.4 6.4H-6.4Z",
        fill="#e8bf4a",
        stroke=OUTLINE,
        stroke_width=1.3,
        stroke_linejoin="round",
    ) + tag("path", d="M-6 3.4H6", stroke=OUTLINE, stroke_width=1.0)
