"""The WSGI application for uvicorn, the request queue, and event streams.

The application answers a stream's address like any other, with a header (`Rookery-Held`: what is listened to, and who
listens) that allows it to stay open. It is asked again with the last event's id when something was touched, and at
intervals, so that whoever may no longer listen is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import http
import io
import random
import re
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import unquote_to_bytes

import structlog

from correspondence.proxies import Proxies
from correspondence.rate_limits import counted_address
from worker.edge import connection
from worker.edge.connection import LEFT, ClientDisconnected, Limits, Receive, Refused, Scope, Send

log = structlog.get_logger(__name__)

# What the application says of an answer that may be held open, for the edge alone.
HELD = b"rookery-held"
# In the environment of a request that is repeated, so that nobody's allowance is spent by it.
AGAIN = "rookery.asked_again"
HEARTBEAT = b": \n\n"
_ID = re.compile(rb"^id: (.*)$", re.MULTILINE)
# Of things listened to, a word that is another once they were touched. Runs in a thread.
Watch = Callable[[Collection[str]], Mapping[str, str]]


def watch_nothing(names: Collection[str]) -> Mapping[str, str]:
    """Where nobody tells what was touched: streams are asked again in their time."""
    return {}


class Streams:
    """The streams of one process; `ask` asks the application."""

    def __init__(self, ask: Callable[[dict[str, Any]], Answer], watch: Watch, limits: Limits) -> None:
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

    def has_room(self, who: str) -> bool:
        """Whether one more may be held open for whoever listens."""
        return not self.full and (not who or self._whose[who] < self._limits.streams_of_one)

    def end(self) -> None:
        """Let all end, and hold no more."""
        self._ended = True
        self._wake(tuple(self._touched))

    async def hold(
        self, environ: dict[str, Any], answer: Answer, name: str, who: str, left: asyncio.Future[None], send: Send
    ) -> None:
        """Hold an answer open until `left`, refused or out of time.

        `name`: what is listened to; `who` is counted as its reader: the account, or an unknown reader's address. The
        answer's body is emptied once sent.
        """
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
        begun, last_query = loop.time(), loop.time()
        environ = {**environ, "wsgi.input": io.BytesIO(), "CONTENT_LENGTH": "0", AGAIN: True}
        # Not all at one moment.
        again = self._limits.again_seconds * random.uniform(0.75, 1.0)
        # Heartbeats keep their own time: an extra one would tell the reader that something happened.
        heartbeat, body = begun + self._limits.heartbeat_seconds, body or HEARTBEAT
        last_time = self._times[name]
        while True:
            for event_id in _ID.findall(body):
                environ["HTTP_LAST_EVENT_ID"] = event_id.decode("latin-1")
            if body:
                await send({"type": "http.response.body", "body": body, "more_body": True})
            touched = await self._wait(name, left, last_time, heartbeat)
            now = loop.time()
            if left.done() or self._ended or now - begun > self._limits.stream_seconds:
                return
            body = b""
            if now >= heartbeat:
                await send({"type": "http.response.body", "body": HEARTBEAT, "more_body": True})
                heartbeat += self._limits.heartbeat_seconds
            if touched or now - last_query > again:
                last_query, last_time = now, self._times[name]
                # The reader may have left while others were asked for.
                answer = await loop.run_in_executor(self._thread, lambda: None if left.done() else self._ask(environ))
                if answer is None or answer.status != 200:
                    return
                body = b"".join(answer.pieces)

    async def _wait(self, name: str, left: asyncio.Future[None], seen: int, until: float) -> bool:
        """Whether what is listened to was touched before `until` (loop time) or `left`."""
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
        """Remove a listener of `name`, counted for `who`; forget unheard names."""
        for counter, key in ((self._listeners, name), (self._whose, who)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        if name not in self._listeners:
            self._touched.pop(name, None)
            del self._times[name]

    async def _look(self) -> None:
        """Look now and then whether anything was touched, as long as somebody listens."""
        loop, previous_words = asyncio.get_running_loop(), dict[str, str]()
        with contextlib.suppress(asyncio.CancelledError):
            while self._listeners and not self._ended:
                names = tuple(self._listeners)
                try:
                    current_words = await loop.run_in_executor(self._thread, self._watch, names)
                except Exception as error:  # noqa: BLE001  a database that is away for a moment ends no stream
                    log.warning("nobody can look what happened in games", error=repr(error)[:300])
                else:
                    self._wake([name for name, word in current_words.items() if previous_words.get(name) != word])
                    previous_words = dict(current_words)
                await asyncio.sleep(self._limits.look_seconds)
        self._watching = None


# The place of those whose address nobody tells: they are many, and have no share.
ANYBODY = ""


class Turns:
    """A fair queue for threads: waiting needs no thread; places take turns.

    `threads` requests run at a time, `at_once` of them of one place (0: any number). `waiting` more of a place wait,
    `waiting_in_all` of all places. A free thread goes to the place that waited longest, however many requests others
    have in the queue.
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
        """Return whether a thread is free and this client address has a share left."""
        return self._free > 0 and (place == ANYBODY or self._running[place] < self._at_once)

    def _run(self, place: str) -> None:
        """Take a thread for a request from this client address."""
        self._free -= 1
        self._running[place] += 1

    def _end(self, place: str) -> None:
        """Release a thread of this client address, and give it to who waits next."""
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
                raise ClientDisconnected
        except BaseException:
            # Its place in the queue is free at once; a turn that came at the last moment is the next one's.
            if turn.done():
                self._end(place)
            else:
                self._forget(place, turn)
            raise

    def _next(self) -> None:
        """Give the free thread to the first place that may have it, then move it last."""
        place = next((place for place in self._queues if self._may_run(place)), None)
        if place is not None:
            turn = self._queues[place][0]
            queue = self._forget(place, turn)
            if queue:
                self._queues[place] = self._queues.pop(place)
            self._run(place)
            turn.set_result(None)

    def _forget(self, place: str, turn: asyncio.Future[None]) -> deque[asyncio.Future[None]]:
        """Remove a waiting request from the queue of its client address.
        Returns what is left of that queue."""
        queue = self._queues[place]
        queue.remove(turn)
        self._queued -= 1
        if not queue:
            del self._queues[place]
        return queue


Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
# An answer leaves in such pieces, so that a slow reader is noticed between them.
PIECE_BYTES = 64 * 1024
RETRY_SECONDS = b"2"
# What restarts this process if nobody answers has a thread of its own, so that long pages do not look like its end.
LIVE = "/health/live"
# Streams are opened at such addresses.
STREAMS = "/events"


