"""Verifiable, portable random numbers, and bots' near-equal choices drawn by salt.

The generator is SHA-256 in counter mode, so that any language can check a shuffle; Python's own generators are not
used.

Whoever knows the program and the open board can compute a bot's choice. To keep secret orders, bids and cards secret, a
bot draws among choices within a margin of the best, and varies its preferences anew each round; its salt derives from
the hidden seed. What-ifs use a salt of their own, suggestions draw nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from adjudicator.engine.bulk import Level
from adjudicator.engine.decision import FrozenStruct

_T = TypeVar("_T")


def commitment(seed: str) -> str:
    """Return the seed's SHA-256 (hex), published at the start, checked at the end."""
    return hashlib.sha256(seed.encode()).hexdigest()


def _words(seed: str, purpose: str) -> Iterator[int]:
    """An endless stream of 64-bit integers for one purpose."""
    counter = 0
    while True:
        block = hashlib.sha256(f"{seed}\n{purpose}\n{counter}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def below(words: Iterator[int], bound: int) -> int:
    """Return a fair integer in 0..bound-1 from the stream; biased words are discarded."""
    if bound < 1:
        raise ValueError(f"bound must be at least 1, not {bound}")
    limit = (1 << 64) - ((1 << 64) % bound)
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the stream of words never ends")


def shuffle(seed: str, purpose: str, items: Sequence[_T]) -> list[_T]:
    """Return a shuffled copy (Fisher-Yates from the end), fixed by seed and purpose."""
    words = _words(seed, purpose)
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = below(words, last + 1)
        result[last], result[other] = result[other], result[last]
    return result


class Picker:
    """A seeded chooser for bots and tests; never used by the rules themselves."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._words = _words(seed, purpose)

    def __call__(self, bound: int) -> int:
        """A fair integer in 0..bound-1."""
        return below(self._words, bound)


def salt_of(seed: str, seat: str) -> str:
    """Return a seat's salt (SHA-256, hex) from the game's seed; as secret as the seed."""
    return hashlib.sha256(f"{seed}\nsalt of {seat}".encode()).hexdigest()


# How many near-equal choices are drawn from at most, and into how many steps a margin is divided.
FEW, STEPS = 3, 1000


class Draw(FrozenStruct):
    """Which of several near-equal choices a bot makes.

    `width` is the factor of every margin within which choices count as near-equal. Without a salt the best is chosen.
    """

    salt: str = ""
    width: float = 1.0

    @property
    def spread(self) -> float:
        """The factor of margins, 0 without a salt."""
        return self.width if self.salt else 0.0

    @property
    def few(self) -> int:
        """Return how many near-equal choices to draw from; more would only cost strength."""
        return round(FEW * self.width)

    def picker(self, about: str) -> Picker:
        """Return a chooser for one question; `about`: its id and what else identifies it."""
        return Picker(self.salt, f"near-equal/{about}")

    def ranked(self, about: str, scored: Iterable[tuple[float, _T]], margin: float) -> list[_T]:
        """Return items best first, the first drawn among those within the best's margin."""
        ordered = sorted(scored, key=lambda pair: -pair[0])
        if not self.salt or not ordered:
            return [choice for _, choice in ordered]
        least = ordered[0][0] - margin * self.width
        near = sum(score >= least for score, _ in ordered)
        drawn = ordered.pop(self.picker(about)(min(near, self.few)))
        return [choice for _, choice in (drawn, *ordered)]

    def shift(self, about: str, margin: float) -> float:
        """Return a drawn shift of an estimate, at most the margin; 0 without a salt."""
        return margin * self.spread * (self.picker(about)(2 * STEPS + 1) - STEPS) / STEPS


BEST = Draw()
# How much wider the margins of a level are than the bot's.
WIDTHS: Mapping[Level, float] = {"squire": 8.0, "steward": 1.0, "maester": 1.0}


def draw_of(seed: str, seat: str, level: Level = "steward") -> Draw:
    """Return how a bot of some level draws in a seat.

    Without a seed it takes the best choice and draws nothing."""
    return Draw(salt_of(seed, seat), WIDTHS[level]) if seed else BEST


def with_seed(position: Any, seed: str) -> Any:
    """Return the position under another seed for bots' salts (empty: no drawing)."""
    hidden = replace(position.hidden, seed=seed)
    return replace(position, hidden=hidden)
