"""Who has handed something in for a call, who is away, and who was on time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, time, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from sqlalchemy import select, union
from sqlalchemy.orm import Session

from correspondence.deadlines.clock import at_clock
from correspondence.games.naming import anonymous
from correspondence.letters.moments import zone_named
from correspondence.models.accounts import Absence, Account
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.deadlines import Attendance
from correspondence.models.games import Game, Seat, SeatHolder
from correspondence.models.sheets import SheetVersion
from correspondence.prefetched import known, known_absent
from correspondence.write_batch import insert_soon


def asked_people(game: Game, call: OpenedCall) -> list[Seat]:
    """The seats of people whom a call asks; stewards' seats and those with nothing to decide are not among them."""
    asked = call.houses_asked
    return [seat for seat in game.seats if seat.kind == "human" and seat.account_id and seat.house in asked]


def missing(session: Session, game: Game, call: OpenedCall) -> list[Seat]:
    """The people a call asks who have neither handed in a sheet for it nor said that they are ready."""
    seats = asked_people(game, call)
    if not seats:
        return []
    heard = heard_of(session, game, call)
    return [seat for seat in seats if seat.id not in heard]


def heard_of(session: Session, game: Game, call: OpenedCall) -> Collection[int]:
    """The ids of the seats of which a sheet for the call has come, or word that they are ready."""
    about, heard = known(session, game.id, "heard") or (None, frozenset())
    if about == call.id:
        return cast(Collection[int], heard)
    sheets = select(SheetVersion.seat_id).where(SheetVersion.call_id == call.id)
    ready = select(Readiness.seat_id).where(Readiness.call_id == call.id)
    return set(session.scalars(union(sheets, ready)))


def absences_of(session: Session, seats: Sequence[Seat], now: datetime) -> list[tuple[datetime, datetime]]:
    """The times from now on in which somebody of these seats is away.

    In an anonymous game days end by the game's clock and not by theirs, or a deadline would tell their zone.
    """
    people = [seat.account_id for seat in seats if seat.account_id]
    if not people or known_absent(session, seats[0].game_id, "absences"):
        return []
    query = (
        select(Absence.first_at, Absence.last_at, Account)
        .join(Account, Account.id == Absence.account_id)
        .where(Absence.account_id.in_(people), Absence.cancelled_at.is_(None), Absence.last_at > now)
    )
    game = seats[0].game
    return [
        _by_clock_of(game, account.zone, first, last) if anonymous(game) else (first, last)
        for first, last, account in session.execute(query)
    ]


def _by_clock_of(game: Game, zone: str, first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """Whole days of somebody's zone as the same days of the game's; `last` is the end of the last one."""
    theirs, ours, midnight = zone_named(zone)[0], ZoneInfo(game.zone), time()
    began, over = first.astimezone(theirs).date(), (last - timedelta(microseconds=1)).astimezone(theirs).date()
    return at_clock(began, midnight, ours), at_clock(over + timedelta(days=1), midnight, ours)


def away(session: Session, accounts: Collection[int | None], call: OpenedCall, moment: datetime) -> set[int | None]:
    """Those of these accounts that said, before the call opened, that they are away at a moment."""
    if not accounts or known_absent(session, call.game_id, "absences"):
        return set()
    query = select(Absence.account_id).where(
        Absence.account_id.in_(accounts),
        Absence.cancelled_at.is_(None),
        Absence.created_at <= call.opened_at,
        Absence.first_at <= moment,
        Absence.last_at > moment,
    )
    return set(session.scalars(query))


def taken_since(session: Session, seats: Collection[Seat], moment: datetime) -> dict[int, int | None]:
    """The seats among these that changed hands after a moment, each with the account that held it then, if any did."""
    if any(known_absent(session, seat.game_id, "handed-over") for seat in seats):
        return {}
    query = select(SeatHolder).where(SeatHolder.seat_id.in_([seat.id for seat in seats])).order_by(SeatHolder.id)
    found: dict[int, int | None] = {}
    for holder in session.scalars(query):
        if holder.until is not None and holder.since <= moment < holder.until:
            found[holder.seat_id] = holder.account_id
    return found


def write_down(session: Session, game: Game, call: OpenedCall, late: Collection[Seat], now: datetime) -> list[Seat]:
    """Keep who was on time for a call that closes now; the late seats that still have whoever was late.

    The deadline counts, not this moment: a master may have held the call for days, and a seat may have changed hands;
    then whoever had it was late, and whoever has it is not charged. A miss during an absence entered ahead is excused.
    """
    rows, charged = [], []
    deadline = min(call.due_at, now)
    asked = asked_people(game, call)
    earlier = taken_since(session, asked, deadline)
    held_by = {seat.id: earlier.get(seat.id, seat.account_id) for seat in asked}
    excusable = away(session, [held_by[seat.id] for seat in late], call, deadline)
    for seat in asked:
        account, missed = held_by[seat.id], seat in late
        excused = "absence" if missed and account in excusable else ""
        if account is not None:
            rows.append(
                {
                    "game_id": game.id,
                    "call_id": call.id,
                    "seat_id": seat.id,
                    "account_id": account,
                    "on_time": not missed,
                    "excused": excused,
                    "at": now,
                }
            )
        if seat.id in earlier:
            continue
        if missed:
            charged.append(seat)
            seat.misses_in_a_row += 0 if excused else 1
        elif seat.misses_in_a_row:
            # Only where it changes: what was set is looked through before the rows are sent.
            seat.misses_in_a_row = 0
    if rows:
        insert_soon(session, Attendance, rows)
    return charged
