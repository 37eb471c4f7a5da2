"""Whether what is kept is whole: against a backup, and against itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.backups.contents import counted, one_moment
from correspondence.backups.format import Header, Part
from correspondence.backups.restoring import insert_rows, look_at, make_tables_of
from correspondence.evaluations.replaying import replayed
from correspondence.ledger.use_cases import faults, scopes
from correspondence.models.archive import CurrentPosition
from correspondence.models.games import Game
from correspondence.store import Store, make_engine

# These change by themselves while the service does nothing but live.
RESTLESS = frozenset({"pulses", "service_hours"})


def differences_from(store: Store, path: Path, *, leave_out: frozenset[str] = frozenset()) -> list[str]:
    """What the database has other than a backup says, table by table; empty if counts and digests are equal.

    A backup of an older revision is compared as it is in today's form, to which it is brought in a database beside.
    Raises BadBackup, WrongSchema.
    """
    header, parts = look_at(path)
    key = ""
    if header.revision != migrating.head():
        key = store.settings.secret_key
        parts = _in_todays_form(path, header, key, store.settings.data_dir)
    with one_moment(store.engine) as connection:
        found = counted(connection, key)
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


def _in_todays_form(path: Path, header: Header, key: str, folder: Path) -> dict[str, Part]:
    """The tables of an older backup after an upgrade, secrets counted unsealed. The database for it goes again."""
    with TemporaryDirectory(prefix=".check-", dir=folder) as beside:
        engine = make_engine(f"sqlite:///{beside}/backup.db")
        try:
            make_tables_of(engine, header)
            with engine.begin() as connection:
                insert_rows(connection, path)
            migrating.upgrade(engine, key=key)
            with one_moment(engine) as connection:
                return counted(connection, key)
        finally:
            engine.dispose()


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
