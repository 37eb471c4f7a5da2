"""Whose request is worked on: one address takes some of the threads, never all of them."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from worker.edge.bodies import Gone
from worker.edge.heads import Refused

# The place of those whose address nobody tells: they are many, and have no share.
ANYBODY = ""


class Turns:
    """A fair queue for threads: who waits needs none, and places get theirs one after the other.

    `threads` requests are worked on at a time, `at_once` of them of one place (0: any number). `waiting` more of a
    place wait, `waiting_in_all` of all places. A thread that becomes free goes to the place that waited longest for
    its turn, however many requests others have in the queue.
    """

    def __init__(self, threads: int, at_once: int, waiting: int, waiting_in_all: int) -> None:
        self._free, self._at_once = threads, at_once or threads
        self._waiting, self._waiting_in_all = waiting if at_once else waiting_in_all, waiting_in_all
        self._running: Counter[str] = Counter()
        # In the order in which places get their turn.
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._queued = 0

    @asynccontextmanager
    async def turn(self, place: str, left: asyncio.Future[None]) -> AsyncIterator[None]:
        """Wait until a request of this place may be worked on.

        Raises Refused (503) if too many wait already, and Gone if `left` is done before: who asked has left.
        """
        if place in self._queues or not self._may_run(place):
            await self._wait(place, left)
        else:
            self._run(place)
        try:
            yield
        finally:
            self._end(place)

    def _may_run(self, place: str) -> bool:
        return self._free > 0 and (place == ANYBODY or self._running[place] < self._at_once)

    def _run(self, place: str) -> None:
        self._free -= 1
        self._running[place] += 1

    def _end(self, place: str) -> None:
        self._free += 1
        self._running[place] -= 1
        if not self._running[place]:
            del self._running[place]
        self._next()

    async def _wait(self, place: str, left: asyncio.Future[None]) -> None:
        queue = self._queues.get(place, ())
        most = self._waiting_in_all if place == ANYBODY else self._waiting
        if len(queue) >= most or self._queued >= self._waiting_in_all:
            raise Refused(503)
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(place, deque()).append(turn)
        self._queued += 1
        try:
            await asyncio.wait((turn, left), return_when=asyncio.FIRST_COMPLETED)
            if left.done():
                raise Gone
        except BaseException:
            # Its place in the queue is free at once; a turn that came at the last moment is the next one's.
            if turn.done():
                self._end(place)
            else:
                self._forget(place, turn)
            raise

    def _next(self) -> None:
        """Give the free thread to the first place that may have it; that place is the last from then on."""
        place = next((place for place in self._queues if self._may_run(place)), None)
        if place is not None:
            turn = self._queues[place][0]
            queue = self._forget(place, turn)
            if queue:
                self._queues[place] = self._queues.pop(place)
            self._run(place)
            turn.set_result(None)

    def _forget(self, place: str, turn: asyncio.Future[None]) -> deque[asyncio.Future[None]]:
        queue = self._queues[place]
        queue.remove(turn)
        self._queued -= 1
        if not queue:
            del self._queues[place]
        return queue
