"""One post to one address: to the number that was looked at, no redirects, little time, and only the status read."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping

from correspondence.errors import Invalid
from correspondence.posting.addresses import LONGEST_URL, Target, Unsafe, read_url, resolve

CONNECT_SECONDS, ALL_SECONDS = 5.0, 10.0
LONGEST_STATUS_LINE = 1024
GONE = 410
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")


class NotTaken(Exception):
    """A post was not taken: `status` is the answer's (0: there was none); `for_good`: it never will be."""

    def __init__(self, reason: str, *, status: int = 0, for_good: bool = False) -> None:
        self.status, self.for_good = status, for_good
        super().__init__(reason)


def post(url: str, head: Mapping[str, str], body: bytes, loopback: bool, longest: int = LONGEST_URL) -> None:
    """Post a body with these headers, all in ASCII; NotTaken unless the answer is of the 2xx. `loopback` and `longest`
    as `read_url` takes them."""
    try:
        target = read_url(url, loopback, longest)
        numbers = resolve(target, loopback)
    except (Invalid, Unsafe) as reason:
        raise NotTaken(str(reason), for_good=True) from reason
    except (OSError, UnicodeError) as reason:
        raise NotTaken(f"no such host: {reason}") from reason
    try:
        status = _exchange(target, numbers[0], _request(target, head, body))
    except (OSError, ValueError) as reason:
        raise NotTaken(f"{type(reason).__name__}: {reason}") from reason
    if not 200 <= status < 300:
        raise NotTaken(f"the answer was {status}", status=status, for_good=status == GONE)


def _request(target: Target, head: Mapping[str, str], body: bytes) -> bytes:
    head = {
        "Host": target.named,
        "User-Agent": "Rookery",
        **head,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


def _exchange(target: Target, number: str, request: bytes) -> int:
    """The status of the answer. OSError if nobody answers in time, ValueError for what is not HTTP."""
    with contextlib.ExitStack() as stack:
        line = stack.enter_context(socket.create_connection((number, target.port), timeout=CONNECT_SECONDS))
        stack.enter_context(_ended_in_time(line))
        if target.secure:
            # The certificate is of the name, whatever number it stands for.
            line = stack.enter_context(ssl.create_default_context().wrap_socket(line, server_hostname=target.host))
        line.sendall(request)
        answer = b""
        while b"\r\n" not in answer and len(answer) < LONGEST_STATUS_LINE:
            read = line.recv(LONGEST_STATUS_LINE - len(answer))
            if not read:
                break
            answer += read
    found = _STATUS.match(answer)
    if found is None:
        raise ValueError("the answer is not HTTP")
    return int(found[1])


@contextlib.contextmanager
def _ended_in_time(line: socket.socket) -> Iterator[None]:
    """Hang up after a while, however slowly the other side drips."""
    # A handle of its own: TLS takes the socket over.
    handle = socket.socket(fileno=os.dup(line.fileno()))

    def hang_up() -> None:
        with contextlib.suppress(OSError):
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(ALL_SECONDS, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        handle.close()
