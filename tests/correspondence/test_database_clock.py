"""The time is the database's, whatever this machine's clock says."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, func, select
from sqlalchemy.exc import OperationalError

from correspondence import store as clocks
from correspondence.store import DatabaseClock, Store
from tests import services
from tests.correspondence.conftest import settings_for

pytestmark = pytest.mark.both_databases

NEAR = timedelta(seconds=5)


def here() -> datetime:
    """This machine's clock."""
    return datetime.now(UTC)


def test_the_database_says_what_time_it_is(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(settings_for(database_url, tmp_path))
    now = DatabaseClock(store, here)
    first = now()
    assert first.tzinfo is not None
    assert abs(datetime.now(UTC) - first) < NEAR
    assert first <= now() <= now()
    if store.engine.dialect.name == "postgresql":
        # This machine's clock is ten minutes fast, and nobody cares.
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + 600)
        monkeypatch.setattr(clocks, "LOOK_SECONDS", 0.0)
        with store.engine.connect() as connection:
            at = connection.scalar(select(func.clock_timestamp()))
        assert abs(now() - at) < NEAR
    store.close()


@pytest.mark.services
def test_it_is_asked_seldom_and_counts_on_while_it_is_away(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(settings_for(postgres_url, tmp_path))
    asked: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    now = DatabaseClock(store, here)
    for _ in range(20):
        now()
    assert len([words for words in asked if "clock_timestamp" in words]) == 1
    monkeypatch.setattr(clocks, "LOOK_SECONDS", 0.0)
    store.engine.dispose()
    monkeypatch.setattr(store, "engine", _nowhere().engine)
    assert abs(datetime.now(UTC) - now()) < NEAR
    store.close()


@pytest.mark.services
def test_who_never_reached_the_database_does_not_know_the_time() -> None:
    with pytest.raises(OperationalError):
        DatabaseClock(_nowhere(), here)()


def _nowhere() -> Store:
    url = f"postgresql+psycopg://nobody@127.0.0.1:{services.free_port()}/nothing"
    return Store(settings_for(url, Path("/nonexistent")))
