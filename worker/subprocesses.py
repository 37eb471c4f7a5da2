"""Work in separate processes: evaluations, uploaded game files, PDF files.

A process takes longer to start than to replay most games, so it evaluates several. For files a thread looks after the
process, so that no file holds up deadlines or emails, even with a single worker. The page of a PDF file is drawn by the
site's application in that process, for the reader who asked, with what that reader may see at that moment. What the
page names is taken from the same application as the same reader, and from nowhere else.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import structlog

from correspondence.archive.files import (
    MAKING_SECONDS,
    READER,
    PdfJob,
    claim_pdf,
    claimed_pdf,
    keep_pdf,
    release_pdf,
)
from correspondence.evaluations import EvaluationFailed, Findings, read_snapshot, replay_stored_game
from correspondence.imports import Claimed, TooLong, check_import, claim_import, give_back
from correspondence.settings import Settings
from correspondence.store import AWAY, DatabaseClock, Store
from worker.edge.wsgi import AGAIN
from worker.service import Service, clock

if TYPE_CHECKING:
    # A worker that only begins such a process has no use for them.
    from flask import Flask
    from werkzeug.test import TestResponse

log = structlog.get_logger(__name__)
T = TypeVar("T")

# Less than a task may take, so that the task ends in order.
SECONDS = 40
MAX_BYTES = 1024**3


class GameFindings(Findings, frozen=True, kw_only=True):
    """What was found of a game, as one process tells another."""

    game: str


_told = msgspec.json.Decoder(GameFindings)


def evaluate_afresh(settings: Settings, games: Sequence[str], seconds: float = SECONDS) -> dict[str, Findings]:
    """Replay games in a new process; return findings by game, as far as it came.

    Raises NotMade if it fails at the first, or that takes too long. One that fails later is the first next time.
    """
    command = ["evaluate", "--json", "--memory", str(MAX_BYTES), "--", *games]
    lines, trouble = _run_process(settings, command, seconds)
    try:
        # A line is whole if its end is there.
        findings = [_told.decode(line) for line in lines.splitlines(keepends=True) if line.endswith(b"\n")]
    except msgspec.MsgspecError as fault:
        raise EvaluationFailed(f"the output of the process cannot be read: {fault}") from fault
    if not findings:
        raise EvaluationFailed(trouble or "the process ended without output")
    return {line.game: line for line in findings}


def _run_process(settings: Settings, command: Sequence[str], seconds: float) -> tuple[bytes, str]:
    """Run a command of ours in a new process; return its output and its error, if any."""
    environment = {
        **os.environ,
        "ROOKERY_DATA": str(settings.data_dir),
        "DATABASE_URL": settings.database_url,
        "SECRET_KEY": settings.secret_key,
    }
    command = [sys.executable, "-m", "worker", *command]
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=seconds, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as late:
        return late.stdout or b"", f"the process took more than {seconds} seconds"
    if not done.returncode:
        return done.stdout, ""
    last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["without a word"]
    return done.stdout, f"the process ended with {done.returncode}: {last[0][:300]}"


def evaluate_here(settings: Settings, games: Sequence[str]) -> Iterator[GameFindings]:
    """Replay games in this process. NotFound as in `replayed`."""
    with closing(Store(settings)) as store:
        for game in games:
            with store.read() as session:
                read_snapshot(session)
                findings = replay_stored_game(session, game)
            yield GameFindings(game=game, turn_number=findings.turn_number, differences=findings.differences)


def limit_memory(most: int) -> None:
    """Limit this process's memory to `most` bytes; for a single-task process."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


# The process looks at the time at each entry of the journal; where it does not come to that, a signal ends the check,
# and where it takes none, who looks after it kills it.
SIGNAL_SECONDS, KILL_SECONDS = 2.0, 15.0
IMPORT_NICE = 10


def begin_import(service: Service, then: Callable[[], object]) -> bool:
    """Claim a waiting file if none is being checked, check it; whether there was one.

    `then` is called by the thread that looks after it, when the check is over.
    """
    claimed = claim_import(service.store, service.clock(), timedelta(seconds=service.settings.import_seconds))
    return _start_job_thread(service, claimed, check_afresh, then)


def _start_job_thread(
    service: Service, job: T | None, make: Callable[[Settings, Store, T], None], then: Callable[[], object]
) -> bool:
    """Start a thread that calls `make` for a claimed job, then `then`.
    Returns whether there was a job."""
    if job is None:
        return False

    def look_after() -> None:
        make(service.settings, service.store, job)
        then()

    threading.Thread(target=look_after, name=make.__name__, daemon=True).start()
    return True


