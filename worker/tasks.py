"""Tasks: each runs one use case, idempotently, without arguments or result.

The database is the queue of record: a message says that there is work, never what. A lost one costs the seconds until
the next sweep.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import structlog
from celery import Celery, Task
from sqlalchemy.orm import Session

from correspondence import adjudications, evaluations, imports
from correspondence.archive.files import has_pending_pdf
from correspondence.archive.statistics import keep_missing
from correspondence.closing import adjudicate_due, count_due
from correspondence.deadlines.clock import wake_games
from correspondence.deadlines.opening import send_reminders
from correspondence.delegations import end_expired
from correspondence.evaluations import Findings, ask_nightly, make_evaluations
from correspondence.incoming_mail.batches import unread_mail_count, work_off as work_off_mails
from correspondence.lobby.seating import close_due_musters
from correspondence.notices.use_cases import send_digests
from correspondence.operations import Uptime, beat, forget_old, settle_games, stop_reason
from correspondence.outbox.sending import deliver_due
from correspondence.push.delivery import BATCH as MAX_PUSHES, push_batch
from correspondence.ratings import rate_missing
from correspondence.review.pending_results import remind_reviewers
from correspondence.service_levels import keep_hours
from correspondence.store import AWAY, Store, driver_message, is_away
from correspondence.votes.use_cases import close_due_votes
from correspondence.webhooks.use_cases import BATCH, post_batch
from worker.messages import ADJUDICATE, CHORES, DRAIN, EVALUATE, IMPORT, PDF, POST, PUSH, READ_MAIL, SEARCH, SWEEP, TIDY
from worker.service import Service
from worker.subprocesses import begin_import, begin_pdf, evaluate_afresh

log = structlog.get_logger(__name__)

# So many turns are claimed together: enough to make a claim cheap, few enough to be done before it runs out.
TURN_BATCH = 20
# More wake-ups than any machine has workers; those that come too late find nothing to do.
MAX_WAKE_UPS = 32
# A worker looks for other messages now and then, however much is due.
WORK_SECONDS = 10.0
# Emails are on their way while the next turns are adjudicated.
WAKE_SECONDS = 1.0
# A thousand times what a turn takes; short enough that whoever waits behind it is still on time.
TURN_SECONDS = 20.0


class TooLong(Exception):
    """A turn was not done in time: an endless loop in the rules, most likely."""


@contextmanager
def turn_time_limit(seconds: float = TURN_SECONDS) -> Iterator[None]:
    """Raise TooLong in a block after `seconds`; without effect in other threads.
    Signals arrive only in the main thread. Any exception after that time becomes TooLong: a statement
    that was cut off makes the driver report a useless connection, as if the database were away."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    overdue = False
    words = f"not finished after {seconds:.0f} seconds"

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal overdue
        overdue = True
        raise TooLong(words)

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except Exception as fault:
        if overdue and not isinstance(fault, TooLong):
            raise TooLong(words) from fault
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def work_off(service: Service, ring_mail: Callable[[], None]) -> bool:
    """Resolve due turns until none is left or time is up; whether some may be left.

    Wakes for emails after commits. An unavailable database is logged: claims run out, and a sweep comes.
    """
    until = time.monotonic() + WORK_SECONDS
    total, woken = 0, 0.0
    while True:
        try:
            claimed, done = adjudicate_due(service.store, service.name, service.clock, TURN_BATCH, turn_time_limit)
        except AWAY as error:
            log.warning("the database does not answer; turns wait", error=str(error.orig))
            claimed = done = 0
        total += done
        late = time.monotonic() >= until
        if total and (not claimed or late or time.monotonic() > woken + WAKE_SECONDS):
            ring_mail()
            woken = time.monotonic()
        if not claimed or late:
            break
    if total:
        log.info("turns resolved", count=total)
    return bool(claimed)


