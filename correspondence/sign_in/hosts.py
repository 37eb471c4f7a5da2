"""Who runs the service: named by whoever can run commands on its machine, never on the site."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.ledger.use_cases import SITE, note
from correspondence.models.accounts import Account
from correspondence.sign_in.use_cases import account_with


def hosts(session: Session) -> list[str]:
    """The addresses of the accounts that run the service."""
    query = select(Account.email).where(Account.host.is_(True), Account.deleted_at.is_(None))
    return list(session.scalars(query.order_by(Account.id)))


def make_host(session: Session, email: str, wanted: bool, now: datetime) -> bool:
    """Let an account run the service, or (`wanted` false) not any more; whether that changed anything.

    The account is made if there is none. Written into the ledger. Raises Invalid `bad-email`.
    """
    account = account_with(session, input_validation.email(email), now)
    if account.host is wanted:
        return False
    account.host = wanted
    note(session, SITE, "service", "host-named" if wanted else "host-ended", {"account": account.public_id}, now)
    return True
