"""The schedule inside a worker: it goes on, whatever happened to it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from correspondence.settings import Settings
from worker import app
from worker.app import make_app


class Frail(threading.Thread):
    """A schedule that ends by itself the first time, as a thread does that raised."""

    made: list[Frail] = []

    def __init__(self, *_: Any, **__: Any) -> None:
        super().__init__(daemon=True)
        self.over, self.first = threading.Event(), not self.made
        self.made.append(self)

    def run(self) -> None:
        """Beat until told to stop, or not at all."""
        if not self.first:
            self.over.wait(30)

    def stop(self) -> None:
        """Stop."""
        self.over.set()


@pytest.mark.parametrize(("again", "schedules"), [(True, 2), (False, 1)])
def test_ended_schedule_is_begun_again_by_its_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool, schedules: int
) -> None:
    monkeypatch.setattr(app, "EmbeddedService", Frail)
    monkeypatch.setattr(app, "LOOK_SECONDS", 0.02)
    Frail.made.clear()
    celery = make_app(Settings(data_dir=tmp_path, database_url=f"sqlite:///{tmp_path / 'x.db'}", secret_key="k"))
    monkeypatch.setattr(celery, "send_task", lambda *_: None)
    beat = app.Beat(celery, again=again)
    beat.start()
    Frail.made[0].join(10)
    for _ in range(500):
        if beat.beats:
            break
        threading.Event().wait(0.02 if again else 0.0005)
    assert beat.beats is again
    beat.stop()
    assert len(Frail.made) == schedules
    assert all(one.over.is_set() or one.first for one in Frail.made)
