"""One connection: its limits, heads and bodies, time limits for request parts.

uvicorn documents its options and its server, not this class and its methods. None of its options limits the time of a
head, a reader who takes nothing, or an address's connections (ADR 17), so they are limited here only. If a version
renames what is used, tests/house/test_private_names.py and the edge's tests fail: change this file, or hold uvicorn
below that version.
"""

from __future__ import annotations

import asyncio
import http
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Protocol, cast

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from correspondence.archive.files import MAX_FILE_BYTES
from correspondence.rate_limits import counted_address

# Descriptors kept for files, the database and the broker, beside those of connections.
SPARED_FILES = 128
MAX_FILES = 65_536


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Seconds and sizes for each process of the site.

    A head (request line and headers) has `head_seconds` from the connection, or from its first byte on one that was
    answered before. A body has `body_seconds` and a second more for each `body_bytes_a_second` that came. An answer
    that nobody takes for `answer_seconds` is given up. What is refused may go on sending for `deaf_seconds`, unheard.
    `connections` at once in all and from one address (`of_one`; 0:
    any number), `at_once` requests of one address in threads, `waiting` before these. Sizes are in bytes.
    """

    head_seconds: float = 15.0
    body_seconds: float = 20.0
    body_bytes_a_second: int = 4096
    idle_seconds: int = 15
    answer_seconds: float = 60.0
    stop_seconds: int = 8
    linger_seconds: float = 1.0
    deaf_seconds: float = 15.0
    head_bytes: int = 32 * 1024
    headers: int = 100
    # The largest that the site takes is a game file; its form adds a little.
    body_bytes: int = MAX_FILE_BYTES + 256 * 1024
    # Of a body, this much is kept in memory, the rest in a file without a name.
    memory_bytes: int = 256 * 1024
    connections: int = 4096
    of_one: int = 100
    at_once: int = 4
    waiting: int = 64
    waiting_in_all: int = 1024
    # Streams held open: in all, for one account or address; how often who listens is looked up again, how often a
    # stream says that it lives, how often somebody looks whether anything happened, and how long a stream lasts.
    streams: int = 1000
    streams_of_one: int = 12
    again_seconds: float = 120.0
    heartbeat_seconds: float = 20.0
    look_seconds: float = 2.0
    stream_seconds: float = 3600.0


def raise_files() -> int:
    """Raise the open file limit as far as allowed, to MAX_FILES; return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft == resource.RLIM_INFINITY or soft >= target:
        return MAX_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
    return target


Headers = Sequence[tuple[bytes, bytes]]


class Refused(Exception):
    """A request not passed to the application; `status` is sent instead."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def check(version: str, target: bytes, headers: Headers, limits: Limits) -> None:
    """Raise Refused for a head that is ambiguous between servers, or too large.

    The parser has already refused most: bare line ends, folded lines, both lengths at once.
    """
    size = len(target) + sum(len(name) + len(value) + 4 for name, value in headers)
    if size > limits.head_bytes or len(headers) > limits.headers:
        raise Refused(431)
    if version not in ("1.0", "1.1"):
        raise Refused(505)
    hosts = _all(headers, b"host")
    if len(hosts) > 1 or (version == "1.1" and not hosts):
        raise Refused(400)
    if not target.startswith(b"/") and target != b"*" and _authority(target) != (hosts[0].lower() if hosts else b""):
        raise Refused(400)
    _check_length(version, headers, limits.body_bytes)


def _check_length(version: str, headers: Headers, most_body: int) -> None:
    """Raise Refused if the length of a request's body is ambiguous or too large.
    400 for odd codings, lengths or upgrades, 413 for a body over `most_body` bytes."""
    codings, lengths = _all(headers, b"transfer-encoding"), _all(headers, b"content-length")
    if codings and (version != "1.1" or [coding.lower() for coding in codings] != [b"chunked"] or lengths):
        raise Refused(400)
    if len(lengths) > 1 or any(not length.isdigit() for length in lengths):
        raise Refused(400)
    if lengths and (len(lengths[0]) > 18 or int(lengths[0]) > most_body):
        raise Refused(413)
    if (codings or lengths) and _all(headers, b"upgrade"):
        # The parser takes what follows for the other protocol; we speak none.
        raise Refused(400)


def allowed_headers(headers: Headers) -> list[tuple[bytes, bytes]]:
    """The headers that the application may see.

    A name with an underscore would be the same variable as the one with a hyphen, so it is left out; and a program must
    not take `proxy` for a setting of its own.
    """
    return [(name, value) for name, value in headers if b"_" not in name and name != b"proxy"]


def _all(headers: Headers, header_name: bytes) -> list[bytes]:
    return [value for name, value in headers if name == header_name]


def _authority(target: bytes) -> bytes:
    """Return `host:port` of a proxy request's address, or an invalid host."""
    scheme, colon, rest = target.partition(b"://")
    if not colon or scheme.lower() not in (b"http", b"https"):
        return b" "
    return rest.partition(b"/")[0].partition(b"?")[0].lower()


