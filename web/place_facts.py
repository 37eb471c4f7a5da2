"""What is to be known of one place of a drawing, as a page shows it beside that place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlaceFacts:
    """A place: its name, what it is, whose (empty: nobody's), lines of a title and what it says, and the places beside
    it as pairs of id and name."""

    name: str
    sort: str
    house: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    near: tuple[tuple[str, str], ...] = ()
