"""The owner of an account hears of what is done in its name, and ends what a thief left behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from flask import Flask
from sqlalchemy import select

from correspondence.delegations import delegate
from correspondence.models.accounts import ApiToken, SignInLink
from correspondence.models.mail import OutgoingMail, Webhook
from correspondence.sign_in import rights
from correspondence.sign_in.factors import has_password
from correspondence.sign_in.use_cases import issue_api_token, make_link, request_address, take_address
from correspondence.webhooks.use_cases import add_webhook
from tests.correspondence.people import People, link_in, text_of
from tests.security.test_takeover import HOOK, SENTENCE, Browsers
from tests.web.form_reader import forms_of
from tests.web.test_account_pages import turn_on
from tests.web.visitors import Browser, Program, browser_of, program_of
from web.views.sessions import ACTS


def test_the_owner_hears_of_every_sensitive_act(people: People, running_game: str, signed_in: Browsers) -> None:
    """At the address that holds: what, when, from where; and a link that ends it all."""
    people.account("cy")
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    times = {"from": "2026-11-21T12:00", "until": "2026-11-25T12:00"}
    acts: dict[str, tuple[str, dict[str, Any], str]] = {
        "accounts.issue_token": ("/account/tokens", {"token_name": "robot"}, "robot"),
        "webhooks.add": ("/account/webhooks", HOOK, "hooks.example.org"),
        "delegations.grant": (f"/games/{running_game}/delegations", times | {"to": "cy"}, "Cy can act for your seat"),
        "game_settings.ask_master": (
            f"/games/{running_game}/masters",
            {"email": "cy@rookery.example"},
            "to be a game master",
        ),
        "address.ask_address": ("/account/address", {"email": "nova@rookery.example"}, "nova@rookery.example"),
        "passwords.choose": ("/account/password", {"new": SENTENCE, "again": SENTENCE}, "has a password"),
        "passwords.remove": ("/account/password/remove", {"old": SENTENCE}, "no password"),
        "sessions.end_others": ("/account/sessions/end-others", {}, "signed out"),
        "rights.end_all": ("/account/rights/end", {}, "signed out"),
    }
    ada = signed_in("ada")
    for endpoint, (path, fields, said) in acts.items():
        people.deliver()
        before = len(people.mails("ada"))
        assert ada.post(path, fields, headers=agent).status_code in (200, 303), endpoint
        people.deliver()
        mails = people.mails("ada")
        assert len(mails) == before + 1, endpoint
        text = " ".join(text_of(mails[-1]).split())
        for part in (said, "When: Saturday, 21 November 2026, 12:00 (UTC)", "From: Firefox, Linux", "/account/not-me/"):
            assert part in text, (endpoint, part, text)
    assert ada.get("/account/data.json").status_code == 200
    people.deliver()
    assert "downloaded" in people.mails("ada")[-1]["Subject"]
    totp = turn_on(ada, people)
    people.later(minutes=1)
    ada.post("/account/second-factor/codes", {"code": totp.at(people.now)})
    people.later(minutes=1)
    ada.post("/account/second-factor/off", {"code": totp.at(people.now)})
    people.deliver()
    on, renewed, off = (mail["Subject"] for mail in people.mails("ada")[-3:])
    assert ("is on" in on, "recovery codes" in renewed, "is off" in off) == (True, True, True)
    assert set(acts) | {"data.export", "data.ask", "second_factor.turn_on", "second_factor.turn_off",
                        "second_factor.renew", "webhooks.rotate", "passkeys.ask_for_new", "passkeys.add_passkey",
                        "passkeys.remove_passkey"} >= set(ACTS)  # fmt: skip


class Left:
    """What a thief left behind in ada's account: a browser, a token, a webhook, links; and what is her own."""

    def __init__(self, app: Flask, people: People) -> None:
        self.people = people
        self.own, self.thief = browser_of(app, people, "ada"), browser_of(app, people, "ada")
        self.robot, self.stolen = program_of(app, people, "ada"), program_of(app, people, "ada")
        now = people.now
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            add_webhook(session, ada, "https://evil.example/hook", ["results"], "", now)
            add_webhook(session, ada, "https://club.example/hook", ["results"], "", now)
            self.link = make_link(session, ada.email, now, now + timedelta(hours=1))
            request_address(session, ada, "evil@rookery.example", now)
            tokens = session.scalars(select(ApiToken).order_by(ApiToken.id)).all()
            hooks = session.scalars(select(Webhook).order_by(Webhook.id)).all()
            self.kept = [tokens[0].public_id, hooks[1].public_id]
        self.own.post("/account/delete")
        people.deliver()
        mails = people.mails("ada")
        leaving = next(mail for mail in mails if "delete your account" in mail["Subject"])
        self.leaving = "/account/delete/" + link_in(leaving, "account/delete/")
        self.address = "/account/address/" + link_in(people.mails("evil")[-1], "account/address/")
        people.later(seconds=1)

    def dead(self) -> None:
        """Nothing of the thief's works any more."""
        anybody = Browser(self.own.client.application.test_client())
        assert self.thief.get("/account").status_code == 303
        assert self.stolen.get("/me").status_code == 401
        for link in (f"/sign-in/{self.link}", self.address, self.leaving):
            assert anybody.post(link).status_code in (404, 409), link
        with self.people.store.read() as session:
            hooks = session.scalars(select(Webhook.url).where(Webhook.removed_at.is_(None))).all()
            assert "https://evil.example/hook" not in hooks


