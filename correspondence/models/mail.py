"""Tables of mail that goes out and comes in."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import (
    AddedCount,
    AddedFlag,
    Count,
    Email,
    GameKey,
    IndexedAccount,
    IndexedTime,
    KeyedRow,
    PublicRow,
    Row,
    Str8,
    Str16,
    Str32,
    Str40,
    Str60,
    Str64,
    Str80,
    Str200,
    default_column,
    text_by_bytes,
)

_SENT, _FAILED = text("sent_at IS NOT NULL"), text("failed_at IS NOT NULL")
_DROPPED = text("dropped_at IS NOT NULL")


class _Attempted:
    """Columns of what is claimed and tried until it is delivered.

    `next_attempt_at` is None when nothing more is to be done: `sent_at`, or `failed_at` (it cannot be delivered) with
    `last_error`, says why. `attempts` counts how often it was begun to be handed over.
    """

    next_attempt_at: Mapped[datetime | None]
    claimed_until: Mapped[datetime | None]
    attempts: Mapped[Count]
    sent_at: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(Text, default="")


class OutgoingMail(_Attempted, KeyedRow):
    """An email to be sent once. `key` names the effect and is unique.
    The payload is emptied when it has left, or two weeks after it failed. `dropped_at`: it became useless."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_next_attempt_at", "next_attempt_at"),
        # Nothing to keep up while an email is written: only what became of it is counted.
        Index("ix_outbox_sent_at", "sent_at", postgresql_where=_SENT, sqlite_where=_SENT),
        Index("ix_outbox_failed_at", "failed_at", postgresql_where=_FAILED, sqlite_where=_FAILED),
        Index("ix_outbox_dropped_at", "dropped_at", postgresql_where=_DROPPED, sqlite_where=_DROPPED),
    )

    key: Mapped[str] = mapped_column(text_by_bytes(160), unique=True)
    kind: Mapped[Str32]
    account_id: Mapped[IndexedAccount | None]
    address: Mapped[Email]
    name: Mapped[Str60] = mapped_column(default="")
    language: Mapped[Str8]
    zone: Mapped[Str64]
    message_id: Mapped[str] = mapped_column(String(250), unique=True)
    payload: Mapped[bytes]
    written_at: Mapped[datetime]
    dropped_at: Mapped[datetime | None]


class MailRoute(Row):
    """A delivery route: a domain's, or (`*`) the mail server's, by which all go.

    `failures` in a row since something was taken, the last at `failed_at`; no try before `until`. With a limit of
    emails a second, those begun last until `paced_until`.
    """

    __tablename__ = "mail_routes"

    name: Mapped[str] = mapped_column(String(253), primary_key=True)
    failures: Mapped[Count]
    failed_at: Mapped[datetime | None]
    until: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(Text, default="")
    paced_until: Mapped[datetime | None]


class ReturnedMail(KeyedRow):
    """An email that came back from its address; each once.
    `hard`: for good, else for now. `status` is the server's (5.1.1); `counts`: it still speaks against the address."""

    __tablename__ = "returned_mails"
    __table_args__ = (UniqueConstraint("mail_id", "hard"),)

    mail_id: Mapped[int]
    address: Mapped[Email] = mapped_column(index=True)
    hard: Mapped[bool]
    status: Mapped[Str16] = mapped_column(default="")
    at: Mapped[IndexedTime]
    counts: Mapped[bool] = mapped_column(default=True)


class StoppedAddress(Row):
    """An address whose emails have come back `since`; only sign-in emails go there."""

    __tablename__ = "stopped_addresses"

    address: Mapped[str] = mapped_column(String(254), primary_key=True)
    since: Mapped[datetime]
    stopped_at: Mapped[datetime]


class LocalMail(PublicRow):
    """An email that reached the local mailbox, as raw bytes."""

    __tablename__ = "local_mail"

    message_id: Mapped[str] = mapped_column(String(250), unique=True)
    address: Mapped[Email] = mapped_column(index=True)
    subject: Mapped[str] = mapped_column(String(500))
    raw: Mapped[bytes]
    received_at: Mapped[datetime]


class Webhook(PublicRow):
    """A webhook of an account: `kinds` by commas; for one game, or (None) all games."""

    __tablename__ = "webhooks"

    account_id: Mapped[IndexedAccount]
    game_id: Mapped[GameKey | None]
    url: Mapped[str] = mapped_column(String(500))
    # As `correspondence.tokens` seals it.
    secret: Mapped[Str200]
    kinds: Mapped[str] = mapped_column(String(120))
    failures: Mapped[Count]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]


