"""The tasks: each calls one use case. Ids go in, nothing comes out; doing one twice changes nothing.

The database is the queue of record. A task that is lost costs the seconds until the next sweep.
"""

from __future__ import annotations

import os
import socket
from datetime import UTC, datetime
from functools import cached_property

import structlog
from celery import Celery

from correspondence.adjudications.use_cases import adjudicate
from correspondence.calls.queries import due_calls
from correspondence.outbox.transports import Transport, transport_for
from correspondence.outbox.use_cases import deliver_batch
from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.upkeep import forget_old

log = structlog.get_logger(__name__)

SWEEP, ADJUDICATE, DRAIN, TIDY = "rookery.sweep", "rookery.adjudicate", "rookery.drain", "rookery.tidy"
ROUTES = {
    SWEEP: {"queue": "default"},
    ADJUDICATE: {"queue": "adjudicate"},
    DRAIN: {"queue": "mail"},
    TIDY: {"queue": "default"},
}
MOST_CALLS, MOST_LETTERS, MOST_BATCHES = 200, 20, 50
EXPIRES_SECONDS = 60


def clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


class Service:
    """What tasks work with; the connections are made in the process that first needs them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def store(self) -> Store:
        """The database."""
        return Store(self.settings)

    @cached_property
    def transport(self) -> Transport:
        """Where letters go."""
        return transport_for(self.settings, self.store)

    @property
    def name(self) -> str:
        """Who claims a call: host and process."""
        return f"{socket.gethostname()}:{os.getpid()}"


def sweep(service: Service) -> list[str]:
    """The ids of the calls that are due now, oldest first."""
    with service.store.begin() as session:
        return list(due_calls(session, clock(), MOST_CALLS))


def drain(service: Service) -> int:
    """Deliver letters until none is due; returns how many left."""
    sent = 0
    for _ in range(MOST_BATCHES):
        batch = deliver_batch(service.store, service.transport, clock, MOST_LETTERS)
        sent += batch
        if batch < MOST_LETTERS:
            break
    return sent


def register(app: Celery, service: Service) -> None:
    """Give the app its tasks, working on this service."""

    @app.task(name=DRAIN, shared=False)
    def drain_task() -> None:
        sent = drain(service)
        if sent:
            log.info("letters sent", count=sent)

    @app.task(name=ADJUDICATE, shared=False)
    def adjudicate_task(call_id: str) -> None:
        if adjudicate(service.store, call_id, service.name, clock):
            log.info("call adjudicated", call=call_id)
            drain_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=SWEEP, shared=False)
    def sweep_task() -> None:
        for call_id in sweep(service):
            adjudicate_task.apply_async((call_id,), expires=EXPIRES_SECONDS)
        drain_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=TIDY, shared=False)
    def tidy_task() -> None:
        with service.store.begin() as session:
            forget_old(session, clock())
