"""Adjudicating a call, exactly once, whatever dies on the way.

1. A short transaction claims calls and counts the attempt; it is committed before anything is tried (`claiming`).
2. One transaction locks a call, looks again whether it is due and ours, resolves it and writes everything that follows
   from it: position, journal, records, letters, the next call. All of it or nothing.
3. An error rolls that back. After the third the game is set aside, with the reason for its host; others go on.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import structlog
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    String,
    bindparam,
    exists,
    func,
    or_,
    select,
    union,
)
from sqlalchemy import (
    cast as sql_cast,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from correspondence import logs
from correspondence.adjudications.publishing import at_deadline
from correspondence.closing.claiming import (
    MOST_ATTEMPTS,
    Claimed,
    claim_due,
    claim_one,
    let_go,
    set_aside,
    tell_set_aside,
)
from correspondence.closing.resolving import resolve_call
from correspondence.models.accounts import Absence
from correspondence.models.archive import CallBoard, CurrentPosition, JournalPart, RoundRecords
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.games import Delegation, Game, GameMaster, Seat, SeatHolder
from correspondence.models.outbox import PushSubscription, Webhook
from correspondence.models.press import PressMessage
from correspondence.models.sheets import SheetVersion, StandingVersion
from correspondence.read_cache import foreknow
from correspondence.row_locks import held
from correspondence.rows import next_key
from correspondence.store import AWAY, Store, is_away


def gather(session: Session, call: OpenedCall, now: datetime) -> None:
    """Read the call's game, its position and the call's board, and what else is there: one statement, and one for the
    seats. What was read is found in the session from then on.

    The caller holds the call's lock, so sheets and who is ready stay as they are.
    """
    about = {"game": call.game_id, "call": call.id, "part": call.number, "opened": call.opened_at, "now": now}
    query, asked = _query(session.get_bind().dialect.name)
    game, position, board, *found = session.execute(query, about).one()
    facts = dict(zip(asked, found, strict=True))
    heard = frozenset(map(int, filter(None, (facts["heard"] or "").split(","))))
    facts |= {"heard": (call.id, heard), "journal": facts["journal"] or 0, "records": facts["records"] or 0}
    foreknow(session, game.id, facts, kept=(game, position, board))


@cache
def _query(dialect: str) -> tuple[Select[Any], list[str]]:
    """The statement, with places for what it is about, and the names of what it finds besides the three rows."""
    asked = _facts(dialect) | _rare()
    query = (
        select(Game, CurrentPosition, CallBoard, *(column.label(name) for name, column in asked.items()))
        .join(CurrentPosition, CurrentPosition.game_id == Game.id)
        .join(CallBoard, CallBoard.call_id == _place(OpenedCall.id, "call"))
        .where(Game.id == _place(Game.id, "game"))
    )
    return query, list(asked)


def _place(column: InstrumentedAttribute[Any], name: str) -> BindParameter[Any]:
    return bindparam(name, type_=column.type)


def _facts(dialect: str) -> dict[str, ColumnElement[Any]]:
    """The last numbers of journal and records, the seats of which something has come for this call, and the key of the
    call that will be opened."""
    game, call = _place(Game.id, "game"), _place(OpenedCall.id, "call")
    sheets = select(SheetVersion.seat_id).where(SheetVersion.call_id == call)
    heard = union(sheets, select(Readiness.seat_id).where(Readiness.call_id == call)).subquery()
    return {
        "heard": select(func.aggregate_strings(sql_cast(heard.c.seat_id, String), ",")).scalar_subquery(),
        "journal": select(func.max(JournalPart.last)).where(JournalPart.game_id == game).scalar_subquery(),
        "records": select(func.max(RoundRecords.last)).where(RoundRecords.game_id == game).scalar_subquery(),
        "next-call": next_key(OpenedCall, dialect),
        "told": exists().where(RoundRecords.game_id == game, RoundRecords.part == _place(RoundRecords.part, "part")),
    }


def _rare() -> dict[str, ColumnElement[Any]]:
    """For each rare thing whether the game has any; rather too many than too few."""
    game = _place(Game.id, "game")
    seats = select(Seat.id).where(Seat.game_id == game)
    players = select(Seat.account_id).where(Seat.game_id == game, Seat.account_id.is_not(None))
    acting = select(Delegation.account_id).where(
        Delegation.game_id == game,
        Delegation.revoked_at.is_(None),
        Delegation.until_at > _place(Delegation.until_at, "now"),
    )
    masters = select(GameMaster.account_id).where(GameMaster.game_id == game)
    return {
        "standing": exists().where(StandingVersion.seat_id.in_(seats)),
        "handed-over": exists().where(SeatHolder.seat_id.in_(seats), SeatHolder.until.is_not(None)),
        "absences": exists().where(
            Absence.account_id.in_(players),
            Absence.cancelled_at.is_(None),
            Absence.last_at > _place(OpenedCall.opened_at, "opened"),
        ),
        "delegations": acting.exists(),
        "webhooks": exists().where(
            or_(*(Webhook.account_id.in_(people) for people in (players, acting, masters))),
            Webhook.removed_at.is_(None),
        ),
        "pushes": exists().where(
            or_(*(PushSubscription.account_id.in_(people) for people in (players, acting, masters)))
        ),
        "press": exists().where(PressMessage.game_id == game, PressMessage.released_at.is_(None)),
    }


log = structlog.get_logger(__name__)

WAIT_AFTER_ERROR = timedelta(seconds=5)
Limit = Callable[[], AbstractContextManager[object]]


def adjudicate(store: Store, call_id: str, worker: str, now_fn: Callable[[], datetime]) -> bool:
    """Adjudicate a call that is due; True if this worker did. Safe to call often, at once, and for any id."""
    claimed = claim_one(store, call_id, worker, now_fn())
    return claimed is not None and adjudicate_claimed(store, claimed, worker, now_fn)


def adjudicate_due(
    store: Store, worker: str, now_fn: Callable[[], datetime], most: int, limit: Limit = nullcontext
) -> tuple[int, int]:
    """Claim calls that are due, at most `most`, and adjudicate each in a transaction of its own.

    `limit` is entered around each, and may end one that takes too long with an exception. Returns how many were
    claimed, and how many this worker adjudicated. What it does not come to, because it is told to stop, it gives back.
    """
    claimed = claim_due(store, worker, now_fn(), most)
    tried = done = 0
    try:
        for one in claimed:
            tried += 1
            done += adjudicate_claimed(store, one, worker, now_fn, limit)
    finally:
        _let_go_quietly(store, claimed[tried:])
    return len(claimed), done


def adjudicate_claimed(
    store: Store, claimed: Claimed, worker: str, now_fn: Callable[[], datetime], limit: Limit = nullcontext
) -> bool:
    """Adjudicate a call that was claimed; whether this worker did. An error is written down, not raised."""
    with logs.about(call=claimed.call_id, game=""):
        done = _adjudicate(store, claimed, worker, now_fn, limit)
        if done:
            log.info("call adjudicated")
    return done


def _adjudicate(
    store: Store, claimed: Claimed, worker: str, now_fn: Callable[[], datetime], limit: Limit = nullcontext
) -> bool:
    try:
        with limit(), store.begin() as session:
            # The claim is ours, so whoever holds the lock now is a player, and soon done.
            call = _locked(session, claimed.call_id)
            now = now_fn()
            if call is None or call.claim != claimed.claim or call.status != "open" or call.closes_at > now:
                return False
            gather(session, call, now)
            if not at_deadline(session, call, now):
                # Somebody gets more time; that this worker looked is no attempt that failed.
                call.claim, call.claimed_until, call.attempts = "", None, 0
                return False
            resolve_call(session, call, worker, now)
    except Exception as fault:  # noqa: BLE001  whatever it is, it is kept for the host and other games go on
        _give_up_or_wait(store, claimed, fault, now_fn())
        return False
    return True


def _locked(session: Session, call_id: str) -> OpenedCall | None:
    return session.scalar(held(select(OpenedCall).where(OpenedCall.public_id == call_id)))


def _let_go_quietly(store: Store, claimed: Sequence[Claimed]) -> None:
    try:
        let_go(store, claimed)
    except AWAY as error:
        # Their claims run out by themselves.
        log.warning("claimed calls could not be given back", count=len(claimed), error=str(error.orig))


def _give_up_or_wait(store: Store, claimed: Claimed, fault: Exception, now: datetime) -> None:
    trouble = "".join(traceback.format_exception(fault))
    with store.begin() as session:
        call = _locked(session, claimed.call_id)
        if call is None or call.claim != claimed.claim or call.status != "open":
            return
        call.trouble = trouble
        if is_away(fault):
            # A database that did not answer says nothing about the game.
            call.attempts -= 1
        if call.attempts >= MOST_ATTEMPTS:
            set_aside(session, call, trouble)
        else:
            call.claimed_until = now + WAIT_AFTER_ERROR
    log.error(
        "a call could not be adjudicated",
        call=claimed.call_id,
        attempts=call.attempts,
        status=call.status,
        error=trouble,
    )
    if call.status == "set-aside":
        tell_set_aside(store, claimed.call_id, now)
