"""People who connect and say nothing, or say it a byte a second, and readers beside them who want a page."""

from __future__ import annotations

import asyncio
import contextlib
import json
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"x" * 2000
# The head of a body's request is sent at once.
BODY_HEAD = b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n"
BODY = b"x" * 4000


class Slow(asyncio.Protocol):
    """One who connects, says `first` and then a byte of `rest` whenever told to; `over` is set at the end."""

    def __init__(self, first: bytes, rest: bytes) -> None:
        self._first, self._rest = first, rest
        self._transport: asyncio.Transport | None = None
        self.heard = b""
        self.over = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say the first bytes."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._first)

    def data_received(self, data: bytes) -> None:
        """Remember the answer."""
        self.heard += data[:100]

    def connection_lost(self, exc: Exception | None) -> None:
        """That was it."""
        self.over.set()

    def close(self) -> None:
        """Leave."""
        if self._transport is not None:
            self._transport.close()

    def drip(self) -> None:
        """Say one byte more."""
        if self._transport is not None and self._rest and not self._transport.is_closing():
            self._transport.write(self._rest[:1])
            self._rest = self._rest[1:]


@dataclass(frozen=True)
class Attack:
    """`idle` connections that say nothing, `slow` ones that say a byte a second (half in heads, half in bodies).

    Each comes from a loopback address of its own within `arriving` seconds, and again whenever it is sent away.
    """

    host: str
    port: int
    idle: int
    slow: int
    arriving: float = 0.5
    tls: bool = False
    here: set[Slow] = field(default_factory=set)
    ends: Counter[str] = field(default_factory=Counter)

    async def run(self) -> None:
        """Attack until cancelled."""
        attackers = [self._comes(number) for number in range(self.idle + self.slow)]
        await asyncio.gather(self._drips(), *attackers)

    async def _comes(self, number: int) -> None:
        await asyncio.sleep(self.arriving * number / (self.idle + self.slow))
        said = (b"", b"") if number >= self.slow else (b"", HEAD) if number % 2 else (BODY_HEAD, BODY)
        place = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        tls = unverified() if self.tls else None
        loop = asyncio.get_running_loop()
        while True:
            try:
                _, guest = await loop.create_connection(
                    lambda: Slow(*said), self.host, self.port, local_addr=place, ssl=tls
                )
            except OSError:
                self.ends["not let in"] += 1
                await asyncio.sleep(1.0)
                continue
            self.here.add(guest)
            await guest.over.wait()
            self.here.discard(guest)
            self.ends[guest.heard[9:12].decode() or "closed"] += 1

    async def _drips(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            for guest in tuple(self.here):
                guest.drip()


@contextlib.contextmanager
def attacked(attack: Attack) -> Iterator[dict[str, object]]:
    """An attack by another process for the time of the block; what came of it is in the dictionary afterwards."""
    given = json.dumps([attack.host, attack.port, attack.idle, attack.slow, attack.arriving, attack.tls])
    command = [sys.executable, "-m", "tests.bench.slow_clients", given]
    told: dict[str, object] = {}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            # All have come.
            process.stdout.readline()
            yield told
        finally:
            said, _ = process.communicate(b"enough\n", timeout=30)
    told.update(json.loads(said))


async def _attack(attack: Attack) -> None:
    running = asyncio.create_task(attack.run())
    await asyncio.sleep(attack.arriving + 1.0)
    here = len(attack.here)
    print("here", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    running.cancel()
    print(json.dumps({"at_once": here, "at_the_end": len(attack.here), "ended": attack.ends}), flush=True)


async def listen(host: str, port: int, path: str, count: int, places: int) -> set[Slow]:
    """Open `count` event streams of strangers from `places` addresses and wait for nothing; their connections."""
    here, loop = set[Slow](), asyncio.get_running_loop()
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    for number in range(count):
        place = f"127.3.{number % places // 250}.{number % places % 250 + 1}"
        _, one = await loop.create_connection(lambda: Slow(head, b""), host, port, local_addr=(place, 0))
        here.add(one)
    return here


@dataclass
class Told:
    """What readers found: milliseconds of each live check and page, and the statuses."""

    live: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Readers:
    """`count` people who look at a page for `pause` seconds and then open the next of `paths`, and a health check."""

    host: str
    port: int
    count: int
    paths: Sequence[str] = ("/",)
    cookie: str = ""
    pause: float = 1.0
    tls: bool = False

    def run(self, seconds: float) -> Told:
        """Read for so long, and tell."""
        return asyncio.run(self.read(seconds))

    async def read(self, seconds: float) -> Told:
        """The same, in a loop that runs."""
        told, until = Told(), time.monotonic() + seconds
        await asyncio.gather(self._looks(told, until), *(self._reads(told, n, until) for n in range(self.count)))
        return told

    async def _looks(self, told: Told, until: float) -> None:
        while time.monotonic() < until:
            took, status = await self._asks("/health/live", "127.0.0.1")
            told.live.append(took)
            told.answers[f"live {status}"] += 1
            await asyncio.sleep(0.05)

    async def _reads(self, told: Told, number: int, until: float) -> None:
        await asyncio.sleep(number * self.pause / max(1, self.count))
        turn = number
        while time.monotonic() < until:
            took, status = await self._asks(self.paths[turn % len(self.paths)], f"127.2.0.{number + 1}")
            told.pages.append(took)
            told.answers[f"page {status}"] += 1
            turn += 1
            await asyncio.sleep(self.pause)

    async def _asks(self, path: str, place: str) -> tuple[float, str]:
        """Milliseconds from connecting to the last byte, and the status; `refused` if there was no answer."""
        begun = time.perf_counter()
        try:
            reader, writer = await asyncio.open_connection(
                self.host, self.port, local_addr=(place, 0), ssl=unverified() if self.tls else None
            )
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\nConnection: close\r\n\r\n"
            writer.write(head.encode())
            answer = await asyncio.wait_for(reader.read(-1), 30.0)
            writer.close()
        except OSError:
            answer = b""
        return (time.perf_counter() - begun) * 1000, answer[9:12].decode() or "refused"


def unverified() -> ssl.SSLContext:
    """TLS with whoever answers: a proxy that is tried on this machine has no certificate that anybody knows."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


if __name__ == "__main__":
    host, port, idle, slow, arriving, tls = json.loads(sys.argv[1])
    asyncio.run(_attack(Attack(host, port, idle, slow, arriving, tls)))
