"""The ledger of a game as its people read it.

Players and masters read the same entries in the same words. What would tell something about a call that is still held
is told when that call is published.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.accounts.models import Account
from correspondence.desk.access import unfinished
from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.games.models import Game, Seat
from correspondence.ledger.models import LedgerEntry
from correspondence.ledger.use_cases import faults
from correspondence.words import N_

MOST_SHOWN = 300
# These would tell what is in a draft, if they are about one.
TELLING = ("edict",)


@dataclass(frozen=True)
class AuditLine:
    """An entry: its number, when, who (`service`: the program), its kind, what fills its words, its digest. `sealed`:
    told when its call is published; also if the call takes sheets again meanwhile."""

    number: int
    at: datetime
    by: str
    kind: str
    values: dict[str, Any]
    sealed: bool
    digest: str


@dataclass(frozen=True)
class Audit:
    """The ledger of a game, newest first; `faults` are those of its chain."""

    game_id: str
    title: str
    edition: str
    lines: tuple[AuditLine, ...]
    faults: tuple[str, ...]


def audit(session: Session, account: Account | None, game_id: str, now: datetime) -> Audit:
    """The ledger for the people of a game, all that ever held a seat or mastered it; hosts too.

    NotFound `no-such-game`, Denied `not-in-this-game`.
    """
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    if not (who.gm or who.playing or who.seat or who.host):
        raise Denied("not-in-this-game", N_("Only the people of this game may read its ledger."))
    query = select(LedgerEntry).where(LedgerEntry.scope == game.public_id)
    rows = session.scalars(query.order_by(LedgerEntry.number.desc()).limit(MOST_SHOWN)).all()
    waiting = unfinished(session, game)
    names = _names(session, game, {row.actor for row in rows})
    lines = tuple(_line(row, names, waiting, who.sees_all) for row in rows)
    return Audit(game.public_id, game.title, game.edition, lines, tuple(faults(session, game.public_id)))


def _line(row: LedgerEntry, names: dict[str, str], waiting: frozenset[int], sees_all: bool) -> AuditLine:
    values = msgspec.json.decode(row.document)
    about_draft = row.kind in TELLING and values.get("draft", 0) > 0
    sealed = about_draft and values.get("call") in waiting and not sees_all
    told = {} if sealed else values
    return AuditLine(row.number, row.at, names.get(row.actor, ""), row.kind, told, sealed, row.digest)


def _names(session: Session, game: Game, actors: set[str]) -> dict[str, str]:
    """Names of actors by public id. Players of an anonymous game are named by their house while it runs."""
    query = select(Account.public_id, Account.name).where(Account.public_id.in_(actors))
    names = {row.public_id: row.name for row in session.execute(query)}
    if game.names == "anonymous" and game.status != "finished":
        for seat in session.scalars(select(Seat).where(Seat.game_id == game.id)):
            if seat.account is not None and seat.account.public_id in names:
                names[seat.account.public_id] = seat.house or ""
    return names
