"""Where letters go: a mail server, or a table that stands for one on a machine alone."""

from __future__ import annotations

import contextlib
import smtplib
import ssl
from datetime import datetime
from typing import Protocol
from urllib.parse import unquote, urlsplit

from correspondence.outbox.models import LocalLetter
from correspondence.rows import insert_once, new_id
from correspondence.settings import BadSetting, Settings
from correspondence.store import Store

TIMEOUT_SECONDS = 20.0


class Unreachable(Exception):
    """Nobody takes letters now; try again later."""


class Refusing(Exception):
    """This letter was not taken; `for_good` if it never will be."""

    def __init__(self, reason: str, *, for_good: bool) -> None:
        self.for_good = for_good
        super().__init__(reason)


class Transport(Protocol):
    """What delivery needs: one connection, several letters."""

    def open(self, now: datetime) -> None:
        """Connect; Unreachable."""

    def send(self, address: str, message_id: str, subject: str, raw: bytes) -> None:
        """Hand one letter over; Unreachable, Refusing."""

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

    def send(self, address: str, message_id: str, subject: str, raw: bytes) -> None:
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
                raw=raw,
                received_at=self._now,
            )

    def close(self) -> None:
        """Nothing to close."""
        self._now = None


class SmtpTransport:
    """Hands letters to a mail server: `smtp://` (TLS where offered, required with a password) or `smtps://`."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadSetting("SMTP_URL: not an address such as smtp://user:password@mail.example:587")
        self._secure = parts.scheme == "smtps"
        self._host, self._port = parts.hostname, parts.port or (465 if self._secure else 587)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender
        self._server: smtplib.SMTP | None = None

    def open(self, now: datetime) -> None:
        """Connect, encrypt, sign in."""
        tls = ssl.create_default_context()
        try:
            if self._secure:
                self._server = smtplib.SMTP_SSL(self._host, self._port, timeout=TIMEOUT_SECONDS, context=tls)
            else:
                self._server = smtplib.SMTP(self._host, self._port, timeout=TIMEOUT_SECONDS)
                self._encrypt(self._server, tls)
            if self._user:
                self._server.login(self._user, self._password)
        except (smtplib.SMTPException, OSError) as fault:
            self.close()
            raise Unreachable(f"{self._host}:{self._port}: {fault}") from fault

    def _encrypt(self, server: smtplib.SMTP, tls: ssl.SSLContext) -> None:
        server.ehlo_or_helo_if_needed()
        if server.has_extn("starttls"):
            server.starttls(context=tls)
        elif self._user:
            raise smtplib.SMTPNotSupportedError("the server offers no encryption, so it gets no password")

    def send(self, address: str, message_id: str, subject: str, raw: bytes) -> None:
        """Hand one letter over; 5xx refuses it for good, 4xx for now."""
        if self._server is None:
            raise Unreachable("not connected")
        try:
            self._server.sendmail(self._sender, [address], raw)
        except smtplib.SMTPServerDisconnected as fault:
            raise Unreachable(str(fault)) from fault
        except smtplib.SMTPRecipientsRefused as fault:
            code, words = fault.recipients[address]
            raise Refusing(f"{code} {_text(words)}", for_good=code >= 500) from fault
        except smtplib.SMTPResponseException as fault:
            reason = f"{fault.smtp_code} {_text(fault.smtp_error)}"
            raise Refusing(reason, for_good=fault.smtp_code >= 500) from fault
        except (smtplib.SMTPException, OSError) as fault:
            raise Unreachable(str(fault)) from fault

    def close(self) -> None:
        """Quit, whether or not the server still listens."""
        if self._server is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                self._server.quit()
            self._server.close()
            self._server = None


def _text(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words


def transport_for(settings: Settings, store: Store) -> Transport:
    """The mail server of the settings, or the local mailbox where none is set."""
    if settings.smtp_url is None:
        return MailboxTransport(store)
    return SmtpTransport(settings.smtp_url, settings.sender)
