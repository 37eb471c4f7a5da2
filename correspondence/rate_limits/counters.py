"""Counters in a file, for several processes on one machine: what Redis is where there is one."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from limits.storage import Storage

_TABLE = "create table if not exists counters (key text primary key, count integer not null, ends real not null)"
_COUNT = """
insert into counters (key, count, ends) values (:key, :amount, :now + :lasts)
on conflict (key) do update set
  count = case when ends <= :now then :amount else count + :amount end,
  ends = case when ends <= :now then :now + :lasts else ends end
returning count
"""
# So long a thread waits for another process that counts, before its own process counts for itself.
PATIENCE_SECONDS = 0.1
# Counters that ended are swept away once in so many counts.
SWEEP_EVERY = 2000


class FileStorage(Storage):
    """Counters of `limits` in an SQLite file of their own: nothing of value is in it, so it is never synced.

    `clock` gives seconds since 1970.
    """

    STORAGE_SCHEME = ["rookery-file"]

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        super().__init__(wrap_exceptions=True)
        self._path, self._clock = path, clock
        self._here = threading.local()
        self._counted = 0

    @property
    def base_exceptions(self) -> type[Exception] | tuple[type[Exception], ...]:
        """What goes wrong here."""
        return sqlite3.Error

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count `amount` more of a key whose count ends `expiry` seconds after its first; returns the count."""
        self._counted += 1
        given = {"key": key, "amount": amount, "now": self._clock(), "lasts": expiry}
        row = self._connection().execute(_COUNT, given).fetchone()
        if self._counted % SWEEP_EVERY == 0:
            self._connection().execute("delete from counters where ends <= ?", (self._clock(),))
        return int(row[0])

    def get(self, key: str) -> int:
        """The count of a key now."""
        found = self._row(key)
        return found[0] if found is not None else 0

    def get_expiry(self, key: str) -> float:
        """When the count of a key ends, in seconds since 1970; now if there is none."""
        found = self._row(key)
        return found[1] if found is not None else self._clock()

    def check(self) -> bool:
        """Whether the file can be used."""
        try:
            self._connection().execute("select count(*) from counters")
        except sqlite3.Error:
            return False
        return True

    def reset(self) -> int | None:
        """Forget all counts; returns how many there were."""
        return self._connection().execute("delete from counters").rowcount

    def clear(self, key: str) -> None:
        """Forget the count of a key."""
        self._connection().execute("delete from counters where key = ?", (key,))

    def _row(self, key: str) -> tuple[int, float] | None:
        query = "select count, ends from counters where key = ? and ends > ?"
        row = self._connection().execute(query, (key, self._clock())).fetchone()
        return (int(row[0]), float(row[1])) if row is not None else None

    def _connection(self) -> sqlite3.Connection:
        """A connection of this thread, in this process."""
        kept: tuple[int, sqlite3.Connection] | None = getattr(self._here, "kept", None)
        if kept is None or kept[0] != os.getpid():
            made = sqlite3.connect(self._path, timeout=PATIENCE_SECONDS, isolation_level=None)
            for statement in ("pragma journal_mode=wal", "pragma synchronous=off", _TABLE):
                made.execute(statement)
            kept = self._here.kept = (os.getpid(), made)
        return kept[1]
