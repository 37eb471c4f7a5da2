"""Sheets as they come in, read and checked before anything is locked: what is dear about them keeps nobody waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.documents import read_ahead as read_in_families
from adjudicator.documents import read_sheet_ahead
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Position, Sheet
from correspondence.archive.reading import stored_position
from correspondence.calls.access import place_of, still_open
from correspondence.errors import Denied
from correspondence.games.access import game_named, own_seat
from correspondence.games.substitutes import stood_by
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.read_cache import remembered
from correspondence.sheets.reading import latest_standing, own_sheets
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
