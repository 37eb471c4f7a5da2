"""Making a backup: the rows of a game or of everything, read in one moment."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import Column, Connection, Engine, ForeignKeyConstraint, MetaData, Table, delete, inspect, select, text
from sqlalchemy.orm import Session

from adjudicator.engine import Refused, base_of
from correspondence import migrating
from correspondence.backups.format import (
    FORMAT,
    KINDS,
    VERSION,
    BackupFile,
    BadBackup,
    Header,
    Part,
    Writer,
    columns_of,
    kind_of,
    row_line,
)
from correspondence.host_editions import (
    EDITIONS,
    OFFERED,
    choices,
    choose,
    edition_from,
    host_edition_family,
    store_edition,
    sync_folder,
)
from correspondence.migrating import WrongSchema
from correspondence.models import Heartbeat
from correspondence.rows import insert_once
from correspondence.store import READ_ONLY, Store
from correspondence.tables import METADATA

# They name a game, but are somebody's own, or are never taken back.
NOT_OWNED = frozenset({"webhooks", "webhook_posts"})
Row = dict[str, Any]
GAMES, TURNS, ACCOUNTS = "games", "turns", "accounts"


def owners() -> dict[str, tuple[str, str]]:
    """Return how each table leads to its game: a column and the table it refers to.
    By the shortest way, a turn before a seat; referenced tables come first."""
    owner_by_table: dict[str, tuple[str, str]] = {}
    for table in METADATA.sorted_tables:
        # A way through something that may be missing is none.
        optional = {column.name for column in table.columns if column.nullable}
        ways = [(column, to) for column, to in links(table).items() if column not in optional]
        ways = [way for way in ways if way[1] == GAMES or way[1] in owner_by_table]
        if ways and table.name not in NOT_OWNED:
            owner_by_table[table.name] = min(ways, key=lambda way: (way[1] != GAMES, way[1] != TURNS, way))
    return owner_by_table


def game_tables() -> list[Table]:
    """Return the tables with rows of games: `games` first, then as in `owners`."""
    return [METADATA.tables[name] for name in (GAMES, *owners())]


def links(table: Table) -> dict[str, str]:
    """The columns of a table that refer to others, with those others' names."""
    return {fk.parent.name: fk.column.table.name for fk in table.foreign_keys}


def has_generated_key(table: Table) -> bool:
    """Return whether the database itself gives a table's rows their key, `id`."""
    return [column.name for column in table.primary_key] == ["id"]


def belongs(name: str, row: Row, game_id: str, keys: dict[str, set[Any]], ways: dict[str, tuple[str, str]]) -> bool:
    """Whether a row belongs to a game; `keys`: its rows found so far, by table.
    `ways` are as from `owners`."""
    if name == GAMES:
        return bool(row["public_id"] == game_id)
    if name not in ways:
        return False
    column, leads_to = ways[name]
    return row[column] in keys.get(leads_to, ())


def find_column(table: Table, name: str) -> Column[Any]:
    """The column that the database calls by this name."""
    return next(column for column in table.columns if column.name == name)


def remove_rows(session: Session, game_key: int, *, game_too: bool = False) -> None:
    """Delete a game's rows, dependent ones first; also its own row if `game_too`."""
    tables, ways = game_tables(), owners()
    mine: dict[str, Any] = {GAMES: select(tables[0].c.id).where(tables[0].c.id == game_key)}
    for table in tables[1:]:
        column, leads_to = ways[table.name]
        within = find_column(table, column).in_(mine[leads_to])
        mine[table.name] = select(table.c.id).where(within) if has_generated_key(table) else None
    for table in reversed(tables[1:]):
        column, leads_to = ways[table.name]
        session.execute(delete(table).where(find_column(table, column).in_(mine[leads_to])))
    if game_too:
        session.execute(delete(tables[0]).where(tables[0].c.id == game_key))


CHOSEN = f"{EDITIONS}/{OFFERED}"
FILE = re.compile(rf"{EDITIONS}/([a-z0-9-]{{1,60}})/([a-z]{{1,20}})\.toml")
Sets = dict[str, dict[str, str]]


def host_edition_files(connection: Connection, data_dir: Path, game_id: str | None) -> tuple[str, ...]:
    """Return the files of host editions in play (or in one game) and on offer.
    Paths are relative to the data folder."""
    where = " where public_id = :game" if game_id else ""
    rows = connection.execute(text(f"select distinct edition from games{where}"), {"game": game_id} if where else {})
    edition_ids = {edition for edition in rows.scalars() if base_of(edition)}
    names: list[str] = []
    if game_id is None:
        edition_ids |= {edition for edition in choices(data_dir / EDITIONS).values() if base_of(edition)}
        names.append(CHOSEN)
    for edition in sorted(edition_ids):
        try:
            _, data = host_edition_family(base_of(edition))
        except Refused:
            continue
        names += [f"{EDITIONS}/{edition}/{name}.toml" for name in data.names(edition)]
    return tuple(names)


