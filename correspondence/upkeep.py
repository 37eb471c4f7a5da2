"""Forgetting what nobody needs any more; to be run now and then."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Update, and_, delete, or_, select, update
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.archive.statistics import outdated
from correspondence.imports import forget_imports
from correspondence.incoming_mail.queue import forget_mails
from correspondence.lobby.use_cases import cancel_stale_lobbies
from correspondence.models.accounts import AddressChange, Attempt, DigestLine, SignInLink, SignInSession
from correspondence.models.archive import KeptStatistics, PdfFile, RatedGame, StoredPicture
from correspondence.models.calls import Pulse
from correspondence.models.games import Game, Seat
from correspondence.models.mail import OutgoingLetter, WebhookPost
from correspondence.outbox.returns import forget_returns
from correspondence.push.delivery import forget_messages
from correspondence.ratings import COUNTS, OTHERWISE
from correspondence.review.enforcement import STILL
from correspondence.sheets.reading import forget_drafts
from correspondence.tutorial import forget_tutorials

PICTURES, PDF_FILES, LINKS = timedelta(days=14), timedelta(hours=1), timedelta(days=2)
# Notes of letters that have left, failed or were dropped; what a letter that failed told is kept for a host to look at.
LETTERS, TOLD = timedelta(days=90), timedelta(days=14)
POSTS = timedelta(days=30)
# About two gigabytes; one that is asked for again is drawn again.
MOST_PICTURES = 8000
# The row that says how statistics were counted when games were last settled.
STATISTICS = "statistics"


def settle_games(session: Session, now: datetime, limit: int = 200) -> int:
    """Mark games that are over as settled once their statistics, ratings and evaluation are done; returns how many.

    Chores then pass them by. Games are settled anew where a family counts its statistics in another way than before.
    """
    versions = ",".join(f"{name}={family.statistics_version}" for name, family in sorted(games.GAMES.items()))
    known = session.get(Pulse, STATISTICS)
    if known is None or known.note != versions:
        session.merge(Pulse(name=STATISTICS, at=now, note=versions))
        again = select(KeptStatistics.game_id).join(Game, Game.id == KeptStatistics.game_id).where(or_(*outdated()))
        _set_settled(session, update(Game).where(Game.id.in_(again), Game.status == "finished"), "")
    unrated = and_(COUNTS, or_(RatedGame.game_id.is_(None), OTHERWISE))
    query = (
        select(Game.id)
        .join(KeptStatistics, KeptStatistics.game_id == Game.id)
        .outerjoin(RatedGame, RatedGame.game_id == Game.id)
        .where(Game.status == "finished", Game.settled == "", ~or_(unrated, *outdated()))
        .where(or_(Game.imported_at.is_not(None), Game.evaluation_requested_at >= Game.finished_at))
    )
    done = session.scalars(query.order_by(Game.id).limit(limit).with_for_update(of=Game, skip_locked=True)).all()
    if done:
        _set_settled(session, update(Game).where(Game.id.in_(done)), "done")
    return len(done)


def _set_settled(session: Session, statement: Update, settled: str) -> None:
    session.execute(statement.values(settled=settled).execution_options(synchronize_session=False))


def forget_old(session: Session, now: datetime) -> None:
    """Remove pictures (they can be drawn again), expired links and sessions, counted attempts, what letters told that
    failed, drafts for calls that are over, and after a while every letter that is done with, and offers of seats in
    games that are over; call off games that found no players and throw first games away."""
    session.execute(delete(StoredPicture).where(StoredPicture.drawn_at < now - PICTURES))
    newest = select(StoredPicture.digest).order_by(StoredPicture.drawn_at.desc(), StoredPicture.digest)
    session.execute(
        delete(StoredPicture).where(StoredPicture.digest.in_(newest.offset(MOST_PICTURES).subquery().select()))
    )
    session.execute(delete(PdfFile).where(PdfFile.asked_at < now - PDF_FILES))
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
    _withdraw_offers(session, now)
    # What could not be counted is tried again each day: a newer version may.
    _set_settled(session, update(Game).where(Game.status == "finished", Game.settled == "failed"), "")
    cancel_stale_lobbies(session, now)


def _withdraw_offers(session: Session, now: datetime) -> None:
    """Seats of games that are over and cannot be taken back are offered to nobody any more."""
    over = select(Game.id).where(Game.status == "finished", Game.finished_at < now - STILL)
    offered = update(Seat).where(Seat.offered_at < now - STILL, Seat.game_id.in_(over))
    session.execute(offered.values(offered_at=None, offer_reason="").execution_options(synchronize_session=False))
