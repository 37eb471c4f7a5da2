"""Rows that wait: nobody misses them, nothing of them stays after a rollback, and what goes wrong is told as ever."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from correspondence.deadlines.models import Pulse
from correspondence.outbox.models import MailRoute
from correspondence.store import Store
from correspondence.waiting_rows import insert_soon, send

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def routes(*names: str) -> list[dict[str, Any]]:
    """Rows of a table with few columns."""
    return [{"name": name, "failures": 0, "reason": ""} for name in names]


def names(store: Store) -> list[str]:
    """The names that are kept."""
    with store.read() as session:
        return list(session.scalars(select(MailRoute.name).order_by(MailRoute.name)))


def test_whoever_reads_finds_them(store: Store) -> None:
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("a", "b"))
        assert session.scalar(select(func.count()).select_from(MailRoute)) == 2
        insert_soon(session, MailRoute, routes("c"))
        assert session.get(MailRoute, "c") is not None
        insert_soon(session, MailRoute, routes("d"))
    assert names(store) == ["a", "b", "c", "d"]


def test_they_travel_in_their_order_and_everybody_hears_of_each(store: Store) -> None:
    heard: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT"):
            heard.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("a"))
        insert_soon(session, Pulse, [{"name": "x", "at": NOW, "note": "", "count": 0}])
        assert heard == []
        session.add(MailRoute(name="b", failures=0, reason=""))
    event.remove(store.engine, "before_cursor_execute", note)
    assert [statement.split()[2] for statement in heard] == ["mail_routes", "mail_routes", "pulses"]
    assert names(store) == ["a", "b"]


def write(store: Store, *batches: tuple[str, ...]) -> None:
    """Write names in one transaction, some at a time."""
    with store.begin() as session:
        for batch in batches:
            insert_soon(session, MailRoute, routes(*batch))


def fail(store: Store) -> None:
    """Note something down and fail."""
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("a"))
        raise RuntimeError("no")


def test_nothing_stays_after_a_rollback(store: Store) -> None:
    with pytest.raises(RuntimeError, match="no"):
        fail(store)
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("b"))
        with session.begin_nested() as savepoint:
            insert_soon(session, MailRoute, routes("c"))
            savepoint.rollback()
        insert_soon(session, MailRoute, routes("d"))
    assert names(store) == ["b", "d"]


def test_what_is_there_is_left_out_or_an_error(store: Store) -> None:
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("a"))
        insert_soon(session, MailRoute, routes("a", "b"), once=True)
    assert names(store) == ["a", "b"]
    with pytest.raises(IntegrityError):
        write(store, ("c",), ("a",))
    assert names(store) == ["a", "b"]


def test_more_rows_than_a_statement_takes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.waiting_rows.MOST_VALUES", 7)
    with store.begin() as session:
        insert_soon(session, MailRoute, routes(*"abcdefg"))
    assert names(store) == list("abcdefg")


def write_cut_off(store: Store) -> None:
    """Write while the database ends the connection."""
    with store.begin() as session:
        mine = session.scalar(text("select pg_backend_pid()"))
        with store.begin() as other:
            other.execute(text("select pg_terminate_backend(:pid)"), {"pid": mine})
        insert_soon(session, MailRoute, routes("a"))
        send(session)


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_connection_that_is_cut_is_the_database_s_trouble(store: Store) -> None:
    with pytest.raises(OperationalError):
        write_cut_off(store)
    assert names(store) == []
    write(store, ("b",))
    assert names(store) == ["b"]
