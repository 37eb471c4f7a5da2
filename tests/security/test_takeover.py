"""A stolen session: it gains nothing that lasts, its owner hears of every try that went further, and one button ends
whatever it left behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from flask import Flask
from sqlalchemy import select

from correspondence.accounts import proving, rights
from correspondence.accounts.address_change import request_address, take_address
from correspondence.accounts.models import (
    Account,
    AddressChange,
    ApiToken,
    RecoveryCode,
    SignInLink,
    SignInSession,
)
from correspondence.accounts.passwords import choose_password, has_password
from correspondence.accounts.sessions import PROVED_FOR, SESSION_LIFE
from correspondence.accounts.use_cases import issue_api_token, make_link
from correspondence.delegations.models import Delegation
from correspondence.delegations.use_cases import delegate
from correspondence.games.models import GameMaster
from correspondence.outbox.models import OutgoingLetter
from correspondence.settings import Settings
from correspondence.store import Store
from correspondence.webhooks.models import Webhook
from correspondence.webhooks.use_cases import add_webhook
from tests.correspondence.people import People, link_in, text_of
from tests.web.access_table import TABLE
from tests.web.form_reader import forms_of
from tests.web.realm import Realm
from tests.web.test_account_pages import turn_on
from tests.web.visitors import SESSION_COOKIE, Browser, Program, browser_of, program_of
from web.account.proving import ACTS

Browsers = Callable[[str], Browser]
SENTENCE = "a long sentence"
HOOK = {"url": "https://hooks.example.org/", "kinds": "results"}
# What opens an account, or acts for it, once its owner's browser is back in the owner's hands.
LASTING: dict[type[Any], tuple[str, ...]] = {
    Account: ("id", "email", "password_hash", "totp_secret", "host"),
    SignInSession: ("id", "account_id", "expires_at", "proved_at", "strong_at"),
    ApiToken: ("id", "account_id", "scopes"),
    Webhook: ("id", "account_id", "url", "secret"),
    RecoveryCode: ("id", "account_id"),
    AddressChange: ("id", "account_id", "email"),
    Delegation: ("id", "granter_id", "account_id", "until_at"),
    GameMaster: ("id", "game_id", "account_id", "accepted_at"),
}
# What may end, as its owner may end it in a hurry; nothing of all this may begin.
OWN_GAMES = {"games.create": "a game of one's own has its maker for a master", "api-games.create": "the same"}
ACCEPTS = {"game_settings.accept": "the account itself masters, no other", "api-games.accept_mastery": "the same"}
SIGNS_IN = {"accounts.use": "who has a link of a letter needs no session"}


def lasting(store: Store) -> set[tuple[Any, ...]]:
    """Everything that lasts, as rows."""
    with store.read() as session:
        return {
            (table.__tablename__, *row)
            for table, columns in LASTING.items()
            for row in session.execute(select(*(getattr(table, name) for name in columns)))
        }


def gains(before: set[tuple[Any, ...]], after: set[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    """What is new; a webhook without its secret is one that was removed."""
    return {row for row in after - before if row[0] != "webhooks" or row[4]}


def test_a_session_that_proved_nothing_lately_gains_nothing_that_lasts(settings: Settings, store: Store) -> None:
    """Every form of the site there is, sent by a player's session a quarter of an hour after signing in."""
    realm = Realm(settings, store)
    realm.people.later(minutes=16)
    asked, allowed = set(), OWN_GAMES | ACCEPTS | SIGNS_IN
    before = lasting(store)
    for endpoint, (method, path, fields, _) in TABLE.items():
        if endpoint.startswith("api-") or (method == "GET" and endpoint not in ACTS):
            continue
        writes = realm.writes.count
        answer = realm.ask("player", method, path, fields)
        if b"proof_" in answer.data or "/account/proof" in answer.headers.get("Location", ""):
            asked.add(endpoint)
        if realm.writes.count != writes:
            gained = gains(before, lasting(store))
            assert not gained or endpoint in allowed, (endpoint, gained)
            realm.restore()
    store.close()
    # The form that proves is one that asks; forms that ask for the password or a code by themselves are not kept out.
    assert asked >= set(ACTS) - {"passwords.remove", "second_factor.turn_off", "second_factor.renew"}


