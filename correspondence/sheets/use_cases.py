"""Handing in a sheet, as a document or as text."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import read_ahead as read_in_families, read_sheet_ahead
from adjudicator.engine import Decision, Illegal, Outcome, Position, Refusal, Refused, Sheet, Unreadable
from correspondence.archive.records import stored_position
from correspondence.games.access import bot_helped_houses, find_game, own_seat
from correspondence.input_validation import Denied, Superseded
from correspondence.models import Account, CurrentPosition, Game, Seat, SheetVersion, StandingOrdersVersion, Turn
from correspondence.read_cache import remembered
from correspondence.receipts import ends, issue
from correspondence.rows import from_rows
from correspondence.seats import welcome_back
from correspondence.sheets.reading import (
    Proof,
    Receipt,
    latest_sheet,
    latest_standing_orders,
    own_sheets,
    proof_of,
    saved_sheet_at,
    saved_standing_orders_at,
)
from correspondence.turns import collecting_turn, locked_game, mark, place_of, ready_for_turn, set_ready, still_open
from narration.notation.reading import LASTING, OpenLine, Script
from narration.typed_sheets import EntryLine, check_in_part, entry_lines, line_of, read_sheet_text, sheet_text


@dataclass(frozen=True)
class Checked:
    """A valid sheet for a house in a position, with warnings.
    `asked`: it answers what waits; `translated`: part of it was written in an old form."""

    sheet: Sheet
    house: str
    position: bytes
    warnings: tuple[Refusal, ...]
    asked: bool
    translated: bool = False


def check_for_turn(
    session: Session,
    account: Account,
    turn_id: str,
    document: bytes | Sheet,
    now: datetime,
    *,
    translated: bool = False,
) -> Checked:
    """Check a sheet for a turn, as JSON or as parsed notation, without storing it.
    Nothing is locked; the size limits of sheets apply. `translated`: part of it was written in an old form. Raises
    as submitting does, except `too-many-versions`."""
    submission = read_ahead(document) if isinstance(document, bytes) else document
    place = place_of(session, account, turn_id, now)
    still_open(place.turn, now)
    return check_entry(session, place.game, place.house, submission, turn=place.turn, translated=translated)


def check_standing_orders(
    session: Session, account: Account, game_id: str, document: bytes, now: datetime, *, translated: bool = False
) -> Checked:
    """Check standing orders; nothing is locked or stored. `translated`: as above.
    Raises as submitting them does, except `too-many-versions`."""
    ahead = read_ahead(document)
    game = find_game(session, game_id)
    _, house = own_seat(session, game, account, now)
    return validate_standing_orders(session, game, house, ahead, translated=translated)


@dataclass(frozen=True)
class Ahead:
    """A document as far as it can be read before it is known for which game it is."""

    document: bytes
    read: Mapping[str, Any]

    def sheet_for(self, game: Game) -> Sheet:
        """Return the sheet for a game, with text conditions parsed. Raises Unreadable."""
        return read_sheet_ahead(game.edition, self.read, self.document, game.parts)


def read_ahead(document: bytes) -> Ahead:
    """Parse a document before any lock or database access. Raises Unreadable.
    What is unreadable in any game never comes that far."""
    return Ahead(document, read_in_families(document))


def _understood(game: Game, submission: Sheet | Ahead | Checked) -> tuple[Sheet, bool]:
    """The sheet, and whether it was written in an old form. Raises Unreadable."""
    if isinstance(submission, Ahead):
        return submission.sheet_for(game), documents.is_translated(game.edition, submission.document)
    return (submission.sheet, submission.translated) if isinstance(submission, Checked) else (submission, False)


def validate_standing_orders(
    session: Session, game: Game, house: str, submission: Sheet | Ahead | Checked, *, translated: bool = False
) -> Checked:
    """Check standing orders; Unreadable, Denied `game-not-running`, Illegal."""
    sheet, old = _understood(game, submission)
    if game.status != "running":
        raise Denied("game-not-running", "This game is not running.")
    if sheet.answers:
        words = "standing orders cannot answer single decisions; put that into the sheet of a call"
        raise Illegal(Refusal("standing-answers", words, "answers"))
    # Nothing is asked of standing orders, so only what never can be is refused.
    submission = submission if isinstance(submission, Checked) else sheet
    return check_entry(session, game, house, submission, translated=translated or old)


def resume_position(session: Session, game: Game, position: bytes) -> Outcome[Position]:
    """Resume a game's stored position and return the outcome, read only once."""

    def shown() -> Outcome[Position]:
        begin = documents.decode(position)
        return games.of(begin).resume(begin)

    return remembered(session, ("as it stands", game.id), shown)


