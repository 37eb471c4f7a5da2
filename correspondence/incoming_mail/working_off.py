"""Reading what came in: claimed in batches, those of one address in their order. Plain sheets of a batch are carried
out together, each other mail in a transaction of its own.

A mail's claim is counted before anything of it is read, so that one that kills whoever reads it is set aside in the
end, and costs the others of its batch one attempt at most. What a mail does, the answer to it and its own state are one
commit: done twice or half is nothing.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, aliased, defer

from correspondence.incoming_mail.handling import TOLD, Understood, carry_out_alone, handle
from correspondence.incoming_mail.together import handle_together
from correspondence.models.mail import IncomingMail
from correspondence.store import AWAY, Store, is_away

log = structlog.get_logger(__name__)

Clock = Callable[[], datetime]
# A reader that died lets its mails go after this.
CLAIM = timedelta(minutes=2)
MOST_ATTEMPTS = 3
BATCH = 20
# No batch is begun after this; all of it ends well within a task's time.
SECONDS = 12.0
LONGEST_TROUBLE = 4000


class Claimed(NamedTuple):
    """A mail that is to be read now, and for which seat (its public id; empty: for none)."""

    key: int
    for_seat: str


def work_off(store: Store, now_fn: Clock) -> tuple[int, bool]:
    """Read what waits, until nothing does or the time is up; how many mails were read, and whether more may wait."""
    begun, read = now_fn(), 0
    while True:
        claimed = _claim(store, now_fn())
        if not claimed:
            return read, False
        done, hopeless = _read_together(store, claimed, now_fn)
        read += len(done)
        for one in claimed:
            if one.key not in done:
                read += _read(store, one.key, now_fn, hopeless.get(one.key))
        if (now_fn() - begun).total_seconds() >= SECONDS:
            return read, True


def waiting(session: Session) -> int:
    """How many mails nobody has read yet."""
    return session.scalar(select(func.count()).select_from(IncomingMail).where(IncomingMail.state == "stored")) or 0


def _claim(store: Store, now: datetime) -> list[Claimed]:
    """Mails to be read now, the oldest of each reply address; several that were not tried before, or one that was."""
    earlier = aliased(IncomingMail)
    older = select(earlier.id).where(
        earlier.recipient == IncomingMail.recipient,
        # The bare address is everybody's: none of its mails holds up another's.
        earlier.for_seat != "",
        earlier.state == "stored",
        earlier.id < IncomingMail.id,
    )
    due = (
        select(IncomingMail)
        .where(IncomingMail.state == "stored", IncomingMail.next_attempt_at <= now, ~older.exists())
        .order_by(IncomingMail.id)
        .options(defer(IncomingMail.raw))
    )
    with store.begin() as session:
        found = _locked(session, due.where(IncomingMail.attempts == 0).limit(BATCH))
        found = found or _locked(session, due.where(IncomingMail.attempts > 0).limit(1))
        for mail in found:
            mail.attempts += 1
            mail.next_attempt_at = now + CLAIM
            if mail.attempts > MOST_ATTEMPTS:
                _set_aside(mail, mail.trouble or "whoever read this mail died each time", now)
        return [Claimed(mail.id, mail.for_seat) for mail in found if mail.state == "stored"]


def _locked(session: Session, query: Select[IncomingMail]) -> list[IncomingMail]:
    return list(session.scalars(query.with_for_update(skip_locked=True)))


def _read_together(store: Store, claimed: list[Claimed], now_fn: Clock) -> tuple[set[int], dict[int, Understood]]:
    """Read the first mail for each seat, and carry out together what can be: the keys of these, and others that were
    read and of which nothing can be done."""
    first: dict[str, int] = {}
    for one in claimed:
        # A seat's mails may come to several addresses; they are still done in their order.
        first.setdefault(one.for_seat or f"mail {one.key}", one.key)
    try:
        return handle_together(store, list(first.values()), now_fn)
    except TOLD:
        # One of them is refused; alone each is told why.
        return set(), {}
    except Exception:
        # Nothing of any was done; alone each shows whether it is to blame.
        log.warning("mails could not be read together", mails=list(first.values()), exc_info=True)
        return set(), {}


def _read(store: Store, key: int, now_fn: Clock, found: Understood | None) -> int:
    """Read one mail, unless it was read already, and carry it out alone; 1 if something became of it."""
    try:
        if found is None:
            handle(store, key, now_fn)
        else:
            carry_out_alone(store, found, now_fn)
    except AWAY as fault:
        if is_away(fault):
            raise
        _note(store, key, fault, now_fn)
    except Exception as fault:  # noqa: BLE001  one mail that cannot be read must not hold up the others
        _note(store, key, fault, now_fn)
        return 0
    return 1


def _note(store: Store, key: int, fault: Exception, now_fn: Clock) -> None:
    """Keep why a mail could not be read; after some attempts it is set aside."""
    log.exception("a mail could not be read", mail=key, exc_info=fault)
    with store.begin() as session:
        mail = session.get_one(IncomingMail, key, with_for_update=True)
        trouble = "".join(traceback.format_exception(fault))[-LONGEST_TROUBLE:]
        mail.trouble = trouble
        if mail.attempts >= MOST_ATTEMPTS and mail.state == "stored":
            _set_aside(mail, trouble, now_fn())


def _set_aside(mail: IncomingMail, trouble: str, now: datetime) -> None:
    mail.state, mail.reason, mail.trouble = "failed", "program", trouble
    mail.next_attempt_at, mail.read_at = None, now
