"""Working off the calls that are due: in batches, until none is left, for a bounded time each."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import structlog

from correspondence.closing import adjudicate_due, count_due
from correspondence.store import AWAY
from worker.service import Service

log = structlog.get_logger(__name__)

# So many calls are claimed together: enough to make a claim cheap, few enough to be done before it runs out.
BATCH = 20
# More bells than any machine has workers; those that come too late find nothing to do.
MOST_BELLS = 32
# A worker looks for other messages now and then, however much is due.
WORK_SECONDS = 10.0
# Letters are on their way while the next calls are adjudicated.
RING_SECONDS = 1.0
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


def work_off(service: Service, ring_mail: Callable[[], None]) -> bool:
    """Adjudicate what is due until nothing is or the time is up; whether something may be left.

    Rings for letters after commits. That the database does not answer is logged: claims run out, and a sweep comes.
    """
    until = time.monotonic() + WORK_SECONDS
    total, rung = 0, 0.0
    while True:
        try:
            claimed, done = adjudicate_due(service.store, service.name, service.clock, BATCH, limited)
        except AWAY as error:
            log.warning("the database does not answer; calls wait", error=str(error.orig))
            claimed = done = 0
        total += done
        late = time.monotonic() >= until
        if total and (not claimed or late or time.monotonic() > rung + RING_SECONDS):
            ring_mail()
            rung = time.monotonic()
        if not claimed or late:
            break
    if total:
        log.info("calls adjudicated", count=total)
    return bool(claimed)


def bells_wanted(service: Service) -> int:
    """How many other workers can be given something to do now."""
    with service.store.read() as session:
        due = count_due(session, service.clock())
    return min(MOST_BELLS, max(0, -(-due // BATCH) - 1))
