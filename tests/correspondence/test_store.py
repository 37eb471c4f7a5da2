"""The store: migrations agree with the models, times are aware, readers wait for nobody."""

from __future__ import annotations

import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text, update
from sqlalchemy.exc import StatementError

from correspondence import migrating
from correspondence.models.accounts import Account, SilencedAddress
from correspondence.rows import insert_once, new_id
from correspondence.settings import Settings
from correspondence.store import AWAY, Store, settings_of
from correspondence.tables import METADATA

pytestmark = pytest.mark.both_databases


def account(at: datetime) -> Account:
    return Account(
        public_id=new_id(), email=f"{new_id()}@x.example", name="x", language="en", zone="UTC", created_at=at
    )


def test_migrations_make_what_the_models_say_and_undo_it(unmade: Settings) -> None:
    store = Store(unmade)
    store.upgrade()
    assert migrating.differences(store.engine) == []
    store.upgrade()
    migrating.downgrade(store.engine, "base")
    assert set(inspect(store.engine).get_table_names()) == {"alembic_version"}
    store.upgrade()
    assert set(inspect(store.engine).get_table_names()) == {"alembic_version", *METADATA.tables}
    store.close()


def test_several_processes_may_upgrade_at_once(unmade: Settings) -> None:
    faults: list[BaseException] = []

    def upgrade() -> None:
        own = Store(unmade)
        try:
            own.upgrade()
        except BaseException as fault:  # noqa: BLE001  looked at below
            faults.append(fault)
        finally:
            own.close()

    threads = [threading.Thread(target=upgrade) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    store = Store(unmade)
    assert migrating.differences(store.engine) == []
    store.close()


def test_times_are_aware_and_in_utc(store: Store) -> None:
    summer = datetime(2026, 7, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
    with store.begin() as session:
        session.add(account(summer))
    with store.read() as session:
        found = session.scalars(select(Account)).one().created_at
        assert found == summer
        assert found.tzinfo is UTC
        assert session.scalar(select(Account.id).where(Account.created_at == summer)) is not None
    with pytest.raises(StatementError), store.begin() as session:
        session.add(account(datetime(2026, 7, 1)))  # noqa: DTZ001  that it is naive is the point


def test_an_error_rolls_everything_back(store: Store) -> None:
    def fail() -> None:
        with store.begin() as session:
            session.add(account(datetime(2026, 7, 1, tzinfo=UTC)))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.read() as session:
        assert session.scalars(select(Account)).all() == []
        assert settings_of(session) is store.settings


def test_readers_do_not_wait_for_a_writer(store: Store) -> None:
    with store.begin() as writer:
        writer.add(account(datetime(2026, 7, 1, tzinfo=UTC)))
        writer.flush()
        with store.read() as reader:
            assert reader.scalars(select(Account)).all() == []
    with store.read() as reader:
        assert len(reader.scalars(select(Account)).all()) == 1


def test_writers_wait_for_each_other_and_lose_nothing(store: Store) -> None:
    with store.begin() as session:
        session.add(account(datetime(2026, 7, 1, tzinfo=UTC)))

    def add_letters() -> None:
        for _ in range(25):
            with store.begin() as session:
                found = session.scalars(select(Account).with_for_update()).one()
                found.name = f"{found.name}x"

    threads = [threading.Thread(target=add_letters) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.read() as session:
        assert session.scalars(select(Account)).one().name == "x" * 51


def test_a_row_is_inserted_once_and_said_so(store: Store) -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    with store.begin() as session:
        said = [insert_once(session, SilencedAddress, email_hash="a", created_at=now) for _ in range(2)]
    assert said == [True, False]


ASKED = """
import sys
from correspondence.store import make_engine
with make_engine(f"sqlite:///{sys.argv[1]}").connect() as connection:
    print(*(connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")))
"""


def test_an_embedded_database_forces_each_commit_to_the_disk(tmp_path: Path) -> None:
    """Asked in a process of its own, for tests do without."""
    command = [sys.executable, "-c", ASKED, str(tmp_path / "rookery.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "wal"], "2 is FULL: NORMAL may lose the last commits in a power cut"


def cut(store: Store) -> None:
    """End the connection that the store keeps for its next session."""
    with store.read() as session:
        mine = session.scalar(text("select pg_backend_pid()"))
    other = Store(store.settings)
    with other.read() as session:
        session.execute(text("select pg_terminate_backend(:pid, 5000)"), {"pid": mine})
    other.close()


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_connection_cut_while_it_lay_idle_is_replaced(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.store.FRESH_SECONDS", 0.0)
    cut(store)
    with store.read() as session:
        assert session.scalar(text("select 1")) == 1


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_one_cut_right_after_it_was_used_is_the_database_s_trouble_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("correspondence.store.FRESH_SECONDS", 60.0)
    cut(store)
    with pytest.raises(AWAY), store.read() as session:
        session.scalar(text("select 1"))
    with store.read() as session:
        assert session.scalar(text("select 1")) == 1


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_documents_are_packed_by_the_quicker_way_where_the_server_has_it(store: Store) -> None:
    with store.read() as session:
        has = session.scalar(
            text("select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression'")
        )
        used = session.scalar(text("select current_setting('default_toast_compression', true)"))
    assert used == "lz4" or not has


def test_a_page_cannot_write(store: Store) -> None:
    """The database itself refuses it, so that nothing is thought kept that is rolled back."""
    with store.read() as session, pytest.raises(AWAY, match="read-?only"):
        session.execute(update(Account).values(name="y"))
    with store.begin() as session:
        session.execute(update(Account).values(name="y"))
    with store.read() as session, pytest.raises(AWAY, match="read-?only"):
        session.execute(update(Account).values(name="z"))
