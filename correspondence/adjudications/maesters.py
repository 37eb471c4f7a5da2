"""What maesters find for an open call: searched for by a worker when it has opened, used when it closes.

The table is the queue: whatever call lacks the answers of a maester is searched. A search reads what its seat knows and
takes a second, so it is made between two transactions; what it found is stored if the call is open yet and nothing has
changed in the position. To search twice finds the same. Whatever replaces a position drops what was found for it
(`correspondence.archive.keeping`). Nobody is shown any of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, Select, exists, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import search
from adjudicator.engine.bulk import Level
from correspondence.archive.queries import stored_position
from correspondence.models.archive import PreparedAnswers, RoundRecords
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.row_locks import held
from correspondence.store import Store

log = structlog.get_logger(__name__)

MAESTER: Level = "maester"


class _Search(msgspec.Struct):
    """A seat of an open call whose maester has not searched yet, with what the search reads."""

    call_id: int
    house: str
    game: Game
    position: bytes
    records: list[bytes]


def prepared_for(session: Session, game: Game, call: OpenedCall) -> Mapping[str, Mapping[str, Any]]:
    """What the maesters of a call found, by house and kind of decision; nothing that was found for another position."""
    if MAESTER not in game.bot_levels.values():
        return {}
    digest = _digest(stored_position(session, game))
    rows = session.scalars(select(PreparedAnswers).where(PreparedAnswers.call_id == call.id))
    found = {}
    for row in (row for row in rows if row.position_digest == digest):
        try:
            found[row.house] = documents.read_prepared(game.edition, row.document)
        except msgspec.DecodeError:
            # It was stored by another release: the steward plays.
            log.exception("a search cannot be read", game=game.public_id, house=row.house)
    return found


def any_waits(session: Session) -> bool:
    """Whether a maester has not searched yet."""
    return session.scalar(_waiting().limit(1)) is not None


def search_next(store: Store) -> bool:
    """Search for a seat that waits, the one whose call closes first; whether there was any."""
    with store.read() as session:
        wanted = _next(session)
    if wanted is None:
        return False
    try:
        found = _found(wanted)
    except Exception:
        # A fault in one search holds up no other: the steward plays.
        log.exception("a search failed", game=wanted.game.public_id, house=wanted.house)
        found = {}
    with store.begin() as session:
        _store(session, wanted, msgspec.json.encode(found))
    return True


def _found(wanted: _Search) -> dict[str, Any]:
    game = wanted.game
    records = [record for document in wanted.records for record in documents.decode_records(game.edition, document)]
    position = documents.decode(wanted.position)
    return search.prepare(games.of(position), position, wanted.house, records, pace=game.stops)


def _waiting() -> Select[int, str | None]:
    """The calls and houses that wait, by when they close."""
    found: ColumnElement[bool] = exists().where(
        PreparedAnswers.call_id == OpenedCall.id, PreparedAnswers.house == Seat.house
    )
    return (
        select(OpenedCall.id, Seat.house)
        .join(Game, Game.id == OpenedCall.game_id)
        .join(Seat, Seat.game_id == Game.id)
        .where(OpenedCall.status == "open", Game.status == "running", Seat.kind == "steward")
        .where(Seat.bot_level == MAESTER, Seat.house.is_not(None), ~found)
        .order_by(OpenedCall.closes_at, OpenedCall.id, Seat.house)
    )


def _next(session: Session) -> _Search | None:
    row = session.execute(_waiting().limit(1)).first()
    if row is None:
        return None
    call = session.get_one(OpenedCall, row[0])
    told = select(RoundRecords.document).where(RoundRecords.game_id == call.game_id).order_by(RoundRecords.first)
    return _Search(call.id, row[1] or "", call.game, stored_position(session, call.game), [*session.scalars(told)])


def _store(session: Session, wanted: _Search, document: bytes) -> None:
    """Keep what was found, unless the call has closed, the position has changed, or another worker was faster."""
    call = session.scalar(held(select(OpenedCall).where(OpenedCall.id == wanted.call_id)))
    if call is None or call.status != "open" or stored_position(session, call.game) != wanted.position:
        return
    if session.get(PreparedAnswers, (call.id, wanted.house)) is not None:
        return
    row = PreparedAnswers(call_id=call.id, house=wanted.house, game_id=call.game_id, document=document)
    row.position_digest = _digest(wanted.position)
    session.add(row)


def _digest(position: bytes) -> str:
    return hashlib.sha256(position).hexdigest()
