"""How many messages wait in each queue, with either broker."""

from __future__ import annotations

import redis

from correspondence.settings import Settings
from worker.messages import QUEUES, embedded

ANSWER_SECONDS = 1.5


def lengths(settings: Settings) -> dict[str, int] | None:
    """By queue; None if the broker does not answer."""
    try:
        return asked(settings, ANSWER_SECONDS)
    except (redis.RedisError, OSError):
        return None


def asked(settings: Settings, seconds: float) -> dict[str, int]:
    """By queue; raises redis.RedisError, OSError. `seconds`: how long the broker may take."""
    if embedded(settings):
        folder = settings.data_dir / "queue" / "messages"
        return {queue: sum(1 for _ in (folder / queue).glob("*.msg")) for queue in QUEUES}
    with redis.Redis.from_url(settings.broker_url, socket_connect_timeout=seconds, socket_timeout=seconds) as client:
        return {queue: int(client.llen(queue)) for queue in QUEUES}
