"""Backups in both directions, under way while others write; damaged ones."""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text, update

from correspondence import migrating
from correspondence.backups import making, one_game
from correspondence.backups.format import BadBackup
from correspondence.models.accounts import Account, SilencedAddress
from correspondence.models.games import Game
from correspondence.operations import beat
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.backups.conftest import tell_all
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.migrated import differences

pytestmark = pytest.mark.both_databases


def test_over_to_the_other_database_and_back(
    people: People, played: str, store: Store, elsewhere: Store, tmp_path: Path
) -> None:
    (store.settings.data_dir / "secret-key").write_text("the key of this site")
    assert beat(store, people.now)
    there, back = tmp_path / "there.backup", tmp_path / "back.backup"
    written = making.back_up(store, there, people.now)
    assert {part.name for part in written} == set(METADATA.tables) - {"pictures", "pdf_files"}
    assert there.stat().st_mode & 0o777 == 0o600
    assert b"rookery-backup" in gzip.decompress(there.read_bytes())[:200]
    one_game.restore(elsewhere, there, keep_key=False)
    assert tell_all(elsewhere, there) == []
    assert (elsewhere.settings.data_dir / "secret-key").read_text() == "the key of this site"
    if elsewhere.engine.dialect.name == "postgresql":
        with elsewhere.read() as session:
            assert session.scalar(text("select count(*) from pg_stats where tablename = 'turns'")), "plans know nothing"
    # It is a service that goes on, and its keys go on where they were.
    moved = People(elsewhere)
    moved.now = people.now
    moved.adjudicate(played)
    moved.game({"stark": "dee"}, title="A new one")
    assert list(one_game.faults_within(elsewhere)) == []
    making.back_up(elsewhere, back, moved.now)
    (tmp_path / "third").mkdir()
    empty = Store(settings_for(f"sqlite:///{tmp_path / 'third.db'}", tmp_path / "third"))
    one_game.restore(empty, back, keep_key=True)
    assert tell_all(empty, back) == []
    assert not (tmp_path / "third" / "secret-key").exists()
    assert differences(empty.engine) == []
    empty.close()


def test_nothing_is_torn_while_others_write(people: People, played: str, store: Store, tmp_path: Path) -> None:
    """Pairs of rows that are always written together are together in every backup."""
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            with store.begin() as session:
                for table in ("a", "b"):
                    session.add(SilencedAddress(email_hash=f"{table}{number}", created_at=people.now))
                session.execute(update(Account).values(name=f"Name {number}"))
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        paths = [tmp_path / f"{number}.backup" for number in range(3)]
        for path in paths:
            making.back_up(store, path, people.now)
    finally:
        stop.set()
        writer.join()
    seen = []
    for path in paths:
        parts = one_game.verify_backup(path)[1]
        assert parts["silenced_addresses"].rows % 2 == 0
        seen.append(parts["silenced_addresses"].rows)
        lines = gzip.decompress(path.read_bytes()).decode()
        assert len({word for word in lines.split('"') if word.startswith("Name ")}) <= 1
    assert seen == sorted(seen)


def damaged(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    def changed(raw: bytes) -> bytes:
        return gzip.compress(b"\n".join(change(gzip.decompress(raw).split(b"\n"))))

    return changed


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda raw: raw[: len(raw) // 2], "cannot be read|cut off"),
        (lambda raw: b"", "empty|cut off"),
        (lambda raw: b"nothing of ours" * 99, "cannot be read"),
        (damaged(lambda lines: lines[:-2]), "cut off"),
        (damaged(lambda lines: lines + [b"[1]"]), "follows the last line|outside a table"),
        (damaged(lambda lines: [line.replace(b"Ada", b"Eve") for line in lines]), "has other rows than it says"),
        (damaged(lambda lines: [line for line in lines if b"games" not in line]), "outside a table|other rows"),
        (damaged(lambda lines: [lines[0].replace(b'"version":1', b'"version":9'), *lines[1:]]), "form 9"),
        (damaged(lambda lines: [lines[0].replace(b"rookery-backup", b"another-thing"), *lines[1:]]), "no backup"),
        (damaged(lambda lines: [lines[0].replace(b"0.1.0", b"0.1.9"), *lines[1:]]), "its digest is another"),
    ],
)
def test_a_damaged_backup_is_refused_and_leaves_nothing(
    whole: bytes, tmp_path: Path, damage: Callable[[bytes], bytes], words: str
) -> None:
    path = tmp_path / "damaged.backup"
    path.write_bytes(damage(whole))
    empty = Store(settings_for(f"sqlite:///{tmp_path / 'empty.db'}", tmp_path))
    with pytest.raises(BadBackup, match=words):
        one_game.restore(empty, path, keep_key=True)
    with empty.engine.connect() as connection:
        assert migrating.revision(connection) is None, "nobody touched the database"
    empty.close()


