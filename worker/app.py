"""The Celery app with its schedule, and its processes: a worker, a beat.

Deadlines are on whole minutes: a sweep on each fifth second finds them at once, one counted from the start some seconds
late. The schedule does not fill the log while the broker is away.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import warnings
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from celery import Celery, Task, beat, signals
from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from celery.schedules import schedstate, schedule
from kombu.exceptions import OperationalError

from correspondence.operations import last_heartbeat
from correspondence.settings import Settings
from correspondence.store import DatabaseClock, Store
from worker import tasks
from worker.environment import COLLECTED_BY_WORKERS_AFTER, bare_settings, freeze_loaded, load_editions
from worker.messages import (
    ADJUDICATE_QUEUE,
    CHORES,
    QUEUES,
    SEARCH_QUEUE,
    SWEEP,
    TIDY,
    make_caller,
    uses_embedded_broker,
)
from worker.service import Service, clock
from worker.startup import stop_event_on_signal, wait_for_settings
from worker.subprocesses import limit_memory

log = structlog.get_logger(__name__)

# Of a broker that is away one line a minute; Celery's own schedule writes a page about each beat it could not send.
SAID_EVERY = 60.0


class FixedSchedule(schedule):
    """A schedule at fixed intervals from midnight UTC, not from the last run."""

    def remaining_estimate(self, last_run_at: datetime) -> timedelta:
        """Return the time to the next beat; 0 if one was missed or the clock set back."""
        last, now = _timestamp(last_run_at), _timestamp(self.now())
        every = float(self.seconds)
        following = (last // every + 1) * every
        return timedelta(seconds=following - now) if last <= now < following else timedelta(0)

    def is_due(self, last_run_at: datetime) -> Any:
        """Whether it is time, and the seconds until the next look."""
        remaining = self.remaining_estimate(last_run_at).total_seconds()
        if remaining > 0:
            return schedstate(is_due=False, next=remaining)
        now, every = _timestamp(self.now()), float(self.seconds)
        return schedstate(is_due=True, next=every - now % every)


def _timestamp(moment: datetime) -> float:
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


class Scheduler(beat.Scheduler):
    """The scheduler; counts tasks unsent while the broker is away, in one log line."""

    _unsent, _say_at = 0, 0.0

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send what is due. A failed sweep is made by a worker's lookout, never resent."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except beat.SchedulingError as fault:
            if not isinstance(fault.__context__, OperationalError):
                log.exception("a scheduled task could not be sent", task=entry.task)
                return
            self._unsent += 1
            if time.monotonic() >= self._say_at:
                self._say_at = time.monotonic() + SAID_EVERY
                log.error(
                    "the broker does not answer; scheduled tasks are not sent",
                    count=self._unsent,
                    error=repr(fault.__context__),
                )
        else:
            if self._unsent:
                log.info("the broker answers again", beats_lost=self._unsent)
                self._unsent, self._say_at = 0, 0.0


CHORE_SECONDS, DAY_SECONDS = 15.0, 86400.0


def make_app(settings: Settings) -> Celery:
    """The Celery app for these settings, with its tasks and schedule."""
    app = make_caller(settings)
    app.conf.update(beat_schedule=_schedule(settings), beat_scheduler=f"{__name__}:{Scheduler.__name__}")
    tasks.register(app, Service(settings))
    return app


def _schedule(settings: Settings) -> dict[str, Any]:
    """Return the schedule: sweep, chores, daily tidying; beats expire in one interval."""
    every = float(settings.sweep_seconds)
    return {
        name: {
            "task": task,
            "schedule": FixedSchedule(timedelta(seconds=seconds)),
            "options": {"expires": max(seconds, 5.0)},
        }
        for name, task, seconds in (
            ("sweep", SWEEP, every),
            ("chores", CHORES, max(every, min(CHORE_SECONDS, 3 * every))),
            ("tidy", TIDY, DAY_SECONDS),
        )
    }


# The niceness of a process that searches: all else on the machine comes first.
LOWEST_PRIORITY = 19
# A game that eats memory is set aside before it takes the machine with it.
MAX_BYTES = 2 * 1024**3
# So many sweeps may be missing before a worker sweeps without being told.
PATIENCE = 3
# How often somebody looks whether the schedule goes on.
LOOK_SECONDS = 1.0


def follow_tasks() -> None:
    """Bind ids while tasks run here and in children; keep Celery's log format out."""
    # That somebody listens is enough for Celery to leave the log alone.
    signals.setup_logging.connect(lambda **_: None, weak=False)
    signals.task_prerun.connect(_begin, weak=False)
    signals.task_postrun.connect(lambda **_: structlog.contextvars.clear_contextvars(), weak=False)


def _begin(*, task_id: str, task: Task[Any, Any], **_: Any) -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)


