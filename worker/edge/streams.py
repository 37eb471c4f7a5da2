"""Streams of events, held open by the loop: a listener costs a connection and a few kilobytes, and no thread.

The application answers a stream's address like any other, and says with a header (`Rookery-Held`: what is listened to,
and who listens) that the answer may be held open. It is asked again, with the id of the last event, when what is
listened to was touched, and once in a while anyway: whoever may not listen any more is refused then, and hears no more.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import structlog

from worker.edge.connection import Limits, Send

log = structlog.get_logger(__name__)

# What the application says of an answer that may be held open, for the edge alone.
HELD = b"rookery-held"
# In the environment of a request that is repeated, so that nobody's allowance is spent by it.
AGAIN = "rookery.asked_again"
PULSE = b": \n\n"
_ID = re.compile(rb"^id: (.*)$", re.MULTILINE)
# Of things listened to, a word that is another once they were touched. Runs in a thread.
Watch = Callable[[Collection[str]], Mapping[str, str]]


class Said(Protocol):
    """An answer of the application."""

    status: int
    headers: list[tuple[bytes, bytes]]
    pieces: list[bytes]


def nothing_watched(names: Collection[str]) -> Mapping[str, str]:
    """Where nobody tells what was touched: streams are asked again in their time."""
    return {}


class Streams:
    """The streams of one process; `ask` asks the application."""

    def __init__(self, ask: Callable[[dict[str, Any]], Said], watch: Watch, limits: Limits) -> None:
        self._ask, self._watch, self._limits = ask, watch, limits
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="streams")
        self._touched: dict[str, asyncio.Event] = {}
        # How often each was touched: who is being answered at that moment hears of it afterwards.
        self._times: Counter[str] = Counter()
        self._listeners: Counter[str] = Counter()
        self._whose: Counter[str] = Counter()
        self._watching: asyncio.Task[None] | None = None
        self._ended = False

    def __len__(self) -> int:
        """How many are held open."""
        return self._listeners.total()

    @property
    def full(self) -> bool:
        """Whether no more may be held open, whoever listens."""
        return self._ended or len(self) >= self._limits.streams

    def has_room(self, held: str, place: str) -> bool:
        """Whether one more may be held open for whoever listens."""
        who = _who(held, place)
        return not self.full and (not who or self._whose[who] < self._limits.streams_of_one)

    def end(self) -> None:
        """Let all end, and hold no more."""
        self._ended = True
        self._wake(tuple(self._touched))

    async def hold(
        self, environ: dict[str, Any], answer: Said, held: str, place: str, left: asyncio.Future[None], send: Send
    ) -> None:
        """Hold an answer open until its reader has `left`, may not listen any more, or its time is over.

        The answer is emptied once it was said.
        """
        name, who = held.partition(" ")[0], _who(held, place)
        self._listeners[name] += 1
        self._whose[who] += 1
        if self._watching is None:
            self._watching = asyncio.create_task(self._look())
        try:
            headers = [pair for pair in answer.headers if pair[0] != b"content-length"]
            await send({"type": "http.response.start", "status": 200, "headers": headers, "trailers": False})
            body = b"".join(answer.pieces)
            # What was said already need not lie about for hours with each listener.
            del headers
            answer.headers.clear()
            answer.pieces.clear()
            await self._tell(environ, body, name, left, send)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._forget(name, who)

    async def _tell(
        self, environ: dict[str, Any], body: bytes, name: str, left: asyncio.Future[None], send: Send
    ) -> None:
        loop = asyncio.get_running_loop()
        begun, asked = loop.time(), loop.time()
        environ = {**environ, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0", AGAIN: True}
        # Not all at one moment.
        again = self._limits.again_seconds * random.uniform(0.75, 1.0)
        # Pulses keep their own time: one between them would tell that something happened of which the reader hears not.
        pulse, body = begun + self._limits.pulse_seconds, body or PULSE
        seen = self._times[name]
        while True:
            for found in _ID.findall(body):
                environ["HTTP_LAST_EVENT_ID"] = found.decode("latin-1")
            if body:
                await send({"type": "http.response.body", "body": body, "more_body": True})
            touched = await self._wait(name, left, seen, pulse)
            now = loop.time()
            if left.done() or self._ended or now - begun > self._limits.stream_seconds:
                return
            body = b""
            if now >= pulse:
                await send({"type": "http.response.body", "body": PULSE, "more_body": True})
                pulse += self._limits.pulse_seconds
            if touched or now - asked > again:
                asked, seen = now, self._times[name]
                said = await loop.run_in_executor(self._thread, self._ask_for, left, environ)
                if said is None or said.status != 200:
                    return
                body = b"".join(said.pieces)

    def _ask_for(self, left: asyncio.Future[None], environ: dict[str, Any]) -> Said | None:
        """Ask the application, if the reader has not left while others were asked for."""
        return None if left.done() else self._ask(environ)

    async def _wait(self, name: str, left: asyncio.Future[None], seen: int, until: float) -> bool:
        """Whether what is listened to was touched, before a moment of the loop's clock or the reader left."""
        if self._times[name] != seen:
            return True
        event = self._touched.setdefault(name, asyncio.Event())
        waiting = asyncio.ensure_future(event.wait())
        try:
            remaining = max(0.0, until - asyncio.get_running_loop().time())
            await asyncio.wait((waiting, left), timeout=remaining, return_when="FIRST_COMPLETED")
            return waiting.done()
        finally:
            waiting.cancel()

    def _wake(self, names: Collection[str]) -> None:
        for name in names:
            self._times[name] += 1
            event = self._touched.pop(name, None)
            if event is not None:
                event.set()

    def _forget(self, name: str, who: str) -> None:
        for counter, key in ((self._listeners, name), (self._whose, who)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        if name not in self._listeners:
            self._touched.pop(name, None)
            del self._times[name]

    async def _look(self) -> None:
        """Look now and then whether anything was touched, as long as somebody listens."""
        loop, known = asyncio.get_running_loop(), dict[str, str]()
        with contextlib.suppress(asyncio.CancelledError):
            while self._listeners and not self._ended:
                names = tuple(self._listeners)
                try:
                    found = await loop.run_in_executor(self._thread, self._watch, names)
                except Exception as error:  # noqa: BLE001  a database that is away for a moment ends no stream
                    log.warning("nobody can look what happened in games", error=repr(error)[:300])
                else:
                    self._wake([name for name, word in found.items() if known.get(name) != word])
                    known = dict(found)
                await asyncio.sleep(self._limits.look_seconds)
        self._watching = None


def _who(held: str, place: str) -> str:
    """By whom a stream is counted: the account, or the address of somebody unknown."""
    return held.partition(" ")[2] or place
