"""PDF from our own pages, by WeasyPrint where it is installed (`pip install 'rookery[pdf]'`, and Pango).

What a page names is taken from this site by a request of the same reader, and from nowhere else.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from flask import Response, current_app, request
from werkzeug.exceptions import ServiceUnavailable

# One at a time in a process: each takes a processor, and tens of megabytes.
_ONE = Lock()
PATIENCE_SECONDS = 20.0
HERE = "https://here.invalid"


@cache
def _weasyprint() -> Any | None:
    try:
        return import_module("weasyprint")
    except (ImportError, OSError):
        # OSError: the library is there, Pango is not.
        return None


def pdf_possible() -> bool:
    """Whether this process can make PDF files."""
    return _weasyprint() is not None


def pdf_of(page: str) -> Response:
    """A page as a PDF file. ServiceUnavailable while others are being made for too long."""
    weasyprint = _weasyprint()
    if weasyprint is None or not _ONE.acquire(timeout=PATIENCE_SECONDS):
        raise ServiceUnavailable
    try:
        made = weasyprint.HTML(string=page, base_url=HERE, url_fetcher=_fetcher(weasyprint), media_type="print")
        document: bytes = made.write_pdf(presentational_hints=True)
    finally:
        _ONE.release()
    return Response(document, mimetype="application/pdf")


def _fetcher(weasyprint: Any) -> Any:
    """Fetches what a page of ours names: by asking this site, as the reader who asks."""
    client = current_app.test_client(use_cookies=False)
    headers = {name: request.headers[name] for name in ("Cookie", "Host", "Accept-Language") if name in request.headers}

    class OwnFetcher(weasyprint.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers_: Any = None) -> Any:
            found = urlsplit(url)
            if f"{found.scheme}://{found.netloc}" != HERE:
                raise ValueError("a page may name nothing but what is here")
            answer = client.get(f"{found.path}?{found.query}", headers=headers)
            if answer.status_code != 200:
                raise ValueError(f"{found.path} answers {answer.status_code}")
            return weasyprint.urls.URLFetcherResponse(url, answer.get_data(), {"Content-Type": answer.content_type})

    return OwnFetcher()
