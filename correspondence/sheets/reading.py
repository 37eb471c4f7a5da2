"""Sheets as they were kept, back as receipts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.sheet import EMPTY_SHEET, Sheet, overlay
from adjudicator.thrones.sheet_reading import read_sheet
from correspondence.calls.models import OpenedCall
from correspondence.games.models import Seat
from correspondence.sheets.models import SheetVersion, StandingVersion

_warnings = msgspec.json.Decoder(tuple[Refusal, ...])


@dataclass(frozen=True)
class Receipt:
    """A sheet that was accepted, as it was understood: version, time, content, warnings, SHA-256 of the document.

    `ready`: the seat is ready for the call (always False for standing instructions).
    """

    number: int
    accepted_at: datetime
    sheet: Sheet
    warnings: tuple[Refusal, ...]
    digest: str
    document: bytes
    ready: bool = False


@dataclass(frozen=True)
class Written:
    """A version that counts, whose it is, and the number of its call."""

    house: str
    call_number: int
    version: SheetVersion


def as_receipt(version: SheetVersion | StandingVersion, ready: bool = False) -> Receipt:
    """The receipt of a version."""
    return Receipt(
        number=version.number,
        accepted_at=version.accepted_at,
        sheet=read_sheet(version.document),
        warnings=_warnings.decode(version.warnings),
        digest=version.digest,
        document=version.document,
        ready=ready,
    )


def latest_sheet(session: Session, call: OpenedCall, seat: Seat) -> Receipt | None:
    """The version that counts, if there is one."""
    query = select(SheetVersion).where(SheetVersion.call_id == call.id, SheetVersion.seat_id == seat.id)
    found = session.scalar(query.order_by(SheetVersion.number.desc()).limit(1))
    return as_receipt(found) if found else None


def sheets_in_round(session: Session, call: OpenedCall, seat: Seat | None = None) -> list[Written]:
    """The versions that count for this call and the earlier ones of its round, in the order of the calls; of one
    seat, or (None) of all."""
    last = (
        select(func.max(SheetVersion.id))
        .join(OpenedCall, OpenedCall.id == SheetVersion.call_id)
        .where(OpenedCall.game_id == call.game_id, OpenedCall.round == call.round, OpenedCall.number <= call.number)
        .group_by(SheetVersion.call_id, SheetVersion.seat_id)
    )
    query = (
        select(Seat.house, OpenedCall.number, SheetVersion)
        .join(SheetVersion, SheetVersion.seat_id == Seat.id)
        .join(OpenedCall, OpenedCall.id == SheetVersion.call_id)
        .where(SheetVersion.id.in_(last))
        .order_by(OpenedCall.number, Seat.id)
    )
    if seat is not None:
        query = query.where(Seat.id == seat.id)
    return [Written(house, number, version) for house, number, version in session.execute(query) if house is not None]


def carried_sheet(session: Session, call: OpenedCall, seat: Seat) -> Sheet | None:
    """What a seat wrote for earlier calls of the round, which counts wherever nothing replaces it; None: nothing."""
    found: Sheet | None = None
    for written in sheets_in_round(session, call, seat):
        if written.call_number != call.number:
            found = overlay(found or EMPTY_SHEET, read_sheet(written.version.document))
    return found


def latest_standing(session: Session, seat: Seat) -> Receipt | None:
    """The standing instructions in force, if there are any."""
    query = select(StandingVersion).where(StandingVersion.seat_id == seat.id)
    found = session.scalar(query.order_by(StandingVersion.number.desc()).limit(1))
    return as_receipt(found) if found else None
