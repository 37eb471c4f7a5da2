"""Whether work gets done, time returned after an outage, removal of old data.

Every sweep leaves a heartbeat. After a silence of more than ten minutes every deadline that passed in it, or comes
within a day after it, is moved by the silence and two hours. A clock set back, or ahead by much more than the machine's
uptime, stops all adjudication until a host confirms it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Update, and_, delete, func, or_, select, update
from sqlalchemy.orm import Session

from adjudicator import games
from correspondence.archive.statistics import outdated_statistics
from correspondence.audit_log import SITE, note
from correspondence.deadlines.clock import move, postpone
from correspondence.guests import forget_guests
from correspondence.imports import forget_imports
from correspondence.incoming_mail.queue import forget_mails, incoming_status
from correspondence.lobby.use_cases import cancel_stale_lobbies
from correspondence.models import (
    Account,
    AddressChange,
    Attempt,
    DeadlineChange,
    DigestLine,
    Game,
    Heartbeat,
    OutgoingMail,
    PdfFile,
    RatedGame,
    Seat,
    SignInLink,
    SignInSession,
    StoppedAddress,
    StoredPicture,
    StoredStatistics,
    Turn,
    WebhookPost,
)
from correspondence.outbox.returns import forget_returns
from correspondence.push.delivery import forget_messages
from correspondence.ratings import COUNTS, OTHERWISE
from correspondence.review.enforcement import STILL
from correspondence.rows import count_of, insert_once, locking_query
from correspondence.sheets.reading import delete_old_saved_sheets
from correspondence.store import Store, process_each
from correspondence.tutorial import forget_tutorials
from correspondence.votes.rules import give_time

SWEEP, STOP = "sweep", "clock-stop"


def stop_reason(session: Session) -> str | None:
    """Return why no game is adjudicated at present; None if all is well."""
    heartbeat = session.get(Heartbeat, STOP)
    return heartbeat.note if heartbeat else None


def last_heartbeat(session: Session) -> datetime | None:
    """When the sweep was last alive."""
    heartbeat = session.get(Heartbeat, SWEEP)
    return heartbeat.at if heartbeat else None


log = structlog.get_logger(__name__)

SILENCE = timedelta(minutes=10)
ON_TOP = timedelta(hours=2)
NEAR = timedelta(hours=24)
# More than two machines' clocks differ by, less than anybody's window.
JUMP = timedelta(minutes=5)
OUTAGE = "outage"


@dataclass(frozen=True)
class Uptime:
    """The machine's uptime in seconds by a monotonic clock, and an id of the boot."""

    boot: str
    seconds: float


def beat(store: Store, now: datetime, uptime: Uptime | None = None) -> bool:
    """Leave a heartbeat; return if the sweep may go on. Moves outage deadlines first."""
    with store.begin() as session:
        heartbeat = _lock_heartbeat(session, now, uptime)
        rows = session.scalars(select(Heartbeat).where(Heartbeat.name.in_((STOP, OUTAGE))))
        rows_by_name = {row.name: row for row in rows}
        jump = _clock_fault(heartbeat, now, uptime)
        if jump is not None and STOP not in rows_by_name:
            session.add(Heartbeat(name=STOP, at=now, note=jump[:300]))
            log.error("the clock jumped; nothing is adjudicated until a host confirms it", what=jump)
        if jump is not None or STOP in rows_by_name:
            return False
        silent_since = heartbeat.at
        heartbeat.at, heartbeat.note, heartbeat.count = now, _uptime_text(uptime), heartbeat.count + 1
        if now - silent_since > SILENCE:
            _start_outage(session, silent_since, now)
        elif OUTAGE not in rows_by_name:
            return True
    _extend_deadlines(store, now)
    return True


def _lock_heartbeat(session: Session, now: datetime, uptime: Uptime | None) -> Heartbeat:
    """Lock the sweeps' heartbeat against other sweeps; create it if there is none."""
    heartbeat = session.get(Heartbeat, SWEEP, with_for_update=True)
    if heartbeat is None:
        insert_once(session, Heartbeat, name=SWEEP, at=now, note=_uptime_text(uptime))
        heartbeat = session.get_one(Heartbeat, SWEEP, with_for_update=True)
    return heartbeat


def _uptime_text(uptime: Uptime | None) -> str:
    return f"{uptime.boot} {uptime.seconds:.3f}" if uptime else ""


def _clock_fault(heartbeat: Heartbeat, now: datetime, uptime: Uptime | None) -> str | None:
    """What is wrong with the clock, in words for a host; None if nothing is."""
    passed = now - heartbeat.at
    if passed < -timedelta(minutes=1):
        return f"the clock says {now:%Y-%m-%d %H:%M:%S} UTC, but it was {heartbeat.at:%Y-%m-%d %H:%M:%S} before"
    if uptime is None or not heartbeat.note.startswith(f"{uptime.boot} "):
        return None
    ran = timedelta(seconds=uptime.seconds - float(heartbeat.note.rpartition(" ")[2]))
    if passed - ran > JUMP:
        return f"the clock moved {passed} since the last sweep, while the machine ran {ran}"
    return None


