"""The time, by the one clock that all processes share: the database's. A machine whose own clock is wrong closes
nothing early and takes nothing late. On SQLite, which is on this machine, it is this machine's."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from correspondence.store import Store

log = structlog.get_logger(__name__)

# Between two looks at the database's clock a clock that nobody sets counts on.
LOOK_SECONDS = 10.0
_COUNTER = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


class DatabaseClock:
    """Call it for the time, aware and in UTC. Any thread may. `here` is this machine's clock."""

    def __init__(self, store: Store, here: Callable[[], datetime]) -> None:
        self._store = store
        self._here = here if store.engine.dialect.name == "sqlite" else None
        self._seen: tuple[datetime, float] | None = None

    def __call__(self) -> datetime:
        """Now. OperationalError if the database does not answer and never did."""
        if self._here is not None:
            return self._here()
        if self._seen is None or time.clock_gettime(_COUNTER) - self._seen[1] >= LOOK_SECONDS:
            self._look()
        assert self._seen is not None
        at, counted = self._seen
        return at + timedelta(seconds=time.clock_gettime(_COUNTER) - counted)

    def _look(self) -> None:
        """Ask the database. Its answer is as old as the way back at most, so the clock is never early."""
        try:
            with self._store.engine.connect() as connection:
                # Not now(): that is when the transaction began.
                at = connection.scalar(select(func.clock_timestamp()))
            assert isinstance(at, datetime)
            self._seen = (at.astimezone(UTC), time.clock_gettime(_COUNTER))
        except SQLAlchemyError as error:
            if self._seen is None:
                raise
            log.warning("the database does not tell the time", error=str(error)[:200])
