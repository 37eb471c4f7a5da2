"""Calls that are due: claimed by a worker, adjudicated, held or published.

A claim is a name nobody else ever has, and holds for a while. Whoever adjudicates looks under the call's lock whether
the claim is still theirs, so a worker that was frozen and wakes up late changes nothing any more. Each claim counts as
an attempt, committed before anything is tried. Calls that nobody tried yet are claimed many at once; one that was tried
before is claimed alone, so that a call whose workers die takes no others with it. A batch whose worker dies costs each
of its calls one attempt, and never a second: from then on each pays only for workers that die while they have it. So
no call is set aside unless two workers at least died over it alone; counting only what was begun would cost every call
a statement and a commit more.

1. A short transaction claims calls and counts the attempt; it is committed before anything is tried (`claiming`).
2. One transaction locks a call, looks again whether it is due and ours, resolves it and writes everything that follows
   from it: position, journal, records, letters, the next call. All of it or nothing.
3. An error rolls that back. After the third the game is set aside, with the reason for its host; others go on.
"""

from __future__ import annotations

import secrets
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, TypeVar, cast

import structlog
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    String,
    Table,
    Update,
    bindparam,
    cast as sql_cast,
    exists,
    func,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from adjudicator import documents
from correspondence import addresses, logs
from correspondence.adjudications import at_deadline, handed_in, publish, resolved
from correspondence.archive.records import stored_position
from correspondence.audit_log import note
from correspondence.calls import locked_game
from correspondence.games.access import game_named, who_is
from correspondence.input_validation import Denied
from correspondence.masters import master_accounts
from correspondence.models import (
    Absence,
    Account,
    CallBoard,
    CurrentPosition,
    Delegation,
    Game,
    GameMaster,
    IncomingMail,
    JournalPart,
    OpenedCall,
    PressMessage,
    PushSubscription,
    Readiness,
    RoundRecords,
    Seat,
    SeatHolder,
    SheetVersion,
    StandingVersion,
    Webhook,
)
from correspondence.notices.use_cases import notify
from correspondence.read_cache import foreknow
from correspondence.review.drafts import hold_if_reviewed
from correspondence.rows import held, next_key
from correspondence.store import AWAY, Store, is_away, settings_of

log = structlog.get_logger(__name__)


def set_aside(session: Session, call: OpenedCall, trouble: str) -> None:
    """Set the call and its game aside, with the reason for the host. The caller holds the call's lock."""
    game = call.game
    call.status = game.status = "set-aside"
    call.trouble = game.trouble = trouble
    call.claimed_until = None
    log.error("a game is set aside", game=game.public_id, call=call.public_id)


def tell_set_aside(store: Store, call_id: str, now: datetime) -> None:
    """Write to the game's masters and the hosts that it stands still. That this fails is logged: it must not keep a
    game from being set aside."""
    try:
        with store.begin() as session:
            call = session.scalars(select(OpenedCall).filter_by(public_id=call_id)).one()
            game = call.game
            hosts = session.scalars(select(Account).filter_by(host=True, deleted_at=None))
            note(session, game, None, "set-aside", {"call": call.number}, now)
            notify(
                session,
                "game-set-aside",
                f"{game.public_id}:{call.number}:set-aside:{now:%Y%m%d%H%M%S}",
                now,
                game=game,
                seats=(),
                accounts=[*master_accounts(session, game), *hosts],
                values={"n": call.number},
                call=call,
                link=addresses.game(settings_of(session), game.public_id),
            )
    except Exception:
        log.exception("nobody could be told that a game is set aside", call=call_id)


def take_up_again(session: Session, game_id: str) -> None:
    """Let a game that was set aside go on where it stopped, after the cause is mended.

    Raises NotFound `no-such-game`, Denied `not-set-aside`.
    """
    game = locked_game(session, game_id)
    query = select(OpenedCall).filter_by(game_id=game.id, status="set-aside")
    call = session.scalar(held(query))
    if game.status != "set-aside" or call is None:
        raise Denied("not-set-aside", "This game is not quarantined.")
    game.status, game.trouble = "running", ""
    call.status, call.trouble, call.attempts, call.claim = "open", "", 0, ""


