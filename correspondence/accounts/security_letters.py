"""Telling the owner of an account what was done in their name: at once, with a link that ends it all."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.accounts.dated_links import dated_token
from correspondence.models.accounts import Account
from correspondence.notices.use_cases import notify
from correspondence.store import settings_of

NOT_ME_LIFE = timedelta(days=7)


def tell_owner(
    session: Session,
    what: str,
    account: Account,
    now: datetime,
    where: str = "",
    values: Mapping[str, str | int] | None = None,
) -> None:
    """Write a letter about the security of an account to the address it has at this moment.

    `what` names the words, `where` says in coarse words what browser it was. The letter's button leads to the page that
    closes the account off.
    """
    key = f"{what}:{account.public_id}:{secrets.token_hex(8)}"
    told = {"where": where, **(values or {}), "at": now}
    notify(session, what, key, now, accounts=[account], values=told, link=not_me_link(session, account, now))


def not_me_link(session: Session, account: Account, now: datetime) -> str:
    """The page that closes an account off, for seven days and until one such link was used."""
    return addresses.not_me(settings_of(session), dated_token(session, account, addresses.NOT_ME, now))
