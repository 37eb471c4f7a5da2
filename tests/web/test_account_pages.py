"""The pages of one's account, in a browser: what is refused keeps what was typed, what is secret is not kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pyotp
import pytest
from flask import Flask
from flask.testing import FlaskClient

from correspondence.delegations import delegate
from correspondence.games.access import find_game
from correspondence.models.games import GameMaster
from correspondence.settings import Settings
from correspondence.sign_in.factors import choose_password
from correspondence.store import Store
from tests.correspondence.people import People, link_in
from tests.web.form_reader import forms_of
from tests.web.visitors import SESSION_COOKIE, Browser, Program, browser_of, codes
from web import create_app
from web.request_context import browser_and_network, browser_label

Browsers = Callable[[str], Browser]
SENTENCE = "a long sentence"


def with_password(people: People, name: str) -> None:
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, name), "", SENTENCE, "", people.now)


def turn_on(browser: Browser, people: People) -> pyotp.TOTP:
    page = browser.get("/account/second-factor")
    assert page.headers["Cache-Control"] == "no-store"
    assert "<svg" in page.text
    (form,) = (form for form in forms_of(page.text) if "secret" in form.sent)
    totp = pyotp.TOTP(form.sent["secret"][0])
    wrong = browser.post("/account/second-factor", {"secret": totp.secret, "code": "12345x"})
    assert wrong.status_code == 422
    assert totp.secret in wrong.text
    done = browser.post("/account/second-factor", {"secret": totp.secret, "code": totp.at(people.now)})
    assert (done.status_code, done.headers["Cache-Control"]) == (200, "no-store")
    assert len(re.findall(r"[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}", done.text)) == 10
    return totp


def test_a_secret_that_is_none_is_never_shown_again(people: People, signed_in: Browsers) -> None:
    browser = signed_in("ada")
    for number in range(20):
        answer = browser.post("/account/second-factor", {"secret": "A" * number, "code": "000000"})
        # Too many attempts are noticed before the secret is looked at.
        assert answer.status_code in (422, 429), number
    assert answer.status_code == 429


def test_signing_in_by_password_and_code(people: People, client: FlaskClient, signed_in: Browsers) -> None:
    with_password(people, "ada")
    totp = turn_on(signed_in("ada"), people)
    people.later(minutes=1)
    browser = Browser(client)
    typed = {"email": "Ada@rookery.example", "password": SENTENCE, "next": "/games/new"}
    first = browser.post("/sign-in/password", typed)
    assert first.status_code == 403
    (form,) = (form for form in forms_of(first.text) if "password" in form.sent)
    assert form.sent["email"] == ["Ada@rookery.example"]
    assert "code" in form.sent
    assert SENTENCE not in first.text
    answer = browser.post("/sign-in/password", typed | {"code": totp.at(people.now)})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/games/new")
    assert client.get_cookie(SESSION_COOKIE) is not None
    assert client.get("/account").status_code == 200


def test_too_many_attempts_are_told_as_such(people: People, client: FlaskClient) -> None:
    with_password(people, "ada")
    browser, typed = Browser(client), {"email": "ada@rookery.example", "password": "wrong"}
    assert [browser.post("/sign-in/password", typed).status_code for _ in range(6)] == [403] * 5 + [429]
    assert browser.post("/sign-in/password", typed | {"password": SENTENCE}).status_code == 429
    # Nor does one go elsewhere by a link with a password in it.
    away = typed | {"email": "bo@rookery.example", "next": "https://evil.example"}
    with_password(people, "bo")
    assert browser.post("/sign-in/password", away | {"password": SENTENCE}).headers["Location"] == "/"


def masters(people: People, game_id: str, name: str) -> None:
    with people.store.begin() as session:
        account, game = people.account_in(session, name), find_game(session, game_id)
        session.add(GameMaster(game_id=game.id, account_id=account.id, since=people.now, accepted_at=people.now))


def test_the_review_asks_for_the_code_of_whoever_turned_it_on(
    people: People, running_game: str, signed_in: Browsers
) -> None:
    masters(people, running_game, "mae")
    review = f"/games/{running_game}/gm"
    mae = signed_in("mae")
    assert mae.get(review).status_code == 200
    totp = turn_on(mae, people)
    assert mae.get(review).status_code == 200
    people.later(hours=12)
    asked = mae.get(review)
    assert (asked.status_code, asked.headers["Location"]) == (303, f"/account/code?next={review}")
    assert mae.post(f"{review}/notes", {"body": "x"}).status_code == 403
    assert mae.post("/account/tokens", {"token_name": "x"}).status_code == 403
    assert mae.post("/account/code", {"code": "000000", "next": review}).status_code == 403
    shown = mae.post("/account/code", {"code": totp.at(people.now), "next": review})
    assert (shown.status_code, shown.headers["Location"]) == (303, review)
    assert mae.get(review).status_code == 200
    # Another browser of hers has shown nothing yet, and players are not asked at all.
    assert signed_in("mae").get(review).status_code == 303
    assert signed_in("ada").get(f"/games/{running_game}").status_code == 200


def test_a_host_may_require_the_second_factor_of_masters(
    settings: Settings, store: Store, people: People, running_game: str
) -> None:
    masters(people, running_game, "mae")
    strict: Flask = create_app(replace(settings, second_factor_required=True), store, people.clock)
    mae = browser_of(strict, people, "mae")
    answer = mae.get(f"/games/{running_game}/gm")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account/second-factor")
    turn_on(mae, people)
    assert mae.get(f"/games/{running_game}/gm").status_code == 200


def test_browsers_are_named_seen_and_signed_out(people: People, signed_in: Browsers, app: Flask) -> None:
    ada, other = signed_in("ada"), app.test_client()
    with_password(people, "ada")
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    fields = {"email": "ada@rookery.example", "password": SENTENCE}
    Browser(other).post("/sign-in/password", fields, headers={"User-Agent": agent})
    ada = signed_in("ada")
    people.later(hours=3)
    other.get("/account")
    page = ada.get("/account/security").text
    assert "Firefox, Linux" in page
    assert "15:00:00" in page
    (end,) = (form.action for form in forms_of(page) if form.action.endswith("/end"))
    assert ada.post(end).status_code == 303
    assert other.get("/account").status_code == 303


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_names_of_browsers(agent: str, label: str) -> None:
    assert browser_label(agent) == label


@pytest.mark.parametrize(
    ("address", "where"),
    [
        ("192.0.2.77", "Firefox, 192.0.…"),
        ("::ffff:192.0.2.77", "Firefox, 192.0.…"),
        ("2001:db8:1:2::77", "Firefox, 2001:db8:1:…"),
        ("127.0.0.1", "Firefox, 127.0.0.1"),
        ("unix:", "Firefox"),
    ],
)
def test_places_are_told_in_coarse_words(address: str, where: str) -> None:
    assert browser_and_network("Firefox/140.0", address) == where


def test_absences_keep_what_was_typed(signed_in: Browsers) -> None:
    ada = signed_in("ada")
    for first, last in (("2026-12-01", "2026-12-31"), ("soon", "2026-12-02"), ("0001-01-01", "9999-12-31"), ("", "")):
        page = ada.post("/account/absences", {"first": first, "last": last, "note": "to the sea"})
        assert page.status_code == 422
        (form,) = (form for form in forms_of(page.text) if "first" in form.sent)
        assert (form.sent["first"], form.sent["note"]) == ([first], ["to the sea"])
    assert ada.post("/account/absences", {"first": "2026-12-01", "last": "2026-12-05"}).status_code == 303
    (cancel,) = (f.action for f in forms_of(ada.get("/account/absences").text) if f.action.endswith("/cancel"))
    assert ada.post(cancel).status_code == 303
    assert "No absences yet." in ada.get("/account/absences").text


def test_hours_and_streams_keep_what_was_typed(signed_in: Browsers, program: Callable[[str], Program]) -> None:
    ada = signed_in("ada")
    page = ada.post("/account/mail/hours", {"quiet_from": "22", "quiet_until": "", "digest_hour": "20"})
    assert page.status_code == 422
    assert "both a start and an end" in page.text
    assert ada.post("/account/mail/hours", {"digest_hour": "²"}).status_code == 422
    assert ada.post("/account/mail/streams", {"press": "loud"}).status_code == 422
    good = {"quiet_from": "22", "quiet_until": "7", "digest_hour": "20", "digest_weekday": "7"}
    assert ada.post("/account/mail/hours", good).status_code == 303
    told = program("ada").get("/me/mail").get_json()
    assert (told["quiet_from"], told["digest_weekday"], told["streams"]["press"]) == (22, 7, "at-once")
    changed = program("ada").ask("PATCH", "/me/mail", json={"streams": {"press": "off"}, "quiet_from": None})
    assert codes(changed) == {"half-quiet"}
    assert program("ada").get("/me/mail").get_json() == told
    light = program("ada").ask("PATCH", "/me/mail", json={"light": True}).get_json()
    assert light == told | {"light": True}
    assert program("ada").ask("PATCH", "/me/mail", json={"digest_hour": 20}).get_json()["light"] is True
    assert program("ada").ask("PATCH", "/me/mail", json={"light": "yes"}).status_code == 422


def test_ended_mails_can_be_taken_back_on_the_spot(people: People, client: FlaskClient, running_game: str) -> None:
    people.deliver()
    link = "/unsubscribe/" + link_in(people.mails("ada")[-1], "unsubscribe/")
    page = client.post(link, data={"List-Unsubscribe": "One-Click"}).text
    (undo,) = (form.action for form in forms_of(page) if form.action.endswith("/undo"))
    assert Browser(client).post(undo).status_code == 200
    people.adjudicate(running_game)
    before = len(people.mails("ada"))
    people.deliver()
    assert len(people.mails("ada")) == before + 1


def test_an_address_is_changed_from_another_browser(people: People, signed_in: Browsers, client: FlaskClient) -> None:
    ada = signed_in("ada")
    assert ada.post("/account/address", {"email": "ada@rookery.example"}).status_code == 422
    assert ada.post("/account/address", {"email": "nova@rookery.example"}).status_code == 303
    people.deliver()
    link = "/account/address/" + link_in(people.mails("nova")[-1], "account/address/")
    page = client.get(link)
    assert (page.status_code, page.headers["Cache-Control"]) == (200, "no-store")
    assert "ada@rookery.example" in ada.get("/account/address").text
    assert Browser(client).post(link).status_code == 303
    assert "Emails go to nova@rookery.example" in ada.get("/account/address").text
    assert client.get(link).status_code == 409


def test_data_are_downloaded_and_the_account_deleted(people: People, signed_in: Browsers) -> None:
    people.game({"stark": "ada", "tyrell": "bo"})
    ada = signed_in("ada")
    answer = ada.get("/account/data.json")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert json.loads(answer.text)["account"]["address"] == "ada@rookery.example"
    assert ada.post("/account/delete").status_code == 303
    people.deliver()
    link = "/account/delete/" + link_in(people.mails("ada")[-1], "account/delete/")
    assert "A game" in ada.get(link).text
    assert ada.get("/account").status_code == 200
    assert ada.post(link).status_code == 303
    assert ada.client.get_cookie(SESSION_COOKIE) is None
    bo = signed_in("bo")
    with_password(people, "bo")
    bo = signed_in("bo")
    wrong = bo.post("/account/delete", {"password": "not this one"})
    assert wrong.status_code == 403
    assert "This is not your password" in wrong.text


def test_a_seat_is_delegated_on_its_page(people: People, running_game: str, signed_in: Browsers) -> None:
    people.account("cy")
    ada, cy, page = signed_in("ada"), signed_in("cy"), f"/games/{running_game}/delegations"
    times = {"from": "2026-11-21T12:00", "until": "2026-11-25T12:00"}
    for wrong in ({"to": "nobody"}, {"until": "2026-11-20T12:00"}, {"from": "0001-01-01T00:00", "until": "x"}):
        refused = ada.post(page, {"to": "cy", "note": "thanks"} | times | wrong)
        assert refused.status_code == 422
        (form,) = (form for form in forms_of(refused.text) if "to" in form.sent)
        assert form.sent["note"] == ["thanks"]
    assert ada.post(page, {"to": "cy", "note": "thanks"} | times).status_code == 303
    assert "Cy is the deputy for Stark" in signed_in("bo").get(f"/games/{running_game}").text
    board = cy.get(f"/games/{running_game}").text
    assert "You are the deputy for" in board
    assert "Games where you are a deputy" in cy.get("/").text
    turn = people.turn(running_game)
    assert cy.post(f"/turns/{turn}/ready", {"ready": "yes"}).status_code == 303
    (end,) = (form.action for form in forms_of(cy.get(page).text) if form.action.endswith("/end"))
    assert cy.post(end).status_code == 303
    assert cy.get(f"/turns/{turn}").status_code == 403
    assert ada.get(f"/turns/{turn}").status_code == 200


def test_what_everybody_may_know_of_somebody(people: People, client: FlaskClient) -> None:
    person = people.account("ada").public_id
    page = client.get(f"/people/{person}").text
    assert "Ada" in page
    assert "ada@" not in page
    told = client.get(f"/api/v1/people/{person}").get_json()
    assert told["reliability"] == {"answered": 0, "asked": 0, "games": 0, "percent": None}
    assert client.get("/people/none").status_code == 404


def test_attempts_behind_a_proxy_are_counted_by_who_asks(
    settings: Settings, store: Store, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("correspondence.sign_in.factors.MAX_FROM_PLACE", 2)
    app: Flask = create_app(replace(settings, trusted_proxies=1), store, people.clock)
    browser, answers = Browser(app.test_client()), []
    for number, place in enumerate(("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")):
        fields = {"email": f"nobody{number}@rookery.example", "password": "wrong"}
        answers.append(browser.post("/sign-in/password", fields, headers={"X-Forwarded-For": place}).status_code)
    assert answers == [403, 403, 429, 403]


def test_delegations_by_programs(people: People, running_game: str, program: Callable[[str], Program]) -> None:
    cy = people.account("cy")
    path, ada = f"/games/{running_game}/delegations", program("ada")
    assert program("").get(path).get_json() == []
    body = {"to": "cy@rookery.example", "from_at": "2026-11-21T13:00:00+01:00", "until_at": "2026-11-22T12:00:00Z"}
    assert ada.post(path, body).status_code == 405, "rights are given on the site alone"
    with people.store.begin() as session:
        until = people.now + timedelta(days=1)
        delegate(session, people.account_in(session, "ada"), running_game, cy.email, people.now, until, people.now)
    (line,) = ada.get(path).get_json()
    assert (line["house"], line["name"], line["holds"]) == ("stark", "Cy", True)
    turn = people.turn(running_game)
    assert program("cy").put(f"/turns/{turn}/sheet", {}).status_code == 200
    assert codes(program("bo").ask("DELETE", f"{path}/{line['id']}")) == {"no-such-delegation"}
    assert program("cy").ask("DELETE", f"{path}/{line['id']}").status_code == 204
    assert codes(program("cy").put(f"/turns/{turn}/sheet", {})) == {"not-your-seat"}


@pytest.mark.parametrize(
    ("page", "action", "wrong", "field"),
    [
        ("/account", "/account", {"name": ""}, "name"),
        ("/account", "/account", {"zone": "Westeros/Wall"}, "zone"),
        ("/account", "/account/tokens", {"token_name": ""}, "token_name"),
        ("/account/absences", "/account/absences", {"first": "soon", "last": "2027-01-02"}, "first"),
        ("/account/webhooks", "/account/webhooks", {"url": "nowhere", "kinds": "turn-resolved"}, "url"),
        ("/account/security", "/account/password", {"new": SENTENCE, "again": "other"}, "again"),
    ],
)
def test_a_refused_form_links_to_its_fault(
    signed_in: Browsers, page: str, action: str, wrong: dict[str, str], field: str
) -> None:
    ada = signed_in("ada")
    (form,) = (form for form in forms_of(ada.get(page).text) if form.action == action)
    html = ada.post(action, {**form.sent, **wrong}).text
    banner = re.search(r'<div class="errors" role="alert" tabindex="-1" autofocus>.*?</div>', html, re.DOTALL)
    assert banner is not None
    assert re.findall(r'href="#([\w-]+)"', banner[0]) == [field]
    (faulty,) = re.findall(rf'<\w+[^>]* id="{field}"[^>]*>|<\w+ id="{field}"[^>]*>', html)
    assert f'aria-invalid="true" aria-describedby="{field}-error"' in faulty
    assert html.count(f'id="{field}-error"') == 1
