"""Who held which seat of a game, as a reader may know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator.engine.bulk import Level
from correspondence.games.access import Who, who_is
from correspondence.games.looking import TellTime, last_shown, times_told
from correspondence.games.naming import account_told, names_told
from correspondence.models.accounts import Account
from correspondence.models.games import Game, Seat, SeatHolder

RETIRED, DELETED = "retired", "deleted"


@dataclass(frozen=True)
class HolderLine:
    """Somebody who held a seat: `player` is empty for stewards, and where names are not told; there moments are those
    at which calls opened, and that an account was deleted is not told. `to_call` is None while they hold it, and less
    than `from_call` if no call was adjudicated in their time. `level`: how well a bot plays that holds it now."""

    house: str
    player: str
    kind: str
    level: Level
    began: str
    ended: str
    since: datetime
    until: datetime | None
    from_call: int
    to_call: int | None


def holders_of(session: Session, game: Game, account: Account | None, now: datetime) -> list[HolderLine]:
    """The holders of all seats, house by house, oldest first; nothing before the game begins.

    Who looks on later is told of holders that much later, and nothing where nobody looks on.
    """
    who = who_is(session, game, account, now)
    query = (
        select(SeatHolder, Account, Seat.bot_level)
        .join(Seat, Seat.id == SeatHolder.seat_id)
        .outerjoin(Account, Account.id == SeatHolder.account_id)
        .where(SeatHolder.game_id == game.id)
        .order_by(SeatHolder.house, SeatHolder.id)
    )
    shown, time_told = last_shown(session, game, who), times_told(session, game, who)
    return [
        _line(game, row, held, level, who, shown, time_told)
        for row, held, level in session.execute(query)
        if shown is None or row.from_call <= shown + 1
    ]


def _line(
    game: Game,
    row: SeatHolder,
    held: Account | None,
    level: Level,
    who: Who,
    shown: int | None,
    time_told: TellTime,
) -> HolderLine:
    """A holder, who holds the seat still for a reader that knows of calls up to `shown` (None: of all) only."""
    over = row.until is not None and (shown is None or (row.to_call or 0) <= shown)
    # Who is gone from the site is known by that.
    ended = RETIRED if row.ended == DELETED and not names_told(game, who) else row.ended
    return HolderLine(
        house=row.house or "",
        player=account_told(game, held, who),
        kind=row.kind,
        level=level if row.until is None else "steward",
        began=row.began,
        ended=ended if over else "",
        since=time_told(row.since),
        until=time_told(row.until) if over and row.until else None,
        from_call=row.from_call,
        to_call=row.to_call if over else None,
    )
