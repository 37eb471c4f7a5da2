"""Claiming due calls for one worker at a time, and quarantine for games that cannot be adjudicated.

A claim is a name nobody else ever has, and holds for a while. Whoever adjudicates looks under the call's lock whether
the claim is still theirs, so a worker that was frozen and wakes up late changes nothing any more. Each claim counts as
an attempt, committed before anything is tried. Calls that nobody tried yet are claimed many at once; one that was tried
before is claimed alone, so that a call whose workers die takes no others with it. A batch whose worker dies costs each
of its calls one attempt, and never a second: from then on each pays only for workers that die while they have it. So
no call is set aside unless two workers at least died over it alone; counting only what was begun would cost every call
a statement and a commit more.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast

import structlog
from sqlalchemy import Select, Table, Update, func, select, update
from sqlalchemy.orm import Session

from correspondence import addresses
from correspondence.calls.use_cases import locked_game
from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.ledger.use_cases import note
from correspondence.masters.use_cases import master_accounts
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game, Seat
from correspondence.models.incoming_mail import IncomingMail
from correspondence.notices.use_cases import notify
from correspondence.row_locks import held
from correspondence.store import Store, settings_of
from narration.words import N_

log = structlog.get_logger(__name__)

SERVICE = "service"


def set_aside(session: Session, call: OpenedCall, trouble: str) -> None:
    """Set the call and its game aside, with the reason for the host. The caller holds the call's lock."""
    game = session.get_one(Game, call.game_id)
    call.status = game.status = "set-aside"
    call.trouble = game.trouble = trouble
    call.claimed_until = None
    log.error("a game is set aside", game=game.public_id, call=call.public_id)


def tell_set_aside(store: Store, call_id: str, now: datetime) -> None:
    """Write to the game's masters and the hosts that it stands still. That this fails is logged: it must not keep a
    game from being set aside."""
    try:
        with store.begin() as session:
            call = session.scalars(select(OpenedCall).where(OpenedCall.public_id == call_id)).one()
            game = session.get_one(Game, call.game_id)
            hosts = session.scalars(select(Account).where(Account.host.is_(True), Account.deleted_at.is_(None)))
            note(session, game.public_id, SERVICE, "set-aside", {"call": call.number}, now)
            notify(
                session,
                "game-set-aside",
                f"{game.public_id}:{call.number}:set-aside:{now:%Y%m%d%H%M%S}",
                now,
                game=game,
                seats=(),
                accounts=[*master_accounts(session, game), *hosts],
                values={"n": call.number},
                link=addresses.game(settings_of(session), game.public_id),
            )
    except Exception:
        log.exception("nobody could be told that a game is set aside", call=call_id)


def take_up_again(session: Session, game_id: str) -> None:
    """Let a game that was set aside go on where it stopped, after the cause is mended.

    Raises NotFound `no-such-game`, Denied `not-set-aside`.
    """
    game = locked_game(session, game_id)
    query = select(OpenedCall).where(OpenedCall.game_id == game.id, OpenedCall.status == "set-aside")
    call = session.scalar(held(query))
    if game.status != "set-aside" or call is None:
        raise Denied("not-set-aside", N_("This game was not set aside."))
    game.status, game.trouble = "running", ""
    call.status, call.trouble, call.attempts, call.claim = "open", "", 0, ""


def try_again(session: Session, by: Account | None, game_id: str, now: datetime) -> None:
    """As `take_up_again`, by a master of the game or a host (None: at the machine itself), written into the ledger.

    Raises Denied `not-game-master` for anybody else.
    """
    game = game_named(session, game_id)
    if by is not None:
        who = who_is(session, game, by, now)
        if not (who.gm or who.host):
            raise Denied("not-game-master", N_("Only a game master of this game may do this."))
    take_up_again(session, game_id)
    note(session, game.public_id, by.public_id if by else "host", "tried-again", {}, now)


# A worker that died lets its calls go after this. One that lives keeps them longer: it holds their lock while it works.
CLAIM = timedelta(seconds=30)
MOST_ATTEMPTS = 3
# A call waits no longer than this for mails that came in time; they are read within seconds.
FOR_MAIL = timedelta(minutes=5)
DIED = "the worker died while it adjudicated this call"

Q = TypeVar("Q", Select[Any], Update)

_calls = cast(Table, OpenedCall.__table__)
_mails, _seats = cast(Table, IncomingMail.__table__), cast(Table, Seat.__table__)


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
    fresh = _claim_fresh(store, worker, now, most)
    return fresh or _claim_tried(store, worker, now)


def _claim_fresh(store: Store, worker: str, now: datetime, most: int) -> list[Claimed]:
    claim = new_claim(worker)
    due = _free(select(_calls.c.id), now).where(_calls.c.attempts == 0).order_by(_calls.c.closes_at, _calls.c.id)
    chosen = held(due.limit(most), skip_locked=True).cte("chosen")
    take = (
        update(_calls)
        .where(_calls.c.id.in_(select(chosen.c.id)))
        .values(claim=claim, claimed_until=now + CLAIM, attempts=1)
        .returning(_calls.c.public_id, _calls.c.closes_at, _calls.c.id)
    )
    with store.begin() as session:
        taken = sorted(session.execute(take), key=lambda row: (row.closes_at, row.id))
    return [Claimed(row.public_id, claim) for row in taken]


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
        .where(_calls.c.public_id == call_id, _calls.c.attempts < MOST_ATTEMPTS)
        .values(claim=claim, claimed_until=now + CLAIM, attempts=_calls.c.attempts + 1)
    )
    with store.begin() as session:
        # Whoever is second here waits for the first, and then finds the call claimed.
        if session.execute(take.returning(_calls.c.id)).first() is not None:
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
        free = update(_calls).where(_calls.c.public_id.in_(ids), _calls.c.claim == claim, _calls.c.status == "open")
        with store.begin() as session:
            session.execute(free.values(claim="", claimed_until=None, attempts=_calls.c.attempts - 1))


def count_due(session: Session, now: datetime) -> int:
    """How many calls are due that nobody has claimed."""
    return session.scalar(_free(select(func.count()).select_from(_calls), now)) or 0


def _free(query: Q, now: datetime) -> Q:
    """Only calls whose time is up and that nobody has now; those of a game for which a mail waits that came in time
    wait until it is read."""
    return (
        query.where(_calls.c.status == "open", _calls.c.closes_at <= now)
        .where(_calls.c.claimed_until.is_(None) | (_calls.c.claimed_until <= now))
        .where(~_mail_in_time(now).exists())
    )


def _mail_in_time(now: datetime) -> Select[int]:
    """Mails for seats of a call's game that nobody has read, and that came before its time was up."""
    return (
        select(_mails.c.id)
        .join(_seats, _seats.c.public_id == _mails.c.for_seat)
        .where(_mails.c.state == "stored", _mails.c.received_at > now - FOR_MAIL)
        .where(_seats.c.game_id == _calls.c.game_id, _mails.c.received_at <= _calls.c.closes_at)
        .correlate(_calls)
    )


def _take(session: Session, call: OpenedCall, worker: str, now: datetime) -> Claimed | None:
    """Count an attempt and take the call, whose lock we hold; None: its attempts are used up, it is set aside."""
    if call.attempts >= MOST_ATTEMPTS:
        # Its workers did not live to tell what happened.
        set_aside(session, call, call.trouble or DIED)
        return None
    call.attempts += 1
    call.claim, call.claimed_until = new_claim(worker), now + CLAIM
    return Claimed(call.public_id, call.claim)
