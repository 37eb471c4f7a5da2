"""What a sweep looks after besides calls."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from correspondence.accounts.use_cases import account_with
from correspondence.games.models import Game
from correspondence.games.options import NewGame
from correspondence.games.use_cases import create_game, join_game
from correspondence.store import Store
from tests.worker.test_app import settings
from worker.app import make_app
from worker.messages import CHORES


def test_a_sweep_ends_musters(tmp_path: Path) -> None:
    service = settings(tmp_path)
    store, then = Store(service), datetime.now(UTC) - timedelta(hours=5)
    store.upgrade()
    with store.begin() as session:
        ada, bo = (account_with(session, f"{name}@rookery.example", then) for name in ("ada", "bo"))
        new = NewGame(title="A game", players=3, steward_houses=("baratheon",), muster_hours=4)
        game = create_game(session, ada, new, then)
        join_game(session, bo, game.public_id, then, code=game.join_code)
        assert game.status == "mustering"
    make_app(service).tasks[CHORES].run()
    with store.read() as session:
        found = session.get_one(Game, game.id)
        assert (found.status, [seat.account_id for seat in found.seats]) == ("lobby", [None, bo.id])
    store.close()
