"""Making a backup, while everything goes on."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Table

from correspondence import migrating
from correspondence.backups.brought import brought_files
from correspondence.backups.contents import one_moment, rows, tables
from correspondence.backups.format import FORMAT, VERSION, Header, Part, Writer, columns_of
from correspondence.backups.owning import ACCOUNTS, GAMES, Row, belongs, links, owned, owners
from correspondence.migrating import WrongSchema
from correspondence.models.deadlines import Pulse
from correspondence.rows import insert_once
from correspondence.store import Store

SUFFIX = ".backup"
# Of the data folder: without this key people would have to sign in again, and links in letters would be dead.
FILES = ("secret-key",)
BACKUP = "backup"
Wanted = Callable[[str, Row], bool]


def name_at(now: datetime) -> str:
    """How a backup of this moment is called in a folder."""
    return f"rookery-{now:%Y%m%dT%H%M%SZ}{SUFFIX}"


def back_up(store: Store, path: Path, now: datetime, game_id: str | None = None) -> list[Part]:
    """Write everything that is kept, or one game, to `path`, whole or not at all, readable by its owner only; the
    tables written.

    Consistent although the service runs: all is read in one moment. Raises WrongSchema for a database that is empty
    or not ours, LookupError for a game that is not there, OSError.
    """
    part_path = path.with_name(f".{path.name}.part")
    part_path.touch(mode=0o600)
    part_path.chmod(0o600)
    try:
        written = _write(store, part_path, now, game_id)
        with part_path.open("rb") as file:
            os.fsync(file.fileno())
        part_path.replace(path)
    finally:
        part_path.unlink(missing_ok=True)
    _fsync_folder(path.parent)
    if game_id is None:
        _remember(store, path, now)
    return written


def _write(store: Store, path: Path, now: datetime, game_id: str | None) -> list[Part]:
    if migrating.refuse_newer(store.engine) is None:
        raise WrongSchema("the database is empty; there is nothing to keep")
    writer, written = Writer(path), []
    try:
        with one_moment(store.engine) as connection:
            revision = migrating.revision(connection) or ""
            header = Header(FORMAT, VERSION, revision, version("rookery"), now, game_id or "all")
            writer.tell(**{name: getattr(header, name) for name in header.__struct_fields__})
            wanted = _of_game(connection, game_id) if game_id else None
            for table in tables(connection):
                written.append(_write_table(writer, connection, table, wanted))
            names = FILES if game_id is None else ()
            names = (*names, *brought_files(connection, store.settings.data_dir, game_id))
        for name in names:
            file = store.settings.data_dir / name
            if file.is_file():
                content = base64.b64encode(file.read_bytes()).decode()
                writer.tell(file=name, mode=file.stat().st_mode & 0o777, content=content)
        writer.complete()
    finally:
        writer.close()
    return written


def _write_table(writer: Writer, connection: Connection, table: Table, wanted: Wanted | None) -> Part:
    part = Part(str(table.name), columns_of(table))
    writer.tell(table=part.name, columns=part.columns)
    names = [name for name, _ in part.columns]
    for line in rows(connection, table):
        if wanted is None or wanted(table.name, dict(zip(names, msgspec.json.decode(line), strict=True))):
            part.add(line)
            writer.line(line)
    writer.line(part.end())
    return part


def _of_game(connection: Connection, game_id: str) -> Wanted:
    """Tells which rows belong to a game, or are the accounts that it names. LookupError if there is no such game."""
    ways, keys = owners(), {ACCOUNTS: set[Any]()}
    known = {table.name: table for table in owned()}
    for table in tables(connection):
        names = [column.name for column in table.columns]
        for line in rows(connection, table) if table.name in known else ():
            row = dict(zip(names, msgspec.json.decode(line), strict=True))
            if belongs(table.name, row, game_id, keys, ways):
                keys.setdefault(table.name, set()).add(row.get("id"))
                leading = links(known[table.name]).items()
                keys[ACCOUNTS] |= {row[column] for column, name in leading if name == ACCOUNTS}
    if GAMES not in keys:
        raise LookupError(f"there is no game {game_id}")

    def wanted(name: str, row: Row) -> bool:
        return row["id"] in keys[ACCOUNTS] if name == ACCOUNTS else belongs(name, row, game_id, keys, ways)

    return wanted


def _remember(store: Store, path: Path, now: datetime) -> None:
    """So that `rookery doctor` knows how old the last backup is."""
    if migrating.refuse_newer(store.engine) != migrating.head():
        return
    with store.begin() as session:
        insert_once(session, Pulse, name=BACKUP, at=now, note="", count=0)
        pulse = session.get_one(Pulse, BACKUP, with_for_update=True)
        pulse.at, pulse.note, pulse.count = now, path.name[:300], pulse.count + 1


def forget_all_but(folder: Path, most: int) -> list[Path]:
    """Remove the oldest backups of a folder until `most` are left; those removed."""
    found = sorted(folder.glob(f"rookery-*{SUFFIX}"))
    old = found[: max(0, len(found) - most)]
    for path in old:
        path.unlink()
    return old


def _fsync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
