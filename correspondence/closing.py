"""Turns that are due: claimed by a worker, adjudicated, held or published.

A claim is a name nobody else ever has, and holds for a while. Whoever adjudicates looks under the turn's lock whether
the claim is still theirs, so a worker that was frozen and wakes up late changes nothing any more. Each claim counts as
an attempt, committed before anything is tried. Turns that nobody tried yet are claimed many at once; one that was tried
before is claimed alone, so that a turn whose workers die takes no others with it. A batch whose worker dies costs each
of its turns one attempt, and never a second: from then on each pays only for workers that die while they have it. So
no turn is set aside unless two workers at least died over it alone; counting only what was begun would cost every turn
a statement and a commit more.

1. A short transaction claims turns and counts the attempt; it is committed before anything is tried (`claiming`).
2. One transaction locks a turn, looks again whether it is due and ours, resolves it and writes everything that follows
   from it: position, journal, records, emails, the next turn. All of it or nothing.
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
from typing import Any, TypeVar

import structlog
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    String,
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
from correspondence.adjudications import apply_deadline_rules, publish, resolve_to_next_choice, submitted_input
from correspondence.archive.records import stored_position
from correspondence.audit_log import note
from correspondence.games.access import find_game, who_is
from correspondence.input_validation import Denied
from correspondence.masters import master_accounts
from correspondence.models import (
    Absence,
    Account,
    CurrentPosition,
    Delegation,
    Game,
    GameMaster,
    IncomingMail,
    JournalPart,
    Message,
    PushSubscription,
    Readiness,
    RoundRecords,
    Seat,
    SeatHolder,
    SheetVersion,
    StandingOrdersVersion,
    Turn,
    TurnBoard,
    Webhook,
)
from correspondence.notices.use_cases import notify
from correspondence.read_cache import preload_facts
from correspondence.review.pending_results import hold_if_reviewed
from correspondence.rows import locking_query
from correspondence.store import AWAY, Store, is_away, settings_of
from correspondence.turns import locked_game

log = structlog.get_logger(__name__)


def quarantine(session: Session, turn: Turn, trouble: str) -> None:
    """Quarantine a turn and its game, with the reason; the caller holds the turn lock."""
    game = turn.game
    turn.status = game.status = "set-aside"
    turn.trouble = game.trouble = trouble
    turn.claimed_until = None
    log.error("a game is set aside", game=game.public_id, turn=turn.public_id)


def tell_quarantined(store: Store, turn_id: str, now: datetime) -> None:
    """Email the game masters and hosts that the game is quarantined.
    A failure is only logged, as it must not prevent the quarantine."""
    try:
        with store.begin() as session:
            turn = session.scalars(select(Turn).filter_by(public_id=turn_id)).one()
            game = turn.game
            hosts = session.scalars(select(Account).filter_by(host=True, deleted_at=None))
            note(session, game, None, "set-aside", {"call": turn.number}, now)
            notify(
                session,
                "game-set-aside",
                f"{game.public_id}:{turn.number}:set-aside:{now:%Y%m%d%H%M%S}",
                now,
                game=game,
                seats=(),
                accounts=[*master_accounts(session, game), *hosts],
                values={"n": turn.number},
                turn=turn,
                link=addresses.game(settings_of(session), game.public_id),
            )
    except Exception:
        log.exception("nobody could be told that a game is set aside", turn=turn_id)


def take_up_again(session: Session, game_id: str) -> None:
    """Let a game that was set aside go on where it stopped, after the cause is mended.

    Raises NotFound `no-such-game`, Denied `not-set-aside`.
    """
    game = locked_game(session, game_id)
    query = select(Turn).filter_by(game_id=game.id, status="set-aside")
    turn = session.scalar(locking_query(query))
    if game.status != "set-aside" or turn is None:
        raise Denied("not-set-aside", "This game is not quarantined.")
    game.status, game.trouble = "running", ""
    turn.status, turn.trouble, turn.attempts, turn.claim = "open", "", 0, ""


def try_again(session: Session, by: Account | None, game_id: str, now: datetime) -> None:
    """Run `take_up_again` for a game master or host (None: local), audited.

    Raises Denied `not-game-master` for anybody else.
    """
    game = find_game(session, game_id)
    if by is not None:
        who = who_is(session, game, by, now)
        if not (who.gm or who.host):
            raise Denied("not-game-master", "Only a game master of this game may do this.")
    take_up_again(session, game_id)
    note(session, game, by or "host", "tried-again", {}, now)


# A worker that died lets its turns go after this. One that lives keeps them longer: it holds their lock while it works.
CLAIM = timedelta(seconds=30)
MAX_ATTEMPTS = 3
# A turn waits no longer than this for mails that came in time; they are read within seconds.
FOR_MAIL = timedelta(minutes=5)
DIED = "the worker died while it adjudicated this call"

Q = TypeVar("Q", bound=Select[Any])


@dataclass(frozen=True)
class Claimed:
    """A turn that is ours to adjudicate, by its public id, and the name of the claim."""

    turn_id: str
    claim: str


def claim_due(store: Store, worker: str, now: datetime, most: int) -> list[Claimed]:
    """Claim due turns, oldest first: up to `most` untried ones, or one tried before.

    Empty when nothing unclaimed is due. Turns whose attempts are used up are quarantined on the way.
    """
    due = _free(select(Turn), now).order_by(Turn.closes_at, Turn.id)
    tried = locking_query(due.where(Turn.attempts > 0).limit(1), skip_locked=True)
    claims = _claim(store, locking_query(due.where(Turn.attempts == 0).limit(most), skip_locked=True), worker, now)
    claims = claims or _claim(store, tried, worker, now)
    while claims == [None]:
        claims = _claim(store, tried, worker, now)
    return [claim for claim in claims if claim is not None]


def claim_turn(store: Store, turn_id: str, worker: str, now: datetime) -> Claimed | None:
    """Claim one turn; None if it is not due, claimed already, or quarantined just now."""
    # Whoever is second here waits for the first, and then finds the turn claimed.
    return next(
        iter(_claim(store, locking_query(_free(select(Turn), now).filter_by(public_id=turn_id)), worker, now)), None
    )


def _claim(store: Store, query: Select[Turn], worker: str, now: datetime) -> list[Claimed | None]:
    """Count an attempt for each turn; None: quarantined, as its attempts are used up."""
    claims: list[Claimed | None] = []
    with store.begin() as session:
        turns = session.scalars(query).all()
        for turn in turns:
            if turn.attempts >= MAX_ATTEMPTS:
                # Its workers did not live to tell what happened.
                quarantine(session, turn, turn.trouble or DIED)
                claims.append(None)
                continue
            turn.attempts += 1
            turn.claim, turn.claimed_until = f"{worker[:60]}#{secrets.token_hex(6)}", now + CLAIM
            claims.append(Claimed(turn.public_id, turn.claim))
    for turn in turns:
        if turn.status == "set-aside":
            tell_quarantined(store, turn.public_id, now)
    return claims


def let_go(store: Store, claimed: Collection[Claimed]) -> None:
    """Give turns back that were claimed and not tried, as if they had never been."""
    with store.begin() as session:
        for claim in claimed:
            mine = update(Turn).filter_by(public_id=claim.turn_id, claim=claim.claim, status="open")
            session.execute(mine.values(claim="", claimed_until=None, attempts=Turn.attempts - 1))


def count_due(session: Session, now: datetime) -> int:
    """How many turns are due that nobody has claimed."""
    return session.scalar(_free(select(func.count()).select_from(Turn), now)) or 0


def _free(query: Q, now: datetime) -> Q:
    """Restrict a query to turns that are due and unclaimed.
    Turns of a game with unread mail that came in time wait until it is read."""
    # Mails for seats of a turn's game that nobody has read, and that came before its time was up.
    unread = (
        select(IncomingMail.id)
        .join(Seat, Seat.public_id == IncomingMail.for_seat)
        .where(IncomingMail.state == "stored", IncomingMail.received_at > now - FOR_MAIL)
        .where(Seat.game_id == Turn.game_id, IncomingMail.received_at <= Turn.closes_at)
    )
    return (
        query.where(Turn.status == "open", Turn.closes_at <= now)
        .where(Turn.claimed_until.is_(None) | (Turn.claimed_until <= now))
        .where(~unread.exists())
    )


def resolve_turn(session: Session, turn: Turn, worker: str, now: datetime) -> None:
    """Resolve a turn and store its results, or hold them as a draft for review.

    The caller holds its lock and has found it due.
    """
    game = turn.game
    structlog.contextvars.bind_contextvars(game=game.public_id)
    begun = time.perf_counter()
    handed = submitted_input(session, game, turn)
    outcome = resolve_to_next_choice(game, turn.round, handed.turn, documents.decode(stored_position(session, game)))
    seconds = round(time.perf_counter() - begun, 4)
    if not hold_if_reviewed(session, game, turn, outcome, handed, now):
        publish(session, game, turn, outcome, handed.versions, worker, now, seconds)


def gather(session: Session, turn: Turn, now: datetime) -> None:
    """Load a turn's game, position and board into the session, in two statements.

    One is for the seats. The caller holds the turn's lock, so sheets and readiness stay as they are. Without it a round
    in bulk takes 44 % more CPU on PostgreSQL: a turn is adjudicated in 34.9 ms instead of 18.4
    (`tests.bench.by_turns`).
    """
    about = {"game": turn.game_id, "call": turn.id, "part": turn.number, "opened": turn.opened_at, "now": now}
    query, fact_names = _query()
    game, position, board, *fact_values = session.execute(query, about).one()
    facts = dict(zip(fact_names, fact_values, strict=True))
    heard = frozenset(map(int, filter(None, (facts["heard"] or "").split(","))))
    facts |= {"heard": (turn.id, heard), "journal": facts["journal"] or 0, "records": facts["records"] or 0}
    preload_facts(session, game.id, facts, rows=(game, position, board))


@cache
def _query() -> tuple[Select[Any], list[str]]:
    """Return the parametrised statement, and its column names besides the three rows."""
    columns = _facts() | _rare()
    query = (
        select(Game, CurrentPosition, TurnBoard, *(column.label(name) for name, column in columns.items()))
        .join(CurrentPosition, CurrentPosition.game_id == Game.id)
        .join(TurnBoard, TurnBoard.turn_id == _place(Turn.id, "call"))
        .where(Game.id == _place(Game.id, "game"))
    )
    return query, list(columns)


def _place(column: InstrumentedAttribute[Any], name: str) -> BindParameter[Any]:
    return bindparam(name, type_=column.type)


def _facts() -> dict[str, ColumnElement[Any]]:
    """Return the last journal and record numbers, and the seats with submissions."""
    game, turn = _place(Game.id, "game"), _place(Turn.id, "call")
    sheets = select(SheetVersion.seat_id).filter_by(turn_id=turn)
    heard = union(sheets, select(Readiness.seat_id).filter_by(turn_id=turn)).subquery()
    return {
        "heard": select(func.aggregate_strings(sql_cast(heard.c.seat_id, String), ",")).scalar_subquery(),
        "journal": select(func.max(JournalPart.last)).filter_by(game_id=game).scalar_subquery(),
        "records": select(func.max(RoundRecords.last)).filter_by(game_id=game).scalar_subquery(),
        "told": exists().where(RoundRecords.game_id == game, RoundRecords.part == _place(RoundRecords.part, "part")),
    }


def _rare() -> dict[str, ColumnElement[Any]]:
    """Return an expression for each rare thing: whether the game may have any.
    True where that is uncertain."""
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
        "standing": exists().where(StandingOrdersVersion.seat_id.in_(seats)),
        "handed-over": exists().where(SeatHolder.seat_id.in_(seats), SeatHolder.until.is_not(None)),
        "absences": exists().where(
            Absence.account_id.in_(players),
            Absence.cancelled_at.is_(None),
            Absence.last_at > _place(Turn.opened_at, "opened"),
        ),
        "delegations": acting.exists(),
        "webhooks": exists().where(
            or_(*(Webhook.account_id.in_(people) for people in (players, acting, masters))),
            Webhook.removed_at.is_(None),
        ),
        "pushes": exists().where(
            or_(*(PushSubscription.account_id.in_(people) for people in (players, acting, masters)))
        ),
        "press": exists().where(Message.game_id == game, Message.released_at.is_(None)),
    }


WAIT_AFTER_ERROR = timedelta(seconds=5)
Limit = Callable[[], AbstractContextManager[object]]


def adjudicate(store: Store, turn_id: str, worker: str, now_fn: Callable[[], datetime]) -> bool:
    """Adjudicate a due turn; True if this worker did. Idempotent, safe concurrently."""
    claimed = claim_turn(store, turn_id, worker, now_fn())
    return claimed is not None and adjudicate_claimed(store, claimed, worker, now_fn)


def adjudicate_due(
    store: Store, worker: str, now_fn: Callable[[], datetime], most: int, limit: Limit = nullcontext
) -> tuple[int, int]:
    """Claim at most `most` due turns and adjudicate each in its own transaction.

    `limit` is entered around each, and may end a slow one with an exception. Returns how many were claimed and how many
    this worker adjudicated. When told to stop, it releases the rest.
    """
    claimed = claim_due(store, worker, now_fn(), most)
    tried = done = 0
    try:
        for claimed_turn in claimed:
            tried += 1
            done += adjudicate_claimed(store, claimed_turn, worker, now_fn, limit)
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
    """Adjudicate a claimed turn; True if this worker did. Errors are stored."""
    with logs.about(turn=claimed.turn_id, game=""):
        done = _adjudicate(store, claimed, worker, now_fn, limit)
        if done:
            log.info("turn adjudicated")
    return done


def _adjudicate(
    store: Store, claimed: Claimed, worker: str, now_fn: Callable[[], datetime], limit: Limit = nullcontext
) -> bool:
    """Adjudicate a claimed turn in its own transaction; return whether it was.
    False if the claim or turn has changed, somebody gets more time, or it failed."""
    try:
        with limit(), store.begin() as session:
            # The claim is ours, so whoever holds the lock now is a player, and soon done.
            turn = _lock_turn(session, claimed.turn_id)
            now = now_fn()
            if turn is None or turn.claim != claimed.claim or turn.status != "open" or turn.closes_at > now:
                return False
            gather(session, turn, now)
            if not apply_deadline_rules(session, turn, now):
                # Somebody gets more time; that this worker looked is no attempt that failed.
                turn.claim, turn.claimed_until, turn.attempts = "", None, 0
                return False
            resolve_turn(session, turn, worker, now)
    except Exception as fault:  # noqa: BLE001  whatever it is, it is kept for the host and other games go on
        _give_up_or_wait(store, claimed, fault, now_fn())
        return False
    return True


def _lock_turn(session: Session, turn_id: str) -> Turn | None:
    """Lock and return a turn; None if there is none."""
    return session.scalar(locking_query(select(Turn).filter_by(public_id=turn_id)))


def _give_up_or_wait(store: Store, claimed: Claimed, fault: Exception, now: datetime) -> None:
    """Note why a turn failed, and let it wait or quarantine it after MAX_ATTEMPTS.
    A database that did not answer counts as no attempt."""
    trouble = "".join(traceback.format_exception(fault))
    with store.begin() as session:
        turn = _lock_turn(session, claimed.turn_id)
        if turn is None or turn.claim != claimed.claim or turn.status != "open":
            return
        turn.trouble = trouble
        if is_away(fault):
            # A database that did not answer says nothing about the game.
            turn.attempts -= 1
        if turn.attempts >= MAX_ATTEMPTS:
            quarantine(session, turn, trouble)
        else:
            turn.claimed_until = now + WAIT_AFTER_ERROR
    log.error(
        "a call could not be adjudicated",
        turn=claimed.turn_id,
        attempts=turn.attempts,
        status=turn.status,
        error=trouble,
    )
    if turn.status == "set-aside":
        tell_quarantined(store, claimed.turn_id, now)
