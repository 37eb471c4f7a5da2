"""What a sweep looks after besides turns, and what it says when it cannot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from correspondence.games.options import NewGame
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.models.games import Game
from correspondence.settings import Settings
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from tests import services
from tests.migrated import make_tables
from tests.worker.test_app import settings
from worker.app import make_app
from worker.messages import CHORES, DRAIN, EVALUATE, POST, PUSH, SWEEP, TIDY


def test_a_sweep_ends_musters(tmp_path: Path) -> None:
    service = settings(tmp_path)
    store, then = Store(service), datetime.now(UTC) - timedelta(hours=5)
    make_tables(store)
    with store.begin() as session:
        ada, bo = (get_or_create_account(session, f"{name}@rookery.example", then) for name in ("ada", "bo"))
        new = NewGame(title="A game", players=3, bot_houses=("baratheon",), muster_hours=4)
        game = create_game(session, ada, new, then - timedelta(hours=2))
        join_game(session, bo, game.public_id, then, code=game.join_code)
        assert game.status == "mustering"
    make_app(service).tasks[CHORES].run()
    with store.read() as session:
        found = session.get_one(Game, game.id)
        assert (found.status, [seat.account_id for seat in found.seats]) == ("lobby", [None, bo.id])
    store.close()


@pytest.mark.parametrize("task", [SWEEP, CHORES, DRAIN, EVALUATE, POST, PUSH, TIDY])
def test_a_database_that_is_away_is_told_of_in_a_line(tmp_path: Path, task: str) -> None:
    nowhere = f"postgresql+psycopg://postgres:secret@127.0.0.1:{services.free_port()}/rookery"
    app = make_app(Settings(data_dir=tmp_path, database_url=nowhere, secret_key="k"))
    with capture_logs() as told:
        assert app.tasks[task].apply().successful()
    (line,) = [line for line in told if line["log_level"] == "warning"]
    assert line["event"] == "the database does not answer; a task was not done"
    assert "connection failed" in line["error"]
    assert "secret" not in line["error"]
    assert "\n" not in line["error"]


def test_any_other_fault_of_a_task_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise LookupError("a mistake")

    monkeypatch.setattr("worker.tasks.beat", fails)
    done = make_app(settings(tmp_path)).tasks[SWEEP].apply()
    assert done.failed()
    assert isinstance(done.result, LookupError)