def test_a_token_gains_nothing_that_outlives_it(settings: Settings, store: Store) -> None:
    """Every operation of the API, with a token for all scopes."""
    realm = Realm(settings, store)
    before = lasting(store)
    for endpoint, (method, path, fields, _) in TABLE.items():
        if endpoint.startswith("api-") and method != "GET":
            writes = realm.writes.count
            realm.ask("player", method, path, fields)
            if realm.writes.count != writes:
                gained = gains(before, lasting(store))
                assert not gained or endpoint in OWN_GAMES | ACCEPTS, (endpoint, gained)
                realm.restore()
    store.close()


@pytest.fixture
def stolen(people: People, signed_in: Browsers) -> Browser:
    """Ada's browser, a while after she signed in."""
    ada = signed_in("ada")
    people.later(minutes=15)
    return ada


def cookie_of(browser: Browser) -> str:
    """The token of a browser's session."""
    cookie = browser.client.get_cookie(SESSION_COOKIE)
    assert cookie is not None
    return cookie.value


def code_in(people: People, name: str = "ada") -> str:
    """The code of the last letter."""
    people.deliver()
    return text_of(people.letters(name)[-1]).split("asked for it:", 1)[1].split()[0]


def test_what_was_typed_is_kept_while_one_proves_who_one_is(people: People, stolen: Browser) -> None:
    fields = {"token_name": "my <script>", "scopes": ["play", "gm"]}
    asked = stolen.post("/account/tokens", fields)
    assert (asked.status_code, asked.headers["Cache-Control"]) == (403, "no-store")
    assert people.count(ApiToken) == 0
    (form,) = (form for form in forms_of(asked.text) if "proof_letter" in form.sent)
    assert form.action == "/account/tokens"
    assert form.sent["scopes"] == ["play", "gm"]
    sent = stolen.post(form.action, form.sent)
    assert "A letter with a code is on its way" in sent.text
    (form,) = (form for form in forms_of(sent.text) if "proof_code" in form.sent)
    for wrong in ("", "zzzz-zzzz"):
        refused = stolen.post(form.action, form.sent | {"proof_code": wrong})
        assert refused.status_code == 403
        assert people.count(ApiToken) == 0
    code = code_in(people)
    done = stolen.post(form.action, form.sent | {"proof_code": code.upper()})
    assert done.status_code == 200
    with people.store.read() as session:
        made = session.scalars(select(ApiToken)).one()
        assert (made.name, made.scopes) == ("my <script>", "read,play,gm")
    # From here on nothing is asked for a quarter of an hour; the code is used up.
    assert stolen.post("/account/webhooks", HOOK).status_code == 200
    people.later(minutes=15)
    assert stolen.post("/account/webhooks", HOOK | {"proof_code": code}).status_code == 403


def test_of_a_form_like_none_of_ours_nothing_is_kept(stolen: Browser) -> None:
    for fields in ({"token_name": "x" * 9000}, {"token_name": "x", "scopes": ["play"] * 100}):
        page = stolen.post("/account/tokens", fields)
        assert page.status_code == 403
        assert len(page.data) < 20_000
        assert all("token_name" not in form.sent for form in forms_of(page.text))


def test_a_password_proves_it_and_a_wrong_one_does_not(people: People, stolen: Browser) -> None:
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", SENTENCE, cookie_of(stolen), people.now)
    fields = {"email": "nova@rookery.example"}
    wrong = stolen.post("/account/address", fields | {"proof_password": "a guess"})
    assert wrong.status_code == 403
    assert "This is not your password." in wrong.text
    assert "a guess" not in wrong.text
    assert people.count(AddressChange) == 0
    assert stolen.post("/account/address", fields | {"proof_password": SENTENCE}).status_code == 303
    assert people.count(AddressChange) == 1


