"""Content of the game master's page, pending results, and reopening a held turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine import Board, Decided, Fought, Level, Record, Sheet
from correspondence import input_validation
from correspondence.archive.records import current
from correspondence.audit_log import note
from correspondence.deadlines.clock import MAX_EXTENSION_HOURS, due_after, move
from correspondence.evaluations import evaluations_of
from correspondence.games.access import are_names_visible, master_signs, masters_of, visible_master, who_is
from correspondence.input_validation import Denied, Invalid
from correspondence.models import (
    UNFINISHED,
    Account,
    AuditEntry,
    Evaluation,
    Game,
    Note,
    OverrideRow,
    PendingResult,
    Readiness,
    Seat,
    SheetVersion,
    Turn,
    TurnBoard,
)
from correspondence.review.access import Place, acts_alone, open_hidden_review, open_review, reviewers, unfinished_turns
from correspondence.review.enforcement import fits
from correspondence.review.overrides import find_override
from correspondence.review.pending_results import (
    Flag,
    current_pending_result,
    drop,
    find_pending_result,
    find_turn_in_review,
    outcome_of,
    read_flags,
    still_current,
    versions_of,
)
from correspondence.rows import count_of, from_rows
from correspondence.seats import VASSAL
from correspondence.sheets.reading import latest_sheet
from correspondence.turns import ready_for_turn, stage, turn_of

MAX_LISTED = 30


@dataclass(frozen=True)
class HandedIn:
    """Whether a house has submitted orders for the turn, never which.

    `version` counts its submissions (0: none). Like `at`, it is shown to game masters who do not play.
    """

    house: str
    kind: str
    level: Level
    asked: bool
    version: int
    at: datetime | None
    ready: bool


@dataclass(frozen=True)
class TurnLine:
    """A turn in review. `status` as players see it; `held`: its result is pending."""

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
class PendingResultLine:
    """The pending result, for readers who may publish it.

    `flags` are shown to game masters who do not play.
    """

    id: str
    number: int
    turn_number: int
    status: str
    digest: str
    made_at: datetime
    flags: tuple[Flag, ...]


@dataclass(frozen=True)
class OverrideLine:
    """An override that was applied or withdrawn, or that waits for consent.

    `turn_number` is None for an override that is about no turn.
    """

    id: str
    number: int
    kind: str
    turn_number: int | None
    draft_number: int
    reason: str
    status: str
    by: str
    at: datetime


@dataclass(frozen=True)
class MasterLine:
    """A master. `plays`: holds, held or acts for a seat; None where that is hidden."""

    name: str
    head: bool
    plays: bool | None


@dataclass(frozen=True)
class ReviewPage:
    """The game master's page; `draft` is the one that waits.
    `sees`: the reader may see hidden data; `alone`: needs no consent; `reviewable`: some master may look; `asked`:
    overrides of masters who play, for others to agree to; `seats`: those played, `houses`: all on the board."""

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
    alone: bool
    reviewable: bool
    masters: tuple[MasterLine, ...]
    turn: TurnLine | None
    draft: PendingResultLine | None
    overrides: tuple[OverrideLine, ...]
    asked: tuple[OverrideLine, ...]
    notes: int
    evaluation: Evaluation | None
    seats: tuple[Seat, ...]
    houses: tuple[str, ...]


def review_page(session: Session, account: Account, game_id: str, now: datetime) -> ReviewPage:
    """Return the master's page of a game; `no-such-game`, `not-game-master`."""
    place = open_review(session, account, game_id, now)
    game = place.game
    turn = turn_of(session, game, *UNFINISHED, "set-aside")
    pending = current_pending_result(session, turn) if turn else None
    own = () if place.who.sees_all else (Note.account_id == place.account.id,)
    able = bool(reviewers(session, game, now))
    # One who plays publishes only if nobody else could look at it.
    publishes = place.who.sees_all or not able
    return from_rows(
        ReviewPage,
        game,
        id=game.public_id,
        modules=game.parts,
        paused=game.paused_at is not None,
        sees=place.who.sees_all,
        alone=acts_alone(place),
        reviewable=able,
        masters=tuple(_master_lines(session, place, now)),
        turn=turn_line(session, game, turn, now, sees=place.who.sees_all) if turn else None,
        draft=_pending_result_line(pending, turn, place) if pending and turn and publishes else None,
        overrides=_visible_overrides(session, place),
        asked=_pending_requests(session, place),
        notes=count_of(session, Note, *own, game_id=game.id, removed_at=None),
        evaluation=next(iter(evaluations_of(session, game, 1)), None),
        seats=tuple(seat for seat in game.seats if seat.kind != VASSAL),
        houses=tuple(current(session, game).showing.board.houses) if game.started_at else (),
    )


def _visible_overrides(session: Session, place: Place) -> tuple[OverrideLine, ...]:
    """Return the overrides in force that the master of `place` may see.
    Those on pending results are only for masters who see all, until their turn is published."""
    lines = override_lines(session, place)
    if place.who.sees_all:
        return lines
    waiting = unfinished_turns(session, place.game)
    return tuple(override for override in lines if not override.draft_number or override.turn_number not in waiting)


