"""A mail server that takes everything and only notes what it was handed, and when; as light as one can be, so that
what is measured is the sender."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

END = b"\r\n.\r\n"
ID = b"Message-ID: <"
HEAD, ROOM = 4096, 2**18


@dataclass
class Sink:
    """The Message-IDs that were taken, with the time of the first; how many came again."""

    taken: dict[str, float] = field(default_factory=dict)
    twice: int = 0
    octets: int = 0

    def take(self, head: bytes, size: int) -> None:
        """Note an email by its first bytes."""
        start = head.index(ID) + len(ID)
        name = head[start : head.index(b">", start)].decode()
        self.twice += name in self.taken
        self.octets += size
        self.taken.setdefault(name, time.time())


class _Talk(asyncio.BufferedProtocol):
    """One connection: every command is fine, and the end of an email is looked for where it can be."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._room = memoryview(bytearray(ROOM))
        self._line = b""
        self._head = b""
        self._tail = b""
        self._size = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(b"220 sink\r\n")

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where to put what comes: always the same place."""
        return self._room

    def buffer_updated(self, nbytes: int) -> None:
        """Read on."""
        if self._size >= 0:
            self._mail(self._room[:nbytes])
            return
        self._line += self._room[:nbytes]
        while b"\r\n" in self._line and self._size < 0:
            command, _, self._line = self._line.partition(b"\r\n")
            self._answer(command[:4].upper())

    def _answer(self, verb: bytes) -> None:
        if verb == b"EHLO":
            self._transport.write(b"250-sink\r\n250 PIPELINING\r\n")
        elif verb == b"DATA":
            self._transport.write(b"354 go on\r\n")
            rest, self._line = self._line, b""
            self._size, self._head, self._tail = 0, b"", b""
            if rest:
                self._mail(memoryview(rest))
        elif verb == b"QUIT":
            self._transport.write(b"221 bye\r\n")
            self._transport.close()
        else:
            self._transport.write(b"250 fine\r\n")

    def _mail(self, data: memoryview) -> None:
        self._size += len(data)
        if len(self._head) < HEAD:
            self._head += data[:HEAD]
        self._tail = (self._tail + data[-len(END) :])[-len(END) :]
        if self._tail == END:
            self._sink.take(self._head, self._size)
            self._size = -1
            self._transport.write(b"250 taken\r\n")


@contextlib.contextmanager
def mail_server(sink: Sink) -> Iterator[str]:
    """The address of a sink on this machine, in a thread of its own."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(lambda: _Talk(sink), "127.0.0.1", 0))
    port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield f"smtp://127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()
