"""Guests: a first round without an account, what they may not do, and how they keep their game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from correspondence.guests import LIFE, forget_guests, welcome_guest
from correspondence.input_validation import Denied
from correspondence.models import Account, AddressChange, Game
from correspondence.operations import forget_old
from correspondence.tables import METADATA
from tests.correspondence.people import People, link_in, text_of
from tests.web.visitors import Browser
from web.app_context import TABLES

Browsers = Callable[[str], Browser]
EMAIL = "gus@rookery.example"


@pytest.fixture
def guest(app: Flask) -> Browser:
    """The browser of somebody who has started a first round without an account."""
    browser = Browser(app.test_client())
    answer = browser.post("/first-game", {"zone": "Europe/Rome"})
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/turns/")
    return browser


def accounts(people: People) -> list[Account]:
    """All accounts."""
    with people.store.read() as session:
        return list(session.scalars(select(Account)))


def games(people: People) -> list[str]:
    """The ids of all games."""
    with people.store.read() as session:
        return list(session.scalars(select(Game.public_id)))


def confirm_link(people: People) -> str:
    """The path of the link in the newest email to the guest's address."""
    people.deliver()
    return f"/account/address/{link_in(people.mails('gus')[-1], 'account/address/')}"


def test_guest_begins_with_one_button(app: Flask, people: People) -> None:
    browser = Browser(app.test_client())
    assert re.search(r'<form method="post" action="/first-game">.*Play a first round', browser.get("/").text)

    sheet = browser.get(browser.post("/first-game", {"zone": "Europe/Rome"}).headers["Location"])

    assert sheet.status_code == 200
    [account] = accounts(people)
    assert (account.guest, account.zone) == (True, "Europe/Rome")
    assert "Keep your game" in sheet.text
    assert "guest.invalid" not in sheet.text


def test_guest_gets_the_same_game_again(guest: Browser, people: People) -> None:
    assert guest.post("/first-game").status_code == 303
    assert len(accounts(people)) == len(games(people)) == 1


def test_guest_is_written_no_emails(guest: Browser, people: People) -> None:
    [game] = games(people)
    guest.post(f"/turns/{people.turn(game)}", {"do": "save-ready"})
    people.adjudicate(game)
    assert people.deliver() == 0


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/games/new", {"title": "Mine", "edition": "first-edition"}),
        ("/account/tokens", {"token_name": "mine"}),
        ("/account/webhooks", {"url": "https://example.org/"}),
        ("/lobby/code", {"code": "any"}),
        ("/import", {}),
        ("/account", {"name": "Gus", "language": "en", "zone": "UTC"}),
    ],
)
def test_guest_is_refused_what_needs_an_address(path: str, fields: dict[str, str], guest: Browser) -> None:
    answer = guest.post(path, fields)
    assert answer.status_code == 403
    assert 'data-code="guest"' in answer.text
    assert 'href="/account/address">Give an address' in answer.text


def test_guest_cannot_join_or_write(guest: Browser, people: People) -> None:
    game = people.game({"stark": "ada"})
    for path in ("join", "messages", "invite", "delegations", "votes", "masters"):
        assert guest.post(f"/games/{game}/{path}").status_code == 403, path


@pytest.mark.parametrize("path", ["/account", "/account/security", "/account/data", "/games/new", "/import"])
def test_guest_is_led_to_the_address(path: str, guest: Browser) -> None:
    answer = guest.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account/address")


def test_guests_table_names_real_endpoints(app: Flask) -> None:
    assert {*TABLES["guests"]["may"], *TABLES["guests"]["closed"]} <= app.view_functions.keys()


def test_guest_keeps_the_game_by_an_address(guest: Browser, people: People) -> None:
    [game] = games(people)
    page = guest.get("/account/address").text
    assert "Your game is deleted in 1 day" in page
    # As long after the start as one proves who one is.
    people.now += timedelta(hours=1)
    assert guest.post("/account/address", {"email": EMAIL}).headers["Location"] == "/account/address"
    assert "Your game is kept once you use the link" in guest.get("/account/address").text
    assert guest.get("/account").status_code == 303

    assert guest.post(confirm_link(people)).status_code == 303

    [account] = accounts(people)
    assert (account.email, account.name, account.guest) == (EMAIL, "gus", False)
    people.now += 3 * LIFE
    with people.store.begin() as session:
        forget_old(session, people.now)
    assert guest.get(f"/games/{game}").status_code == 200
    assert guest.get("/account").status_code == 200


def test_guest_cannot_take_an_address_in_use(guest: Browser, people: People) -> None:
    people.account("ada")
    guest.post("/account/address", {"email": "ada@rookery.example"})
    people.deliver()
    [mail] = people.mails("ada")
    assert "already has an account" in text_of(mail)
    assert "/account/address/" not in text_of(mail)


def test_guest_is_deleted_with_everything(guest: Browser, people: People) -> None:
    [game] = games(people)
    turn = people.turn(game)
    guest.post(f"/turns/{turn}/live", {"orders.winterfell": "march+0"})
    guest.post(f"/turns/{turn}/what-if", {"name": "mine"})
    guest.post(f"/turns/{turn}", {"do": "save-ready", "orders.winterfell": "march+0"})
    people.adjudicate(game)
    people.now += timedelta(hours=1)
    guest.post("/account/address", {"email": EMAIL})
    people.now += LIFE - timedelta(minutes=1)
    with people.store.begin() as session:
        assert forget_guests(session, people.now) == 0, "its link is still good"
    people.now += LIFE
    with people.store.begin() as session:
        assert forget_guests(session, people.now) == 1
    assert guest.get(f"/games/{game}").status_code == 404
    left = {"audit_log", "stored_pictures"}
    with people.store.read() as session:
        rows = {table.name for table in METADATA.sorted_tables if session.execute(select(table)).first()}
    assert rows <= left


def test_guest_without_address_lasts_a_day(guest: Browser, people: People) -> None:
    people.now += LIFE - timedelta(minutes=1)
    with people.store.begin() as session:
        assert forget_guests(session, people.now) == 0
    people.now += timedelta(minutes=2)
    with people.store.begin() as session:
        assert forget_guests(session, people.now) == 1
    assert accounts(people) == []


def test_guest_deletes_the_game_and_is_gone(guest: Browser, people: People) -> None:
    assert guest.post("/first-game/end").status_code == 303
    assert accounts(people) == games(people) == []
    assert "Sign in" in guest.get("/").text


def test_guests_have_a_ceiling(guest: Browser, app: Flask, people: People) -> None:
    people.store.settings = replace(people.store.settings, max_guests=1)
    with people.store.begin() as session, pytest.raises(Denied) as full:
        welcome_guest(session, "Guest", "A first round", people.now)
    assert full.value.code == "no-guests"
    answer = Browser(app.test_client()).post("/first-game")
    assert answer.status_code == 409
    assert "No more guests can play now" in answer.text
    assert 'name="email"' in answer.text
    with people.store.read() as session:
        assert session.scalars(select(AddressChange)).all() == []
