"""What each stage of a turn costs: claim, load, adjudicate, store, compose emails, picture, SMTP.

Measured in one process, in milliseconds of one thread's CPU a game, so that a busy machine blurs them less than a clock
on the wall would. What the database and the mail server do meanwhile is not in it.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

from correspondence import closing
from correspondence.outbox.delivery import transport_for
from correspondence.outbox.sending import deliver_due
from correspondence.store import Store
from worker.tasks import MAX_MAILS

# The floor of one turn of five seats, in milliseconds of a core: docs of measurements, October 2026. The engine's is a
# whole round; claim, load and store are one figure there.
FLOOR = {"adjudicate": 5.0, "claim+load+store": 2.4, "letters": 4.5, "picture": 3.4, "smtp": 4.5}
WARM = 6
PLACES = {
    "correspondence.closing.claim_due": "claim",
    "correspondence.closing.adjudicate_claimed": "store",
    "correspondence.closing._lock_turn": "load",
    "correspondence.closing.gather": "load",
    "correspondence.closing.handed_in": "load",
    "correspondence.closing.resolved": "adjudicate",
    "correspondence.deadlines.opening.houses_with_decisions": "adjudicate",
    "correspondence.outbox.sending.prepare": "letters",
    "correspondence.outbox.delivery.picture_for_mails": "picture",
}


class Clock:
    """Sums of CPU time by stage; a stage inside another is not counted for the outer one."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since = 0.0

    def timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, its time counted for a stage."""

        @functools.wraps(work)
        def measured(*args: Any, **kwargs: Any) -> Any:
            self._switch(stage)
            try:
                return work(*args, **kwargs)
            finally:
                self._switch(None)

        return measured

    def _switch(self, stage: str | None) -> None:
        now = time.thread_time()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        if stage is None:
            self._running.pop()
        else:
            self._running.append(stage)
        self._since = now


@contextlib.contextmanager
def watched(clock: Clock) -> Iterator[None]:
    """Within the block the stages are timed."""
    with contextlib.ExitStack() as stack:
        for place, stage in PLACES.items():
            module, _, name = place.rpartition(".")
            target = __import__(module, fromlist=[name])
            stack.enter_context(patch.object(target, name, clock.timed(stage, getattr(target, name))))
        yield


def measure(store: Store) -> dict[str, float]:
    """Adjudicate everything that is due and send its emails; milliseconds of CPU a game, by stage."""
    clock, transport = Clock(), transport_for(store.settings, store)
    # What is compiled and cached once is not what a turn costs.
    closing.adjudicate_due(store, "warm", _now, WARM)
    while deliver_due(store, transport, _now, limit=MAX_MAILS)[1]:
        pass
    games = 0
    with watched(clock):
        while found := closing.adjudicate_due(store, "stages", _now, 20)[0]:
            games += found
        deliver = clock.timed("smtp", deliver_due)
        while deliver(store, transport, _now, limit=MAX_MAILS)[1]:
            pass
    transport.close()
    return {stage: round(1000 * spent / max(1, games), 2) for stage, spent in sorted(clock.seconds.items())}


def _now() -> datetime:
    return datetime.now(UTC)


def calibration() -> float:
    """Milliseconds of CPU that a fixed piece of Python takes here and now.

    Processes that share caches and hyperthreads make each other's CPU time longer; by this one can tell how much.
    """
    begun, found = time.process_time(), {}
    for number in range(310_000):
        found[number % 5000] = f"{number:x}"
    return 1000 * (time.process_time() - begun)