def try_again(session: Session, by: Account | None, game_id: str, now: datetime) -> None:
    """As `take_up_again`, by a master of the game or a host (None: at the machine itself), written into the audit log.

    Raises Denied `not-game-master` for anybody else.
    """
    game = game_named(session, game_id)
    if by is not None:
        who = who_is(session, game, by, now)
        if not (who.gm or who.host):
            raise Denied("not-game-master", "Only a game master of this game may do this.")
    take_up_again(session, game_id)
    note(session, game, by or "host", "tried-again", {}, now)


# A worker that died lets its calls go after this. One that lives keeps them longer: it holds their lock while it works.
CLAIM = timedelta(seconds=30)
MAX_ATTEMPTS = 3
# A call waits no longer than this for mails that came in time; they are read within seconds.
FOR_MAIL = timedelta(minutes=5)
DIED = "the worker died while it adjudicated this call"

Q = TypeVar("Q", Select[Any], Update)

_calls = cast(Table, OpenedCall.__table__)
_call, _mail, _seat = _calls.c, IncomingMail.__table__.c, Seat.__table__.c


@dataclass(frozen=True)
class Claimed:
    """A call that is ours to adjudicate, by its public id, and the name of the claim."""

    call_id: str
    claim: str


def new_claim(worker: str) -> str:
    """A name for a claim: whose it is, and what no other claim has."""
    return f"{worker[:60]}#{secrets.token_hex(6)}"


def claim_due(store: Store, worker: str, now: datetime, most: int) -> list[Claimed]:
    """Claim calls whose time is up, oldest first: at most `most` that nobody tried yet, or one that was tried before.

    Empty when nothing is due that nobody else has. Calls whose attempts are used up are set aside on the way.
    """
    claim = new_claim(worker)
    due = _free(select(_call.id), now).where(_call.attempts == 0).order_by(_call.closes_at, _call.id)
    chosen = held(due.limit(most), skip_locked=True).cte("chosen")
    take = (
        update(_calls)
        .where(_call.id.in_(select(chosen.c.id)))
        .values(claim=claim, claimed_until=now + CLAIM, attempts=1)
        .returning(_call.public_id, _call.closes_at, _call.id)
    )
    with store.begin() as session:
        taken = sorted(session.execute(take), key=lambda row: (row.closes_at, row.id))
    return [Claimed(row.public_id, claim) for row in taken] or _claim_tried(store, worker, now)


def _claim_tried(store: Store, worker: str, now: datetime) -> list[Claimed]:
    tried = _free(select(OpenedCall), now).where(OpenedCall.attempts > 0).order_by(OpenedCall.closes_at, OpenedCall.id)
    while True:
        with store.begin() as session:
            call = session.scalar(held(tried.limit(1), skip_locked=True))
            if call is None:
                return []
            claimed = _take(session, call, worker, now)
        if claimed is not None:
            return [claimed]
        tell_set_aside(store, call.public_id, now)


def claim_one(store: Store, call_id: str, worker: str, now: datetime) -> Claimed | None:
    """Claim one call; None if it is not due, or another has it, or it was set aside just now."""
    claim = new_claim(worker)
    take = (
        _free(update(_calls), now)
        .where(_call.public_id == call_id, _call.attempts < MAX_ATTEMPTS)
        .values(claim=claim, claimed_until=now + CLAIM, attempts=_call.attempts + 1)
    )
    with store.begin() as session:
        # Whoever is second here waits for the first, and then finds the call claimed.
        if session.execute(take.returning(_call.id)).first() is not None:
            return Claimed(call_id, claim)
        query = _free(select(OpenedCall), now).where(OpenedCall.public_id == call_id)
        call = session.scalar(held(query, skip_locked=True))
        if call is None:
            return None
        claimed = _take(session, call, worker, now)
    if claimed is None:
        tell_set_aside(store, call_id, now)
    return claimed


def let_go(store: Store, claimed: Collection[Claimed]) -> None:
    """Give calls back that were claimed and not tried, as if they had never been."""
    for claim in {one.claim for one in claimed}:
        ids = [one.call_id for one in claimed if one.claim == claim]
        free = update(_calls).where(_call.public_id.in_(ids), _call.claim == claim, _call.status == "open")
        with store.begin() as session:
            session.execute(free.values(claim="", claimed_until=None, attempts=_call.attempts - 1))


