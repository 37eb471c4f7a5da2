"""Forgetting what nobody needs any more; to be run now and then."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from correspondence.drafts.use_cases import forget_drafts
from correspondence.imports.use_cases import forget_imports
from correspondence.incoming_mail.keeping import forget_mails
from correspondence.lobby.use_cases import cancel_stale_lobbies
from correspondence.models.accounts import AddressChange, Attempt, DigestLine, SignInLink, SignInSession
from correspondence.models.archive import StoredPicture
from correspondence.models.outbox import OutgoingLetter
from correspondence.models.webhooks import WebhookPost
from correspondence.outbox.returns import forget_returns
from correspondence.push.delivery import forget_messages
from correspondence.tutorial.use_cases import forget_tutorials

PICTURES, LINKS = timedelta(days=14), timedelta(days=2)
# Notes of letters that have left, failed or were dropped; what a letter that failed told is kept for a host to look at.
LETTERS, TOLD = timedelta(days=90), timedelta(days=14)
POSTS = timedelta(days=30)
# About two gigabytes; one that is asked for again is drawn again.
MOST_PICTURES = 8000


def forget_old(session: Session, now: datetime) -> None:
    """Remove pictures (they can be drawn again), expired links and sessions, counted attempts, what letters told that
    failed, drafts for calls that are over, and after a while every letter that is done with; call off games that found
    no players and throw first games away."""
    session.execute(delete(StoredPicture).where(StoredPicture.drawn_at < now - PICTURES))
    newest = select(StoredPicture.digest).order_by(StoredPicture.drawn_at.desc(), StoredPicture.digest)
    session.execute(
        delete(StoredPicture).where(StoredPicture.digest.in_(newest.offset(MOST_PICTURES).subquery().select()))
    )
    session.execute(delete(SignInLink).where(SignInLink.expires_at < now - LINKS))
    session.execute(delete(SignInSession).where(SignInSession.expires_at < now))
    session.execute(delete(AddressChange).where(AddressChange.expires_at < now - LINKS))
    session.execute(delete(Attempt).where(Attempt.at < now - LINKS))
    session.execute(delete(DigestLine).where(DigestLine.sent_at < now - LETTERS))
    told = OutgoingLetter.failed_at < now - TOLD, OutgoingLetter.payload != b""
    session.execute(
        update(OutgoingLetter).where(*told).values(payload=b"").execution_options(synchronize_session=False)
    )
    for done_at in (OutgoingLetter.sent_at, OutgoingLetter.failed_at, OutgoingLetter.dropped_at):
        # One statement each, so that each uses its index. What waits has none of the three.
        session.execute(delete(OutgoingLetter).where(done_at < now - LETTERS))
    forget_returns(session, now - LETTERS)
    session.execute(delete(WebhookPost).where(WebhookPost.written_at < now - POSTS))
    forget_messages(session, now - POSTS)
    forget_drafts(session)
    forget_imports(session, now)
    forget_mails(session, now)
    forget_tutorials(session, now)
    cancel_stale_lobbies(session, now)