def _start_outage(session: Session, since: datetime, now: datetime) -> None:
    """Remember an outage until all its deadlines are moved, whatever dies meanwhile."""
    outage = session.get(Heartbeat, OUTAGE)
    if outage is None:
        session.add(Heartbeat(name=OUTAGE, at=now, note=since.isoformat()))
    else:
        outage.at = now
    note(session, SITE, None, "outage", {"since": since.isoformat(), "until": now.isoformat()}, now)
    log.warning("an outage ends", since=since.isoformat(), until=now.isoformat())


def _extend_deadlines(store: Store, now: datetime) -> None:
    """Move the deadlines that the outage touched, each turn in its own transaction."""
    with store.read() as session:
        outage = session.get(Heartbeat, OUTAGE)
        if outage is None:
            return
        since, ended = datetime.fromisoformat(outage.note), outage.at
    open_then = select(Turn.id).where(Turn.status == "open", Turn.opened_at <= ended)
    touched, moved = process_each(
        store,
        open_then.where(Turn.due_at > since, Turn.due_at <= ended + NEAR),
        lambda session, turn_id: _extend(session, turn_id, since, ended, now),
        trouble="a deadline could not be moved after an outage",
        name="turn",
    )
    if len(moved) < touched:
        return
    with store.begin() as session:
        outage = session.get(Heartbeat, OUTAGE, with_for_update=True)
        if outage is not None and outage.at == ended:
            give_time(session, since, ended, ended - since + ON_TOP)
            session.delete(outage)


def _extend(session: Session, turn_id: int, since: datetime, ended: datetime, now: datetime) -> None:
    """Move a deadline, unless already moved for this outage, or all are ready anyway."""
    turn = session.scalar(locking_query(select(Turn).filter_by(id=turn_id)))
    if turn is None or turn.status != "open" or turn.closing_at is not None:
        return
    done = select(DeadlineChange.id).where(
        DeadlineChange.turn_id == turn.id, DeadlineChange.reason == "outage", DeadlineChange.at >= ended
    )
    if session.scalar(done.limit(1)) is not None:
        return
    game = turn.game
    to = postpone(game, turn.due_at, ended - since + ON_TOP)
    move(session, turn, to, "outage", None, now, values={"since": since, "until": ended})


def confirm_clock(session: Session, by: Account | None, now: datetime) -> bool:
    """Confirm the clock as a host; return whether there was anything to confirm.
    Adjudication goes on, and deadlines that passed meanwhile are moved as after an outage."""
    stop_row = session.get(Heartbeat, STOP, with_for_update=True)
    if stop_row is None:
        return False
    heartbeat = session.get_one(Heartbeat, SWEEP, with_for_update=True)
    since = min(heartbeat.at, stop_row.at, now)
    if now - since > SILENCE:
        _start_outage(session, since, now)
    heartbeat.at, heartbeat.note = now, ""
    session.delete(stop_row)
    note(session, SITE, by or "host", "clock-confirmed", {"was": stop_row.note}, now)
    return True


# Games that are over are many, and nobody has to look after them.
NOT_OVER = ("lobby", "mustering", "running", "set-aside")


@dataclass(frozen=True)
class Health:
    """Counts, and seconds since the oldest thing was due (0: nothing waits).

    `swept_seconds`: since the worker last looked for work (0: never); `stopped`: why nothing is adjudicated until a
    host has checked the clock, or empty. `mails_late`: mails unread after a minute. `last_mail_seconds` and
    `mailbox_seconds`: since the last mail came in, and since the mailbox was last read (0: never).
    """

    turns_overdue: int
    oldest_overdue_seconds: float
    emails_due: int
    oldest_email_seconds: float
    emails_failed: int
    addresses_stopped: int
    games_lobby: int
    games_mustering: int
    games_running: int
    games_quarantined: int
    swept_seconds: float
    mails_late: int
    oldest_mail_seconds: float
    last_mail_seconds: float
    mailbox_seconds: float
    stopped: str


def health(session: Session, now: datetime) -> Health:
    """The state of the service; a few small counts over indexed columns."""
    turns, oldest_turn = session.execute(
        select(func.count(), func.min(Turn.closes_at)).where(Turn.status == "open", Turn.closes_at <= now)
    ).one()
    due, oldest_due = session.execute(
        select(func.count(), func.min(OutgoingMail.next_attempt_at)).where(OutgoingMail.next_attempt_at <= now)
    ).one()
    games = select(Game.status, func.count()).where(Game.status.in_(NOT_OVER)).group_by(Game.status)
    counts = dict(session.execute(games).all())
    mails = incoming_status(session, now)
    return Health(
        turns_overdue=turns,
        oldest_overdue_seconds=_age(oldest_turn, now),
        emails_due=due,
        oldest_email_seconds=_age(oldest_due, now),
        emails_failed=count_of(session, OutgoingMail, OutgoingMail.failed_at.is_not(None)),
        addresses_stopped=count_of(session, StoppedAddress),
        games_quarantined=counts.get("set-aside", 0),
        **{f"games_{status}": counts.get(status, 0) for status in NOT_OVER if status != "set-aside"},
        swept_seconds=_age(last_heartbeat(session), now),
        mails_late=mails.waiting,
        oldest_mail_seconds=_age(mails.oldest_at, now),
        last_mail_seconds=_age(mails.last_at, now),
        mailbox_seconds=_age(mails.mailbox_at, now),
        stopped=stop_reason(session) or "",
    )


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else (now - since).total_seconds()


