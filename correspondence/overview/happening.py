"""What happens in a game, as signs that change with it: for pages that lie open, and for who watches many games."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from correspondence.archive.queries import last_call
from correspondence.calls.access import call_of
from correspondence.calls.use_cases import ready_for, stage
from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.games.looking import NOTHING, last_shown, sees_readiness
from correspondence.models.accounts import Account
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.games import Game
from correspondence.models.press import PressMessage
from correspondence.models.sheets import SheetVersion
from correspondence.press.queries import unread_count
from narration.words import N_

KINDS = ("call", "ready", "results", "press")
# What `touched` is asked about for readers who are shown the game later, after the game's id.
LATER = ":later"


@dataclass(frozen=True)
class Signs:
    """What a reader may see of a game, as short values that are others once it has changed: the open call, who is ready
    for it, the results, the reader's letters. They say that something happened, never what. `later`: the reader is
    shown the game later, so that nothing that goes on now concerns them."""

    call: str
    ready: str
    results: str
    press: str
    later: bool = False

    def changed(self, before: Signs) -> tuple[str, ...]:
        """The kinds of what happened since."""
        return tuple(kind for kind in KINDS if getattr(self, kind) != getattr(before, kind))

    def told(self) -> str:
        """All of them as one word."""
        return ".".join(getattr(self, kind) for kind in KINDS)


def signs_in(word: str) -> Signs | None:
    """What `told` wrote; None for anything else."""
    parts = word.split(".")
    if len(parts) != len(KINDS):
        return None
    call, ready, results, letters = parts
    return Signs(call, ready, results, letters)


def signs_for(session: Session, game_id: str, account: Account | None, now: datetime) -> Signs:
    """The signs of a game for a reader, who may be nobody in particular. NotFound `no-such-game`, Denied
    `no-spectators` for a game that is closed to them."""
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    shown = last_shown(session, game, who)
    if shown == NOTHING:
        raise Denied("no-spectators", N_("Only who plays this game may look at it before its end."))
    if shown is not None:
        return Signs(_word(), _word(), _word(shown, game.status), _word(), later=True)
    call = call_of(session, game)
    said = sorted(ready_for(session, call)) if call and sees_readiness(game, who) else ()
    about = (call.number, stage(call, now), call.due_at, call.closing_at) if call else ()
    return Signs(
        call=_word(game.status, game.paused_at, *about),
        ready=_word(*said),
        results=_word(last_call(session, game), game.status),
        press=_word(unread_count(session, game, account, now)),
    )


def touched(session: Session, names: Collection[str]) -> dict[str, str]:
    """A word for each game that is another once anything in it happened that a reader may see, whoever reads; for its
    id with LATER, once another call began. Two questions to the database for any number of games."""
    game_ids = {name.removesuffix(LATER) for name in names}
    newest = (
        select(func.max(OpenedCall.id).label("id"))
        .join(Game, Game.id == OpenedCall.game_id)
        .where(Game.public_id.in_(game_ids))
        .group_by(OpenedCall.game_id)
        .subquery()
    )
    said = (
        select(func.count(Readiness.id))
        .where(Readiness.call_id == OpenedCall.id)
        .correlate(OpenedCall)
        .scalar_subquery()
    )
    last = select(func.max(Readiness.id)).where(Readiness.call_id == OpenedCall.id).correlate(OpenedCall)
    letters = select(func.max(PressMessage.id)).where(PressMessage.game_id == Game.id).correlate(Game)
    query = (
        select(
            Game.public_id,
            Game.status,
            Game.paused_at,
            OpenedCall.number,
            OpenedCall.status,
            OpenedCall.due_at,
            OpenedCall.closing_at,
            said,
            last.scalar_subquery(),
            letters.scalar_subquery(),
        )
        .outerjoin(OpenedCall, (OpenedCall.game_id == Game.id) & OpenedCall.id.in_(select(newest.c.id)))
        .where(Game.public_id.in_(game_ids))
    )
    words: dict[str, str] = {}
    for game_id, *row in session.execute(query):
        status, _, number, *_ = row
        words |= {game_id: _word(*row), f"{game_id}{LATER}": _word(status, number)}
    return {name: words[name] for name in names if name in words}


@dataclass(frozen=True)
class SheetIn:
    """The version of one's sheet that is in, and since when."""

    number: int
    at: datetime


def sheet_in(session: Session, game_id: str, account: Account | None, now: datetime) -> SheetIn | None:
    """What is in for the open call of the seat that somebody acts for, if anything is. NotFound `no-such-game`."""
    game = game_named(session, game_id)
    seat, call = who_is(session, game, account, now).seat, call_of(session, game)
    if seat is None or call is None:
        return None
    query = select(SheetVersion.number, SheetVersion.accepted_at).where(
        SheetVersion.call_id == call.id, SheetVersion.seat_id == seat.id
    )
    found = session.execute(query.order_by(SheetVersion.number.desc()).limit(1)).first()
    return SheetIn(found.number, found.accepted_at) if found else None


def _word(*values: object) -> str:
    """A few letters that stand for these values."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:12]