@pytest.fixture
def left(app: Flask, people: People) -> Left:
    """An account that somebody else was in."""
    return Left(app, people)


@pytest.mark.parametrize("act", ["password", "sign-out", "factor", "address"])
def test_what_a_thief_left_ends_and_what_is_named_stays(people: People, left: Left, act: str) -> None:
    keep = {"keep": [*left.kept, "no-such-id"]}
    if act == "password":
        left.own.post("/account/password", {"new": SENTENCE, "again": SENTENCE} | keep)
    elif act == "sign-out":
        left.own.post("/account/sessions/end-others", keep)
    elif act == "factor":
        (form,) = (f for f in forms_of(left.own.get("/account/second-factor").text) if "secret" in f.sent)
        code = pyotp.TOTP(form.sent["secret"][0]).at(people.now)
        assert set(left.kept) < set(form.choices["keep"])
        assert "keep" not in form.sent, "nothing is ticked beforehand"
        assert left.own.post(form.action, form.sent | {"code": code} | keep).status_code == 200
    else:
        left.own.post("/account/address", {"email": "nova@rookery.example"} | keep)
        people.deliver()
        link = link_in(people.mails("nova")[-1], "account/address/")
        with people.store.begin() as session:
            take_address(session, link, people.now)
    left.dead()
    assert left.own.get("/account").status_code == 200
    assert left.robot.get("/me").status_code == 200
    with people.store.read() as session:
        assert session.scalars(select(Webhook.url).where(Webhook.removed_at.is_(None))).all() == [
            "https://club.example/hook"
        ]


def test_without_a_name_nothing_stays(left: Left) -> None:
    left.own.post("/account/password", {"new": SENTENCE, "again": SENTENCE})
    left.dead()
    assert left.robot.get("/me").status_code == 401


def test_what_can_act_as_one_is_seen_and_ended_on_one_page(
    app: Flask, people: People, running_game: str, left: Left
) -> None:
    cy = people.account("cy")
    with people.store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=3)
        delegate(session, ada, running_game, cy.email, people.now, until, people.now)
    page = left.own.get("/account/rights").text
    for shown in ("a program", "https://evil.example/hook", "Cy", "evil@rookery.example", "1 sign-in link"):
        assert shown in page, shown
    ends = [form for form in forms_of(page) if "next" in form.sent and form.action != "/look"]
    assert len(ends) == 7
    for form in ends:
        answer = left.own.post(form.action, form.sent)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/account/rights"), form.action
    with people.store.read() as session:
        ada = people.account_in_read(session, "ada")
        found = rights.rights_of(session, ada, "", people.now)
    assert (len(found.sessions), found.tokens, found.webhooks, found.delegations, found.address) == (1, [], [], [], "")
    assert left.own.post("/account/rights/end").status_code == 303
    left.dead()
    assert people.count(SignInLink) == 0
    assert left.own.get("/account").status_code == 200


def test_the_link_of_a_mail_closes_the_account_off_once(
    app: Flask, people: People, running_game: str, left: Left, program: Callable[[str], Program]
) -> None:
    cy = people.account("cy")
    with people.store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=3)
        delegate(session, ada, running_game, cy.email, people.now, until, people.now)
    left.thief.post("/account/password", {"new": SENTENCE, "again": SENTENCE})
    people.deliver()
    last = "/account/not-me/" + link_in(people.mails("ada")[-1], "account/not-me/")
    about_hooks = next(mail for mail in people.mails("ada") if "webhook" in mail["Subject"])
    earlier = "/account/not-me/" + link_in(about_hooks, "account/not-me/")
    owner = Browser(app.test_client())
    assert "ada@rookery.example" in owner.get(last).text
    assert left.thief.get("/account").status_code == 200, "reading it ends nothing"
    assert owner.post(last).status_code == 303
    left.dead()
    assert left.own.get("/account").status_code == 303
    with people.store.read() as session:
        ada = people.account_in_read(session, "ada")
        assert not has_password(session, ada)
        assert rights.rights_of(session, ada, "", people.now).delegations == []
    people.deliver()
    assert "all access to your account was ended" in people.mails("ada")[-1]["Subject"]
    again = browser_of(app, people, "ada")
    for link in (last, earlier):
        assert owner.get(link).status_code == 409
        assert owner.post(link).status_code == 409
    assert again.get("/account").status_code == 200
    assert owner.post(last[:-1] + ("a" if last[-1] != "a" else "b")).status_code == 404


def test_news_stay_with_the_address_that_held(people: People) -> None:
    """A thief who changes the address at once does not get the emails that tell of it."""
    game = people.game({"stark": "ada"}, window_hours=12.0)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        issue_api_token(session, ada, "a thief's", people.now)
        request_address(session, ada, "evil@rookery.example", people.now)
    with people.store.read() as session:
        waiting = session.scalars(select(OutgoingMail).where(OutgoingMail.key.startswith("token-made"))).one()
        assert waiting.sent_at is None
    people.deliver()
    link = link_in(people.mails("evil")[-1], "account/address/")
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        issue_api_token(session, ada, "another", people.now)
    people.adjudicate(game)
    with people.store.begin() as session:
        take_address(session, link, people.now)
    people.deliver()
    assert "another" in "".join(text_of(mail) for mail in people.mails("ada")[-2:])
    assert all("token" not in mail["Subject"] for mail in people.mails("evil"))
    assert any("ound 1" in mail["Subject"] for mail in people.mails("evil")), "letters of games do follow"
