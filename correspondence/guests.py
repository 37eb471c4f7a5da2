"""Guests: accounts without an address, which play a first round.

A guest and its game are deleted after a day, unless it gives an address and uses the link sent there
(`sign_in.use_cases.take_address`). Then it is an account as any other. Guests get no emails.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.accounts.use_cases import open_session
from correspondence.input_validation import Denied, NotFound
from correspondence.models import Account, AddressChange, Game, Guest, OutgoingMail
from correspondence.models.accounts import GUEST_HOST
from correspondence.rows import HELD, count_of, new_id
from correspondence.store import settings_of
from correspondence.tables import METADATA
from correspondence.tutorial import begin_tutorial, locked_tutorials, throw_away

LIFE = timedelta(hours=24)
# As many are deleted in one transaction.
MAX_AT_ONCE = 50


@dataclass(frozen=True)
class Welcome:
    """A new guest, its game, and the token of its browser's session."""

    account: Account
    game: Game
    session_token: str


def has_room(session: Session) -> bool:
    """Return whether the service takes another guest (`MAX_GUESTS`, 0: none)."""
    return count_of(session, Guest) < settings_of(session).max_guests


def welcome_guest(
    session: Session, name: str, title: str, now: datetime, *, language: str = "en", zone: str = "UTC", label: str = ""
) -> Welcome:
    """Create a guest with its first game; `label` names the browser.

    Raises Denied `no-guests` if there is no room for another.
    """
    if not has_room(session):
        raise Denied("no-guests", "No more guests can play now. Sign in to play a first round.")
    public_id = new_id()
    account = Account(
        public_id=public_id,
        email=f"{public_id}{GUEST_HOST}",
        name=name,
        language=input_validation.language(language),
        zone=input_validation.zone(zone),
        created_at=now,
    )
    session.add(account)
    session.flush()
    session.add(Guest(account_id=account.id, since=now))
    return Welcome(account, begin_tutorial(session, account, title, now), open_session(session, account, now, label))


def guest_until(session: Session, account: Account) -> datetime:
    """Return when a guest is deleted: after a day, or when its pending link expires."""
    pending = select(AddressChange.expires_at).filter_by(account_id=account.id, used_at=None)
    expires_at = session.scalar(pending.order_by(AddressChange.expires_at.desc()).limit(1))
    until = account.created_at + LIFE
    return max(until, min(expires_at, until + LIFE)) if expires_at else until


def delete_guest(session: Session, account: Account, *, unless_held: bool = False) -> bool:
    """Delete a guest with its game and all of its rows; whether it still was a guest.

    NotFound if its game is being adjudicated and `unless_held`.
    """
    tutorials = locked_tutorials(session, account, unless_held=unless_held)
    guest = session.get(Account, account.id, with_for_update=HELD, populate_existing=True)
    if guest is None or not guest.guest:
        return False
    for game in tutorials:
        throw_away(session, game)
    new_addresses = select(AddressChange.email).filter_by(account_id=guest.id)
    to_them = OutgoingMail.address.in_(new_addresses), OutgoingMail.key.startswith("address-")
    session.execute(delete(OutgoingMail).where(*to_them).execution_options(synchronize_session=False))
    for table in reversed(METADATA.sorted_tables):
        for column in table.columns:
            if column.references(Account.__table__.c.id):
                session.execute(delete(table).where(column == guest.id))
    session.execute(delete(Account).where(Account.id == guest.id).execution_options(synchronize_session=False))
    session.expunge(guest)
    return True


def forget_guests(session: Session, now: datetime) -> int:
    """Delete the guests whose time is over, at most 50; return how many."""
    pending = exists().where(
        AddressChange.account_id == Account.id, AddressChange.used_at.is_(None), AddressChange.expires_at > now
    )
    over = Guest.since < now - LIFE, (Guest.since < now - 2 * LIFE) | ~pending
    query = select(Account).join(Guest, Guest.account_id == Account.id).where(*over)
    deleted = 0
    for guest in session.scalars(query.order_by(Guest.since).limit(MAX_AT_ONCE)).all():
        with suppress(NotFound):
            deleted += delete_guest(session, guest, unless_held=True)
    return deleted
