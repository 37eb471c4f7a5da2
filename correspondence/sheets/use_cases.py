"""Handing in sheets: read, checked, stored under the next number, or refused with every reason."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import read_ahead as read_in_families
from adjudicator.documents import read_sheet_ahead
from adjudicator.engine.decision import Illegal, Refusal
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position, Sheet
from correspondence.archive.queries import stored_position
from correspondence.calls.use_cases import locked_game, mark, place_of, ready_for, still_open
from correspondence.drafts.use_cases import sheet_draft_at, standing_draft_at
from correspondence.errors import Denied, Superseded
from correspondence.games.access import game_named, own_seat
from correspondence.games.terms import stood_by
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.sheets import SheetVersion, StandingVersion
from correspondence.read_cache import remembered
from correspondence.receipts.use_cases import ends, issue
from correspondence.seats.use_cases import welcome_back
from correspondence.sheets.reading import Proof, Receipt, latest_standing, own_sheets, proof_of
from narration.words import N_


@dataclass(frozen=True)
class Checked:
    """A sheet that is in order for a house in a position, with its warnings; `asked`: what waits is answered by it;
    `translated`: something of it was written in an old form."""

    sheet: Sheet
    house: str
    position: bytes
    warnings: tuple[Refusal, ...]
    asked: bool
    translated: bool = False


def check_for_call(session: Session, account: Account, call_id: str, document: bytes, now: datetime) -> Checked:
    """A sheet for a call; nothing is locked or kept. Raises all that handing it in raises but `too-many-versions`."""
    ahead = read_ahead(document)
    place = place_of(session, account, call_id, now)
    still_open(place.call, now)
    return checked(session, place.game, place.house, ahead, call=place.call)


def check_typed(
    session: Session, account: Account, call_id: str, sheet: Sheet, now: datetime, *, translated: bool = False
) -> Checked:
    """The same for a sheet as its game's notation has read it, within the bounds of sheets; `translated`: something of
    it was written in an old form."""
    place = place_of(session, account, call_id, now)
    still_open(place.call, now)
    return checked(session, place.game, place.house, sheet, call=place.call, translated=translated)


def check_standing(
    session: Session, account: Account, game_id: str, document: bytes, now: datetime, *, translated: bool = False
) -> Checked:
    """Standing instructions; nothing is locked or kept. Raises all that handing them in raises but
    `too-many-versions`. `translated`: as above."""
    ahead = read_ahead(document)
    game = game_named(session, game_id)
    _, house = own_seat(session, game, account, now)
    return standing_checked(session, game, house, ahead, translated=translated)


@dataclass(frozen=True)
class Ahead:
    """A document as far as it can be read before it is known for which game it is."""

    document: bytes
    read: Mapping[str, Any]

    def sheet_for(self, game: Game) -> Sheet:
        """The sheet for a game, whose edition says what its conditions mean if they are text. Raises Unreadable."""
        return read_sheet_ahead(game.edition, self.read, self.document, game.parts)


def read_ahead(document: bytes) -> Ahead:
    """A document before any lock, and before the first word with the database: what is unreadable in any game never
    comes that far. Raises Unreadable."""
    return Ahead(document, read_in_families(document))


def _understood(game: Game, given: Sheet | Ahead | Checked) -> tuple[Sheet, bool]:
    """The sheet, and whether it was written in an old form. Raises Unreadable."""
    if isinstance(given, Ahead):
        return given.sheet_for(game), documents.is_translated(game.edition, given.document)
    return (given.sheet, given.translated) if isinstance(given, Checked) else (given, False)


def standing_checked(
    session: Session, game: Game, house: str, given: Sheet | Ahead | Checked, *, translated: bool = False
) -> Checked:
    """Standing instructions against the game as it is. Raises Unreadable, Denied `game-not-running`, Illegal."""
    sheet, old = _understood(game, given)
    if game.status != "running":
        raise Denied("game-not-running", N_("This game is not running."))
    if sheet.answers:
        words = "standing instructions cannot answer single decisions; put that into the sheet of a call"
        raise Illegal(Refusal("standing-answers", words, "answers"))
    # Nothing is asked of standing instructions, so only what never can be is refused.
    given = given if isinstance(given, Checked) else sheet
    return checked(session, game, house, given, translated=translated or old)


def as_it_stands(session: Session, game: Game, position: bytes) -> Outcome[Position]:
    """The game of a stored position as it is shown now, read once."""

    def shown() -> Outcome[Position]:
        begin = documents.decode(position)
        return games.of(begin).resume(begin)

    return remembered(session, ("as it stands", game.id), shown)


def checked(
    session: Session,
    game: Game,
    house: str,
    given: Sheet | Ahead | Checked,
    *,
    call: OpenedCall | None = None,
    translated: bool = False,
) -> Checked:
    """A sheet for a call, or (None) standing instructions, against the game as it is; one that was checked before only
    if something changed since. Raises Unreadable, Illegal with every reason."""
    asked = call is not None
    position = stored_position(session, game)
    if isinstance(given, Checked) and (given.house, given.position, given.asked) == (house, position, asked):
        return given
    sheet, old = _understood(game, given)
    outcome = as_it_stands(session, game, position)
    behind = _behind(session, game, house, call) if call is not None else None
    waiting = outcome.waiting if asked else ()
    report = games.of(outcome.showing).check_sheet(
        outcome.showing, house, sheet, waiting, pace=game.stops, standing=behind, lasting=not asked
    )
    if report.errors:
        raise Illegal(*report.errors)
    return Checked(sheet, house, position, report.warnings, asked, translated or old)


def _behind(session: Session, game: Game, house: str, call: OpenedCall) -> Sheet | None:
    """What speaks where a house's sheet for a call says nothing: its earlier sheets of the round, its standing
    instructions, and the steward for somebody who has just taken it over."""
    seat = next((seat for seat in game.seats if seat.house == house), None)
    if seat is None:
        return None
    held, (_, carried) = latest_standing(session, seat), own_sheets(session, call, seat)
    standing = held.sheet if held is not None else games.of_edition(game.edition).empty_sheet
    if house in stood_by(game, call.number):
        standing = games.of(standing).left_to_steward(standing)
    elif call.unsaid == "bot":
        standing = games.of(standing).left_to_steward(standing, own_work=False)
    return games.of(carried).overlay(standing, carried) if carried is not None else standing


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