def check_afresh(settings: Settings, store: Store, claimed: Claimed) -> None:
    """Check a claimed import in a new process; without a decision it can be reclaimed."""
    command = ["check-import", str(claimed.id), str(claimed.attempt)]
    command += ["--seconds", str(settings.import_seconds), "--leader", str(os.getpid())]
    _, trouble = _run_process(settings, command, settings.import_seconds + KILL_SECONDS)
    if trouble:
        log.error("the check of a game file failed", imported=claimed.id, attempt=claimed.attempt, error=trouble)
        try:
            give_back(store, claimed)
        except AWAY as fault:
            # It can be claimed again when the claim has run out.
            log.warning("the database does not answer; the import stays claimed", error=repr(fault))


def check_here(settings: Settings, claimed: Claimed, seconds: float) -> str | None:
    """Check a claimed import in this process; return the game's public id, or None."""
    os.nice(IMPORT_NICE)
    limit_memory(MAX_BYTES)
    with closing(Store(settings)) as store, time_limit(seconds + SIGNAL_SECONDS) as in_time:
        return check_import(store, claimed, DatabaseClock(store, clock), seconds, in_time)


@contextmanager
def time_limit(seconds: float) -> Iterator[Callable[[], None]]:
    """Raise TooLong in the main thread when `seconds` are over.
    Yields a function that lifts the limit; it also ends with the block."""

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
def memory_limit(most: int = MAX_BYTES) -> Iterator[None]:
    """Limit this process's memory to `most` bytes for a while; MemoryError beyond."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit_memory(most)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


MAX_PDF_BYTES = 2 * 1024**3
# Below what people and deadlines wait for, above the checks of game files: somebody looks on.
PDF_NICE = 5
# Names in a page begin here; nobody is asked there.
HERE = "https://here.invalid"


def begin_pdf(service: Service, then: Callable[[], object]) -> bool:
    """Claim a waiting PDF if none is being made, make it; whether there was one.

    `then` is called by the thread that looks after it, when the process is over.
    """
    return _start_job_thread(service, claim_pdf(service.store, service.clock()), make_pdf_afresh, then)


def make_pdf_afresh(settings: Settings, store: Store, job: PdfJob) -> None:
    """Have a new process make a claimed file; one that fails can be claimed again."""
    command = ["make-pdf", job.key, str(job.attempt), "--leader", str(os.getpid())]
    _, trouble = _run_process(settings, command, MAKING_SECONDS + KILL_SECONDS)
    if trouble:
        log.error("a PDF file could not be made", path=job.path, attempt=job.attempt, error=trouble)
        try:
            with store.begin() as session:
                release_pdf(session, job)
        except AWAY as fault:
            # It can be claimed again when the claim has run out.
            log.warning("the database does not answer; the PDF file stays claimed", error=repr(fault))


def make_here(settings: Settings, key: str, attempt: int) -> None:
    """Make a claimed PDF in this process, which exists only for it.
    It fails if its reader may no longer see the page, or WeasyPrint cannot read it."""
    os.nice(PDF_NICE)
    limit_memory(MAX_PDF_BYTES)
    with closing(Store(settings)) as store:
        with store.read() as session:
            job = claimed_pdf(session, key, attempt)
        if job is None:
            return
        # Here, for only this process needs what belongs to the site.
        from worker.serving import site

        with time_limit(MAKING_SECONDS):
            document = render_pdf(site(settings), settings.base_url, job)
        with store.begin() as session:
            keep_pdf(session, job, document, DatabaseClock(store, clock)())


def render_pdf(app: Flask, base_url: str, job: PdfJob) -> bytes:
    """Return the page of a job as PDF, as the site shows it to the job's reader.
    Returns nothing, and logs it, if the site does not show the page."""
    client = app.test_client(use_cookies=False)

    def ask(path: str) -> TestResponse:
        """What the site answers to the reader of the file."""
        return client.get(
            path,
            base_url=base_url,
            headers={"Accept-Language": job.language},
            environ_overrides={READER: job.reader, AGAIN: True},
        )

    page = ask(job.path)
    if page.status_code != 200 or page.mimetype != "text/html":
        log.warning("a page for a PDF file is not shown", path=job.path, status=page.status_code)
        return b""
    weasyprint = import_module("weasyprint")
    fetcher = _fetcher(weasyprint, ask)
    whole = weasyprint.HTML(string=page.text, base_url=HERE, url_fetcher=fetcher, media_type="print")
    document: bytes = whole.write_pdf(presentational_hints=True)
    return document


def _fetcher(weasyprint: Any, ask: Callable[[str], TestResponse]) -> Any:
    """Fetches what a page of ours names: by asking the site, as the reader who asks."""

    class OwnFetcher(weasyprint.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            named = urlsplit(url)
            if f"{named.scheme}://{named.netloc}" != HERE:
                raise ValueError("a page may link only to this site")
            answer = ask(f"{named.path}?{named.query}")
            if answer.status_code != 200:
                raise ValueError(f"{named.path} answers {answer.status_code}")
            return weasyprint.urls.URLFetcherResponse(url, answer.get_data(), {"Content-Type": answer.content_type})

    return OwnFetcher()
