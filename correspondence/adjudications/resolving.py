"""What an adjudication does inside its one transaction."""

from __future__ import annotations

import hashlib
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.step import Outcome
from adjudicator.thrones.board import Position
from adjudicator.thrones.resolver import Call
from adjudicator.thrones.sheet import EMPTY_SHEET, Sheet, overlay
from adjudicator.thrones.sheet_reading import read_sheet
from correspondence.adjudications.models import Adjudication
from correspondence.adjudications.telling import Closed, tell_players
from correspondence.archive.keeping import keep
from correspondence.archive.models import CallBoard
from correspondence.archive.reading import read_board, stored_position
from correspondence.calls.models import OpenedCall
from correspondence.calls.opening import open_call
from correspondence.games.models import Game, Seat
from correspondence.sheets.models import SheetVersion, StandingVersion


class Stuck(RuntimeError):
    """The resolver left a decision of its own call open, or the game stopped without an end: a fault in the rules."""


def resolve_call(session: Session, call: OpenedCall, worker: str, now: datetime) -> None:
    """Resolve a call and write everything that follows. The caller holds its lock and has found it due."""
    game = session.get_one(Game, call.game_id)
    versions = _versions_used(session, call)
    stored = stored_position(session, game)
    outcome = face.resolve(face.decode(stored), _as_written(session, game, call, versions))
    _moved_on(game, call, outcome)
    document = keep(session, game, face.resume(face.decode(stored)).showing, outcome, part=call.number)
    numbers = {house: version.number for house, version in versions.items()}
    session.add(
        Adjudication(
            game_id=game.id,
            call_id=call.id,
            number=call.number,
            worker=worker[:80],
            at=now,
            sheets=",".join(f"{house}:{number}" for house, number in numbers.items()),
            position_digest=hashlib.sha256(document).hexdigest(),
        )
    )
    call.status, call.closed_at, call.claimed_until = "closed", now, None
    game.round = outcome.showing.round
    opened: OpenedCall | None = None
    if outcome.showing.board.ending is not None:
        game.status, game.finished_at = "finished", now
    else:
        opened = open_call(session, game, call.number + 1, outcome, now)
    before = read_board(session.get_one(CallBoard, call.id).document)
    tell_players(session, game, outcome, Closed(call, before, numbers), opened, now)


def _as_written(session: Session, game: Game, call: OpenedCall, versions: dict[str, SheetVersion]) -> Call:
    """The call for the resolver; a sheet written earlier in the round stays in force where nothing replaces it."""
    sheets = _earlier_in_round(session, call)
    for house, version in versions.items():
        sheets[house] = overlay(sheets.get(house, EMPTY_SHEET), read_sheet(version.document))
    return Call(
        window=call.window,
        sheets=sheets,
        standing=_standing(session, game),
        stewards=frozenset(seat.house for seat in game.seats if seat.kind == "steward" and seat.house),
        pace=game.stops,
    )


def _versions_used(session: Session, call: OpenedCall) -> dict[str, SheetVersion]:
    """The last version of each seat's sheet, by house."""
    last = (
        select(SheetVersion.seat_id, func.max(SheetVersion.number).label("number"))
        .where(SheetVersion.call_id == call.id)
        .group_by(SheetVersion.seat_id)
        .subquery()
    )
    query = (
        select(Seat.house, SheetVersion)
        .join(SheetVersion, SheetVersion.seat_id == Seat.id)
        .join(last, (last.c.seat_id == SheetVersion.seat_id) & (last.c.number == SheetVersion.number))
        .where(SheetVersion.call_id == call.id)
        .order_by(Seat.id)
    )
    return {house: version for house, version in session.execute(query) if house is not None}


def _earlier_in_round(session: Session, call: OpenedCall) -> dict[str, Sheet]:
    """What each house wrote for earlier calls of this round, later sections over earlier ones."""
    earlier = select(OpenedCall).where(
        OpenedCall.game_id == call.game_id, OpenedCall.round == call.round, OpenedCall.number < call.number
    )
    found: dict[str, Sheet] = {}
    for before in session.scalars(earlier.order_by(OpenedCall.number)):
        for house, version in _versions_used(session, before).items():
            found[house] = overlay(found.get(house, EMPTY_SHEET), read_sheet(version.document))
    return found


def _standing(session: Session, game: Game) -> dict[str, Sheet]:
    """The standing instructions in force, by house."""
    seats = [seat.id for seat in game.seats]
    last = (
        select(StandingVersion.seat_id, func.max(StandingVersion.number).label("number"))
        .where(StandingVersion.seat_id.in_(seats))
        .group_by(StandingVersion.seat_id)
        .subquery()
    )
    query = select(StandingVersion).join(
        last, (last.c.seat_id == StandingVersion.seat_id) & (last.c.number == StandingVersion.number)
    )
    houses = {seat.id: seat.house for seat in game.seats}
    found = {houses[version.seat_id]: read_sheet(version.document) for version in session.scalars(query)}
    return {house: sheet for house, sheet in found.items() if house is not None}


def _moved_on(game: Game, call: OpenedCall, outcome: Outcome[Position]) -> None:
    """Stuck unless the game is over or waits for another call: else it would be adjudicated for ever."""
    if outcome.showing.board.ending is not None:
        return
    if not outcome.waiting:
        raise Stuck(f"call {call.window}: nothing is asked and the game is not over")
    following = face.window(outcome.showing, outcome.waiting[0], game.stops)
    if following == call.window:
        raise Stuck(f"call {call.window}: {outcome.waiting[0].id} was left open")
