"""Whose request is worked on: one address takes some of the threads, never all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from worker.edge.heads import Refused


@dataclass
class _Place:
    free: asyncio.Semaphore
    here: int = field(default=0)


class Turns:
    """So many requests of one place are worked on `at_once` (0: any number); so many more wait, without a thread."""

    def __init__(self, at_once: int, waiting: int, waiting_in_all: int) -> None:
        self._at_once, self._most, self._most_in_all = at_once, at_once + waiting, waiting_in_all
        self._places: dict[str, _Place] = {}
        self._here = 0

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Wait until a request of this place may be worked on. Refused (503) if too many wait already."""
        if self._here >= self._most_in_all:
            raise Refused(503)
        if not self._at_once:
            self._here += 1
            try:
                yield
            finally:
                self._here -= 1
            return
        place = self._places.setdefault(name, _Place(asyncio.Semaphore(self._at_once)))
        if place.here >= self._most:
            raise Refused(503)
        place.here += 1
        self._here += 1
        try:
            async with place.free:
                yield
        finally:
            place.here -= 1
            self._here -= 1
            if not place.here:
                del self._places[name]
