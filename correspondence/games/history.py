"""Who held which seat of a game, as a reader may know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.accounts.models import Account
from correspondence.games.access import who_is
from correspondence.games.models import Game, SeatHolder
from correspondence.games.naming import names_told


@dataclass(frozen=True)
class HolderLine:
    """Somebody who held a seat: `player` is empty for stewards, and where names are not told. `to_call` is None while
    they hold it, and less than `from_call` if no call was adjudicated in their time."""

    house: str
    player: str
    kind: str
    began: str
    ended: str
    since: datetime
    until: datetime | None
    from_call: int
    to_call: int | None


def holders_of(session: Session, game: Game, account: Account | None, now: datetime) -> list[HolderLine]:
    """The holders of all seats, house by house, oldest first; nothing before the game begins."""
    who = who_is(session, game, account, now)
    told = names_told(game, who)
    query = (
        select(SeatHolder, Account)
        .outerjoin(Account, Account.id == SeatHolder.account_id)
        .where(SeatHolder.game_id == game.id)
        .order_by(SeatHolder.seat_id, SeatHolder.id)
    )
    return [
        HolderLine(
            house=row.house or "",
            player=held.name if held and (told or (account and held.id == account.id)) else "",
            kind=row.kind,
            began=row.began,
            ended=row.ended,
            since=row.since,
            until=row.until,
            from_call=row.from_call,
            to_call=row.to_call,
        )
        for row, held in session.execute(query)
    ]
