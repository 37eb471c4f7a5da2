"""Chance that comes out the same each time, for programs whose pages are to be the same: ids, links, salts."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import random
import threading
from collections.abc import Iterator
from unittest.mock import patch


class _Stream(threading.local):
    """The numbers of one thread: each thread that answers a request begins anew, so that their order is no matter."""

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.name = "built" if threading.current_thread() is threading.main_thread() else "asked"


@contextlib.contextmanager
def even_chance() -> Iterator[None]:
    """While the block lasts, what `secrets` and `SystemRandom` draw depends on how often they were asked alone."""
    stream = _Stream()

    def drawn(count: int) -> bytes:
        return hashlib.shake_128(f"{stream.name} {next(stream.numbers)}".encode()).digest(count)

    with patch.object(random, "_urandom", drawn):
        yield
