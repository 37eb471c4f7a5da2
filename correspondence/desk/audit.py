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

from correspondence.desk.access import unfinished
from correspondence.desk.actors import Actors
from correspondence.errors import Denied
from correspondence.games.access import game_named, who_is
from correspondence.games.looking import TellTime, times_told
from correspondence.ledger.use_cases import faults
from correspondence.models.accounts import Account
from correspondence.models.desk import LedgerEntry
from correspondence.models.games import Game
from narration.words import N_

# Entries of a page.
MOST_SHOWN = 300
# These would tell what is in a draft, if they are about one.
TELLING = ("edict",)
# These say something about what is in it.
OF_DRAFTS = ("flags", "digest")
# Of a message that was removed older entries keep a hash by which anybody could try what it said.
OF_TEXTS = ("sha256",)


@dataclass(frozen=True)
class AuditLine:
    """An entry: its number, when, who (empty: the service), its kind, what fills its words, its digest. `sealed`: told
    when its call is published; also if the call takes sheets again meanwhile.

    `digest` is, until the game is over, its HMAC-SHA-256 under the game's seed, which is told at the end. Where names
    are not told, `house` is that of the player who did it and `by` says what else somebody was, and `at` is the opening
    of the call it was in."""

    number: int
    at: datetime
    by: str
    house: str
    kind: str
    values: dict[str, Any]
    sealed: bool
    # Blinded by `Actors.digest`.
    digest: str


@dataclass(frozen=True)
class Audit:
    """A page of the ledger of a game, newest first; `faults` are those of its chain; `blinded`: people are not told;
    `keyed`: digests are not told as they are.

    `older` is the number before which there are more entries, or 0; `newer` the one before which the next newer page
    ends (0: the newest of all), None if this is the newest.
    """

    game_id: str
    title: str
    edition: str
    lines: tuple[AuditLine, ...]
    faults: tuple[str, ...]
    blinded: bool
    keyed: bool
    older: int
    newer: int | None


def audit(session: Session, account: Account | None, game_id: str, now: datetime, before: int = 0) -> Audit:
    """The ledger for the people of a game, all that ever held a seat or mastered it; hosts too: its newest entries, or
    those before a number.

    NotFound `no-such-game`, Denied `not-in-this-game`.
    """
    game = game_named(session, game_id)
    who = who_is(session, game, account, now)
    if not (who.gm or who.playing or who.seat or who.host):
        raise Denied("not-in-this-game", N_("Only the people of this game may read its ledger."))
    query = select(LedgerEntry).where(LedgerEntry.scope == game.public_id)
    if before > 0:
        query = query.where(LedgerEntry.number < before)
    found = session.scalars(query.order_by(LedgerEntry.number.desc()).limit(MOST_SHOWN + 1)).all()
    rows = found[:MOST_SHOWN]
    waiting = unfinished(session, game)
    actors, time_told = Actors(session, game, who, {row.actor for row in rows}), times_told(session, game, who)
    lines = tuple(_line(row, actors, time_told, waiting, who.sees_all) for row in rows)
    return Audit(
        game_id=game.public_id,
        title=game.title,
        edition=game.edition,
        lines=lines,
        faults=tuple(faults(session, game.public_id)),
        blinded=not actors.told,
        keyed=actors.keyed,
        older=rows[-1].number if len(found) > MOST_SHOWN else 0,
        newer=_newer(session, game, before) if before > 0 else None,
    )


def _newer(session: Session, game: Game, before: int) -> int:
    """The number before which the page ends that is newer than the one before `before`; 0 if it is the newest."""
    query = select(LedgerEntry.number).where(LedgerEntry.scope == game.public_id, LedgerEntry.number >= before)
    return session.scalar(query.order_by(LedgerEntry.number).offset(MOST_SHOWN).limit(1)) or 0


def _line(row: LedgerEntry, actors: Actors, time_told: TellTime, waiting: frozenset[int], sees_all: bool) -> AuditLine:
    values = msgspec.json.decode(row.document)
    about_draft = row.kind in TELLING and values.get("draft", 0) > 0
    waits = values.get("call") in waiting and not sees_all
    sealed, actor = about_draft and waits, actors.of(row, values)
    return AuditLine(
        number=row.number,
        at=time_told(row.at),
        by=actor.by,
        house=actor.house,
        kind=row.kind,
        values={} if sealed else actors.values(row, _told(row.kind, values, waits)),
        sealed=sealed,
        digest=actors.digest(row),
    )


def _told(kind: str, values: dict[str, Any], waits: bool) -> dict[str, Any]:
    """What an entry tells. To those who may not look at drafts a look ahead tells how many had handed in while its call
    waits, then who had; and nothing tells of what is held."""
    if kind == "looked-ahead":
        houses = values.get("handed_in", [])
        return {"call": values.get("call"), "n": len(houses)} | ({} if waits else {"houses": houses})
    left_out = (*OF_TEXTS, *OF_DRAFTS) if waits else OF_TEXTS
    return {name: value for name, value in values.items() if name not in left_out}
