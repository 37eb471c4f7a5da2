"""When others hold what is needed: pages answer, and a form that could not be taken is kept."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from correspondence import store as storing
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.web.visitors import Browser, browser_of
from web import create_app, service

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
    with service._lock:
        assert app.test_client().get("/service").status_code == 200
        people.later(minutes=5)
        assert app.test_client().get("/service").status_code == 200
