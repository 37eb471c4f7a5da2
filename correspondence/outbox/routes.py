"""Ways that take no letters for a while: a domain that refuses one after the other, or the mail server itself.

Letters that would go such a way wait until it is tried again, and no try is counted against them; all other letters go
on at full speed. The waits grow, but never so long that what waited would leave late once the way is open again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence.models.outbox import MailRoute
from correspondence.rows import insert_once

SERVER, PACE = "*", "#"
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(minutes=5)
# A single mailbox that is full says nothing of its domain.
REFUSALS_OF_A_DOMAIN = 5
LONGEST_REASON = 500
FARTHEST_SLOT = timedelta(seconds=2)
_chance = random.SystemRandom()


def domain_of(address: str) -> str:
    """The domain of an address, as its route is named."""
    return address.rpartition("@")[2].lower()


def troubled(session: Session, names: Iterable[str]) -> dict[str, datetime | None]:
    """Those of the routes by which something was not taken lately, and until when they are set aside, if they were."""
    query = select(MailRoute.name, MailRoute.until).where(MailRoute.name.in_(list(names)))
    return {row.name: row.until for row in session.execute(query)}


def refused(session: Session, name: str, reason: str, now: datetime) -> datetime | None:
    """Note that a letter was not taken by this route; until when it is set aside now, if it is."""
    route = _locked(session, name)
    if route.until is not None and route.until > now:
        # Another process has met the same wall meanwhile.
        return route.until
    route.failures += 1
    route.failed_at, route.reason = now, reason[:LONGEST_REASON]
    times, left = divmod(route.failures, 1 if name == SERVER else REFUSALS_OF_A_DOMAIN)
    if left:
        return None
    route.until = now + by_chance(min(FIRST_WAIT * 2 ** min(times - 1, 20), LONGEST_WAIT))
    return route.until


def by_chance(wait: timedelta) -> timedelta:
    """A wait, up to a fifth shorter, so that not all who wait come back at the same moment."""
    return wait * (0.8 + 0.2 * _chance.random())


def open_again(session: Session, names: Iterable[str]) -> None:
    """Routes by which a letter was taken are open."""
    session.execute(delete(MailRoute).where(MailRoute.name.in_(list(names))))


def slots(session: Session, wanted: int, a_second: float, now: datetime) -> tuple[int, datetime]:
    """How many of the letters wanted may be begun, and from when on, where letters a second are limited.

    All processes share the limit; none takes more than two seconds of it at once.
    """
    route = _locked(session, PACE)
    begin = max(now, route.paced_until or now)
    if begin - now > FARTHEST_SLOT:
        return 0, begin
    count = max(1, min(wanted, round(a_second * FARTHEST_SLOT.total_seconds())))
    route.paced_until = begin + timedelta(seconds=count / a_second)
    return count, begin


def _locked(session: Session, name: str) -> MailRoute:
    insert_once(session, MailRoute, name=name, failures=0, reason="")
    return session.scalars(select(MailRoute).where(MailRoute.name == name).with_for_update()).one()
