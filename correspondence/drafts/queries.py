"""Reading one's own draft; nobody else's, whoever holds the seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.family import Sheet
from correspondence.calls.access import Place, place_of
from correspondence.models.accounts import Account
from correspondence.models.sheets import SheetDraft, StandingDraft
from correspondence.read_cache import foresee, remembered
from correspondence.row_locks import held

Fields = Mapping[str, Sequence[str]]
_fields = msgspec.json.Decoder(dict[str, list[str]])


@dataclass(frozen=True)
class KeptDraft:
    """A draft as its writer reads it: the fields of the form, the sheet as far as they were understood, when it was
    changed last; its `version` is another id each time it is kept."""

    fields: dict[str, list[str]]
    sheet: Sheet
    changed_at: datetime
    version: str


def kept_draft(session: Session, account: Account, call_id: str, now: datetime) -> KeptDraft | None:
    """The asker's draft for a call; NotFound `no-such-call`, Denied `not-your-seat`."""
    return draft_at(session, account, place_of(session, account, call_id, now))


def draft_at(session: Session, account: Account, place: Place) -> KeptDraft | None:
    """Somebody's draft at a place, if they keep one."""
    row = row_of(session, account, place)
    return None if row is None else as_kept(row, place.game.edition)


def row_of(session: Session, account: Account, place: Place, *, lock: bool = False) -> SheetDraft | None:
    """The row of somebody's draft at a place; locked until the commit."""
    of_seat = SheetDraft.call_id == place.call.id, SheetDraft.seat_id == place.seat.id
    query = select(SheetDraft).where(*of_seat, SheetDraft.account_id == account.id)
    if lock:
        return session.scalar(held(query).execution_options(populate_existing=True))

    def find() -> SheetDraft | None:
        return session.scalar(query)

    return remembered(session, _key(place, account), find)


def foresee_drafts(session: Session, places: Iterable[tuple[Place, Account]]) -> None:
    """Look at once for the drafts of several people at their places, in a session that remembers."""
    places = list(places)
    query = select(SheetDraft).where(
        SheetDraft.call_id.in_({place.call.id for place, _ in places}),
        SheetDraft.seat_id.in_([place.seat.id for place, _ in places]),
    )
    found = {(row.call_id, row.seat_id, row.account_id): row for row in session.scalars(query)}
    for place, account in places:
        foresee(session, _key(place, account), found.get((place.call.id, place.seat.id, account.id)))


def _key(place: Place, account: Account) -> tuple[str, int, int, int]:
    return "draft", place.call.id, place.seat.id, account.id


def as_kept(row: SheetDraft | StandingDraft, edition: str) -> KeptDraft:
    """A row as its writer reads it."""
    fields, sheet = _fields.decode(row.fields), face.kept_sheet(edition, row.document)
    return KeptDraft(fields, sheet, row.changed_at, version_of(row))


def version_of(row: SheetDraft | StandingDraft | None) -> str:
    """The version of a draft; empty for none."""
    return "" if row is None else row.version or "0"
