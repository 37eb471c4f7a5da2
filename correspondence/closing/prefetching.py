"""Reading at once what an adjudication needs of a game, and which of the rare things it has none of."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    String,
    bindparam,
    cast,
    exists,
    func,
    or_,
    select,
    union,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from correspondence.models.accounts import Absence
from correspondence.models.archive import CallBoard, CurrentPosition, JournalPart, RoundRecords
from correspondence.models.calls import OpenedCall, Readiness
from correspondence.models.games import Delegation, Game, GameMaster, Seat, SeatHolder
from correspondence.models.outbox import PushSubscription, Webhook
from correspondence.models.press import PressMessage
from correspondence.models.sheets import SheetVersion, StandingVersion
from correspondence.prefetched import foreknow
from correspondence.rows import next_key


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
        "heard": select(func.aggregate_strings(cast(heard.c.seat_id, String), ",")).scalar_subquery(),
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
