"""The browsers in which somebody is signed in, signed links, and counted attempts."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, delete, func, select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.advisory_locks import in_turn
from correspondence.errors import Denied, NotFound
from correspondence.models.accounts import Account, Attempt, SignInSession
from correspondence.push.subscriptions import end_browsers
from correspondence.row_locks import held
from correspondence.rows import new_id
from correspondence.store import settings_of
from narration.words import N_

SESSION_LIFE = timedelta(days=60)
SEEN_EVERY = timedelta(hours=1)
STRONG_FOR = timedelta(hours=12)
PROVED_FOR = timedelta(minutes=15)
LONGEST_LABEL = 120
# Put together once: every page that is asked for looks for its reader.
_BY_TOKEN = select(SignInSession).where(SignInSession.token_hash == bindparam("digest"))


@dataclass(frozen=True)
class SessionLine:
    """A browser in which one is signed in."""

    id: str
    label: str
    created_at: datetime
    seen_at: datetime
    # It is the one that asks.
    current: bool


def open_session(session: Session, account: Account, now: datetime, label: str = "", *, strong: bool = False) -> str:
    """Sign an account in; returns the token for the browser's cookie. `strong`: a second factor was shown."""
    token = tokens.new_token()
    session.add(
        SignInSession(
            public_id=new_id(),
            label=label[:LONGEST_LABEL],
            token_hash=tokens.digest(token),
            account_id=account.id,
            created_at=now,
            seen_at=now,
            strong_at=now if strong else None,
            proved_at=now,
            expires_at=now + SESSION_LIFE,
        )
    )
    return token


def session_with(session: Session, token: str, now: datetime) -> SignInSession | None:
    """The session of a token, if it is good."""
    found = session.scalar(_BY_TOKEN, {"digest": tokens.digest(token)})
    if found is None or not tokens.same(token, found.token_hash) or found.expires_at <= now:
        return None
    return found


def seen(session: Session, session_id: int, now: datetime) -> None:
    """Somebody used this session."""
    found = session.get(SignInSession, session_id)
    if found is not None:
        found.seen_at = now


def is_strong(found: SignInSession, now: datetime) -> bool:
    """Whether a second factor was shown in this session within the last 12 hours."""
    return found.strong_at is not None and found.strong_at > now - STRONG_FOR


def is_proved(found: SignInSession, now: datetime) -> bool:
    """Whether it was proved in this session within the last 15 minutes whose it is; signing in proves it."""
    return found.proved_at is not None and found.proved_at > now - PROVED_FOR


def sessions_of(session: Session, account: Account, token: str, now: datetime) -> list[SessionLine]:
    """The account's sessions that are good, the asker's own (by its token) first, then the one last seen."""
    query = select(SignInSession).where(SignInSession.account_id == account.id, SignInSession.expires_at > now)
    lines = [
        SessionLine(
            row.public_id, row.label, row.created_at, row.seen_at or row.created_at, tokens.same(token, row.token_hash)
        )
        for row in session.scalars(query)
    ]
    return sorted(lines, key=lambda line: (line.current, line.seen_at), reverse=True)


def end_session(session: Session, account: Account, session_id: str) -> None:
    """Sign one of the account's browsers out. NotFound `no-such-session`."""
    found = session.scalar(
        select(SignInSession).where(SignInSession.public_id == session_id, SignInSession.account_id == account.id)
    )
    if found is None:
        raise NotFound("no-such-session", N_("There is no such session."))
    end_browsers(session, account, session_id=session_id)
    session.delete(found)


KEPT = timedelta(days=2)


def count_attempt(session: Session, what: str, whose: str, most: int, within: timedelta, now: datetime) -> None:
    """Count one more attempt. Denied `too-many-attempts` after `most` of them in `within`, which counts none.

    To be committed before the attempt is made, so that a refusal does not take the count back. However many try at
    once, in however many processes, they are counted one after the other. Addresses and the like are kept as keyed
    hashes only, and for two days.
    """
    key = _key(session, what, whose)
    in_turn(session, f"attempt {key}")
    since = select(func.count()).select_from(Attempt).where(Attempt.key == key, Attempt.at > now - within)
    if (session.scalar(since) or 0) >= most:
        raise Denied("too-many-attempts", N_("Too many attempts. Wait a while before you try again."))
    session.execute(delete(Attempt).where(Attempt.key == key, Attempt.at < now - KEPT))
    session.add(Attempt(key=key, at=now))


def forget_attempts(session: Session, what: str, whose: str) -> None:
    """The last attempt was good: the ones before it count no more."""
    session.execute(delete(Attempt).where(Attempt.key == _key(session, what, whose)))


def _key(session: Session, what: str, whose: str) -> str:
    secret = settings_of(session).secret_key.encode()
    return f"{what}:{hmac.new(secret, f'attempt {what} {whose}'.encode(), hashlib.sha256).hexdigest()[:40]}"


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