def _pending_requests(session: Session, place: Place) -> tuple[OverrideLine, ...]:
    """Return the overrides that others are asked to agree to and that still fit.
    A master who plays (see `place`) gets only their own."""
    query = select(OverrideRow.public_id, OverrideRow.account_id).filter_by(game_id=place.game.id, status="asked")
    own = {row.public_id for row in session.execute(query) if row.account_id == place.account.id}
    lines = override_lines(session, place, status="asked")
    shown = (override for override in lines if place.who.sees_all or override.id in own)
    return tuple(
        override for override in shown if fits(session, place.game, find_override(session, place.game, override.id))
    )


def _master_lines(session: Session, place: Place, now: datetime) -> list[MasterLine]:
    """Return masters by name; in anonymous games a playing one learns of no other."""
    game, names_shown = place.game, are_names_visible(place.game, place.who)
    return [
        MasterLine(
            visible_master(game, row.account, place.who),
            row.head,
            who_is(session, game, row.account, now).playing if names_shown else None,
        )
        for row in masters_of(session, game)
    ]


def _pending_result_line(pending: PendingResult, turn: Turn, place: Place) -> PendingResultLine:
    """Return a pending result in brief; with flags only for a master who sees all.
    `place` is the master with their game."""
    flags = read_flags(pending.flags) if place.who.sees_all else ()
    return from_rows(PendingResultLine, pending, id=pending.public_id, turn_number=turn.number, flags=flags)


def turn_line(session: Session, game: Game, turn: Turn, now: datetime, *, sees: bool = True) -> TurnLine:
    """Return a turn with who has submitted; to a master who plays only who is ready."""
    last = select(SheetVersion.seat_id, func.max(SheetVersion.number), func.max(SheetVersion.accepted_at))
    last = last.where(SheetVersion.turn_id == turn.id).group_by(SheetVersion.seat_id)
    versions = {seat: (number, at) for seat, number, at in session.execute(last)} if sees else {}
    ready = ready_for_turn(session, turn)
    lines = []
    for seat in game.seats:
        number, at = versions.get(seat.id, (0, None))
        house = seat.house or ""
        lines.append(
            HandedIn(house, seat.kind, seat.bot_level, house in turn.required_houses, number, at, house in ready)
        )
    return from_rows(TurnLine, turn, id=turn.public_id, status=stage(turn, now), handed_in=tuple(lines))


def override_lines(
    session: Session, place: Place, turn: Turn | None = None, status: str = "applied"
) -> tuple[OverrideLine, ...]:
    """Return a game's or one turn's overrides with this status, newest first.
    `place` is the master who reads them, with the game."""
    game = place.game
    query = (
        select(OverrideRow, Turn.number, Account)
        .join(Account)
        .outerjoin(Turn)
        .where(OverrideRow.game_id == game.id, OverrideRow.status == status)
        .order_by(OverrideRow.number.desc())
        .limit(MAX_LISTED)
    )
    if turn is not None:
        query = query.where(OverrideRow.turn_id == turn.id)
    return tuple(
        from_rows(OverrideLine, row, id=row.public_id, turn_number=number, by=visible_master(game, master, place.who))
        for row, number, master in session.execute(query)
    )


@dataclass(frozen=True)
class PendingResultPage:
    """A pending result with its contents; `before` is the board when the turn opened.
    `decided`: every decision in order; `sheets`: those used; `earlier`: the pending result before it, if any."""

    id: str
    game_id: str
    title: str
    edition: str
    players: int
    turn_number: int
    turn_status: str
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
    overrides: tuple[OverrideLine, ...]
    earlier: PendingResult | None


def pending_result_page(
    session: Session, account: Account, game_id: str, draft_id: str, now: datetime
) -> PendingResultPage:
    """Return a pending result for a master who may see it.
    Raises NotFound (`no-such-game`, `no-such-draft`), Denied (`not-game-master`, `game-master-plays`)."""
    place = open_hidden_review(session, account, game_id, now)
    game = place.game
    pending = find_pending_result(session, game, draft_id)
    turn = pending.turn
    outcome = outcome_of(pending)
    return from_rows(
        PendingResultPage,
        pending,
        turn,
        game,
        id=pending.public_id,
        game_id=game.public_id,
        turn_number=turn.number,
        turn_status=turn.status,
        before=documents.read_board(game.edition, session.get_one(TurnBoard, turn.id).document),
        after=outcome.showing.board,
        records=tuple(outcome.records),
        flags=read_flags(pending.flags),
        battles=tuple(games.of_edition(game.edition).fights(outcome.records)),
        decided=tuple(record.event for record in outcome.records if isinstance(record.event, Decided)),
        sheets=tuple(_used_sheets(session, game, turn, pending)),
        overrides=override_lines(session, place, turn),
        earlier=_earlier(session, pending),
    )


