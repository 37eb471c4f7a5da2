"""Resources of tasks: database and email transport, created per process."""

from __future__ import annotations

import os
import socket
from datetime import UTC, datetime
from functools import cached_property

from correspondence.outbox.delivery import Transport, transport_for
from correspondence.settings import Settings
from correspondence.store import DatabaseClock, Store


def clock() -> datetime:
    """Return this machine's time in UTC; use `Service.clock` for deadlines."""
    return datetime.now(UTC)


class Service:
    """Resources of tasks; connections are made in the process that first needs them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def store(self) -> Store:
        """The database."""
        return Store(self.settings)

    @cached_property
    def clock(self) -> DatabaseClock:
        """The time, by the database's clock."""
        return DatabaseClock(self.store, clock)

    @cached_property
    def transport(self) -> Transport:
        """Where emails go."""
        return transport_for(self.settings, self.store)

    @property
    def name(self) -> str:
        """Who claims a turn: host and process."""
        return f"{socket.gethostname()}:{os.getpid()}"
