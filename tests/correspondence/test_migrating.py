"""Migrations with data in them, and what a process does when it finds a database of another form."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import OperationalError

from correspondence import migrating
from correspondence.audit_log import SITE, faults, note
from correspondence.migrating import WrongSchema
from correspondence.models.accounts import Account
from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.people import People
from tests.migrated import differences, make_oldest_tables, make_tables

pytestmark = pytest.mark.both_databases

# The oldest from which a database is upgraded.
OLDEST = "0037"


def contents(store: Store, tables: dict[str, list[str]]) -> dict[str, list[tuple[object, ...]]]:
    """The rows of these columns, table by table."""
    found = {}
    with store.engine.connect() as connection:
        for table, columns in tables.items():
            listed = ", ".join(f'"{column}"' for column in columns)
            rows = connection.execute(text(f'select {listed} from "{table}"'))
            found[table] = sorted((tuple(row) for row in rows), key=repr)
    return found


def columns_of(store: Store, leave_out: set[str]) -> dict[str, list[str]]:
    return {
        table.name: [column.name for column in table.columns]
        for table in METADATA.sorted_tables
        if table.name not in leave_out
    }


@pytest.fixture
def lived_in(url_to_fill: str, tmp_path: Path) -> Store:
    """A database with a game in its second turn, emails sent and waiting, messages, an entry of the audit log."""
    store = Store(Settings(data_dir=tmp_path, database_url=url_to_fill, secret_key="a key for tests"))
    make_tables(store)
    people = People(store)
    game = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=3)
    people.submit(game)
    people.deliver()
    people.adjudicate(game)
    with store.begin() as session:
        note(session, SITE, "service", "tried", {"what": "a migration"}, people.now)
    return store


def test_down_and_up_again_with_data(lived_in: Store) -> None:
    """What an older revision can hold is the same after going back to it and forward again."""
    store = lived_in
    newest = columns_of(store, set())
    migrating.migrate_to(store.engine, OLDEST)
    with store.engine.connect() as connection:
        assert migrating.revision(connection) == OLDEST
    kept = {
        table: [column for column in columns if _has(store, table, column)]
        for table, columns in newest.items()
        if _has(store, table)
    }
    before = contents(store, kept)
    assert before["journal_parts"]
    assert before["outbox"]
    _to_today(store, kept, before)
    migrating.migrate_to(store.engine, OLDEST)
    assert contents(store, kept) == before
    _to_today(store, kept, before)
    people = People(store)
    with store.read() as session:
        game = session.execute(text("select public_id from games")).scalar_one()
    people.adjudicate(game)
    migrating.migrate_to(store.engine, "base")
    store.upgrade()
    assert differences(store.engine) == []
    store.close()


def _to_today(store: Store, kept: dict[str, list[str]], before: dict[str, list[tuple[object, ...]]]) -> None:
    migrating.upgrade(store.engine)
    assert differences(store.engine) == []
    assert contents(store, kept) == before
    with store.read() as session:
        assert faults(session, SITE) == []
        assert {account.name for account in session.scalars(select(Account))} == {"Ada", "Bo"}


def _has(store: Store, table: str, column: str = "") -> bool:
    inspector = inspect(store.engine)
    if table not in inspector.get_table_names():
        return False
    return not column or column in {found["name"] for found in inspector.get_columns(table)}


def test_a_server_is_never_migrated_by_who_only_wants_to_use_it(postgres_url: str, settings_on: Settings) -> None:
    store = Store(settings_on)
    with pytest.raises(WrongSchema, match="is empty.*rookery migrate"):
        store.make_ready()
    migrating.migrate_to(store.engine, OLDEST)
    with pytest.raises(WrongSchema, match=f"{OLDEST}, this version of Rookery needs {migrating.head()}.*migrate"):
        store.make_ready()
    store.upgrade()
    store.make_ready()
    store.close()


@pytest.fixture
def settings_on(postgres_url: str, tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, database_url=postgres_url, secret_key="a key for tests")


def defaults(engine: Engine) -> dict[tuple[str, str], str | None]:
    """What the database fills into each column that a row is written without."""
    columns = inspect(engine).get_multi_columns()
    return {(str(table[1]), each["name"]): each["default"] for table in columns for each in columns[table]}


def test_tables_of_the_oldest_revision_come_to_todays_form(unmade: Settings) -> None:
    store = Store(unmade)
    make_oldest_tables(store.engine)

    store.upgrade()

    assert differences(store.engine) == []
    upgraded = defaults(store.engine)
    migrating.migrate_to(store.engine, "base")
    store.upgrade()
    assert defaults(store.engine) == upgraded
    store.close()


def test_an_older_database_is_refused_and_left_alone(unmade: Settings) -> None:
    store = Store(unmade)
    make_oldest_tables(store.engine)
    with store.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '0009'"))

    for step in (store.make_ready, store.upgrade):
        with pytest.raises(WrongSchema, match=r"0009, this version of Rookery upgrades from 0037 on.*docs/hosting\.md"):
            step()

    with store.engine.connect() as connection:
        assert migrating.revision(connection) == "0009"
    store.close()


def test_a_newer_database_is_refused_and_left_alone(unmade: Settings) -> None:
    store = Store(unmade)
    store.upgrade()
    with store.engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = 'f00d'"))
    with pytest.raises(WrongSchema, match="f00d, which this version of Rookery does not know"):
        store.make_ready()
    with store.engine.connect() as connection:
        assert migrating.revision(connection) == "f00d"
    store.close()


def test_a_database_of_another_program_is_refused(unmade: Settings) -> None:
    store = Store(unmade)
    with store.engine.begin() as connection:
        connection.execute(text("create table recipes (id integer)"))
    with pytest.raises(WrongSchema, match="recipes"):
        store.make_ready()
    store.close()


def test_a_file_of_one_machine_is_brought_up_to_date(tmp_path: Path) -> None:
    folder = tmp_path
    store = Store(Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'r.db'}", secret_key="a key for tests"))
    migrating.migrate_to(store.engine, OLDEST)
    store.make_ready()
    assert differences(store.engine) == []
    store.close()


def test_alembic_knows_the_same_revisions_in_the_same_order() -> None:
    told = [script.revision for script in ScriptDirectory(str(migrating.FOLDER)).walk_revisions()]
    assert list(migrating.revisions()) == told[::-1]


def test_to_look_at_a_database_of_today_no_alembic_is_loaded(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'r.db'}"
    made = Store(Settings(data_dir=tmp_path, database_url=url, secret_key="a key for tests"))
    make_tables(made)
    made.close()
    code = (
        "import sys, worker.app; from worker import startup; startup.settings();"
        " print([name for name in sys.modules if name.startswith('alembic')])"
    )
    environment = {**os.environ, "ROOKERY_DATA": str(tmp_path), "DATABASE_URL": url}
    seen = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert seen.stdout.splitlines()[-1] == "[]"


def test_migration_that_met_a_deadlock_is_tried_again(lived_in: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each revision has a transaction of its own: what a running process waits for is one of them at most."""
    store = lived_in
    migrating.migrate_to(store.engine, OLDEST)
    steps: list[str] = []
    migrate = migrating._migrate

    def meet_a_deadlock_first(engine: Engine, direction: Literal["upgrade"], to: str) -> None:
        steps.append(to)
        if steps.count(to) == 1:
            raise OperationalError("alter table", {}, _Deadlock())
        migrate(engine, direction, to)

    monkeypatch.setattr(migrating, "_migrate", meet_a_deadlock_first)
    migrating.upgrade(store.engine)

    following = migrating.revisions()[migrating.revisions().index(OLDEST) + 1 :]
    assert steps == [step for step in following for _ in range(2)]
    assert differences(store.engine) == []
    store.close()


class _Deadlock(Exception):
    sqlstate = "40P01"
