"""The commands of who runs the service: migrate, back up, restore, check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from correspondence import migrating
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.migrated import make_tables
from worker.cli import main


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database in a folder of its own."""
    made = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    make_tables(made)
    return made


def run(settings: Settings, *arguments: str, code: int = 0) -> Result:
    """Run the command on that database and expect an exit code."""
    environment = {"ROOKERY_DATA": str(settings.data_dir), "DATABASE_URL": settings.database_url, "SECRET_KEY": ""}
    result = CliRunner().invoke(main, [*arguments], env=environment)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def test_all_of_it_there_and_checked(store: Store, tmp_path: Path) -> None:
    people = People(store)
    game = people.game()
    folder, elsewhere = tmp_path / "backups", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    assert "rows of" in run(store.settings, "backup", str(folder), "--keep", "2").output
    (path,) = folder.glob("rookery-*.backup")
    new = settings_for(f"sqlite:///{elsewhere / 'new.db'}", elsewhere)
    assert "counts and digests match" in run(new, "restore", str(path)).output
    assert "no faults found" in run(new, "check", "--against", str(path)).output
    assert "not empty" in run(new, "restore", str(path), code=2).output
    with Store(new).begin() as session:
        session.execute(text("update games set commitment = 'another'"))
    faults = json.loads(run(new, "check", "--against", str(path), "--json", code=1).stdout)["faults"]
    assert faults[0] == "games: other contents in the same number of rows"
    assert any(game in fault and "commitment" in fault for fault in faults)
    assert "agrees with its journal; turn 1 is open" in run(new, "restore", str(path), "--game", game).output
    assert "no faults found" in run(new, "check").output


def test_what_cannot_be_done_is_said_in_a_line(store: Store, tmp_path: Path) -> None:
    run(store.settings, "backup", str(tmp_path / "a.backup"))
    assert "no game none" in run(store.settings, "backup", str(tmp_path / "b"), "--game", "none", code=2).output
    assert "needs a folder" in run(store.settings, "backup", str(tmp_path / "b"), "--keep", "2", code=2).output
    assert "No such file" in run(store.settings, "backup", str(tmp_path / "no" / "b"), code=2).output
    assert "has no game" in run(store.settings, "restore", str(tmp_path / "a.backup"), "--game", "none", code=2).output
    (tmp_path / "bad").write_bytes(b"not a backup")
    assert "cannot be read" in run(store.settings, "restore", str(tmp_path / "bad"), code=2).output
    assert not list(tmp_path.glob("*.part"))
    empty = settings_for(f"sqlite:///{tmp_path / 'empty.db'}", tmp_path)
    assert "nothing to keep" in run(empty, "backup", str(tmp_path / "c"), code=2).output


def test_version_names_the_revision_and_the_commit(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOKERY_COMMIT", "0123456789ab")

    assert f"database revision {migrating.head()}, commit 0123456789ab" in run(store.settings, "--version").output


def test_migrating_forth_and_back(store: Store) -> None:
    assert "it had" not in run(store.settings, "migrate").output
    assert "has revision 0037; it had" in run(store.settings, "migrate", "--to", "0037").output
    assert "it had 0037" in run(store.settings, "migrate").output
    assert "nope" in run(store.settings, "migrate", "--to", "nope", code=2).output


def test_a_server_that_is_not_migrated_starts_nothing(postgres_url: str, tmp_path: Path) -> None:
    settings = settings_for(postgres_url, tmp_path)
    for command in ("serve", "worker", "beat", "check"):
        assert "rookery migrate" in run(settings, command, code=2).output


def test_a_bad_setting_is_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve"], env={"ROOKERY_DATA": str(tmp_path), "LOG_LEVEL": "loud"})
    assert result.exit_code == 2
    assert "LOG_LEVEL: 'loud' must be one of debug, info, warning, error" in result.output
