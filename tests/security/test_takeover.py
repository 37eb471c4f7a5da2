"""A stolen session gains nothing that lasts: whoever holds one proves who they are, and cannot lengthen its life."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from correspondence.accounts.use_cases import PROVED_FOR, SESSION_LIFE
from correspondence.models.accounts import Account, AddressChange, ApiToken, Passkey, RecoveryCode, SignInSession
from correspondence.models.games import Delegation, GameMaster
from correspondence.models.mail import OutgoingMail, Webhook
from correspondence.settings import Settings
from correspondence.sign_in import factors
from correspondence.sign_in.factors import choose_password
from correspondence.store import Store
from tests.correspondence.people import People, text_of
from tests.web.access_table import TABLE
from tests.web.form_reader import forms_of
from tests.web.realm import Realm
from tests.web.test_account_pages import turn_on
from tests.web.visitors import SESSION_COOKIE, Browser
from web.views.sessions import ACTS

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
    Passkey: ("id", "account_id", "credential"),
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


def test_old_session_without_proof_gains_nothing_lasting(settings: Settings, store: Store) -> None:
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
    """The code of the last email."""
    people.deliver()
    return text_of(people.mails(name)[-1]).split("asked for it:", 1)[1].split()[0]


def test_what_was_typed_is_kept_while_one_proves_who_one_is(people: People, stolen: Browser) -> None:
    fields = {"token_name": "my <script>", "scopes": ["play", "gm"]}
    asked = stolen.post("/account/tokens", fields)
    assert (asked.status_code, asked.headers["Cache-Control"]) == (403, "no-store")
    assert people.count(ApiToken) == 0
    (form,) = (form for form in forms_of(asked.text) if "proof_letter" in form.sent)
    assert form.action == "/account/tokens"
    assert form.sent["scopes"] == ["play", "gm"]
    sent = stolen.post(form.action, form.sent)
    assert "We sent an email with a code" in sent.text
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
    before = people.count(OutgoingMail)
    for typed in ({"proof_password": SENTENCE}, {"proof_letter": "yes"}, {"proof_code": "000000"}):
        assert ada.post("/account/tokens", {"token_name": "x"} | typed).status_code == 403
    assert people.count(OutgoingMail) == before, "no code by letter"
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
    assert sent == [200] * factors.MAX_CODES + [429] * 2
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
