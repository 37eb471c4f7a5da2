"""Making the secret address of one's feeds, and ending it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.models.accounts import Account, FeedAddress


def renew_address(session: Session, account: Account, now: datetime) -> str:
    """A new secret for the addresses of one's feeds, told this once; the one before it works no more."""
    end_address(session, account)
    token = tokens.new_token()
    session.add(FeedAddress(account_id=account.id, token_hash=tokens.digest(token), made_at=now))
    return token


def end_address(session: Session, account: Account) -> None:
    """The addresses of one's feeds work no more."""
    session.execute(delete(FeedAddress).where(FeedAddress.account_id == account.id))


def made_at(session: Session, account: Account) -> datetime | None:
    """Since when one's feeds have the address they have; None: they have none."""
    return session.scalar(select(FeedAddress.made_at).where(FeedAddress.account_id == account.id))
