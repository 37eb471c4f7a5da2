"""Handing in sheets: read, checked, kept under the next number, or refused with every reason and nothing changed."""

from __future__ import annotations

import hashlib
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.family import Sheet
from correspondence.calls.access import locked_game, place_of, still_open
from correspondence.calls.readiness import mark, ready_for
from correspondence.drafts.standing import forget_standing_draft
from correspondence.drafts.use_cases import forget_draft
from correspondence.errors import Denied
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.games import Game
from correspondence.models.sheets import SheetVersion, StandingVersion
from correspondence.receipts.issuing import ends, issue
from correspondence.seats.use_cases import welcome_back
from correspondence.sheets.checking import Ahead, Checked, checked, read_ahead, standing_checked
from correspondence.sheets.reading import Proof, Receipt, proof_of
from narration.words import N_

MOST_VERSIONS = 300


def submit_sheet(
    session: Session,
    account: Account,
    call_id: str,
    document: bytes | Checked,
    now: datetime,
    ready: bool | None = None,
    *,
    written_by: datetime | None = None,
) -> Receipt:
    """Hand in a sheet for a call; the version handed in last counts. `ready` also says so or withdraws it (None: as
    it was). `written_by`: it is not to take the place of a version that was handed in after this moment.

    One that was checked before (`check_for_call`) is checked again only if the game has moved on since. While the
    call's row is locked nobody adjudicates it, so whatever is accepted is used. Raises NotFound `no-such-call`, Denied
    (`not-your-seat`, `newer-sheet`, `call-closed`, `too-many-versions`), Unreadable or Illegal with every reason.
    """
    given = document if isinstance(document, Checked) else read_ahead(document)
    place = place_of(session, account, call_id, now, lock=True)
    after = ends(session, place.call, place.seat)
    if written_by is not None and after.accepted_at is not None and after.accepted_at > written_by:
        raise Denied("newer-sheet", N_("A sheet that you handed in after this mail came is in; it stands."))
    still_open(place.call, now)
    found = checked(session, place.game, place.house, _understood(place.game, given), call=place.call)
    if place.seat.offered_at is not None:
        # Somebody who hands in a sheet is there again; nobody else need be looked for.
        welcome_back(session, game_named(session, place.game.public_id, lock=True), place.seat, now)
    number = _next(after.version)
    kept = face.encode_sheet(found.sheet)
    version = SheetVersion(
        call_id=place.call.id,
        seat_id=place.seat.id,
        number=number,
        document=kept,
        warnings=msgspec.json.encode(found.warnings),
        digest=hashlib.sha256(kept).hexdigest(),
        accepted_at=now,
    )
    proof = issue(session, place.call, place.seat, version, after)
    forget_draft(session, account, place)
    # Who has written a sheet once knows the way: from the next call on the steward stands by no more.
    place.seat.steward_until = min(place.seat.steward_until, place.call.number)
    if ready is not None:
        said = mark(session, place.game, place.call, place.seat, ready, now)
    else:
        said = ready_for(session, place.call)
    return _receipt(version, found, ready=place.house in said, proof=proof_of(proof))


def submit_standing(
    session: Session, account: Account, game_id: str, document: bytes | Checked, now: datetime
) -> Receipt:
    """Hand in standing instructions, which hold until replaced; they count from the call that is open now.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`), Unreadable or Illegal.
    """
    given = document if isinstance(document, Checked) else read_ahead(document)
    game = locked_game(session, game_id)
    seat, house = own_seat(session, game, account, now)
    found = standing_checked(session, game, house, _understood(game, given))
    number = _next(session.scalar(select(func.max(StandingVersion.number)).where(StandingVersion.seat_id == seat.id)))
    kept = face.encode_sheet(found.sheet)
    version = StandingVersion(
        seat_id=seat.id,
        number=number,
        document=kept,
        warnings=msgspec.json.encode(found.warnings),
        digest=hashlib.sha256(kept).hexdigest(),
        accepted_at=now,
    )
    session.add(version)
    forget_standing_draft(session, account, seat)
    return _receipt(version, found)


def _next(last: int | None) -> int:
    number = (last or 0) + 1
    if number > MOST_VERSIONS:
        raise Denied("too-many-versions", N_("{most} versions were handed in already."), most=MOST_VERSIONS)
    return number


def _understood(game: Game, given: Ahead | Checked) -> Sheet | Checked:
    return given if isinstance(given, Checked) else given.sheet_for(game)


def _receipt(
    version: SheetVersion | StandingVersion, found: Checked, *, ready: bool = False, proof: Proof | None = None
) -> Receipt:
    return Receipt(
        number=version.number,
        accepted_at=version.accepted_at,
        sheet=found.sheet,
        warnings=found.warnings,
        digest=version.digest,
        document=version.document,
        ready=ready,
        proof=proof,
    )
