"""Passwords, for whoever wants one besides sign-in links: kept as argon2id, tried a few times only."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from correspondence import tokens
from correspondence.accounts.sessions import count_attempt, forget_attempts, open_session, session_with
from correspondence.accounts.use_cases import tell_owner
from correspondence.errors import Denied, Invalid
from correspondence.input_validation import LONGEST_EMAIL
from correspondence.models.accounts import Account, SignInSession
from correspondence.row_locks import held
from correspondence.sign_in.rights import end_rights
from correspondence.sign_in.second_factor import browser_mark, has_second_factor, is_own_browser, prove_second_factor
from narration.words import N_

SHORTEST, LONGEST = 10, 200
MOST_FOR_ADDRESS, MOST_FROM_PLACE, MOST_OWN, WITHIN = 5, 30, 10, timedelta(minutes=15)
# Half of what an account has: who tries codes from one place leaves the other half to its owner.
MAX_CODES_FROM_PLACE = 5
_HASHER = PasswordHasher()


def count_sign_in(session: Session, email: str, place: str, now: datetime, code: str = "", mark: str = "") -> None:
    """Count an attempt to sign in by password; to be committed before `sign_in_by_password`.

    At most 5 for an address and 30 from a place (an IP address) in 15 minutes; links still work meanwhile. A `code` of
    a second factor counts as by `count_code`, which says what `mark` is. Raises Denied `too-many-attempts`.
    """
    count_attempt(session, "from", place, MOST_FROM_PLACE, WITHIN, now)
    count_attempt(session, "sign-in", email.strip().lower(), MOST_FOR_ADDRESS, WITHIN, now)
    account = session.scalar(select(Account).where(Account.email == email.strip().lower())) if code else None
    if account is not None and has_second_factor(session, account):
        count_code(session, account, place, mark, now)


def sign_in_by_password(
    session: Session, email: str, password: str, code: str, now: datetime, label: str = ""
) -> tuple[Account, str, str]:
    """Sign in; returns the account, the token for the browser's cookie, and the mark of a browser in which a second
    factor was shown (empty if there is none).

    Raises Denied `wrong-password` (alike for addresses without account or password), `code-needed` or `wrong-code`
    where a second factor is turned on.
    """
    wrong = Denied("wrong-password", N_("The address and the password do not belong together."))
    if len(email) > LONGEST_EMAIL:
        raise wrong
    named = select(Account).where(Account.email == email.strip().lower(), Account.deleted_at.is_(None))
    account = session.scalar(held(named.options(undefer(Account.password_hash), undefer(Account.totp_secret))))
    kept = account.password_hash if account is not None and account.password_hash else _nobody()
    good = _matches(kept, password)
    if account is None or not account.password_hash or not good:
        raise wrong
    if account.totp_secret:
        prove_second_factor(session, account, code, now)
    if _HASHER.check_needs_rehash(account.password_hash):
        account.password_hash = _HASHER.hash(password)
    forget_attempts(session, "sign-in", email.strip().lower())
    strong = bool(account.totp_secret)
    mark = browser_mark(session, account) if strong else ""
    return account, open_session(session, account, now, label, strong=strong), mark


def has_password(session: Session, account: Account) -> bool:
    """Whether an account has a password."""
    return bool(session.scalar(select(Account.password_hash).where(Account.id == account.id)))


def choose_password(
    session: Session,
    account: Account,
    old: str,
    new: str,
    session_token: str,
    now: datetime,
    *,
    kept: Collection[str] = (),
    where: str = "",
) -> None:
    """Set or change one's password; a letter says so. All that could act as the account ends, but the browser of
    `session_token`, and the tokens and webhooks whose ids are `kept`.

    Raises Denied `wrong-password` (the old one), Invalid `too-short`, `too-long`, `easy` in `new`. Attempts are to be
    counted before, as those to sign in.
    """
    mine = _with_secrets(session, account)
    if mine.password_hash:
        check_password(mine, old)
    new = checked_password(new, mine)
    what = "password-changed" if mine.password_hash else "password-set"
    mine.password_hash = _HASHER.hash(new)
    _end_others(session, mine, session_token, kept, now)
    tell_owner(session, what, mine, now, where)


def remove_password(
    session: Session,
    account: Account,
    old: str,
    now: datetime,
    *,
    session_token: str = "",
    kept: Collection[str] = (),
    where: str = "",
) -> None:
    """Sign in by link only; what could act as the account ends as by `choose_password`. Denied `wrong-password`."""
    mine = _with_secrets(session, account)
    if not mine.password_hash:
        return
    check_password(mine, old)
    mine.password_hash = ""
    _end_others(session, mine, session_token, kept, now)
    tell_owner(session, "password-removed", mine, now, where)


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


def count_own_attempt(session: Session, account: Account, browser: SignInSession | None, now: datetime) -> None:
    """Count an attempt at one's own password or code by who is signed in: at most 10 in 15 minutes for an account; to
    be committed before. A browser in which the second factor was shown counts for itself, so that nobody who tries
    codes elsewhere locks it. Denied `too-many-attempts`."""
    strong = browser is not None and browser.strong_at is not None
    whose = f"{account.public_id} {browser.public_id}" if browser is not None and strong else account.public_id
    count_attempt(session, "own", whose, MOST_OWN, WITHIN, now)


def count_code(session: Session, account: Account, place: str, mark: str, now: datetime) -> None:
    """Count a code of a second factor that is typed to sign in: at most 5 from a place, and 10 for the account, in 15
    minutes; to be committed before. A browser whose `mark` says that the second factor was shown there counts for
    itself, with 10. Denied `too-many-attempts`."""
    if is_own_browser(session, account, mark):
        count_attempt(session, "own", f"{account.public_id} {mark}", MOST_OWN, WITHIN, now)
        return
    count_attempt(session, "code", f"{account.public_id} {place}", MAX_CODES_FROM_PLACE, WITHIN, now)
    count_attempt(session, "own", account.public_id, MOST_OWN, WITHIN, now)


def _with_secrets(session: Session, account: Account) -> Account:
    query = select(Account).where(Account.id == account.id).options(undefer(Account.password_hash))
    return session.scalars(held(query).execution_options(populate_existing=True)).one()


def _matches(kept: str, password: str) -> bool:
    try:
        return _HASHER.verify(kept, password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """A hash that no password fits, so that unknown addresses take as long as known ones."""
    return _HASHER.hash(tokens.new_token())


def _end_others(session: Session, account: Account, token: str, kept: Collection[str], now: datetime) -> None:
    own = session_with(session, token, now)
    end_rights(session, account, now, session_id=own.id if own is not None else None, kept=kept)
