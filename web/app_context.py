"""What every request works with: the settings, the store, the clock, the bell to the worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from flask import current_app

from correspondence.settings import Settings
from correspondence.store import Store

Clock = Callable[[], datetime]
Doorbell = Callable[[str], None]
# How many messages wait in each queue of the worker; None if its broker does not answer.
Queues = Callable[[], dict[str, int] | None]


@dataclass(frozen=True)
class Desk:
    """The application's own things; one for each application."""

    settings: Settings
    store: Store
    clock: Clock
    doorbell: Doorbell
    queues: Queues | None = None


def utc_now() -> datetime:
    """The time by this machine's clock."""
    return datetime.now(UTC)


def no_bell(what: str) -> None:
    """Ring nobody: the sweep finds everything by itself."""


def desk() -> Desk:
    """The desk of the application that answers this request."""
    found = current_app.extensions["rookery"]
    if not isinstance(found, Desk):
        raise TypeError("this application was not made by create_app")
    return found
