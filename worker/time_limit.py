"""A limit of time for one call, wherever it runs: the pool's own limits are for whole tasks, and a pool of one thread
has none."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# A thousand times what a call takes; short enough that whoever waits behind it is still on time.
CALL_SECONDS = 20.0


class TooLong(Exception):
    """A call was not done in time: an endless loop in the rules, most likely."""


@contextmanager
def limited(seconds: float = CALL_SECONDS) -> Iterator[None]:
    """Raise TooLong in this block after so many seconds. Outside the main thread, where no signal arrives, no limit.

    What leaves the block after that time leaves it as TooLong: a statement that was cut off makes the driver say that
    the connection is of no use, which would look like a database that is away.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    rang = False
    words = f"not done after {seconds:.0f} seconds"

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rang
        rang = True
        raise TooLong(words)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except Exception as fault:
        if rang and not isinstance(fault, TooLong):
            raise TooLong(words) from fault
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
