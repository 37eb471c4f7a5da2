"""What drawings and pictures are put together from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """A drawing around its place on the map, and its box: left and top from there, width, height."""

    svg: str
    x: float
    y: float
    box: tuple[float, float, float, float]
    label: str = ""


def square(svg: str, x: float, y: float, half: float, label: str = "") -> Piece:
    """A piece whose box reaches `half` units to every side."""
    return Piece(svg, round(x), round(y), (-half, -half, 2 * half, 2 * half), label)


class Arrow(msgspec.Struct, frozen=True):
    """A move to draw: `kind` is a word of the family, as march, transport, retreat, support or raid."""

    from_area: str
    to_area: str
    house: str
    kind: str = "march"


class Look(msgspec.Struct, frozen=True):
    """How a view is drawn: `language` is en, it or es (others give English), `title` replaces the drawing's own,
    `arrows` show what moved."""

    theme: str = "parchment"
    language: str = "en"
    title: str | None = None
    arrows: Sequence[Arrow] = ()


PLAIN = Look()
# The plan of a sheet that plans nothing that a drawing could show.
NO_PLAN = '<g id="map-plan"/>'