def wake_ups_due(service: Service) -> int:
    """How many other workers can be given something to do now."""
    with service.store.read() as session:
        due = count_due(session, service.clock())
    return min(MAX_WAKE_UPS, max(0, -(-due // TURN_BATCH) - 1))


# So many emails are claimed together: those of eight tables.
MAX_MAILS = 40
# So many are made by one process, which takes a second or two to begin; so many are asked for at a time, by night.
MAX_EVALUATIONS, MAX_ASKED = 8, 40
EXPIRES_SECONDS = 60
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def uptime() -> Uptime | None:
    """Return seconds since boot, with sleep, and the boot's id; None if unknown."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    if clock is None or not _BOOT_ID.is_file():
        return None
    return Uptime(_BOOT_ID.read_text().strip(), time.clock_gettime(clock))


# Whether something waits, for each task that begins only when something does.
WAITING: Mapping[str, Callable[[Session, datetime], bool]] = {
    EVALUATE: evaluations.any_waits,
    IMPORT: imports.any_waits,
    PDF: has_pending_pdf,
    SEARCH: lambda session, _: adjudications.any_waits(session),
    READ_MAIL: lambda session, _: bool(unread_mail_count(session)),
}


def tasks_with_work(service: Service) -> list[str]:
    """Return the names of the tasks for which work is waiting."""
    with service.store.read() as session:
        return [task for task, waits in WAITING.items() if waits(session, service.clock())]


def run_chores(service: Service) -> None:
    """Run the chores besides turns and emails; log failures and go on."""
    chores: tuple[Callable[[Store, datetime], object], ...] = (
        *(wake_games, send_reminders, remind_reviewers),
        lambda store, _: close_due_musters(store, service.clock),
        *(end_expired, close_due_votes),
        *(_wrap_in_transaction(keep_missing), _wrap_in_transaction(rate_missing), _wrap_in_transaction(keep_hours)),
        *(_wrap_in_transaction(partial(ask_nightly, most=MAX_ASKED)), _wrap_in_transaction(settle_games)),
        send_digests,
    )
    for chore in chores:
        try:
            chore(service.store, service.clock())
        except Exception:
            log.exception("a chore failed")


def _wrap_in_transaction(chore: Callable[[Session, datetime], object]) -> Callable[[Store, datetime], None]:
    """Return a chore that runs in a transaction of its own, given the store."""

    def run(store: Store, now: datetime) -> None:
        with store.begin() as session:
            chore(session, now)

    return run


class PatientTask(Task[Any, Any]):
    """A task that is dropped with one log line if the database is away; swept later."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it, if the database answers."""
        try:
            return self.run(*args, **kwargs)
        except AWAY as fault:
            if not is_away(fault):
                raise
            log.warning("the database does not answer; a task was not done", error=driver_message(fault))


Wake = Callable[..., None]
# What tells people of what has happened.
TELLING = (DRAIN, POST, PUSH)


def _drain(service: Service, wake: Wake) -> bool:
    sent, more = deliver_due(service.store, service.transport, service.clock, limit=MAX_MAILS)
    if sent:
        log.info("emails sent", count=sent)
    return more


def _adjudicate(service: Service, wake: Wake) -> bool:
    return work_off(service, partial(wake, *TELLING))


def _sweep(service: Service, wake: Wake) -> None:
    # A clock that jumped is for a host to look at first; emails go on.
    """Leave a heartbeat, resolve due turns, and wake workers for the rest.
    Does nothing more while sweeps may not go on, as after a jump of the clock."""
    if not beat(service.store, service.clock(), uptime()):
        return
    wake(*[ADJUDICATE] * wake_ups_due(service))
    if _adjudicate(service, wake):
        wake(ADJUDICATE)


def _read_mails(service: Service, wake: Wake) -> bool:
    """Read waiting emails from players; return whether more are waiting.
    Wakes workers if any were read."""
    read, more = work_off_mails(service.store, service.clock)
    if read:
        log.info("incoming emails read", count=read)
        # Somebody may be the last who had to be ready.
        wake(ADJUDICATE, *TELLING)
    return more


def _import(service: Service, wake: Wake) -> None:
    begin_import(service, partial(wake, IMPORT))


def _make_pdf(service: Service, wake: Wake) -> None:
    begin_pdf(service, partial(wake, PDF))


def _evaluate(service: Service, wake: Wake) -> bool:
    """Replay games that await evaluation in a new process, and store the findings.
    Returns whether more may be waiting; wakes the mail tasks if a replay differed."""

    def afresh(games: Sequence[str]) -> Mapping[str, Findings]:
        return evaluate_afresh(service.settings, games)

    outcomes = make_evaluations(service.store, afresh, service.name, service.clock, MAX_EVALUATIONS)
    if False in outcomes:
        wake(*TELLING)
    return len(outcomes) == MAX_EVALUATIONS


def _chores(service: Service, wake: Wake) -> None:
    """Run the chores and wake tasks with work, unless adjudication is stopped.
    Wakes the tasks that send emails, webhooks and notifications in any case."""
    with service.store.read() as session:
        stands = stop_reason(session) is not None
    if not stands:
        run_chores(service)
        wake(*tasks_with_work(service))
    wake(*TELLING)


# What each task does; whether there is more of it to be done.
WORK: Mapping[str, Callable[[Service, Wake], bool | None]] = {
    DRAIN: _drain,
    POST: lambda service, wake: post_batch(service.store, service.clock) == BATCH,
    PUSH: lambda service, wake: push_batch(service.store, service.clock) == MAX_PUSHES,
    ADJUDICATE: _adjudicate,
    SWEEP: _sweep,
    READ_MAIL: _read_mails,
    IMPORT: _import,
    PDF: _make_pdf,
    SEARCH: lambda service, wake: adjudications.search_next(service.store),
    EVALUATE: _evaluate,
    CHORES: _chores,
    TIDY: lambda service, wake: _wrap_in_transaction(forget_old)(service.store, service.clock()),
}


def register(app: Celery, service: Service) -> None:
    """Give the app its tasks, working on this service."""

    def wake(*tasks: str) -> None:
        for task in tasks:
            app.send_task(task, expires=EXPIRES_SECONDS)

    def make(name: str, work: Callable[[Service, Wake], bool | None]) -> None:
        @app.task(name=name, shared=False, base=PatientTask)
        def task() -> None:
            if work(service, wake):
                wake(name)

    for name, work in WORK.items():
        make(name, work)
