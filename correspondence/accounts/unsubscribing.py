"""Ending letters by a link in them, by one POST, without signing in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import addresses, tokens
from correspondence.accounts.models import SilencedAddress
from correspondence.errors import NotFound
from correspondence.games.models import Game, Invitation, Seat
from correspondence.rows import insert_once
from correspondence.store import settings_of
from correspondence.words import N_


@dataclass(frozen=True)
class Unsubscribed:
    """What a link ends: the letters of a `game`, or all `invitations`; `title` is the game's."""

    what: Literal["game", "invitations"]
    title: str


def look_at_unsubscribe(session: Session, token: str) -> Unsubscribed:
    """What the link would end; changes nothing. NotFound `no-such-link`."""
    found = _target(session, token)
    title = session.scalars(select(Game.title).where(Game.id == found.game_id)).one()
    return Unsubscribed("game" if isinstance(found, Seat) else "invitations", title)


def unsubscribe(session: Session, token: str, now: datetime) -> Unsubscribed:
    """End the letters of one game to one seat, or all invitations to an address. Once or often is the same."""
    found = _target(session, token)
    if isinstance(found, Seat):
        found.letters = False
    else:
        insert_once(session, SilencedAddress, email_hash=address_hash(found.email), created_at=now)
    return look_at_unsubscribe(session, token)


def _target(session: Session, token: str) -> Seat | Invitation:
    secret = settings_of(session).secret_key
    found: Seat | Invitation | None = None
    seat_id = tokens.signed(secret, addresses.GAME_LETTERS, token)
    invitation_id = tokens.signed(secret, addresses.INVITATIONS, token)
    if seat_id is not None:
        found = session.scalar(select(Seat).where(Seat.public_id == seat_id))
    elif invitation_id is not None:
        found = session.scalar(select(Invitation).where(Invitation.public_id == invitation_id))
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