Message = Mapping[str, Any]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# In the scope: a future that is done once who asked has left. A connection whose other side says no more counts as
# left, as nginx counts it, for nobody can tell it from one that was closed.
LEFT = "rookery.left"


class ClientDisconnected(Exception):
    """Who asked has left before the request was whole."""


async def whole(receive: Receive, limits: Limits) -> tuple[IO[bytes], int]:
    """The body as a file at its beginning, and its length in bytes.

    Raises Refused (408 if it comes too slowly, 413 if it grows too large) and Gone.
    """
    body: IO[bytes] = tempfile.SpooledTemporaryFile(limits.memory_bytes)  # noqa: SIM115  closed by who reads it
    length, begun = 0, asyncio.get_running_loop().time()
    try:
        more = True
        while more:
            until = begun + limits.body_seconds + length / limits.body_bytes_a_second
            async with asyncio.timeout_at(until):
                message = await receive()
            if message["type"] != "http.request":
                raise ClientDisconnected
            length += len(message["body"])
            if length > limits.body_bytes:
                raise Refused(413)
            body.write(message["body"])
            more = message["more_body"]
    except TimeoutError:
        body.close()
        raise Refused(408) from None
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body, length


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
        """Count up to `most` connections, and `of_one` from one place (0: any number).
        Addresses for which `uncounted` is true have no limit of their own."""
        self._most, self._of_one, self._uncounted, self._clock = most, of_one, uncounted, clock
        self._here: Counter[str] = Counter()
        self._count = 0
        # In the order in which they began to wait, the longest first.
        self._waiting: dict[Guest, None] = {}
        self._refused, self._told = 0, -TOLD_EVERY

    def enter(self, guest: Guest, address: str) -> bool:
        """Whether this connection may stay; if so, call `left` for it at its end."""
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

    def release(self, guest: Guest) -> None:
        """A connection that had entered is over."""
        self._here[guest.place] -= 1
        if not self._here[guest.place]:
            del self._here[guest.place]
        self._count -= 1
        self.busy(guest)

    def waits(self, guest: Guest) -> None:
        """Note that this connection is idle: it may be ended if places run out."""
        self._waiting.pop(guest, None)
        self._waiting[guest] = None

    def busy(self, guest: Guest) -> None:
        """A request of this connection has begun."""
        self._waiting.pop(guest, None)

    def _refuse(self, why: str) -> bool:
        """Count a refusal, log them at most once a minute, and return False."""
        self._refused += 1
        now = self._clock()
        if now - self._told >= TOLD_EVERY:
            log.warning(why, refused=self._refused, connections=self._count, places=len(self._here))
            self._refused, self._told = 0, now
        return False


