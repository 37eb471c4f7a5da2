"""Game files that were sent, checked by a process of its own: slower than everything else, its time and memory limited.

No task waits for it: a thread looks after the process, so that one file holds up neither deadlines nor letters, even
where one worker does everything.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from types import FrameType

import structlog

from correspondence.imports import Claimed, TooLong, any_waits, check_import, claim_import, give_back
from correspondence.settings import Settings
from correspondence.store import AWAY, DatabaseClock, Store
from worker.evaluating import limit_memory
from worker.service import Service, clock

log = structlog.get_logger(__name__)

MOST_BYTES = 1024**3
# The process looks at the time at each entry of the journal; where it does not come to that, a signal ends the check,
# and where it takes none, who looks after it kills it.
SIGNAL_SECONDS, KILL_SECONDS = 2.0, 15.0
NICE = 10


def imports_wait(service: Service) -> bool:
    """Whether a game file waits for somebody to check it."""
    with service.store.read() as session:
        return any_waits(session, service.clock())


def begin_import(service: Service, then: Callable[[], None]) -> bool:
    """Claim a file that waits, if nobody checks one, and begin to check it; whether there was one.

    `then` is called by the thread that looks after it, when the check is over.
    """
    claimed = claim_import(service.store, service.clock(), timedelta(seconds=service.settings.import_seconds))
    if claimed is None:
        return False

    def look_after() -> None:
        check_afresh(service.settings, service.store, claimed)
        then()

    threading.Thread(target=look_after, name="import", daemon=True).start()
    return True


def check_afresh(settings: Settings, store: Store, claimed: Claimed) -> None:
    """Have a new process check a claimed import; one that ends without a decision can be claimed again."""
    command = ["check-import", str(claimed.id), str(claimed.attempt)]
    command += ["--seconds", str(settings.import_seconds), "--leader", str(os.getpid())]
    trouble = afresh(settings, command, settings.import_seconds + KILL_SECONDS)
    if trouble:
        log.error("the check of a game file failed", imported=claimed.id, attempt=claimed.attempt, error=trouble)
        try:
            give_back(store, claimed)
        except AWAY as fault:
            # It can be claimed again when the claim has run out.
            log.warning("the database does not answer; an import stays claimed", error=repr(fault))


def afresh(settings: Settings, command: Sequence[str], seconds: float) -> str:
    """Run a command of ours in a new process, for so many seconds at most; what went wrong with it, if anything."""
    environment = {
        **os.environ,
        "ROOKERY_DATA": str(settings.data_dir),
        "DATABASE_URL": settings.database_url,
        "SECRET_KEY": settings.secret_key,
    }
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "worker", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it took more than {seconds} seconds"
    if not done.returncode:
        return ""
    last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
    return f"it ended with {done.returncode}: {(last or ['without a word'])[0][:300]}"


def check_here(settings: Settings, claimed: Claimed, seconds: float) -> str | None:
    """Check a claimed import in this process, which is there for it alone; the game's public id, None if refused."""
    os.nice(NICE)
    limit_memory(MOST_BYTES)
    store = Store(settings)
    try:
        with within(seconds + SIGNAL_SECONDS) as in_time:
            return check_import(store, claimed, DatabaseClock(store, clock), seconds, in_time)
    finally:
        store.close()


@contextmanager
def within(seconds: float) -> Iterator[Callable[[], None]]:
    """Raise TooLong in the main thread after so many seconds, unless what this gives is called before."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TooLong

    def in_time() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield in_time
    finally:
        in_time()
        signal.signal(signal.SIGALRM, before)


@contextmanager
def little_memory(most: int = MOST_BYTES) -> Iterator[None]:
    """Let this process have no more than `most` bytes for a while; MemoryError where it would take more."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(most)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
