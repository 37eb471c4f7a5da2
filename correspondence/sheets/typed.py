"""Sheets as text: read upon what was handed in before, checked before anything is locked, then kept by the use cases
of every other sheet; and what is kept, as text again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.decision import Refusal, Refused, Unreadable
from adjudicator.engine.values import Sheet
from correspondence.calls.use_cases import collecting, place_of, set_ready
from correspondence.errors import Denied, Superseded
from correspondence.games.access import game_named, own_seat
from correspondence.models.accounts import Account
from correspondence.models.archive import CurrentPosition
from correspondence.receipts.use_cases import ends
from correspondence.sheets.reading import Receipt, latest_sheet, latest_standing
from correspondence.sheets.use_cases import (
    Basis,
    Checked,
    as_it_stands,
    check_standing,
    check_typed,
    submit_sheet,
    submit_standing,
)
from narration.notation.reading import LASTING, Script
from narration.typed_sheets import line_of, read_sheet_text, sheet_text
from narration.words import N_

# As many lines that were passed over are told.
MOST_UNREAD = 20


@dataclass(frozen=True)
class Request:
    """What a text asks for. `binds`: it changes something; `about_call`: something of a call. `upon` and
    `standing_upon` are the versions that it was laid over (0: none); `translated`: the sheet was written in an old
    form, here or there."""

    script: Script
    sheet: Checked | None = None
    standing: Checked | None = None
    upon: int = 0
    standing_upon: int = 0
    translated: bool = False

    @property
    def about_call(self) -> bool:
        """Whether the open call is meant: a sheet, or that somebody is ready."""
        return self.sheet is not None or self.script.ready is not None

    @property
    def binds(self) -> bool:
        """Whether anything is changed by it."""
        return self.about_call or self.standing is not None


@dataclass(frozen=True)
class Done:
    """What a text has brought: receipts of what was handed in; whether only readiness was said, and which."""

    sheet: Receipt | None = None
    standing: Receipt | None = None
    ready: bool | None = None


def sheet_of_text(session: Session, account: Account, game_id: str, call_id: str, text: str, now: datetime) -> Request:
    """A text as what it asks for, upon what its writer handed in before; `call_id` is empty where no call is open.
    Nothing is locked or kept.

    Raises Unreadable or Ambiguous with the line and column of each fault, Illegal with the line where it is known,
    Denied `call-closed` for a sheet without a call, and what handing in raises.
    """
    before, held, house = _before(session, account, game_id, call_id, now)
    script = _script_of_text(session, game_id, text, before, held, house)
    sheet = standing = None
    old = _translated(game_named(session, game_id).edition, script, text, before)
    if script.said or script.cleared:
        if not call_id:
            raise _no_call()
        with _told_by_line(script):
            sheet = check_typed(session, account, call_id, script.sheet, now, translated=old)
    if script.standing is not None:
        document, lasting = documents.encode(script.standing), held is not None and held.translated
        with _told_by_line(script, LASTING):
            standing = check_standing(session, account, game_id, document, now, translated=lasting)
    if script.ready is not None and not call_id:
        raise _no_call()
    return Request(script, sheet, standing, _number(before), _number(held), old)


def script_of_text(session: Session, account: Account, game_id: str, call_id: str, text: str, now: datetime) -> Script:
    """What a text says upon what its writer handed in before; `call_id` is empty where no call is open.

    Raises Unreadable or Ambiguous with the line and column of each fault.
    """
    return _script_of_text(session, game_id, text, *_before(session, account, game_id, call_id, now))


def text_for_call(
    session: Session, account: Account, call_id: str, text: str, now: datetime, ready: bool | None = None
) -> Request:
    """The same for a call that is named: a sheet is always handed in by it, if only the one that is in already.
    `ready` counts where the text says nothing of it.

    Raises also Unreadable `nothing-said` for a text in which no instruction was found, NotFound `no-such-call`.
    """
    place = place_of(session, account, call_id, now)
    found = sheet_of_text(session, account, place.game.public_id, call_id, text, now)
    if not found.binds:
        raise nothing_said()
    script, sheet = found.script, found.sheet
    if script.ready is None:
        script = script.withholding() if ready else replace(script, ready=ready)
    if sheet is None:
        sheet = check_typed(session, account, call_id, script.sheet, now, translated=found.translated)
    return replace(found, script=script, sheet=sheet)


def standing_of_text(session: Session, account: Account, game_id: str, text: str, now: datetime) -> Request:
    """A text as standing instructions, upon those that hold; STANDING may stand before its lines.

    Raises as `sheet_of_text`, and Unreadable: `nothing-said`, or `not-standing` for what is about a call.
    """
    game = game_named(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    held = latest_standing(session, seat)
    script = _script_of_text(session, game_id, text, held, held, seat.house or "")
    plain = script.said or script.cleared
    if script.ready is not None:
        raise Unreadable(Refusal("not-standing", "READY and WAIT are about a call, not about standing instructions"))
    if plain and script.standing is not None:
        words = "STANDING stands before all lines of standing instructions here, or before none"
        raise Unreadable(Refusal("not-standing", words))
    if not plain and script.standing is None:
        raise nothing_said()
    document = documents.encode(script.sheet if plain else script.standing)
    with _told_by_line(script, "" if plain else LASTING):
        old = _translated(game.edition, script, text, held)
        checked = check_standing(session, account, game_id, document, now, translated=old)
        return Request(script, standing=checked, standing_upon=_number(held))


def carry_out(
    session: Session, account: Account, game_id: str, call_id: str, request: Request, came: datetime, basis: Basis
) -> Done:
    """Do all of it; raises what the use cases raise, and the caller takes everything back then. Superseded also where
    another version came in since the text was laid over one."""
    said, receipt, standing = request.script.ready, None, None
    if said:
        # An old mail does not say that somebody is ready who has changed their mind since.
        place = place_of(session, account, call_id, came)
        newest = ends(session, place.call, place.seat)
        basis.check(newest.version, place.seat.unready_at, None)
    if request.standing is not None:
        upon = _upon(basis, request.standing_upon)
        standing = submit_standing(session, account, game_id, request.standing, came, basis=upon)
    if request.sheet is not None:
        upon = _upon(basis, request.upon)
        receipt = submit_sheet(session, account, call_id, request.sheet, came, said, basis=upon)
    elif said is not None:
        set_ready(session, account, call_id, said, came)
        if said:
            basis.check(newest.version, newest.accepted_at, newest.written_at)
    return Done(receipt, standing, said)


def _upon(basis: Basis, version: int) -> Basis:
    """A basis for what is laid over this version. Raises Superseded where it may not be."""
    if basis.versions is not None and version not in basis.versions:
        raise Superseded(version)
    return replace(basis, versions=(version,))


def sheet_as_text(session: Session, account: Account, call_id: str, sheet: Sheet, language: str, now: datetime) -> str:
    """A sheet for a call in notation. NotFound `no-such-call`, Denied `not-your-seat`."""
    game = place_of(session, account, call_id, now).game
    return sheet_text(sheet, games.edition(game.edition), game.parts, language)


def standing_as_text(
    session: Session, account: Account, game_id: str, sheet: Sheet, language: str, now: datetime
) -> str:
    """Standing instructions in notation. NotFound `no-such-game`, Denied `not-your-seat`."""
    game = game_named(session, game_id)
    own_seat(session, game, account, now)
    return sheet_text(sheet, games.edition(game.edition), game.parts, language)


def passed_over(script: Script) -> tuple[Refusal, ...]:
    """The lines of a text that were read as prose, as warnings, and that READY does not count beside them."""
    lines = tuple(
        Refusal("line-passed-over", f"this was not read as an instruction: {line[:200]}", f"line {number}")
        for number, line in script.unread[:MOST_UNREAD]
    )
    words = "READY does not count: a line that was not read may have been meant as an order"
    return (Refusal("ready-withheld", words), *lines) if script.withheld else lines


def nothing_said() -> Unreadable:
    """What a text is refused for that says nothing."""
    return Unreadable(Refusal("nothing-said", "no instruction was found in this text"))


def with_line(reason: Refusal, script: Script, prefix: str = "") -> Refusal:
    """A refusal about a place in the sheet, with the line of the text that says it, if one does; `prefix` stands before
    the places of standing instructions."""
    line = line_of(prefix + reason.where, script.lines) if reason.where else 0
    return msgspec.structs.replace(reason, where=f"line {line}") if line else reason


@contextmanager
def _told_by_line(script: Script, prefix: str = "") -> Iterator[None]:
    """What is refused meanwhile is refused with the lines of the text."""
    try:
        yield
    except Refused as refused:
        raise type(refused)(*(with_line(reason, script, prefix) for reason in refused.reasons)) from refused


def _before(
    session: Session, account: Account, game_id: str, call_id: str, now: datetime
) -> tuple[Receipt | None, Receipt | None, str]:
    """The sheet and the standing instructions upon which a text builds, and the house that it is for."""
    game = game_named(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    call = collecting(session, game) if call_id else None
    sheet = latest_sheet(session, call, seat) if call is not None else None
    return sheet, latest_standing(session, seat), seat.house or ""


def _script_of_text(
    session: Session, game_id: str, text: str, before: Receipt | None, held: Receipt | None, house: str
) -> Script:
    game = game_named(session, game_id)
    upon = (one.sheet if one is not None else games.of_edition(game.edition).empty_sheet for one in (before, held))
    stands = session.get(CurrentPosition, game.id)
    board = as_it_stands(session, game, stands.document).showing.board if stands is not None else None
    return read_sheet_text(text, games.edition(game.edition), game.parts, *upon, house=house, board=board)


def _translated(edition: str, script: Script, text: str, before: Receipt | None) -> bool:
    """Whether a text that is JSON, or the version upon which it builds, says something in an old form."""
    if script.cleared:
        return text.lstrip().startswith("{") and documents.is_translated(edition, text.encode(errors="replace"))
    return before is not None and before.translated


def _number(version: Receipt | None) -> int:
    return version.number if version is not None else 0


def _no_call() -> Denied:
    return Denied("call-closed", N_("No call is open now; nothing can be handed in."))
