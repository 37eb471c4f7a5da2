"""The page that an invitation's email opens, for whoever opens it; the list of those who were invited."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from correspondence.games.options import NewGame
from correspondence.lobby.invitations import invite
from correspondence.lobby.use_cases import create_game
from tests.correspondence.people import People, link_in
from tests.web.form_reader import forms_of
from tests.web.visitors import SESSION_COOKIE, Browser

Browsers = Callable[[str], Browser]


@pytest.fixture
def lobby(people: People) -> str:
    """Ada's game of three for invited people."""
    with people.store.begin() as session:
        new = NewGame(title="Winter evenings", players=3, muster_hours=24.0)
        return create_game(session, people.account_in(session, "ada"), new, people.now).public_id


@pytest.fixture
def guest(app: Flask) -> Browser:
    """Somebody who never was here."""
    return Browser(app.test_client())


def invited(people: People, game_id: str, name: str = "bo", house: str | None = None) -> str:
    """The path of the page that the email's link opens."""
    with people.store.begin() as session:
        invite(session, people.account_in(session, "ada"), game_id, f"{name}@rookery.example", house, people.now)
    people.deliver()
    return "/invitations/" + link_in(people.mails(name)[-1], "invitations/")


def test_one_button_takes_the_seat_and_signs_in(people: People, lobby: str, guest: Browser) -> None:
    path = invited(people, lobby, house="lannister")
    page = guest.get(path)
    assert "Ada invites you to Winter evenings" in page.text
    assert "Lannister is kept for you" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert guest.get("/account").status_code == 303, "opening signs nobody in"

    taken = guest.post(path, {"house": "lannister", "zone": "Europe/Rome"})

    assert taken.headers["Location"] == f"/games/{lobby}"
    assert "You have a seat." in guest.get(f"/games/{lobby}").text
    assert people.page(lobby, "bo").you == "lannister"
    assert people.account("bo").zone == "Europe/Rome"
    assert guest.get(path).headers["Location"] == f"/games/{lobby}"
    assert people.deliver() == 0, "no second email"


def test_a_guest_takes_the_seat_as_the_invited_person(people: People, lobby: str, guest: Browser) -> None:
    assert guest.post("/first-game").status_code == 303
    path = invited(people, lobby)
    assert "guest.invalid" not in guest.get(path).text
    taken = guest.post(path, {"house": "lannister"})
    assert (taken.status_code, taken.headers.get("Location")) == (303, f"/games/{lobby}"), taken.text
    assert people.page(lobby, "bo").you == "lannister"
    assert guest.get("/account").status_code == 200


def test_a_used_link_leads_strangers_to_sign_in(people: People, lobby: str, guest: Browser, app: Flask) -> None:
    path = invited(people, lobby)
    guest.post(path, {"house": "lannister"})
    stranger = Browser(app.test_client())
    assert stranger.get(path).headers["Location"] == f"/sign-in?next=/games/{lobby}"
    assert stranger.post(path, {"house": "baratheon"}).headers["Location"].startswith("/sign-in")
    assert stranger.get("/account").status_code == 303


def test_an_account_with_games_signs_in_and_finds_its_seat(
    people: People, lobby: str, guest: Browser, signed_in: Browsers
) -> None:
    people.game({"stark": "eve", "tyrell": "bo"})
    path = invited(people, lobby, house="lannister")
    page = guest.get(path).text
    (form,) = (form for form in forms_of(page) if form.action == "/sign-in")
    assert (form.sent["email"], form.sent["next"]) == (["bo@rookery.example"], [path])
    assert "Join as" not in page
    assert guest.post(path, {"house": "lannister"}).status_code == 403
    bo = signed_in("bo")
    assert "Join as Lannister" in bo.get(path).text
    assert bo.post(path, {"house": "lannister"}).status_code == 303
    assert people.page(lobby, "bo").you == "lannister"


def test_another_account_is_named_and_asked(people: People, lobby: str, signed_in: Browsers) -> None:
    path, eve = invited(people, lobby), signed_in("eve")
    page = eve.get(path).text
    assert "You are signed in as Eve (eve@rookery.example). The invitation is for bo@rookery.example." in page
    assert eve.post(path, {"house": "lannister"}).status_code == 200, "asked first"
    assert not people.page(lobby, "eve").member

    before = eve.client.get_cookie(SESSION_COOKIE)
    assert eve.post(path, {"as": "invited", "house": "lannister"}).status_code == 303

    assert people.page(lobby, "bo").you == "lannister"
    assert "bo@rookery.example" in eve.get("/account/address").text
    after = eve.client.get_cookie(SESSION_COOKIE)
    assert before is not None
    assert after is not None
    assert before.value != after.value
    eve.client.set_cookie(SESSION_COOKIE, before.value)
    assert eve.get("/account").status_code == 303, "the session of before has ended"


def test_another_account_takes_the_seat_itself(people: People, lobby: str, signed_in: Browsers) -> None:
    path = invited(people, lobby)
    assert signed_in("eve").post(path, {"as": "me", "house": "lannister"}).status_code == 303
    assert people.page(lobby, "eve").you == "lannister"
    assert "The seat was taken by eve@rookery.example." in signed_in("ada").get(f"/games/{lobby}").text


def test_signing_out_first_leads_back_to_the_invitation(people: People, lobby: str, signed_in: Browsers) -> None:
    people.game({"stark": "fay", "tyrell": "bo"})
    path, eve = invited(people, lobby), signed_in("eve")
    assert eve.post(path, {"as": "invited"}).headers["Location"] == path
    assert "Sign in as bo@rookery.example; the seat waits." in eve.get(path).text


def test_a_house_taken_meanwhile_is_told_on_the_page(people: People, lobby: str, guest: Browser) -> None:
    path = invited(people, lobby)
    refused = guest.post(path, {"house": "stark"})
    assert refused.status_code == 422
    assert "This house is taken." in refused.text
    assert guest.post(path, {"house": "lannister"}).status_code == 303


def test_the_maker_lists_revokes_and_sends_again(people: People, lobby: str, signed_in: Browsers) -> None:
    path, ada = invited(people, lobby, house="lannister"), signed_in("ada")
    page = ada.get(f"/games/{lobby}").text
    assert "bo@rookery.example" in page
    assert path not in page, "the email's link signs in: it is for its reader alone"
    shared = re.findall(r"\?invitation=(\w+)", page)
    assert len(set(shared)) == 1
    (resend,) = (form.action for form in forms_of(page) if form.action.endswith("/resend"))
    (revoke,) = (form.action for form in forms_of(page) if form.action.endswith("/revoke"))
    assert ada.post(resend).status_code == 303
    people.deliver()
    assert len(people.mails("bo")) == 2
    assert ada.post(revoke).status_code == 303
    page = ada.get(f"/games/{lobby}").text
    assert "Revoked" in page
    assert "?invitation=" not in page
    assert signed_in("eve").get(f"/games/{lobby}?invitation={shared[0]}").status_code == 200


def test_the_link_declines_without_signing_in(people: People, lobby: str, guest: Browser, signed_in: Browsers) -> None:
    path = invited(people, lobby)
    assert guest.post(f"{path}/decline").status_code == 303
    assert guest.get("/account").status_code == 303
    assert "Declined" in signed_in("ada").get(f"/games/{lobby}").text
    assert guest.get(path).status_code == 409
