"""Taking mails: kept before anybody is told that they are taken, then the worker is rung for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from correspondence.incoming_mail.keeping import MOST_BYTES, keep_mail
from correspondence.incoming_mail.watching import note_mailbox_read
from correspondence.store import AWAY, Store, is_away, said

log = structlog.get_logger(__name__)

__all__ = ["MOST_BYTES", "Away", "Receiver"]


class Away(Exception):
    """The database does not answer; the mail was not taken and is to be brought again."""


class Receiver:
    """Keeps mails for the addresses of a service."""

    def __init__(self, store: Store, clock: Callable[[], datetime], ring: Callable[[str], None]) -> None:
        self._store, self._clock, self._ring = store, clock, ring
        local, _, domain = store.settings.mail_in.casefold().rpartition("@")
        self._local, self._domain = local, domain

    def takes(self, recipient: str) -> bool:
        """Whether an address is one of ours: the one that is set, or what follows a plus sign in it."""
        local, _, domain = recipient.strip().casefold().rpartition("@")
        return domain == self._domain and local.partition("+")[0] == self._local

    def take(self, raw: bytes, recipients: Collection[str]) -> int:
        """Keep a mail for each of these recipients; how many are new. Raises Away."""
        with self._kept() as session:
            kept = sum(keep_mail(session, raw, one, self._clock()) for one in recipients)
        if kept:
            self._ring("incoming")
        return kept

    def note_mailbox_read(self) -> None:
        """Note that all that was new in the mailbox was taken. Raises Away."""
        with self._kept() as session:
            note_mailbox_read(session, self._clock())

    @contextmanager
    def _kept(self) -> Iterator[Session]:
        """What is written is kept, or Away is raised."""
        try:
            with self._store.begin() as session:
                yield session
        except AWAY as fault:
            if not is_away(fault):
                raise
            log.warning("the database does not answer; a mail is not taken", error=said(fault))
            raise Away from fault
