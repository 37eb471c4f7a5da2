"""Links that are signed and not kept: they know whose they are and when they were made, and so when they end."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.errors import Denied, NotFound
from correspondence.models.accounts import Account
from correspondence.row_locks import held
from correspondence.store import settings_of
from narration.words import N_


def dated_token(session: Session, account: Account, purpose: str, now: datetime) -> str:
    """A token for one purpose, of this account and this moment."""
    value = f"{account.public_id}-{math.ceil(now.timestamp() * 1000)}"
    return tokens.sign(settings_of(session).secret_key, purpose, value)


def account_of(
    session: Session,
    token: str,
    purpose: str,
    now: datetime,
    *,
    life: timedelta,
    ended_at: Callable[[Account], datetime | None],
    lock: bool = False,
) -> tuple[Account, datetime]:
    """The account of a token, and when the token was made. What was made before `ended_at` of the account is over.

    Raises NotFound `no-such-link`, Denied (`link-used`, `link-expired`: it is older than `life`).
    """
    value = tokens.signed(settings_of(session).secret_key, purpose, token)
    public_id, _, milliseconds = (value or "").partition("-")
    query = select(Account).where(Account.public_id == public_id, Account.deleted_at.is_(None))
    found = session.scalar(held(query) if lock else query)
    if found is None:
        raise NotFound("no-such-link", N_("This link is not known; perhaps a part of it is missing."))
    made_at, end = datetime.fromtimestamp(int(milliseconds) / 1000, UTC), ended_at(found)
    if end is not None and made_at < end:
        raise Denied("link-used", N_("This link was used already, or another one has taken its place."))
    if made_at + life <= now:
        raise Denied("link-expired", N_("This link is too old. Ask for a new one."))
    return found, made_at
