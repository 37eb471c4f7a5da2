"""The health page tells whether mail that comes in is taken and read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from correspondence.incoming_mail.batches import work_off
from correspondence.incoming_mail.queue import keep_mail, note_mailbox_read
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from web import create_app

TAKING = {"mail_in": "orders@rookery.example", "mail_in_box": "imaps://a:secret@mail.example"}


@pytest.fixture
def app(settings: Settings, store: Store, people: People) -> Flask:
    """A site that takes mail."""
    store.settings = replace(settings, **TAKING)
    return create_app(store.settings, store, people.clock)


def told(app: Flask) -> dict[str, Any]:
    """What the page tells programs of mail that comes in."""
    found: dict[str, Any] = app.test_client().get("/health").json or {}
    names = ("status", "mails_late", "oldest_mail_seconds", "last_mail_seconds", "mailbox_seconds")
    return {name: found[name] for name in names}


def test_mails_that_wait(app: Flask, store: Store, people: People) -> None:
    """For more than a minute they are late, for more than five minutes all is."""
    quiet = {"mails_late": 0, "oldest_mail_seconds": 0.0, "last_mail_seconds": 0.0, "mailbox_seconds": 0.0}
    assert told(app) == quiet | {"status": "ok"}
    with store.begin() as session:
        keep_mail(session, b"From: ada@rookery.example\r\n\r\nREADY\r\n", "orders@rookery.example", people.now)
    people.later(seconds=60)
    assert told(app) == quiet | {"status": "ok", "last_mail_seconds": 60.0}
    people.later(seconds=1)
    waits = {"mails_late": 1, "oldest_mail_seconds": 61.0, "last_mail_seconds": 61.0}
    assert told(app) == quiet | waits | {"status": "ok"}
    people.later(minutes=5)
    assert told(app)["status"] == "late"
    work_off(store, people.clock)
    assert told(app) == quiet | {"status": "ok", "last_mail_seconds": 361.0}


def test_the_mailbox(app: Flask, store: Store, people: People) -> None:
    """How long ago it was looked into; on the page for people, too, and never backwards."""
    for _ in range(2):
        with store.begin() as session:
            note_mailbox_read(session, people.now)
        people.later(seconds=20)
    assert told(app)["mailbox_seconds"] == 20.0
    page = app.test_client().get("/health", headers={"Accept": "text/html"}).text
    assert "Seconds since the mailbox was last checked" in page
    assert "secret" not in page


def test_a_site_that_takes_no_mail_says_nothing_of_it(settings: Settings, store: Store, people: People) -> None:
    """To people."""
    page = create_app(settings, store, people.clock).test_client().get("/health", headers={"Accept": "text/html"}).text
    assert "Seconds since the last incoming email" not in page
    assert "the mailbox was last" not in page
