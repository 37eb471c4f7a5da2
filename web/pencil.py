"""A table of a sheet on paper: what is known is printed, the rest is for the pencil."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PencilTable:
    """Rows that begin with known words, and the headings of the columns that are left blank."""

    title: str
    rows: tuple[str, ...]
    blank: tuple[str, ...]
