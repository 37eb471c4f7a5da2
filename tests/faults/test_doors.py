"""The doors themselves: what the service says is told to whoever plays, and nothing is made up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.faults.doors import Door

MARKED = b'<input name="csrf_token" type="hidden" value="mark">'


@contextmanager
def site(page: tuple[int, bytes], posted: int = 303) -> Iterator[tuple[str, list[bytes]]]:
    """A site that answers every GET with a page and every POST with a status; its address, and what was posted."""
    bodies: list[bytes] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(page[0])
            self.end_headers()
            self.wfile.write(page[1])

        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(posted)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", bodies
        finally:
            server.shutdown()


@pytest.mark.parametrize(
    ("page", "status"),
    [((200, MARKED), 303), ((503, b"Come again in a moment."), 503), ((403, b"no"), 403), ((200, b"no form"), 0)],
)
def test_form_is_posted_where_it_stands_or_its_page_answers(page: tuple[int, bytes], status: int) -> None:
    with site(page) as (url, posted):
        assert Door(url).form("cookie", "/games/g/messages", {"body": "Hello"}).status == status
    assert posted == ([b"csrf_token=mark&body=Hello"] if page[1] == MARKED else [])


def test_nobody_there_is_no_answer() -> None:
    with site((200, MARKED)) as (url, _):
        pass
    assert Door(url).form("cookie", "/games/g/messages", {"body": "Hello"}).status == 0
