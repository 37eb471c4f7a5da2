"""One connection: uvicorn's, with a time for each part of a request and a place that is counted.

uvicorn documents its options and its server, not this class and its methods. No option of it bounds the time of a head,
of a reader who takes nothing, or the connections of one address (ADR 17), so they are bounded here and nowhere else.
When a version renames what is used, tests/house/test_private_names.py and those of the edge fail: change this file, or
hold uvicorn below that version.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from correspondence.rate_limits.spending import place_of
from worker.edge import heads
from worker.edge.bodies import LEFT
from worker.edge.gatekeeper import Gatekeeper
from worker.edge.limits import Limits


class Connection(HttpToolsProtocol):
    """Reads heads within their time and size, refuses those that are not plain, gives up answers nobody takes."""

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
        self.place = place_of(address)
        self._entered = self._gatekeeper.enter(self, address)
        if self._entered:
            self._after("head", self._limits.head_seconds, self._head_is_late)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        for name in tuple(self._timers):
            self._cancel(name)
        self._has_left()
        if self._entered:
            self._gatekeeper.left(self)
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
            self._after("head", self._limits.head_seconds, self._head_is_late)
        before, self._begun = self._unfinished, False
        super().data_received(data)
        # A piece in which a head begins or ends is not the head's alone.
        if before and self._unfinished and not self._begun and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > self._limits.head_bytes:
                self._refusal = 431
                self.send_400_response("")

    def eof_received(self) -> bool:  # type: ignore[override]
        """Who has said all may still listen: what is being worked on is answered, and is the last. Streams end, and
        what was not begun is dropped."""
        if self._deaf or not self._in_head or self.cycle is None or self.cycle.response_complete:
            return False
        self.cycle.keep_alive = False
        self._has_left()
        return True

    def on_message_begin(self) -> None:
        """A request's first byte."""
        self._begun, self._unfinished, self._head_bytes = True, True, 0
        super().on_message_begin()
        cast(dict[str, Any], self.scope)[LEFT] = self._left

    def on_headers_complete(self) -> None:
        """Take the request, or refuse it."""
        self._unfinished = False
        limits = self._limits
        try:
            heads.check(
                self.parser.get_http_version(),
                self.url,
                self.headers,
                limits.head_bytes,
                limits.headers,
                limits.body_bytes,
            )
        except heads.Refused as refused:
            self._refusal = refused.status
            raise
        self._in_head = False
        self._cancel("head")
        self._gatekeeper.busy(self)
        self.headers[:] = heads.told(self.headers)
        super().on_headers_complete()
        if self._stopping:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """What comes now is the next request's head."""
        self._in_head = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Answered: the rest of the answer has its time to leave, and the next request may take long to come."""
        self._after("answer", self._limits.answer_seconds, self._answer_is_late)
        self._gatekeeper.waits(self)
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Say why there is no answer and end; nothing is said in the middle of another answer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            return
        said = http.HTTPStatus(self._refusal)
        words = f"{said.phrase}\n".encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%s" % (said.value, said.phrase.encode(), len(words), words)
        )
        if self._refusal == http.HTTPStatus.REQUEST_TIMEOUT:
            self._end()
        else:
            self._hear_out()

    def pause_writing(self) -> None:
        """The reader takes nothing: it has a while to go on."""
        self._after("taking", self._limits.answer_seconds, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """The reader goes on."""
        self._cancel("taking")
        super().resume_writing()

    def shutdown(self) -> None:
        """Answer what is being asked, and a request that is on its way; then end."""
        self._stopping = True
        if self.cycle is None or self.cycle.response_complete:
            self._after("linger", self._limits.linger_seconds, self._stop)
        else:
            self.cycle.keep_alive = False

    def _has_left(self) -> None:
        if not self._left.done():
            self._left.set_result(None)

    def _stop(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._end()

    def _end(self) -> None:
        """Close; what does not leave in its time is dropped."""
        self._after("answer", self._limits.answer_seconds, self.transport.abort)
        self.transport.close()

    def _hear_out(self) -> None:
        """Say no more, and let what still comes fall: who is ended while sending never reads why."""
        self._deaf = True
        self._cancel("head")
        self._gatekeeper.waits(self)
        self._after("deaf", self._limits.deaf_seconds, self.transport.abort)
        self.transport.write_eof()

    def _unsupported_upgrade_warning(self) -> None:
        """Other protocols are not spoken; the request is answered as it stands, and is the last."""
        if self.cycle is not None:
            self.cycle.keep_alive = False

    def _head_is_late(self) -> None:
        self._timers.pop("head", None)
        if self.cycle is not None and not self.cycle.response_complete:
            # Part of the next request came early; its time begins after this answer.
            self._after("head", self._limits.head_seconds, self._head_is_late)
            return
        self._refusal = 408
        self.send_400_response("")

    def _answer_is_late(self) -> None:
        self._timers.pop("answer", None)
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _after(self, name: str, seconds: float, act: Any) -> None:
        self._cancel(name)
        self._timers[name] = self.loop.call_later(seconds, act)

    def _cancel(self, name: str) -> None:
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
