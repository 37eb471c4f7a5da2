"""The doorbell: tells the worker that something may be due now. The sweep would find it a little later by itself."""

from __future__ import annotations

import threading

import structlog
from celery import Celery

from correspondence.settings import Settings
from worker.messages import DRAIN, IMPORT, PDF, PUSH, READ_MAIL, SWEEP, make_caller

log = structlog.get_logger(__name__)

BELLS = {"mail": DRAIN, "calls": SWEEP, "imports": IMPORT, "incoming": READ_MAIL, "browsers": PUSH, "pdf": PDF}


class Doorbell:
    """Rings for `mail` (letters were written), `calls` (a call may be due), `imports` (a game file came), `incoming`
    (mails came in), `browsers` (one is to be told something) or `pdf` (a file is to be made). Call it after the commit.

    A thread of its own does the ringing, so that nobody waits for a broker that is slow or gone. Rings that have not
    gone out yet are one ring.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._wanted: set[str] = set()
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None

    def __call__(self, what: str) -> None:
        """Ring soon. An unknown bell is a KeyError; that the broker does not answer is logged and otherwise ignored."""
        with self._change:
            self._wanted.add(BELLS[what])
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="doorbell", daemon=True)
                self._thread.start()
            self._change.notify()

    def _run(self) -> None:
        app = make_caller(self._settings)
        while True:
            with self._change:
                while not self._wanted:
                    self._change.wait()
                task = self._wanted.pop()
            _ring(app, task)


def _ring(app: Celery, task: str) -> None:
    try:
        app.send_task(task, retry=False, ignore_result=True, expires=60)
    except Exception as error:  # noqa: BLE001  whatever the broker's client raises, the commit has happened
        log.warning("the doorbell does not ring", task=task, error=repr(error))