PICTURES, PDF_FILES, LINKS = timedelta(days=14), timedelta(hours=1), timedelta(days=2)
# Notes of emails that have left, failed or were dropped; what an email that failed told is kept for a host to look at.
MAILS, TOLD = timedelta(days=90), timedelta(days=14)
POSTS = timedelta(days=30)
# What is removed when it is so old.
_OLD = (
    (StoredPicture.drawn_at, PICTURES),
    (PdfFile.asked_at, PDF_FILES),
    (SignInLink.expires_at, LINKS),
    (SignInSession.expires_at, timedelta()),
    (AddressChange.expires_at, LINKS),
    (Attempt.at, LINKS),
    (DigestLine.sent_at, MAILS),
    # One statement each, so that each uses its index. What waits has none of the three.
    (OutgoingMail.sent_at, MAILS),
    (OutgoingMail.failed_at, MAILS),
    (OutgoingMail.dropped_at, MAILS),
    (WebhookPost.written_at, POSTS),
)
# About two gigabytes; one that is asked for again is drawn again.
MAX_PICTURES = 8000
# The row that says how statistics were counted when games were last settled.
STATISTICS = "statistics"


def settle_games(session: Session, now: datetime, limit: int = 200) -> int:
    """Mark finished games as settled; return how many.

    Their statistics, ratings and evaluation are done; chores skip them. Changed statistics settle them anew.
    """
    versions = ",".join(f"{name}={family.statistics_version}" for name, family in sorted(games.GAMES.items()))
    versions_row = session.get(Heartbeat, STATISTICS)
    if versions_row is None or versions_row.note != versions:
        session.merge(Heartbeat(name=STATISTICS, at=now, note=versions))
        again = select(StoredStatistics.game_id).join(Game).where(or_(*outdated_statistics()))
        _set_settled(session, update(Game).where(Game.id.in_(again), Game.status == "finished"), "")
    unrated = and_(COUNTS, or_(RatedGame.game_id.is_(None), OTHERWISE))
    query = (
        select(Game.id)
        .join(StoredStatistics)
        .outerjoin(RatedGame)
        .where(Game.status == "finished", Game.settled == "", ~or_(unrated, *outdated_statistics()))
        .where(or_(Game.imported_at.is_not(None), Game.evaluation_requested_at >= Game.finished_at))
    )
    done = session.scalars(query.order_by(Game.id).limit(limit).with_for_update(of=Game, skip_locked=True)).all()
    if done:
        _set_settled(session, update(Game).where(Game.id.in_(done)), "done")
    return len(done)


def _set_settled(session: Session, statement: Update, settled: str) -> None:
    session.execute(statement.values(settled=settled).execution_options(synchronize_session=False))


def forget_old(session: Session, now: datetime) -> None:
    """Delete old data: pictures, expired links and sessions, old drafts and emails.
    Also counted attempts, contents of failed emails, offers of seats in finished games and, after a while, every
    email that is done with. Lobbies without players are called off, guests and first games discarded."""
    newest = select(StoredPicture.digest).order_by(StoredPicture.drawn_at.desc(), StoredPicture.digest)
    session.execute(
        delete(StoredPicture).where(StoredPicture.digest.in_(newest.offset(MAX_PICTURES).subquery().select()))
    )
    for column, age in _OLD:
        session.execute(delete(column.class_).where(column < now - age))
    conditions = OutgoingMail.failed_at < now - TOLD, OutgoingMail.payload != b""
    session.execute(
        update(OutgoingMail).where(*conditions).values(payload=b"").execution_options(synchronize_session=False)
    )
    forget_returns(session, now - MAILS)
    forget_messages(session, now - POSTS)
    delete_old_saved_sheets(session)
    forget_imports(session, now)
    forget_mails(session, now)
    forget_guests(session, now)
    forget_tutorials(session, now)
    # Seats of games that are over and cannot be taken back are offered to nobody any more.
    over = select(Game.id).where(Game.status == "finished", Game.finished_at < now - STILL)
    offered = update(Seat).where(Seat.offered_at < now - STILL, Seat.game_id.in_(over))
    session.execute(offered.values(offered_at=None, offer_reason="").execution_options(synchronize_session=False))
    # What could not be counted is tried again each day: a newer version may.
    _set_settled(session, update(Game).filter_by(status="finished", settled="failed"), "")
    cancel_stale_lobbies(session, now)
