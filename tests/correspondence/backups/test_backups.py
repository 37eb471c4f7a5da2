"""Backups in both directions, under way while others write; damaged ones; one game beside others."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from correspondence import migrating
from correspondence.accounts.models import Account, SilencedAddress
from correspondence.archive.models import CurrentPosition
from correspondence.backups import checking, making, one_game, owning, restoring
from correspondence.backups.format import BadBackup
from correspondence.calls.models import OpenedCall
from correspondence.deadlines.brake import beat
from correspondence.evaluations.replaying import replayed
from correspondence.games.models import Game
from correspondence.ledger.models import LedgerEntry
from correspondence.ledger.use_cases import SITE, note
from correspondence.letters.payload import NoticePayload
from correspondence.outbox.models import OutgoingLetter
from correspondence.outbox.packing import unpacked
from correspondence.rows import new_id
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People


def sent(people: People) -> None:
    """All letters have left; nobody drew their maps."""
    left = {"sent_at": people.now, "next_attempt_at": None, "payload": b""}
    with people.store.begin() as session:
        session.execute(update(OutgoingLetter).where(OutgoingLetter.sent_at.is_(None)).values(**left))


@pytest.fixture
def played(people: People) -> str:
    """A game in its third call, its letters sent, another game beside it."""
    game = people.game({"stark": "ada", "tyrell": "bo"}, window_hours=30)
    people.game({"stark": "cy"}, title="Another", window_hours=90)
    for _ in range(2):
        people.submit(game)
        people.adjudicate(game)
    sent(people)
    with people.store.begin() as session:
        note(session, SITE, "service", "tried", {"what": "backups"}, people.now)
    return game


@pytest.fixture
def elsewhere(
    store: Store, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Store]:
    """An empty database of the other kind, on a machine of its own."""
    folder = tmp_path_factory.mktemp("elsewhere")
    here = store.engine.dialect.name
    url = request.getfixturevalue("postgres_url") if here == "sqlite" else f"sqlite:///{folder / 'rookery.db'}"
    made = Store(settings_for(url, folder))
    yield made
    made.close()


def tell_all(store: Store, path: Path) -> list[str]:
    return [*checking.differences_from(store, path), *checking.faults_within(store)]


def test_over_to_the_other_database_and_back(
    people: People, played: str, store: Store, elsewhere: Store, tmp_path: Path
) -> None:
    (store.settings.data_dir / "secret-key").write_text("the key of this site")
    assert beat(store, people.now)
    there, back = tmp_path / "there.backup", tmp_path / "back.backup"
    written = making.back_up(store, there, people.now)
    assert {part.name for part in written} == set(METADATA.tables) - {"pictures"}
    assert there.stat().st_mode & 0o777 == 0o600
    assert b"rookery-backup" in gzip.decompress(there.read_bytes())[:200]
    restoring.restore(elsewhere, there, keep_key=False)
    assert tell_all(elsewhere, there) == []
    assert (elsewhere.settings.data_dir / "secret-key").read_text() == "the key of this site"
    if elsewhere.engine.dialect.name == "postgresql":
        with elsewhere.read() as session:
            assert session.scalar(text("select count(*) from pg_stats where tablename = 'calls'")), "plans know nothing"
    # It is a service that goes on, and its keys go on where they were.
    moved = People(elsewhere)
    moved.now = people.now
    moved.adjudicate(played)
    moved.game({"stark": "dee"}, title="A new one")
    assert list(checking.faults_within(elsewhere)) == []
    making.back_up(elsewhere, back, moved.now)
    (tmp_path / "third").mkdir()
    empty = Store(settings_for(f"sqlite:///{tmp_path / 'third.db'}", tmp_path / "third"))
    restoring.restore(empty, back, keep_key=True)
    assert tell_all(empty, back) == []
    assert not (tmp_path / "third" / "secret-key").exists()
    assert migrating.differences(empty.engine) == []
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
        parts = restoring.look_at(path)[1]
        assert parts["silenced_addresses"].rows % 2 == 0
        seen.append(parts["silenced_addresses"].rows)
        lines = gzip.decompress(path.read_bytes()).decode()
        assert len({word for word in lines.split('"') if word.startswith("Name ")}) <= 1
    assert seen == sorted(seen)


@pytest.fixture(scope="module")
def whole(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A backup with a game in it; whichever database it came from, the file is the same."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copy(sqlite_template, folder / "rookery.db")
    store = Store(settings_for(f"sqlite:///{folder / 'rookery.db'}", folder))
    people = People(store)
    people.game()
    making.back_up(store, folder / "whole.backup", people.now)
    store.close()
    return (folder / "whole.backup").read_bytes()


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
        restoring.restore(empty, path, keep_key=True)
    with empty.engine.connect() as connection:
        assert migrating.revision(connection) is None, "nobody touched the database"
    empty.close()


def test_a_database_with_anything_in_it_is_refused(people: People, played: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "whole.backup"
    making.back_up(store, path, people.now)
    before = restoring.look_at(path)[1]
    with pytest.raises(restoring.NotEmpty, match="has rows"):
        restoring.restore(store, path, keep_key=True)
    assert checking.differences_from(store, path, leave_out=checking.RESTLESS) == []
    assert before["games"].rows == 2


def test_an_older_backup_is_brought_up_to_date(elsewhere: Store, people: People, played: str, tmp_path: Path) -> None:
    """Made before an upgrade by the new program, restored after it."""
    old = people.store
    migrating.go_to(old.engine, "0005")
    try:
        path = tmp_path / "old.backup"
        making.back_up(old, path, people.now)
    finally:
        old.upgrade()
    assert restoring.look_at(path)[0].revision == "0005"
    restoring.restore(elsewhere, path, keep_key=True)
    assert migrating.differences(elsewhere.engine) == []
    assert list(checking.faults_within(elsewhere)) == []


def test_a_backup_of_a_newer_program_is_refused(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "new.backup"
    lines = gzip.decompress(whole).split(b"\n")
    header = lines[0].replace(migrating.head().encode(), b"f00d")
    digest = hashlib.sha256(b"".join([header, *lines[1:-2]])).hexdigest().encode()
    end = b'{"complete":true,"sha256":"' + digest + b'"}'
    path.write_bytes(gzip.compress(b"\n".join([header, *lines[1:-2], end, b""])))
    empty = Store(settings_for(f"sqlite:///{tmp_path / 'empty.db'}", tmp_path))
    with pytest.raises(BadBackup, match="revision f00d"):
        restoring.restore(empty, path, keep_key=True)
    empty.close()


def test_what_is_not_whole_is_found(people: People, played: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "whole.backup"
    making.back_up(store, path, people.now)
    with store.begin() as session:
        session.execute(update(Game).where(Game.public_id == played).values(commitment="another"))
        session.add(SilencedAddress(email_hash="x", created_at=people.now))
    told = checking.differences_from(store, path, leave_out=checking.RESTLESS)
    assert told == ["silenced_addresses: 1 rows, the backup has 0", "games: other contents in the same number of rows"]
    assert [fault for fault in checking.faults_within(store) if played in fault and "commitment" in fault]


def test_old_backups_of_a_folder_go(tmp_path: Path) -> None:
    names = [making.name_at(datetime(2026, 11, day, 4, tzinfo=UTC)) for day in (9, 10, 8, 30)]
    for name in (*names, "notes.backup"):
        (tmp_path / name).write_text("kept, or not")
    assert {path.name for path in making.forget_all_but(tmp_path, 2)} == {names[0], names[2]}
    assert {path.name for path in tmp_path.iterdir()} == {names[1], names[3], "notes.backup"}


def everything_but(store: Store, path: Path, game: str) -> dict[str, str]:
    """Digests of what does not belong to a game, by table."""
    with store.read() as session:
        rest = session.scalars(select(Game.public_id).where(Game.public_id != game)).all()
    found = {}
    for other in rest:
        making.back_up(store, path, People(store).now, other)
        found |= {f"{other} {name}": part.sha256 for name, part in restoring.look_at(path)[1].items()}
    return found


def test_one_game_is_set_back_beside_the_others(people: People, played: str, store: Store, tmp_path: Path) -> None:
    """From a backup of everything on one database, from one of the game on the other."""
    path, scratch = tmp_path / "game.backup", tmp_path / "other.backup"
    making.back_up(store, path, people.now, None if store.engine.dialect.name == "sqlite" else played)
    as_of, call, standing = people.now, people.call(played), people.page(played)
    assert standing.call is not None
    number = standing.call.number
    for _ in range(2):
        people.submit(played)
        people.adjudicate(played)
    sent(people)
    with store.begin() as session:
        session.execute(update(CurrentPosition).values(document=b"lost"))
    others = everything_but(store, scratch, played)
    entries = people.count(LedgerEntry)
    people.later(days=2)
    opened = one_game.restore_game(store, path, played, people.now)
    assert opened == number + 3
    assert everything_but(store, scratch, played) == others
    assert people.count(LedgerEntry) == entries + 1
    assert agrees(store, played)
    now = people.page(played)
    assert now.call is not None
    assert (now.call.number, now.round) == (opened, standing.round)
    assert now.call.id != call
    assert now.call.due_at >= people.now + timedelta(hours=24)
    with store.read() as session:
        calls = session.execute(
            select(OpenedCall.number, OpenedCall.status)
            .join(Game, Game.id == OpenedCall.game_id)
            .where(Game.public_id == played)
            .order_by(OpenedCall.number)
        ).all()
    assert [status for _, status in calls] == ["closed"] * (number - 1) + ["void"] * 3 + ["open"]
    assert told_of_restoring(store) == {("Ada", as_of), ("Bo", as_of)}
    # And it goes on: a sheet, results, letters under names of their own.
    people.submit(played)
    people.adjudicate(played)
    assert agrees(store, played)


def told_of_restoring(store: Store) -> set[tuple[str, object]]:
    """Whose letters wait, all of which must tell of a game set back, and of which moment."""
    with store.read() as session:
        waiting = session.scalars(select(OutgoingLetter).where(OutgoingLetter.next_attempt_at.is_not(None))).all()
    notices = [(letter.name, unpacked(letter.payload)) for letter in waiting]
    assert all(isinstance(one, NoticePayload) and one.what == "deadline-restored" for _, one in notices)
    return {(name, one.moments["at"]) for name, one in notices if isinstance(one, NoticePayload)}


def agrees(store: Store, game: str) -> bool:
    with store.read() as session:
        return replayed(session, game).differences == ()


def test_a_game_that_was_lost_comes_back_with_its_players(
    people: People, played: str, store: Store, tmp_path: Path, elsewhere: Store
) -> None:
    """Into another service: keys differ, the same people are found by their ids, others are made."""
    path = tmp_path / "game.backup"
    making.back_up(store, path, people.now, played)
    elsewhere.upgrade()
    there = People(elsewhere)
    there.now = people.now
    for number in range(5):
        there.game({"stark": f"other{number}"})
    opened = one_game.restore_game(elsewhere, path, played, people.now)
    assert opened == 3
    there.adjudicate(played)
    assert list(checking.faults_within(elsewhere)) == []
    assert {seat.player for seat in there.page(played).seats if seat.player} >= {"Ada", "Bo"}


def test_who_has_left_meanwhile_does_not_come_back(people: People, played: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "game.backup"
    making.back_up(store, path, people.now)
    with store.begin() as session:
        session.execute(
            update(Account)
            .where(Account.email == "bo@rookery.example")
            .values(deleted_at=people.now, email=f"{new_id()}@gone.invalid")
        )
    one_game.restore_game(store, path, played, people.now)
    kinds = {seat.house: seat.kind for seat in people.page(played).seats}
    assert (kinds["stark"], kinds["tyrell"]) == ("human", "steward")


def test_a_game_that_is_not_there_or_had_not_begun(people: People, store: Store, tmp_path: Path) -> None:
    people.game()
    path = tmp_path / "all.backup"
    making.back_up(store, path, people.now)
    with pytest.raises(one_game.NotThere, match="has no game none"):
        one_game.restore_game(store, path, "none", people.now)
    with pytest.raises(LookupError, match="no game none"):
        making.back_up(store, path, people.now, "none")


def test_every_table_is_a_games_or_is_not() -> None:
    """A new table must be thought of: does it belong to a game that is set back?"""
    assert set(METADATA.tables) - {table.name for table in owning.owned()} == {
        "accounts",
        "absences",
        "address_changes",
        "api_tokens",
        "attempts",
        "digest_lines",
        "ledger",
        "local_mail",
        "mail_routes",
        "outbox",
        "pictures",
        "pulses",
        "recovery_codes",
        "service_hours",
        "sign_in_links",
        "sign_in_sessions",
        "silenced_addresses",
        "webhook_posts",
        "webhooks",
    }