def test_where_the_second_factor_is_on_nothing_else_proves_it(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    totp = turn_on(ada, people)
    people.later(minutes=20)
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", SENTENCE, cookie_of(ada), people.now)
    before = people.count(OutgoingLetter)
    for typed in ({"proof_password": SENTENCE}, {"proof_letter": "yes"}, {"proof_code": "000000"}):
        assert ada.post("/account/tokens", {"token_name": "x"} | typed).status_code == 403
    assert people.count(OutgoingLetter) == before, "no code by letter"
    # A form that asks for the password asks for the code besides.
    change = {"old": SENTENCE, "new": "another sentence", "again": "another sentence"}
    refused = ada.post("/account/password", change)
    assert refused.status_code == 403
    assert "another sentence" not in refused.text, "no page repeats a password"
    led = ada.post("/account/password", change | {"proof_code": totp.at(people.now)})
    assert (led.status_code, led.headers["Location"]) == (303, "/account/security")
    assert ada.post("/account/password", change).status_code == 303


def test_a_proof_is_of_one_session_and_a_code_too(people: People, signed_in: Browsers) -> None:
    thief, owner = signed_in("ada"), signed_in("ada")
    people.later(minutes=15)
    thief.post("/account/tokens", {"token_name": "x", "proof_letter": "yes"})
    code = code_in(people)
    assert owner.post("/account/tokens", {"token_name": "x", "proof_code": code}).status_code == 403
    assert thief.post("/account/tokens", {"token_name": "x", "proof_code": code}).status_code == 200
    assert owner.post("/account/tokens", {"token_name": "x"}).status_code == 403


def test_codes_are_guessed_and_sent_only_so_often(people: People, stolen: Browser) -> None:
    sent = [stolen.post("/account/proof", {"proof_letter": "yes"}).status_code for _ in range(7)]
    assert sent == [200] * proving.MOST_CODES + [429] * 2
    tried = [stolen.post("/account/proof", {"proof_code": f"guess-{n}"}).status_code for n in range(12)]
    assert tried == [403] * 10 + [429] * 2
    assert stolen.post("/account/proof", {"proof_code": code_in(people)}).status_code == 429


def test_pages_lead_back_and_nowhere_else(people: People, stolen: Browser) -> None:
    led = stolen.get("/account/data.json")
    assert (led.status_code, led.headers["Location"]) == (303, "/account/proof?next=/account/data.json")
    (form,) = (form for form in forms_of(stolen.get(led.headers["Location"]).text) if "proof_letter" in form.sent)
    stolen.post(form.action, form.sent)
    code = code_in(people)
    done = stolen.post("/account/proof", {"next": "/account/data.json", "proof_code": code})
    assert done.headers["Location"] == "/account/data.json"
    assert stolen.get("/account/data.json").status_code == 200
    people.later(minutes=16)
    stolen.post("/account/proof", {"proof_letter": "yes"})
    away = stolen.post("/account/proof", {"next": "https://evil.example/", "proof_code": code_in(people)})
    assert away.headers["Location"] == "/account/security"


def test_the_owner_hears_of_every_sensitive_act(people: People, running_game: str, signed_in: Browsers) -> None:
    """At the address that holds: what, when, from where; and a link that ends it all."""
    people.account("cy")
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    times = {"from": "2026-11-21T12:00", "until": "2026-11-25T12:00"}
    acts: dict[str, tuple[str, dict[str, Any], str]] = {
        "accounts.issue_token": ("/account/tokens", {"token_name": "robot"}, "robot"),
        "webhooks.add": ("/account/webhooks", HOOK, "hooks.example.org"),
        "delegations.grant": (f"/games/{running_game}/delegations", times | {"to": "cy"}, "Cy may act"),
        "game_settings.ask_master": (f"/games/{running_game}/masters", {"email": "cy@rookery.example"}, "to master"),
        "address.ask": ("/account/address", {"email": "nova@rookery.example"}, "nova@rookery.example"),
        "passwords.choose": ("/account/password", {"new": SENTENCE, "again": SENTENCE}, "has a password"),
        "passwords.remove": ("/account/password/remove", {"old": SENTENCE}, "no password"),
        "sessions.end_others": ("/account/sessions/end-others", {}, "signed out"),
        "rights.end_all": ("/account/rights/end", {}, "signed out"),
    }
    ada = signed_in("ada")
    for endpoint, (path, fields, said) in acts.items():
        people.deliver()
        before = len(people.letters("ada"))
        assert ada.post(path, fields, headers=agent).status_code in (200, 303), endpoint
        people.deliver()
        letters = people.letters("ada")
        assert len(letters) == before + 1, endpoint
        text = " ".join(text_of(letters[-1]).split())
        for part in (said, "When: Saturday, 21 November 2026, 12:00 UTC", "From: Firefox, Linux", "/account/not-me/"):
            assert part in text, (endpoint, part, text)
    assert ada.get("/account/data.json").status_code == 200
    people.deliver()
    assert "downloaded" in people.letters("ada")[-1]["Subject"]
    totp = turn_on(ada, people)
    people.later(minutes=1)
    ada.post("/account/second-factor/codes", {"code": totp.at(people.now)})
    people.later(minutes=1)
    ada.post("/account/second-factor/off", {"code": totp.at(people.now)})
    people.deliver()
    on, renewed, off = (letter["Subject"] for letter in people.letters("ada")[-3:])
    assert ("is on" in on, "recovery codes" in renewed, "is off" in off) == (True, True, True)
    assert set(acts) | {"data.export", "data.ask", "second_factor.turn_on", "second_factor.turn_off",
                        "second_factor.renew", "webhooks.rotate"} >= set(ACTS)  # fmt: skip


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
        letters = people.letters("ada")
        leaving = next(letter for letter in letters if "delete your account" in letter["Subject"])
        self.leaving = "/account/delete/" + link_in(leaving, "account/delete/")
        self.address = "/account/address/" + link_in(people.letters("evil")[-1], "account/address/")
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
        link = link_in(people.letters("nova")[-1], "account/address/")
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
    ends = [form for form in forms_of(page) if "next" in form.sent]
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


def test_the_link_of_a_letter_closes_the_account_off_once(
    app: Flask, people: People, running_game: str, left: Left, program: Callable[[str], Program]
) -> None:
    cy = people.account("cy")
    with people.store.begin() as session:
        ada, until = people.account_in(session, "ada"), people.now + timedelta(days=3)
        delegate(session, ada, running_game, cy.email, people.now, until, people.now)
    left.thief.post("/account/password", {"new": SENTENCE, "again": SENTENCE})
    people.deliver()
    last = "/account/not-me/" + link_in(people.letters("ada")[-1], "account/not-me/")
    about_hooks = next(letter for letter in people.letters("ada") if "webhook" in letter["Subject"])
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
    assert "closed off" in people.letters("ada")[-1]["Subject"]
    again = browser_of(app, people, "ada")
    for link in (last, earlier):
        assert owner.get(link).status_code == 409
        assert owner.post(link).status_code == 409
    assert again.get("/account").status_code == 200
    assert owner.post(last[:-1] + ("a" if last[-1] != "a" else "b")).status_code == 404


def test_news_stay_with_the_address_that_held(people: People) -> None:
    """A thief who changes the address at once does not get the letters that tell of it."""
    game = people.game({"stark": "ada"}, window_hours=12.0)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        issue_api_token(session, ada, "a thief's", people.now)
        request_address(session, ada, "evil@rookery.example", people.now)
    with people.store.read() as session:
        waiting = session.scalars(select(OutgoingLetter).where(OutgoingLetter.key.startswith("token-made"))).one()
        assert waiting.sent_at is None
    people.deliver()
    link = link_in(people.letters("evil")[-1], "account/address/")
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        issue_api_token(session, ada, "another", people.now)
    people.adjudicate(game)
    with people.store.begin() as session:
        take_address(session, link, people.now)
    people.deliver()
    assert "another" in "".join(text_of(letter) for letter in people.letters("ada")[-2:])
    assert all("token" not in letter["Subject"] for letter in people.letters("evil"))
    assert any("ound 1" in letter["Subject"] for letter in people.letters("evil")), "letters of games do follow"


def test_a_session_does_not_lengthen_its_life_nor_its_proof(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    for _ in range(59):
        people.later(days=1)
        assert ada.get("/account/security").status_code == 200
    with people.store.read() as session:
        found = session.scalars(select(SignInSession)).one()
        assert found.expires_at - found.created_at == SESSION_LIFE
        assert found.proved_at == found.created_at
        assert found.proved_at + PROVED_FOR < people.now
    people.later(hours=23, minutes=59)
    assert ada.get("/account").status_code == 200
    people.later(minutes=1)
    assert ada.get("/account").status_code == 303


def test_the_token_of_a_session_is_in_no_page(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    for page in ("/account/security", "/account/rights", "/account/data.json"):
        assert cookie_of(ada) not in ada.get(page).text, page