def _used_sheets(session: Session, game: Game, turn: Turn, pending: PendingResult) -> list[tuple[str, int, Sheet]]:
    """Return house, number and sheet of the newest version of each house used.
    These are the houses whose sheets the pending result used."""
    used, sheets = versions_of(pending), []
    for seat in game.seats:
        if seat.house in used:
            latest = latest_sheet(session, turn, seat)
            if latest is not None:
                sheets.append((seat.house or "", latest.number, latest.sheet))
    return sheets


def _earlier(session: Session, pending: PendingResult) -> PendingResult | None:
    """The result that this one replaced, or for one beside it the turn's current one."""
    query = select(PendingResult).where(PendingResult.turn_id == pending.turn_id, PendingResult.number > 0)
    if pending.number > 0:
        query = query.where(PendingResult.number < pending.number)
    return session.scalar(query.order_by(PendingResult.number.desc()).limit(1))


def record_first_look(session: Session, account: Account, page: PendingResultPage, now: datetime) -> bool:
    """Record a master's first look at a pending result in the audit log.
    Returns whether it was the first."""
    seen = select(AuditEntry.document).filter_by(scope=page.game_id, kind="looked-at-draft", actor=account.public_id)
    if any(page.id in document.decode() for document in session.scalars(seen)):
        return False
    document = {"call": page.turn_number, "draft": page.number, "id": page.id}
    note(session, page.game_id, account, "looked-at-draft", document, now)
    return True


# As a change of a deadline keeps it.
MAX_REASON_LENGTH = 300


@dataclass(frozen=True)
class Reopening:
    """The effect of reopening a held turn.

    It names the pending result and overrides that are dropped, who has submitted orders, and the new deadline.
    """

    game_id: str
    title: str
    edition: str
    turn: TurnLine
    draft: int
    overrides: tuple[OverrideLine, ...]
    due_at: datetime


def preview_reopening(session: Session, account: Account, game_id: str, hours: float, now: datetime) -> Reopening:
    """Return what reopening the held turn would do; changes nothing.
    `hours`: days in a game with a fixed hour. Raises NotFound `no-such-game`, Invalid `out-of-range`,
    Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `paused-already`)."""
    place = open_hidden_review(session, account, game_id, now)
    game = place.game
    if not 0 < hours <= MAX_EXTENSION_HOURS:
        raise Invalid(
            "out-of-range", "This must be from {least} to {most}.", "hours", least=0, most=MAX_EXTENSION_HOURS
        )
    turn = turn_of(session, game, "held")
    pending = current_pending_result(session, turn) if turn is not None else None
    if turn is None or pending is None:
        raise Denied("nothing-held", "No turn of this game waits for review.")
    _refuse_paused(game)
    overrides = tuple(override for override in override_lines(session, place, turn) if override.draft_number)
    return from_rows(
        Reopening,
        game,
        game_id=game.public_id,
        turn=turn_line(session, game, turn, now),
        draft=pending.number,
        overrides=overrides,
        due_at=due_after(game, now, timedelta(hours=hours)),
    )


def reopen(
    session: Session,
    account: Account,
    game_id: str,
    *,
    turn: int,
    draft: int,
    due_at: datetime,
    reason: str,
    now: datetime,
) -> Turn:
    """Reopen the held turn with this number for sheets until `due_at`.

    `draft` is the number of the pending result that was looked at; it is dropped, and overrides on it are withdrawn.
    Sheets stay and can be replaced; whoever was ready is asked again. Everybody is told once.
    Only for a master who does not play: one who plays would get their own sheet back. Raises NotFound `no-such-game`,
    Denied (`not-game-master`, `game-master-plays`, `nothing-held`, `stale-draft`, `paused-already`),
    Invalid (the reason, `deadline-past`, `out-of-range`).
    """
    game = open_hidden_review(session, account, game_id, now, lock=True).game
    reason = input_validation.line(reason, "reason", MAX_REASON_LENGTH)
    row = find_turn_in_review(session, game, turn)
    dropped = still_current(session, row, draft)
    _refuse_paused(game)
    if due_at <= now:
        raise Invalid("deadline-past", "This moment has passed already.", "due_at")
    if due_at > now + timedelta(hours=MAX_EXTENSION_HOURS + 24 * 7):
        raise Invalid("deadline-far", "This is too far ahead.", "due_at")
    drop(session, row)
    session.execute(delete(Readiness).filter_by(turn_id=row.id))
    row.status, row.closing_at, row.late_at = "open", None, None
    row.claim, row.claimed_until, row.attempts = "", None, 0
    session.flush()
    move(session, row, due_at, "reopened", None, now, reason, {"n": row.number, "by": master_signs(game, account)})
    document = {"call": row.number, "draft": dropped.number, "until": due_at.isoformat(), "reason": reason}
    note(session, game, account, "reopened", document, now)
    return row


def _refuse_paused(game: Game) -> None:
    if game.paused_at is not None:
        raise Denied("paused-already", "This game is paused; resume it first.")
