"""What every request works with: settings, store, clock; and its id in the log."""

from __future__ import annotations

import re
import secrets
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import structlog
from flask import Flask, Response, current_app, g, request

from correspondence.settings import Settings
from correspondence.store import Store

# Tables that modules of this package read: plain rows, without words for people.
TABLES = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))
Clock = Callable[[], datetime]
WorkerNotifier = Callable[[str], None]
# How many messages wait in each queue of the worker; None if its broker does not answer.
Queues = Callable[[], dict[str, int] | None]


@dataclass(frozen=True)
class AppContext:
    """The application's own things; one for each application."""

    settings: Settings
    store: Store
    clock: Clock
    notify_worker: WorkerNotifier
    queues: Queues | None = None


def app_context() -> AppContext:
    """The context of the application that answers this request."""
    context = current_app.extensions["rookery"]
    if not isinstance(context, AppContext):
        raise TypeError("this application was not made by create_app")
    return context


log = structlog.get_logger(__name__)

HEADER = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_SUBJECTS = {"game_id": "game", "turn_id": "turn"}


def register(app: Flask) -> None:
    """Give every request an id."""
    app.before_request(_begin_request)
    app.after_request(_end)
    app.teardown_request(lambda _: structlog.contextvars.clear_contextvars())


def _begin_request() -> None:
    """Give the request an id and a start time, and put its subjects into the log.
    An id from a trusted proxy stays."""
    request_id = request.headers.get(HEADER, "")
    # Somebody's own proxy may have named the request; anybody else would only write into our log.
    is_trusted = app_context().settings.trusted_proxies > 0 and _ID.fullmatch(request_id) is not None
    g.request_id, g.begun = request_id if is_trusted else secrets.token_hex(8), time.perf_counter()
    values = request.view_args or {}
    subjects = {name: values[key] for key, name in _SUBJECTS.items() if key in values}
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request=g.request_id, endpoint=request.endpoint or "", **subjects)


def _end(response: Response) -> Response:
    if "request_id" in g:
        response.headers[HEADER] = g.request_id
        seconds = time.perf_counter() - g.begun
        log.debug("answered", method=request.method, status=response.status_code, seconds=round(seconds, 4))
    return response