@dataclass
class Answer:
    """What the application said."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)

    def start(self, status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], None]:
        """WSGI's `start_response`."""
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return self.pieces.append

    def take(self, name: bytes) -> str:
        """A header that is for us alone, taken out; empty if there is none."""
        values = [value for key, value in self.headers if key == name]
        self.headers = [(key, value) for key, value in self.headers if key != name]
        return values[0].decode("latin-1") if values else ""


class Site:
    """The site for one process of uvicorn; `threads` work on requests."""

    def __init__(self, app: Wsgi, threads: int, limits: Limits, proxies: Proxies, watch: Watch = watch_nothing) -> None:
        self._app, self._limits, self._proxies = app, limits, proxies
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="site")
        self._lively = ThreadPoolExecutor(1, thread_name_prefix="live")
        # Streams are opened by a thread of their own and told by another, so that pages never wait for them.
        self.streams = Streams(lambda environ: ask(app, environ), watch, limits)
        self._opening = ThreadPoolExecutor(1, thread_name_prefix="opening")
        self._turns = Turns(threads, limits.at_once, limits.waiting, limits.waiting_in_all)
        self._warned = False
        self._openings = Turns(1, limits.at_once, limits.waiting, limits.waiting_in_all)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        try:
            body, length = await connection.whole(receive, self._limits)
        except connection.ClientDisconnected:
            return
        except Refused as refused:
            await _send(send, refusal(refused.status))
            return
        with body:
            environ = environment(scope, body, length)
            answer = await self._answer(environ, scope[LEFT])
        stream_header = answer.take(HELD)
        if stream_header and answer.status == http.HTTPStatus.OK and scope["method"] == "GET":
            name, _, who = stream_header.partition(" ")
            who = who or self._place(environ)
            if self.streams.has_room(who):
                await self.streams.hold(environ, answer, name, who, scope[LEFT], send)
                return
            answer = refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        await _send(send, answer)

    async def _answer(self, environ: dict[str, Any], left: asyncio.Future[None]) -> Answer:
        loop = asyncio.get_running_loop()
        if environ["PATH_INFO"] == LIVE:
            return await loop.run_in_executor(self._lively, ask, self._app, environ)
        turns, threads = self._turns, self._threads
        if environ["PATH_INFO"].endswith(STREAMS) and environ["REQUEST_METHOD"] == "GET":
            turns, threads = self._openings, self._opening
            if self.streams.full:
                return refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            async with turns.turn(self._place(environ), left):
                return await loop.run_in_executor(threads, ask, self._app, environ)
        except Refused as refused:
            return refusal(refused.status)
        except connection.ClientDisconnected:
            # Whoever only says no more may read it.
            return refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)

    def _place(self, environ: dict[str, Any]) -> str:
        """Return the request's place for counting; ANYBODY behind an unnamed proxy."""
        peer = environ["REMOTE_ADDR"]
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        asker = self._proxies.asker(peer, forwarded)
        if forwarded and asker == peer and not self._warned and self._proxies.loopback(peer):
            self._warned = True
            log.warning("a proxy on this machine says for whom it asks, and TRUSTED_PROXIES does not name it")
        return ANYBODY if asker == peer and self._proxies.is_shared(peer) else counted_address(asker)


def ask(app: Wsgi, environ: dict[str, Any]) -> Answer:
    """What the application answers, to its last byte."""
    answer = Answer()
    chunks = app(environ, answer.start)
    try:
        answer.pieces.extend(chunks)
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()
    return answer


def environment(scope: Scope, body: IO[bytes], length: int) -> dict[str, Any]:
    """Return a request as a WSGI environ (PEP 3333); repeated headers are joined."""
    host, port = scope["server"] or ("", 0)
    asker = scope["client"] or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": asker[0],
        "REMOTE_PORT": str(asker[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        if name in ("CONTENT_LENGTH", "TRANSFER_ENCODING"):
            continue
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        between = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    # The length that came, however it was told.
    if length or any(name == b"content-length" for name, _ in scope["headers"]):
        environ["CONTENT_LENGTH"] = str(length)
    return environ


def refusal(status: int) -> Answer:
    """A request that the application is not asked."""
    body = f"{http.HTTPStatus(status).phrase}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    if status == http.HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", RETRY_SECONDS))
    return Answer(status, headers, [body])


async def _send(send: Send, answer: Answer) -> None:
    body = b"".join(answer.pieces)
    headers = answer.headers
    bodiless = answer.status < 200 or answer.status in (204, 304)
    if not bodiless and not any(name == b"content-length" for name, _ in headers):
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers, "trailers": False})
    for start in range(0, max(1, len(body)), PIECE_BYTES):
        end = start + PIECE_BYTES
        more = end < len(body)
        await send({"type": "http.response.body", "body": body[start:end], "more_body": more})