def host_edition_texts(files: Iterable[BackupFile]) -> Sets:
    """Return a backup's editions by id; BadBackup where files do not match their id."""
    edition_sets: Sets = {}
    for file in files:
        named = FILE.fullmatch(file.name)
        if named is not None and base_of(named[1]):
            try:
                edition_sets.setdefault(named[1], {})[named[2]] = file.content.decode("utf-8")
            except UnicodeDecodeError as fault:
                raise BadBackup(f"{file.name}: {fault}") from fault
    for edition, texts in edition_sets.items():
        try:
            _, data = host_edition_family(base_of(edition))
            edition_from(data, edition, {name: texts.get(name, "") for name in data.names(edition)})
        except Refused as refused:
            raise BadBackup(f"{EDITIONS}/{edition}: {refused}") from refused
    return edition_sets


def restore_editions(data_dir: Path, sets: Sets, files: Iterable[BackupFile]) -> None:
    """Keep these editions, and offer those that the backup says are offered. OSError."""
    folder = data_dir / EDITIONS
    for edition, texts in sets.items():
        store_edition(folder, edition, texts)
    chosen = next((file.content for file in files if file.name == CHOSEN), b"{}")
    try:
        offered_editions = msgspec.json.decode(chosen, type=dict[str, str])
    except msgspec.MsgspecError:
        offered_editions = {}
    for base, edition in offered_editions.items():
        if edition in sets and base_of(edition) == base:
            choose(folder, base, edition)


# Pictures can be drawn again; the revision stands in the header.
LEFT_OUT = frozenset({"pictures", "pdf_files", "alembic_version"})
AT_ONCE = 500


