"""Opening turns, who has submitted for them, and reminders to those who have not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, time, timedelta
from typing import cast
from zoneinfo import ZoneInfo

from sqlalchemy import select, union
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Outcome, Position
from correspondence import addresses
from correspondence.archive.records import board_document
from correspondence.deadlines.clock import due_date, first_reminders, last_kind, local_time_to_utc, window_length
from correspondence.games.access import anonymous
from correspondence.mail.asking import find_zone
from correspondence.models import (
    NEWS,
    Absence,
    Account,
    Attendance,
    Game,
    Readiness,
    Reminder,
    Seat,
    SeatHolder,
    SheetVersion,
    Snapshot,
    Turn,
    TurnBoard,
)
from correspondence.notices.use_cases import notify
from correspondence.read_cache import cached_fact, is_known_absent
from correspondence.rows import new_id
from correspondence.store import Store, process_each, settings_of
from correspondence.turns import calendar_turn, next_window
from correspondence.webhooks.use_cases import post_reminder


def human_seats_with_decisions(game: Game, turn: Turn) -> list[Seat]:
    """Return the people's seats that a turn asks; no bots, none without decisions."""
    houses = turn.required_houses
    return [seat for seat in game.seats if seat.kind == "human" and seat.account_id and seat.house in houses]


def missing_seats(session: Session, game: Game, turn: Turn) -> list[Seat]:
    """Return the seats asked that neither submitted orders nor are ready."""
    seats = human_seats_with_decisions(game, turn)
    if not seats:
        return []
    heard = heard_seats(session, game, turn)
    return [seat for seat in seats if seat.id not in heard]


def heard_seats(session: Session, game: Game, turn: Turn) -> Collection[int]:
    """Return the ids of seats that submitted orders for the turn or are ready."""
    about, heard = cached_fact(session, game.id, "heard") or (None, frozenset())
    if about == turn.id:
        return cast(Collection[int], heard)
    sheets = select(SheetVersion.seat_id).filter_by(turn_id=turn.id)
    ready = select(Readiness.seat_id).filter_by(turn_id=turn.id)
    return set(session.scalars(union(sheets, ready)))


def absences_of(session: Session, seats: Sequence[Seat], now: datetime) -> list[tuple[datetime, datetime]]:
    """Return the times from now on in which players of these seats are away.
    In an anonymous game days end by the game's clock and not by theirs, or a deadline would tell
    their zone."""
    people = [seat.account_id for seat in seats if seat.account_id]
    if not people or is_known_absent(session, seats[0].game_id, "absences"):
        return []
    query = (
        select(Absence.first_at, Absence.last_at, Account)
        .join(Account)
        .where(Absence.account_id.in_(people), Absence.cancelled_at.is_(None), Absence.last_at > now)
    )
    game = seats[0].game
    return [
        _shift_days_to_game_zone(game, account.zone, first, last) if anonymous(game) else (first, last)
        for first, last, account in session.execute(query)
    ]


