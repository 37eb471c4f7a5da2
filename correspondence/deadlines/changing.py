"""Moving a call's deadline, and everything that hangs on it: when it closes, reminders, calendars."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence.calls.call_payload import call_told
from correspondence.calls.use_cases import recount
from correspondence.deadlines.clock import reminder_times
from correspondence.errors import Denied
from correspondence.ledger.use_cases import note as into_ledger
from correspondence.letters.notices.deadlines import NOTICES
from correspondence.models.accounts import Account
from correspondence.models.calls import COLLECTING, OpenedCall
from correspondence.models.deadlines import DeadlineChange, Reminder
from correspondence.models.games import Game
from correspondence.notices.use_cases import Values, notify
from correspondence.write_batch import insert_soon
from narration.words import N_


def move(
    session: Session,
    call: OpenedCall,
    to: datetime,
    reason: str,
    by: Account | None,
    now: datetime,
    note: str = "",
    values: Values | None = None,
) -> None:
    """Give a call another deadline, and tell everybody once. The caller holds the call's lock.

    `reason` is a code (`asked`, `extension`, `grace`, `outage`, `absence`, `pause`, `vote`, `substitute`, ...) that
    chooses the words (`deadline-<reason>`, else `deadline-moved`), which `values` fill. Raises Denied `call-closed`.
    """
    if call.status not in COLLECTING:
        raise Denied("call-closed", N_("This call is closed; its deadline cannot be moved any more."))
    game = session.get_one(Game, call.game_id)
    old, call.sequence = call.due_at, call.sequence + 1
    session.add(
        DeadlineChange(
            call_id=call.id,
            sequence=call.sequence,
            old_at=old,
            new_at=to,
            reason=reason,
            note=note[:300],
            account_id=by.id if by else None,
            at=now,
        )
    )
    call.due_at = call.closes_at = to
    session.flush()
    recount(session, game, call, now)
    plan_reminders(session, call, now)
    _tell(session, game, call, old, reason, note, now, values or {})
    if by is not None:
        document = {"call": call.number, "from": old.isoformat(), "to": to.isoformat(), "reason": reason, "note": note}
        into_ledger(session, game.public_id, by.public_id, "deadline-moved", document, now)


def _tell(
    session: Session,
    game: Game,
    call: OpenedCall,
    old: datetime,
    reason: str,
    note: str,
    now: datetime,
    values: Values,
) -> None:
    what = f"deadline-{reason}" if f"deadline-{reason}" in NOTICES else "deadline-moved"
    told: Values = {"due": call.due_at, "old": old, "note": note, **values}
    key = f"{game.public_id}:{call.number}:moved-{call.sequence}"
    notify(session, what, key, now, game=game, values=told, opened=call_told(game, call))


def first_reminders(session: Session, call: OpenedCall, now: datetime) -> None:
    """Plan the reminders of a call that was just opened."""
    wanted = reminder_times(call.opened_at, call.due_at, now) if call.asked else {}
    if wanted:
        rows = [{"call_id": call.id, "kind": kind, "due_at": due_at} for kind, due_at in wanted.items()]
        insert_soon(session, Reminder, rows)


def plan_reminders(session: Session, call: OpenedCall, now: datetime) -> None:
    """Plan a call's reminders anew from its deadline; those planned before are forgotten."""
    session.execute(delete(Reminder).where(Reminder.call_id == call.id, Reminder.done_at.is_(None)))
    wanted = reminder_times(call.opened_at, call.due_at, now) if call.asked else {}
    known = {row.kind: row for row in session.scalars(select(Reminder).where(Reminder.call_id == call.id))}
    for kind, due_at in wanted.items():
        if kind in known:
            known[kind].due_at, known[kind].done_at = due_at, None
        else:
            session.add(Reminder(call_id=call.id, kind=kind, due_at=due_at))
    session.flush()
