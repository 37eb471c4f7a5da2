"""Ending letters by a link in them, by one POST, without signing in; and taking that back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import addresses, tokens
from correspondence.accounts.preferences import AT_ONCE, CHOICES, DIGEST, OFF, choose_streams, end_stream
from correspondence.errors import NotFound
from correspondence.models.accounts import Account, SilencedAddress
from correspondence.models.games import Game, Invitation, Seat
from correspondence.notices.choices import chosen
from correspondence.rows import insert_once
from correspondence.store import settings_of
from narration.words import N_


@dataclass(frozen=True)
class Unsubscribed:
    """What a link ends: the letters of a `game`, all `invitations`, a `stream` of letters, or the `digest`.

    `title` is the game's, `stream` the stream's; `ended` whether they are ended now.
    """

    what: Literal["game", "invitations", "stream", "digest"]
    title: str = ""
    stream: str = ""
    ended: bool = False


@dataclass(frozen=True)
class _Stream:
    account: Account
    name: str


def look_at_unsubscribe(session: Session, token: str) -> Unsubscribed:
    """What the link would end; changes nothing. NotFound `no-such-link`."""
    found = _target(session, token)
    if isinstance(found, _Stream):
        if found.name == DIGEST:
            return Unsubscribed("digest", ended=DIGEST not in {chosen(found.account, stream) for stream in CHOICES})
        return Unsubscribed("stream", stream=found.name, ended=chosen(found.account, found.name) == OFF)
    title = session.scalars(select(Game.title).where(Game.id == found.game_id)).one()
    if isinstance(found, Seat):
        return Unsubscribed("game", title, ended=not found.letters)
    return Unsubscribed("invitations", title, ended=silenced(session, found.email))


def unsubscribe(session: Session, token: str, now: datetime) -> Unsubscribed:
    """End the letters of one game to one seat, of a stream, the digest, or all invitations to an address.

    Once or often is the same. NotFound `no-such-link`.
    """
    found = _target(session, token)
    if isinstance(found, _Stream):
        end_stream(session, found.account, found.name)
    elif isinstance(found, Seat):
        found.letters = False
    else:
        insert_once(session, SilencedAddress, email_hash=address_hash(found.email), created_at=now)
    session.flush()
    return look_at_unsubscribe(session, token)


def resubscribe(session: Session, token: str) -> Unsubscribed:
    """Take back what `unsubscribe` ended with this link; what was in the digest is in it again."""
    found = _target(session, token)
    if isinstance(found, _Stream):
        streams = [found.name] if found.name != DIGEST else [s for s in CHOICES if DIGEST in CHOICES[s]]
        off = [stream for stream in streams if chosen(found.account, stream) == OFF]
        choose_streams(session, found.account, dict.fromkeys(off, DIGEST if found.name == DIGEST else AT_ONCE))
    elif isinstance(found, Seat):
        found.letters = True
    else:
        listen_again(session, found.email)
    session.flush()
    return look_at_unsubscribe(session, token)


def _target(session: Session, token: str) -> Seat | Invitation | _Stream:
    secret = settings_of(session).secret_key
    found: Seat | Invitation | _Stream | None = None
    seat_id = tokens.signed(secret, addresses.GAME_LETTERS, token)
    invitation_id = tokens.signed(secret, addresses.INVITATIONS, token)
    stream = tokens.signed(secret, addresses.STREAM, token)
    if seat_id is not None:
        found = session.scalar(select(Seat).where(Seat.public_id == seat_id))
    elif invitation_id is not None:
        found = session.scalar(select(Invitation).where(Invitation.public_id == invitation_id))
    elif stream is not None:
        public_id, _, name = stream.partition("-")
        account = session.scalar(select(Account).where(Account.public_id == public_id, Account.deleted_at.is_(None)))
        if account is not None and name in (*CHOICES, DIGEST):
            found = _Stream(account, name)
    if found is None:
        raise NotFound("no-such-link", N_("This link is not known; perhaps a part of it is missing."))
    return found


def address_hash(email: str) -> str:
    """What is kept of an address that wants to be left alone."""
    return hashlib.sha256(email.encode()).hexdigest()


def silenced(session: Session, email: str) -> bool:
    """Whether an address wants no invitations."""
    return (
        session.scalar(select(SilencedAddress.id).where(SilencedAddress.email_hash == address_hash(email))) is not None
    )


def listen_again(session: Session, email: str) -> None:
    """An address takes invitations again."""
    session.execute(delete(SilencedAddress).where(SilencedAddress.email_hash == address_hash(email)))
