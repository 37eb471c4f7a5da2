"""Somebody reads the emails of an account that has a second factor: a sign-in link alone opens nothing."""

from __future__ import annotations

import pyotp
import pytest
from flask import Flask
from flask.testing import FlaskClient

from correspondence.models.accounts import SignInSession
from correspondence.sign_in.factors import is_own_browser, turn_off_lost_factor
from correspondence.sign_in.use_cases import make_link
from tests.correspondence.people import People, link_in
from tests.web.form_reader import forms_of
from tests.web.test_account_pages import Browsers, turn_on
from tests.web.visitors import SESSION_COOKIE, Browser


@pytest.fixture
def phone(people: People, signed_in: Browsers) -> pyotp.TOTP:
    """The phone of ada, who turned her second factor on a while ago."""
    made = turn_on(signed_in("ada"), people)
    people.later(minutes=20)
    return made


@pytest.fixture
def link(people: People, client: FlaskClient, phone: pyotp.TOTP) -> str:
    """A link that the thief of her mailbox asked for, and reads."""
    Browser(client).post("/sign-in", {"email": "ada@rookery.example", "next": "/account"})
    people.deliver()
    return f"/sign-in/{link_in(people.mails('ada')[-1], 'sign-in/')}"


def signed_in_browsers(people: People) -> int:
    """How many sessions there are."""
    return people.count(SignInSession)


def test_the_link_alone_signs_nobody_in(people: People, client: FlaskClient, link: str) -> None:
    thief, before = Browser(client), signed_in_browsers(people)
    (form,) = (form for form in forms_of(thief.get(link).text) if "code" in form.sent)
    assert form.action == link
    for typed in ({}, {"code": ""}, {"code": "000000"}, {"code": "zzzz-zzzz-zzzz"}):
        answer = thief.post(link, typed)
        assert answer.status_code == 403
        assert 'name="code"' in answer.text
        assert client.get_cookie(SESSION_COOKIE) is None
    assert client.get("/account").status_code in (302, 303, 401)
    assert signed_in_browsers(people) == before


def another_link(people: People) -> str:
    """A link that lives long."""
    with people.store.begin() as session:
        return f"/sign-in/{make_link(session, 'ada@rookery.example', people.now, people.now.replace(year=2027))}"


def tries(client: FlaskClient, link: str, place: str, count: int) -> list[int]:
    """What wrong codes typed at a place are answered."""
    browser = Browser(client)
    at = {"REMOTE_ADDR": place}
    return [browser.post(link, {"code": f"{n:06}"}, environ_base=at).status_code for n in range(count)]


def sign_in(people: People, browser: Browser, phone: pyotp.TOTP, place: str) -> int:
    """Sign in by a new link with the right code; the status."""
    return browser.post(
        another_link(people), {"code": phone.at(people.now)}, environ_base={"REMOTE_ADDR": place}
    ).status_code


THIEF, HOME = "198.51.100.7", "203.0.113.20"


def test_five_wrong_codes_use_a_link_up(people: People, client: FlaskClient, phone: pyotp.TOTP, link: str) -> None:
    assert tries(client, link, THIEF, 6) == [403] * 5 + [429]

    people.later(minutes=16)
    answer = Browser(client).post(link, {"code": phone.at(people.now)}, environ_base={"REMOTE_ADDR": HOME})

    assert answer.status_code == 429
    assert "Ask for a new one" in answer.text


def test_codes_from_a_place_end_by_however_many_links(people: People, app: Flask, phone: pyotp.TOTP) -> None:
    assert [tries(app.test_client(), another_link(people), THIEF, 3) for _ in range(3)] == [
        [403, 403, 403],
        [403, 403, 429],
        [429, 429, 429],
    ]
    # The owner, elsewhere, in a browser that nobody knows.
    assert sign_in(people, Browser(app.test_client()), phone, HOME) == 303


