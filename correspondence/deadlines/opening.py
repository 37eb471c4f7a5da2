"""Opening a call: which window it is, who is asked, when it closes."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position
from correspondence.archive.keeping import board_document
from correspondence.deadlines.attendance import absences_of
from correspondence.deadlines.changing import first_reminders
from correspondence.deadlines.clock import due_date, window_of
from correspondence.models.archive import CallBoard, Snapshot
from correspondence.models.calls import OpenedCall
from correspondence.models.games import NEWS, Game
from correspondence.prefetched import taken
from correspondence.rows import new_id
from correspondence.write_batch import add_soon, insert_soon


def open_call(
    session: Session, game: Game, number: int, outcome: Outcome[Position], now: datetime, after: datetime | None = None
) -> OpenedCall:
    """Open the call for the decisions that wait; `after` is when the call was due that led to them, if one did.

    Without anybody to wait for it closes after the hold; without any person in the game it is due at once.
    """
    humans = people_in(game)
    asked = asked_in(game, outcome)
    window = next_window(game, outcome)
    seats = [seat for seat in game.seats if seat.house in asked]
    due_at = due_date(game, window_of(game, window, number), now, after, absences_of(session, seats, now))
    closing_at: datetime | None = None
    if not asked:
        closing_at = now + timedelta(seconds=game.hold_seconds) if humans else now
    opened = OpenedCall(
        id=taken(session, game.id, "next-call"),
        public_id=new_id(),
        game_id=game.id,
        number=number,
        window=window,
        round=outcome.showing.round,
        asked=",".join(asked),
        opened_at=now,
        due_at=due_at,
        closing_at=closing_at,
        closes_at=min(due_at, closing_at or due_at),
        unsaid=game.unsaid,
        news=game.news < NEWS,
    )
    game.news = NEWS
    if opened.id is None:
        session.add(opened)
        session.flush()
    else:
        add_soon(session, opened)
    first_reminders(session, opened, now)
    board, position = board_document(outcome.showing.board), documents.encode(outcome.position)
    insert_soon(session, CallBoard, [{"call_id": opened.id, "document": board}])
    insert_soon(session, Snapshot, [{"game_id": game.id, "call_number": number, "document": position}])
    return opened


def people_in(game: Game) -> list[str]:
    """The houses that people play."""
    return [seat.house for seat in game.seats if seat.kind == "human" and seat.house is not None]


def stewards_in(game: Game) -> frozenset[str]:
    """The houses that stewards play."""
    return frozenset(seat.house for seat in game.seats if seat.kind == "steward" and seat.house is not None)


def next_window(game: Game, outcome: Outcome[Position]) -> str:
    """The window of the decisions that wait."""
    return games.of(outcome.showing).window(outcome.showing, outcome.waiting[0], game.stops)


def stops_for_its_own_sake(game: Game, outcome: Outcome[Position]) -> bool:
    """Whether the game waits for one kind of decision that its pace names, and not for a whole phase."""
    return next_window(game, outcome) != games.of(outcome.showing).phase_window(outcome.showing, game.stops)


def asked_in(game: Game, outcome: Outcome[Position]) -> list[str]:
    """The people's houses that may have something to decide in the window that opens, whatever others decide."""
    asked = games.of(outcome.showing).may_ask(outcome, game.stops)
    return [house for house in people_in(game) if house in asked]
