"""Metrics for Prometheus: open to this machine while the site is not public, elsewhere to whoever has the token."""

from __future__ import annotations

import hmac
from ipaddress import ip_address

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound, Unauthorized

from correspondence import service_levels as measured
from web import request_context
from web.app_context import desk

pages = Blueprint("metrics", __name__)


@pages.get("/metrics")
def metrics() -> Response:
    """All metrics, as text."""
    _allowed()
    ask = desk().queues
    # Before the database is asked: a broker that is slow holds no transaction open.
    queues = measured.Broker(ask()) if ask is not None else None
    with request_context.reading() as session:
        return Response(measured.page(session, request_context.now(), queues), content_type=measured.CONTENT_TYPE)


def _allowed() -> None:
    """NotFound or Unauthorized unless the reader may see metrics.

    Behind a web server everybody seems to be this machine, so a public site opens them to a token alone.
    """
    settings = desk().settings
    if settings.metrics_token:
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        known = hmac.compare_digest(given.encode(), settings.metrics_token.encode())
        if scheme.lower() != "bearer" or not known:
            raise Unauthorized
    elif settings.public or not _from_here():
        raise NotFound


def _from_here() -> bool:
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
