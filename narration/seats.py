"""What is told of each seat of a game."""

from __future__ import annotations

from typing import NamedTuple


class Changed(NamedTuple):
    """What changed for a seat, in words; `nothing`: nothing did."""

    house: str
    phrase: str
    nothing: bool


class Figures(NamedTuple):
    """A table of seats: the heads of its columns of figures, and each seat's, best first."""

    head: tuple[str, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]
