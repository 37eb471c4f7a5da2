"""Letters that do not arrive: return addresses, what is counted, when nothing more is sent.

Each letter has a return address of its own, signed, as its envelope sender (VERP). What says of itself that it is about
a letter of ours is believed only at its letter's own address, which nobody knows but who got the letter, and the mail
servers on its way.

An address that does not exist any more is written to in vain, and servers that are written to in vain trust none of our
letters. Each day counts once, with the worst that came back on it; what is a month old is forgotten, and so is all that
came before a letter that arrived. Once enough has come together nothing is sent there, until its owner says in a way
that needs a letter from us (a link in one) that letters arrive.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from correspondence.addresses import own_address, signed, told_by
from correspondence.input_validation import Denied
from correspondence.models import Account, OutgoingLetter, ReturnedLetter, Seat, StoppedAddress
from correspondence.rows import insert_once
from correspondence.settings import Settings
from narration.words import N_

PURPOSE = "return-address"
# No larger number than a database counts to.
_TOLD = re.compile(r"b\.([0-7][0-9a-f]{15}|[0-9a-f]{1,15})-([0-9a-f]{20})")


@dataclass(frozen=True)
class Returning:
    """What an address says: about which letter (its key in the outbox), and its signature."""

    letter_id: int
    signature: str


def return_address(settings: Settings, letter: OutgoingLetter) -> str:
    """The envelope sender of a letter; empty if this service takes no mail."""
    return own_address(settings, f"b.{letter.id:x}-{_signature(settings, letter)}")


def read_return_address(settings: Settings, address: str) -> Returning | None:
    """What an address says, if it has the form of one of ours; whether it is genuine, `came_back` says."""
    found = told_by(settings, address, _TOLD)
    return Returning(int(found[1], 16), found[2]) if found else None


def came_back(settings: Settings, told: Returning, letter: OutgoingLetter) -> bool:
    """Whether an address was made here for this letter, and for whom the letter went to."""
    return letter.id == told.letter_id and hmac.compare_digest(told.signature, _signature(settings, letter))


def _signature(settings: Settings, letter: OutgoingLetter) -> str:
    value = f"{letter.id:x}.{letter.message_id}.{letter.address}"
    return signed(settings, PURPOSE, value)


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
    if not returned:
        return []
    # When the last letter left that went there since the first came back, and did not come back in time.
    sent = select(func.max(OutgoingLetter.sent_at)).where(
        OutgoingLetter.address == address,
        OutgoingLetter.sent_at > returned[0].at,
        OutgoingLetter.sent_at <= now - ARRIVED,
        OutgoingLetter.id.not_in([one.letter_id for one in returned]),
    )
    last = session.scalar(sent)
    return [one for one in returned if last is None or one.at > last]


def _sum(against: Iterable[ReturnedLetter]) -> float:
    """Each day counts once, with the worst of it."""
    days: dict[date, float] = {}
    for one in against:
        day = one.at.date()
        days[day] = max(days.get(day, 0.0), HARD if one.hard else SOFT)
    return sum(days.values())


LOOKED_BACK = timedelta(days=30)
MAX_REASON_LENGTH, MAX_LISTED = 300, 200


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


def given_up(session: Session, by: Account, now: datetime) -> list[Trouble]:
    """Addresses to which letters were given up in the last thirty days, the last first. Denied `not-host`."""
    _refuse_others(by)
    failed = (
        select(OutgoingLetter.address, func.count(), func.max(OutgoingLetter.failed_at), func.max(OutgoingLetter.id))
        .where(OutgoingLetter.failed_at >= now - LOOKED_BACK)
        .group_by(OutgoingLetter.address)
        .order_by(func.max(OutgoingLetter.failed_at).desc(), OutgoingLetter.address)
        .limit(MAX_LISTED)
    )
    accepted = select(OutgoingLetter.address, func.max(OutgoingLetter.sent_at)).where(
        OutgoingLetter.sent_at >= now - LOOKED_BACK
    )
    return _troubles(session, failed, accepted)


def tried_again(session: Session, by: Account, now: datetime) -> list[Trouble]:
    """Addresses to which letters wait that were refused so far; `at` is when the next is tried. Denied `not-host`."""
    _refuse_others(by)
    waiting = (
        select(
            OutgoingLetter.address, func.count(), func.min(OutgoingLetter.next_attempt_at), func.max(OutgoingLetter.id)
        )
        .where(OutgoingLetter.next_attempt_at.is_not(None), OutgoingLetter.last_error != "")
        .group_by(OutgoingLetter.address)
        .order_by(func.count().desc(), OutgoingLetter.address)
        .limit(MAX_LISTED)
    )
    return _troubles(session, waiting)


def _troubles(session: Session, query: Any, accepted: Any = None) -> list[Trouble]:
    """What a query gives as address, count, time and key of the last letter; `accepted`: who took one since when."""
    found = session.execute(query).all()
    letters = session.scalars(select(OutgoingLetter).where(OutgoingLetter.id.in_([row[3] for row in found])))
    last = {letter.id: letter for letter in letters}
    arrived: dict[str, datetime] = {}
    if accepted is not None:
        mine = accepted.where(OutgoingLetter.address.in_([row[0] for row in found]))
        arrived = dict(session.execute(mine.group_by(OutgoingLetter.address)).all())
    return [
        Trouble(address, last[key].name, count, at, reason_of(last[key]), arrived.get(address, at) > at)
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


def stopped(session: Session, by: Account) -> list[Stopped]:
    """Addresses to which nothing is sent any more, the last first. Denied `not-host`."""
    _refuse_others(by)
    query = select(StoppedAddress).order_by(StoppedAddress.stopped_at.desc(), StoppedAddress.address).limit(MAX_LISTED)
    found = session.scalars(query).all()
    returned = select(ReturnedLetter.address, ReturnedLetter.status).where(
        ReturnedLetter.address.in_([one.address for one in found]), ReturnedLetter.counts.is_(True)
    )
    last = dict(session.execute(returned.order_by(ReturnedLetter.id)).all())
    return [Stopped(one.address, one.since, one.stopped_at, last.get(one.address, "")) for one in found]


def reason_of(letter: OutgoingLetter) -> str:
    """Why it was not taken, in one line: the last one, where the program itself was at fault."""
    lines = letter.last_error.strip().splitlines()
    return lines[-1][:MAX_REASON_LENGTH] if lines else ""


def _refuse_others(by: Account) -> None:
    if not by.host:
        raise Denied("not-host", N_("Only the administrators of this service may see this."))
