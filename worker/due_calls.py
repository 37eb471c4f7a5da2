"""Working off the calls that are due: in batches, until none is left, for a bounded time."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from correspondence.closing.claiming import count_due
from correspondence.closing.use_cases import adjudicate_due
from correspondence.store import AWAY
from worker.service import Service
from worker.time_limit import limited

log = structlog.get_logger(__name__)

# So many calls are claimed together: enough to make a claim cheap, few enough to be done before it runs out.
BATCH = 20
# More bells than any machine has workers; those that come too late find nothing to do.
MOST_BELLS = 32
# A worker looks for other messages now and then, however much is due.
WORK_SECONDS = 10.0
# Letters are on their way while the next calls are adjudicated.
RING_SECONDS = 1.0


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
