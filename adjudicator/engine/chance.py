"""Committed, portable chance: every shuffle derives from the game's seed and a named purpose.

The generator is SHA-256 in counter mode, so that any language can check a shuffle; Python's own generators are not
used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """The SHA-256 (hex) of the seed: published when the game starts, checked when the seed is revealed."""
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
    """A fair integer in 0..bound-1 taken from the stream; biased words are thrown away."""
    if bound < 1:
        raise ValueError(f"bound must be at least 1, not {bound}")
    limit = (1 << 64) - ((1 << 64) % bound)
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the stream of words never ends")


def shuffle(seed: str, purpose: str, items: Sequence[T]) -> list[T]:
    """A shuffled copy of items (Fisher-Yates from the end), the same for the same seed and purpose on every machine."""
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
