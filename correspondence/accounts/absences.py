"""Being away: entered ahead, by the reader's own calendar; deadlines that follow respect it within a game's rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import input_validation
from correspondence.errors import Denied, Invalid, NotFound
from correspondence.letters.moments import zone_named
from correspondence.models.accounts import Absence, Account
from correspondence.row_locks import held
from correspondence.rows import new_id
from narration.words import N_

MOST_DAYS, MOST_PENDING, MOST_DAYS_A_YEAR = 14, 3, 28
FARTHEST = timedelta(days=366)
LONGEST_NOTE = 200


@dataclass(frozen=True)
class AbsenceLine:
    """Days on which somebody is away, first and last included, by the calendar of their zone; `began`: they are
    away now."""

    id: str
    first: date
    last: date
    note: str
    began: bool


def enter_absence(
    session: Session, account: Account, first: date, last: date, now: datetime, note: str = ""
) -> Absence:
    """Be away from the first day until the end of the last, in the account's zone. Open calls keep their deadlines.

    Raises Invalid (`bad-days`, `too-long`, `overlapping`) with the field at fault, Denied (`too-many-absences`,
    `too-many-days`).
    """
    mine = session.scalars(held(select(Account).where(Account.id == account.id))).one()
    note = input_validation.line(note, "note", LONGEST_NOTE, empty=True)
    today = today_of(mine, now)
    if first < today:
        raise Invalid("bad-days", N_("An absence is entered ahead: it cannot begin before today."), "first")
    if first > today + FARTHEST:
        raise Invalid("bad-days", N_("This is more than a year ahead."), "first")
    if last < first:
        raise Invalid("bad-days", N_("The last day cannot be before the first."), "last")
    if (last - first).days + 1 > MOST_DAYS:
        words = N_(
            "At most {most} days at a time. For a longer time find somebody to act for you, or give up the seat."
        )
        raise Invalid("too-long", words, "last", most=MOST_DAYS)
    entered = session.scalars(select(Absence).where(Absence.account_id == mine.id)).all()
    pending = [absence for absence in entered if absence.cancelled_at is None and absence.last_at > now]
    if len(pending) >= MOST_PENDING:
        raise Denied("too-many-absences", N_("You have {most} absences ahead already."), most=MOST_PENDING)
    spans = [_span(mine, absence) for absence in pending]
    if any(begun <= last and first <= ended for begun, ended in spans):
        raise Invalid("overlapping", N_("You have entered an absence for these days already."), "first")
    _within_year(mine, entered, first, last)
    made = Absence(
        public_id=new_id(),
        account_id=mine.id,
        first_at=max(_midnight(mine, first), now),
        last_at=_midnight(mine, last + timedelta(days=1)),
        note=note,
        created_at=now,
    )
    session.add(made)
    session.flush()
    return made


def cancel_absence(session: Session, account: Account, absence_id: str, now: datetime) -> None:
    """Be there after all, from this moment on. NotFound `no-such-absence`; once or often is the same."""
    found = session.scalar(
        select(Absence).where(Absence.public_id == absence_id, Absence.account_id == account.id).with_for_update()
    )
    if found is None:
        raise NotFound("no-such-absence", N_("There is no such absence."))
    if found.cancelled_at is None and found.last_at > now:
        found.cancelled_at = now


def absences_of(session: Session, account: Account, now: datetime) -> list[AbsenceLine]:
    """The account's absences that are not over, by their beginning."""
    query = select(Absence).where(
        Absence.account_id == account.id, Absence.cancelled_at.is_(None), Absence.last_at > now
    )
    return [
        AbsenceLine(absence.public_id, *_span(account, absence), absence.note, absence.first_at <= now)
        for absence in session.scalars(query.order_by(Absence.first_at))
    ]


def away(session: Session, accounts: Collection[int], now: datetime) -> frozenset[int]:
    """Which of these accounts (by key) are away at this moment."""
    query = select(Absence.account_id).where(
        Absence.account_id.in_(accounts), Absence.cancelled_at.is_(None), Absence.first_at <= now, Absence.last_at > now
    )
    return frozenset(session.scalars(query))


def days_left(session: Session, account: Account, now: datetime) -> int:
    """How many days of absence the account has left in this calendar year."""
    entered = session.scalars(select(Absence).where(Absence.account_id == account.id)).all()
    return max(0, MOST_DAYS_A_YEAR - _used(account, entered, today_of(account, now).year))


def _within_year(account: Account, entered: Sequence[Absence], first: date, last: date) -> None:
    for year in range(first.year, last.year + 1):
        wanted = _days_in(first, last, year)
        left = MOST_DAYS_A_YEAR - _used(account, entered, year)
        if wanted > left:
            words = N_("At most {most} days a year; you have {left} left in {year}.")
            raise Denied("too-many-days", words, most=MOST_DAYS_A_YEAR, left=max(0, left), year=year)


def _used(account: Account, entered: Sequence[Absence], year: int) -> int:
    return sum(_days_in(*_span(account, absence), year) for absence in entered)


def _days_in(first: date, last: date, year: int) -> int:
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (last - first).days + 1)


def _span(account: Account, absence: Absence) -> tuple[date, date]:
    """First and last day; one that was cancelled ends then, and has no days if that was before it began."""
    end = min(absence.last_at, absence.cancelled_at or absence.last_at)
    return today_of(account, absence.first_at), today_of(account, end - timedelta(microseconds=1))


def today_of(account: Account, moment: datetime) -> date:
    """The day of a moment by the account's clock."""
    zone, _ = zone_named(account.zone)
    return moment.astimezone(zone).date()


def _midnight(account: Account, day: date) -> datetime:
    zone, _ = zone_named(account.zone)
    return datetime.combine(day, time(0), tzinfo=zone)
