"""Who is ready, and what that makes of a call."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from correspondence.calls.models import OpenedCall, Readiness
from correspondence.games.models import Game, Seat
from correspondence.rows import insert_once


def houses_ready(session: Session, call_ids: Sequence[int]) -> dict[int, frozenset[str]]:
    """The houses that said they are ready, by call."""
    if not call_ids:
        return {}
    query = select(Readiness.call_id, Seat.house).join(Seat, Seat.id == Readiness.seat_id)
    found: dict[int, set[str]] = {}
    for call_id, house in session.execute(query.where(Readiness.call_id.in_(call_ids))):
        found.setdefault(call_id, set()).add(house or "")
    return {call_id: frozenset(houses) for call_id, houses in found.items()}


def mark(session: Session, game: Game, call: OpenedCall, seat: Seat, ready: bool, now: datetime) -> None:
    """Say or withdraw that a seat is ready. The caller holds the call's lock and has found it open.

    When all who are asked are ready the call closes after the game's hold; it goes on waiting when one withdraws.
    """
    if ready:
        insert_once(session, Readiness, call_id=call.id, seat_id=seat.id, at=now)
    else:
        session.execute(delete(Readiness).where(Readiness.call_id == call.id, Readiness.seat_id == seat.id))
    if not call.houses_asked:
        return
    said = houses_ready(session, [call.id]).get(call.id, frozenset())
    if not said.issuperset(call.houses_asked):
        call.closing_at = None
    elif call.closing_at is None:
        call.closing_at = now + timedelta(seconds=game.hold_seconds)
    call.closes_at = min(call.due_at, call.closing_at or call.due_at)


def stage(call: OpenedCall, now: datetime) -> str:
    """What a reader is told: `open`, `closing` (all are ready), `adjudicating` (its time is up), `closed`,
    `set-aside`."""
    if call.status != "open":
        return call.status
    if call.closes_at <= now:
        return "adjudicating"
    return "open" if call.closing_at is None else "closing"
