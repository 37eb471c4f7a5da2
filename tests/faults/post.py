"""A mail server that remembers every email, and can misbehave: refuse, stall, drop the connection after the dot,
answer with a code."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes

from tests.services import free_port

END = b"\r\n.\r\n"


@dataclass
class Post:
    """Emails that were taken: recipient and digest by Message-ID, in order.

    `answers` gives a reply for a recipient, with what it is said to: `RCPT` or `DOT`; `drops`: so many connections
    are closed after the dot, the email taken; `stalls`: so many hang after DATA; `greets`: what a client is told
    first.
    """

    taken: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    drops: int = 0
    stalls: int = 0
    greeting: str = "220 post"
    port: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    talks: set[asyncio.Transport] = field(default_factory=set)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"smtp://127.0.0.1:{self.port}"

    def take(self, address: str, raw: bytes) -> None:
        """Keep an email."""
        mail = message_from_bytes(raw)
        del mail["Date"]
        name = str(mail["Message-ID"]).strip("<>")
        parts = [str(part.get_payload()) for part in mail.walk() if not part.is_multipart()]
        said = hashlib.sha256("".join([str(mail["Subject"]), *parts]).encode())
        self.taken.setdefault(name, []).append((address, said.hexdigest()))

    def repeats(self) -> int:
        """How many emails came again."""
        return sum(len(found) - 1 for found in list(self.taken.values()))


class _Talk(asyncio.Protocol):
    """One connection."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._line = b""
        self._data: bytes | None = None
        self._to = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._post.talks.add(transport)
        self._say(self._post.greeting)
        if self._post.greeting.startswith("421"):
            self._post.refusals["421"] += 1
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The other side is gone."""
        self._post.talks.discard(self._transport)

    def _say(self, words: str) -> None:
        self._transport.write(words.encode() + b"\r\n")

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._data is not None:
            self._mail(data)
            return
        self._line += data
        while b"\r\n" in self._line and self._data is None:
            command, _, self._line = self._line.partition(b"\r\n")
            self._command(command.decode("utf-8", "replace"))

    def _command(self, command: str) -> None:
        verb = command[:4].upper()
        if verb == "EHLO":
            self._say("250-post\r\n250 PIPELINING")
        elif verb == "RCPT":
            self._to = command.partition("<")[2].partition(">")[0]
            refused = self._reply("RCPT")
            self._say(refused or "250 fine")
            if refused:
                self._to = ""
        elif verb == "DATA":
            if not self._to:
                self._say("503 for whom?")
                return
            if self._post.stalls:
                self._post.stalls -= 1
                self._post.refusals["stall"] += 1
                return
            self._say("354 go on")
            self._data = b""
        elif verb == "QUIT":
            self._say("221 bye")
            self._transport.close()
        else:
            self._say("250 fine")

    def _reply(self, at: str) -> str:
        place, words = self._post.answers.get(self._to, self._post.answers.get("*", ("", "")))
        if place != at:
            return ""
        self._post.refusals[words[:3]] += 1
        return words

    def _mail(self, data: bytes) -> None:
        self._data = (self._data or b"") + data
        if not self._data.endswith(END):
            return
        raw, self._data = self._data[: -len(END)], None
        refused = self._reply("DOT")
        if refused:
            self._say(refused)
            return
        self._post.take(self._to, raw)
        if self._post.drops:
            self._post.drops -= 1
            self._post.refusals["drop"] += 1
            self._transport.abort()
            return
        self._say("250 taken")


class Office:
    """The server around a post; it can close and open again at the same port."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        post.port = free_port()
        self.open()

    @property
    def listening(self) -> bool:
        """Whether it takes connections."""
        return self._server is not None

    def open(self) -> None:
        """Listen."""
        self._server = self._do(self._listen())

    def close(self) -> None:
        """Refuse connections."""
        self._do(self._stop())

    async def _listen(self) -> asyncio.Server:
        return await self._loop.create_server(lambda: _Talk(self.post), "127.0.0.1", self.post.port)

    async def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        self._abort()

    def hang_up(self) -> None:
        """Break off all conversations."""
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for talk in list(self.post.talks):
            talk.abort()

    def _do(self, work: object) -> asyncio.Server:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)  # type: ignore[arg-type]

    def end(self) -> None:
        """Close for good."""
        self.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)


@contextlib.contextmanager
def office() -> Iterator[Office]:
    """A mail server for the time of the block."""
    made = Office(Post())
    try:
        yield made
    finally:
        made.end()
