"""Rate limits, with counters in a file where there is no Redis.

spending = Spending(settings, time.time)
wait = spending.spend("messages", "account a1b2", "20 per minute")  # 0, or the seconds until there is more
"""

from __future__ import annotations

import math
import os
import sqlite3
import threading
from collections.abc import Callable
from functools import cache
from ipaddress import IPv6Address, ip_address
from pathlib import Path

import structlog
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage, Storage
from limits.strategies import FixedWindowRateLimiter

from correspondence import tokens
from correspondence.settings import Settings

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
    """Counters of `limits` in their own SQLite file, never synced as they may be lost.

    `clock` gives seconds since 1970.
    """

    STORAGE_SCHEME = ["rookery-file"]

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        super().__init__(wrap_exceptions=True)
        self._path, self._clock = path, clock
        self._here = threading.local()
        self._read_counted_unit = 0

    @property
    def base_exceptions(self) -> type[Exception] | tuple[type[Exception], ...]:
        """What goes wrong here."""
        return sqlite3.Error

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add `amount` to a key's count, which expires `expiry` seconds after its first."""
        self._read_counted_unit += 1
        parameters = {"key": key, "amount": amount, "now": self._clock(), "lasts": expiry}
        row = self._connection().execute(_COUNT, parameters).fetchone()
        if self._read_counted_unit % SWEEP_EVERY == 0:
            self._connection().execute("delete from counters where ends <= ?", (self._clock(),))
        return int(row[0])

    def get(self, key: str) -> int:
        """The count of a key now."""
        row = self._row(key)
        return row[0] if row is not None else 0

    def get_expiry(self, key: str) -> float:
        """When the count of a key ends, in seconds since 1970; now if there is none."""
        row = self._row(key)
        return row[1] if row is not None else self._clock()

    def check(self) -> bool:
        """Return whether the file of counters can be read (for health checks)."""
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
        cache_entry: tuple[int, sqlite3.Connection] | None = getattr(self._here, "kept", None)
        if cache_entry is None or cache_entry[0] != os.getpid():
            connection = sqlite3.connect(self._path, timeout=PATIENCE_SECONDS, isolation_level=None)
            for statement in ("pragma journal_mode=wal", "pragma synchronous=off", _TABLE):
                connection.execute(statement)
            cache_entry = self._here.kept = (os.getpid(), connection)
        return cache_entry[1]


log = structlog.get_logger(__name__)

FILE = "allowances.db"
# A Redis that does not answer is asked again after so many seconds; meanwhile each process counts for itself.
AGAIN_AFTER = 10.0
REDIS_SECONDS = 0.5


class Spending:
    """Rate counters: in Redis if it is the broker, else in a file shared by processes.

    `clock` gives seconds since 1970. If neither is available each process counts for itself: the site stays open, and
    still limited.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._on, self._secret, self._clock = settings.rate_limits, settings.secret_key, clock
        self._shared = FixedWindowRateLimiter(_storage(settings, clock))
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._silent_until = 0.0
        self._lock = threading.Lock()

    def spend(self, what: str, whose: str, allowance: str) -> int:
        """Spend one of `what` for `whose`; `allowance` such as `20 per minute`.

        Returns 0, or in how many whole seconds (at least 1) there is more.
        """
        if not self._on:
            return 0
        item = _item(allowance)
        # Addresses are kept as keyed hashes only.
        key = tokens.keyed_hash(self._secret, f"allowance {what} {whose}")[:32]
        if self._clock() >= self._silent_until:
            try:
                return self._spent(self._shared, item, what, key)
            except StorageError as fault:
                with self._lock:
                    self._silent_until = self._clock() + AGAIN_AFTER
                log.warning("nobody counts for all processes", reason=str(fault.storage_error))
        return self._spent(self._own, item, what, key)

    def _spent(self, limiter: FixedWindowRateLimiter, item: RateLimitItem, what: str, key: str) -> int:
        if limiter.hit(item, what, key):
            return 0
        reset = limiter.get_window_stats(item, what, key).reset_time
        return max(1, min(item.get_expiry(), math.ceil(reset - self._clock())))


def counted_address(address: str) -> str:
    """Return the address to count requests by: for IPv6 its /64 network.
    A mapped IPv4 address is counted as IPv4; other text is returned as it is."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return f"{IPv6Address(int(ip) >> 64 << 64)}/64"
    return str(ip)


def _storage(settings: Settings, clock: Callable[[], float]) -> Storage:
    """Return the storage of the counters.
    It is Redis if Redis is the broker, else a file that processes share."""
    if settings.broker_url.startswith(("redis://", "rediss://")):
        return RedisStorage(
            settings.broker_url,
            key_prefix="rookery-allowance",
            wrap_exceptions=True,
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
        )
    return FileStorage(settings.data_dir / FILE, clock)


@cache
def _item(allowance: str) -> RateLimitItem:
    return parse(allowance)