class WebhookPost(_Attempted, PublicRow):
    """Something to be posted. `key` names its effect."""

    __tablename__ = "webhook_posts"
    __table_args__ = (
        Index("ix_webhook_posts_next_attempt_at", "next_attempt_at"),
        Index("ix_webhook_posts_failed_at", "failed_at", postgresql_where=_FAILED, sqlite_where=_FAILED),
    )

    key: Mapped[str] = mapped_column(String(160), unique=True)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id"), index=True)
    kind: Mapped[str] = mapped_column(String(24))
    body: Mapped[bytes]
    written_at: Mapped[IndexedTime]


class PushSubscription(PublicRow):
    """A browser's push subscription for some `streams` (commas between).
    It has the push service's address, its keys (base64url), our key with which it takes messages, and the id of the
    session in which it was turned on."""

    __tablename__ = "push_subscriptions"

    account_id: Mapped[IndexedAccount]
    session_id: Mapped[Str16] = mapped_column(index=True)
    endpoint: Mapped[str] = mapped_column(String(1000), unique=True)
    public_key: Mapped[str] = mapped_column(String(100))
    auth_secret: Mapped[Str32]
    our_key: Mapped[str] = mapped_column(String(100))
    label: Mapped[str] = mapped_column(String(120))
    streams: Mapped[Str80]
    failures: Mapped[Count]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    last_error: Mapped[str] = mapped_column(Text, default="")


class PushMessage(_Attempted, KeyedRow):
    """Something a browser is to be told; of no use after `expires_at`.
    `key` names its effect, `topic` what it takes the place of while nobody has seen that."""

    __tablename__ = "push_messages"
    __table_args__ = (
        Index("ix_push_messages_next_attempt_at", "next_attempt_at"),
        Index("ix_push_messages_failed_at", "failed_at", postgresql_where=_FAILED, sqlite_where=_FAILED),
    )

    key: Mapped[Str200] = mapped_column(unique=True)
    subscription_id: Mapped[int] = mapped_column(ForeignKey("push_subscriptions.id"), index=True)
    topic: Mapped[Str32]
    urgent: Mapped[bool]
    body: Mapped[bytes]
    written_at: Mapped[IndexedTime]
    expires_at: Mapped[datetime]


# `stored`: not read yet. `done`: what it says was done. `refused`: answered with what was wrong. `waiting`: until its
# player confirms it. `passed-over`: an automatic answer, a bounce, a mail for nobody. `failed`: set aside for a host.
MailState = Literal["stored", "done", "refused", "waiting", "passed-over", "failed"]
_HAS_BYTES = text("stored_bytes > 0")


class IncomingMail(PublicRow):
    """A mail for one recipient, as it came.

    `raw` (packed) is emptied a while after reading, or at once if nobody will look at it. Of rows with the same
    `content` (digest of the bytes) one has them for all; `stored_bytes` is how many a row has. `vouched`: its player
    sent it for certain. `for_seat` is the public id of the seat in the recipient's address, genuine or not: while a
    mail waits that came in time, that game's turn waits too. `mark` is unique, and the same for every delivery of a
    mail to a recipient. `reason`: code for its state; `trouble`: internal error. A mail is read while `next_attempt_at`
    is not later than now; each attempt is counted before it is made.
    """

    __tablename__ = "incoming_mails"
    __table_args__ = (
        UniqueConstraint("mark"),
        Index("ix_incoming_mails_next_attempt_at", "next_attempt_at"),
        Index("ix_incoming_mails_state_recipient", "state", "recipient", "id"),
        Index("ix_incoming_mails_state_for_seat", "state", "for_seat"),
        Index(
            "ix_incoming_mails_read_at_stored_bytes",
            "read_at",
            "stored_bytes",
            postgresql_where=_HAS_BYTES,
            sqlite_where=_HAS_BYTES,
        ),
        Index("ix_incoming_mails_content", "content"),
    )

    mark: Mapped[Str64]
    recipient: Mapped[Email]
    for_seat: Mapped[Str16] = mapped_column(default="")
    message_id: Mapped[str] = mapped_column(String(250), default="")
    raw: Mapped[bytes]
    size: Mapped[int]
    content: Mapped[Str64] = default_column("")
    stored_bytes: Mapped[AddedCount]
    vouched: Mapped[AddedFlag]
    received_at: Mapped[datetime]
    state: Mapped[Str16] = mapped_column(default="stored")
    reason: Mapped[Str40] = mapped_column(default="")
    trouble: Mapped[str] = mapped_column(Text, default="", deferred=True)
    next_attempt_at: Mapped[datetime | None]
    attempts: Mapped[Count]
    read_at: Mapped[IndexedTime | None]
    account_id: Mapped[IndexedAccount | None]
    seat_id: Mapped[int | None] = mapped_column(ForeignKey("seats.id", ondelete="CASCADE"), index=True)
    turn_id: Mapped[int | None] = mapped_column(ForeignKey("turns.id", ondelete="CASCADE"))
