"""How many messages wait in each queue, with each broker."""

from __future__ import annotations

from typing import Any

from correspondence.settings import Settings
from worker.messages import QUEUES, amqp, embedded

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
    if amqp(settings):
        return _declared(settings.broker_url, seconds)
    # Five megabytes that the embedded broker has no use for.
    import redis

    try:
        with redis.Redis.from_url(settings.broker_url, socket_connect_timeout=seconds, socket_timeout=seconds) as asked:
            return {queue: int(asked.llen(queue)) for queue in QUEUES}
    except redis.RedisError as error:
        raise Silent(str(error)) from error


def _declared(url: str, seconds: float) -> dict[str, int]:
    """By queue, as RabbitMQ says when it is asked for queues that it has; 0 for those it does not have yet."""
    from amqp.exceptions import AMQPError, NotFound
    from kombu import Connection

    counts = {}
    try:
        with Connection(url, connect_timeout=seconds, transport_options={"read_timeout": seconds}) as connection:
            for queue in QUEUES:
                # A channel that asked for what is not there is closed.
                with connection.channel() as opened:
                    # The stubs do not know what every channel of AMQP has.
                    channel: Any = opened
                    try:
                        counts[queue] = int(channel.queue_declare(queue, passive=True).message_count)
                    except NotFound:
                        counts[queue] = 0
    except AMQPError as error:
        raise Silent(str(error)) from error
    return counts


def refusal(settings: Settings) -> str:
    """Why RabbitMQ does not let us in: a user, password or virtual host that it does not have. Empty if it does, if it
    does not answer, and for other brokers."""
    if not amqp(settings):
        return ""
    from amqp.exceptions import AccessRefused, NotAllowed
    from kombu import Connection

    try:
        with Connection(settings.broker_url, connect_timeout=ANSWER_SECONDS) as connection:
            connection.connect()
    except (AccessRefused, NotAllowed) as refused:
        return str(refused.reply_text or refused)
    except OSError:
        # Waited for, as any broker that is away.
        return ""
    return ""
