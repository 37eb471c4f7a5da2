"""What an adjudication does inside its one transaction."""

from __future__ import annotations

import hashlib
from datetime import datetime

import msgspec
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
from correspondence.calls.opening import (
    asked_in,
    next_window,
    open_call,
    people_in,
    stewards_in,
    stops_for_its_own_sake,
)
from correspondence.games.models import Game
from correspondence.sheets.models import StandingVersion
from correspondence.sheets.reading import Written, sheets_in_round


class Stuck(RuntimeError):
    """The resolver left a decision of its own call open, or the game stopped without an end: a fault in the rules."""


def resolve_call(session: Session, call: OpenedCall, worker: str, now: datetime) -> None:
    """Resolve a call and write everything that follows. The caller holds its lock and has found it due."""
    game = session.get_one(Game, call.game_id)
    written = sheets_in_round(session, call)
    stored = stored_position(session, game)
    outcome = _resolved(game, call.round, _as_written(session, game, call, written), face.decode(stored))
    document = keep(session, game, face.resume(face.decode(stored)).showing, outcome, part=call.number)
    numbers = {sheet.house: sheet.version.number for sheet in written if sheet.call_number == call.number}
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


def _as_written(session: Session, game: Game, call: OpenedCall, written: list[Written]) -> Call:
    """The call for the resolver; a sheet written earlier in the round stays in force where nothing replaces it."""
    sheets: dict[str, Sheet] = {}
    for sheet in written:
        sheets[sheet.house] = overlay(sheets.get(sheet.house, EMPTY_SHEET), read_sheet(sheet.version.document))
    return Call(
        window=call.window,
        sheets=sheets,
        standing=_standing(session, game),
        stewards=stewards_in(game),
        pace=game.stops,
    )


def _resolved(game: Game, of_round: int, call: Call, position: Position) -> Outcome[Position]:
    """The call resolved, and whatever stops follow that concern stewards alone: nobody waits or is written to for them.

    Its sheets stay in force `of_round`, no longer. Raises Stuck if the game neither ends nor waits for another window:
    it would be adjudicated for ever.
    """
    outcome = face.resolve(position, call)
    _moved_on(game, call, outcome)
    while _only_stewards_next(game, outcome):
        sheets = call.sheets if outcome.showing.round == of_round else {}
        call = msgspec.structs.replace(call, window=next_window(game, outcome), sheets=sheets)
        more = face.resolve(outcome.position, call)
        _moved_on(game, call, more)
        records, entries = outcome.records + more.records, outcome.entries + more.entries
        outcome = Outcome(more.position, more.showing, records, entries, more.waiting)
    return outcome


def _only_stewards_next(game: Game, outcome: Outcome[Position]) -> bool:
    if outcome.showing.board.ending is not None or not people_in(game):
        return False
    return stops_for_its_own_sake(game, outcome) and not asked_in(game, outcome)


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


def _moved_on(game: Game, call: Call, outcome: Outcome[Position]) -> None:
    if outcome.showing.board.ending is not None:
        return
    if not outcome.waiting:
        raise Stuck(f"call {call.window}: nothing is asked and the game is not over")
    if next_window(game, outcome) == call.window:
        raise Stuck(f"call {call.window}: {outcome.waiting[0].id} was left open")
