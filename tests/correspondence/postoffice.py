"""A mail server that behaves as badly as it is told to, one thread for each connection."""

from __future__ import annotations

import contextlib
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from correspondence.outbox.delivery import Transport
from correspondence.outbox.sending import Clock, deliver_due
from correspondence.store import Store

DROP, STALL = "drop", "stall"


def deliver_batch(
    store: Store, transport: Transport, now_fn: Clock, limit: int = 20, wait: Callable[[float], None] = time.sleep
) -> int:
    """Send emails that are due, at most `limit`; how many left."""
    return deliver_due(store, transport, now_fn, limit=limit, seconds=0.0, wait=wait)[0]


@dataclass
class PostOffice:
    """What the server says, and what it took.

    Each answer is a reply such as `250 fine`, `drop` (the connection is cut) or `stall` (nothing is ever said).
    `at_end` is asked for each email once it has come in whole: `drop` after that is the fault in which an email was
    taken and nobody knows.
    """

    greeting: str = "220 post office"
    extensions: tuple[str, ...] = ("PIPELINING", "SIZE 10000000")
    sender: str = "250 fine"
    recipients: dict[str, str] = field(default_factory=dict)
    data: str = "354 go on"
    at_end: Callable[[str, bytes], str] = field(default=lambda address, raw: "250 taken")
    taken: list[tuple[str, bytes]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    connections: int = 0
    url: str = ""

    def answer_to(self, address: str) -> str:
        """What is said to a recipient, by address or by domain."""
        return self.recipients.get(address) or self.recipients.get(address.rpartition("@")[2]) or "250 fine"

    def ids(self) -> list[str]:
        """The Message-IDs that were taken, in order."""
        return [raw.partition(b"Message-ID: <")[2].partition(b">")[0].decode() for _, raw in self.taken]


class _Talk(socketserver.StreamRequestHandler):
    # An answer waits for nothing: else the second of three on one email waits 40 ms for word that the first came.
    disable_nagle_algorithm = True

    def handle(self) -> None:
        self.office: PostOffice = self.server.office  # type: ignore[attr-defined]
        self.office.connections += 1
        with contextlib.suppress(ConnectionError, TimeoutError, _Cut):
            self._say(self.office.greeting)
            for line in self.rfile:
                self._obey(line.decode("ascii", "replace").rstrip("\r\n"))

    def _say(self, reply: str) -> None:
        if reply == DROP:
            raise _Cut
        if reply == STALL:
            self.server.over.wait(30)  # type: ignore[attr-defined]
            raise _Cut
        self.wfile.write(f"{reply}\r\n".encode())
        if reply.startswith("421"):
            raise _Cut

    def _obey(self, line: str) -> None:
        office = self.office
        office.lines.append(line)
        verb = line[:4].upper()
        if verb == "EHLO":
            names = ["post office", *office.extensions]
            for n, name in enumerate(names):
                self._say(f"250{' ' if n == len(names) - 1 else '-'}{name}")
        elif verb == "MAIL":
            self.to, self.ok = "", office.sender.startswith("250")
            self._say(office.sender)
        elif verb == "RCPT":
            address = line.partition("<")[2].partition(">")[0]
            reply = office.answer_to(address)
            self.ok = self.ok and reply.startswith("250")
            self.to = address
            self._say(reply)
        elif verb == "DATA":
            self._say(office.data if self.ok else "554 no valid recipients")
            if self.ok and office.data.startswith("354"):
                self._mail()
        elif verb == "QUIT":
            self._say("221 goodbye")
            raise _Cut
        else:
            self._say("250 fine")

    def _mail(self) -> None:
        read = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            read.append(line[1:] if line.startswith(b".") else line)
        else:
            raise _Cut
        raw = b"".join(read)
        reply = self.office.at_end(self.to, raw)
        if reply.startswith("250") or reply in (DROP, STALL):
            self.office.taken.append((self.to, raw))
        self._say(reply)


class _Cut(Exception):
    """The connection ends here."""


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are what is tested."""


@contextlib.contextmanager
def post_office(port: int = 0, **how: Any) -> Iterator[PostOffice]:
    """A mail server on this machine for the time of the block."""
    office = PostOffice(**how)
    with _Server(("127.0.0.1", port), _Talk) as server:
        server.office, server.over = office, threading.Event()  # type: ignore[attr-defined]
        office.url = f"smtp://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield office
        finally:
            server.over.set()  # type: ignore[attr-defined]
            server.shutdown()
            thread.join()
