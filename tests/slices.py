"""How large the slices of random properties are: a few games and examples every day, all of them by night."""

from __future__ import annotations

import os

# `make nightly` sets it.
IN_FULL = os.environ.get("ROOKERY_SLICES", "") == "full"


def often(by_day: int, by_night: int) -> int:
    """How many random games or examples a property is tried on."""
    return by_night if IN_FULL else by_day


def its_turn(number: int, of: int) -> bool:
    """Whether this one of many that are alike is tried: by night each, by day every so manieth."""
    return IN_FULL or number % of == 0
