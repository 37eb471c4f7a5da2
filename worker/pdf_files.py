"""PDF files of the site's own pages, made by WeasyPrint in a process of its own: slow, its time and memory limited.

As with game files no task waits for it; a thread looks after the process. The page is drawn by the site's application
in that process, for the reader who asked, with what that reader may see at that moment. What the page names is taken
from the same application as the same reader, and from nowhere else.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import structlog

from correspondence.archive.files import (
    MAKING_SECONDS,
    READER,
    PdfJob,
    claim_pdf,
    claimed_pdf,
    keep_pdf,
    pdf_waits,
    release_pdf,
)
from correspondence.settings import Settings
from correspondence.store import AWAY, DatabaseClock, Store
from worker.edge.streams import AGAIN
from worker.evaluating import limit_memory
from worker.importing import KILL_SECONDS, afresh, within
from worker.service import Service, clock

if TYPE_CHECKING:
    # A worker that only begins such a process has no use for them.
    from flask import Flask
    from werkzeug.test import TestResponse

log = structlog.get_logger(__name__)

MAX_BYTES = 2 * 1024**3
# Below what people and deadlines wait for, above the checks of game files: somebody looks on.
NICE = 5
# Names in a page begin here; nobody is asked there.
HERE = "https://here.invalid"


def pdfs_wait(service: Service) -> bool:
    """Whether a PDF file waits for somebody to make it."""
    with service.store.read() as session:
        return pdf_waits(session, service.clock())


def begin_pdf(service: Service, then: Callable[[], object]) -> bool:
    """Claim a file that waits, if none is being made, and begin to make it; whether there was one.

    `then` is called by the thread that looks after it, when the process is over.
    """
    job = claim_pdf(service.store, service.clock())
    if job is None:
        return False

    def look_after() -> None:
        _make_afresh(service.settings, service.store, job)
        then()

    threading.Thread(target=look_after, name="pdf", daemon=True).start()
    return True


def _make_afresh(settings: Settings, store: Store, job: PdfJob) -> None:
    command = ["make-pdf", job.key, str(job.attempt), "--leader", str(os.getpid())]
    trouble = afresh(settings, command, MAKING_SECONDS + KILL_SECONDS)
    if trouble:
        log.error("a PDF file could not be made", path=job.path, attempt=job.attempt, error=trouble)
        try:
            with store.begin() as session:
                release_pdf(session, job)
        except AWAY as fault:
            # It can be claimed again when the claim has run out.
            log.warning("the database does not answer; a PDF file stays claimed", error=repr(fault))


def make_here(settings: Settings, key: str, attempt: int) -> None:
    """Make a claimed file in this process, which is there for it alone. A page that its reader may not see any more, or
    that WeasyPrint cannot read, leaves a file that failed."""
    os.nice(NICE)
    limit_memory(MAX_BYTES)
    store = Store(settings)
    try:
        with store.read() as session:
            job = claimed_pdf(session, key, attempt)
        if job is None:
            return
        # Here, for only this process needs what belongs to the site.
        from worker.serving import site

        with within(MAKING_SECONDS):
            document = pdf_of(site(settings), settings.base_url, job)
        with store.begin() as session:
            keep_pdf(session, job, document, DatabaseClock(store, clock)())
    finally:
        store.close()


def pdf_of(app: Flask, base_url: str, job: PdfJob) -> bytes:
    """The page of a job as a PDF file, drawn by the site's application; empty if the site does not show it."""
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
                raise ValueError("a page may name nothing but what is here")
            answer = ask(f"{named.path}?{named.query}")
            if answer.status_code != 200:
                raise ValueError(f"{named.path} answers {answer.status_code}")
            return weasyprint.urls.URLFetcherResponse(url, answer.get_data(), {"Content-Type": answer.content_type})

    return OwnFetcher()
