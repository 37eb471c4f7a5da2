"""Which request a line of the log is about: an id bound while it is answered, and told to whoever asked."""

from __future__ import annotations

import re
import secrets
import time

import structlog
from flask import Flask, Response, g, request

from web.app_context import desk

log = structlog.get_logger(__name__)

HEADER = "X-Request-ID"
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_SUBJECTS = {"game_id": "game", "call_id": "call"}


def register(app: Flask) -> None:
    """Give every request an id."""
    app.before_request(_begin)
    app.after_request(_end)
    app.teardown_request(lambda _: structlog.contextvars.clear_contextvars())


def _begin() -> None:
    asked = request.headers.get(HEADER, "")
    # Somebody's own proxy may have named the request; anybody else would only write into our log.
    known = desk().settings.trusted_proxies > 0 and _ID.fullmatch(asked) is not None
    g.request_id, g.begun = asked if known else secrets.token_hex(8), time.perf_counter()
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
