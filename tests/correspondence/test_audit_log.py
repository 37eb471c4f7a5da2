"""The audit log: a chain that shows every change, in a database that allows none."""

from __future__ import annotations

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from correspondence.audit_log import faults, note
from correspondence.models.turns import AuditEntry
from tests.correspondence.people import People

pytestmark = pytest.mark.both_databases


def write(session: Session, people: People, count: int) -> None:
    for number in range(count):
        note(session, "a-game", "ada", "looked", {"what": number}, people.now)


def test_entries_follow_from_each_other_and_stay(people: People) -> None:
    with people.store.begin() as session:
        write(session, people, 3)
        note(session, "site", "ada", "looked", {}, people.now)
    with people.store.read() as session:
        assert faults(session, "a-game") == faults(session, "site") == []
    for change in (update(AuditEntry).values(actor="nobody"), delete(AuditEntry)):
        with pytest.raises(DBAPIError, match="only added to"), people.store.begin() as session:
            session.execute(change)


def test_what_was_changed_or_left_out_is_found(people: People) -> None:
    with people.store.begin() as session:
        write(session, people, 3)
        drop_the_guard(session)
        session.execute(update(AuditEntry).where(AuditEntry.number == 2).values(document=b'{"what":7}'))
        session.expire_all()
        assert faults(session, "a-game") == ["a-game: entry 2 was changed"]
        session.execute(delete(AuditEntry).where(AuditEntry.number == 2))
        session.expire_all()
        assert faults(session, "a-game") == [
            "a-game: entry 2 is missing, 3 follows",
            "a-game: entry 3 does not follow from the one before it",
        ]
        session.rollback()


def drop_the_guard(session: Session) -> None:
    """As somebody with the keys to the database could; undone by the rollback."""
    if session.get_bind().dialect.name == "sqlite":
        session.execute(text("drop trigger audit_log_no_update"))
        session.execute(text("drop trigger audit_log_no_delete"))
    else:
        session.execute(text("alter table audit_log disable trigger audit_log_no_change"))
