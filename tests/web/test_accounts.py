"""Signing in by email, settings, tokens, the end of emails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People, link_in
from tests.web.form_reader import forms_of
from tests.web.visitors import SESSION_COOKIE, Browser
from web import create_app

Browsers = Callable[[str], Browser]


def ask(people: People, client: FlaskClient, address: str, **fields: str) -> str:
    """Ask for a sign-in link; returns the link from the email."""
    browser = Browser(client)
    assert browser.post("/sign-in", {"email": address, **fields}).status_code == 200
    people.deliver()
    return "/sign-in/" + link_in(people.mails(address.partition("@")[0])[-1], "sign-in/")


def test_a_link_signs_in_once_and_only_by_its_button(people: People, client: FlaskClient, tasks: list[str]) -> None:
    link = ask(people, client, "new@rookery.example", next="/games/new")
    assert tasks == ["mail"]
    for _ in range(3):
        page = client.get(link)
        assert page.status_code == 200
        assert page.headers["Cache-Control"] == "no-store"
        assert "This creates your account" in page.text
    assert client.get_cookie(SESSION_COOKIE) is None
    answer = Browser(client).post(link)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games/new")
    cookie = client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site, cookie.secure) == (True, "Lax", False)
    assert client.get("/games/new").status_code == 200
    assert client.get(link).status_code == 409
    assert Browser(client).post(link).status_code == 409


@pytest.mark.parametrize(("told", "kept"), [("Europe/Rome", "Europe/Rome"), ("", "UTC"), ("Mars/Olympus", "UTC")])
def test_the_zone_that_the_browser_tells_is_a_new_accounts(
    told: str, kept: str, people: People, client: FlaskClient
) -> None:
    assert "data-zone" in client.get("/sign-in").text
    link = ask(people, client, "ada@rookery.example", zone=told)
    Browser(client).post(link)
    assert people.account("ada").zone == kept
    assert f'name="zone" value="{kept}"' in client.get("/games/new").text


def test_an_old_link_is_refused(people: People, client: FlaskClient) -> None:
    link = ask(people, client, "late@rookery.example")
    people.later(minutes=31)
    page = client.get(link)
    assert page.status_code == 409
    assert "link-expired" in page.text
    assert client.get("/sign-in/nothing").status_code == 404


def test_known_and_unknown_addresses_are_answered_alike(people: People, client: FlaskClient) -> None:
    people.account("known")
    browser = Browser(client)
    answers = [browser.post("/sign-in", {"email": f"{name}@rookery.example"}).text for name in ("known", "other")]
    assert answers[0].replace("known@", "other@") == answers[1]


def test_a_bad_address_is_kept_beside_its_error(client: FlaskClient) -> None:
    page = Browser(client).post("/sign-in", {"email": "no address", "next": "/account"})
    assert page.status_code == 422
    assert "This is not an email address." in page.text
    (form,) = (form for form in forms_of(page.text) if "email" in form.sent)
    assert form.sent["email"] == ["no address"]
    assert form.sent["next"] == ["/account"]


def test_signing_out_ends_the_session(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    cookie = ada.client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    assert ada.post("/sign-out").status_code == 303
    assert ada.client.get_cookie(SESSION_COOKIE) is None
    ada.client.set_cookie(SESSION_COOKIE, cookie.value)
    assert ada.get("/account").status_code == 303


def test_pages_for_the_signed_in_lead_to_the_door(client: FlaskClient, running_game: str) -> None:
    for path in ("/account", "/games/new", f"/games/{running_game}/standing"):
        answer = client.get(path)
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith("/sign-in?next=")
    page = Browser(client).post("/account", {"name": "Nobody"})
    assert page.status_code == 401
    assert "Sign in first" in page.text


def test_settings_change_the_language_of_pages(signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    page = ada.get("/account")
    assert 'lang="en"' in page.text
    answer = ada.post("/account", {"name": "Ada B.", "language": "it", "zone": "Europe/Rome"})
    assert answer.status_code == 303
    account = people.account("ada")
    assert (account.name, account.language, account.zone) == ("Ada B.", "it", "Europe/Rome")
    assert 'lang="it"' in ada.get("/account").text


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("name", "x" * 61), ("language", "xx"), ("zone", "Mars/Olympus")]
)
def test_bad_settings_are_kept_beside_their_error(field: str, value: str, signed_in: Browsers, people: People) -> None:
    ada = signed_in("ada")
    fields = {"name": "Ada", "language": "en", "zone": "UTC"} | {field: value}
    page = ada.post("/account", fields)
    assert page.status_code == 422
    assert 'class="error"' in page.text
    assert people.account("ada").zone == "UTC"


def test_a_token_is_shown_once_and_revoked(signed_in: Browsers, client: FlaskClient) -> None:
    ada = signed_in("ada")
    page = ada.post("/account/tokens", {"token_name": "my script"})
    assert page.headers["Cache-Control"] == "no-store"
    token = page.text.split('<code class="secret">', 1)[1].split("<", 1)[0]
    bearer = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/me", headers=bearer).status_code == 200
    listed = ada.get("/account").text
    assert "my script" in listed
    assert token not in listed
    (revoke,) = (form.action for form in forms_of(listed) if form.action.endswith("/revoke"))
    assert ada.post(revoke).status_code == 303
    assert client.get("/api/v1/me", headers=bearer).status_code == 401
    assert ada.post("/account/tokens", {"token_name": " "}).status_code == 422


def test_mails_end_by_one_post_without_a_form_of_ours(people: People, client: FlaskClient, running_game: str) -> None:
    people.deliver()
    mail = people.mails("ada")[-1]
    link = "/unsubscribe/" + link_in(mail, "unsubscribe/")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "A game" in client.get(link).text
    done = client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert "no more emails" in done.text
    people.adjudicate(running_game)
    people.deliver()
    assert people.mails("ada")[-1]["Message-ID"] == mail["Message-ID"]


def test_cookies_are_secure_where_the_site_is(settings: Settings, store: Store, people: People) -> None:
    from dataclasses import replace

    app: Flask = create_app(replace(settings, base_url="https://rookery.example"), store, people.clock)
    client = app.test_client()
    answer = client.get("/")
    assert "Secure" in answer.headers["Set-Cookie"]
    assert answer.headers["Strict-Transport-Security"]
