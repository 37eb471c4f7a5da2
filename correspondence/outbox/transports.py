"""Where letters go: a mail server, or a table that stands for one on a machine alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from correspondence.models.outbox import LocalLetter
from correspondence.outbox.smtp import Refusing, SmtpTransport, Unreachable
from correspondence.rows import insert_once, new_id
from correspondence.settings import Settings
from correspondence.store import Store

__all__ = ["MailboxTransport", "Refusing", "SmtpTransport", "Transport", "Unreachable", "transport_for"]


class Transport(Protocol):
    """What delivery needs: one connection, many letters."""

    def open(self, now: datetime) -> None:
        """Be connected; Unreachable."""

    def send(self, address: str, message_id: str, subject: str, pieces: Sequence[bytes], sender: str = "") -> None:
        """Hand one letter over, in pieces that are never parted within a line break; Unreachable if the connection
        broke (then it is closed), Refusing. `sender` is whom the envelope names (empty: the service)."""

    def close(self) -> None:
        """Say goodbye. Never raises."""


class MailboxTransport:
    """Puts letters into the table that `/mailbox` shows. The same letter twice is kept once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._now: datetime | None = None

    def open(self, now: datetime) -> None:
        """Nothing to connect to; remembers when the letters arrive."""
        self._now = now

    def send(self, address: str, message_id: str, subject: str, pieces: Sequence[bytes], sender: str = "") -> None:
        """Keep the letter."""
        if self._now is None:
            raise Unreachable("not opened")
        with self._store.begin() as session:
            insert_once(
                session,
                LocalLetter,
                public_id=new_id(),
                message_id=message_id,
                address=address,
                subject=subject[:500],
                raw=b"".join(pieces),
                received_at=self._now,
            )

    def close(self) -> None:
        """Nothing to close."""
        self._now = None


def transport_for(settings: Settings, store: Store) -> Transport:
    """The mail server of the settings, or the local mailbox where none is set."""
    if settings.smtp_url is None:
        return MailboxTransport(store)
    return SmtpTransport(settings.smtp_url, settings.sender)
