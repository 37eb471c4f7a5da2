"""Saying that letters arrive again after too many came back: by a link in a letter, which proves it."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.accounts.dated_links import account_of, dated_token
from correspondence.models.accounts import Account
from correspondence.notices.use_cases import notify
from correspondence.outbox.returns import arrives, stopped_since
from correspondence.store import settings_of

LINK_LIFE = timedelta(hours=24)


def ask_whether_arriving(session: Session, account: Account, now: datetime) -> bool:
    """Send a letter with a link to an address to which no other goes any more, at most one in an hour; whether the
    address is such a one."""
    if stopped_since(session, account.email) is None:
        return False
    link = addresses.letters_arrive(settings_of(session), dated_token(session, account, addresses.ARRIVING, now))
    key = f"address-check:{account.public_id}:{now:%Y%m%d%H}"
    notify(session, "address-check", key, now, accounts=[account], values={"address": account.email}, link=link)
    return True


def look_at_arriving(session: Session, token: str, now: datetime) -> str:
    """The address to which a link makes letters go again; changes nothing. NotFound `no-such-link`, Denied
    (`link-expired`, `link-used`: the account has another address or password since)."""
    found, _ = account_of(
        session, token, addresses.ARRIVING, now, life=LINK_LIFE, ended_at=lambda account: account.links_ended_at
    )
    return found.email


def letters_arrive(session: Session, token: str, now: datetime) -> None:
    """Letters go to the address of a link's account again. Raises as `look_at_arriving`."""
    arrives(session, look_at_arriving(session, token, now))