def test_a_database_with_anything_in_it_is_refused(people: People, played: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "whole.backup"
    making.back_up(store, path, people.now)
    before = one_game.verify_backup(path)[1]
    with pytest.raises(one_game.NotEmpty, match="has rows"):
        one_game.restore(store, path, keep_key=True)
    assert one_game.differences_from(store, path, leave_out=one_game.RESTLESS) == []
    assert before["games"].rows == 2


def test_an_older_backup_is_brought_up_to_date(elsewhere: Store, people: People, played: str, tmp_path: Path) -> None:
    """Made before an upgrade by the new program, restored and checked after it."""
    old, path = people.store, tmp_path / "old.backup"
    migrating.migrate_to(old.engine, "0037")
    try:
        making.back_up(old, path, people.now)
    finally:
        old.upgrade()
    assert one_game.verify_backup(path)[0].revision == "0037"

    one_game.restore(elsewhere, path, keep_key=True)

    assert differences(elsewhere.engine) == []
    assert tell_all(elsewhere, path) == []
    assert not list(elsewhere.settings.data_dir.glob(".check-*"))
    # And what changes afterwards is found.
    with elsewhere.begin() as session:
        session.execute(update(Game).where(Game.public_id == played).values(title="Another title"))
        session.add(SilencedAddress(email_hash="x", created_at=people.now))
    assert one_game.differences_from(elsewhere, path) == [
        "silenced_addresses: 1 rows, the backup has 0",
        "games: other contents in the same number of rows",
    ]


@pytest.mark.parametrize(
    ("revision", "words"),
    [("f00d", "revision f00d.*does not know"), ("0009", "revision 0009.*restores from 0037 on.*docs/hosting.md")],
)
def test_a_backup_of_a_newer_or_too_old_program_is_refused(
    whole: bytes, tmp_path: Path, revision: str, words: str
) -> None:
    path = tmp_path / "other.backup"
    lines = gzip.decompress(whole).split(b"\n")
    header = lines[0].replace(migrating.head().encode(), revision.encode())
    digest = hashlib.sha256(b"".join([header, *lines[1:-2]])).hexdigest().encode()
    end = b'{"complete":true,"sha256":"' + digest + b'"}'
    path.write_bytes(gzip.compress(b"\n".join([header, *lines[1:-2], end, b""])))
    empty = Store(settings_for(f"sqlite:///{tmp_path / 'empty.db'}", tmp_path))
    with pytest.raises(BadBackup, match=words):
        one_game.restore(empty, path, keep_key=True)
    empty.close()


def test_what_is_not_whole_is_found(people: People, played: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "whole.backup"
    making.back_up(store, path, people.now)
    with store.begin() as session:
        session.execute(update(Game).where(Game.public_id == played).values(commitment="another"))
        session.add(SilencedAddress(email_hash="x", created_at=people.now))
    told = one_game.differences_from(store, path, leave_out=one_game.RESTLESS)
    assert told == ["silenced_addresses: 1 rows, the backup has 0", "games: other contents in the same number of rows"]
    assert [fault for fault in one_game.faults_within(store) if played in fault and "commitment" in fault]


def test_old_backups_of_a_folder_go(tmp_path: Path) -> None:
    names = [making.backup_name(datetime(2026, 11, day, 4, tzinfo=UTC)) for day in (9, 10, 8, 30)]
    for name in (*names, "notes.backup"):
        (tmp_path / name).write_text("kept, or not")
    assert {path.name for path in making.forget_all_but(tmp_path, 2)} == {names[0], names[2]}
    assert {path.name for path in tmp_path.iterdir()} == {names[1], names[3], "notes.backup"}