def test_codes_from_many_places_end_too(people: People, app: Flask, phone: pyotp.TOTP) -> None:
    answers = [tries(app.test_client(), another_link(people), f"198.51.100.{n}", 4) for n in range(4)]

    assert sum(answers, []) == [403] * 10 + [429] * 6
    assert sign_in(people, Browser(app.test_client()), phone, HOME) == 429


def lock(people: People, app: Flask) -> None:
    """A thief in many places uses up all codes of the account."""
    for number in range(4):
        tries(app.test_client(), another_link(people), f"198.51.100.{number}", 4)


def test_the_owners_browser_is_not_locked_by_others(people: People, app: Flask, phone: pyotp.TOTP) -> None:
    own = Browser(app.test_client())
    assert sign_in(people, own, phone, HOME) == 303
    own.post("/sign-out")
    people.later(minutes=1)
    lock(people, app)

    assert sign_in(people, own, phone, HOME) == 303
    # Signed in, too: there codes and passwords of this browser count for themselves.
    people.later(minutes=1)
    lock(people, app)
    assert own.post("/account/code", {"code": phone.at(people.now)}).status_code == 303


def test_the_owners_browser_is_bounded_too(people: People, app: Flask, phone: pyotp.TOTP) -> None:
    own = app.test_client()
    assert sign_in(people, Browser(own), phone, HOME) == 303
    Browser(own).post("/sign-out")

    answers = [status for _ in range(3) for status in tries(own, another_link(people), HOME, 4)]

    assert answers == [403] * 10 + [429] * 2


def test_a_mark_is_good_for_one_account_and_factor(people: People, app: Flask, phone: pyotp.TOTP) -> None:
    people.account("bo")
    own = app.test_client()
    assert sign_in(people, Browser(own), phone, HOME) == 303
    cookie = own.get_cookie("rookery_browser")
    assert cookie is not None

    with people.store.begin() as session:
        ada, bo = people.account_in(session, "ada"), people.account_in(session, "bo")
        assert is_own_browser(session, ada, cookie.value)
        for forged in ("", ".", cookie.value[:-1], f"x{cookie.value}", cookie.value.partition(".")[0], "\u00e4.\u00e4"):
            assert not is_own_browser(session, ada, forged), forged
        assert not is_own_browser(session, bo, cookie.value)
        turn_off_lost_factor(session, ada.email, people.now)
        assert not is_own_browser(session, ada, cookie.value)


def test_her_own_code_opens_and_counts_for_her_review(
    people: People, client: FlaskClient, phone: pyotp.TOTP, link: str
) -> None:
    ada = Browser(client)
    assert ada.post(link, {"code": "000000"}).status_code == 403
    code = phone.at(people.now)
    opened = ada.post(link, {"code": code})
    assert (opened.status_code, opened.location) == (303, "/account")
    assert client.get("/account").status_code == 200
    with people.store.read() as session:
        newest = session.query(SignInSession).order_by(SignInSession.id.desc()).first()
        assert newest is not None
        assert newest.strong_at == people.now
    # Neither the link nor the code is good for a second time.
    assert ada.post(link, {"code": phone.at(people.now)}).status_code in (403, 409, 410)
    with people.store.begin() as session:
        token = make_link(session, "ada@rookery.example", people.now, people.now.replace(year=2027))
    assert ada.post(f"/sign-in/{token}", {"code": code}).status_code == 403


def test_who_has_none_is_not_asked(people: People, app: Flask, phone: pyotp.TOTP) -> None:
    people.account("bo")
    for name in ("bo", "new"):
        with people.store.begin() as session:
            token = make_link(session, f"{name}@rookery.example", people.now, people.now.replace(year=2027))
        client = app.test_client()
        browser = Browser(client)
        assert 'name="code"' not in browser.get(f"/sign-in/{token}").text
        assert browser.post(f"/sign-in/{token}").status_code == 303
        assert client.get_cookie(SESSION_COOKIE) is not None
