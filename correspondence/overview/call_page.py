"""Reading calls: those that are due, and the page on which a sheet is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engine.bulk import Unsaid
from adjudicator.engine.decision import Decision, Refusal
from adjudicator.engine.values import Sheet, View
from correspondence.archive.queries import board_view, current
from correspondence.calls.use_cases import (
    may_close_early,
    place_of,
    ready_for,
    stage,
    takes_sheets,
    view_told,
    wants_to_wait,
)
from correspondence.drafts.use_cases import KeptDraft, sheet_draft_at
from correspondence.errors import NotFound
from correspondence.games.access import game_named
from correspondence.games.options import TUTORIAL
from correspondence.games.terms import stood_by
from correspondence.models.accounts import Account
from correspondence.models.archive import CallBoard
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.sheets.reading import latest_standing, offered_sheet, own_sheets
from narration.words import N_

WITHOUT_ORDERS = Refusal(
    "ready-without-orders",
    "you are ready, but no sheet of yours is in for this call: earlier sheets of the round, standing instructions and "
    "the published defaults decide",
)


@dataclass(frozen=True, kw_only=True)
class Readiness:
    """Who is ready for a call, and when it closes. `orders_in`: a sheet of the seat for this call is in; `warnings` say
    what being ready means without one. `status` is `open`, `closing` (all are ready), `adjudicating`,
    `paused`, `held` (for the game's master), `closed`, `void` (taken back) or `set-aside`."""

    id: str
    status: str
    asked: bool
    ready: bool
    houses_asked: tuple[str, ...]
    houses_ready: tuple[str, ...]
    due_at: datetime
    closing_at: datetime | None
    closes_at: datetime
    orders_in: bool
    warnings: tuple[Refusal, ...]


@dataclass(frozen=True, kw_only=True)
class CallPage(Readiness):
    """A call as one seat sees it. `view` is the board the sheet is written on, `questions` what waits for the seat.

    `sheet` is the latest version handed in (number `sheet_number`, 0 for none), `sheet_at` when; `carried`
    what was written for earlier calls of the round and counts wherever nothing replaces it; `standing` the standing
    instructions.
    `waits`: the seat wants the call to wait for its deadline even if all are ready (`may_wait`: it would not anyway).
    `extensions_left` is how often the seat can be late and still get more time; `grace`: this is the last chance.
    `stood_by`: the steward decides what the seat leaves open, as it was just taken over. `unsaid`: who else does so.
    """

    game_id: str
    title: str
    edition: str
    players: int
    pace: str
    number: int
    window: str
    round: int
    house: str
    opened_at: datetime
    hold_minutes: float
    questions: tuple[Decision, ...]
    view: View
    sheet: Sheet | None
    sheet_number: int
    sheet_at: datetime | None
    carried: Sheet | None
    standing: Sheet | None
    waits: bool
    may_wait: bool
    paused_until: datetime | None
    pause_reason: str
    extensions_left: int
    grace: bool
    # A sheet of before the game was taken back, which counts only if it is handed in again.
    offered: Sheet | None
    stood_by: bool
    unsaid: Unsaid
    # The page says what is new in the program.
    news: bool
    # What counts for the seat was written in a form of an earlier release.
    translated: bool
    # What the receipt of the sheet warns of.
    sheet_warnings: tuple[Refusal, ...]
    # What the asker is writing, while sheets are taken.
    draft: KeptDraft | None
    # It is a first game, which tells its player what to do.
    first: bool


def call_page(session: Session, account: Account, call_id: str, now: datetime) -> CallPage:
    """A call for the asker's own seat; NotFound `no-such-call`, Denied `not-your-seat`."""
    place = place_of(session, account, call_id, now)
    call, game, house = place.call, place.game, place.house
    view, said = _view(session, call, game, house), ready_for(session, call)
    (latest, carried), standing = own_sheets(session, call, place.seat), latest_standing(session, place.seat)
    may_wait = may_close_early(game)
    return CallPage(
        **_call_told(call, game, now),
        house=house,
        asked=house in call.houses_asked,
        ready=house in said,
        orders_in=latest is not None,
        warnings=(WITHOUT_ORDERS,) if house in said and latest is None else (),
        houses_ready=tuple(h for h in call.houses_asked if h in said),
        questions=tuple(view.waiting),
        view=view,
        sheet=latest.sheet if latest else None,
        sheet_number=latest.number if latest else 0,
        sheet_at=latest.accepted_at if latest else None,
        carried=carried,
        standing=standing.sheet if standing else None,
        waits=may_wait and wants_to_wait(session, call, place.seat),
        may_wait=may_wait,
        paused_until=game.paused_until,
        pause_reason=game.pause_reason,
        extensions_left=max(0, game.extensions - place.seat.extensions_used),
        grace=call.late_at is not None,
        offered=None if latest else offered_sheet(session, call, place.seat),
        stood_by=house in stood_by(game, call.number),
        unsaid=call.unsaid,
        news=call.news,
        translated=any(one is not None and one.translated for one in (latest, standing)),
        sheet_warnings=latest.warnings if latest else (),
        draft=sheet_draft_at(session, account, place).read() if takes_sheets(call, now) else None,
        first=game.preset == TUTORIAL,
    )


def _call_told(call: OpenedCall, game: Game, now: datetime) -> dict[str, Any]:
    """What a call and its game say to everybody."""
    return {
        "id": call.public_id,
        "game_id": game.public_id,
        "title": game.title,
        "edition": game.edition,
        "players": game.players,
        "pace": game.pace,
        "number": call.number,
        "window": call.window,
        "round": call.round,
        "opened_at": call.opened_at,
        "due_at": call.due_at,
        "closing_at": call.closing_at,
        "closes_at": call.closes_at,
        "hold_minutes": game.hold_seconds / 60,
        "status": stage(call, now),
        "houses_asked": call.houses_asked,
    }


def _view(session: Session, call: OpenedCall, game: Game, house: str) -> View:
    """The board now while sheets are taken, else the one that the call opened with."""
    if call.status in ("open", "paused"):
        outcome = current(session, game)
        return view_told(game, outcome, house)
    return board_view(game, session.get_one(CallBoard, call.id).document, house)


def first_call(session: Session, account: Account, game_id: str, now: datetime) -> CallPage:
    """The first call of a game for the asker's own seat; NotFound (`no-such-game`, `no-such-call`), Denied."""
    game = game_named(session, game_id)
    query = select(OpenedCall.public_id).where(OpenedCall.game_id == game.id, OpenedCall.status != "void")
    found = session.scalar(query.order_by(OpenedCall.number).limit(1))
    if found is None:
        raise NotFound("no-such-call", N_("There is no such call."))
    return call_page(session, account, found, now)
