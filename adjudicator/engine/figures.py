"""What a family counts of its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from adjudicator.engine.event import Record


class Counter(Protocol):
    """Takes the rounds of a game in order, then gives its figures."""

    def round(self, records: Iterable[Record], board: Any) -> None:
        """Count a round: its events and the board at its end."""

    def letters(self, house: str, count: int) -> None:
        """How many letters a seat wrote to all."""

    def statistics(self, calls: int) -> Any:
        """All of it, of a game of so many calls."""


class Figures(Protocol):
    """What a family says of the figures of a game."""

    @property
    def statistics_version(self) -> int:
        """Counted up when games are counted otherwise."""

    def counter(self, rules: Any, houses: Iterable[str]) -> Counter:
        """A counter for a game of these seats."""

    def results(self, statistics: Any, house: str) -> Mapping[str, int]:
        """What of a seat's game is added up for its player, by the names of columns."""
