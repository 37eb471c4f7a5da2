"""The browsers in which somebody is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from correspondence import tokens
from correspondence.errors import NotFound
from correspondence.models.accounts import Account, SignInSession
from correspondence.push.subscriptions import end_browsers
from correspondence.rows import new_id
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