@contextmanager
def read_snapshot(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that reads one consistent snapshot during others' writes."""
    options: dict[str, Any] = {READ_ONLY: True}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect().execution_options(**options) as connection:
        yield connection


def tables(connection: Connection) -> list[Table]:
    """Return the database's tables at any revision, referenced ones first."""
    database_schema, plain_schema = _reflect_tables(connection), MetaData()
    return [_plain(table, plain_schema) for table in database_schema.sorted_tables if table.name not in LEFT_OUT]


def _reflect_tables(connection: Connection) -> MetaData:
    """Return the tables with columns, keys and foreign keys.
    `reflect` takes twice the time: it also reads indexes and unique constraints, which no backup uses."""
    inspector, schema = inspect(connection), MetaData()
    keys, references = inspector.get_multi_pk_constraint(), inspector.get_multi_foreign_keys()
    for table, columns in inspector.get_multi_columns().items():
        key = keys[table]["constrained_columns"]
        to = [
            ForeignKeyConstraint(
                link["constrained_columns"], [f"{link['referred_table']}.{name}" for name in link["referred_columns"]]
            )
            for link in references[table]
        ]
        own = [Column(column["name"], column["type"], primary_key=column["name"] in key) for column in columns]
        Table(table[1], schema, *own, *to)
    return schema


def _plain(table: Table, metadata: MetaData) -> Table:
    """Return the table with our column kinds, so both databases use the same values."""
    # By their names: the order of columns tells how a database came to its form, not what is in it.
    columns = [
        Column(column.name, KINDS[kind_of(column)](), primary_key=column.primary_key)
        for column in sorted(table.columns, key=lambda column: column.name)
    ]
    return Table(table.name, metadata, *columns)


def rows(connection: Connection, table: Table) -> Iterator[bytes]:
    """The rows of a table as lines, in the order of the primary key."""
    primary = list(table.primary_key)
    if any(kind_of(column) == "text" for column in primary):
        # Databases sort words differently; these tables are small.
        all_rows = connection.execute(select(table)).all()
        yield from sorted(row_line(tuple(row)) for row in all_rows)
        return
    query = select(table).order_by(*primary)
    for row in connection.execute(query, execution_options={"yield_per": AT_ONCE}):
        yield row_line(tuple(row))


def table_summaries(connection: Connection) -> dict[str, Part]:
    """Return each table's row count and digest, as a backup made now would."""
    parts = {}
    for table in tables(connection):
        part = Part(str(table.name), columns_of(table))
        for line in rows(connection, table):
            part.add(line)
        part.end()
        parts[part.name] = part
    return parts


SUFFIX = ".backup"
# Of the data folder: without this key people would have to sign in again, and links in emails would be dead.
FILES = ("secret-key",)
BACKUP = "backup"
Wanted = Callable[[str, Row], bool]


def backup_name(now: datetime) -> str:
    """Return the file name of a backup that is made at this moment."""
    return f"rookery-{now:%Y%m%dT%H%M%SZ}{SUFFIX}"


def back_up(store: Store, path: Path, now: datetime, game_id: str | None = None) -> list[Part]:
    """Back up everything, or one game, to `path`; return the tables written.

    The file is written whole or not at all, readable by its owner only. Consistent while the service runs: all is read
    in one snapshot. Raises WrongSchema for a database that is empty or not ours, LookupError for an unknown game,
    OSError.
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
    sync_folder(path.parent)
    if game_id is None:
        _remember(store, path, now)
    return written


def _write(store: Store, path: Path, now: datetime, game_id: str | None) -> list[Part]:
    """Write a backup of everything, or of one game; return its tables.
    Raises WrongSchema for an empty database, LookupError for an unknown game."""
    if migrating.usable_revision(store.engine) is None:
        raise WrongSchema("the database is empty; there is nothing to keep")
    writer, parts = Writer(path), []
    try:
        with read_snapshot(store.engine) as connection:
            revision = migrating.revision(connection) or ""
            header = Header(FORMAT, VERSION, revision, version("rookery"), now, game_id or "all")
            writer.tell(**structs.asdict(header))
            row_filter = _row_filter_for_game(connection, game_id) if game_id else None
            for table in tables(connection):
                parts.append(_write_table(writer, connection, table, row_filter))
            names = FILES if game_id is None else ()
            names = (*names, *host_edition_files(connection, store.settings.data_dir, game_id))
        for name in names:
            file = store.settings.data_dir / name
            if file.is_file():
                content = base64.b64encode(file.read_bytes()).decode()
                writer.tell(file=name, mode=file.stat().st_mode & 0o777, content=content)
        writer.complete()
    finally:
        writer.close()
    return parts


def _write_table(writer: Writer, connection: Connection, table: Table, row_filter: Wanted | None) -> Part:
    """Write a table with the rows that pass any filter; return its summary."""
    part = Part(str(table.name), columns_of(table))
    writer.tell(table=part.name, columns=part.columns)
    names = [name for name, _ in part.columns]
    for line in rows(connection, table):
        if row_filter is None or row_filter(table.name, dict(zip(names, msgspec.json.decode(line), strict=True))):
            part.add(line)
            writer.line(line)
    writer.line(part.end())
    return part


def _row_filter_for_game(connection: Connection, game_id: str) -> Wanted:
    """Return a filter for the rows of a game and of the accounts that it names.
    Raises LookupError if there is no such game."""
    ways, keys = owners(), {ACCOUNTS: set[Any]()}
    owned_tables = {table.name: table for table in game_tables()}
    for table in tables(connection):
        names = [column.name for column in table.columns]
        for line in rows(connection, table) if table.name in owned_tables else ():
            row = dict(zip(names, msgspec.json.decode(line), strict=True))
            if belongs(table.name, row, game_id, keys, ways):
                keys.setdefault(table.name, set()).add(row.get("id"))
                leading = links(owned_tables[table.name]).items()
                keys[ACCOUNTS] |= {row[column] for column, name in leading if name == ACCOUNTS}
    if GAMES not in keys:
        raise LookupError(f"there is no game {game_id}")

    def wanted(name: str, row: Row) -> bool:
        return row["id"] in keys[ACCOUNTS] if name == ACCOUNTS else belongs(name, row, game_id, keys, ways)

    return wanted


def _remember(store: Store, path: Path, now: datetime) -> None:
    """So that `rookery doctor` knows how old the last backup is."""
    if migrating.usable_revision(store.engine) != migrating.head():
        return
    with store.begin() as session:
        insert_once(session, Heartbeat, name=BACKUP, at=now)
        heartbeat = session.get_one(Heartbeat, BACKUP, with_for_update=True)
        heartbeat.at, heartbeat.note, heartbeat.count = now, path.name[:300], heartbeat.count + 1


def forget_all_but(folder: Path, most: int) -> list[Path]:
    """Remove a folder's oldest backups until `most` are left; return the removed."""
    backups = sorted(folder.glob(f"rookery-*{SUFFIX}"))
    old = backups[: max(0, len(backups) - most)]
    for path in old:
        path.unlink()
    return old
