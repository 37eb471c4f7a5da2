"""Handing in sheets: read, checked, kept under the next number, or refused with every reason and nothing changed."""

from __future__ import annotations

import hashlib
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.refusal import Illegal, Refusal
from adjudicator.thrones.sheet import Sheet
from adjudicator.thrones.sheet_reading import read_sheet, write_sheet
from correspondence.accounts.models import Account
from correspondence.archive.reading import current
from correspondence.calls.access import place_of, still_open
from correspondence.calls.readiness import mark, ready_for
from correspondence.errors import Denied
from correspondence.games.access import game_named, own_seat
from correspondence.games.seats import welcome_back
from correspondence.sheets.models import SheetVersion, StandingVersion
from correspondence.sheets.reading import Receipt
from correspondence.words import N_

MOST_VERSIONS = 300


def submit_sheet(
    session: Session, account: Account, call_id: str, document: bytes, now: datetime, ready: bool | None = None
) -> Receipt:
    """Hand in a sheet for a call; the version handed in last counts. `ready` also says so or withdraws it (None: as
    it was).

    While the call's row is locked nobody adjudicates it, so whatever is accepted is used. Raises NotFound
    `no-such-call`, Denied (`not-your-seat`, `call-closed`, `too-many-versions`), Unreadable or Illegal with every
    reason.
    """
    sheet = read_sheet(document)
    place = place_of(session, account, call_id, now, lock=True)
    still_open(place.call, now)
    outcome = current(session, place.game)
    report = face.check_sheet(outcome.showing, place.house, sheet, outcome.waiting)
    if report.errors:
        raise Illegal(*report.errors)
    if place.seat.offered_at is not None:
        # Somebody who hands in a sheet is there again; nobody else need be looked for.
        welcome_back(session, game_named(session, place.game.public_id, lock=True), place.seat, now)
    last = select(func.max(SheetVersion.number)).where(
        SheetVersion.call_id == place.call.id, SheetVersion.seat_id == place.seat.id
    )
    number = _next(session.scalar(last))
    kept = write_sheet(sheet)
    version = SheetVersion(
        call_id=place.call.id,
        seat_id=place.seat.id,
        number=number,
        document=kept,
        warnings=msgspec.json.encode(report.warnings),
        digest=hashlib.sha256(kept).hexdigest(),
        accepted_at=now,
    )
    session.add(version)
    if ready is not None:
        said = mark(session, place.game, place.call, place.seat, ready, now)
    else:
        said = ready_for(session, place.call)
    return _receipt(version, sheet, report.warnings, place.house in said)


def submit_standing(session: Session, account: Account, game_id: str, document: bytes, now: datetime) -> Receipt:
    """Hand in standing instructions, which hold until replaced; they count from the call that is open now.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`), Unreadable or Illegal.
    """
    sheet = read_sheet(document)
    game = game_named(session, game_id, lock=True)
    seat, house = own_seat(session, game, account, now)
    if game.status != "running":
        raise Denied("game-not-running", N_("This game is not running."))
    if sheet.answers:
        words = "standing instructions cannot answer single decisions; put that into the sheet of a call"
        raise Illegal(Refusal("standing-answers", words, "answers"))
    # Nothing is asked of standing instructions, so only what never can be is refused.
    report = face.check_sheet(current(session, game).showing, house, sheet, ())
    if report.errors:
        raise Illegal(*report.errors)
    number = _next(session.scalar(select(func.max(StandingVersion.number)).where(StandingVersion.seat_id == seat.id)))
    kept = write_sheet(sheet)
    version = StandingVersion(
        seat_id=seat.id,
        number=number,
        document=kept,
        warnings=msgspec.json.encode(report.warnings),
        digest=hashlib.sha256(kept).hexdigest(),
        accepted_at=now,
    )
    session.add(version)
    return _receipt(version, sheet, report.warnings)


def _next(last: int | None) -> int:
    number = (last or 0) + 1
    if number > MOST_VERSIONS:
        raise Denied("too-many-versions", N_("{most} versions were handed in already."), most=MOST_VERSIONS)
    return number


def _receipt(
    version: SheetVersion | StandingVersion, sheet: Sheet, warnings: tuple[Refusal, ...], ready: bool = False
) -> Receipt:
    return Receipt(
        number=version.number,
        accepted_at=version.accepted_at,
        sheet=sheet,
        warnings=warnings,
        digest=version.digest,
        document=version.document,
        ready=ready,
    )
