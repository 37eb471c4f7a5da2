"""Redis as the broker, with channels that say so when their connection is gone.

A message can be acknowledged or given back only over the connection that brought it. When Redis dies at that moment,
kombu 5.7 asks a connection that it has forgotten for its address: an AttributeError, which nobody expects there, and
the whole worker ends. An error of the connection is expected: it is logged, and Celery connects anew. The message comes
again if Redis still holds it, and if not, the sweep finds what it was about.

`_get_pool` is private; kombu documents no other place where the connection is asked for. It gains no time: without it
a Redis that restarts ends workers. When it is gone, tests/house/test_private_names.py fails: look whether kombu has
mended it (tests/worker/test_redis_transport.py with `redis` for the transport), and if so take this module out.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as Gone

SCHEMES = ("redis", "rediss")


def register() -> None:
    """Take these schemes over from kombu. Doing it twice does no harm."""
    for scheme in SCHEMES:
        TRANSPORT_ALIASES[scheme] = "worker.redis_transport:Transport"


class Channel(redis.Channel):
    """A channel that may be asked for something after its connection."""

    def _get_pool(self, asynchronous: bool = False) -> Any:
        transport: Any = self.connection
        if transport is None or transport.client is None:
            raise Gone("the connection of this channel was closed")
        return super()._get_pool(asynchronous)  # type: ignore[misc]


class Transport(redis.Transport):
    """Connections to Redis."""

    Channel = Channel