def check_entry(
    session: Session,
    game: Game,
    house: str,
    entry: Sheet | Ahead | Checked,
    *,
    turn: Turn | None = None,
    translated: bool = False,
) -> Checked:
    """Check a sheet against the present game and return it with its warnings.
    `turn` is its turn; None means standing orders. An entry checked at this position returns unchanged.
    Raises Unreadable, or Illegal with every reason."""
    for_turn = turn is not None
    position = stored_position(session, game)
    if isinstance(entry, Checked) and (entry.house, entry.position, entry.asked) == (house, position, for_turn):
        return entry
    sheet, old = _understood(game, entry)
    outcome = resume_position(session, game, position)
    behind = _fallback_sheet(session, game, house, turn) if turn is not None else None
    waiting = outcome.waiting if for_turn else ()
    report = games.of(outcome.showing).check_sheet(
        outcome.showing, house, sheet, waiting, pace=game.stops, standing=behind, lasting=not for_turn
    )
    if report.errors:
        raise Illegal(*report.errors)
    return Checked(sheet, house, position, report.warnings, for_turn, translated or old)


def _fallback_sheet(session: Session, game: Game, house: str, turn: Turn) -> Sheet | None:
    """Return the fallback where a house's sheet for a turn is silent.
    Its earlier sheets of the round, its standing orders, and the bot for somebody who has just taken it over."""
    seat = next((seat for seat in game.seats if seat.house == house), None)
    if seat is None:
        return None
    standing_orders, (_, carried) = latest_standing_orders(session, seat), own_sheets(session, turn, seat)
    standing = standing_orders.sheet if standing_orders is not None else games.of_edition(game.edition).empty_sheet
    if house in bot_helped_houses(game, turn.number):
        standing = games.of(standing).leave_to_bot(standing)
    elif turn.unsaid == "bot":
        standing = games.of(standing).leave_to_bot(standing, own_work=False)
    return games.of(carried).overlay(standing, carried) if carried is not None else standing


MAX_VERSIONS = 300
# By so much the clock with which a mail was dated may be slow.
MAX_CLOCK_SKEW = timedelta(minutes=5)


