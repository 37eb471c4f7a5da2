"""Rows that wait: nobody misses them, nothing of them stays after a rollback, and what goes wrong is told as ever."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from correspondence.models.accounts import SilencedAddress
from correspondence.models.mail import MailRoute
from correspondence.models.turns import Heartbeat
from correspondence.rows import next_key
from correspondence.store import Store
from correspondence.write_batch import add_soon, change_soon, insert_soon, send

pytestmark = pytest.mark.both_databases

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


def insertions(store: Store, heard: list[str]) -> Callable[..., None]:
    """Note down the tables that rows are inserted into, until the event is removed."""

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT"):
            heard.append(statement.split()[2])

    event.listen(store.engine, "before_cursor_execute", note)
    return note


def test_rows_of_one_table_are_one_statement(store: Store) -> None:
    heard: list[str] = []
    note = insertions(store, heard)
    with store.begin() as session:
        for name in ("a", "b", "c"):
            insert_soon(session, MailRoute, routes(name))
            insert_soon(session, Heartbeat, [{"name": name, "at": NOW, "note": "", "count": 0}])
    event.remove(store.engine, "before_cursor_execute", note)
    assert heard == ["mail_routes", "heartbeats"]
    assert names(store) == ["a", "b", "c"]


def test_rows_do_not_pass_changes_of_their_table(store: Store) -> None:
    heard: list[str] = []
    with store.begin() as session:
        session.add(MailRoute(name="a", failures=0, reason=""))
    note = insertions(store, heard)
    with store.begin() as session:
        route = session.get_one(MailRoute, "a")
        insert_soon(session, MailRoute, routes("b"))
        change_soon(session, route, failures=3)
        insert_soon(session, MailRoute, routes("c"))
    event.remove(store.engine, "before_cursor_execute", note)
    assert heard == ["mail_routes", "mail_routes"]
    assert names(store) == ["a", "b", "c"]


def test_they_travel_in_their_order_and_everybody_hears_of_each(store: Store) -> None:
    heard: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT"):
            heard.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("a"))
        insert_soon(session, Heartbeat, [{"name": "x", "at": NOW, "note": "", "count": 0}])
        assert heard == []
        session.add(MailRoute(name="b", failures=0, reason=""))
    event.remove(store.engine, "before_cursor_execute", note)
    assert [statement.split()[2] for statement in heard] == ["mail_routes", "mail_routes", "heartbeats"]
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


def called(session: Session, name: str) -> MailRoute:
    """A row of that name."""
    return session.get_one(MailRoute, name)


def test_changes_travel_with_them_and_the_row_says_so_at_once(store: Store) -> None:
    write(store, ("a", "b"))
    with store.begin() as session:
        row, other = called(session, "a"), called(session, "b")
        change_soon(session, row, failures=3, until=NOW)
        assert (row.failures, row.until) == (3, NOW)
        assert not session.is_modified(row)
        # What is set later, in whatever way, is what stays.
        row.failures, row.reason = 4, "full"
        change_soon(session, other, failures=5)
        change_soon(session, other, failures=6)
    with store.read() as session:
        row, other = called(session, "a"), called(session, "b")
        assert (row.failures, row.until, row.reason, other.failures) == (4, NOW, "full", 6)


def test_a_row_with_a_key_is_held_as_if_it_had_been_flushed(store: Store) -> None:
    with store.begin() as session:
        row = MailRoute(name="a")
        add_soon(session, row)
        insert_soon(session, MailRoute, routes("b"))
        assert (row.failures, row.reason, row.until) == (0, "", None), "defaults are filled in"
        assert session.get(MailRoute, "a") is row
        row.failures = 2
    with store.read() as session:
        assert called(session, "a").failures == 2
    assert names(store) == ["a", "b"]


def test_a_change_that_was_undone_is_read_again(store: Store) -> None:
    write(store, ("a",))
    with store.begin() as session:
        row = called(session, "a")
        with session.begin_nested() as savepoint:
            change_soon(session, row, failures=3)
            savepoint.rollback()
        assert row.failures == 0
    with store.read() as session:
        assert called(session, "a").failures == 0


@pytest.mark.parametrize("before", [0, 3])
def test_the_next_key_is_the_one_the_database_would_give(store: Store, before: int) -> None:
    with store.begin() as session:
        rows = [SilencedAddress(email_hash=f"{n}", created_at=NOW) for n in range(before)]
        session.add_all(rows)
    with store.begin() as session:
        key = session.scalars(select(next_key(SilencedAddress, store.engine.dialect.name))).one()
        add_soon(session, SilencedAddress(id=key, email_hash="next", created_at=NOW))
        session.add(after := SilencedAddress(email_hash="after", created_at=NOW))
    assert [row.id + 1 for row in rows[-1:]] in ([], [key])
    assert after.id == key + 1


def test_what_is_there_is_left_out_or_an_error(store: Store) -> None:
    with store.begin() as session:
        insert_soon(session, MailRoute, routes("a"))
        insert_soon(session, MailRoute, routes("a", "b"), once=True)
    assert names(store) == ["a", "b"]
    with pytest.raises(IntegrityError):
        write(store, ("c",), ("a",))
    assert names(store) == ["a", "b"]


def write_twice(store: Store, reason: str) -> None:
    """Write a row twice, with something that is nobody's business."""
    with store.begin() as session:
        for _ in range(2):
            insert_soon(session, MailRoute, [{"name": "a", "failures": 0, "reason": reason}])


def test_an_error_shows_no_rows(store: Store) -> None:
    with pytest.raises(IntegrityError) as raised:
        write_twice(store, "march to moat cailin")
    assert "moat cailin" not in str(raised.value)


def test_more_rows_than_a_statement_takes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.write_batch.MAX_VALUES", 7)
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
