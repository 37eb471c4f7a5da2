"""Games leave and enter the archive by commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator import game_file
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.migrated import make_tables
from worker.cli import main


def host(folder: Path) -> Store:
    """A host with a database of its own."""
    folder.mkdir()
    made = Store(settings_for(f"sqlite:///{folder / 'rookery.db'}", folder))
    make_tables(made)
    return made


def run(settings: Settings, *arguments: str, code: int = 0) -> Result:
    """Run the command on a host's database and expect an exit code."""
    environment = {"ROOKERY_DATA": str(settings.data_dir), "DATABASE_URL": settings.database_url}
    result = CliRunner().invoke(main, [*arguments], env=environment)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


@pytest.fixture
def here(tmp_path: Path) -> People:
    """Where games are played."""
    return People(host(tmp_path / "here"))


def test_a_game_goes_from_one_host_to_another(here: People, tmp_path: Path) -> None:
    game_id, path = here.game(), tmp_path / "game.json"
    there = People(host(tmp_path / "there"))
    there.account("ada")
    run(here.store.settings, "export", game_id, "-o", str(path))
    take = ("import", str(path), "--owner", "ada@rookery.example", "--title", "From afar")
    assert "not-whole" in run(there.store.settings, *take, code=2).output
    while here.page(game_id).status == "running":
        here.adjudicate(game_id)
    run(here.store.settings, "export", game_id, "-o", str(path))
    made = run(there.store.settings, *take).output.strip()
    assert run(there.store.settings, *take).output.strip() == made
    assert there.page(made).title == "From afar"
    assert "agrees with its journal" in run(there.store.settings, "evaluate", made).output
    run(there.store.settings, "export", made, "-o", str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    assert game_file.verify(game_file.decode(path.read_bytes())) == []


def test_what_cannot_be_done_is_said_in_a_line(here: People, tmp_path: Path) -> None:
    settings, path = here.store.settings, tmp_path / "game.json"
    path.write_text("{")
    here.account("ada")
    assert "no-such-game" in run(settings, "export", "nothing", code=2).output
    assert "unknown-owner" in run(settings, "import", str(path), "--owner", "eve@rookery.example", code=2).output
    assert "bad-game-file" in run(settings, "import", str(path), "--owner", "ada@rookery.example", code=2).output


def test_verify_checks_the_receipts_of_sheets(here: People, tmp_path: Path) -> None:
    """Of a game that runs, and of one that is over; a file without receipts says so and passes."""
    game_id, path = here.game(), tmp_path / "game.json"
    # Commands of the same service have the same key.
    (here.store.settings.data_dir / "secret-key").write_text(here.store.settings.secret_key)
    run(here.store.settings, "export", game_id, "-o", str(path))
    assert "it has no receipts" in run(here.store.settings, "verify", str(path)).output
    key = here.submit(game_id).proof.key
    here.adjudicate(game_id)
    run(here.store.settings, "export", game_id, "-o", str(path))
    told = run(here.store.settings, "verify", str(path), "--key", key).output
    assert f"1 receipts in one chain, 0 opened, signed by {key}" in told
    assert "without the seed" in told
    found = run(here.store.settings, "verify", str(path), "--key", "00" * 32, code=1).output
    assert f"receipts: {key} signed here, which is none of the keys given" in found
    whole = json.loads(path.read_text())
    whole["receipts"]["chain"][0]["house"] = "tyrell"
    path.write_text(json.dumps(whole))
    assert "was changed: its digest is another" in run(here.store.settings, "verify", str(path), code=1).output
    while here.page(game_id).status == "running":
        here.adjudicate(game_id)
    run(here.store.settings, "export", game_id, "-o", str(path))
    told = run(here.store.settings, "verify", str(path)).output
    assert "verified" in told
    assert "1 receipts in one chain" in told
    assert json.loads(run(here.store.settings, "verify", "--json", str(path)).output)["receipts"] == 1


def test_receipts_stay_with_the_service_that_signed_them(here: People, tmp_path: Path) -> None:
    """A game that another host takes in has another id, and no receipts there."""
    game_id, path = here.game(), tmp_path / "game.json"
    there = People(host(tmp_path / "there"))
    there.account("ada")
    here.submit(game_id)
    while here.page(game_id).status == "running":
        here.adjudicate(game_id)
    run(here.store.settings, "export", game_id, "-o", str(path))
    made = run(there.store.settings, "import", str(path), "--owner", "ada@rookery.example").output.strip()
    run(there.store.settings, "export", made, "-o", str(path))
    assert "it has no receipts" in run(there.store.settings, "verify", str(path)).output
