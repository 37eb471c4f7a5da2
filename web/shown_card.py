"""A card as a page shows it beside a map."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ShownCard:
    """Whose card lies open, its name, its figures, its text."""

    house: str
    name: str
    figures: str
    text: str
