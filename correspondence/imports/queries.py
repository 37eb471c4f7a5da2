"""Reading what became of game files that somebody sent; nobody else reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.errors import NotFound
from correspondence.imports.use_cases import Reason
from correspondence.models.accounts import Account
from correspondence.models.archive import Import
from narration.words import N_

State = Literal["waiting", "running", "refused", "done"]
_decoder = msgspec.json.Decoder(list[Reason])


@dataclass(frozen=True)
class ImportLine:
    """A game file that was sent, of so many bytes: whether it waits, is played again (`played` of `entries` entries of
    its journal), was refused for `reasons`, or became a game (`game_id`)."""

    id: str
    title: str
    size: int
    state: State
    asked_at: datetime
    at: datetime | None
    entries: int
    played: int
    game_id: str
    reasons: tuple[Reason, ...]


def import_named(session: Session, account: Account, import_id: str, now: datetime) -> ImportLine:
    """One of somebody's imports; NotFound `no-such-import`, for those of others too."""
    found = session.scalar(select(Import).where(Import.public_id == import_id, Import.account_id == account.id))
    if found is None:
        raise NotFound("no-such-import", N_("There is no such import."))
    return _line(found, now)


def imports_of(session: Session, account: Account, now: datetime, most: int = 20) -> list[ImportLine]:
    """Somebody's imports, newest first."""
    query = select(Import).where(Import.account_id == account.id).order_by(Import.asked_at.desc(), Import.id.desc())
    return [_line(found, now) for found in session.scalars(query.limit(most))]


def _line(found: Import, now: datetime) -> ImportLine:
    running = found.claimed_until is not None and found.claimed_until > now
    state: State = "running" if running else "waiting"
    if found.at is not None:
        state = "done" if found.game_id else "refused"
    return ImportLine(
        id=found.public_id,
        title=found.title,
        size=found.size,
        state=state,
        asked_at=found.asked_at,
        at=found.at,
        entries=found.entries,
        played=found.played,
        game_id=found.game_id,
        reasons=tuple(_decoder.decode(found.reasons)) if found.reasons else (),
    )
