"""Times in which the service stood still.

Every sweep leaves a pulse. After a silence of more than ten minutes every deadline that passed in it, or comes within
a day after it, is moved by the length of the silence and two hours. A clock that went back, or that moved much further
than the machine has been running, stops all adjudication until a host says that it is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.deadlines.clock import move, postpone
from correspondence.ledger import SITE, note
from correspondence.models.accounts import Account
from correspondence.models.calls import DeadlineChange, OpenedCall, Pulse
from correspondence.models.games import Game
from correspondence.row_locks import held
from correspondence.rows import insert_once
from correspondence.store import Store, one_by_one
from correspondence.votes.rules import give_time

SWEEP, STOP = "sweep", "clock-stop"


def stopped(session: Session) -> str | None:
    """Why nothing is adjudicated at present; None if all is well."""
    found = session.get(Pulse, STOP)
    return found.note if found else None


def last_pulse(session: Session) -> datetime | None:
    """When the sweep was last alive."""
    found = session.get(Pulse, SWEEP)
    return found.at if found else None


log = structlog.get_logger(__name__)

SILENCE = timedelta(minutes=10)
ON_TOP = timedelta(hours=2)
NEAR = timedelta(hours=24)
# More than two machines' clocks differ by, less than anybody's window.
JUMP = timedelta(minutes=5)
OUTAGE = "outage"


@dataclass(frozen=True)
class Uptime:
    """How long this machine has been running, in seconds by a clock nobody sets, and an id of that run."""

    boot: str
    seconds: float


def beat(store: Store, now: datetime, uptime: Uptime | None = None) -> bool:
    """Leave a pulse; whether the sweep may go on. After a silence the deadlines it touched are moved first."""
    with store.begin() as session:
        pulse = _held_pulse(session, now, uptime)
        found = {known.name: known for known in session.scalars(select(Pulse).where(Pulse.name.in_((STOP, OUTAGE))))}
        jump = _jump(pulse, now, uptime)
        if jump is not None and STOP not in found:
            session.add(Pulse(name=STOP, at=now, note=jump[:300]))
            log.error("the clock jumped; nothing is adjudicated until a host confirms it", what=jump)
        if jump is not None or STOP in found:
            return False
        silent_since = pulse.at
        pulse.at, pulse.note, pulse.count = now, _said(uptime), pulse.count + 1
        if now - silent_since > SILENCE:
            _start_outage(session, silent_since, now)
        elif OUTAGE not in found:
            return True
    _move_on(store, now)
    return True


def _held_pulse(session: Session, now: datetime, uptime: Uptime | None) -> Pulse:
    """The pulse of the sweeps, kept from other sweeps; begun if this is the first of all."""
    pulse = session.get(Pulse, SWEEP, with_for_update=True)
    if pulse is None:
        insert_once(session, Pulse, name=SWEEP, at=now, note=_said(uptime), count=0)
        pulse = session.get_one(Pulse, SWEEP, with_for_update=True)
    return pulse


def _said(uptime: Uptime | None) -> str:
    return f"{uptime.boot} {uptime.seconds:.3f}" if uptime else ""


def _jump(pulse: Pulse, now: datetime, uptime: Uptime | None) -> str | None:
    """What is wrong with the clock, in words for a host; None if nothing is."""
    passed = now - pulse.at
    if passed < -timedelta(minutes=1):
        return f"the clock says {now:%Y-%m-%d %H:%M:%S} UTC, but it was {pulse.at:%Y-%m-%d %H:%M:%S} before"
    if uptime is None or not pulse.note.startswith(f"{uptime.boot} "):
        return None
    ran = timedelta(seconds=uptime.seconds - float(pulse.note.rpartition(" ")[2]))
    if passed - ran > JUMP:
        return f"the clock moved {passed} since the last sweep, while the machine ran {ran}"
    return None


def _start_outage(session: Session, since: datetime, now: datetime) -> None:
    """Remember an outage until all its deadlines are moved, whatever dies meanwhile."""
    known = session.get(Pulse, OUTAGE)
    if known is None:
        session.add(Pulse(name=OUTAGE, at=now, note=since.isoformat()))
    else:
        known.at = now
    note(session, SITE, "service", "outage", {"since": since.isoformat(), "until": now.isoformat()}, now)
    log.warning("an outage ends", since=since.isoformat(), until=now.isoformat())


def _move_on(store: Store, now: datetime) -> None:
    """Move the deadlines that the outage touched, a transaction for each call, until none is left."""
    with store.read() as session:
        outage = session.get(Pulse, OUTAGE)
        if outage is None:
            return
        since, ended = datetime.fromisoformat(outage.note), outage.at
        query = select(OpenedCall.id).where(
            OpenedCall.status == "open", OpenedCall.due_at > since, OpenedCall.due_at <= ended + NEAR
        )
        touched = session.scalars(query.where(OpenedCall.opened_at <= ended)).all()
    trouble = "a deadline could not be moved after an outage"
    moved = one_by_one(
        store, touched, lambda session, one: _extend(session, one, since, ended, now), trouble=trouble, name="call"
    )
    if len(moved) < len(touched):
        return
    with store.begin() as session:
        outage = session.get(Pulse, OUTAGE, with_for_update=True)
        if outage is not None and outage.at == ended:
            give_time(session, since, ended, ended - since + ON_TOP)
            session.delete(outage)


def _extend(session: Session, call_id: int, since: datetime, ended: datetime, now: datetime) -> None:
    """Move one deadline, unless it was moved for this outage before, or all are ready anyway."""
    call = session.scalar(held(select(OpenedCall).where(OpenedCall.id == call_id)))
    if call is None or call.status != "open" or call.closing_at is not None:
        return
    done = select(DeadlineChange.id).where(
        DeadlineChange.call_id == call.id, DeadlineChange.reason == "outage", DeadlineChange.at >= ended
    )
    if session.scalar(done.limit(1)) is not None:
        return
    game = session.get_one(Game, call.game_id)
    to = postpone(game, call.due_at, ended - since + ON_TOP)
    values: dict[str, str | int | datetime] = {"since": since, "until": ended}
    move(session, call, to, "outage", None, now, values=values)


def confirm_clock(session: Session, by: Account | None, now: datetime) -> bool:
    """A host says that the clock is right: adjudication goes on, and deadlines that passed meanwhile are moved as
    after an outage. Whether there was anything to confirm."""
    found = session.get(Pulse, STOP, with_for_update=True)
    if found is None:
        return False
    pulse = session.get_one(Pulse, SWEEP, with_for_update=True)
    since = min(pulse.at, found.at, now)
    if now - since > SILENCE:
        _start_outage(session, since, now)
    pulse.at, pulse.note = now, ""
    session.delete(found)
    note(session, SITE, by.public_id if by else "host", "clock-confirmed", {"was": found.note}, now)
    return True
