"""A request's body, read to its end before anybody works on it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from typing import IO, Any

from worker.edge.heads import Refused
from worker.edge.limits import Limits

Message = Mapping[str, Any]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# In the scope: a future that is done once who asked has left. A connection whose other side says no more counts as
# left, as nginx counts it, for nobody can tell it from one that was closed.
LEFT = "rookery.left"


class Gone(Exception):
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
                raise Gone
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
