"""One post to one address: to the number that was looked at, no redirects, little time, and only the status read."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from correspondence.webhooks.addresses import Target, Unsafe, read_url, resolve

CONNECT_SECONDS, ALL_SECONDS = 5.0, 10.0
LONGEST_STATUS_LINE = 1024
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})[ \r]")


class NotTaken(Exception):
    """A post was not taken; `for_good`: it never will be."""

    def __init__(self, reason: str, *, for_good: bool = False) -> None:
        self.for_good = for_good
        super().__init__(reason)


@dataclass(frozen=True)
class Post:
    """What is posted, where, and the secret that signs it."""

    url: str
    secret: str
    id: str
    kind: str
    body: bytes


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """The value of `Rookery-Signature`: HMAC-SHA256 with the webhook's secret over `<timestamp>.<body>`, in hex."""
    return "v1=" + hmac.new(secret.encode(), b"%d." % timestamp + body, hashlib.sha256).hexdigest()


def send(post: Post, timestamp: int, loopback: bool) -> None:
    """Post it; NotTaken unless the answer is of the 2xx. `timestamp` in seconds since 1970."""
    try:
        target = read_url(post.url, loopback)
        numbers = resolve(target, loopback)
    except Unsafe as reason:
        raise NotTaken(str(reason), for_good=True) from reason
    except (OSError, UnicodeError) as reason:
        raise NotTaken(f"no such host: {reason}") from reason
    try:
        status = _exchange(target, numbers[0], _request(target, post, timestamp))
    except (OSError, ValueError) as reason:
        raise NotTaken(f"{type(reason).__name__}: {reason}") from reason
    if not 200 <= status < 300:
        raise NotTaken(f"the answer was {status}", for_good=status == 410)


def _request(target: Target, post: Post, timestamp: int) -> bytes:
    head = {
        "Host": target.named,
        "User-Agent": "Rookery",
        "Content-Type": "application/json",
        "Content-Length": str(len(post.body)),
        "Rookery-Event": post.kind,
        "Rookery-Delivery": post.id,
        "Rookery-Timestamp": str(timestamp),
        "Rookery-Signature": signature(post.secret, timestamp, post.body),
        "Connection": "close",
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + post.body


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
