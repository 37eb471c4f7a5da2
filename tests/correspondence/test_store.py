"""The store: migrations agree with the models, times are aware, readers wait for nobody."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import event, inspect, select, text, update
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session

from correspondence import migrating
from correspondence.models.accounts import Account, SilencedAddress
from correspondence.rows import insert_once, lock_by_name, new_id
from correspondence.settings import Settings
from correspondence.store import AWAY, Store, driver_message, is_busy, process_each, settings_of
from correspondence.tables import METADATA
from tests.correspondence.people import People
from tests.edge.outpost import eventually
from tests.migrated import differences

pytestmark = pytest.mark.both_databases


def account(at: datetime) -> Account:
    return Account(
        public_id=new_id(), email=f"{new_id()}@x.example", name="x", language="en", zone="UTC", created_at=at
    )


def test_migrations_make_what_the_models_say_and_undo_it(unmade: Settings) -> None:
    store = Store(unmade)
    store.upgrade()
    assert differences(store.engine) == []
    store.upgrade()
    migrating.migrate_to(store.engine, "base")
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
    assert differences(store.engine) == []
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


def test_an_error_shows_no_rows(store: Store) -> None:
    known = account(datetime(2026, 7, 1, tzinfo=UTC))
    with store.begin() as session:
        session.add(known)
        address = known.email

    def add_again() -> None:
        with store.begin() as session:
            again = account(datetime(2026, 7, 1, tzinfo=UTC))
            again.email = address
            session.add(again)

    with pytest.raises(IntegrityError) as raised:
        add_again()
    assert "[SQL parameters hidden" in str(raised.value)
    # PostgreSQL's own detail is left out of logs by `driver_message`.
    assert address not in driver_message(raised.value)


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

    def add_mails() -> None:
        for _ in range(25):
            with store.begin() as session:
                found = session.scalars(select(Account).with_for_update()).one()
                found.name = f"{found.name}x"

    threads = [threading.Thread(target=add_mails) for _ in range(2)]
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
def test_connection_cut_after_use_is_retried_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.store.FRESH_SECONDS", 60.0)
    cut(store)
    with pytest.raises(AWAY), store.read() as session:
        session.scalar(text("select 1"))
    with store.read() as session:
        assert session.scalar(text("select 1")) == 1


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_documents_are_packed_the_quicker_way_if_available(store: Store) -> None:
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


def test_half_of_the_threads_wait_for_others_who_write(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.store.WAIT_SECONDS", 600.0)
    monkeypatch.setattr("correspondence.store.SHORT_WAIT_SECONDS", 0.05)
    with store.begin() as session:
        session.add(account(datetime(2026, 7, 1, tzinfo=UTC)))
    ended: list[str] = []

    def write() -> None:
        try:
            with site.begin() as session:
                session.execute(update(Account).values(name="y"))
            ended.append("written")
        except AWAY as fault:
            ended.append("refused" if is_busy(fault) else repr(fault))

    site = Store(store.settings, threads=6)
    threads = [threading.Thread(target=write) for _ in range(6)]
    with store.begin() as session:
        session.execute(update(Account).values(name="x"))
        for thread in threads:
            thread.start()
        eventually(lambda: len(ended) >= 3)
        assert ended == ["refused"] * 3
        # Who only reads waits for nobody.
        with site.read() as reading:
            assert reading.scalar(select(Account.name)) != "y"
    for thread in threads:
        thread.join()
    assert ended == ["refused"] * 3 + ["written"] * 3
    site.close()


def test_nobody_at_the_site_waits_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("correspondence.store.WAIT_SECONDS", 0.05)
    with store.begin() as session:
        session.add(account(datetime(2026, 7, 1, tzinfo=UTC)))
    site = Store(store.settings, threads=4)
    with store.begin() as session:
        session.scalars(select(Account).with_for_update()).one()
        lock_by_name(session, "a name")
        with pytest.raises(AWAY) as of_rows, site.begin() as other:
            other.execute(update(Account).values(name="y"))
        # On SQLite the transaction itself waits, on PostgreSQL its turn.
        with pytest.raises(AWAY) as of_names, site.begin() as other:
            (lock_by_name(other, "a name"), other.connection())
    assert is_busy(of_rows.value)
    assert is_busy(of_names.value)
    site.close()


def test_threads_of_the_site_wait_for_no_connection(store: Store) -> None:
    site = Store(store.settings, threads=12)
    with ExitStack() as open_:
        for _ in range(24 + 3):
            open_.enter_context(site.read()).execute(select(1))
    site.close()


def test_what_could_not_be_committed_is_not_done(people: People) -> None:
    store = people.store
    with store.begin() as session:
        session.add_all([account(people.now), account(people.now)])
    with store.read() as session:
        first, second = session.scalars(select(Account.id).order_by(Account.id.desc()).limit(2)).all()

    def rename(session: Session, account_id: int) -> int:
        session.get_one(Account, account_id).name = "renamed"
        if account_id == first:
            event.listen(session, "before_commit", refuse, once=True)
        return account_id

    def refuse(_session: Session) -> None:
        raise OSError("the disk is full")

    due = select(Account.id).where(Account.id.in_([first, second]))
    count, done = process_each(store, due, rename, trouble="an account was not renamed", name="account")

    assert (count, done) == (2, [second])
    with store.read() as session:
        assert session.scalars(select(Account.id).where(Account.name == "renamed")).all() == [second]
