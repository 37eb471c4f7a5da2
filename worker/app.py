"""The Celery app: messages, the tasks they ask for, and when. What tasks do stands in `worker.tasks`; the database says
what is due."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from celery import Celery

from correspondence.settings import Settings
from worker import tasks
from worker.beat_schedule import InStep
from worker.messages import CHORES, SWEEP, TIDY, make_caller
from worker.service import Service

CHORE_SECONDS, DAY_SECONDS = 15.0, 86400.0


def make_app(settings: Settings) -> Celery:
    """The app for these settings, with its tasks and its schedule."""
    app = make_caller(settings)
    app.conf.update(beat_schedule=_schedule(settings))
    tasks.register(app, Service(settings))
    return app


def _schedule(settings: Settings) -> dict[str, Any]:
    """The sweep, the chores, and a daily tidying; a beat that nobody took within one interval is worth nothing."""
    every = float(settings.sweep_seconds)
    return {
        name: {"task": task, "schedule": InStep(timedelta(seconds=seconds)), "options": {"expires": max(seconds, 5.0)}}
        for name, task, seconds in (
            ("sweep", SWEEP, every),
            ("chores", CHORES, max(every, min(CHORE_SECONDS, 3 * every))),
            ("tidy", TIDY, DAY_SECONDS),
        )
    }
