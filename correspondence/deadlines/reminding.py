"""Reminders: before a deadline, to those alone of whom nothing has come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.calls.call_payload import call_told
from correspondence.deadlines.attendance import missing
from correspondence.deadlines.clock import last_kind
from correspondence.models.calls import OpenedCall
from correspondence.models.deadlines import Reminder
from correspondence.notices.use_cases import notify
from correspondence.one_by_one import one_by_one
from correspondence.store import Store, settings_of
from correspondence.webhooks.ringing import ring_reminder

# The kind that tells masters of results that they hold (`correspondence.desk.holding`).
REVIEW = "review"


def due_reminders(session: Session, now: datetime, limit: int = 200) -> Sequence[int]:
    """The ids of reminders of deadlines whose time has come, oldest first."""
    query = select(Reminder.id).where(Reminder.done_at.is_(None), Reminder.due_at <= now, Reminder.kind != REVIEW)
    return session.scalars(query.order_by(Reminder.due_at).limit(limit)).all()


def remind(session: Session, reminder_id: int, now: datetime) -> None:
    """Look after one reminder, once: whoever has handed something in, is away or has nothing to decide gets none."""
    query = select(Reminder).where(Reminder.id == reminder_id, Reminder.done_at.is_(None))
    reminder = session.scalar(query.with_for_update(skip_locked=True))
    if reminder is None:
        return
    reminder.done_at = now
    call = session.get_one(OpenedCall, reminder.call_id)
    if call.status != "open" or call.closes_at <= now:
        return
    planned = session.scalars(select(Reminder.kind).where(Reminder.call_id == call.id)).all()
    game = call.game
    late = missing(session, game, call)
    key = f"{call.number}:remind-{reminder.kind}-{call.sequence}"
    what = "reminder-last" if reminder.kind == last_kind(planned) else "reminder"
    notify(
        session,
        what,
        f"{game.public_id}:{key}",
        now,
        game=game,
        seats=late,
        values={"due": call.due_at},
        link=addresses.sheet(settings_of(session), call.public_id),
        opened=call_told(game, call),
    )
    ring_reminder(session, game, call, late, key, now)


def send_reminders(store: Store, now: datetime) -> int:
    """Look after all reminders that are due, each in a transaction of its own; how many. One that fails is logged, and
    holds up no other."""
    with store.read() as session:
        ids = list(due_reminders(session, now))
    one_by_one(store, ids, lambda session, one: remind(session, one, now), trouble="a reminder failed", name="reminder")
    return len(ids)
