"""Getting ready: settings from the environment, the log, and a database of today's form."""

from __future__ import annotations

import logging
import sys

import structlog

from correspondence.settings import Settings
from correspondence.store import Store


def settings() -> Settings:
    """The settings, after the log is set up and the database brought up to date."""
    log_to_stderr()
    found = Settings.from_environment()
    store = Store(found)
    store.upgrade()
    store.close()
    return found


def log_to_stderr() -> None:
    """Everything to stderr: short lines for a terminal, JSON for a machine that collects them."""
    person = sys.stderr.isatty()
    # Plain tracebacks: richer ones print local variables, and those may be secrets.
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    last = console if person else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            last,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(name)s %(levelname)s %(message)s"
    )
