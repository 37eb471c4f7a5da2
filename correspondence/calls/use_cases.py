"""Who is ready, and what that makes of a call; saying so, or doing without the steward's help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from correspondence.calls.access import place_of, still_open
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.deadlines import WaitRequest
from correspondence.models.games import Game, Seat
from correspondence.read_cache import foresee, remembered
from correspondence.rows import insert_once
from correspondence.write_batch import insert_soon

_FORESEEN = "who is ready"
_READY = (
    select(Readiness.call_id, Seat.house)
    .join(Seat, Seat.id == Readiness.seat_id)
    .where(Readiness.call_id.in_(bindparam("calls", expanding=True)))
)


def houses_ready(session: Session, call_ids: Sequence[int]) -> dict[int, frozenset[str]]:
    """The houses that said they are ready, by call."""
    if not call_ids:
        return {}
    found: dict[int, set[str]] = {}
    for call_id, house in session.execute(_READY, {"calls": call_ids}):
        found.setdefault(call_id, set()).add(house or "")
    return {call_id: frozenset(houses) for call_id, houses in found.items()}


def ready_for(session: Session, call: OpenedCall) -> frozenset[str]:
    """The houses that said they are ready for a call."""
    known: dict[int, frozenset[str]] = session.info.get(_FORESEEN, {})
    if call.id in known:
        return known[call.id]
    return houses_ready(session, [call.id]).get(call.id, frozenset())


def foresee_readiness(session: Session, calls: Iterable[OpenedCall]) -> None:
    """Look at once for who is ready for several calls, and for which somebody wants to wait, in a transaction that
    remembers and holds their locks."""
    ids = [call.id for call in calls]
    said = houses_ready(session, ids)
    session.info[_FORESEEN] = {call: said.get(call, frozenset()) for call in ids}
    waited_for = set(session.scalars(select(WaitRequest.call_id).where(WaitRequest.call_id.in_(ids))))
    for call in ids:
        foresee(session, ("wait wanted", call), call in waited_for)


def mark(session: Session, game: Game, call: OpenedCall, seat: Seat, ready: bool, now: datetime) -> frozenset[str]:
    """Say or withdraw that a seat is ready; the houses that are. The caller holds the call's lock and has found it
    open.

    When all who are asked are ready the call closes after the game's hold; it goes on waiting when one withdraws.
    """
    if not ready:
        seat.unready_at = now
    known: dict[int, frozenset[str]] = session.info.get(_FORESEEN, {})
    if call.id in known:
        known[call.id] = _marked(session, call, seat, ready, now, known[call.id])
    elif ready:
        insert_once(session, Readiness, call_id=call.id, seat_id=seat.id, at=now)
    else:
        session.execute(delete(Readiness).where(Readiness.call_id == call.id, Readiness.seat_id == seat.id))
    return recount(session, game, call, now)


def _marked(
    session: Session, call: OpenedCall, seat: Seat, ready: bool, now: datetime, said: frozenset[str]
) -> frozenset[str]:
    """The same where it is known who `said` so before; those who do now."""
    house = seat.house or ""
    if ready and house not in said:
        row = {"call_id": call.id, "seat_id": seat.id, "at": now}
        insert_soon(session, Readiness, [row], once=True)
    elif not ready and house in said:
        session.execute(delete(Readiness).where(Readiness.call_id == call.id, Readiness.seat_id == seat.id))
    return said | {house} if ready else said - {house}


def recount(session: Session, game: Game, call: OpenedCall, now: datetime) -> frozenset[str]:
    """When the call closes, now that somebody else is ready or is asked; the houses that are ready. The caller holds
    the call's lock."""
    said = ready_for(session, call)
    if call.houses_asked:
        if not said.issuperset(call.houses_asked) or not may_close_early(game) or wants_to_wait(session, call):
            call.closing_at = None
        elif call.closing_at is None:
            call.closing_at = now + timedelta(seconds=game.hold_seconds)
    call.closes_at = min(call.due_at, call.closing_at or call.due_at)
    return said


def may_close_early(game: Game) -> bool:
    """Whether calls of a game close when all are ready; never in a game with a fixed hour."""
    return game.early_close and not game.clock


def wants_to_wait(session: Session, call: OpenedCall, seat: Seat | None = None) -> bool:
    """Whether a seat, or (None) anybody, wants the call to wait for its deadline."""

    def find() -> bool:
        query = select(WaitRequest.id).where(WaitRequest.call_id == call.id)
        if seat is not None:
            query = query.where(WaitRequest.seat_id == seat.id)
        return session.scalar(query.limit(1)) is not None

    return find() if seat is not None else remembered(session, ("wait wanted", call.id), find)


# What a reader is told of a call while sheets for it can be handed in.
TAKES_SHEETS = ("open", "closing", "paused")


def stage(call: OpenedCall, now: datetime) -> str:
    """What a reader is told: `open`, `closing` (all are ready), `adjudicating` (its time is up), or the call's status
    once it is not open."""
    if call.status != "open":
        return call.status
    if call.closes_at <= now:
        return "adjudicating"
    return "open" if call.closing_at is None else "closing"


def set_ready(session: Session, account: Account, call_id: str, ready: bool, now: datetime) -> None:
    """Say that one's seat is ready, or withdraw it; saying it again changes nothing.

    Raises NotFound `no-such-call`, Denied (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    mark(session, place.game, place.call, place.seat, ready, now)


def decline_steward(session: Session, account: Account, call_id: str, now: datetime) -> None:
    """Leave what one's sheets do not say to the defaults, as everybody does, though one has just taken the seat over.

    It cannot be taken back; a sheet may leave any choice to the steward. Raises NotFound `no-such-call`, Denied
    (`not-your-seat`, `call-closed`).
    """
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    place.seat.steward_until = 0
