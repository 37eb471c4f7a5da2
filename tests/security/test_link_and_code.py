"""Somebody reads the letters of an account that has a second factor: a sign-in link alone opens nothing."""

from __future__ import annotations

import pyotp
import pytest
from flask import Flask
from flask.testing import FlaskClient

from correspondence.models.accounts import SignInSession
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
    return f"/sign-in/{link_in(people.letters('ada')[-1], 'sign-in/')}"


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


def test_codes_are_not_tried_for_ever_by_however_many_links(people: People, client: FlaskClient, link: str) -> None:
    thief = Browser(client)
    answers = [thief.post(link, {"code": f"{number:06}"}).status_code for number in range(12)]
    assert answers == [403] * 10 + [429] * 2
    with people.store.begin() as session:
        token = make_link(session, "ada@rookery.example", people.now, people.now.replace(year=2027))
    assert thief.post(f"/sign-in/{token}", {"code": "000000"}).status_code == 429


def test_her_own_code_opens_and_counts_for_her_desk(
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
