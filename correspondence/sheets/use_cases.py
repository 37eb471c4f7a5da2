"""Handing in sheets: read, checked, kept under the next number, or refused with every reason and nothing changed."""

from __future__ import annotations

import hashlib
from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents
from correspondence.calls.access import locked_game, place_of, still_open
from correspondence.calls.use_cases import mark, ready_for
from correspondence.drafts.use_cases import sheet_draft_at, standing_draft_at
from correspondence.errors import Denied, Superseded
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.games import Seat
from correspondence.models.sheets import SheetVersion, StandingVersion
from correspondence.receipts.issuing import ends, issue
from correspondence.seats.use_cases import welcome_back
from correspondence.sheets.checking import Checked, checked, read_ahead, standing_checked
from correspondence.sheets.reading import Proof, Receipt, proof_of
from narration.words import N_

MOST_VERSIONS = 300
# By so much the clock with which a mail was dated may be slow.
MAX_CLOCK_SKEW = timedelta(minutes=5)


@dataclass(frozen=True)
class Basis:
    """How orders come in, and upon what they were written: the newest version must be among `versions` (0: none is in;
    None: whatever it is). `written_at` and `arrived_at` are a mail's. Handed in they end their writer's draft if its
    version is among `drafts` (None: whatever it is) or `page` has kept it."""

    via: Literal["site", "api", "mail"] = "site"
    versions: Container[int] | None = None
    written_at: datetime | None = None
    arrived_at: datetime | None = None
    drafts: Container[str] | None = None
    page: str = ""

    def check(self, number: int, accepted_at: datetime | None, written_at: datetime | None) -> None:
        """Raise Superseded unless what came may take the place of this version, whose lock the caller holds; 0: none is
        in. Two mails are in the order in which they were written; a site's own clock is sure of what arrived before."""
        if self.written_at is not None and self.arrived_at is not None and accepted_at is not None:
            if written_at is not None:
                older = (self.written_at, self.arrived_at) < (written_at, accepted_at)
            else:
                older = self.arrived_at < accepted_at or self.written_at + MAX_CLOCK_SKEW < accepted_at
            if older:
                raise Superseded(number, older=True)
        if self.versions is not None and number not in self.versions:
            raise Superseded(number)


ON_SITE = Basis()


def submit_sheet(
    session: Session,
    account: Account,
    call_id: str,
    document: bytes | Checked,
    now: datetime,
    ready: bool | None = None,
    *,
    basis: Basis = ON_SITE,
) -> Receipt:
    """Hand in a sheet for a call; the version handed in last counts. `ready` also says so or withdraws it (None: as
    it was). `basis`: upon what it was written.

    One that was checked before (`check_for_call`) is checked again only if the game has moved on since. While the
    call's row is locked nobody adjudicates it, so whatever is accepted is used. Raises NotFound `no-such-call`, Denied
    (`not-your-seat`, `call-closed`, `too-many-versions`), Superseded, Unreadable or Illegal with every reason.
    """
    given = document if isinstance(document, Checked) else read_ahead(document)
    place = place_of(session, account, call_id, now, lock=True)
    after = ends(session, place.call, place.seat)
    still_open(place.call, now)
    basis.check(after.version, after.accepted_at, after.written_at)
    found = checked(session, place.game, place.house, given, call=place.call)
    if place.seat.offered_at is not None:
        # Somebody who hands in a sheet is there again; nobody else need be looked for.
        welcome_back(session, game_named(session, place.game.public_id, lock=True), place.seat, now)
    number = _next(after.version)
    columns = _columns(found, place.seat, account, now, basis)
    version = SheetVersion(call_id=place.call.id, number=number, **columns)
    proof = issue(session, place.call, place.seat, version, after)
    sheet_draft_at(session, account, place).forget(basis.drafts, basis.page)
    # Who has written a sheet once knows the way: from the next call on the steward stands by no more.
    place.seat.steward_until = min(place.seat.steward_until, place.call.number)
    if ready is not None:
        said = mark(session, place.game, place.call, place.seat, ready, now)
    else:
        said = ready_for(session, place.call)
    return _receipt(version, found, ready=place.house in said, proof=proof_of(proof))


def submit_standing(
    session: Session,
    account: Account,
    game_id: str,
    document: bytes | Checked,
    now: datetime,
    *,
    basis: Basis = ON_SITE,
) -> Receipt:
    """Hand in standing instructions, which hold until replaced; they count from the call that is open now. `basis`:
    upon what they were written.

    Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`), Superseded, Unreadable or Illegal.
    """
    given = document if isinstance(document, Checked) else read_ahead(document)
    game = locked_game(session, game_id)
    seat, house = own_seat(session, game, account, now)
    found = standing_checked(session, game, house, given)
    newest = select(StandingVersion.number, StandingVersion.accepted_at, StandingVersion.written_at)
    of_seat = newest.where(StandingVersion.seat_id == seat.id).order_by(StandingVersion.number.desc()).limit(1)
    last, accepted_at, written_at = session.execute(of_seat).first() or (0, None, None)
    basis.check(last, accepted_at, written_at)
    number = _next(last)
    version = StandingVersion(number=number, **_columns(found, seat, account, now, basis))
    session.add(version)
    standing_draft_at(session, account, game, seat).forget(basis.drafts, basis.page)
    return _receipt(version, found)


def _columns(found: Checked, seat: Seat, account: Account, now: datetime, basis: Basis) -> dict[str, Any]:
    """What rows of sheets and of standing instructions have in common."""
    document = documents.encode(found.sheet)
    return {
        "seat_id": seat.id,
        "document": document,
        "warnings": msgspec.json.encode(found.warnings),
        "digest": hashlib.sha256(document).hexdigest(),
        "accepted_at": now,
        "via": basis.via,
        "deputy": seat.account_id != account.id,
        "written_at": basis.written_at,
    }


def _next(last: int | None) -> int:
    number = (last or 0) + 1
    if number > MOST_VERSIONS:
        raise Denied("too-many-versions", N_("{most} versions were handed in already."), most=MOST_VERSIONS)
    return number


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
        via=version.via,
        deputy=version.deputy,
        translated=found.translated,
    )
