"""Who may be connected: so many from one address, so many in all; who waits longest without asking goes first."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

import structlog

log = structlog.get_logger(__name__)
# Refusals are told in one line a minute.
TOLD_EVERY = 60.0


class Guest(Protocol):
    """A connection, as the gatekeeper knows it."""

    place: str

    def leave(self) -> None:
        """End at once."""


class Gatekeeper:
    """Counts the connections of one process.

    `most` in all and `of_one` place (an address, a /64 of IPv6; 0: any number); `uncounted` tells which addresses are
    of proxies and stand for many. If all places are taken, the guest that waits longest without a request leaves.
    """

    def __init__(
        self, most: int, of_one: int, uncounted: Callable[[str], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._of_one, self._uncounted, self._clock = most, of_one, uncounted, clock
        self._here: Counter[str] = Counter()
        self._count = 0
        # In the order in which they began to wait, the longest first.
        self._waiting: dict[Guest, None] = {}
        self._refused, self._told = 0, -TOLD_EVERY

    def enter(self, guest: Guest, address: str) -> bool:
        """Whether this connection may stay; if so, it must be told of with `left` at its end."""
        counted = self._of_one and not self._uncounted(address)
        if counted and self._here[guest.place] >= self._of_one:
            return self._refuse("too many connections from one address")
        if self._count >= self._most:
            longest = next(iter(self._waiting), None)
            if longest is None:
                return self._refuse("too many connections")
            self.busy(longest)
            longest.leave()
            self._refuse("too many connections: who waited longest was sent away")
        self._here[guest.place] += 1
        self._count += 1
        self.waits(guest)
        return True

    def left(self, guest: Guest) -> None:
        """A connection that had entered is over."""
        self._here[guest.place] -= 1
        if not self._here[guest.place]:
            del self._here[guest.place]
        self._count -= 1
        self.busy(guest)

    def waits(self, guest: Guest) -> None:
        """From now on nothing is to be done for this connection."""
        self._waiting.pop(guest, None)
        self._waiting[guest] = None

    def busy(self, guest: Guest) -> None:
        """A request of this connection has begun."""
        self._waiting.pop(guest, None)

    def _refuse(self, why: str) -> bool:
        self._refused += 1
        now = self._clock()
        if now - self._told >= TOLD_EVERY:
            log.warning(why, refused=self._refused, connections=self._count, places=len(self._here))
            self._refused, self._told = 0, now
        return False
