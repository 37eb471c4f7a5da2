"""Adjudicating a call, exactly once, whatever dies on the way.

1. A short transaction claims the call and counts the attempt; it is committed before anything is tried.
2. One transaction locks the call, looks again whether it is due, resolves it and writes everything that follows from
   it: position, journal, records, letters, the next call. All of it or nothing.
3. An error rolls that back. After the third the game is set aside, with the reason for its host; others go on.
"""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from correspondence.adjudications.resolving import resolve_call
from correspondence.calls.models import OpenedCall
from correspondence.errors import Denied
from correspondence.games.access import game_named
from correspondence.games.models import Game
from correspondence.store import Store
from correspondence.words import N_

log = structlog.get_logger(__name__)

# Longer than any adjudication may take: a worker that died lets its call go after this.
CLAIM = timedelta(seconds=60)
MOST_ATTEMPTS = 3
WAIT_AFTER_ERROR = timedelta(seconds=5)


def adjudicate(store: Store, call_id: str, worker: str, now_fn: Callable[[], datetime]) -> bool:
    """Adjudicate a call that is due; True if this worker did. Safe to call often, at once, and for any id."""
    claim = f"{worker[:60]}#{secrets.token_hex(6)}"
    if not _claim(store, call_id, claim, now_fn()):
        return False
    try:
        with store.begin() as session:
            # The claim is ours, so whoever holds the lock now is a player, and soon done.
            call = _locked(session, call_id, wait=True)
            now = now_fn()
            if call is None or call.claim != claim or not _due(call, now):
                return False
            resolve_call(session, call, worker, now)
    except Exception as fault:  # noqa: BLE001  whatever it is, it is kept for the host and other games go on
        _give_up_or_wait(store, call_id, claim, fault, now_fn())
        return False
    return True


def _locked(session: Session, call_id: str, *, wait: bool = False) -> OpenedCall | None:
    """The call, locked; None if there is none or, without waiting, if somebody else has its lock at this moment."""
    query = select(OpenedCall).where(OpenedCall.public_id == call_id)
    return session.scalar(query.with_for_update(skip_locked=not wait))


def _due(call: OpenedCall, now: datetime) -> bool:
    return call.status == "open" and call.closes_at <= now


def _claim(store: Store, call_id: str, claim: str, now: datetime) -> bool:
    """Count an attempt and take the call for a while; a call whose attempts are used up is set aside instead."""
    with store.begin() as session:
        call = _locked(session, call_id)
        if call is None or not _due(call, now) or (call.claimed_until is not None and call.claimed_until > now):
            return False
        if call.attempts >= MOST_ATTEMPTS:
            # Its workers did not live to tell what happened.
            _set_aside(session, call, call.trouble or "the worker died while it adjudicated this call")
            return False
        call.attempts += 1
        call.claim, call.claimed_until = claim, now + CLAIM
    return True


def _give_up_or_wait(store: Store, call_id: str, claim: str, fault: Exception, now: datetime) -> None:
    trouble = "".join(traceback.format_exception(fault))
    with store.begin() as session:
        call = _locked(session, call_id, wait=True)
        if call is None or call.claim != claim or call.status != "open":
            return
        call.trouble = trouble
        if isinstance(fault, OperationalError):
            # A database that did not answer says nothing about the game.
            call.attempts -= 1
        if call.attempts >= MOST_ATTEMPTS:
            _set_aside(session, call, trouble)
        else:
            call.claimed_until = now + WAIT_AFTER_ERROR
    log.error(
        "a call could not be adjudicated", call=call_id, attempts=call.attempts, status=call.status, error=trouble
    )


def _set_aside(session: Session, call: OpenedCall, trouble: str) -> None:
    game = session.get_one(Game, call.game_id)
    call.status = game.status = "set-aside"
    call.trouble = game.trouble = trouble
    call.claimed_until = None
    log.error("a game is set aside", game=game.public_id, call=call.public_id)


def take_up_again(session: Session, game_id: str) -> None:
    """Let a game that was set aside go on where it stopped; for hosts, after the cause is mended.

    Raises NotFound `no-such-game`, Denied `not-set-aside`.
    """
    game = game_named(session, game_id, lock=True)
    query = select(OpenedCall).where(OpenedCall.game_id == game.id, OpenedCall.status == "set-aside")
    call = session.scalar(query.with_for_update())
    if game.status != "set-aside" or call is None:
        raise Denied("not-set-aside", N_("This game was not set aside."))
    game.status, game.trouble = "running", ""
    call.status, call.trouble, call.attempts, call.claim = "open", "", 0, ""
