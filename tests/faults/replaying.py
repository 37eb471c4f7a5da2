"""A game played again from its seed with what its players wrote down, beside what the service made of it."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from adjudicator.engine.bulk import Call
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, overlay, read_sheet
from correspondence.adjudications import resolved
from correspondence.archive.records import versions_named
from correspondence.deadlines.opening import stewards_in
from correspondence.models.archive import Snapshot
from correspondence.models.calls import Adjudication, OpenedCall, SheetVersion
from correspondence.models.games import Game, Seat
from tests.faults.history import History


def wrong_digests(session: Session, game: Game, history: History) -> list[str]:
    """The calls whose stored position is not the one that the players' own documents lead to.

    The first position is the stored one of call 1; every later one is computed here and never read.
    """
    texts = _documents(history)
    first = session.get(Snapshot, (game.id, 1))
    if first is None:
        return ["no position of the first call is kept"]
    position, in_round, found = first.document, dict[str, Sheet](), []
    last_round = 0
    query = (
        select(Adjudication, OpenedCall)
        .join(OpenedCall, OpenedCall.id == Adjudication.call_id)
        .where(Adjudication.game_id == game.id)
        .order_by(Adjudication.number)
    )
    for done, call in session.execute(query):
        if call.round != last_round:
            in_round, last_round = {}, call.round
        for house, number in versions_named(done.sheets).items():
            # Who got no answer does not know the number; that such a version is theirs is judged by its digest.
            text = texts.get((call.public_id, house, number)) or _kept(session, call, house, number)
            in_round[house] = overlay(in_round.get(house, EMPTY_SHEET), read_sheet(text.encode()))
        asked = Call(
            window=call.window, sheets=in_round, stewards=stewards_in(game), pace=game.stops, unsaid=call.unsaid
        )
        outcome = resolved(game, call.round, asked, documents.decode(position))
        position = documents.encode(outcome.position)
        if hashlib.sha256(position).hexdigest() != done.position_digest:
            found.append(f"call {call.number} led to another position")
            return found
    return found


def _kept(session: Session, call: OpenedCall, house: str, number: int) -> str:
    query = select(SheetVersion.document).join(Seat, Seat.id == SheetVersion.seat_id).where(Seat.house == house)
    of_call = query.where(SheetVersion.call_id == call.id, SheetVersion.number == number)
    return session.scalars(of_call).one().decode()


def _documents(history: History) -> dict[tuple[str, str, int], str]:
    """What players wrote, by call, house and the number of the version; cached with the history's length."""
    cached: Any = getattr(history, "cached", None)
    if cached is None or cached[0] != len(history.entries):
        made = {
            (request["call"], request["house"], request["number"]): request["kept"]
            for request in history.requests("sheet")
            if request["said"] == "acked"
        }
        cached = (len(history.entries), made)
        history.cached = cached  # type: ignore[attr-defined]
    return cached[1]  # type: ignore[no-any-return]