def count_due(session: Session, now: datetime) -> int:
    """How many calls are due that nobody has claimed."""
    return session.scalar(_free(select(func.count()).select_from(_calls), now)) or 0


def _free(query: Q, now: datetime) -> Q:
    """Only calls whose time is up and that nobody has now; those of a game for which a mail waits that came in time
    wait until it is read."""
    # Mails for seats of a call's game that nobody has read, and that came before its time was up.
    return (
        query.where(_call.status == "open", _call.closes_at <= now)
        .where(_call.claimed_until.is_(None) | (_call.claimed_until <= now))
        .where(
            ~(
                select(_mail.id)
                .join(Seat.__table__, _seat.public_id == _mail.for_seat)
                .where(_mail.state == "stored", _mail.received_at > now - FOR_MAIL)
                .where(_seat.game_id == _call.game_id, _mail.received_at <= _call.closes_at)
                .correlate(_calls)
            ).exists()
        )
    )


def _take(session: Session, call: OpenedCall, worker: str, now: datetime) -> Claimed | None:
    """Count an attempt and take the call, whose lock we hold; None: its attempts are used up, it is set aside."""
    if call.attempts >= MAX_ATTEMPTS:
        # Its workers did not live to tell what happened.
        set_aside(session, call, call.trouble or DIED)
        return None
    call.attempts += 1
    call.claim, call.claimed_until = new_claim(worker), now + CLAIM
    return Claimed(call.public_id, call.claim)


def resolve_call(session: Session, call: OpenedCall, worker: str, now: datetime) -> None:
    """Resolve a call and write everything that follows, or hold it as a draft if the game is reviewed so.

    The caller holds its lock and has found it due.
    """
    game = call.game
    structlog.contextvars.bind_contextvars(game=game.public_id)
    begun = time.perf_counter()
    handed = handed_in(session, game, call)
    outcome = resolved(game, call.round, handed.call, documents.decode(stored_position(session, game)))
    seconds = round(time.perf_counter() - begun, 4)
    if not hold_if_reviewed(session, game, call, outcome, handed, now):
        publish(session, game, call, outcome, handed.versions, worker, now, seconds)


def gather(session: Session, call: OpenedCall, now: datetime) -> None:
    """Read the call's game, its position and the call's board, and what else is there: one statement, and one for the
    seats. What was read is found in the session from then on.

    The caller holds the call's lock, so sheets and who is ready stay as they are. Without it a round in bulk takes 44 %
    more of the processor on PostgreSQL: a call is adjudicated in 34.9 ms instead of 18.4 (`tests.bench.by_turns`).
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
    sheets = select(SheetVersion.seat_id).filter_by(call_id=call)
    heard = union(sheets, select(Readiness.seat_id).filter_by(call_id=call)).subquery()
    return {
        "heard": select(func.aggregate_strings(sql_cast(heard.c.seat_id, String), ",")).scalar_subquery(),
        "journal": select(func.max(JournalPart.last)).filter_by(game_id=game).scalar_subquery(),
        "records": select(func.max(RoundRecords.last)).filter_by(game_id=game).scalar_subquery(),
        "next-call": next_key(OpenedCall, dialect),
        "told": exists().where(RoundRecords.game_id == game, RoundRecords.part == _place(RoundRecords.part, "part")),
    }


def _rare() -> dict[str, ColumnElement[Any]]:
    """For each rare thing whether the game has any; rather too many than too few."""
    game = _place(Game.id, "game")
    seats = select(Seat.id).filter_by(game_id=game)
    players = select(Seat.account_id).where(Seat.game_id == game, Seat.account_id.is_not(None))
    acting = (
        select(Delegation.account_id)
        .filter_by(game_id=game, revoked_at=None)
        .where(Delegation.until_at > _place(Delegation.until_at, "now"))
    )
    masters = select(GameMaster.account_id).filter_by(game_id=game)
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
        try:
            let_go(store, claimed[tried:])
        except AWAY as error:
            # Their claims run out by themselves.
            log.warning("claimed calls could not be given back", count=len(claimed) - tried, error=str(error.orig))
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
    return session.scalar(held(select(OpenedCall).filter_by(public_id=call_id)))


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
        if call.attempts >= MAX_ATTEMPTS:
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
