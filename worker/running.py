"""Running a worker inside this process: the pool, the beat, the first sweep."""

from __future__ import annotations

import warnings
from typing import Any

import structlog
from celery import Celery, signals
from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning

from correspondence.settings import Settings
from worker.app import embedded, make_app
from worker.tasks import SWEEP, TIDY

log = structlog.get_logger(__name__)


class Beat:
    """The schedule as a thread of the worker, so that it ends with it, however that ends."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        # In memory: everything is due again at the start, and nothing is left lying about.
        self._service: Any = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")

    def start(self, **_: Any) -> None:
        """Start beating, and sweep at once what fell due while no worker ran."""
        self._service.start()
        self._app.send_task(SWEEP)
        self._app.send_task(TIDY)

    def stop(self, **_: Any) -> None:
        """Stop beating."""
        self._service.stop()


def run_worker(settings: Settings, *, beat: bool, concurrency: int) -> int:
    """Run a worker until it is told to stop; returns the exit code.

    With the embedded broker it works in its own thread; with a real one in child processes.
    """
    app = make_app(settings)
    if beat:
        schedule = Beat(app)
        signals.worker_ready.connect(schedule.start, weak=False)
        signals.worker_shutting_down.connect(schedule.stop, weak=False)
    pool = "solo" if embedded(settings) else "prefork"
    if pool == "solo":
        # Only JSON from this machine's own folder comes in, so it is no matter who runs it.
        warnings.simplefilter("ignore", SecurityWarning)
    worker = app.Worker(
        pool=pool,
        concurrency=1 if pool == "solo" else concurrency,
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        quiet=True,
        optimization="fair",
    )
    log.info("worker starts", pool=pool, beat=beat)
    worker.start()
    return int(worker.exitcode or 0)
