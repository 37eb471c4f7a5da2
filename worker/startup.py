"""Getting ready: settings, and a database of today's form."""

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
from correspondence.store import Store, said
from worker.environment import bare_settings
from worker.files import BadInput
from worker.messages import refusal

log = structlog.get_logger(__name__)

# A database that is away is asked again sooner at first, later afterwards, and spoken of once a minute.
FIRST_PAUSE, MAX_PAUSE, SAID_EVERY = 0.5, 15.0, 60.0


def settings() -> Settings:
    """The settings, after the log is set up and the database was found to be of today's form.

    Raises BadInput, with words for a host, for a setting that cannot be used, for a database of another form, and for
    one that does not answer.
    """
    found = bare_settings()
    try:
        _look_at_services(found)
    except DBAPIError as away:
        raise BadInput(f"the database does not answer: {said(away)}") from away
    return found


def awaited() -> Settings:
    """As `settings`, for what runs on its own: a database server that does not answer is waited for, however long.

    SIGTERM and SIGINT end the process in order meanwhile. Raises BadInput as `settings`; a database file that cannot be
    used is not waited for.
    """
    found = bare_settings()
    begun = time.monotonic()
    pause, next_said = FIRST_PAUSE, begun
    with told_to_stop() as told:
        answers = False
        while not answers and not told.is_set():
            try:
                _look_at_services(found)
            except DBAPIError as away:
                if found.database_url.startswith("sqlite"):
                    raise BadInput(f"the database cannot be used: {said(away)}") from away
                now = time.monotonic()
                if now >= next_said:
                    waited = round(now - begun)
                    log.warning("the database does not answer; waiting for it", error=said(away), seconds=waited)
                    next_said = now + SAID_EVERY
                told.wait(pause)
                pause = min(2 * pause, MAX_PAUSE)
            else:
                answers = True
    if told.is_set():
        log.info("told to stop before the work began")
        raise SystemExit(0)
    if pause > FIRST_PAUSE:
        log.info("the database answers", seconds=round(time.monotonic() - begun))
    return found


def _look_at_services(found: Settings) -> None:
    try:
        with closing(Store(found)) as store:
            store.make_ready()
    except WrongSchema as wrong:
        raise BadInput(str(wrong)) from wrong
    if reason := refusal(found):
        raise BadInput(f"BROKER_URL: RabbitMQ does not let us in: {discreet(reason)}")


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """An event that SIGTERM and SIGINT set; afterwards they do what they did before."""
    told = threading.Event()
    before = {number: signal.signal(number, lambda *_: told.set()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
