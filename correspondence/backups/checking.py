"""Whether what is kept is whole: against a backup, and against itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence.backups.contents import counted, one_moment
from correspondence.backups.restoring import look_at
from correspondence.evaluations.replaying import replayed
from correspondence.ledger.queries import scopes
from correspondence.ledger.use_cases import faults
from correspondence.models.archive import CurrentPosition
from correspondence.models.games import Game
from correspondence.store import Store

# These change by themselves while the service does nothing but live.
RESTLESS = frozenset({"pulses", "service_hours"})


def differences_from(store: Store, path: Path, *, leave_out: frozenset[str] = frozenset()) -> list[str]:
    """What the database has other than a backup says, table by table; empty if counts and digests are equal.

    Raises BadBackup.
    """
    _, parts = look_at(path)
    with one_moment(store.engine) as connection:
        found = counted(connection)
    told = []
    for name, part in parts.items():
        here = found.get(name)
        if name in leave_out:
            continue
        if here is None:
            told.append(f"{name}: there is no such table")
        elif here.columns != part.columns:
            told.append(f"{name}: has other columns")
        elif here.rows != part.rows:
            told.append(f"{name}: {here.rows} rows, the backup has {part.rows}")
        elif here.sha256 != part.sha256:
            told.append(f"{name}: other contents in the same number of rows")
    return told


def faults_within(store: Store) -> Iterator[str]:
    """What does not hold together: ledgers whose chain is broken, games that their journal makes otherwise.

    Gives each fault as it is found; nothing at all if everything is whole.
    """
    with store.read() as session:
        for scope in scopes(session):
            yield from faults(session, scope)
        begun = select(Game.public_id).join(CurrentPosition, CurrentPosition.game_id == Game.id).where(Game.seed != "")
        games = list(session.scalars(begun.order_by(Game.id)))
    for game_id in games:
        with store.read() as session:
            yield from _of_game(session, game_id)


def _of_game(session: Session, game_id: str) -> Iterator[str]:
    for difference in replayed(session, game_id).differences:
        yield f"{game_id}: {difference}"
