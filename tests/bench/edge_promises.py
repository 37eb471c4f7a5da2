"""`python -m tests.bench.edge_promises PORT`: what ADR 17 promises of a server, asked of any on this machine.

Connections of one address, times for a head, a body and an idle connection, requests that two servers may read
differently. Nothing here is a test; `tests/edge` tests ours.
"""

from __future__ import annotations

import asyncio
import time

import click

CROWD, MAX_SECONDS = 150, 45.0
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
STRANGE = {
    "both lengths": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two hosts": HEAD + b"Host: y\r\n\r\n",
    "bare line ends": b"GET / HTTP/1.1\nHost: x\n\n",
}


async def crowd(port: int) -> int:
    """How many idle connections of one address are ended at once."""
    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CROWD)]
    await asyncio.sleep(1.5)
    ended = sum(reader.at_eof() or reader.exception() is not None for reader, _ in opened)
    for _, writer in opened:
        writer.close()
    return ended


async def trickle(port: int, first: bytes, piece: bytes) -> str:
    """After how many seconds a connection is ended that sends a piece each second."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.monotonic()
    writer.write(first)
    answer = asyncio.ensure_future(reader.read(200))
    while time.monotonic() - begun < MAX_SECONDS and not answer.done():
        writer.write(piece)
        await asyncio.wait([answer], timeout=1.0)
    writer.close()
    return f"{time.monotonic() - begun:.0f} s" if answer.done() else f"not within {MAX_SECONDS:.0f} s"


async def answer_to(port: int, request: bytes) -> str:
    """The first line of the answer to a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        line = await asyncio.wait_for(reader.readline(), 3)
    except (TimeoutError, ConnectionError) as fault:
        line = repr(fault).encode()
    writer.close()
    return line.decode("latin-1").strip() or "ended"


async def asked(port: int) -> None:
    """Ask everything and print what the server does."""
    click.echo(f"of {CROWD} idle connections of one address ended at once: {await crowd(port)}")
    slow = {
        "a head ends after": (HEAD + b"X-A: ", b"a"),
        "a body ends after": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", b"a"),
        "an idle connection ends after": (b"", b""),
    }
    times = await asyncio.gather(*(trickle(port, *pieces) for pieces in slow.values()))
    for what, took in zip(slow, times, strict=True):
        click.echo(f"{what}: {took}")
    for what, request in STRANGE.items():
        click.echo(f"{what}: {await answer_to(port, request)}")


@click.command()
@click.argument("port", type=int)
def main(port: int) -> None:
    """Ask the server at PORT."""
    asyncio.run(asked(port))


if __name__ == "__main__":
    main()
