"""Counting attempts at what may not be tried often: passwords, codes, names of others."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from correspondence.advisory_locks import in_turn
from correspondence.errors import Denied
from correspondence.models.accounts import Attempt
from correspondence.store import settings_of
from narration.words import N_

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
