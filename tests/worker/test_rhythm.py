"""The schedule keeps step with the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery.beat import Scheduler
from celery.schedules import schedule

from correspondence.settings import Settings
from worker.app import make_app
from worker.rhythm import InStep

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(now: datetime) -> InStep:
    """A beat every five seconds, at a moment."""
    return InStep(timedelta(seconds=5), nowfun=lambda: now)


@pytest.mark.parametrize(
    ("last", "now", "due", "following"),
    [
        (-4.9, -2.0, False, 2.0),
        (-4.9, 0.0, True, 5.0),
        (0.02, 4.99, False, 0.01),
        (0.02, 5.5, True, 4.5),
        # Beats that were missed are made up for by one.
        (0.02, 63.0, True, 2.0),
        # A clock that was set back stops nothing.
        (3600.0, 1.0, True, 4.0),
    ],
)
def test_beats_fall_on_whole_multiples(last: float, now: float, due: bool, following: float) -> None:
    found = at(NOON + timedelta(seconds=now)).is_due(NOON + timedelta(seconds=last))
    assert found.is_due is due
    assert found.next == pytest.approx(following, abs=1e-4)


def test_all_entries_keep_step(tmp_path: Path) -> None:
    app = make_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'rookery.db'}", secret_key="k"))
    entries = Scheduler(app=app, lazy=False).schedule.values()
    kept = [entry.schedule for entry in entries if isinstance(entry.schedule, schedule)]
    assert len(kept) >= 3
    assert {type(found) for found in kept} == {InStep}
