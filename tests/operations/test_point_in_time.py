"""What docs/hosting.md says of PostgreSQL's write-ahead log is so: the server dies, a new one is made from the base
backup and the shipped log, and nothing is missing that was acknowledged before the last segment left."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from correspondence.backups import making, one_game
from correspondence.backups.one_game import verify_backup
from correspondence.store import Store
from tests import services
from tests.conftest import leave_out
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.operations.composition import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text()


def documented(pattern: str, wal: Path) -> str:
    """A line of the page, with the folder of this test."""
    found = re.search(pattern, PAGE)
    assert found is not None, pattern
    return found[0].replace("/mnt/wal", str(wal))


@contextmanager
def server(folder: Path, name: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A PostgreSQL on a data folder, and how to reach it; killed at the end if it still runs."""
    program, port = services.program("postgres"), services.free_port()
    assert program is not None
    command = [*services.as_somebody_else(folder), program, "-D", str(folder / name), "-h", "127.0.0.1"]
    with (folder / f"{name}.log").open("ab") as log:
        process = subprocess.Popen([*command, "-p", str(port), "-k", str(folder)], stdout=log, stderr=log, cwd="/")
    url = f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
    try:
        services._wait(lambda: services.postgres_answers(url), process, "PostgreSQL")
        yield url, process
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(timeout=20)


def run(folder: Path, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs as who owns the folder."""
    found = services.program(program)
    if found is None:
        leave_out(f"the restore from the write-ahead log: {program} is not installed")
    command = [*services.as_somebody_else(folder), str(found), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=120)
    assert done.returncode == 0, done.stderr


def configure(folder: Path, name: str, *lines: str) -> None:
    with (folder / name / "postgresql.conf").open("a") as conf:
        conf.write("\n".join(["", *lines, ""]))


@pytest.fixture
def ground() -> Iterator[Path]:
    """A folder that PostgreSQL's user may use."""
    if services.program("initdb") is None:
        leave_out("the restore from the write-ahead log: PostgreSQL's programs are not installed")
    with services._folder() as folder:
        services.as_somebody_else(folder)
        yield folder


@pytest.fixture
def first(ground: Path) -> str:
    """A server that ships its log into `wal`, not started yet."""
    run(ground, "initdb", "-D", str(ground / "first"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
    wal = ground / "wal"
    wal.mkdir()
    shutil.chown(wal, *owner(ground))
    configure(ground, "first", "wal_level = replica", "archive_mode = on", documented(r"archive_command = '.*'", wal))
    return "first"


def test_nothing_acknowledged_is_lost_with_the_server(ground: Path, first: str, tmp_path: Path) -> None:
    backup = tmp_path / "before.backup"
    with server(ground, first) as (url, process):
        live_and_ship(ground, url, process, backup)
        process.kill()
    (ground / "base").rename(ground / "second")
    configure(ground, "second", documented(r"restore_command = '[^']*'", ground / "wal"), "archive_mode = off")
    (ground / "second" / "recovery.signal").touch()
    shutil.chown(ground / "second" / "recovery.signal", *owner(ground))
    with server(ground, "second") as (url, process):
        with psycopg.connect(services.plain(url), autocommit=True) as admin:
            services._wait(lambda: recovered(admin), process, "the recovery")
        restored = Store(settings_for(url, tmp_path))
        assert verify_backup(backup)[1]["games"].rows == 2
        assert one_game.differences_from(restored, backup, leave_out=one_game.RESTLESS) == []
        assert list(one_game.faults_within(restored)) == []
        restored.close()


def live_and_ship(ground: Path, url: str, process: subprocess.Popen[bytes], backup: Path) -> None:
    """A game, a base backup, another game that only the log knows; the log leaves; what there is goes to `backup`."""
    store = Store(settings_for(url, backup.parent))
    store.upgrade()
    people = People(store)
    people.game(window_hours=3)
    port = re.search(r":(\d+)/", url)[1]  # type: ignore[index]
    base = str(ground / "base")
    # A server that serves others spreads its checkpoint over minutes; here nobody else waits for the disk.
    hurried = ("-X", "none", "--checkpoint", "fast")
    run(ground, "pg_basebackup", "-D", base, *hurried, "-h", "127.0.0.1", "-p", port, "-U", "postgres")
    game = people.game(window_hours=3)
    people.submit(game)
    people.adjudicate(game)
    with psycopg.connect(services.plain(url), autocommit=True) as admin:
        admin.execute("select pg_switch_wal()")
        services._wait(lambda: archived(admin), process, "the archiver")
    making.back_up(store, backup, datetime.now(UTC))
    store.close()


def owner(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_uid, found.st_gid


def archived(admin: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Whether the segment before the one being written has left."""
    row = admin.execute(
        "select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) from pg_stat_archiver"
    ).fetchone()
    return bool(row and row[0])


def recovered(admin: psycopg.Connection[tuple[object, ...]]) -> bool:
    row = admin.execute("select not pg_is_in_recovery()").fetchone()
    return bool(row and row[0])
