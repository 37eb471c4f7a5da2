"""A game played again from its seed with what its players wrote down, beside what the service made of it."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.bulk import TurnInput
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, overlay, read_sheet
from correspondence.adjudications import resolve_to_next_choice
from correspondence.archive.records import parse_versions
from correspondence.deadlines.opening import bots_in
from correspondence.models.archive import Snapshot
from correspondence.models.games import Game, Seat
from correspondence.models.turns import Adjudication, SheetVersion, Turn
from tests.faults.history import History


def wrong_digests(session: Session, game: Game, history: History) -> list[str]:
    """The turns whose stored position is not the one that the players' own documents lead to.

    The first position is the stored one of turn 1; every later one is computed here and never read.
    """
    texts = _documents(history)
    first = session.get(Snapshot, (game.id, 1))
    if first is None:
        return ["no position of the first call is kept"]
    position, in_round, found = first.document, dict[str, Sheet](), []
    last_round = 0
    query = (
        select(Adjudication, Turn)
        .join(Turn, Turn.id == Adjudication.turn_id)
        .where(Adjudication.game_id == game.id)
        .order_by(Adjudication.number)
    )
    for done, turn in session.execute(query):
        if turn.round != last_round:
            in_round, last_round = {}, turn.round
        for house, number in parse_versions(done.sheets).items():
            # Who got no answer does not know the number; that such a version is theirs is judged by its digest.
            text = texts.get((turn.public_id, house, number)) or _kept(session, turn, house, number)
            in_round[house] = overlay(in_round.get(house, EMPTY_SHEET), read_sheet(text.encode()))
        asked = TurnInput(window=turn.window, sheets=in_round, bots=bots_in(game), pace=game.stops, unsaid=turn.unsaid)
        outcome = resolve_to_next_choice(game, turn.round, asked, documents.decode(position))
        position = documents.encode(outcome.position)
        if hashlib.sha256(position).hexdigest() != done.position_digest:
            found.append(f"call {turn.number} led to another position")
            return found
    return found


def _kept(session: Session, turn: Turn, house: str, number: int) -> str:
    query = select(SheetVersion.document).join(Seat, Seat.id == SheetVersion.seat_id).where(Seat.house == house)
    of_turn = query.where(SheetVersion.turn_id == turn.id, SheetVersion.number == number)
    return session.scalars(of_turn).one().decode()


def _documents(history: History) -> dict[tuple[str, str, int], str]:
    """What players wrote, by turn, house and the number of the version; cached with the history's length."""
    cached: Any = getattr(history, "cached", None)
    if cached is None or cached[0] != len(history.entries):
        made = {
            (request["turn"], request["house"], request["number"]): request["kept"]
            for request in history.requests("sheet")
            if request["said"] == "acked"
        }
        cached = (len(history.entries), made)
        history.cached = cached  # type: ignore[attr-defined]
    return cached[1]  # type: ignore[no-any-return]
