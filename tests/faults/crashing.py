"""`python -m tests.faults.crashing`: workers that each die at a named step, forked from one process that has everything
loaded. Reads steps from stdin, one a line; answers each with the worker's process id, and with how it ended."""

from __future__ import annotations

import dataclasses
import importlib
import os
import signal
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import update

from correspondence.closing import adjudicate_due
from correspondence.models.turns import Turn
from correspondence.outbox.delivery import transport_for
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.postoffice import deliver_batch
from tests.faults import plugin
from tests.faults.tables import lay
from worker.app import run_worker


def main() -> None:
    """Fork a worker for each line, and wait for it."""
    # What is written is for the log; standard output is for who started this.
    said = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    settings = Settings.from_environment()
    steps = Path(os.environ["FAULT_STEPS"])
    plugin.install({name: value for name, value in os.environ.items() if name != "FAULT_CRASH_AT"})
    warm_up(settings)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _work(settings, int(line), steps)
        print(child, file=said)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), file=said)


def warm_up(settings: Settings) -> None:
    """Adjudicate a game and write its emails beside the service, so that whoever is forked has everything loaded."""
    for name in ("celery.apps.worker", "celery.concurrency.solo", "kombu.transport.redis", "worker.redis_transport"):
        importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/rookery.db"
        beside = dataclasses.replace(settings, data_dir=Path(folder), database_url=url, smtp_url=None)
        store = Store(beside)
        store.upgrade()
        lay(store, 1)
        with store.begin() as session:
            session.execute(update(Turn).values(closes_at=datetime.now(UTC) - timedelta(hours=1)))
        adjudicate_due(store, "warm-up", lambda: datetime.now(UTC), 20)
        deliver_batch(store, transport_for(beside, store), lambda: datetime.now(UTC))
        store.close()


def _work(settings: Settings, at: int, steps: Path) -> None:
    """A worker that dies at step `at` of its work, and writes down what it came to."""
    os.close(0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    seen = os.open(steps, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    plugin.Crash(at, lambda name: os.write(seen, f"{name}\n".encode())).install()
    # Without a beat it does what it is told by messages, and nothing by the clock.
    run_worker(settings, beat=False, concurrency=1, pool="solo")
    os._exit(0)


if __name__ == "__main__":
    main()