class Connection(HttpToolsProtocol):
    """Limits time and size of heads, refuses odd ones, drops answers nobody takes."""

    def __init__(self, *, limits: Limits, gatekeeper: Gatekeeper, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._limits, self._gatekeeper = limits, gatekeeper
        self.place = ""
        self._entered = self._stopping = False
        self._in_head, self._head_bytes = True, 0
        self._begun = self._unfinished = self._deaf = False
        self._refusal = 400
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._left: asyncio.Future[None] = self.loop.create_future()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or end it at once."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self.place = counted_address(address)
        self._entered = self._gatekeeper.enter(self, address)
        if self._entered:
            self._set_timer("head", self._limits.head_seconds, self._head_is_late)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        for name in tuple(self._timers):
            self._cancel(name)
        self._mark_disconnected()
        if self._entered:
            self._gatekeeper.release(self)
            self._entered = False
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def leave(self) -> None:
        """End at once; nobody waits for an answer."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on; a head has its time from its first byte."""
        if self.transport.is_closing() or self._deaf:
            return
        if self._in_head and "head" not in self._timers:
            self._set_timer("head", self._limits.head_seconds, self._head_is_late)
        before, self._begun = self._unfinished, False
        super().data_received(data)
        # A piece in which a head begins or ends is not the head's alone.
        if before and self._unfinished and not self._begun and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > self._limits.head_bytes:
                self._refusal = 431
                self.send_400_response("")

    def eof_received(self) -> bool:  # type: ignore[override]
        """Finish the current answer as the last after a half-close; drop the rest.
        Streams end."""
        if self._deaf or not self._in_head or self._idle:
            return False
        self.cycle.keep_alive = False
        self._mark_disconnected()
        return True

    def on_message_begin(self) -> None:
        """Begin to count a request's head at its first byte."""
        self._begun, self._unfinished, self._head_bytes = True, True, 0
        super().on_message_begin()
        cast(dict[str, Any], self.scope)[LEFT] = self._left

    def on_headers_complete(self) -> None:
        """Check a whole head, and pass the request on or raise Refused.
        Ends the time limit of heads."""
        self._unfinished = False
        try:
            check(self.parser.get_http_version(), self.url, self.headers, self._limits)
        except Refused as refused:
            self._refusal = refused.status
            raise
        self._in_head = False
        self._cancel("head")
        self._gatekeeper.busy(self)
        self.headers[:] = allowed_headers(self.headers)
        super().on_headers_complete()
        if self._stopping:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Note that a request is whole, so that the next byte begins a new head."""
        self._in_head = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Start the time limit to flush the answer, and count the connection as idle."""
        self._set_timer("answer", self._limits.answer_seconds, self._answer_is_late)
        self._gatekeeper.waits(self)
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Send the error and close; send nothing in the middle of another answer."""
        if not self._idle:
            self.transport.abort()
            return
        status = http.HTTPStatus(self._refusal)
        words = f"{status.phrase}\n".encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%s" % (status.value, status.phrase.encode(), len(words), words)
        )
        if self._refusal == http.HTTPStatus.REQUEST_TIMEOUT:
            self._end()
        else:
            self._drain_input()

    def pause_writing(self) -> None:
        """The reader takes nothing: it has a while to go on."""
        self._set_timer("taking", self._limits.answer_seconds, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """The reader goes on."""
        self._cancel("taking")
        super().resume_writing()

    def shutdown(self) -> None:
        """Answer what is being asked, and a request that is on its way; then end."""
        self._stopping = True
        if self._idle:
            self._set_timer("linger", self._limits.linger_seconds, self._stop)
        else:
            self.cycle.keep_alive = False

    @property
    def _idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _mark_disconnected(self) -> None:
        if not self._left.done():
            self._left.set_result(None)

    def _stop(self) -> None:
        if self._idle:
            self._end()

    def _end(self) -> None:
        """Close; what does not leave in its time is dropped."""
        self._set_timer("answer", self._limits.answer_seconds, self.transport.abort)
        self.transport.close()

    def _drain_input(self) -> None:
        """Stop answering but drain input: a client cut off while sending reads no error."""
        self._deaf = True
        self._cancel("head")
        self._gatekeeper.waits(self)
        self._set_timer("deaf", self._limits.deaf_seconds, self.transport.abort)
        self.transport.write_eof()

    def _unsupported_upgrade_warning(self) -> None:
        """Ignore the upgrade; the request is answered as it stands, and is the last."""
        if self.cycle is not None:
            self.cycle.keep_alive = False

    def _head_is_late(self) -> None:
        """Answer 408 to a head that took too long, and close.
        While another request is being answered, the time begins anew instead."""
        self._timers.pop("head", None)
        if not self._idle:
            # Part of the next request came early; its time begins after this answer.
            self._set_timer("head", self._limits.head_seconds, self._head_is_late)
            return
        self._refusal = 408
        self.send_400_response("")

    def _answer_is_late(self) -> None:
        self._timers.pop("answer", None)
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _set_timer(self, name: str, seconds: float, act: Any) -> None:
        """Call `act` after some seconds, in place of the timer with this name."""
        self._cancel(name)
        self._timers[name] = self.loop.call_later(seconds, act)

    def _cancel(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
