"""Passwords, for whoever wants one besides sign-in links: kept as argon2id, tried a few times only."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from correspondence import tokens
from correspondence.accounts.attempts import count_attempt, forget_attempts
from correspondence.accounts.models import Account
from correspondence.accounts.second_factor import prove_second_factor
from correspondence.accounts.sessions import end_other_sessions, open_session
from correspondence.errors import Denied, Invalid
from correspondence.notices.use_cases import notify
from correspondence.words import N_

SHORTEST, LONGEST = 10, 200
MOST_FOR_ADDRESS, MOST_FROM_PLACE, WITHIN = 5, 30, timedelta(minutes=15)
_HASHER = PasswordHasher()


def count_sign_in(session: Session, email: str, place: str, now: datetime) -> None:
    """Count an attempt to sign in by password; to be committed before `sign_in_by_password`.

    At most 5 for an address and 30 from a place (an IP address) in 15 minutes; links still work meanwhile. Raises
    Denied `too-many-attempts`.
    """
    count_attempt(session, "from", place, MOST_FROM_PLACE, WITHIN, now)
    count_attempt(session, "sign-in", email.strip().lower(), MOST_FOR_ADDRESS, WITHIN, now)


def sign_in_by_password(
    session: Session, email: str, password: str, code: str, now: datetime, label: str = ""
) -> tuple[Account, str]:
    """Sign in; returns the account and the token for the browser's cookie.

    Raises Denied `wrong-password` (alike for addresses without account or password), `code-needed` or `wrong-code`
    where a second factor is turned on.
    """
    account = session.scalar(
        select(Account)
        .where(Account.email == email.strip().lower(), Account.deleted_at.is_(None))
        .options(undefer(Account.password_hash), undefer(Account.totp_secret))
        .with_for_update()
    )
    kept = account.password_hash if account is not None and account.password_hash else _nobody()
    good = _matches(kept, password)
    if account is None or not account.password_hash or not good:
        raise Denied("wrong-password", N_("The address and the password do not belong together."))
    if account.totp_secret:
        prove_second_factor(session, account, code, now)
    if _HASHER.check_needs_rehash(account.password_hash):
        account.password_hash = _HASHER.hash(password)
    forget_attempts(session, "sign-in", email.strip().lower())
    return account, open_session(session, account, now, label, strong=bool(account.totp_secret))


def has_password(session: Session, account: Account) -> bool:
    """Whether an account has a password."""
    return bool(session.scalar(select(Account.password_hash).where(Account.id == account.id)))


def choose_password(session: Session, account: Account, old: str, new: str, session_token: str, now: datetime) -> None:
    """Set or change one's password; all other browsers are signed out, and a letter says so.

    Raises Denied `wrong-password` (the old one), Invalid `too-short`, `too-long`, `easy` in `new`. Attempts are to be
    counted before, as those to sign in.
    """
    mine = _with_secrets(session, account)
    if mine.password_hash:
        check_password(mine, old)
    new = checked_password(new, mine)
    what = "password-changed" if mine.password_hash else "password-set"
    mine.password_hash = _HASHER.hash(new)
    end_other_sessions(session, mine, session_token)
    _tell(session, what, mine, now)


def remove_password(session: Session, account: Account, old: str, now: datetime) -> None:
    """Sign in by link only. Denied `wrong-password`."""
    mine = _with_secrets(session, account)
    if not mine.password_hash:
        return
    check_password(mine, old)
    mine.password_hash = ""
    _tell(session, "password-removed", mine, now)


def check_password(account: Account, password: str) -> None:
    """Denied `wrong-password` unless it is the account's."""
    if not account.password_hash or not _matches(account.password_hash, password):
        raise Denied("wrong-password", N_("This is not your password."))


def checked_password(new: str, account: Account) -> str:
    """A password that may be used: long enough, and not what everybody knows of its owner."""
    if len(new) < SHORTEST:
        raise Invalid(
            "too-short", N_("At least {shortest} characters; a short sentence is good."), "new", shortest=SHORTEST
        )
    if len(new) > LONGEST:
        raise Invalid("too-long", N_("This is longer than {longest} characters."), "new", longest=LONGEST)
    local = account.email.partition("@")[0]
    if new.lower() in (account.email, account.name.lower(), local) or len(set(new)) < 5:
        raise Invalid("easy", N_("This is too easy to guess."), "new")
    return new


def count_own_attempt(session: Session, account: Account, now: datetime) -> None:
    """Count an attempt at one's own password or code; to be committed before. Denied `too-many-attempts`."""
    count_attempt(session, "own", account.public_id, 10, WITHIN, now)


def _with_secrets(session: Session, account: Account) -> Account:
    query = select(Account).where(Account.id == account.id).options(undefer(Account.password_hash))
    return session.scalars(query.with_for_update().execution_options(populate_existing=True)).one()


def _matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """A hash that no password fits, so that unknown addresses take as long as known ones."""
    return _HASHER.hash(tokens.new_token())


def _tell(session: Session, what: str, account: Account, now: datetime) -> None:
    key = f"{what}:{account.public_id}:{int(now.timestamp())}"
    notify(session, what, key, now, accounts=[account])
