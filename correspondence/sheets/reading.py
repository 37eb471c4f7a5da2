"""Sheets as they were kept, back as receipts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.sheet import Sheet
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


def latest_standing(session: Session, seat: Seat) -> Receipt | None:
    """The standing instructions in force, if there are any."""
    query = select(StandingVersion).where(StandingVersion.seat_id == seat.id)
    found = session.scalar(query.order_by(StandingVersion.number.desc()).limit(1))
    return as_receipt(found) if found else None
