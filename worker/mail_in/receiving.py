"""Taking mails: kept before anybody is told that they are taken, then the worker is rung for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from correspondence.incoming_mail.queue import is_awaited, keep_mail, note_mailbox_read, room_left
from correspondence.store import AWAY, Store, is_away, said

log = structlog.get_logger(__name__)

__all__ = ["Away", "Full", "Receiver"]


class Away(Exception):
    """The database does not answer; the mail was not taken and is to be brought again."""


class Full(Away):
    """As much is kept as the host allows; the mail was not taken and is to be brought again."""


# How long it is believed how much room there is; what is taken meanwhile is taken off.
COUNTED = timedelta(seconds=10)


class Receiver:
    """Keeps mails for the addresses of a service."""

    def __init__(self, store: Store, clock: Callable[[], datetime], ring: Callable[[str], None]) -> None:
        self._store, self._clock, self._ring = store, clock, ring
        local, _, domain = store.settings.mail_in.casefold().rpartition("@")
        self._local, self._domain = local, domain
        self._counted_at, self._room = datetime.min.replace(tzinfo=UTC), (0, 0)
        # Several mails may be brought at once, each in a thread.
        self._counting = threading.Lock()

    def takes(self, recipient: str) -> bool:
        """Whether an address is the one that is set, or was made here with what follows a plus sign in it. Raises Away:
        what cannot be looked up is not refused."""
        local, _, domain = recipient.strip().casefold().rpartition("@")
        if domain != self._domain or local.partition("+")[0] != self._local:
            return False
        with self._database(self._store.read) as session:
            return is_awaited(session, recipient)

    def take(self, raw: bytes, recipients: Collection[str]) -> int:
        """Keep a mail for each of these recipients; how many are new. Raises Away, Full."""
        with self._database(self._store.begin) as session:
            self._make_room(session, len(raw), len(recipients))
            kept = sum(keep_mail(session, raw, one, self._clock()) for one in recipients)
        if kept:
            self._ring("incoming")
        return kept

    def _make_room(self, session: Session, size: int, mails: int) -> None:
        with self._counting:
            now, (count, left) = self._clock(), self._room
            if now - self._counted_at > COUNTED or count < mails or left < size:
                (count, left), self._counted_at = room_left(session, mails, size), now
            self._room = count - mails, left - size
            if count < mails or left < size:
                log.error("as many mails are kept as MAIL_IN_MAX_MAILS and MAIL_IN_MAX_MEGABYTES allow; none is taken")
                raise Full

    def note_mailbox_read(self) -> None:
        """Note that all that was new in the mailbox was taken. Raises Away."""
        with self._database(self._store.begin) as session:
            note_mailbox_read(session, self._clock())

    @contextmanager
    def _database(self, opened: Callable[[], AbstractContextManager[Session]]) -> Iterator[Session]:
        """What is written is kept, or Away is raised."""
        try:
            with opened() as session:
                yield session
        except AWAY as fault:
            if not is_away(fault):
                raise
            log.warning("the database does not answer; no mail is taken", error=said(fault))
            raise Away from fault
