"""Undelivered emails: return addresses, counting bounces, stopping addresses.

Each email has its own signed return address as envelope sender (VERP). A report on an email of ours is believed only at
that address, which is known only to its recipient and the mail servers on its way.

Servers distrust all our emails if we write to dead addresses in vain. Each day counts once, with its worst bounce;
bounces expire after a month, or once a later email arrives. With enough of them nothing is sent there, until its owner
proves (by a link in an email) that emails arrive.
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

from correspondence.addresses import address_signature, match_address_tag, own_address
from correspondence.input_validation import Denied
from correspondence.models import Account, OutgoingMail, ReturnedMail, Seat, StoppedAddress
from correspondence.rows import insert_once
from correspondence.settings import Settings
from narration.words import N_

PURPOSE = "return-address"
# No larger number than a database counts to.
_TOLD = re.compile(r"b\.([0-7][0-9a-f]{15}|[0-9a-f]{1,15})-([0-9a-f]{20})")


@dataclass(frozen=True)
class Returning:
    """The email (its key in the outbox) that a return address names, and a signature."""

    mail_id: int
    signature: str


def return_address(settings: Settings, mail: OutgoingMail) -> str:
    """The envelope sender of an email; empty if this service takes no mail."""
    return own_address(settings, f"b.{mail.id:x}-{_signature(settings, mail)}")


def read_return_address(settings: Settings, address: str) -> Returning | None:
    """Parse a return address by its form; `is_genuine_return` checks that it is ours."""
    match = match_address_tag(settings, address, _TOLD)
    return Returning(int(match[1], 16), match[2]) if match else None


def is_genuine_return(settings: Settings, address: Returning, mail: OutgoingMail) -> bool:
    """Whether a return address was made here for this email and its recipient."""
    return mail.id == address.mail_id and hmac.compare_digest(address.signature, _signature(settings, mail))


def _signature(settings: Settings, mail: OutgoingMail) -> str:
    value = f"{mail.id:x}.{mail.message_id}.{mail.address}"
    return address_signature(settings, PURPOSE, value)


HARD, SOFT = 1.0, 0.25
# With so much against it nothing more is sent to an address: three days on which emails were refused for good.
ENOUGH = 3.0
FORGOTTEN = timedelta(days=30)
# Mail servers try for up to five days (RFC 5321, 4.5.4.1); what has not come back by then has arrived.
ARRIVED = timedelta(days=5)

Outcome = Literal["bounce-counted", "bounce-known", "bounce-stops"]


def mail_returned(session: Session, mail: OutgoingMail, hard: bool, status: str, now: datetime) -> Outcome:
    """Record a bounce (`hard`: for good), once for each email; return the outcome.
    It is counted, known already, or the one with which emails to its address stop."""
    new = insert_once(
        session,
        ReturnedMail,
        mail_id=mail.id,
        address=mail.address,
        hard=hard,
        status=status[:16],
        at=now,
        counts=True,
    )
    if not new:
        return "bounce-known"
    against = _counted_bounces(session, mail.address, now)
    if _sum(against) < ENOUGH:
        return "bounce-counted"
    insert_once(session, StoppedAddress, address=mail.address, since=against[0].at, stopped_at=now)
    return "bounce-stops"


def score(session: Session, address: str, now: datetime) -> float:
    """How much speaks against an address."""
    return _sum(_counted_bounces(session, address, now))


def arrives(session: Session, address: str) -> None:
    """Note that emails arrive: clear an address's bounces and send there again."""
    mine = ReturnedMail.address == address, ReturnedMail.counts.is_(True)
    session.execute(update(ReturnedMail).where(*mine).values(counts=False))
    session.execute(delete(StoppedAddress).where(StoppedAddress.address == address))


def stopped_since(session: Session, address: str) -> datetime | None:
    """Return since when emails to an address have come back, if it is stopped.
    None if it is not."""
    return session.scalar(select(StoppedAddress.since).where(StoppedAddress.address == address))


def stopped_among(session: Session, addresses: Iterable[str]) -> dict[str, datetime]:
    """Return the stopped addresses, and since when emails to them have come back."""
    query = select(StoppedAddress.address, StoppedAddress.since).where(StoppedAddress.address.in_(list(addresses)))
    return dict(session.execute(query).all())


def forget_address(session: Session, address: str) -> None:
    """Keep nothing of an address."""
    for table in (ReturnedMail, StoppedAddress):
        session.execute(delete(table).where(table.address == address))


def forget_returns(session: Session, before: datetime) -> None:
    """Forget emails that came back long ago."""
    session.execute(delete(ReturnedMail).where(ReturnedMail.at < before))


def _counted_bounces(session: Session, address: str, now: datetime) -> list[ReturnedMail]:
    """What speaks against an address, the oldest first."""
    bounces = session.scalars(
        select(ReturnedMail)
        .where(ReturnedMail.address == address, ReturnedMail.counts.is_(True), ReturnedMail.at > now - FORGOTTEN)
        .order_by(ReturnedMail.at)
    ).all()
    if not bounces:
        return []
    # When the last email left that went there since the first came back, and did not come back in time.
    sent = select(func.max(OutgoingMail.sent_at)).where(
        OutgoingMail.address == address,
        OutgoingMail.sent_at > bounces[0].at,
        OutgoingMail.sent_at <= now - ARRIVED,
        OutgoingMail.id.not_in([bounce.mail_id for bounce in bounces]),
    )
    last = session.scalar(sent)
    return [bounce for bounce in bounces if last is None or bounce.at > last]


