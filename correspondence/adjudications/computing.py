"""What a call comes to: its sheets and standing instructions, resolved; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.bulk import Call
from adjudicator.engine.edicts import joined
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position, Sheet
from correspondence.adjudications.maesters import prepared_for
from correspondence.deadlines.opening import asked_in, next_window, people_in, stewards_in, stops_for_its_own_sake
from correspondence.games.terms import stood_by
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.models.sheets import StandingVersion
from correspondence.read_cache import known_absent
from correspondence.sheets.reading import Written, sheets_in_round


class Stuck(RuntimeError):
    """The resolver left a decision of its own call open, or the game stopped without an end: a fault in the rules."""


@dataclass(frozen=True)
class Handed:
    """What was written for a call: the call as the resolver takes it, and the sheet versions used, by house."""

    call: Call
    versions: Mapping[str, int]

    def named(self) -> str:
        """The versions as they are kept: `stark:2,tyrell:1`."""
        return ",".join(f"{house}:{number}" for house, number in self.versions.items())


def versions_named(text: str) -> dict[str, int]:
    """The versions from `Handed.named`."""
    pairs = (part.partition(":") for part in text.split(",") if part)
    return {house: int(number) for house, _, number in pairs}


def handed_in(session: Session, game: Game, call: OpenedCall) -> Handed:
    """What was written for a call; a sheet of earlier in the round stays in force where nothing replaces it."""
    written = sheets_in_round(session, call)
    numbers = {sheet.house: sheet.version.number for sheet in written if sheet.call_number == call.number}
    return Handed(_as_written(session, game, call, written), numbers)


def _as_written(session: Session, game: Game, call: OpenedCall, written: list[Written]) -> Call:
    sheets: dict[str, Sheet] = {}
    rules = games.of_edition(game.edition)
    for sheet in written:
        earlier = sheets.get(sheet.house, rules.empty_sheet)
        sheets[sheet.house] = rules.overlay(earlier, documents.kept_sheet(game.edition, sheet.version.document))
    return Call(
        window=call.window,
        sheets=sheets,
        standing=_standing(session, game),
        stewards=stewards_in(game),
        taken_over=stood_by(game, call.number),
        pace=game.stops,
        unsaid=call.unsaid,
        levels=game.bot_levels,
        prepared=prepared_for(session, game, call),
    )


def resolved(game: Game, of_round: int, call: Call, position: Position) -> Outcome[Position]:
    """The call resolved, and whatever stops follow at which no person has a choice: nobody waits or is written to for
    them.

    Its sheets stay in force `of_round`, no longer. Uses `position` up. Raises Stuck if the game neither ends nor waits
    for another window: it would be adjudicated for ever.
    """
    outcome = games.of(position).resolve(position, call)
    _moved_on(game, call, outcome)
    while _nobody_is_asked_next(game, outcome):
        sheets = call.sheets if outcome.showing.round == of_round else {}
        call = msgspec.structs.replace(call, window=next_window(game, outcome), sheets=sheets, prepared={})
        more = games.of(outcome.position).resolve(outcome.position, call)
        _moved_on(game, call, more)
        outcome = joined(outcome, more)
    return outcome


def _nobody_is_asked_next(game: Game, outcome: Outcome[Position]) -> bool:
    if outcome.showing.board.ending is not None or not people_in(game):
        return False
    return stops_for_its_own_sake(game, outcome) and not asked_in(game, outcome)


def _standing(session: Session, game: Game) -> dict[str, Sheet]:
    """The standing instructions in force, by house."""
    if known_absent(session, game.id, "standing"):
        return {}
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
    versions = session.scalars(query)
    found = {houses[one.seat_id]: documents.kept_sheet(game.edition, one.document) for one in versions}
    return {house: sheet for house, sheet in found.items() if house is not None}


def _moved_on(game: Game, call: Call, outcome: Outcome[Position]) -> None:
    if outcome.showing.board.ending is not None:
        return
    if not outcome.waiting:
        raise Stuck(f"call {call.window}: nothing is asked and the game is not over")
    if next_window(game, outcome) == call.window:
        raise Stuck(f"call {call.window}: {outcome.waiting[0].id} was left open")
