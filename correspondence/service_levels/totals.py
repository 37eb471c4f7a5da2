"""Counts that only grow, and what can be said of the difference of two of them."""

from __future__ import annotations

from bisect import bisect_left

import msgspec

# Seconds; what is above the last one is counted too.
LATENESS_BOUNDS = (1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1800, 3600, 7200, 21600, 86400)
WORK_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# A call that is adjudicated within a minute of its deadline is on time.
ON_TIME_SECONDS = 60


class Spread(msgspec.Struct):
    """How often seconds fell between bounds: `counts` has one place more than there are bounds; `sum` in seconds."""

    counts: list[int]
    sum: float = 0.0

    def add(self, bounds: tuple[float, ...], seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(bounds, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        """How many were counted."""
        return sum(self.counts)


def spread(bounds: tuple[float, ...]) -> Spread:
    """An empty one."""
    return Spread([0] * (len(bounds) + 1))


class Totals(msgspec.Struct):
    """Calls by how late they closed, adjudications by how long they took, letters by what became of them."""

    lateness: Spread = msgspec.field(default_factory=lambda: spread(LATENESS_BOUNDS))
    work: Spread = msgspec.field(default_factory=lambda: spread(WORK_BOUNDS))
    letters_accepted: int = 0
    letters_given_up: int = 0

    @property
    def on_time(self) -> int:
        """Calls that closed within a minute of their deadline."""
        return sum(self.lateness.counts[: bisect_left(LATENESS_BOUNDS, ON_TIME_SECONDS) + 1])

    def plus(self, other: Totals) -> Totals:
        """Both together."""
        return self._with(other, 1)

    def minus(self, other: Totals) -> Totals:
        """What came after `other`."""
        return self._with(other, -1)

    def _with(self, other: Totals, sign: int) -> Totals:
        return Totals(
            lateness=_joined(self.lateness, other.lateness, sign),
            work=_joined(self.work, other.work, sign),
            letters_accepted=self.letters_accepted + sign * other.letters_accepted,
            letters_given_up=self.letters_given_up + sign * other.letters_given_up,
        )


def _joined(one: Spread, other: Spread, sign: int) -> Spread:
    counts = [a + sign * b for a, b in zip(one.counts, other.counts, strict=True)]
    return Spread(counts, one.sum + sign * other.sum)


def quantile(found: Spread, bounds: tuple[float, ...], share: float) -> float | None:
    """The seconds that `share` (0 to 1) of the counted ones stay within; between two bounds they are taken to lie
    evenly. None if nothing was counted; above the last bound, that bound."""
    wanted, below = found.count * share, 0
    if not found.count:
        return None
    for place, count in enumerate(found.counts):
        if count and below + count >= wanted:
            if place == len(bounds):
                break
            low = bounds[place - 1] if place else 0.0
            return low + (bounds[place] - low) * (wanted - below) / count
        below += count
    return float(bounds[-1])


def encode(totals: Totals) -> bytes:
    """Totals as they are stored."""
    return msgspec.json.encode(totals)


def decode(document: bytes) -> Totals:
    """Totals as they were stored."""
    return msgspec.json.decode(document, type=Totals)
