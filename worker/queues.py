"""How many messages wait in each queue, with either broker."""

from __future__ import annotations

from correspondence.settings import Settings
from worker.messages import QUEUES, embedded

ANSWER_SECONDS = 1.5


class Silent(OSError):
    """The broker does not answer."""


def lengths(settings: Settings) -> dict[str, int] | None:
    """By queue; None if the broker does not answer."""
    try:
        return asked(settings, ANSWER_SECONDS)
    except OSError:
        return None


def asked(settings: Settings, seconds: float) -> dict[str, int]:
    """By queue; raises OSError. `seconds`: how long the broker may take."""
    if embedded(settings):
        folder = settings.data_dir / "queue" / "messages"
        return {queue: sum(1 for _ in (folder / queue).glob("*.msg")) for queue in QUEUES}
    # Five megabytes that the embedded broker has no use for.
    import redis

    try:
        with redis.Redis.from_url(settings.broker_url, socket_connect_timeout=seconds, socket_timeout=seconds) as asked:
            return {queue: int(asked.llen(queue)) for queue in QUEUES}
    except redis.RedisError as error:
        raise Silent(str(error)) from error
