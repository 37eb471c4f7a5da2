"""Forgetting what nobody needs any more; to be run now and then."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from correspondence.accounts.models import SignInLink, SignInSession
from correspondence.archive.models import StoredPicture
from correspondence.outbox.models import OutgoingLetter

PICTURES, LINKS, LETTERS = timedelta(days=14), timedelta(days=2), timedelta(days=180)


def forget_old(session: Session, now: datetime) -> None:
    """Remove pictures (they can be drawn again), expired links and sessions, and the notes of letters long sent."""
    session.execute(delete(StoredPicture).where(StoredPicture.drawn_at < now - PICTURES))
    session.execute(delete(SignInLink).where(SignInLink.expires_at < now - LINKS))
    session.execute(delete(SignInSession).where(SignInSession.expires_at < now))
    session.execute(delete(OutgoingLetter).where(OutgoingLetter.sent_at < now - LETTERS))
