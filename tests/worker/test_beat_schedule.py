"""The schedule keeps step with the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery.beat import SchedulingError
from celery.schedules import schedule
from structlog.testing import capture_logs

from correspondence.settings import Settings
from tests import services
from worker.app import FixedSchedule, Scheduler, make_app

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at(now: datetime) -> FixedSchedule:
    """A beat every five seconds, at a moment."""
    return FixedSchedule(timedelta(seconds=5), nowfun=lambda: now)


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
    assert {type(found) for found in kept} == {FixedSchedule}


def test_a_broker_that_is_away_is_told_of_in_one_line_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = f"redis://127.0.0.1:{services.free_port()}/0"
    mine = Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'x.db'}", secret_key="k", broker_url=nobody)
    app = make_app(mine)
    app.conf.task_publish_retry = False
    beats = Scheduler(app=app, lazy=False)
    with pytest.raises(SchedulingError) as met:
        beats.apply_async(beats.schedule["sweep"], advance=False)

    def away(*_: object, **__: object) -> None:
        raise met.value

    monkeypatch.setattr(beats, "apply_async", away)
    with capture_logs() as told:
        for _ in range(5):
            beats.apply_entry(beats.schedule["sweep"])
        with monkeypatch.context() as later:
            later.setattr("worker.app.time.monotonic", lambda: beats._say_at + 1)
            beats.apply_entry(beats.schedule["chores"])
        monkeypatch.setattr(beats, "apply_async", lambda *_, **__: None)
        beats.apply_entry(beats.schedule["sweep"])
        beats.apply_entry(beats.schedule["sweep"])
    assert [(line["log_level"], line.get("count", line.get("beats_lost"))) for line in told] == [
        ("error", 1),
        ("error", 6),
        ("info", 6),
    ]
    assert "Connection refused" in told[0]["error"]


def test_another_fault_of_a_beat_is_logged_with_its_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'x.db'}", secret_key="k"))
    beats = Scheduler(app=app, lazy=False)

    def fails(*_: object, **__: object) -> None:
        raise SchedulingError("no such task")

    monkeypatch.setattr(beats, "apply_async", fails)
    with capture_logs() as told:
        beats.apply_entry(beats.schedule["tidy"])
        beats.apply_entry(beats.schedule["tidy"])
    assert [(line["event"], line["task"], line["exc_info"]) for line in told] == [
        ("a scheduled task could not be sent", "rookery.tidy", True)
    ] * 2
