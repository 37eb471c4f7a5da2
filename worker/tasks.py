"""The tasks: each calls one use case. Nothing goes in, nothing comes out; doing one twice changes nothing.

The database is the queue of record: a message says that there is something to do, never what. One that is lost costs
the seconds until the next sweep.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from celery import Celery, Task
from sqlalchemy.orm import Session

from correspondence.adjudications import maesters
from correspondence.archive.statistics import keep_missing
from correspondence.deadlines.changing import wake_games
from correspondence.deadlines.opening import send_reminders
from correspondence.delegations.use_cases import end_expired
from correspondence.desk.holding import remind_reviewers
from correspondence.evaluations.use_cases import Findings, any_waits, ask_nightly, make_evaluations
from correspondence.incoming_mail.batches import waiting
from correspondence.incoming_mail.batches import work_off as work_off_mails
from correspondence.lobby.starting import close_due_musters
from correspondence.notices.choices import send_digests
from correspondence.outages.use_cases import Uptime, beat, stopped
from correspondence.outbox.sending import deliver_due
from correspondence.push.delivery import BATCH as MOST_PUSHES
from correspondence.push.delivery import push_batch
from correspondence.ratings.use_cases import rate_missing
from correspondence.service_levels.use_cases import keep_hours
from correspondence.store import AWAY, is_away, said
from correspondence.upkeep import forget_old, settle_games
from correspondence.votes.use_cases import close_due_votes
from correspondence.webhooks.posts import BATCH, post_batch
from worker.due_calls import bells_wanted, work_off
from worker.evaluating import evaluate_afresh
from worker.importing import begin_import, imports_wait
from worker.messages import ADJUDICATE, CHORES, DRAIN, EVALUATE, IMPORT, PDF, POST, PUSH, READ_MAIL, SEARCH, SWEEP, TIDY
from worker.pdf_files import begin_pdf, pdfs_wait
from worker.service import Service

log = structlog.get_logger(__name__)

# So many letters are claimed together: those of eight tables.
MOST_LETTERS = 40
# So many are made by one process, which takes a second or two to begin; so many are asked for at a time, by night.
MOST_EVALUATIONS, MOST_ASKED = 8, 40
EXPIRES_SECONDS = 60
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def uptime() -> Uptime | None:
    """Seconds since the start, time asleep included, and the id of that start; None where the system tells neither."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    if clock is None or not _BOOT_ID.is_file():
        return None
    return Uptime(_BOOT_ID.read_text().strip(), time.clock_gettime(clock))


def drain(service: Service) -> tuple[int, bool]:
    """Deliver letters for a while; how many left, and whether more are due."""
    return deliver_due(service.store, service.transport, service.clock, limit=MOST_LETTERS)


def evaluations_wait(service: Service) -> bool:
    """Whether an evaluation waits for somebody to make it."""
    with service.store.read() as session:
        return any_waits(session, service.clock())


def evaluate(service: Service) -> list[bool | None]:
    """Make a few evaluations that wait; which agreed."""

    def afresh(games: Sequence[str]) -> Mapping[str, Findings]:
        return evaluate_afresh(service.settings, games)

    return make_evaluations(service.store, afresh, service.name, service.clock, MOST_EVALUATIONS)


def mails_wait(service: Service) -> bool:
    """Whether a mail waits to be read."""
    with service.store.read() as session:
        return bool(waiting(session))


def maesters_wait(service: Service) -> bool:
    """Whether a maester waits for its turn to be searched."""
    with service.store.read() as session:
        return maesters.any_waits(session)


def look_after(service: Service) -> None:
    """What is looked after besides calls and letters; what fails is logged and holds up nothing else."""
    store = service.store
    chores: tuple[Callable[[], object], ...] = (
        lambda: wake_games(store, service.clock()),
        lambda: send_reminders(store, service.clock()),
        lambda: remind_reviewers(store, service.clock()),
        lambda: close_due_musters(store, service.clock),
        lambda: end_expired(store, service.clock()),
        lambda: close_due_votes(store, service.clock()),
        lambda: _within(service, keep_missing),
        lambda: _within(service, rate_missing),
        lambda: _within(service, keep_hours),
        lambda: _within(service, partial(ask_nightly, most=MOST_ASKED)),
        lambda: _within(service, settle_games),
        lambda: send_digests(store, service.clock()),
    )
    for chore in chores:
        try:
            chore()
        except Exception:
            log.exception("a chore failed")


