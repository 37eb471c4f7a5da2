"""Keeping sketches, reading one's own, throwing them away, and handing the sheet of one in."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from correspondence import input_validation
from correspondence.calls.access import Place, place_of, still_open
from correspondence.errors import Denied, NotFound, Superseded
from correspondence.models.accounts import Account
from correspondence.models.sheets import SketchRow
from correspondence.sheets.checking import Checked, check_for_call
from correspondence.sheets.reading import Receipt
from correspondence.sheets.use_cases import ON_SITE, Basis, submit_sheet
from correspondence.sketches.documents import LONGEST_SKETCH_NAME, Sketch, kept_sketch, write_sketch
from narration.words import N_

MOST_SKETCHES = 12


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


def keep_sketch(
    session: Session,
    account: Account,
    call_id: str,
    sketch: Sketch,
    now: datetime,
    number: int = 0,
    *,
    upon: Container[str] | None = None,
) -> Kept:
    """Keep a what-if for a call under the next number, or in place of the one with this `number`, if that is one of the
    versions `upon` (None: whatever it is).

    Only whoever keeps it ever reads it. Raises NotFound (`no-such-call`, `no-such-sketch`), Denied (`not-your-seat`,
    `call-closed`, `too-many-sketches`), Superseded, Invalid for a name that cannot be kept.
    """
    name = input_validation.label(sketch.name, "name", LONGEST_SKETCH_NAME, empty=True)
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    if number:
        row = row_numbered(session, account, place, number)
        _not_changed(row, place, upon)
    else:
        rows = rows_of(session, account, place)
        if len(rows) >= MOST_SKETCHES:
            words = N_("You keep {most} what-ifs for this call; throw one away first.")
            raise Denied("too-many-sketches", words, most=MOST_SKETCHES)
        number = rows[-1].number + 1 if rows else 1
        row = SketchRow(call_id=place.call.id, seat_id=place.seat.id, account_id=account.id, number=number)
        session.add(row)
    row.name, row.document, row.changed_at = name, write_sketch(sketch), now
    session.flush()
    return as_kept(row, place.game.edition)


def keep_by_mail(session: Session, account: Account, call_id: str, sketch: Sketch, now: datetime) -> int:
    """Keep a what-if in place of the one of the same name, else beside the others; its number, or 0 where there are as
    many as may be. Raises as `keep_sketch`."""
    rows = rows_of(session, account, place_of(session, account, call_id, now))
    number = next((row.number for row in rows if row.name == sketch.name), 0)
    if not number and len(rows) >= MOST_SKETCHES:
        return 0
    return keep_sketch(session, account, call_id, sketch, now, number).number


def remove_sketch(
    session: Session,
    account: Account,
    call_id: str,
    number: int,
    now: datetime,
    *,
    upon: Container[str] | None = None,
) -> None:
    """Throw a what-if away, if it is one of the versions `upon` (None: whatever it is). Raises NotFound
    (`no-such-call`, `no-such-sketch`), Denied `not-your-seat`, Superseded."""
    place = place_of(session, account, call_id, now, lock=upon is not None)
    row = row_numbered(session, account, place, number)
    _not_changed(row, place, upon)
    session.delete(row)


def _not_changed(row: SketchRow, place: Place, upon: Container[str] | None) -> None:
    version = as_kept(row, place.game.edition).version
    if upon is not None and version not in upon:
        raise Superseded(version)


def check_sketch_for_call(session: Session, account: Account, call_id: str, number: int, now: datetime) -> Checked:
    """The sheet of a what-if, checked to be handed in; nothing is locked or kept. Raises as `hand_in_sketch`."""
    found = sketch_numbered(session, account, call_id, number, now)
    return check_for_call(session, account, call_id, documents.encode(found.sketch.sheet), now)


def hand_in_sketch(
    session: Session,
    account: Account,
    call_id: str,
    number: int,
    now: datetime,
    checked: Checked | None = None,
    ready: bool | None = None,
    basis: Basis = ON_SITE,
) -> Receipt:
    """Hand the own sheet of a what-if in, as if it had been written into the form (`submit_sheet`).

    Raises NotFound `no-such-sketch`, and all that handing a sheet in raises.
    """
    sheet = sketch_numbered(session, account, call_id, number, now).sketch.sheet
    given = checked if checked is not None and checked.sheet == sheet else documents.encode(sheet)
    return submit_sheet(session, account, call_id, given, now, ready, basis=basis)
