"""Messages to workers: task names, queues, the broker, and waking the worker."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import structlog
from celery import Celery
from kombu import Exchange, Queue

from correspondence.settings import Settings
from worker import broker

ADJUDICATE_QUEUE = "adjudicate"
MAIL_QUEUE = "mail"
DEFAULT_QUEUE = "default"
# Behind all else: what is searched here may be done without.
SEARCH_QUEUE = "search"
QUEUES = (ADJUDICATE_QUEUE, MAIL_QUEUE, DEFAULT_QUEUE, SEARCH_QUEUE)
SWEEP, ADJUDICATE, DRAIN, TIDY = "rookery.sweep", "rookery.adjudicate", "rookery.drain", "rookery.tidy"
CHORES, EVALUATE, POST = "rookery.chores", "rookery.evaluate", "rookery.post"
IMPORT, READ_MAIL, PUSH = "rookery.import", "rookery.read-mail", "rookery.push"
PDF, SEARCH = "rookery.pdf", "rookery.search"
ROUTES = {
    task: {"queue": queue}
    for queue, tasks in {
        ADJUDICATE_QUEUE: (SWEEP, ADJUDICATE),
        MAIL_QUEUE: (DRAIN, READ_MAIL),
        DEFAULT_QUEUE: (CHORES, TIDY, EVALUATE, POST, PUSH, IMPORT, PDF),
        SEARCH_QUEUE: (SEARCH,),
    }.items()
    for task in tasks
}
# Every task ends before its message would be handed out a second time.
SOFT_SECONDS, HARD_SECONDS, VISIBILITY_SECONDS = 45, 60, 180
CONNECT_SECONDS = 2.0
# What runs when a worker is told to stop may end in this time; what cannot comes back to its queue.
STOP_SECONDS = 20.0


def uses_embedded_broker(settings: Settings) -> bool:
    """Return whether messages go through files in the data folder, not a broker."""
    return settings.broker_url in ("", "filesystem", f"{broker.SCHEME}://")


def amqp(settings: Settings) -> bool:
    """Whether messages go through RabbitMQ."""
    return settings.broker_url.startswith(("amqp://", "amqps://"))


def make_caller(settings: Settings) -> Celery:
    """An app that only sends and asks: what web and health checks need."""
    app = Celery("rookery", set_as_current=False)
    app.conf.update(_delivery_options(), **_broker_options(settings))
    return app


def _delivery_options() -> dict[str, Any]:
    """Return the Celery options for tasks, queues, time limits and retries."""
    return {
        "accept_content": ["json"],
        "task_serializer": "json",
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_soft_time_limit": SOFT_SECONDS,
        "task_time_limit": HARD_SECONDS,
        "task_queues": [Queue(name, Exchange(name), routing_key=name) for name in QUEUES],
        "task_default_queue": DEFAULT_QUEUE,
        "task_create_missing_queues": False,
        "task_routes": ROUTES,
        "worker_prefetch_multiplier": 1,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        "worker_soft_shutdown_timeout": STOP_SECONDS,
        # When the broker is gone, what runs is finished: killed, it would count as an attempt that failed, and Celery
        # may stumble over the child that is missing. That it cannot be acknowledged any more costs nothing.
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        # A broker that is away is waited for, at the start too and however long.
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
    }


def _broker_options(settings: Settings) -> dict[str, Any]:
    """Return the Celery options of the broker: embedded, RabbitMQ or Redis.
    Registers the transport of the embedded broker and of Redis."""
    if uses_embedded_broker(settings):
        broker.register()
        options = broker.transport_options(Path(settings.data_dir) / "queue")
        return {"broker_url": f"{broker.SCHEME}://localhost/", "broker_transport_options": options}
    if amqp(settings):
        # Whoever sends knows that the broker has the message; a broker that hangs is one that is away.
        options = {"confirm_publish": True, "read_timeout": CONNECT_SECONDS * 5, "write_timeout": CONNECT_SECONDS * 5}
        return {
            "broker_url": settings.broker_url,
            "broker_transport_options": options,
            "broker_connection_timeout": CONNECT_SECONDS,
        }
    # Redis's client takes five megabytes, which the embedded broker has no use for.
    from worker import redis_transport

    redis_transport.register()
    options = {
        "visibility_timeout": VISIBILITY_SECONDS,
        # What a dead worker held comes back at the first look after that, not at the tenth.
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_timeout": CONNECT_SECONDS * 5,
    }
    return {"broker_url": settings.broker_url, "broker_transport_options": options}


ANSWER_SECONDS = 1.5


class BrokerSilent(OSError):
    """The broker does not answer."""


def try_queue_lengths(settings: Settings) -> dict[str, int] | None:
    """Return how many messages wait, by queue; None if the broker does not answer."""
    try:
        return queue_lengths(settings, ANSWER_SECONDS)
    except OSError:
        return None


def queue_lengths(settings: Settings, seconds: float) -> dict[str, int]:
    """Return how many messages wait, by queue.
    Raises OSError if the broker does not answer within `seconds`."""
    if uses_embedded_broker(settings):
        folder = settings.data_dir / "queue" / "messages"
        return {queue: sum(1 for _ in (folder / queue).glob("*.msg")) for queue in QUEUES}
    if amqp(settings):
        return _queue_counts(settings.broker_url, seconds)
    # Five megabytes that the embedded broker has no use for.
    import redis

    try:
        with redis.Redis.from_url(
            settings.broker_url, socket_connect_timeout=seconds, socket_timeout=seconds
        ) as client:
            return {queue: int(client.llen(queue)) for queue in QUEUES}
    except redis.RedisError as error:
        raise BrokerSilent(str(error)) from error


def _queue_counts(url: str, seconds: float) -> dict[str, int]:
    """Return RabbitMQ's messages waiting by queue; 0 for queues not yet declared."""
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
        raise BrokerSilent(str(error)) from error
    return counts


def refusal(settings: Settings) -> str:
    """Return why RabbitMQ refuses us: unknown user, password or virtual host.
    Empty if it accepts, if it does not answer, and for other brokers."""
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


log = structlog.get_logger(__name__)

TASKS = {"mail": DRAIN, "turns": SWEEP, "imports": IMPORT, "incoming": READ_MAIL, "browsers": PUSH, "pdf": PDF}


class WorkerNotifier:
    """Wakes the worker for a task of `TASKS`. Call it after the commit.

    `mail`: emails were written; `turns`: a turn may be due; `imports`: a game file came; `incoming`: mails came in;
    `browsers`: one is to be told something; `pdf`: a file is to be made.

    A thread of its own sends the messages, so that nobody waits for a broker that is slow or gone. Several of one kind
    that have not gone out yet are sent as one.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._wanted: set[str] = set()
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None

    def __call__(self, what: str) -> None:
        """Wake the worker soon. KeyError for an unknown task; broker failures are logged."""
        with self._change:
            self._wanted.add(TASKS[what])
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="worker-notifier", daemon=True)
                self._thread.start()
            self._change.notify()

    def _run(self) -> None:
        """Send the tasks that are wanted, one after the other, without end.
        A broker that fails is logged."""
        app = make_caller(self._settings)
        while True:
            with self._change:
                while not self._wanted:
                    self._change.wait()
                task = self._wanted.pop()
            try:
                app.send_task(task, retry=False, ignore_result=True, expires=60)
            except Exception as error:  # noqa: BLE001  whatever the broker's client raises, the commit has happened
                log.warning("the worker cannot be woken", task=task, error=repr(error))
