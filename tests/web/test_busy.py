"""When others hold what is needed: pages answer, and a form that could not be taken is kept."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from select import select
from urllib.parse import urlencode

import pytest
from flask import Flask

from correspondence import store as storing
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.edge.outpost import ask, connect, eventually, heard, serving, status
from tests.web.visitors import Browser, browser_of
from web import create_app
from web.views import operations
from worker.edge.connection import Limits

_FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@pytest.fixture
def site(settings: Settings, people: People, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The site as processes have it, which wait for nobody in this test."""
    monkeypatch.setattr(storing, "WAIT_SECONDS", 0.05)
    monkeypatch.setattr(storing, "SHORT_WAIT_SECONDS", 0.05)
    return create_app(settings, Store(settings, threads=8), people.clock)


def test_a_form_that_could_not_be_taken_is_kept_and_sent_again(site: Flask, people: People) -> None:
    ada = browser_of(site, people, "ada")
    mark = ada.mark()
    typed = {"csrf_token": mark, "name": 'Ada "of" <Winterfell>', "zone": "Europe/Rome", "language": "it"}
    with people.store.begin() as other:
        other.connection()
        refused = ada.client.post("/account", data=typed)
        # Who only reads waits for nobody.
        assert ada.get("/account").status_code == 200
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "5"
    form = refused.text.partition("<form")[2].partition("</form>")[0]
    assert 'method="post" action="/account"' in form
    kept = {name: unescape(value) for name, value in _FIELD.findall(form)}
    assert kept == typed
    assert "<dd>Europe/Rome</dd>" in form
    assert ada.client.post("/account", data=kept).status_code in (200, 302, 303)
    assert people.account("ada").zone == "Europe/Rome"


def test_secrets_are_not_shown_again(site: Flask, people: People) -> None:
    stranger = Browser(site.test_client())
    typed = {"csrf_token": stranger.mark(), "email": "ada@rookery.example", "password": "correct horse"}
    with people.store.begin() as other:
        other.connection()
        refused = stranger.client.post("/sign-in/password", data=typed)
    assert refused.status_code == 503
    assert "correct horse" not in refused.text
    assert "<form" not in refused.text


def test_figures_are_told_while_another_counts(app: Flask, people: People) -> None:
    with operations._lock:
        assert app.test_client().get("/service").status_code == 200
        people.later(minutes=5)
        assert app.test_client().get("/service").status_code == 200


def test_rows_locked_by_others_leave_half_of_the_threads(
    settings: Settings, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "WAIT_SECONDS", 600.0)
    monkeypatch.setattr(storing, "SHORT_WAIT_SECONDS", 0.05)
    site = create_app(settings, Store(settings, threads=4), people.clock)
    ada = browser_of(site, people, "ada")
    body = urlencode({"csrf_token": ada.mark(), "name": "Ada", "zone": "Europe/Rome", "language": "en"})
    cookies = "; ".join(
        f"{name}={cookie.value}"
        for name in ("rookery_session", "rookery_form")
        if (cookie := ada.client.get_cookie(name))
    )
    head = f"POST /account HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\nConnection: close\r\n"
    form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    with serving(site, tmp_path, Limits(), threads=4) as port:
        with people.store.begin() as other:
            other.connection()
            writers = [connect(port, f"127.0.1.{n}") for n in range(1, 5)]
            for one in writers:
                one.sendall((head + form).encode())
            eventually(lambda: len(select(writers, [], [], 0)[0]) == 2)
            refused = select(writers, [], [], 0)[0]
            assert [status(heard(one)) for one in refused] == [503, 503]
            assert status(ask(port, b"GET /lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")) == 200
        waited = [status(heard(one)) for one in writers if one not in refused]
    assert len(waited) == 2
    assert set(waited) <= {200, 302, 303}
