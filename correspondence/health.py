"""Whether work gets done: what is overdue, what waits, what failed. For the health page and for alarms."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.incoming_mail.queue import incoming
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.models.mail import OutgoingLetter, StoppedAddress
from correspondence.outages import last_pulse, stopped

# Games that are over are many, and nobody has to look after them.
NOT_OVER = ("lobby", "mustering", "running", "set-aside")


@dataclass(frozen=True)
class Health:
    """Counts, and the age in seconds of the oldest thing that should have been done (0: nothing waits).

    `swept_seconds` is how long ago the worker last looked for work (0: it never did); `stopped` says why nothing is
    adjudicated until a host has looked at the clock, or is empty. `mails_late` came in and are not read after a minute;
    `last_mail_seconds` and `mailbox_seconds` are how long ago the last came in and the mailbox was last looked into (0:
    never).
    """

    calls_overdue: int
    oldest_overdue_seconds: float
    letters_due: int
    oldest_letter_seconds: float
    letters_failed: int
    addresses_stopped: int
    games_lobby: int
    games_mustering: int
    games_running: int
    games_set_aside: int
    swept_seconds: float
    mails_late: int
    oldest_mail_seconds: float
    last_mail_seconds: float
    mailbox_seconds: float
    stopped: str


def health(session: Session, now: datetime) -> Health:
    """The state of the service; a few small counts over indexed columns."""
    calls, oldest_call = session.execute(
        select(func.count(), func.min(OpenedCall.closes_at)).where(
            OpenedCall.status == "open", OpenedCall.closes_at <= now
        )
    ).one()
    letters, oldest_letter = session.execute(
        select(func.count(), func.min(OutgoingLetter.next_attempt_at)).where(OutgoingLetter.next_attempt_at <= now)
    ).one()
    failed = session.scalar(select(func.count()).where(OutgoingLetter.failed_at.is_not(None))) or 0
    games = select(Game.status, func.count()).where(Game.status.in_(NOT_OVER)).group_by(Game.status)
    counts = dict(session.execute(games).all())
    mails = incoming(session, now)
    return Health(
        calls_overdue=calls,
        oldest_overdue_seconds=_age(oldest_call, now),
        letters_due=letters,
        oldest_letter_seconds=_age(oldest_letter, now),
        letters_failed=failed,
        addresses_stopped=session.scalar(select(func.count()).select_from(StoppedAddress)) or 0,
        games_lobby=counts.get("lobby", 0),
        games_mustering=counts.get("mustering", 0),
        games_running=counts.get("running", 0),
        games_set_aside=counts.get("set-aside", 0),
        swept_seconds=_age(last_pulse(session), now),
        mails_late=mails.waiting,
        oldest_mail_seconds=_age(mails.oldest_at, now),
        last_mail_seconds=_age(mails.last_at, now),
        mailbox_seconds=_age(mails.mailbox_at, now),
        stopped=stopped(session) or "",
    )


def _age(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else (now - since).total_seconds()
