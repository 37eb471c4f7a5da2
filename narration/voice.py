"""How words call things that every game has: its seats, in one language of one edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narration.words import Words


class Voice:
    """Names and phrases for one reader. `seat` is the reader's seat, None for everyone's story. A family's own voice
    knows its pieces too. `modules` are the optional parts of the game that is told of; None where no game is meant."""

    modules: tuple[str, ...] | None = None

    def __init__(self, edition: Any, words: Words, seat: str | None = None) -> None:
        self.edition, self.words, self.seat = edition, words, seat
        self.say, self.say_n = words.say, words.say_n
        self.both, self.either = words.both, words.either

    def name(self, table: Mapping[str, Any], key: str) -> str:
        """The name of an id in a table of an edition; the id itself where it is unknown."""
        entry = table.get(key)
        return str(entry.name.say(self.words.language)) if entry else key

    def house(self, house: str) -> str:
        """The short name of a seat: `Stark`."""
        return self.name(self.edition.houses, house).split()[-1] if house in self.edition.houses else house

    def houses(self, houses: Iterable[str]) -> str:
        """Short names joined."""
        return self.both(self.house(house) for house in houses)

    def sign(self, value: int) -> str:
        """A number as it counts in a sum: `+2`, `−1`, `+0`."""
        return f"+{value}" if value >= 0 else f"\u2212{-value}"
