"""How large the slices of random properties are: a few games and examples every day, all of them by night."""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from typing import TypeVar
from zlib import crc32

# `make nightly` sets it.
IN_FULL = os.environ.get("ROOKERY_SLICES", "") == "full"
T = TypeVar("T")


def often(by_day: int, by_night: int) -> int:
    """How many random games or examples a property is tried on."""
    return by_night if IN_FULL else by_day


def its_turn(number: int, of: int) -> bool:
    """Whether this one of many that are alike is tried: by night each, by day every so manieth."""
    return IN_FULL or number % of == 0


def in_turn(number: int, ways: Sequence[T]) -> Sequence[T]:
    """The ways in which this one of many that are alike is tried: by night all, by day one, for the next another."""
    return ways if IN_FULL else [ways[number % len(ways)]]


def tried_on_the_other(test: str, tests: Container[str]) -> bool:
    """Whether a test, named with one of the two databases, is by day left to its twin on the other; none without a twin
    among the tests is left out."""
    for kind, other in (("sqlite", "postgresql"), ("postgresql", "sqlite")):
        before, found, after = test.rpartition(kind)
        if found and f"{before}{other}{after}" in tests:
            return crc32(f"{before}{after}".encode()) % 2 == (kind == "sqlite")
    return False
