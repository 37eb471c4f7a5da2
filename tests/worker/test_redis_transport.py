"""Redis as the broker: that it died while a message was held is an error that Celery expects, and goes on from."""

from __future__ import annotations

import logging

import pytest
from kombu import Connection, Consumer, Exchange, Message, Queue
from kombu.common import ignore_errors

from tests.faults.services import own_redis
from worker import redis_transport

pytestmark = pytest.mark.services
QUEUE = Queue("adjudicate", Exchange("adjudicate"), routing_key="adjudicate")


def taken(connection: Connection) -> Message:
    """A message that is published and taken over this connection, and not yet answered."""
    got: list[Message] = []
    connection.Producer().publish("due", exchange=QUEUE.exchange, routing_key="adjudicate", declare=[QUEUE])
    Consumer(connection.default_channel, [QUEUE], callbacks=[lambda body, message: got.append(message)]).consume()
    connection.drain_events(timeout=5)
    return got[0]


def gone() -> None:
    """What looking after a socket comes to that was closed meanwhile."""
    raise OSError("bad file descriptor")


def test_redis_dies_while_a_message_is_held(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    redis_transport.register()
    with own_redis() as redis:
        connection = Connection(redis.url)
        message = taken(connection)
        # It already waits for the next one.
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=0.1)
        redis.kill()
        # As a worker goes about it when its connection is lost, and its sockets are closed before it looks after them.
        monkeypatch.setattr(connection.transport.cycle, "close", gone)
        connection.collect(socket_timeout=1)
        ignore_errors(connection, connection.close)
        message.ack_log_error(logging.getLogger("test"), connection.connection_errors)
        assert "Couldn't ack" in caplog.text


def test_what_was_taken_and_not_answered_comes_again(redis_url: str) -> None:
    redis_transport.register()
    with Connection(redis_url) as connection:
        taken(connection)
    with Connection(redis_url) as connection:
        message = connection.SimpleQueue(QUEUE).get(timeout=5)
        assert message.payload == "due"
        message.ack()