@dataclass(frozen=True)
class Basis:
    """How orders come in, and the `versions` they may replace (0: none; None: any).
    `written_at` and `arrived_at` are an email's. Submitting deletes the writer's draft if its version is among
    `drafts` (None: any) or `page` saved it."""

    via: Literal["site", "api", "mail"] = "site"
    versions: Container[int] | None = None
    written_at: datetime | None = None
    arrived_at: datetime | None = None
    drafts: Container[str] | None = None
    page: str = ""

    def check(self, number: int, accepted_at: datetime | None, written_at: datetime | None) -> None:
        """Raise Superseded unless what came may replace version `number` (0: none is in).
        The caller holds the version's lock. Two emails are in the order in which they were written; a site's own clock
        is sure of what arrived before."""
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
    turn_id: str,
    document: bytes | Checked,
    now: datetime,
    ready: bool | None = None,
    *,
    basis: Basis = ON_SITE,
) -> Receipt:
    """Submit a sheet for a turn; the last version counts.

    `ready` also sets readiness (None: unchanged). `basis`: what it was written upon. A sheet checked before
    (`check_for_turn`) is checked again only if the game has moved on since. While the turn's row is locked nobody
    adjudicates it, so whatever is accepted is used. Raises NotFound `no-such-turn`, Denied (`not-your-seat`,
    `turn-closed`, `too-many-versions`), Superseded, Unreadable or Illegal with every reason.
    """
    submission = document if isinstance(document, Checked) else read_ahead(document)
    place = place_of(session, account, turn_id, now, lock=True)
    after = ends(session, place.turn, place.seat)
    still_open(place.turn, now)
    basis.check(after.version, after.accepted_at, after.written_at)
    checked_sheet = check_entry(session, place.game, place.house, submission, turn=place.turn)
    if place.seat.offered_at is not None:
        # Somebody who hands in a sheet is there again; nobody else need be looked for.
        welcome_back(session, find_game(session, place.game.public_id, lock=True), place.seat, now)
    number = _next_version(after.version)
    columns = _columns(checked_sheet, place.seat, account, now, basis)
    version = SheetVersion(turn_id=place.turn.id, number=number, **columns)
    proof = issue(session, place.turn, place.seat, version, after)
    saved_sheet_at(session, account, place).forget(basis.drafts, basis.page)
    # Who has written a sheet once knows the way: from the next turn on the bot stands by no more.
    place.seat.bot_until = min(place.seat.bot_until, place.turn.number)
    if ready is not None:
        ready_houses = mark(session, place.game, place.turn, place.seat, ready, now)
    else:
        ready_houses = ready_for_turn(session, place.turn)
    return _receipt(version, checked_sheet, ready=place.house in ready_houses, proof=proof_of(proof))


def submit_standing_orders(
    session: Session,
    account: Account,
    game_id: str,
    document: bytes | Checked,
    now: datetime,
    *,
    basis: Basis = ON_SITE,
) -> Receipt:
    """Submit standing orders, which hold from the open turn until replaced.

    `basis`: what they were written upon. Raises NotFound `no-such-game`, Denied (`not-your-seat`, `game-not-running`),
    Superseded, Unreadable or Illegal.
    """
    submission = document if isinstance(document, Checked) else read_ahead(document)
    game = locked_game(session, game_id)
    seat, house = own_seat(session, game, account, now)
    checked_sheet = validate_standing_orders(session, game, house, submission)
    newest = select(StandingOrdersVersion.number, StandingOrdersVersion.accepted_at, StandingOrdersVersion.written_at)
    of_seat = newest.filter_by(seat_id=seat.id).order_by(StandingOrdersVersion.number.desc()).limit(1)
    last, accepted_at, written_at = session.execute(of_seat).first() or (0, None, None)
    basis.check(last, accepted_at, written_at)
    number = _next_version(last)
    version = StandingOrdersVersion(number=number, **_columns(checked_sheet, seat, account, now, basis))
    session.add(version)
    saved_standing_orders_at(session, account, game, seat).forget(basis.drafts, basis.page)
    return _receipt(version, checked_sheet)


def _columns(checked_sheet: Checked, seat: Seat, account: Account, now: datetime, basis: Basis) -> dict[str, Any]:
    """What rows of sheets and of standing orders have in common."""
    document = documents.encode(checked_sheet.sheet)
    return {
        "seat_id": seat.id,
        "document": document,
        "warnings": msgspec.json.encode(checked_sheet.warnings),
        "digest": hashlib.sha256(document).hexdigest(),
        "accepted_at": now,
        "via": basis.via,
        "deputy": seat.account_id != account.id,
        "written_at": basis.written_at,
    }


def _next_version(last: int | None) -> int:
    number = (last or 0) + 1
    if number > MAX_VERSIONS:
        raise Denied("too-many-versions", "{most} versions were already submitted.", most=MAX_VERSIONS)
    return number


def _receipt(
    version: SheetVersion | StandingOrdersVersion,
    checked_sheet: Checked,
    *,
    ready: bool = False,
    proof: Proof | None = None,
) -> Receipt:
    return from_rows(Receipt, checked_sheet, version, ready=ready, proof=proof)