def _shift_days_to_game_zone(game: Game, zone: str, first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """Return whole calendar days of a person's zone as those days in the game's.
    `last` is the end of the last day."""
    theirs, ours, midnight = find_zone(zone)[0], ZoneInfo(game.zone), time()
    began, over = first.astimezone(theirs).date(), (last - timedelta(microseconds=1)).astimezone(theirs).date()
    return local_time_to_utc(began, midnight, ours), local_time_to_utc(over + timedelta(days=1), midnight, ours)


def away(session: Session, accounts: Collection[int | None], turn: Turn, moment: datetime) -> set[int | None]:
    """Return the accounts away at a moment, as they said before the turn opened."""
    if not accounts or is_known_absent(session, turn.game_id, "absences"):
        return set()
    query = select(Absence.account_id).where(
        Absence.account_id.in_(accounts),
        Absence.cancelled_at.is_(None),
        Absence.created_at <= turn.opened_at,
        Absence.first_at <= moment,
        Absence.last_at > moment,
    )
    return set(session.scalars(query))


def handovers_since(session: Session, seats: Collection[Seat], moment: datetime) -> dict[int, int | None]:
    """Return seats that changed hands after a moment, with their accounts before.
    Keys are seat ids, values account ids; None where no person held the seat then."""
    if any(is_known_absent(session, seat.game_id, "handed-over") for seat in seats):
        return {}
    query = select(SeatHolder).where(SeatHolder.seat_id.in_([seat.id for seat in seats])).order_by(SeatHolder.id)
    accounts_by_seat: dict[int, int | None] = {}
    for holder in session.scalars(query):
        if holder.until is not None and holder.since <= moment < holder.until:
            accounts_by_seat[holder.seat_id] = holder.account_id
    return accounts_by_seat


def write_down(session: Session, game: Game, turn: Turn, late: Collection[Seat], now: datetime) -> list[Seat]:
    """Record who was on time for a closing turn; return the late seats not taken over.

    The deadline counts, not this moment: a master may have held the turn, and a seat may have changed hands; then
    whoever had it was late, and its new holder is not charged. A miss in an absence entered ahead is excused.
    """
    charged = []
    deadline = min(turn.due_at, now)
    asked_seats = human_seats_with_decisions(game, turn)
    earlier = handovers_since(session, asked_seats, deadline)
    held_by = {seat.id: earlier.get(seat.id, seat.account_id) for seat in asked_seats}
    excusable = away(session, [held_by[seat.id] for seat in late], turn, deadline)
    for seat in asked_seats:
        account, missed = held_by[seat.id], seat in late
        excused = "absence" if missed and account in excusable else ""
        if account is not None:
            row = Attendance(game_id=game.id, turn_id=turn.id, seat_id=seat.id, account_id=account, at=now)
            row.on_time, row.excused = not missed, excused
            session.add(row)
        if seat.id in earlier:
            continue
        if missed:
            charged.append(seat)
            seat.misses_in_a_row += 0 if excused else 1
        else:
            seat.misses_in_a_row = 0
    return charged


def open_turn(
    session: Session, game: Game, number: int, outcome: Outcome[Position], now: datetime, after: datetime | None = None
) -> Turn:
    """Open a turn for the waiting decisions; `after`: when the turn before was due.

    Without anybody to wait for it closes after the hold; without any person in the game it is due at once.
    """
    humans = people_in(game)
    houses = houses_with_decisions(game, outcome)
    window = next_window(game, outcome)
    seats = [seat for seat in game.seats if seat.house in houses]
    due_at = due_date(game, window_length(game, window, number), now, after, absences_of(session, seats, now))
    closing_at: datetime | None = None
    if not houses:
        closing_at = now + timedelta(seconds=game.hold_seconds) if humans else now
    opened = Turn(
        public_id=new_id(),
        game_id=game.id,
        number=number,
        window=window,
        round=outcome.showing.round,
        asked=",".join(houses),
        opened_at=now,
        due_at=due_at,
        closing_at=closing_at,
        closes_at=min(due_at, closing_at or due_at),
        unsaid=game.unsaid,
        news=game.news < NEWS,
    )
    game.news = NEWS
    session.add(opened)
    session.flush()
    first_reminders(session, opened, now)
    board, position = board_document(outcome.showing.board), documents.encode(outcome.position)
    session.add(TurnBoard(turn_id=opened.id, document=board))
    session.add(Snapshot(game_id=game.id, turn_number=number, document=position))
    return opened


def people_in(game: Game) -> list[str]:
    """Return the houses that people play."""
    return [seat.house for seat in game.seats if seat.kind == "human" and seat.house is not None]


def bots_in(game: Game) -> frozenset[str]:
    """Return the houses that bots play."""
    return frozenset(seat.house for seat in game.seats if seat.kind == "steward" and seat.house is not None)


def houses_with_decisions(game: Game, outcome: Outcome[Position]) -> list[str]:
    """Return people's houses with possible decisions in this window, in any outcome."""
    houses = games.of(outcome.showing).may_ask(outcome, game.stops)
    return [house for house in people_in(game) if house in houses]


# The kind that tells masters of results that they hold (`correspondence.review.pending_results`).
REVIEW = "review"
# So many reminders are looked after at once.
MAX_REMINDERS = 200


def remind(session: Session, reminder_id: int, now: datetime) -> None:
    """Process a reminder once; skip who submitted, is away or has nothing to decide."""
    query = select(Reminder).filter_by(id=reminder_id, done_at=None)
    reminder = session.scalar(query.with_for_update(skip_locked=True))
    if reminder is None:
        return
    reminder.done_at = now
    turn = session.get_one(Turn, reminder.turn_id)
    if turn.status != "open" or turn.closes_at <= now:
        return
    planned = session.scalars(select(Reminder.kind).filter_by(turn_id=turn.id)).all()
    game = turn.game
    late = missing_seats(session, game, turn)
    key = f"{turn.number}:remind-{reminder.kind}-{turn.sequence}"
    what = "reminder-last" if reminder.kind == last_kind(planned) else "reminder"
    notify(
        session,
        what,
        f"{game.public_id}:{key}",
        now,
        game=game,
        seats=late,
        values={"due": turn.due_at},
        link=addresses.sheet(settings_of(session), turn.public_id),
        opened=calendar_turn(game, turn),
    )
    post_reminder(session, game, turn, late, key, now)


def send_reminders(store: Store, now: datetime) -> int:
    """Process all due reminders, each in its own transaction; return how many.
    A failing one is logged and holds up no other."""
    due = select(Reminder.id).where(Reminder.done_at.is_(None), Reminder.due_at <= now, Reminder.kind != REVIEW)
    count, _ = process_each(
        store,
        due.order_by(Reminder.due_at).limit(MAX_REMINDERS),
        lambda session, reminder_id: remind(session, reminder_id, now),
        trouble="a reminder failed",
        name="reminder",
    )
    return count
