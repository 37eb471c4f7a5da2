"""Rows that wait a moment, so that they travel together.

An adjudication inserts into a dozen tables. One statement after the other, the waits and what surrounds each cost more
than the rules do. So plain rows are only noted down here, and are sent in the order of their notes, in one go, before
anything else is asked of the database and before the transaction ends. Whoever reads never finds them missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import psycopg
from sqlalchemy import Connection, Table, event, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import ORMExecuteState, Session, SessionTransaction

from correspondence.rows import Row

_KEY = "rows that wait"
# One statement takes so many values at most.
MOST_VALUES = 30_000
Rows = Sequence[Mapping[str, Any]]


def insert_soon(session: Session, table: type[Row], rows: Rows, *, once: bool = False) -> None:
    """Insert rows, all with the same columns, before the session does anything else with the database.

    `once`: those whose key is there already are left out. Every column but the database's own key is to be given.
    What an insert raises is raised when they are sent.
    """
    if rows:
        session.info.setdefault(_KEY, []).append((cast(Table, table.__table__), rows, once))


def send(session: Session) -> None:
    """Send what waits."""
    waiting = session.info.pop(_KEY, None)
    if not waiting:
        return
    # A row may refer to one that the session itself has yet to write.
    session.flush()
    if session.get_bind().dialect.name == "postgresql":
        _send_together(session, waiting)
        return
    for table, rows, once in waiting:
        statement = sqlite.insert(table).on_conflict_do_nothing() if once else insert(table)
        session.connection().execute(statement, list(rows))


def _send_together(session: Session, waiting: Iterable[tuple[Table, Rows, bool]]) -> None:
    """All statements in one go: nothing waits for the answer of the one before."""
    connection = session.connection()
    driver: psycopg.Connection[Any] = cast(Any, connection.connection.driver_connection)
    try:
        with driver.pipeline(), psycopg.RawCursor(driver) as cursor:
            for table, rows, once in waiting:
                columns = tuple(rows[0])
                most = MOST_VALUES // len(columns)
                for start in range(0, len(rows), most):
                    part = rows[start : start + most]
                    values = [row[column] for row in part for column in columns]
                    _execute(connection, cursor, _statement(table, columns, len(part), once), values)
    except psycopg.Error as fault:
        _raise(session, driver, fault)


def _execute(connection: Connection, cursor: psycopg.Cursor[Any], statement: str, values: list[Any]) -> None:
    """Execute, and let whoever listens to statements hear of this one too."""
    context = cast(Any, None)
    for listener in connection.dispatch.before_cursor_execute:
        listener(connection, cursor, statement, values, context, False)
    cursor.execute(statement.encode(), values)
    for listener in connection.dispatch.after_cursor_execute:
        listener(connection, cursor, statement, values, context, False)


@lru_cache(maxsize=256)
def _statement(table: Table, columns: tuple[str, ...], count: int, once: bool) -> str:
    """An INSERT of so many rows, as the driver reads it."""
    quoted = postgresql.dialect().identifier_preparer.quote  # type: ignore[no-untyped-call]
    names = ", ".join(quoted(table.columns[column].name) for column in columns)
    width = len(columns)
    places = (", ".join(f"${n}" for n in range(1 + row * width, 1 + (row + 1) * width)) for row in range(count))
    text = f"INSERT INTO {quoted(table.name)} ({names}) VALUES {', '.join(f'({row})' for row in places)}"
    return text + (" ON CONFLICT DO NOTHING" if once else "")


def _raise(session: Session, driver: psycopg.Connection[Any], fault: psycopg.Error) -> None:
    """The fault as everybody else here knows it."""
    connection = session.connection()
    lost = connection.dialect.is_disconnect(cast(Any, fault), cast(Any, driver), None)
    if lost:
        connection.invalidate(fault)
    raise DBAPIError.instance(
        "rows sent together", None, fault, psycopg.Error, connection_invalidated=lost, dialect=connection.dialect
    ) from fault


def _before_statement(state: ORMExecuteState) -> None:
    if _KEY in state.session.info:
        send(state.session)


def _forget(session: Session, _: Any) -> None:
    session.info.pop(_KEY, None)


class PatientSession(Session):
    """A session that sends in time what waits."""

    def begin_nested(self) -> SessionTransaction:
        """A savepoint; what was noted before it stays if it is given up."""
        send(self)
        return super().begin_nested()


event.listen(PatientSession, "do_orm_execute", _before_statement)
event.listen(PatientSession, "before_commit", send)
event.listen(PatientSession, "after_soft_rollback", _forget)
