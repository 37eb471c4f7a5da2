"""Letters that do not arrive, and why: for hosts with addresses, for game masters by house alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.errors import Denied
from correspondence.models.accounts import Account
from correspondence.models.games import Seat
from correspondence.models.outbox import OutgoingLetter, ReturnedLetter, StoppedAddress
from correspondence.outbox.returns import stopped_among
from narration.words import N_

LOOKED_BACK = timedelta(days=30)
LONGEST_REASON = 300


@dataclass(frozen=True)
class Trouble:
    """An address to which `count` letters did not go; the last attempt was at `at` and failed for `reason`.

    `arrives`: a later letter to it was accepted, so that it works again.
    """

    address: str
    name: str
    count: int
    at: datetime
    reason: str
    arrives: bool


def given_up(session: Session, by: Account, now: datetime, most: int = 200) -> list[Trouble]:
    """Addresses to which letters were given up in the last thirty days, the last first. Denied `not-host`."""
    _refuse_others(by)
    failed = (
        select(OutgoingLetter.address, func.count(), func.max(OutgoingLetter.failed_at), func.max(OutgoingLetter.id))
        .where(OutgoingLetter.failed_at >= now - LOOKED_BACK)
        .group_by(OutgoingLetter.address)
        .order_by(func.max(OutgoingLetter.failed_at).desc(), OutgoingLetter.address)
        .limit(most)
    )
    found = session.execute(failed).all()
    last = _rows(session, [row[3] for row in found])
    accepted = select(OutgoingLetter.address, func.max(OutgoingLetter.sent_at)).where(
        OutgoingLetter.address.in_([row[0] for row in found]), OutgoingLetter.sent_at >= now - LOOKED_BACK
    )
    arrived = dict(session.execute(accepted.group_by(OutgoingLetter.address)).all())
    return [
        Trouble(address, last[key].name, count, at, reason_of(last[key]), _later(arrived.get(address), at))
        for address, count, at, key in found
        if at is not None
    ]


def tried_again(session: Session, by: Account, now: datetime, most: int = 200) -> list[Trouble]:
    """Addresses to which letters wait that were refused so far; `at` is when the next is tried. Denied `not-host`."""
    _refuse_others(by)
    waiting = (
        select(
            OutgoingLetter.address, func.count(), func.min(OutgoingLetter.next_attempt_at), func.max(OutgoingLetter.id)
        )
        .where(OutgoingLetter.next_attempt_at.is_not(None), OutgoingLetter.last_error != "")
        .group_by(OutgoingLetter.address)
        .order_by(func.count().desc(), OutgoingLetter.address)
        .limit(most)
    )
    found = session.execute(waiting).all()
    last = _rows(session, [row[3] for row in found])
    return [
        Trouble(address, last[key].name, count, at, reason_of(last[key]), False)
        for address, count, at, key in found
        if at is not None
    ]


def unreached(session: Session, seats: Iterable[Seat], now: datetime) -> dict[str, datetime]:
    """The houses whose player no letter reaches, and since when: the last was given up, within thirty days, and none
    was accepted since. Neither address nor reason is told, for the reason may name the address."""
    held = {seat.account_id: seat.house for seat in seats if seat.account_id is not None and seat.house}
    if not held:
        return {}
    letters = (
        select(
            OutgoingLetter.account_id,
            func.max(OutgoingLetter.sent_at),
            func.max(OutgoingLetter.failed_at),
        )
        .where(OutgoingLetter.account_id.in_(held), OutgoingLetter.written_at >= now - 2 * LOOKED_BACK)
        .group_by(OutgoingLetter.account_id)
    )
    return {
        held[account_id]: failed
        for account_id, sent, failed in session.execute(letters)
        if account_id is not None and failed is not None and failed >= now - LOOKED_BACK and (not sent or sent < failed)
    }


def coming_back(session: Session, seats: Iterable[Seat]) -> dict[str, datetime]:
    """The houses to whose player no letters are sent any more, and since when they have come back. The address is not
    told."""
    held = {seat.account.email: seat.house for seat in seats if seat.account is not None and seat.house}
    found = stopped_among(session, held)
    return {held[address]: since for address, since in sorted(found.items(), key=lambda one: held[one[0]])}


@dataclass(frozen=True)
class Stopped:
    """An address to which nothing is sent, for letters to it have come back `since`; the last with this `status`."""

    address: str
    since: datetime
    stopped_at: datetime
    status: str


def stopped(session: Session, by: Account, most: int = 200) -> list[Stopped]:
    """Addresses to which nothing is sent any more, the last first. Denied `not-host`."""
    _refuse_others(by)
    query = select(StoppedAddress).order_by(StoppedAddress.stopped_at.desc(), StoppedAddress.address).limit(most)
    found = session.scalars(query).all()
    returned = select(ReturnedLetter.address, ReturnedLetter.status).where(
        ReturnedLetter.address.in_([one.address for one in found]), ReturnedLetter.counts.is_(True)
    )
    last = dict(session.execute(returned.order_by(ReturnedLetter.id)).all())
    return [Stopped(one.address, one.since, one.stopped_at, last.get(one.address, "")) for one in found]


def reason_of(letter: OutgoingLetter) -> str:
    """Why it was not taken, in one line: the last one, where the program itself was at fault."""
    lines = letter.last_error.strip().splitlines()
    return lines[-1][:LONGEST_REASON] if lines else ""


def _later(one: datetime | None, other: datetime) -> bool:
    return one is not None and one > other


def _rows(session: Session, keys: list[int]) -> dict[int, OutgoingLetter]:
    rows = session.scalars(select(OutgoingLetter).where(OutgoingLetter.id.in_(keys)))
    return {row.id: row for row in rows}


def _refuse_others(by: Account) -> None:
    if not by.host:
        raise Denied("not-host", N_("Only who runs this service may see this."))
