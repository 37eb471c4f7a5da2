"""From an outbox row to the bytes of a message, signed (DKIM), and its route."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import msgspec

from correspondence.mail import Recipient, Site, UnsafeMail, decode_payload, write
from correspondence.mail.payload import (
    AnswerPayload,
    GameOverPayload,
    NoticePayload,
    Payload,
    Picture,
    ResultsPayload,
    SignInPayload,
)
from correspondence.mail.pictures import Scene, arrows_of, layers_in, picture_for_mails
from correspondence.models import LocalMail, OutgoingMail
from correspondence.outbox.returns import return_address
from correspondence.outbox.smtp import Refusing, SmtpTransport, Unreachable
from correspondence.rows import insert_once, new_id
from correspondence.settings import Settings
from correspondence.store import Store

# What readers and their programs go by; each that an email has is signed.
SIGNED = (
    b"from sender reply-to to subject date message-id in-reply-to references mime-version content-type auto-submitted "
    b"list-id list-unsubscribe list-unsubscribe-post"
).split()


def sign_mail(settings: Settings, raw: bytes) -> bytes:
    """Return an email with a DKIM signature before it, unchanged if no key is set.
    `raw` has CRLF. Raises OSError if the file of the key is gone."""
    if not settings.mail_dkim:
        return raw
    import dkim

    selector, _, domain = settings.mail_dkim.partition("._domainkey.")
    lines = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
    names = {line.partition(b":")[0].lower() for line in lines if not line.startswith((b" ", b"\t"))}
    header: bytes = dkim.sign(
        raw,
        selector.encode(),
        domain.encode(),
        _key(settings.mail_dkim_key),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name for name in SIGNED if name in names],
    )
    return header + raw


@lru_cache(maxsize=4)
def _key(path: str) -> bytes:
    return Path(path).read_bytes()


__all__ = ["MailboxTransport", "Refusing", "SmtpTransport", "Transport", "Unreachable", "transport_for"]


class Transport(Protocol):
    """What delivery needs: one connection, many emails."""

    def open(self, now: datetime) -> None:
        """Be connected; Unreachable."""

    def send(self, address: str, message_id: str, subject: str, raw: bytes, sender: str = "") -> None:
        """Hand one email over; raise Unreachable (connection closed) or Refusing.
        `sender` is the envelope sender (empty: the service)."""

    def close(self) -> None:
        """Say goodbye. Never raises."""


class MailboxTransport:
    """Put emails into the table that `/mailbox` shows; duplicates are kept once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._now: datetime | None = None

    def open(self, now: datetime) -> None:
        """Nothing to connect to; remembers when the emails arrive."""
        self._now = now

    def send(self, address: str, message_id: str, subject: str, raw: bytes, sender: str = "") -> None:
        """Keep the email."""
        if self._now is None:
            raise Unreachable("not opened")
        with self._store.begin() as session:
            insert_once(
                session,
                LocalMail,
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


def transport_for(settings: Settings, store: Store) -> Transport:
    """Return the way to send emails: the SMTP server of the settings.
    Without one, they go to the local mailbox."""
    if settings.smtp_url is None:
        return MailboxTransport(store)
    return SmtpTransport(settings.smtp_url, settings.sender)


# Of no use to anybody once the turn is closed.
REMINDERS = ("reminder", "reminder-last", "delegation-call")
STOPPED = "letters to this address come back"
# The stream of what is about who may act as somebody.
ACCOUNT = "account"


@dataclass(frozen=True)
class Ready:
    """An email as it leaves; `sender` is its envelope sender (empty: the default)."""

    subject: str
    sender: str
    raw: bytes


@dataclass(frozen=True)
class Failed:
    """Why an email cannot be made; `for_good`: its content and not the program fails."""

    reason: str
    for_good: bool


@dataclass(frozen=True)
class Dropped:
    """An email that is of no use any more, and why."""

    reason: str


def prepare(
    settings: Settings, mail: OutgoingMail, now: datetime, *, stopped: bool = False
) -> Ready | Failed | Dropped:
    """Render an email, with its map if any; `stopped`: only essential ones go there."""
    try:
        payload = decode_payload(mail.payload)
        # What its reader needs to come in, or to know that somebody else did, always leaves.
        needed = isinstance(payload, SignInPayload) or isinstance(payload, NoticePayload) and payload.stream == ACCOUNT
        useless = obsolete_reason(payload, now) or (STOPPED if stopped and not needed else "")
        if useless:
            return Dropped(useless)
        picture = _picture(settings, payload, mail.language)
        recipient = Recipient(address=mail.address, name=mail.name, language=mail.language, zone=mail.zone)
        subject, raw = write(payload, recipient=recipient, site=site(settings), picture=picture)
        raw = sign_mail(settings, raw)
    except (msgspec.MsgspecError, UnsafeMail) as fault:
        return Failed(f"{type(fault).__name__}: {fault}", for_good=True)
    except Exception as fault:  # noqa: BLE001  one email that cannot be drawn or rendered must not hold up the others
        return Failed("".join(traceback.format_exception(fault)), for_good=False)
    return Ready(subject, return_address(settings, mail), raw)


def obsolete_reason(payload: Payload, now: datetime) -> str:
    """Why an email is of no use any more; empty if it is."""
    if isinstance(payload, SignInPayload) and payload.expires_at <= now:
        return "the link in it has expired"
    if isinstance(payload, NoticePayload) and payload.stream == "reminders" and payload.what in REMINDERS:
        due = payload.opened.due_at if payload.opened else payload.moments.get("due")
        if due is not None and due <= now:
            return "the call of which it reminds is closed"
    return ""


def site(settings: Settings) -> Site:
    """The sending service, as emails name it."""
    return Site(
        name=settings.site_name,
        base_url=settings.base_url,
        sender=settings.sender,
        reply_to=settings.reply_to,
        host=settings.host,
    )


def _picture(settings: Settings, payload: Payload, language: str) -> Picture | None:
    """Return the map now, or after a what-if; None for emails without it."""
    if isinstance(payload, AnswerPayload):
        if payload.tried is None or payload.tried.light:
            return None
        records, board = payload.tried.records, payload.tried.after
    elif isinstance(payload, ResultsPayload | GameOverPayload) and not payload.links.map:
        records, board = payload.closed.records if payload.closed is not None else (), payload.board
    else:
        return None
    game = payload.game
    # What moved is public, so the map is the same for everybody at the table.
    arrows = arrows_of(records, game.edition)
    return picture_for_mails(layers_in(settings), Scene(game.edition, game.players, board, language, arrows))
