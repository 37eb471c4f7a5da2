"""The site's WSGI application as uvicorn asks it: whole bodies in, whole answers out, a thread only in between."""

from __future__ import annotations

import asyncio
import http
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import unquote_to_bytes

import structlog

from correspondence.proxies import Proxies
from correspondence.rate_limits.spending import place_of
from worker.edge import bodies
from worker.edge.bodies import LEFT, Receive, Scope, Send
from worker.edge.heads import Refused
from worker.edge.limits import Limits
from worker.edge.streams import HELD, Streams, Watch, nothing_watched
from worker.edge.turns import ANYBODY, Turns

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
            body, length = await bodies.whole(receive, self._limits)
        except bodies.Gone:
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
        except bodies.Gone:
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