def _within(service: Service, chore: Callable[[Session, datetime], object]) -> None:
    with service.store.begin() as session:
        chore(session, service.clock())


class PatientTask(Task[Any, Any]):
    """A task that waits for the database by not being done: the next sweep finds what was due. One line tells of it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it, if the database answers."""
        try:
            return self.run(*args, **kwargs)
        except AWAY as fault:
            if not is_away(fault):
                raise
            log.warning("the database does not answer; a task was not done", error=said(fault))


def register(app: Celery, service: Service) -> None:
    """Give the app its tasks, working on this service."""

    @app.task(name=DRAIN, shared=False, base=PatientTask)
    def drain_task() -> None:
        sent, more = drain(service)
        if sent:
            log.info("letters sent", count=sent)
        if more:
            drain_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=POST, shared=False, base=PatientTask)
    def post_task() -> None:
        if post_batch(service.store, service.clock) == BATCH:
            post_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=PUSH, shared=False, base=PatientTask)
    def push_task() -> None:
        if push_batch(service.store, service.clock) == MOST_PUSHES:
            push_task.apply_async(expires=EXPIRES_SECONDS)

    def tell_the_world() -> None:
        for task in (drain_task, post_task, push_task):
            task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=ADJUDICATE, shared=False, base=PatientTask)
    def adjudicate_task() -> None:
        if work_off(service, tell_the_world):
            adjudicate_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=SWEEP, shared=False, base=PatientTask)
    def sweep_task() -> None:
        # A clock that jumped is for a host to look at first; letters go on.
        if not beat(service.store, service.clock(), uptime()):
            return
        for _ in range(bells_wanted(service)):
            adjudicate_task.apply_async(expires=EXPIRES_SECONDS)
        adjudicate_task.run()

    _register_reader(app, service, tell_the_world)
    _register_quiet_ones(app, service, tell_the_world)


def _register_reader(app: Celery, service: Service, tell_the_world: Callable[[], None]) -> None:
    """The task that reads mail."""

    @app.task(name=READ_MAIL, shared=False, base=PatientTask)
    def read_mail_task() -> None:
        read, more = work_off_mails(service.store, service.clock)
        if read:
            log.info("mails read", count=read)
            # Somebody may be the last who had to be ready.
            app.send_task(ADJUDICATE, expires=EXPIRES_SECONDS)
            tell_the_world()
        if more:
            read_mail_task.apply_async(expires=EXPIRES_SECONDS)


def _register_processes(app: Celery, service: Service) -> None:
    """The tasks that begin a process of its own, which a thread looks after."""

    @app.task(name=IMPORT, shared=False, base=PatientTask)
    def import_task() -> None:
        def next_one() -> None:
            import_task.apply_async(expires=EXPIRES_SECONDS)

        begin_import(service, next_one)

    @app.task(name=PDF, shared=False, base=PatientTask)
    def pdf_task() -> None:
        begin_pdf(service, lambda: pdf_task.apply_async(expires=EXPIRES_SECONDS))


def _register_quiet_ones(app: Celery, service: Service, tell_the_world: Callable[[], None]) -> None:
    """The tasks that nobody waits for."""
    _register_processes(app, service)

    @app.task(name=SEARCH, shared=False, base=PatientTask)
    def search_task() -> None:
        if maesters.search_next(service.store):
            search_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=EVALUATE, shared=False, base=PatientTask)
    def evaluate_task() -> None:
        made = evaluate(service)
        if False in made:
            tell_the_world()
        if len(made) == MOST_EVALUATIONS:
            evaluate_task.apply_async(expires=EXPIRES_SECONDS)

    @app.task(name=CHORES, shared=False, base=PatientTask)
    def chores_task() -> None:
        with service.store.read() as session:
            stands = stopped(session) is not None
        if not stands:
            look_after(service)
            if evaluations_wait(service):
                evaluate_task.apply_async(expires=EXPIRES_SECONDS)
            if imports_wait(service):
                app.send_task(IMPORT, expires=EXPIRES_SECONDS)
            if pdfs_wait(service):
                app.send_task(PDF, expires=EXPIRES_SECONDS)
            if maesters_wait(service):
                app.send_task(SEARCH, expires=EXPIRES_SECONDS)
            if mails_wait(service):
                app.send_task(READ_MAIL, expires=EXPIRES_SECONDS)
        tell_the_world()

    @app.task(name=TIDY, shared=False, base=PatientTask)
    def tidy_task() -> None:
        with service.store.begin() as session:
            forget_old(session, service.clock())