# As many lines that were passed over are told.
MAX_UNREAD = 20
# Longer texts are read as a whole or not at all: each pass that leaves lines open reads them all once more.
MAX_LINES_IN_PART = 200


@dataclass(frozen=True)
class Request:
    """What a text asks for. `binds`: it changes something; `about_turn`: of a turn.
    `upon`, `standing_upon`: the versions it is based on (0: none); `translated`: an old form was used here or there.
    `lines`: those accepted; `withdrawn`: those of the last email that it takes back."""

    script: Script
    sheet: Checked | None = None
    standing: Checked | None = None
    upon: int = 0
    standing_upon: int = 0
    translated: bool = False
    lines: tuple[EntryLine, ...] = ()
    withdrawn: tuple[EntryLine, ...] = ()

    @property
    def about_turn(self) -> bool:
        """Whether it is about the open turn: it has a sheet, or says READY or WAIT."""
        return self.sheet is not None or self.script.ready is not None

    @property
    def binds(self) -> bool:
        """Whether anything is changed by it."""
        return self.about_turn or self.standing is not None


@dataclass(frozen=True)
class Done:
    """The result of a text: receipts; whether only readiness was said, and which."""

    sheet: Receipt | None = None
    standing: Receipt | None = None
    ready: bool | None = None


class NothingClear(Unreadable):
    """Nothing can be taken from a text; `open` are its lines that may be instructions."""

    open: tuple[OpenLine, ...] = ()


def sheet_of_text(
    session: Session,
    account: Account,
    game_id: str,
    turn_id: str,
    text: str,
    now: datetime,
    *,
    partly: bool = False,
    upon: Receipt | None = None,
) -> Request:
    """Parse a text into what it asks for, based on what its writer submitted before.

    `turn_id` is empty where no turn is open. Nothing is locked or stored. `partly`: lines with faults are left open
    (`Script.open`) if others are clear. `upon`: a sheet to submit with the text's changes, if any, in place of the
    current one. Raises Unreadable or Ambiguous with line and column of each fault, Illegal with the line if known,
    Denied `turn-closed` for a sheet without a turn, and as submitting does.
    """
    before, orders, house = _base_documents(session, account, game_id, turn_id, now)
    before, game = upon or before, find_game(session, game_id)
    partly = partly and text.count("\n") < MAX_LINES_IN_PART

    def read(rest: str) -> Script:
        return _script_of_text(session, game_id, rest, before, orders, house, partly=partly, for_turn=bool(turn_id))

    def check(script: Script) -> Request:
        sheet = standing = None
        old = _uses_old_form(game.edition, script, text, before)
        if script.said or script.cleared or upon is not None:
            if not turn_id:
                raise _no_turn()
            with _refusals_by_line(script):
                sheet = check_for_turn(session, account, turn_id, script.sheet, now, translated=old)
        if script.standing is not None:
            document, lasting = documents.encode(script.standing), orders is not None and orders.translated
            with _refusals_by_line(script, LASTING):
                standing = check_standing_orders(session, account, game_id, document, now, translated=lasting)
        if script.ready is not None and not turn_id:
            raise _no_turn()
        return Request(script, sheet, standing, _number(before), _number(orders), old)

    script, request = check_in_part(text, games.edition(game.edition), read, check, partly=partly)
    waits = script.ready is not None and not script.withheld
    if script.open and upon is None and not (script.said or script.standing or waits):
        fault = NothingClear(*(reason for line in script.open for reason in line.reasons))
        fault.open = script.open
        raise fault
    turn = collecting_turn(session, game) if turn_id and (script.open or upon is not None) else None
    if script.ready is None and turn is not None and house in ready_for_turn(session, turn):
        # Others must not go on while something is unsettled.
        script = replace(script, ready=False, withheld=bool(script.open))
    return replace(request, script=script, lines=entry_lines(script, text, games.edition(game.edition)))


