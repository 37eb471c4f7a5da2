"""A site in this process, served to browsers: its people are moved by the test, and its clock only when it is told."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from flask import Flask
from playwright.sync_api import BrowserContext
from werkzeug.serving import make_server

from correspondence.lobby import seating
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.migrated import empty_tables
from tests.services import free_port
from tests.web.visitors import SESSION_COOKIE, browser_of
from web import create_app


@dataclass(frozen=True)
class Served:
    """A site in this process: where it answers, the application, its people."""

    url: str
    app: Flask
    people: People

    def session(self, name: str) -> str:
        """The cookie of somebody who is signed in."""
        cookie = browser_of(self.app, self.people, name).client.get_cookie(SESSION_COOKIE)
        assert cookie is not None
        return cookie.value

    def enter(self, context: BrowserContext, session: str) -> None:
        """Sign a browser in with such a cookie."""
        context.add_cookies([{"name": SESSION_COOKIE, "value": session, "url": self.url}])


@contextlib.contextmanager
def served(folder: Path) -> Iterator[Served]:
    """The site with nothing in it yet, as long as the block lasts; the seeds of its games are numbered."""
    port, numbers = free_port(), itertools.count(1)
    (folder / "rookery.db").write_bytes(empty_tables())
    settings = Settings(
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'rookery.db'}",
        secret_key="a key for tests",
        sender="r@rookery.example",
        rate_limits=False,
    )
    store = Store(settings)
    people = People(store)
    app = create_app(settings, store, people.clock)

    # Beside what is drawn: one id more must not deal other cards.
    def seed() -> str:
        return hashlib.sha256(f"game {next(numbers)}".encode()).hexdigest()

    with contextlib.closing(store), patch.object(seating, "draw_seed", seed), _listening(app, port):
        yield Served(f"http://127.0.0.1:{port}", app, people)


@contextlib.contextmanager
def _listening(app: Flask, port: int) -> Iterator[None]:
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
