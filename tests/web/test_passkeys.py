"""Passkeys on the pages: added on the page of one's security, used on the page to sign in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask

from correspondence.models.accounts import Passkey, SignInSession
from correspondence.settings import Settings
from correspondence.store import Store
from tests.correspondence.people import People
from tests.correspondence.sign_in.authenticator import Authenticator
from tests.web.test_account_pages import turn_on
from tests.web.visitors import SESSION_COOKIE, Browser
from web import create_app

Browsers = Callable[[str], Browser]


def add(browser: Browser, device: Authenticator, name: str = "phone") -> int:
    """Add a device's passkey as the script does; the status of the answer."""
    browser.mark()
    offer = json.loads(browser.get("/account/passkeys").text)
    fields = {"name": name, "challenge": offer["challenge"], "credential": device.make(offer)}
    return browser.post("/account/passkeys", fields).status_code


def signed(browser: Browser, device: Authenticator) -> dict[str, str]:
    """The fields of the form that signs in."""
    browser.mark()
    offer = json.loads(browser.get("/sign-in/passkey").text)
    return {"challenge": offer["challenge"], "credential": device.sign(offer)}


@pytest.fixture
def device(signed_in: Browsers) -> Authenticator:
    """Ada's, with a passkey of her account."""
    device = Authenticator()
    assert add(signed_in("ada"), device) == 303
    return device


def test_a_passkey_signs_in_and_leads_to_the_page_wanted(app: Flask, device: Authenticator) -> None:
    browser = Browser(app.test_client())

    answer = browser.post("/sign-in/passkey", signed(browser, device) | {"next": "/games/new"})

    assert (answer.status_code, answer.headers["Location"]) == (303, "/games/new")
    assert browser.client.get_cookie(SESSION_COOKIE) is not None
    assert browser.get("/account").status_code == 200
    away = browser.post("/sign-in/passkey", signed(browser, device) | {"next": "https://evil.example/"})
    assert away.headers["Location"] == "/"


def test_a_challenge_of_another_browser_does_not_count(app: Flask, people: People, device: Authenticator) -> None:
    thief, owner = Browser(app.test_client()), Browser(app.test_client())
    thief.mark()
    before = people.count(SignInSession)

    answer = thief.post("/sign-in/passkey", signed(owner, device))

    assert answer.status_code == 409
    assert "This took too long, or was sent twice. Try again." in answer.text
    assert people.count(SignInSession) == before


def test_a_refusal_is_told_above_the_form(app: Flask, device: Authenticator) -> None:
    browser = Browser(app.test_client())
    device.verifies = False

    answer = browser.post("/sign-in/passkey", signed(browser, device) | {"next": "/lobby"})

    assert answer.status_code == 403
    assert '<p class="errors" role="alert">This passkey does not work here.' in answer.text
    assert 'name="next" value="/lobby"' in answer.text


def test_a_passkey_shows_the_second_factor_too(app: Flask, people: People, signed_in: Browsers) -> None:
    ada, device = signed_in("ada"), Authenticator()
    turn_on(ada, people)
    assert add(ada, device) == 303
    browser = Browser(app.test_client())

    assert browser.post("/sign-in/passkey", signed(browser, device)).status_code == 303

    assert browser.client.get_cookie("rookery_browser") is not None
    assert browser.get("/account/data.json").status_code == 200


@pytest.mark.usefixtures("device")
def test_adding_and_removing_ask_for_a_proof(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    path = f"/account/passkeys/{_id_of(people)}"
    people.later(minutes=16)

    assert "Add a passkey" not in ada.get("/account/security").text
    assert ada.get("/account/passkeys").headers["Location"].startswith("/account/proof?")
    assert ada.post("/account/passkeys", {"name": "x"}).status_code == 403
    assert ada.post(f"{path}/remove").status_code == 403
    assert people.count(Passkey) == 1
    # A name opens nothing.
    assert ada.post(path, {"name": "my key"}).status_code == 303
    assert "my key" in ada.get("/account/security").text
    assert ada.post(path, {"name": ""}).status_code == 422


@pytest.mark.usefixtures("device")
def test_passkeys_are_listed_with_all_access_and_removed(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    for page in ("/account/security", "/account/rights"):
        assert f"/account/passkeys/{_id_of(people)}/remove" in ada.get(page).text

    assert ada.post(f"/account/passkeys/{_id_of(people)}/remove").status_code == 303

    assert people.count(Passkey) == 0


def test_a_new_passkey_is_called_as_its_browser(people: People, signed_in: Browsers) -> None:
    page = signed_in("ada").get("/account/security", headers={"User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"})

    assert 'value="Firefox, Linux"' in page.text


def test_devices_get_the_name_of_the_public_address(settings: Settings, people: People) -> None:
    public = replace(settings, base_url="https://rookery.example")
    store = Store(public)
    with create_app(public, store, people.clock).test_client() as client:
        offer = client.get("/sign-in/passkey", base_url="https://rookery.example").get_json()
    store.close()

    assert offer["options"]["rpId"] == "rookery.example"
    assert offer["options"]["userVerification"] == "required"
    assert "allowCredentials" not in offer["options"] or offer["options"]["allowCredentials"] == []


def _id_of(people: People) -> str:
    with people.store.read() as session:
        passkey_id: str = session.query(Passkey.public_id).scalar()
        return passkey_id
