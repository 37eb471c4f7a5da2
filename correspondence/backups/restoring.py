"""Putting a backup into an empty database, and checking whether what is stored is whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Column, Connection, Engine, MetaData, Table, func, inspect, select, text
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.backups.format import KINDS, BadBackup, Header, Kept, Part, read
from correspondence.backups.making import AT_ONCE, FILES, LEFT_OUT, counted, one_moment, put_back, sets_of
from correspondence.evaluations.use_cases import replayed
from correspondence.ledger.use_cases import faults, scopes
from correspondence.models.archive import CurrentPosition
from correspondence.models.games import Game
from correspondence.store import Store, make_engine


class NotEmpty(RuntimeError):
    """The database holds something already; a restore would mix two services."""


def look_at(path: Path) -> tuple[Header, dict[str, Part]]:
    """Read a backup to its end without keeping anything; its header and tables. Raises BadBackup."""
    header, parts = None, {}
    for event in read(path):
        if isinstance(event, Header):
            header = event
        elif isinstance(event, Part):
            parts[event.name] = event
    if header is None:
        raise BadBackup("the file is empty")
    return header, parts


def restore(store: Store, path: Path, *, keep_key: bool) -> Header:
    """Put everything of a backup into an empty database, check it against the file, bring it to today's form.

    The database has all of it afterwards or is still empty. `keep_key`: the secret key of the environment stays.
    Raises BadBackup, NotEmpty, WrongSchema.
    """
    header, parts = look_at(path)
    _refuse_full(store)
    make_tables_of(store.engine, header)
    with store.engine.begin() as connection:
        kept = insert_rows(connection, path)
        editions = sets_of(kept)
        found = counted(connection)
        for name, part in parts.items():
            if name not in LEFT_OUT and (found[name].rows, found[name].sha256) != (part.rows, part.sha256):
                raise BadBackup(f"table {name} came out other than it stands in the file")
    taken = [file for file in kept if not keep_key and file.name in FILES]
    migrating.upgrade(store.engine)
    for file in taken:
        _write(store.settings.data_dir / file.name, file)
    put_back(store.settings.data_dir, editions, kept)
    return header


def make_tables_of(engine: Engine, header: Header) -> None:
    """Make the tables of a whole backup's revision, empty. BadBackup for one of a single game, or of a revision that
    this program does not know; WrongSchema."""
    if header.scope != "all":
        raise BadBackup(f"this is a backup of one game, {header.scope}; it goes beside others, not into an empty place")
    refuse_unknown(header)
    if migrating.go_to(engine, header.revision) != header.revision:
        raise RuntimeError(f"the database did not come to revision {header.revision}")


def refuse_unknown(header: Header) -> None:
    """BadBackup for tables of a revision that this program does not know."""
    if migrating.is_too_old(header.revision):
        raise BadBackup(
            f"the backup is of revision {header.revision}, made by Rookery {header.program}; this version restores from"
            f" {migrating.revisions()[0]} on. Restore with an older version, which docs/hosting.md names under Upgrades"
        )
    if header.revision not in migrating.revisions():
        raise BadBackup(
            f"the backup is of revision {header.revision}, made by Rookery {header.program}; this version does not know"
            " it. Restore with that version or a newer one"
        )


def _refuse_full(store: Store) -> None:
    with store.engine.connect() as connection:
        names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
        for name in names:
            table = Table(name, MetaData())
            if connection.scalar(select(func.count()).select_from(table)):
                raise NotEmpty(f"the database is not empty: table {name} has rows. Nothing was changed")


def insert_rows(connection: Connection, path: Path) -> list[Kept]:
    """Insert all rows of a backup into the tables of its revision; gives its files. BadBackup."""
    files: list[Kept] = []
    table: Table | None = None
    waiting: list[dict[str, object]] = []

    def flush() -> None:
        if table is not None and waiting:
            connection.execute(table.insert(), waiting)
        waiting.clear()

    for event in read(path):
        if isinstance(event, Part):
            flush()
            columns = [Column(name, KINDS[kind](), primary_key=name == "id") for name, kind in event.columns]
            table = Table(event.name, MetaData(), *columns)
            names = [name for name, _ in event.columns]
        elif isinstance(event, Kept):
            files.append(event)
        elif isinstance(event, list):
            waiting.append(dict(zip(names, event, strict=True)))
            if len(waiting) >= AT_ONCE:
                flush()
    flush()
    if connection.dialect.name == "postgresql":
        _count_on(connection)
        # Or each plan is made as for empty tables, until the server looks by itself.
        connection.execute(text("analyze"))
    return files


def _count_on(connection: Connection) -> None:
    """Let keys that PostgreSQL gives go on after those that were put in."""
    inspector = inspect(connection)
    for name in inspector.get_table_names():
        sequence = None
        if "id" in {column["name"] for column in inspector.get_columns(name)}:
            query = text("select pg_get_serial_sequence(:name, 'id')")
            sequence = connection.scalar(query, {"name": f'"{name}"'})
        if sequence is not None:
            highest = connection.scalar(text(f'select max(id) from "{name}"'))
            connection.execute(
                text("select setval(cast(:sequence as regclass), :to, :used)"),
                {"sequence": sequence, "to": highest or 1, "used": highest is not None},
            )


def _write(path: Path, file: Kept) -> None:
    part = path.with_name(f".{path.name}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(file.content)
    part.replace(path)


# These change by themselves while the service does nothing but live.
RESTLESS = frozenset({"pulses", "service_hours"})


def differences_from(store: Store, path: Path, *, leave_out: frozenset[str] = frozenset()) -> list[str]:
    """What the database has other than a backup says, table by table; empty if counts and digests are equal.

    A backup of an older revision is compared as it is in today's form, to which it is brought in a database beside.
    Raises BadBackup, WrongSchema.
    """
    header, parts = look_at(path)
    if header.revision != migrating.head():
        parts = _in_todays_form(path, header, store.settings.data_dir)
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


def _in_todays_form(path: Path, header: Header, folder: Path) -> dict[str, Part]:
    """The tables of an older backup after an upgrade. The database for it goes again."""
    with TemporaryDirectory(prefix=".check-", dir=folder) as beside:
        engine = make_engine(f"sqlite:///{beside}/backup.db")
        try:
            make_tables_of(engine, header)
            with engine.begin() as connection:
                insert_rows(connection, path)
            migrating.upgrade(engine)
            with one_moment(engine) as connection:
                return counted(connection)
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
