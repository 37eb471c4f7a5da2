"""Backups put back: into an empty database, or one game beside all others.

The rows of the game become those of the backup, under keys of this database. Its open turn gets the number after the
last one that was ever told of, as after a rollback, so that no email has the name of an earlier one; turns that came
after the backup stay as void. The audit log is only added to, and what was written to players stays written.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, Table, delete, func, inspect, select, text
from sqlalchemy.exc import CompileError, OperationalError, StatementError
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.audit_log import faults, note, scopes
from correspondence.backups.format import KINDS, BackupFile, BadBackup, Header, Part, columns_of, read
from correspondence.backups.making import (
    ACCOUNTS,
    AT_ONCE,
    FILES,
    GAMES,
    LEFT_OUT,
    Row,
    belongs,
    game_tables,
    has_generated_key,
    host_edition_texts,
    links,
    owners,
    read_snapshot,
    remove_rows,
    restore_editions,
    table_summaries,
)
from correspondence.deadlines.clock import due_after, move
from correspondence.evaluations import replay_stored_game
from correspondence.models import (
    UNFINISHED,
    Account,
    CurrentPosition,
    Game,
    OutgoingMail,
    RatingChange,
    Snapshot,
    Turn,
    TurnBoard,
)
from correspondence.ratings import follow_changes, lock_edition_ratings
from correspondence.rows import new_id
from correspondence.store import Store, make_engine
from correspondence.tables import METADATA
from correspondence.turns import locked_game


class NotEmpty(RuntimeError):
    """The database holds something already; a restore would mix two services."""


def verify_backup(path: Path) -> tuple[Header, dict[str, Part]]:
    """Verify a whole backup; return its header and tables. Raises BadBackup."""
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
    """Restore a backup into an empty database, verify it, and migrate it.

    All or nothing: on failure the database is still empty. `keep_key`: the secret key of the environment stays. Raises
    BadBackup, NotEmpty, WrongSchema.
    """
    header, parts = verify_backup(path)
    _refuse_full(store)
    make_tables_of(store.engine, header)
    with store.engine.begin() as connection:
        files = insert_rows(connection, path)
        editions = host_edition_texts(files)
        counts = table_summaries(connection)
        for name, part in parts.items():
            if name not in LEFT_OUT and (counts[name].rows, counts[name].sha256) != (part.rows, part.sha256):
                raise BadBackup(f"table {name} came out other than it stands in the file")
    files_to_write = [file for file in files if not keep_key and file.name in FILES]
    migrating.upgrade(store.engine)
    for file in files_to_write:
        _write(store.settings.data_dir / file.name, file)
    restore_editions(store.settings.data_dir, editions, files)
    return header


def make_tables_of(engine: Engine, header: Header) -> None:
    """Create the empty tables of a whole backup's revision. Raises WrongSchema.
    Raises BadBackup for a backup of one game, or of a revision unknown to this program."""
    if header.scope != "all":
        raise BadBackup(f"this is a backup of one game, {header.scope}; it goes beside others, not into an empty place")
    refuse_unknown(header)
    if migrating.migrate_to(engine, header.revision) != header.revision:
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
    """Raise NotEmpty if a table has rows, other than that of the schema's version."""
    with store.engine.connect() as connection:
        names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
        for name in names:
            table = Table(name, MetaData())
            if connection.scalar(select(func.count()).select_from(table)):
                raise NotEmpty(f"the database is not empty: table {name} has rows. Nothing was changed")


def insert_rows(connection: Connection, path: Path) -> list[BackupFile]:
    """Insert a backup's rows into tables of its revision; return its files. BadBackup."""
    files: list[BackupFile] = []
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
        elif isinstance(event, BackupFile):
            files.append(event)
        elif isinstance(event, list):
            waiting.append(dict(zip(names, event, strict=True)))
            if len(waiting) >= AT_ONCE:
                flush()
    flush()
    if connection.dialect.name == "postgresql":
        _advance_sequences(connection)
        # Or each plan is made as for empty tables, until the server looks by itself.
        connection.execute(text("analyze"))
    return files


def _advance_sequences(connection: Connection) -> None:
    """Set PostgreSQL's sequences to the highest keys that were inserted."""
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


