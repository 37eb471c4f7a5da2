"""Reading one's own sketches; nobody else's, whoever held the seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.calls.access import Place, place_of
from correspondence.errors import NotFound
from correspondence.models.accounts import Account
from correspondence.models.sheets import SketchRow
from correspondence.sketches.documents import Sketch, kept_sketch
from narration.words import N_


@dataclass(frozen=True)
class Kept:
    """A sketch that is kept: its number, what it says, when it was changed last."""

    number: int
    name: str
    sketch: Sketch
    changed_at: datetime

    @property
    def version(self) -> str:
        """What it is known by until it is changed."""
        return f"{self.changed_at:%Y%m%d%H%M%S%f}"


def sketches_of(session: Session, account: Account, call_id: str, now: datetime) -> list[Kept]:
    """The asker's sketches for a call, in their order; NotFound `no-such-call`, Denied `not-your-seat`."""
    place = place_of(session, account, call_id, now)
    return [as_kept(row, place.game.edition) for row in rows_of(session, account, place)]


def sketch_numbered(session: Session, account: Account, call_id: str, number: int, now: datetime) -> Kept:
    """One of the asker's sketches. Raises as `sketches_of`, and NotFound `no-such-sketch`."""
    place = place_of(session, account, call_id, now)
    return as_kept(row_numbered(session, account, place, number), place.game.edition)


def words_of(session: Session, account: Account, call_id: str, now: datetime) -> tuple[str, tuple[str, ...]]:
    """The edition and the modules whose words sketches for a call are written in. Raises as `sketches_of`."""
    game = place_of(session, account, call_id, now).game
    return game.edition, tuple(game.parts)


def rows_of(session: Session, account: Account, place: Place) -> list[SketchRow]:
    """The rows of somebody's sketches at a place, in their order."""
    query = select(SketchRow).where(
        SketchRow.call_id == place.call.id, SketchRow.seat_id == place.seat.id, SketchRow.account_id == account.id
    )
    return list(session.scalars(query.order_by(SketchRow.number)))


def row_numbered(session: Session, account: Account, place: Place, number: int) -> SketchRow:
    """One of these rows; NotFound `no-such-sketch`."""
    for row in rows_of(session, account, place):
        if row.number == number:
            return row
    raise NotFound("no-such-sketch", N_("You keep no such what-if for this call."))


def as_kept(row: SketchRow, edition: str) -> Kept:
    """A row as its owner reads it."""
    return Kept(row.number, row.name, kept_sketch(row.document, row.name, edition), row.changed_at)
