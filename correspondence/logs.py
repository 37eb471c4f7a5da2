"""The log: one event a line, text for people or JSON; with ids, without secrets."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import structlog

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("auto", "text", "json")
_CREDENTIALS = re.compile(r"://[^/\s@]+@")
# A whole run of emails with or without a domain: looking for one from each of its emails would take the square.
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]++(@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?")
# Public ids have twelve characters; what is longer and stands in an address opens something.
_TOKEN = re.compile(r"(?<=[/=])(?=[A-Za-z0-9_-]*[A-Z0-9])[A-Za-z0-9_-]{20,}(?![A-Za-z0-9_.-])")


def discreet(text: str) -> str:
    """Remove secrets from a text: passwords in URLs, tokens in links, email addresses."""
    hidden = _CREDENTIALS.sub("://(hidden)@", text)
    if "@" in hidden:
        hidden = _ADDRESS.sub(lambda match: "<address>" if match[1] else match[0], hidden)
    return _TOKEN.sub("...", hidden)


def configure(*, level: str = "info", style: str = "auto", stream: TextIO | None = None) -> None:
    """Send every line, our own and those of libraries, to `stream` (None: stderr).

    `style` is one of FORMATS; `auto` writes for people on a terminal, JSON elsewhere. Libraries tell warnings and
    worse; `level` is for our own lines.
    """
    out = stream or sys.stderr
    last = _renderer(out.isatty() if style == "auto" else style == "text")
    first: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*first, structlog.processors.format_exc_info, _hide, last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level.upper())),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*first, structlog.stdlib.add_logger_name],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _hide,
                last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)


@contextmanager
def about(**ids: str) -> Iterator[None]:
    """Put ids (`request`, `task`, `task_id`, `game`, `turn`) on the block's log lines."""
    with structlog.contextvars.bound_contextvars(**ids):
        yield


def _renderer(person: bool) -> Any:
    # Plain tracebacks: richer ones print local variables, and those may be secrets.
    if person:
        return structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    return structlog.processors.JSONRenderer()


def _hide(logger: Any, method: str, line: Any) -> Any:
    """Remove secrets from a log line before it is written, whoever wrote it."""
    return {name: discreet(value) if isinstance(value, str) else value for name, value in line.items()}
