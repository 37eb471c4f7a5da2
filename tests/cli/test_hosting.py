"""The commands of who runs the service: the audit log checked, a stored game evaluated."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import select, text

from correspondence.audit_log import chain, note
from correspondence.closing import quarantine
from correspondence.evaluations import EvaluationFailed
from correspondence.models.turns import Turn
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.migrated import make_tables
from worker import subprocesses
from worker.cli import main


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database in a folder of its own."""
    made = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    make_tables(made)
    return made


def run(settings: Settings, *arguments: str, code: int = 0) -> Result:
    """Run the command on that database and expect an exit code."""
    environment = {"ROOKERY_DATA": str(settings.data_dir), "DATABASE_URL": settings.database_url}
    result = CliRunner().invoke(main, [*arguments], env=environment)
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


def test_the_audit_log_is_checked_chain_by_chain(store: Store) -> None:
    people = People(store)
    assert "empty" in run(store.settings, "audit-log").output
    with store.begin() as session:
        for number in range(3):
            note(session, "game-one", "ada", "looked", {"what": number}, people.now)
        note(session, "site", "service", "paused", {}, people.now)
    output = run(store.settings, "audit-log").output
    assert "game-one: 3 entries, unbroken, last " in output
    assert "site: 1 entries" in output
    assert run(store.settings, "ledger").output == output, "the name of earlier releases"
    listed = run(store.settings, "audit-log", "game-one", "--list").output
    assert 'game-one 2 2026-11-21T12:00:00+00:00 ada looked {"what":1}' in listed
    assert "site" not in listed
    assert "unknown-scope" in run(store.settings, "audit-log", "nothing", code=2).output


def test_a_broken_chain_ends_with_1(store: Store) -> None:
    with store.begin() as session:
        for number in range(3):
            note(session, "game-one", "ada", "looked", {"what": number}, People(store).now)
        session.execute(text("drop trigger audit_log_no_update"))
        session.execute(text("update audit_log set actor = 'nobody' where number = 2"))
    assert "game-one: entry 2 was changed" in run(store.settings, "audit-log", code=1).output
    document = json.loads(run(store.settings, "audit-log", "--json", code=1).output)
    assert document["scopes"][0]["faults"] == ["game-one: entry 2 was changed"]


def test_a_stored_game_is_evaluated(store: Store) -> None:
    game_id = People(store).game()
    assert "agrees with its journal" in run(store.settings, "evaluate", game_id).output
    assert json.loads(run(store.settings, "evaluate", "--json", game_id).output)["differences"] == []
    assert "no such game" in run(store.settings, "evaluate", game_id, "nothing", code=2).output
    with store.begin() as session:
        session.execute(text("update games set commitment = 'another'"))
    assert "commitment" in run(store.settings, "evaluate", game_id, code=1).output


def test_an_evaluation_has_its_own_limit_of_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = People(store).game()
    before = resource.getrlimit(resource.RLIMIT_AS)
    assert subprocesses.evaluate_afresh(store.settings, [game_id])[game_id].differences == ()
    monkeypatch.setattr(subprocesses, "MAX_BYTES", 60 * 1024**2)
    with pytest.raises(EvaluationFailed):
        subprocesses.evaluate_afresh(store.settings, [game_id])
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_game_that_was_set_aside_goes_on_by_a_command(store: Store) -> None:
    people = People(store)
    game = people.game()
    assert (
        "try-again: none: no-such-game: There is no such game."
        in run(store.settings, "try-again", "none", code=2).output
    )
    assert "This game is not quarantined." in run(store.settings, "try-again", game, code=2).output
    with store.begin() as session:
        turn = session.scalars(select(Turn).where(Turn.game.has(public_id=game))).one()
        quarantine(session, turn, "a fault in the rules")
        turn.attempts = 3
    assert f"{game}: its turn is resolved at the next sweep" in run(store.settings, "try-again", game).output
    with store.read() as session:
        found = session.get_one(Turn, turn.id)
        assert (found.status, found.attempts, found.trouble, found.game.status) == ("open", 0, "", "running")
        last = chain(session, game, listed=True).entries[-1]
        assert (last.kind, last.actor) == ("tried-again", "host")
    people.adjudicate(game)
