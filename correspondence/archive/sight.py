"""How far into a game's past a reader may look."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.games.looking import NOTHING, last_shown
from correspondence.models.accounts import Account
from correspondence.models.archive import CallBoard, RoundRecords
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from narration.words import N_

_ROUNDS = (
    select(RoundRecords.round)
    .where(RoundRecords.game_id == bindparam("game"), RoundRecords.round > 0)
    .distinct()
    .order_by(RoundRecords.round)
)
_ROUNDS_UNTIL = _ROUNDS.where(RoundRecords.part <= bindparam("last"))


@dataclass(frozen=True)
class Sight:
    """A game as one reader may see it: `house` is theirs, `over` that everything is open now, `last` the number of the
    last call whose results they may know (None: whatever there is)."""

    game: Game
    house: str | None
    over: bool
    last: int | None

    def reaches(self, call_number: int) -> bool:
        """Whether the reader may know what a call brought."""
        return self.last is None or call_number <= self.last


def sight_of(session: Session, game_id: str, account: Account | None, now: datetime) -> Sight:
    """What a reader may see of a game; NotFound `no-such-game`, Denied `no-spectators`."""
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    last = last_shown(session, game, who)
    if last == NOTHING and game.started_at is not None:
        raise Denied("no-spectators", N_("Only who plays this game may look at it before its end."))
    return Sight(game, who.house, game.status == "finished", last)


def rounds_told(session: Session, game: Game) -> tuple[int, ...]:
    """The rounds that have a log."""
    return tuple(session.scalars(_ROUNDS, {"game": game.id}))


def rounds_seen(session: Session, sight: Sight) -> tuple[int, ...]:
    """The rounds that have a log, in part or in whole, for the reader."""
    if sight.last is None:
        return rounds_told(session, sight.game)
    return tuple(session.scalars(_ROUNDS_UNTIL, {"game": sight.game.id, "last": sight.last}))


def board_seen_last(session: Session, sight: Sight) -> bytes | None:
    """For readers who see less than there is: the board as the call after the last one they know of found it.

    Calls that were rolled back are passed over where there is another.
    """
    if sight.last is None:
        return None
    query = select(OpenedCall.status, CallBoard.document).join(CallBoard, CallBoard.call_id == OpenedCall.id)
    later = query.where(OpenedCall.game_id == sight.game.id, OpenedCall.number > sight.last)
    first, standing = None, None
    for status, document in session.execute(later.order_by(OpenedCall.number).limit(50)):
        first = first or document
        if status != "void":
            standing = document
            break
    return standing or first
