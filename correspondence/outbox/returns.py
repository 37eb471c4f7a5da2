"""Letters that come back: what is counted against an address, and when nothing more is sent there.

An address that does not exist any more is written to in vain, and servers that are written to in vain trust none of our
letters. Each day counts once, with the worst that came back on it; what is a month old is forgotten, and so is all that
came before a letter that arrived. Once enough has come together nothing is sent there, until its owner says in a way
that needs a letter from us (a link in one) that letters arrive.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import Literal

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from correspondence.models.outbox import OutgoingLetter, ReturnedLetter, StoppedAddress
from correspondence.rows import insert_once

HARD, SOFT = 1.0, 0.25
# With so much against it nothing more is sent to an address: three days on which letters were refused for good.
ENOUGH = 3.0
FORGOTTEN = timedelta(days=30)
# Mail servers try for up to five days (RFC 5321, 4.5.4.1); what has not come back by then has arrived.
ARRIVED = timedelta(days=5)

Outcome = Literal["bounce-counted", "bounce-known", "bounce-stops"]


def letter_returned(session: Session, letter: OutgoingLetter, hard: bool, status: str, now: datetime) -> Outcome:
    """Note that a letter came back (`hard`: for good), once for each; what became of it: counted, known already, or
    the one with which letters to its address stop."""
    new = insert_once(
        session,
        ReturnedLetter,
        letter_id=letter.id,
        address=letter.address,
        hard=hard,
        status=status[:16],
        at=now,
        counts=True,
    )
    if not new:
        return "bounce-known"
    against = _against(session, letter.address, now)
    if _sum(against) < ENOUGH:
        return "bounce-counted"
    insert_once(session, StoppedAddress, address=letter.address, since=against[0].at, stopped_at=now)
    return "bounce-stops"


def score(session: Session, address: str, now: datetime) -> float:
    """How much speaks against an address."""
    return _sum(_against(session, address, now))


def arrives(session: Session, address: str) -> None:
    """Letters to an address arrive: nothing speaks against it any more, and letters go there again."""
    mine = ReturnedLetter.address == address, ReturnedLetter.counts.is_(True)
    session.execute(update(ReturnedLetter).where(*mine).values(counts=False))
    session.execute(delete(StoppedAddress).where(StoppedAddress.address == address))


def stopped_since(session: Session, address: str) -> datetime | None:
    """Since when letters to an address have come back, if none are sent there any more."""
    return session.scalar(select(StoppedAddress.since).where(StoppedAddress.address == address))


def stopped_among(session: Session, addresses: Iterable[str]) -> dict[str, datetime]:
    """Those of the addresses to which nothing is sent, and since when letters to them have come back."""
    query = select(StoppedAddress.address, StoppedAddress.since).where(StoppedAddress.address.in_(list(addresses)))
    return dict(session.execute(query).all())


def forget_address(session: Session, address: str) -> None:
    """Keep nothing of an address."""
    for table in (ReturnedLetter, StoppedAddress):
        session.execute(delete(table).where(table.address == address))


def forget_returns(session: Session, before: datetime) -> None:
    """Forget letters that came back long ago."""
    session.execute(delete(ReturnedLetter).where(ReturnedLetter.at < before))


def _against(session: Session, address: str, now: datetime) -> list[ReturnedLetter]:
    """What speaks against an address, the oldest first."""
    returned = session.scalars(
        select(ReturnedLetter)
        .where(ReturnedLetter.address == address, ReturnedLetter.counts.is_(True), ReturnedLetter.at > now - FORGOTTEN)
        .order_by(ReturnedLetter.at)
    ).all()
    last = _last_arrived(session, address, returned, now) if returned else None
    return [one for one in returned if last is None or one.at > last]


def _sum(against: Iterable[ReturnedLetter]) -> float:
    """Each day counts once, with the worst of it."""
    days: dict[date, float] = {}
    for one in against:
        day = one.at.date()
        days[day] = max(days.get(day, 0.0), HARD if one.hard else SOFT)
    return sum(days.values())


def _last_arrived(
    session: Session, address: str, returned: Collection[ReturnedLetter], now: datetime
) -> datetime | None:
    """When the last letter left that went to an address since the first came back, and did not come back in time."""
    sent = select(func.max(OutgoingLetter.sent_at)).where(
        OutgoingLetter.address == address,
        OutgoingLetter.sent_at > min(one.at for one in returned),
        OutgoingLetter.sent_at <= now - ARRIVED,
        OutgoingLetter.id.not_in([one.letter_id for one in returned]),
    )
    return session.scalar(sent)