def script_of_text(session: Session, account: Account, game_id: str, turn_id: str, text: str, now: datetime) -> Script:
    """Parse a text based on what its writer submitted; `turn_id` empty: none open.

    Raises Unreadable or Ambiguous with the line and column of each fault.
    """
    before = _base_documents(session, account, game_id, turn_id, now)
    return _script_of_text(session, game_id, text, *before, for_turn=bool(turn_id))


def text_for_turn(
    session: Session, account: Account, turn_id: str, text: str, now: datetime, ready: bool | None = None
) -> Request:
    """Parse a text for a named turn; a sheet is always submitted, even unchanged.

    `ready` counts where the text does not say. Raises also Unreadable `nothing-said` for a text without instructions,
    NotFound `no-such-turn`.
    """
    place = place_of(session, account, turn_id, now)
    request = sheet_of_text(session, account, place.game.public_id, turn_id, text, now)
    if not request.binds:
        raise empty_text_error()
    script, sheet = request.script, request.sheet
    if script.ready is None:
        script = script.withholding() if ready else replace(script, ready=ready)
    if sheet is None:
        sheet = check_for_turn(session, account, turn_id, script.sheet, now, translated=request.translated)
    return replace(request, script=script, sheet=sheet)


def parse_standing_orders(session: Session, account: Account, game_id: str, text: str, now: datetime) -> Request:
    """Parse a text as changes of standing orders; STANDING may precede its lines.

    Raises as `sheet_of_text`, and Unreadable: `nothing-said`, or `not-standing` for what is about a turn.
    """
    game = find_game(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    standing_orders = latest_standing_orders(session, seat)
    script = _script_of_text(session, game_id, text, standing_orders, standing_orders, seat.house or "")
    plain = script.said or script.cleared
    if script.ready is not None:
        raise Unreadable(Refusal("not-standing", "READY and WAIT are about a call, not about standing orders"))
    if plain and script.standing is not None:
        words = "STANDING stands before all lines of standing orders here, or before none"
        raise Unreadable(Refusal("not-standing", words))
    if not plain and script.standing is None:
        raise empty_text_error()
    document = documents.encode(script.sheet if plain else script.standing)
    with _refusals_by_line(script, "" if plain else LASTING):
        old = _uses_old_form(game.edition, script, text, standing_orders)
        checked = check_standing_orders(session, account, game_id, document, now, translated=old)
        return Request(script, standing=checked, standing_upon=_number(standing_orders))


def carry_out(
    session: Session, account: Account, game_id: str, turn_id: str, request: Request, came: datetime, basis: Basis
) -> Done:
    """Execute the whole request; on an error the caller rolls back.
    Raises as the use cases do; Superseded also where another version came in since the text was based on one."""
    ready, receipt, standing = request.script.ready, None, None
    if ready:
        # An old mail does not say that somebody is ready who has changed their mind since.
        place = place_of(session, account, turn_id, came)
        newest = ends(session, place.turn, place.seat)
        basis.check(newest.version, place.seat.unready_at, None)
    if request.standing is not None:
        upon = _narrow_basis(basis, request.standing_upon)
        standing = submit_standing_orders(session, account, game_id, request.standing, came, basis=upon)
    if request.sheet is not None:
        upon = _narrow_basis(basis, request.upon)
        receipt = submit_sheet(session, account, turn_id, request.sheet, came, ready, basis=upon)
    elif ready is not None:
        set_ready(session, account, turn_id, ready, came)
        if ready:
            basis.check(newest.version, newest.accepted_at, newest.written_at)
    return Done(receipt, standing, ready)


def _narrow_basis(basis: Basis, version: int) -> Basis:
    """Return a basis for changes of this version. Raises Superseded if not allowed."""
    if basis.versions is not None and version not in basis.versions:
        raise Superseded(version)
    return replace(basis, versions=(version,))


def sheet_as_text(session: Session, account: Account, turn_id: str, sheet: Sheet, language: str, now: datetime) -> str:
    """A sheet for a turn in notation. NotFound `no-such-turn`, Denied `not-your-seat`."""
    game = place_of(session, account, turn_id, now).game
    return sheet_text(sheet, games.edition(game.edition), game.parts, language)


def standing_orders_text(
    session: Session, account: Account, game_id: str, sheet: Sheet, language: str, now: datetime
) -> str:
    """Write standing orders in notation; `no-such-game`, `not-your-seat`."""
    game = find_game(session, game_id)
    own_seat(session, game, account, now)
    return sheet_text(sheet, games.edition(game.edition), game.parts, language)


def script_warnings(script: Script) -> tuple[Refusal, ...]:
    """Return warnings about lines of a text that were read freely or as prose.
    The first says that READY does not count, if a line read as prose withholds it."""
    lines = [
        Refusal("line-taken-as", f"this was taken as {what}", f"line {at}") for at, what in script.understood.items()
    ]
    lines += (
        Refusal("line-passed-over", f"this was not read as an instruction: {line[:200]}", f"line {number}")
        for number, line in script.unread[:MAX_UNREAD]
    )
    words = "READY does not count: a line that was not read may have been meant as an order"
    return (*([Refusal("ready-withheld", words)] if script.withheld else ()), *lines)


def empty_text_error() -> Unreadable:
    """What a text is refused for that says nothing."""
    return Unreadable(Refusal("nothing-said", "no instruction was found in this text"))


def locate_refusal(reason: Refusal, script: Script, prefix: str = "") -> Refusal:
    """Return a refusal with its line of the text as place; unchanged without one.
    `prefix` precedes the places of standing orders."""
    line = line_of(prefix + reason.where, script.lines) if reason.where else 0
    return msgspec.structs.replace(reason, where=f"line {line}") if line else reason


@contextmanager
def _refusals_by_line(script: Script, prefix: str = "") -> Iterator[None]:
    """What is refused meanwhile is refused with the lines of the text."""
    try:
        yield
    except Refused as refused:
        raise type(refused)(*(locate_refusal(reason, script, prefix) for reason in refused.reasons)) from refused


def _base_documents(
    session: Session, account: Account, game_id: str, turn_id: str, now: datetime
) -> tuple[Receipt | None, Receipt | None, str]:
    """Return the sheet and standing orders that a text builds upon, and the house."""
    game = find_game(session, game_id)
    seat, _ = own_seat(session, game, account, now)
    turn = collecting_turn(session, game) if turn_id else None
    sheet = latest_sheet(session, turn, seat) if turn is not None else None
    return sheet, latest_standing_orders(session, seat), seat.house or ""


def _script_of_text(
    session: Session,
    game_id: str,
    text: str,
    before: Receipt | None,
    standing_orders: Receipt | None,
    house: str,
    *,
    for_turn: bool = False,
    partly: bool = False,
) -> Script:
    """What a text says; `for_turn`: it is for the open turn."""
    game = find_game(session, game_id)
    empty = games.of_edition(game.edition).empty_sheet
    upon = (receipt.sheet if receipt is not None else empty for receipt in (before, standing_orders))
    stands = session.get(CurrentPosition, game.id)
    shown = resume_position(session, game, stands.document) if stands is not None else None
    questions: Collection[Decision] = ()
    if for_turn and shown is not None and shown.waiting:
        rules = games.of(shown.showing)
        window = rules.window(shown.showing, shown.waiting[0], game.stops)
        questions = rules.own_questions(window, shown.waiting, house)
    board, edition = shown.showing.board if shown is not None else None, games.edition(game.edition)
    return read_sheet_text(
        text, edition, game.parts, *upon, house=house, board=board, decisions=questions, partly=partly
    )


def _uses_old_form(edition: str, script: Script, text: str, before: Receipt | None) -> bool:
    if script.cleared:
        return text.lstrip().startswith("{") and documents.is_translated(edition, text.encode(errors="replace"))
    return before is not None and before.translated


def _number(version: Receipt | None) -> int:
    return version.number if version is not None else 0


def _no_turn() -> Denied:
    return Denied("turn-closed", "This game is not open for orders now; you cannot submit anything.")
