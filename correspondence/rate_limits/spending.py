"""Spending an allowance: one more of something for somebody, as long as there is enough of it.

spending = Spending(settings, time.time)
wait = spending.spend("press", "account a1b2", "20 per minute")  # 0, or the seconds until there is more
"""

from __future__ import annotations

import hashlib
import hmac
import math
import threading
from collections.abc import Callable
from functools import cache
from ipaddress import IPv6Address, ip_address

import structlog
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage, Storage
from limits.strategies import FixedWindowRateLimiter

from correspondence.rate_limits.counters import FileStorage
from correspondence.settings import Settings

log = structlog.get_logger(__name__)

FILE = "allowances.db"
# A Redis that does not answer is asked again after so many seconds; meanwhile each process counts for itself.
AGAIN_AFTER = 10.0
REDIS_SECONDS = 0.5


class Spending:
    """Counts what is spent: in Redis where that is the broker, else in a file that the machine's processes share.

    `clock` gives seconds since 1970. Where neither answers each process counts for itself, so the site stays open and
    the doors are never wide open.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._on, self._secret, self._clock = settings.rate_limits, settings.secret_key.encode(), clock
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
        item, key = _item(allowance), self._key(what, whose)
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

    def _key(self, what: str, whose: str) -> str:
        """Addresses are kept as keyed hashes only."""
        return hmac.new(self._secret, f"allowance {what} {whose}".encode(), hashlib.sha256).hexdigest()[:32]


def place_of(address: str) -> str:
    """Where an address belongs to: itself, or its /64 for IPv6, of which a household has 2^64 numbers."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


def _storage(settings: Settings, clock: Callable[[], float]) -> Storage:
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
