"""The site's WSGI application as uvicorn asks it, and whose request is worked on."""

from __future__ import annotations

import asyncio
import http
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import unquote_to_bytes

import structlog

from correspondence.proxies import Proxies
from correspondence.rate_limits import place_of
from worker.edge import connection
from worker.edge.connection import LEFT, Gone, Limits, Receive, Refused, Scope, Send
from worker.edge.streams import HELD, Streams, Watch, nothing_watched

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


log = structlog.get_logger(__name__)

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
        found = [value for key, value in self.headers if key == name]
        self.headers = [(key, value) for key, value in self.headers if key != name]
        return found[0].decode("latin-1") if found else ""


class Site:
    """The site for one process of uvicorn; `threads` work on requests."""

    def __init__(
        self, app: Wsgi, threads: int, limits: Limits, proxies: Proxies, watch: Watch = nothing_watched
    ) -> None:
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
        except connection.Gone:
            return
        except Refused as refused:
            await _send(send, refusal(refused.status))
            return
        with body:
            environ = environment(scope, body, length)
            answer = await self._answer(environ, scope[LEFT])
        held = answer.take(HELD)
        if held and answer.status == http.HTTPStatus.OK and scope["method"] == "GET":
            if self.streams.has_room(held, self._place(environ)):
                await self.streams.hold(environ, answer, held, self._place(environ), scope[LEFT], send)
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
        except connection.Gone:
            # Whoever only says no more may read it.
            return refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)

    def _place(self, environ: dict[str, Any]) -> str:
        """Where the request comes from, as it is counted; ANYBODY if a proxy that nobody named asks for all."""
        peer = environ["REMOTE_ADDR"]
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        asker = self._proxies.asker(peer, forwarded)
        if forwarded and asker == peer and not self._warned and self._proxies.loopback(peer):
            self._warned = True
            log.warning("a proxy on this machine says for whom it asks, and TRUSTED_PROXIES does not name it")
        return ANYBODY if asker == peer and self._proxies.stands_for_many(peer) else place_of(asker)


def ask(app: Wsgi, environ: dict[str, Any]) -> Answer:
    """What the application answers, to its last byte."""
    answer = Answer()
    said = app(environ, answer.start)
    try:
        answer.pieces.extend(said)
    finally:
        close = getattr(said, "close", None)
        if close is not None:
            close()
    return answer


def environment(scope: Scope, body: IO[bytes], length: int) -> dict[str, Any]:
    """A request as WSGI says it (PEP 3333). A header that came several times is one, with commas between."""
    host, port = scope["server"] or ("", 0)
    asker = scope["client"] or ("", 0)
    environ: dict[str, Any] = {
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
    said = f"{http.HTTPStatus(status).phrase}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    if status == http.HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", RETRY_SECONDS))
    return Answer(status, headers, [said])


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