class Beat:
    """The schedule as a thread of the worker, which ends with it in any case.

    `again`: if the thread ends for another reason, restart the schedule; a worker without it would look alive.
    """

    def __init__(self, app: Celery, *, again: bool = False) -> None:
        self._app, self._again = app, again
        self._over = threading.Event()
        self._service = self._create_service()

    def _create_service(self) -> Any:
        # In memory: everything is due again at the start, and nothing is left lying about.
        return EmbeddedService(self._app, thread=True, scheduler_cls="worker.app:Scheduler")

    def start(self, **_: Any) -> None:
        """Start beating, and sweep at once what fell due while no worker ran."""
        self._service.start()
        if self._again:
            threading.Thread(target=self._watch, name="beat watch", daemon=True).start()
        for task in (SWEEP, CHORES, TIDY):
            self._app.send_task(task)

    @property
    def beats(self) -> bool:
        """Whether the thread goes on."""
        return bool(self._service.is_alive())

    def stop(self, **_: Any) -> None:
        """Stop beating."""
        self._over.set()
        self._service.stop()

    def _watch(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            if not self.beats:
                log.error("the schedule stopped; it starts again")
                self._service = self._create_service()
                self._service.start()


class Lookout:
    """A thread that sweeps when nobody else does: a beat elsewhere may be dead."""

    def __init__(self, app: Celery, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._over = threading.Event()

    def start(self, **_: Any) -> None:
        """Look from now on."""
        threading.Thread(target=self._run, name="lookout", daemon=True).start()

    def stop(self, **_: Any) -> None:
        """Look no more."""
        self._over.set()

    def _run(self) -> None:
        """Check the heartbeat regularly until stopped; send a sweep if it is overdue."""
        while not self._over.wait(PATIENCE * self._settings.sweep_seconds):
            try:
                if self.silent():
                    self._app.send_task(SWEEP, retry=False, expires=60)
            except Exception as error:  # noqa: BLE001  database and broker may each be gone, and come back
                log.warning("the lookout cannot read the heartbeat", error=repr(error))

    def silent(self) -> bool:
        """Whether no sweep was made for a while."""
        # Its own connection, closed at once: children of the pool must not inherit one.
        with closing(Store(self._settings)) as store:
            with store.read() as session:
                heartbeat = last_heartbeat(session)
            now = DatabaseClock(store, clock)()
        return heartbeat is None or now - heartbeat > timedelta(seconds=PATIENCE * self._settings.sweep_seconds)


def run_worker(
    settings: Settings,
    *,
    beat: bool,
    concurrency: int,
    queues: Sequence[str] = QUEUES,
    pool: str = "prefork",
) -> int:
    """Run a worker for these queues until it is told to stop; returns the exit code.

    With the embedded broker it works in its own thread; with a real one in child processes, or (`pool` is `solo`) in
    its own thread too.
    """
    app = make_app(settings)
    if tuple(queues) == (SEARCH_QUEUE,):
        os.nice(LOWEST_PRIORITY)
    follow_tasks()
    if beat:
        _while_working(Beat(app, again=True))
    elif ADJUDICATE_QUEUE in queues:
        _while_working(Lookout(app, settings))
    if uses_embedded_broker(settings):
        pool = "solo"
        # Only JSON from this machine's own folder comes in, so it is no matter who runs it.
        warnings.simplefilter("ignore", SecurityWarning)
    worker = app.Worker(
        pool=pool,
        concurrency=1 if pool == "solo" else concurrency,
        queues=list(queues),
        # Several of one machine must not have the same name.
        hostname=f"{'-'.join(queues)}.{os.getpid()}@{socket.gethostname()}",
        loglevel="WARNING",
        without_gossip=True,
        without_mingle=True,
        quiet=True,
        optimization="fair",
    )
    if ADJUDICATE_QUEUE in queues:
        # Children of the pool inherit it.
        limit_memory(MAX_BYTES)
    freeze_loaded(COLLECTED_BY_WORKERS_AFTER)
    log.info("worker starts", pool=pool, beat=beat, queues=",".join(queues))
    worker.start()
    return int(worker.exitcode or 0)


def _while_working(thread: Beat | Lookout) -> None:
    signals.worker_ready.connect(thread.start, weak=False)
    signals.worker_shutting_down.connect(thread.stop, weak=False)


def follow(leader: int | None) -> None:
    """Stop in order once the process that started this one (if named) is gone."""
    if leader is None:
        return

    def watch() -> None:
        while os.getppid() == leader:
            time.sleep(1.0)
        log.warning("the parent process is gone; this worker stops")
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="follower", daemon=True).start()


def run_beat(settings: Settings) -> int:
    """Run the schedule until SIGTERM or SIGINT; returns the exit code.

    Waits for a broker that does not answer.
    """
    with stop_event_on_signal() as stop_event:
        beat = Beat(make_app(settings))
        log.info("beat starts")
        try:
            beat.start()
        except OperationalError as away:
            log.warning("the broker does not answer; the schedule continues", error=repr(away))
        while not stop_event.wait(1.0):
            if not beat.beats:
                log.error("the schedule stopped")
                return 1
        beat.stop()
    return 0


def __getattr__(name: str) -> Celery:
    """Make `app` when `celery -A worker.app` asks for it, from the environment.

    Raises BadInput for a bad setting, AttributeError for any other name.
    """
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    load_editions()
    settings = bare_settings()
    app = make_app(settings)
    signals.celeryd_init.connect(_prepare_plain_worker, weak=False)
    signals.beat_init.connect(lambda **_: wait_for_settings(), weak=False)
    signals.setup_logging.connect(lambda **_: None, weak=False)
    globals()["app"] = app
    return app


def _prepare_plain_worker(*, instance: Any, options: dict[str, Any], **_: Any) -> None:
    """Prepare a worker that Celery's own command starts as `run_worker` does its own."""
    settings = wait_for_settings()
    follow_tasks()
    queues = options.get("queues") or QUEUES
    names = queues.split(",") if isinstance(queues, str) else queues
    if ADJUDICATE_QUEUE in names:
        limit_memory(MAX_BYTES)
        _while_working(Lookout(instance.app, settings))
