"""Startup: settings, and a database with the present schema."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import structlog
from sqlalchemy.exc import DBAPIError

from correspondence.logs import discreet
from correspondence.migrating import WrongSchema
from correspondence.settings import Settings
from correspondence.store import Store, driver_message
from worker.environment import bare_settings
from worker.files import BadInput, bad_input
from worker.messages import refusal

log = structlog.get_logger(__name__)

# Pauses between attempts to reach the database grow; it is logged once a minute.
FIRST_PAUSE, MAX_PAUSE, SAID_EVERY = 0.5, 15.0, 60.0


def settings() -> Settings:
    """The settings, after the log is set up and the schema of the database is checked.

    Raises BadInput for a bad setting, and for a database with another schema or without an answer.
    """
    service_settings = bare_settings()
    try:
        _look_at_services(service_settings)
    except DBAPIError as away:
        raise BadInput(f"the database does not answer: {driver_message(away)}") from away
    return service_settings


def wait_for_settings() -> Settings:
    """Wait until the database server answers, and return the settings.
    SIGTERM and SIGINT end the process meanwhile. Raises BadInput for bad settings or schema,
    and at once for an unusable database file."""
    service_settings = bare_settings()
    begun = time.monotonic()
    pause, next_said = FIRST_PAUSE, begun
    with stop_event_on_signal() as stop_event:
        answers = False
        while not answers and not stop_event.is_set():
            try:
                _look_at_services(service_settings)
            except DBAPIError as away:
                if service_settings.database_url.startswith("sqlite"):
                    raise BadInput(f"the database cannot be used: {driver_message(away)}") from away
                now = time.monotonic()
                if now >= next_said:
                    waited = round(now - begun)
                    log.warning(
                        "the database does not answer; waiting for it", error=driver_message(away), seconds=waited
                    )
                    next_said = now + SAID_EVERY
                stop_event.wait(pause)
                pause = min(2 * pause, MAX_PAUSE)
            else:
                answers = True
    if stop_event.is_set():
        log.info("stopped before the database answered")
        raise SystemExit(0)
    if pause > FIRST_PAUSE:
        log.info("the database answers", seconds=round(time.monotonic() - begun))
    return service_settings


def _look_at_services(service_settings: Settings) -> None:
    with bad_input(WrongSchema), closing(Store(service_settings)) as store:
        store.make_ready()
    if reason := refusal(service_settings):
        raise BadInput(f"BROKER_URL: RabbitMQ refuses the connection: {discreet(reason)}")


@contextmanager
def stop_event_on_signal() -> Iterator[threading.Event]:
    """An event that SIGTERM and SIGINT set; restores their handlers afterwards."""
    stop_event = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop_event.set()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop_event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
