"""Closing an account off after somebody else used it, by the link of a letter: nothing can act as it any more."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.accounts.dated_links import account_of
from correspondence.accounts.security_letters import NOT_ME_LIFE, tell_owner
from correspondence.models.accounts import Account
from correspondence.sign_in.rights import end_everything


def look_at_not_me(session: Session, token: str, now: datetime) -> Account:
    """Whose account a link would close off; changes nothing.

    Raises NotFound `no-such-link`, Denied (`link-used`, `link-expired`).
    """
    return _find(session, token, now)[0]


def close_off(session: Session, token: str, now: datetime, where: str = "") -> None:
    """End all that could act as the account of a link: browsers, tokens, webhooks, rights given to others, links on
    their way, the password. Its owner signs in by a letter. Raises as `look_at_not_me`.
    """
    account, made_at = _find(session, token, now, lock=True)
    end_everything(session, account, now)
    account.password_hash = ""
    # A moment later than the link was made, so that it is used up with all before it.
    account.closed_off_at = max(now, made_at + timedelta(milliseconds=1))
    tell_owner(session, "closed-off", account, now, where)


def _find(session: Session, token: str, now: datetime, *, lock: bool = False) -> tuple[Account, datetime]:
    """The account of a link, and when the link was made."""
    return account_of(
        session,
        token,
        addresses.NOT_ME,
        now,
        life=NOT_ME_LIFE,
        ended_at=lambda account: account.closed_off_at,
        lock=lock,
    )
