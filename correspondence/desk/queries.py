"""What the desk shows: the game as its masters see it, and drafts for those who may look at them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.kernel.event import Decided, Record
from adjudicator.thrones.board import Board
from adjudicator.thrones.sheet import Sheet
from correspondence.accounts.models import Account
from correspondence.archive.models import CallBoard
from correspondence.archive.reading import current, read_board
from correspondence.calls.access import call_of
from correspondence.calls.models import UNFINISHED, OpenedCall
from correspondence.calls.readiness import ready_for, stage
from correspondence.desk.access import Place, at_desk, reviewers, seeing, unfinished
from correspondence.desk.battles import Fought, battles
from correspondence.desk.drafts import current_draft, draft_named, outcome_of, versions_of
from correspondence.desk.flags import Flag, read_flags
from correspondence.desk.models import Draft, EdictRow, Note
from correspondence.evaluations.models import Evaluation
from correspondence.evaluations.queries import evaluations_of
from correspondence.games.access import masters_of, who_is
from correspondence.games.models import Game, Seat
from correspondence.games.vassal_seats import VASSAL
from correspondence.ledger.models import LedgerEntry
from correspondence.ledger.use_cases import note
from correspondence.sheets.models import SheetVersion
from correspondence.sheets.reading import latest_sheet

MOST_LISTED = 30


@dataclass(frozen=True)
class HandedIn:
    """Whether a house handed something in for the call, never what. `version` counts its sheets (0: none)."""

    house: str
    kind: str
    asked: bool
    version: int
    at: datetime | None
    ready: bool


@dataclass(frozen=True)
class CallLine:
    """A call at the desk; `status` as players are told, `held` while a draft waits."""

    id: str
    number: int
    window: str
    round: int
    status: str
    opened_at: datetime
    due_at: datetime
    closes_at: datetime
    handed_in: tuple[HandedIn, ...]


@dataclass(frozen=True)
class DraftLine:
    """A draft in a list."""

    id: str
    number: int
    call_number: int
    status: str
    digest: str
    made_at: datetime
    flags: tuple[Flag, ...]


@dataclass(frozen=True)
class EdictLine:
    """An edict in a list."""

    id: str
    number: int
    kind: str
    call_number: int | None
    draft_number: int
    reason: str
    status: str
    by: str
    at: datetime


@dataclass(frozen=True)
class MasterLine:
    """A master of the game. `plays`: holds, held or acts for a seat."""

    name: str
    head: bool
    plays: bool


@dataclass(frozen=True)
class DeskPage:
    """The desk. `sees`: the reader may look at what players may not; `reviewable`: some master may; `draft` is the one
    that waits; `seats` are those that are played, `houses` all on the board."""

    id: str
    title: str
    edition: str
    modules: tuple[str, ...]
    players: int
    status: str
    round: int
    review: str
    paused: bool
    sees: bool
    reviewable: bool
    masters: tuple[MasterLine, ...]
    call: CallLine | None
    draft: DraftLine | None
    edicts: tuple[EdictLine, ...]
    notes: int
    evaluation: Evaluation | None
    seats: tuple[Seat, ...]
    houses: tuple[str, ...]


def desk_page(session: Session, account: Account, game_id: str, now: datetime) -> DeskPage:
    """The desk of a game for one of its masters; NotFound `no-such-game`, Denied `not-game-master`."""
    place = at_desk(session, account, game_id, now)
    game = place.game
    call = call_of(session, game, *UNFINISHED, "set-aside")
    draft = current_draft(session, call) if call else None
    return DeskPage(
        id=game.public_id,
        title=game.title,
        edition=game.edition,
        modules=game.parts,
        players=game.players,
        status=game.status,
        round=game.round,
        review=game.review,
        paused=game.paused_at is not None,
        sees=place.who.sees_all,
        reviewable=bool(reviewers(session, game, now)),
        masters=tuple(_masters(session, game, now)),
        call=call_line(session, game, call, now) if call else None,
        draft=_draft_line(draft, call, place) if draft and call else None,
        edicts=_edicts_told(session, place),
        notes=_notes(session, game),
        evaluation=next(iter(evaluations_of(session, game, 1)), None),
        seats=tuple(seat for seat in game.seats if seat.kind != VASSAL),
        houses=tuple(current(session, game).showing.board.houses) if game.started_at else (),
    )


def _edicts_told(session: Session, place: Place) -> tuple[EdictLine, ...]:
    """The edicts in force; those on a draft that is not out only for those who may look at it."""
    found = edict_lines(session, place.game)
    if place.who.sees_all:
        return found
    waiting = unfinished(session, place.game)
    return tuple(edict for edict in found if not edict.draft_number or edict.call_number not in waiting)


def _notes(session: Session, game: Game) -> int:
    query = select(func.count(Note.id)).where(Note.game_id == game.id, Note.removed_at.is_(None))
    return session.scalar(query) or 0


def _masters(session: Session, game: Game, now: datetime) -> list[MasterLine]:
    return [
        MasterLine(row.account.name, row.head, who_is(session, game, row.account, now).playing)
        for row in masters_of(session, game)
    ]


def _draft_line(draft: Draft, call: OpenedCall, place: Place) -> DraftLine:
    """A draft in brief; what it is flagged for only for those who may look at it."""
    flags = read_flags(draft.flags) if place.who.sees_all else ()
    return DraftLine(draft.public_id, draft.number, call.number, draft.status, draft.digest, draft.made_at, flags)


def call_line(session: Session, game: Game, call: OpenedCall, now: datetime) -> CallLine:
    """A call with who has handed in."""
    last = select(SheetVersion.seat_id, func.max(SheetVersion.number), func.max(SheetVersion.accepted_at))
    last = last.where(SheetVersion.call_id == call.id).group_by(SheetVersion.seat_id)
    versions = {seat: (number, at) for seat, number, at in session.execute(last)}
    ready = ready_for(session, call)
    lines = []
    for seat in game.seats:
        number, at = versions.get(seat.id, (0, None))
        house = seat.house or ""
        lines.append(HandedIn(house, seat.kind, house in call.houses_asked, number, at, house in ready))
    return CallLine(
        id=call.public_id,
        number=call.number,
        window=call.window,
        round=call.round,
        status=stage(call, now),
        opened_at=call.opened_at,
        due_at=call.due_at,
        closes_at=call.closes_at,
        handed_in=tuple(lines),
    )


def edict_lines(session: Session, game: Game, call: OpenedCall | None = None) -> tuple[EdictLine, ...]:
    """The edicts of a game (or of one call) that took effect, newest first."""
    query = (
        select(EdictRow, OpenedCall.number, Account.name)
        .join(Account, Account.id == EdictRow.account_id)
        .outerjoin(OpenedCall, OpenedCall.id == EdictRow.call_id)
        .where(EdictRow.game_id == game.id, EdictRow.status == "applied")
        .order_by(EdictRow.number.desc())
        .limit(MOST_LISTED)
    )
    if call is not None:
        query = query.where(EdictRow.call_id == call.id)
    return tuple(
        EdictLine(row.public_id, row.number, row.kind, number, row.draft_number, row.reason, row.status, name, row.at)
        for row, number, name in session.execute(query)
    )


@dataclass(frozen=True)
class DraftPage:
    """A draft with everything in it. `before` is the board when the call opened; `decided` every decision in order;
    `sheets` the sheets that were used; `earlier` the draft before it, if there is one."""

    id: str
    game_id: str
    title: str
    edition: str
    players: int
    call_number: int
    call_status: str
    window: str
    round: int
    number: int
    status: str
    digest: str
    made_at: datetime
    before: Board
    after: Board
    records: tuple[Record, ...]
    flags: tuple[Flag, ...]
    battles: tuple[Fought, ...]
    decided: tuple[Decided, ...]
    sheets: tuple[tuple[str, int, Sheet], ...]
    edicts: tuple[EdictLine, ...]
    earlier: Draft | None


def draft_page(session: Session, account: Account, game_id: str, draft_id: str, now: datetime) -> DraftPage:
    """A draft for a master who may look at it; NotFound (`no-such-game`, `no-such-draft`), Denied
    (`not-game-master`, `game-master-plays`)."""
    game = seeing(session, account, game_id, now).game
    draft = draft_named(session, game, draft_id)
    call = session.get_one(OpenedCall, draft.call_id)
    outcome = outcome_of(draft)
    return DraftPage(
        id=draft.public_id,
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        players=game.players,
        call_number=call.number,
        call_status=call.status,
        window=call.window,
        round=call.round,
        number=draft.number,
        status=draft.status,
        digest=draft.digest,
        made_at=draft.made_at,
        before=read_board(session.get_one(CallBoard, call.id).document),
        after=outcome.showing.board,
        records=tuple(outcome.records),
        flags=read_flags(draft.flags),
        battles=battles(outcome.records),
        decided=tuple(record.event for record in outcome.records if isinstance(record.event, Decided)),
        sheets=tuple(_sheets(session, game, call, draft)),
        edicts=edict_lines(session, game, call),
        earlier=_earlier(session, draft),
    )


def _sheets(session: Session, game: Game, call: OpenedCall, draft: Draft) -> list[tuple[str, int, Sheet]]:
    used, found = versions_of(draft), []
    for seat in game.seats:
        if seat.house in used:
            latest = latest_sheet(session, call, seat)
            if latest is not None:
                found.append((seat.house or "", latest.number, latest.sheet))
    return found


def _earlier(session: Session, draft: Draft) -> Draft | None:
    """The draft that this one replaced, or for one beside it the call's current one."""
    query = select(Draft).where(Draft.call_id == draft.call_id, Draft.number > 0)
    if draft.number > 0:
        query = query.where(Draft.number < draft.number)
    return session.scalar(query.order_by(Draft.number.desc()).limit(1))


def looked_at(session: Session, account: Account, page: DraftPage, now: datetime) -> bool:
    """Note in the ledger that a master looked at a draft, the first time they do; whether it was the first."""
    seen = select(LedgerEntry.document).where(
        LedgerEntry.scope == page.game_id,
        LedgerEntry.kind == "looked-at-draft",
        LedgerEntry.actor == account.public_id,
    )
    if any(page.id in document.decode() for document in session.scalars(seen)):
        return False
    document = {"call": page.call_number, "draft": page.number, "id": page.id}
    note(session, page.game_id, account.public_id, "looked-at-draft", document, now)
    return True
