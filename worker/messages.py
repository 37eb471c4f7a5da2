"""How messages travel: the names of tasks, their queues, the broker. What the tasks do is not known here, so that a
process that only rings or asks need not load it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    SWEEP: {"queue": ADJUDICATE_QUEUE},
    CHORES: {"queue": DEFAULT_QUEUE},
    ADJUDICATE: {"queue": ADJUDICATE_QUEUE},
    DRAIN: {"queue": MAIL_QUEUE},
    TIDY: {"queue": DEFAULT_QUEUE},
    EVALUATE: {"queue": DEFAULT_QUEUE},
    POST: {"queue": DEFAULT_QUEUE},
    PUSH: {"queue": DEFAULT_QUEUE},
    IMPORT: {"queue": DEFAULT_QUEUE},
    PDF: {"queue": DEFAULT_QUEUE},
    SEARCH: {"queue": SEARCH_QUEUE},
    READ_MAIL: {"queue": MAIL_QUEUE},
}
# Every task ends before its message would be handed out a second time.
SOFT_SECONDS, HARD_SECONDS, VISIBILITY_SECONDS = 45, 60, 180
CONNECT_SECONDS = 2.0
# What runs when a worker is told to stop may end in this time; what cannot comes back to its queue.
STOP_SECONDS = 20.0


def embedded(settings: Settings) -> bool:
    """Whether messages go through files in the data folder instead of a broker of their own."""
    return settings.broker_url in ("", "filesystem", f"{broker.SCHEME}://")


def amqp(settings: Settings) -> bool:
    """Whether messages go through RabbitMQ."""
    return settings.broker_url.startswith(("amqp://", "amqps://"))


def make_caller(settings: Settings) -> Celery:
    """An app that only sends and asks: what web and health checks need."""
    app = Celery("rookery", set_as_current=False)
    app.conf.update(_delivery(), **_broker(settings))
    return app


def _delivery() -> dict[str, Any]:
    return {
        "accept_content": ["json"],
        "task_serializer": "json",
        "result_serializer": "json",
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
        "worker_send_task_events": False,
        "worker_soft_shutdown_timeout": STOP_SECONDS,
        "worker_enable_soft_shutdown_on_idle": False,
        # When the broker is gone, what runs is finished: killed, it would count as an attempt that failed, and Celery
        # may stumble over the child that is missing. That it cannot be acknowledged any more costs nothing.
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        # A broker that is away is waited for, at the start too and however long.
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "timezone": "UTC",
        "enable_utc": True,
    }


def _broker(settings: Settings) -> dict[str, Any]:
    if embedded(settings):
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
