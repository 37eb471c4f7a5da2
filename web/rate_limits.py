"""Rate limits of pages and programs.

`tests/security/test_doors.py` checks that every request which changes something has a door.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import TooManyRequests

from correspondence.models import Account
from correspondence.proxies import Proxies
from correspondence.rate_limits import Spending, counted_address
from correspondence.settings import Settings
from web.app_context import TABLES, app_context
from web.request_context import reader


@dataclass(frozen=True)
class Door:
    """A rate limit for some endpoints: by address, by account, by seat (game or turn)."""

    name: str
    place: str = ""
    account: str = ""
    seat: str = ""
    endpoints: Sequence[str] = ()


_NAMED = {name: Door(name, **row) for name, row in TABLES["doors"].items()}
PDF_FILES, CHANGES, PROGRAMS, STRANGERS = (_NAMED[name] for name in ("pdf-files", "changes", "programs", "strangers"))
DOORS = {endpoint: door for door in _NAMED.values() for endpoint in door.endpoints}


def limit_of(endpoint: str, method: str) -> Door | None:
    """Return the rate limit for a request, by endpoint and HTTP method.
    Returns None for pages that only read and have no limit of their own."""
    return DOORS.get(endpoint) or (None if method in ("GET", "HEAD", "OPTIONS") else CHANGES)


_NAME = "rookery-spending"
# What the use cases count by themselves is counted within a quarter of an hour.
OTHERWISE = 15 * 60
# In the environment of a request that our own server repeats for a stream that it holds open.
AGAIN = "rookery.asked_again"


def register(app: Flask, settings: Settings) -> None:
    """Count what goes through a door, and say with every 429 when to come back."""
    count_anew(app, settings)
    app.before_request(_count_page_request)
    app.after_request(_set_retry_after)


def count_anew(app: Flask, settings: Settings) -> None:
    """Keep the counts where these settings say."""
    app.extensions[_NAME] = Spending(settings, time.time)


def place() -> str:
    """Where the request comes from, as it is counted."""
    return counted_address(request.remote_addr or "")


def programs(account: Account | None) -> None:
    """Count an API request by its token's account. TooManyRequests with seconds."""
    through(PROGRAMS if account is not None else STRANGERS, account)
    door = limit_of(request.endpoint or "", request.method)
    if door is not None:
        through(door, account)


def _count_page_request() -> None:
    """Count a request for a page at its rate limit, if it has one.
    API requests and repeats by our own server are not counted. Raises TooManyRequests."""
    endpoint = request.endpoint or ""
    if endpoint.startswith("api-") or request.environ.get(AGAIN):
        return
    door = limit_of(endpoint, request.method)
    if door is not None:
        through(door, reader() if door.account or door.seat else None)


def through(door: Door, account: Account | None) -> None:
    """Count a request at this rate limit. TooManyRequests with the seconds to wait."""
    spending, settings = current_app.extensions[_NAME], app_context().settings
    whose = [("place", place(), door.place)]
    if account is not None and not settings.trusted_proxies and Proxies(settings).is_shared(place()):
        # A proxy that nobody named asks for everybody: people who are signed in are counted by themselves.
        whose.clear()
    if account is not None:
        values = request.view_args or {}
        seat = values.get("turn_id") or values.get("game_id") or values.get("thread_id")
        whose.append(("account", account.public_id, door.account))
        whose.append(("seat", f"{account.public_id} {seat}", door.seat if seat else ""))
    for kind, name, allowance in whose:
        wait = spending.spend(f"{door.name} by {kind}", name, allowance) if allowance else 0
        if wait:
            raise TooManyRequests(retry_after=wait)


def _set_retry_after(response: Response) -> Response:
    """Give a 429 answer without Retry-After a default one; return the answer."""
    if response.status_code == 429:
        response.headers.setdefault("Retry-After", str(OTHERWISE))
    return response
