"""Builders of SVG text, and measuring fonts. Text passes `words` or `quoteattr`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from adjudicator.engine import FrozenStruct
from atlas import lettering

Attribute = str | float | None
Box = tuple[float, float, float, float]


class Piece(FrozenStruct):
    """A drawing around its place on the map; its box: left and top, width, height."""

    svg: str
    x: float
    y: float
    box: Box
    label: str = ""


def square(svg: str, x: float, y: float, half: float, label: str = "") -> Piece:
    """A piece whose box reaches `half` units to every side."""
    return Piece(svg, round(x), round(y), (-half, -half, 2 * half, 2 * half), label)


class Arrow(FrozenStruct):
    """A move to draw; `kind` is a word of the family: march, retreat, support, raid."""

    from_area: str
    to_area: str
    house: str
    kind: str = "march"


class Look(FrozenStruct):
    """How a view is drawn: `language` is en, it or es, others give English.
    `title` replaces the drawing's own; `arrows` show what moved."""

    theme: str = "parchment"
    language: str = "en"
    title: str | None = None
    arrows: Sequence[Arrow] = ()


PLAIN = Look()
# The plan of a sheet that plans nothing that a drawing could show.
NO_PLAN = '<g id="map-plan"/>'


FAMILIES = {
    lettering.SERIF: "EB Garamond",
    lettering.ITALIC: "EB Garamond",
    lettering.CAPITALS: "Cinzel",
}


_FORBIDDEN = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def number(value: float) -> str:
    """A number to a tenth, without a trailing zero."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def tag(name: str, *inside: str, **attributes: Attribute) -> str:
    """Return an element; `inside` is SVG, attributes are escaped, None left out."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={_attribute_value(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _attribute_value(value: str | float) -> str:
    """Return a quoted XML value, without forbidden characters; numbers to a tenth."""
    return quoteattr(_FORBIDDEN.sub("", value) if isinstance(value, str) else number(value))


def words(text: str) -> str:
    """Escape plain text for use in an element; drop characters that XML forbids."""
    return escape(_FORBIDDEN.sub("", text))


def stroke(d: str, colour: str, width: float, **more: Attribute) -> str:
    """A path drawn as a line with round joins, without filling."""
    return tag("path", d=d, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round", **more)


def solid(d: str, fill: str, edge: str, width: float, **more: Attribute) -> str:
    """A filled path with an edge."""
    return tag("path", d=d, fill=fill, stroke=edge, stroke_width=width, **more)


def round_solid(d: str, fill: str, edge: str, width: float, **more: Attribute) -> str:
    """Return a filled path with an edge and round joins."""
    return solid(d, fill, edge, width, stroke_linejoin="round", **more)


def disc(
    r: float,
    fill: str,
    edge: str | None = None,
    width: float | None = None,
    *,
    cx: float | None = None,
    cy: float | None = None,
    **more: Attribute,
) -> str:
    """A round of radius `r`, around 0, 0 or another middle."""
    return tag("circle", cx=cx, cy=cy, r=r, fill=fill, stroke=edge, stroke_width=width, **more)


def plate(
    box: tuple[float | None, float | None, float, float],
    fill: str,
    edge: str | None = None,
    width: float | None = None,
    *,
    rx: float | None = None,
    **more: Attribute,
) -> str:
    """A rectangle: left, top (None: 0), width and height; its corners rounded by `rx`."""
    x, y, wide, high = box
    return tag("rect", x=x, y=y, width=wide, height=high, rx=rx, fill=fill, stroke=edge, stroke_width=width, **more)


def group(*inside: str, x: float | None = None, y: float = 0.0, scale: float = 1.0, **attributes: Attribute) -> str:
    """A group, moved and scaled."""
    moves = [] if x is None else [f"translate({number(x)} {number(y)})"]
    if scale != 1.0:
        moves.append(f"scale({scale:.3g})")
    return tag("g", *inside, transform=" ".join(moves) or None, **attributes)


def text(
    content: str,
    x: float,
    y: float,
    *,
    font: str = lettering.SERIF,
    size: float = 17.0,
    fill: str = "#000",
    halo: str | None = None,
    anchor: str | None = "middle",
    spacing: float = 0.0,
    halo_width: float = 4.0,
) -> str:
    """Return one line of text, its baseline at y and `anchor` at x."""
    italic = font == lettering.ITALIC
    return tag(
        "text",
        words(content),
        x=x,
        y=y,
        font_family=f"'{FAMILIES[font]}', Georgia, serif",
        font_size=size,
        font_weight="700" if font == lettering.CAPITALS else "600",
        font_style="italic" if italic else None,
        text_anchor=anchor,
        letter_spacing=spacing or None,
        fill=fill,
        stroke=halo,
        stroke_width=halo_width if halo else None,
        stroke_linejoin="round" if halo else None,
        paint_order="stroke" if halo else None,
    )


def capitals(content: str, x: float, y: float, size: float, fill: str, **more: Any) -> str:
    """Return one line of text in capitals; further arguments go to `text`."""
    return text(content, x, y, font=lettering.CAPITALS, size=size, fill=fill, **more)


def path(points: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """Path data through points, in relative steps of half units to keep it short."""
    out: list[str] = []
    px = py = 0
    for x, y in points:
        ix, iy = round(x * 2) * 5, round(y * 2) * 5
        if not out:
            out.append(f"M{number(ix / 10)} {number(iy / 10)}l")
        else:
            # A minus parts numbers as a space does.
            step = f"{_short(ix - px)} {_short(iy - py)}".replace(" -", "-")
            out.append(step if len(out) == 1 or step[0] == "-" else f" {step}")
        px, py = ix, iy
    return "".join(out) + ("z" if closed else "")


def _short(tenths: int) -> str:
    whole = f"{tenths / 10:.1f}"
    return whole[:-2] if whole.endswith(".0") else whole.replace("0.", ".", 1) if abs(tenths) < 10 else whole