def _write(path: Path, file: BackupFile) -> None:
    part = path.with_name(f".{path.name}.part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(file.content)
    part.replace(path)


# These change by themselves while the service does nothing but live.
RESTLESS = frozenset({"heartbeats", "service_hours"})


def differences_from(store: Store, path: Path, *, leave_out: frozenset[str] = frozenset()) -> list[str]:
    """Return the tables that differ from a backup; empty if counts and digests match.

    A backup of an older revision is first migrated in a temporary database. Raises BadBackup, WrongSchema.
    """
    header, parts = verify_backup(path)
    if header.revision != migrating.head():
        parts = _migrated_tables(path, header, store.settings.data_dir)
    with read_snapshot(store.engine) as connection:
        database_parts = table_summaries(connection)
    differences = []
    for name, part in parts.items():
        database_part = database_parts.get(name)
        if name in leave_out:
            continue
        if database_part is None:
            differences.append(f"{name}: there is no such table")
        elif database_part.columns != part.columns:
            differences.append(f"{name}: has other columns")
        elif database_part.rows != part.rows:
            differences.append(f"{name}: {database_part.rows} rows, the backup has {part.rows}")
        elif database_part.sha256 != part.sha256:
            differences.append(f"{name}: other contents in the same number of rows")
    return differences


def _migrated_tables(path: Path, header: Header, folder: Path) -> dict[str, Part]:
    """Return an older backup's tables after an upgrade in a temporary database."""
    with TemporaryDirectory(prefix=".check-", dir=folder) as beside:
        engine = make_engine(f"sqlite:///{beside}/backup.db")
        try:
            make_tables_of(engine, header)
            with engine.begin() as connection:
                insert_rows(connection, path)
            migrating.upgrade(engine)
            with read_snapshot(engine) as connection:
                return table_summaries(connection)
        finally:
            engine.dispose()


def faults_within(store: Store) -> Iterator[str]:
    """Yield inconsistencies: broken audit chains, games unlike their journal.

    Each fault is yielded as it is found.
    """
    with store.read() as session:
        for scope in scopes(session):
            yield from faults(session, scope)
        begun = select(Game.public_id).join(CurrentPosition).where(Game.seed != "")
        games = list(session.scalars(begun.order_by(Game.id)))
    for game_id in games:
        with store.read() as session:
            yield from (f"{game_id}: {difference}" for difference in replay_stored_game(session, game_id).differences)


HOST = "host"
# Everybody gets at least this long to look at where the game stands.
TIME_TO_LOOK = timedelta(hours=24)


class NotThere(LookupError):
    """The backup does not have what was asked for."""


@dataclass
class GameRows:
    """The rows of one game in a backup, by table, and of all accounts they name."""

    header: Header
    rows: dict[str, list[Row]] = field(default_factory=dict)
    accounts: dict[int, Row] = field(default_factory=dict)
    files: list[BackupFile] = field(default_factory=list)


def restore_game(store: Store, path: Path, game_id: str, now: datetime) -> int:
    """Restore a game from a backup; return the number of its open turn (0: none).

    The game then agrees with its journal, or nothing was changed. Its players are told. Raises BadBackup, NotThere.
    """
    backup = rows_of(path, game_id)
    edition_ids = {row["edition"] for row in backup.rows[GAMES]}
    sets = {name: texts for name, texts in host_edition_texts(backup.files).items() if name in edition_ids}
    # One that is here is the same; if it is not, the game cannot be replayed without it.
    restore_editions(store.settings.data_dir, sets, ())
    try:
        with store.begin() as session:
            number = _Restoring(session, backup, now).restore_rows()
            session.flush()
            differences = replay_stored_game(session, game_id).differences
            if differences:
                raise BadBackup(f"the game does not agree with its journal: {differences[0]}")
    except (BadBackup, OperationalError):
        raise
    except (LookupError, TypeError, ValueError, OverflowError, StatementError, CompileError) as fault:
        # Rows that lead to rows of another game, that stand twice, that a column does not take: all is as it was.
        words = str(fault).splitlines()[0][:300]
        raise BadBackup(f"the rows of the game do not fit together: {type(fault).__name__}: {words}") from fault
    return number


def rows_of(path: Path, game_id: str) -> GameRows:
    """Return a game's rows in a whole backup, with its files and accounts.
    Raises BadBackup, also for another revision than the database's, and NotThere."""
    header, _ = verify_backup(path)
    if header.revision != migrating.head():
        raise BadBackup(
            f"the backup is of revision {header.revision}, the database of {migrating.head()}: restore all of it into"
            " an empty database with this version, back that up, and take the game from there"
        )
    backup, ways = GameRows(header), owners()
    keys: dict[str, set[Any]] = {}
    part: Part | None = None
    for event in read(path):
        if isinstance(event, Part):
            part = _require_same_columns(event)
        elif isinstance(event, BackupFile):
            backup.files.append(event)
        elif isinstance(event, list) and part is not None:
            row = dict(zip((name for name, _ in part.columns), event, strict=True))
            if part.name == ACCOUNTS:
                backup.accounts[row["id"]] = row
            elif belongs(part.name, row, game_id, keys, ways):
                backup.rows.setdefault(part.name, []).append(row)
                keys.setdefault(part.name, set()).add(row.get("id"))
    if GAMES not in backup.rows:
        raise NotThere(f"this backup has no game {game_id}")
    if len(backup.rows[GAMES]) > 1:
        raise BadBackup(f"table games has game {game_id} {len(backup.rows[GAMES])} times")
    if "positions" not in backup.rows:
        raise NotThere(f"game {game_id} had not begun when this backup was made")
    return backup


def _require_same_columns(part: Part) -> Part:
    """Return the part if this program's table has its columns; BadBackup if not."""
    table = METADATA.tables.get(part.name)
    if table is None or sorted(part.columns) != sorted(columns_of(table)):
        raise BadBackup(f"table {part.name} has other columns than here")
    return part


class _Restoring:
    """One game, within one transaction."""

    def __init__(self, session: Session, backup: GameRows, now: datetime) -> None:
        self._session, self._found, self._now = session, backup, now
        self._tables: list[Table] = game_tables()
        self._keys: dict[str, dict[Any, Any]] = {ACCOUNTS: {}}
        self._gone: set[int] = set()

    def restore_rows(self) -> int:
        """Everything; the number of the open turn, or 0."""
        session, (row,) = self._session, self._found.rows[GAMES]
        # Before the game, as those do who work out ratings.
        lock_edition_ratings(session, row["edition"])
        existing_game = session.scalar(select(Game).filter_by(public_id=row["public_id"]))
        game = locked_game(session, existing_game.public_id) if existing_game is not None else None
        later = self._later_turns(game)
        rated = self._rated_accounts(game)
        if game is not None:
            remove_rows(self._session, game.id)
        self._insert(game.id if game else None)
        session.expire_all()
        game = session.scalars(select(Game).filter_by(public_id=row["public_id"])).one()
        follow_changes(session, row["edition"], rated | self._rated_accounts(game))
        note(session, game, HOST, "restored", {"as_of": self._found.header.made_at.isoformat()}, self._now)
        return self._resume_game(game, later)

    def _rated_accounts(self, game: Game | None) -> set[int]:
        """Return the keys of accounts whose ratings the game has changed."""
        changes = select(RatingChange.account_id).filter_by(game_id=game.id if game else None)
        return set(self._session.scalars(changes))

    def _later_turns(self, game: Game | None) -> list[tuple[Row, bytes]]:
        """Return the database's turns and boards from the backup's open turn on."""
        unfinished = [row["number"] for row in self._found.rows["turns"] if row["status"] in (*UNFINISHED, "set-aside")]
        if game is None or not unfinished:
            return []
        query = select(Turn.__table__, TurnBoard.document).join(TurnBoard)
        query = query.where(Turn.game_id == game.id, Turn.number >= min(unfinished))
        rows = [dict(result_row._mapping) for result_row in self._session.execute(query.order_by(Turn.number))]
        return [(row, row.pop("document")) for row in rows]

    def _insert(self, game_key: int | None) -> None:
        """Insert the backup's rows, and note the keys that they get here.
        The game's own row replaces the one with this key, if a key is given."""
        for table in self._tables:
            keys = self._keys.setdefault(table.name, {})
            for row in self._found.rows.get(table.name, []):
                values = self._with_local_keys(table, row)
                old = values.pop("id") if has_generated_key(table) else None
                if table.name == GAMES and game_key is not None:
                    self._session.execute(table.update().where(table.c.id == game_key).values(**values))
                    keys[old] = game_key
                elif old is not None:
                    keys[old] = self._session.execute(table.insert().values(**values).returning(table.c.id)).scalar()
                else:
                    self._session.execute(table.insert().values(**values))

    def _with_local_keys(self, table: Table, row: Row) -> Row:
        """Return the row with local keys; seats of deleted accounts go to bots.
        Raises BadBackup for a key that leads to nothing of this game."""
        values = dict(row)
        for column, name in links(table).items():
            key = values[column]
            if key is not None and key not in (self._found.accounts if name == ACCOUNTS else self._keys[name]):
                raise BadBackup(f"table {table.name}: {column} {key} leads to nothing of this game in table {name}")
            if key is not None:
                values[column] = self._account(key) if name == ACCOUNTS else self._keys[name][key]
        if table.name == "seats" and values["account_id"] in self._gone:
            values |= {"account_id": None, "kind": "steward"}
        return {column.key: values[column.name] for column in table.columns if column.name in values}

    def _account(self, key: int) -> int:
        """Return this database's key of a backup's account, re-created if missing."""
        account_keys = self._keys[ACCOUNTS]
        if key not in account_keys:
            row = self._found.accounts[key]
            here = self._session.scalar(select(Account).filter_by(public_id=row["public_id"]))
            here = here or self._session.scalar(select(Account).filter_by(email=row["email"]))
            if here is None:
                # A right over the whole service comes from the service, not from a file.
                values = {name: value for name, value in row.items() if name != "id"} | {"host": False}
                here = Account(**values)
                self._session.add(here)
                self._session.flush()
            if here.deleted_at is not None:
                self._gone.add(here.id)
            account_keys[key] = here.id
        return int(account_keys[key])

    def _resume_game(self, game: Game, later: list[tuple[Row, bytes]]) -> int:
        """Let the restored game go on; return its open turn's number, 0 for none.
        Turns played since the backup become void, and the open turn gets a number after theirs."""
        session = self._session
        turn = session.scalar(select(Turn).where(Turn.game_id == game.id, Turn.status.in_((*UNFINISHED, "set-aside"))))
        if turn is None:
            return 0
        turn.claim, turn.claimed_until, turn.attempts = "", None, 0
        # Emails about deadlines are named by it.
        turn.sequence = max([turn.sequence, *(row["sequence"] for row, _ in later if row["number"] == turn.number)])
        if later and (len(later) > 1 or later[0][0]["status"] not in UNFINISHED):
            old, turn.number, turn.public_id = turn.number, later[-1][0]["number"] + 1, new_id()
            snapshot = session.get(Snapshot, (game.id, old))
            if snapshot is not None:
                snapshot.turn_number = turn.number
            session.flush()
            for row, board in later:
                self._void(game, row, board)
            self._drop_mails(game, old)
        if turn.status == "open":
            to = max(turn.due_at, due_after(game, self._now, TIME_TO_LOOK))
            move(session, turn, to, "restored", None, self._now, values={"at": self._found.header.made_at})
        return turn.number

    def _void(self, game: Game, row: Row, board: bytes) -> None:
        """A turn that came after the backup, as a rollback leaves it."""
        row = {name: value for name, value in row.items() if name != "id"}
        row |= {"game_id": game.id, "status": "void", "closed_at": row["closed_at"] or self._now, "claimed_until": None}
        turn = Turn(**row)
        self._session.add(turn)
        self._session.flush()
        self._session.add(TurnBoard(turn_id=turn.id, document=board))

    def _drop_mails(self, game: Game, first: int) -> None:
        """Delete unsent emails about the game's turns from number `first` on.
        Those turns are undone by the restore."""
        query = select(OutgoingMail.id, OutgoingMail.key).where(
            OutgoingMail.key.like(f"{game.public_id}:%"), OutgoingMail.next_attempt_at.is_not(None)
        )
        undone = [
            email_row.id
            for email_row in self._session.execute(query)
            if (part := email_row.key.split(":")[1]).isdigit() and int(part) >= first
        ]
        self._session.execute(delete(OutgoingMail).where(OutgoingMail.id.in_(undone)))