def _sum(against: Iterable[ReturnedMail]) -> float:
    """Each day counts once, with the worst of it."""
    days: dict[date, float] = {}
    for bounce in against:
        day = bounce.at.date()
        days[day] = max(days.get(day, 0.0), HARD if bounce.hard else SOFT)
    return sum(days.values())


LOOKED_BACK = timedelta(days=30)
MAX_REASON_LENGTH, MAX_LISTED = 300, 200


@dataclass(frozen=True)
class Trouble:
    """An address that `count` emails did not reach; the last try, at `at`: `reason`.

    `arrives`: a later email to it was accepted, so that it works again.
    """

    address: str
    name: str
    count: int
    at: datetime
    reason: str
    arrives: bool


def failed_addresses(session: Session, by: Account, now: datetime) -> list[Trouble]:
    """Return addresses to which emails were given up in the last thirty days.
    The last comes first. Denied `not-host`."""
    _require_host(by)
    failed = (
        select(OutgoingMail.address, func.count(), func.max(OutgoingMail.failed_at), func.max(OutgoingMail.id))
        .where(OutgoingMail.failed_at >= now - LOOKED_BACK)
        .group_by(OutgoingMail.address)
        .order_by(func.max(OutgoingMail.failed_at).desc(), OutgoingMail.address)
        .limit(MAX_LISTED)
    )
    accepted = select(OutgoingMail.address, func.max(OutgoingMail.sent_at)).where(
        OutgoingMail.sent_at >= now - LOOKED_BACK
    )
    return _troubles(session, failed, accepted)


def retry_addresses(session: Session, by: Account, now: datetime) -> list[Trouble]:
    """Return addresses to which emails wait that were refused so far.
    `at` is when the next is tried. Denied `not-host`."""
    _require_host(by)
    waiting = (
        select(OutgoingMail.address, func.count(), func.min(OutgoingMail.next_attempt_at), func.max(OutgoingMail.id))
        .where(OutgoingMail.next_attempt_at.is_not(None), OutgoingMail.last_error != "")
        .group_by(OutgoingMail.address)
        .order_by(func.count().desc(), OutgoingMail.address)
        .limit(MAX_LISTED)
    )
    return _troubles(session, waiting)


def _troubles(session: Session, query: Any, accepted: Any = None) -> list[Trouble]:
    """Return troubles of a query's rows (address, count, time, last email's key)."""
    rows = session.execute(query).all()
    mails = session.scalars(select(OutgoingMail).where(OutgoingMail.id.in_([row[3] for row in rows])))
    last = {mail.id: mail for mail in mails}
    arrived: dict[str, datetime] = {}
    if accepted is not None:
        mine = accepted.where(OutgoingMail.address.in_([row[0] for row in rows]))
        arrived = dict(session.execute(mine.group_by(OutgoingMail.address)).all())
    return [
        Trouble(address, last[key].name, count, at, refusal_reason(last[key]), arrived.get(address, at) > at)
        for address, count, at, key in rows
        if at is not None
    ]


def unreachable_houses(session: Session, seats: Iterable[Seat], now: datetime) -> dict[str, datetime]:
    """Return the houses whose player no email reaches, and since when.
    The last email was given up, within thirty days, and none was accepted since. Neither address nor reason is told,
    for the reason may name the address."""
    houses = {seat.account_id: seat.house for seat in seats if seat.account_id is not None and seat.house}
    if not houses:
        return {}
    mails = (
        select(
            OutgoingMail.account_id,
            func.max(OutgoingMail.sent_at),
            func.max(OutgoingMail.failed_at),
        )
        .where(OutgoingMail.account_id.in_(houses), OutgoingMail.written_at >= now - 2 * LOOKED_BACK)
        .group_by(OutgoingMail.account_id)
    )
    return {
        houses[account_id]: failed
        for account_id, sent, failed in session.execute(mails)
        if account_id is not None and failed is not None and failed >= now - LOOKED_BACK and (not sent or sent < failed)
    }


def stopped_houses(session: Session, seats: Iterable[Seat]) -> dict[str, datetime]:
    """Return the houses whose player's emails are stopped, and since when.
    The address is not shown."""
    houses = {seat.account.email: seat.house for seat in seats if seat.account is not None and seat.house}
    stops = stopped_among(session, houses)
    return {houses[address]: since for address, since in sorted(stops.items(), key=lambda entry: houses[entry[0]])}


@dataclass(frozen=True)
class Stopped:
    """A stopped address: emails come back `since`; `status` is the last one's."""

    address: str
    since: datetime
    stopped_at: datetime
    status: str


def stopped_addresses(session: Session, by: Account) -> list[Stopped]:
    """Return the addresses that get no more emails, last stopped first.
    Raises Denied `not-host` unless `by` is a host."""
    _require_host(by)
    query = select(StoppedAddress).order_by(StoppedAddress.stopped_at.desc(), StoppedAddress.address).limit(MAX_LISTED)
    rows = session.scalars(query).all()
    returned = select(ReturnedMail.address, ReturnedMail.status).where(
        ReturnedMail.address.in_([row.address for row in rows]), ReturnedMail.counts.is_(True)
    )
    last = dict(session.execute(returned.order_by(ReturnedMail.id)).all())
    return [Stopped(row.address, row.since, row.stopped_at, last.get(row.address, "")) for row in rows]


def refusal_reason(mail: OutgoingMail) -> str:
    """Return in one line why an email was refused.
    That is the last line of the stored error; empty if there is none."""
    lines = mail.last_error.strip().splitlines()
    return lines[-1][:MAX_REASON_LENGTH] if lines else ""


def _require_host(by: Account) -> None:
    if not by.host:
        raise Denied("not-host", N_("Only the administrators of this service may see this."))
