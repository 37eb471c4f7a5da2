"""Signing in by email: once, in time, with nothing secret kept."""

from __future__ import annotations

import zlib

import pytest
from sqlalchemy import LargeBinary, String, select

from correspondence.accounts.queries import api_tokens, find_api_token, look_at_link
from correspondence.accounts.use_cases import session_with
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.models.accounts import Account, ApiToken, SignInLink, SignInSession
from correspondence.models.mail import OutgoingMail
from correspondence.sign_in.use_cases import (
    issue_api_token,
    request_link,
    revoke_api_token,
    sign_out,
    update_profile,
    use_link,
)
from correspondence.store import Store
from correspondence.tables import METADATA
from tests.correspondence.people import People, link_in


def asked(people: People, address: str = "ada@rookery.example", next_url: str = "") -> str:
    """A sign-in link as it arrives by email."""
    with people.store.begin() as session:
        request_link(session, address, people.now, next_url)
    people.deliver()
    return link_in(people.mails("ada")[-1], "sign-in/")


def test_a_link_signs_in_once_and_makes_the_account(people: People, store: Store) -> None:
    token = asked(people, " Ada@Rookery.EXAMPLE ", "/games/abc")
    with store.read() as session:
        info = look_at_link(session, token, people.now)
        assert (info.email, info.next_url, info.new) == ("ada@rookery.example", "/games/abc", True)
    with store.begin() as session:
        signed = use_link(session, token, people.now)
        assert (signed.account.email, signed.account.name, signed.next_url) == (
            "ada@rookery.example",
            "ada",
            "/games/abc",
        )
    with store.read() as session:
        found = session_with(session, signed.session_token, people.now)
        assert found is not None
        assert found.account.id == signed.account.id
    with store.begin() as session, pytest.raises(Denied, match="link-used"):
        use_link(session, token, people.now)
    assert people.count(Account) == 1


def test_looking_at_a_link_consumes_nothing(people: People, store: Store) -> None:
    token = asked(people)
    for _ in range(3):
        with store.read() as session:
            look_at_link(session, token, people.now)
    with store.begin() as session:
        use_link(session, token, people.now)


def test_old_and_unknown_links_are_refused(people: People, store: Store) -> None:
    token = asked(people)
    with store.begin() as session, pytest.raises(NotFound, match="no-such-link"):
        use_link(session, token + "x", people.now)
    people.later(minutes=30)
    with store.begin() as session, pytest.raises(Denied, match="link-expired"):
        use_link(session, token, people.now)
    assert people.count(Account) == 0


def test_an_address_gets_five_links_in_a_quarter_of_an_hour(people: People, store: Store) -> None:
    for _ in range(8):
        with store.begin() as session:
            request_link(session, "ada@rookery.example", people.now)
    assert people.count(OutgoingMail) == 5
    people.later(minutes=16)
    asked(people)
    assert people.count(OutgoingMail) == 6


def test_what_is_no_address_is_refused(people: People, store: Store) -> None:
    with store.begin() as session, pytest.raises(Invalid, match="bad-email"):
        request_link(session, "ada@rookery.example\nBcc: eve@rookery.example", people.now)
    assert people.count(SignInLink) == 0


def test_nobody_is_led_away_after_signing_in(people: People, store: Store) -> None:
    token = asked(people, next_url="//evil.example")
    with store.begin() as session:
        assert use_link(session, token, people.now).next_url == ""


def test_sessions_end(people: People, store: Store) -> None:
    with store.begin() as session:
        token = use_link(session, asked(people), people.now).session_token
    with store.begin() as session:
        assert session_with(session, "", people.now) is None
        sign_out(session, token)
        assert session_with(session, token, people.now) is None
    with store.begin() as session:
        token = use_link(session, asked(people), people.now).session_token
    people.later(days=61)
    with store.read() as session:
        assert session_with(session, token, people.now) is None


def test_no_token_lies_in_the_database(people: People, store: Store) -> None:
    link = asked(people)
    with store.begin() as session:
        signed = use_link(session, link, people.now)
        api = issue_api_token(session, signed.account, "script", people.now)
    tables = [table for table in METADATA.sorted_tables if table.name != "local_mail"]
    with store.read() as session:
        for table in tables:
            texts = [c for c in table.columns if isinstance(c.type, String | LargeBinary)]
            for row in session.execute(select(*texts)) if texts else ():
                kept = " ".join(map(_in_words, row))
                assert not [token for token in (link, signed.session_token, api) if token in kept], table.name


def _in_words(value: object) -> str:
    """What lies in a column; an email that waits is compressed."""
    if not isinstance(value, bytes):
        return str(value)
    return (zlib.decompress(value) if value.startswith(b"x") else value).decode()


def test_api_tokens_are_issued_and_revoked(people: People, store: Store) -> None:
    ada, eve = people.account("ada"), people.account("eve")
    with store.begin() as session, pytest.raises(Invalid, match="mixed-letters"):
        issue_api_token(session, ada, "scr\u0456pt", people.now)
    with store.begin() as session:
        token = issue_api_token(session, ada, " my script ", people.now)
    with store.read() as session:
        found = find_api_token(session, token)
        assert found is not None
        assert (found.account.id, found.scopes) == (ada.id, "read,play,gm")
        (line,) = api_tokens(session, ada)
        assert line.name == "my script"
        assert api_tokens(session, eve) == []
    with store.begin() as session, pytest.raises(NotFound):
        revoke_api_token(session, eve, line.id, people.now)
    with store.begin() as session:
        revoke_api_token(session, ada, line.id, people.now)
    with store.read() as session:
        assert find_api_token(session, token) is None
    with store.begin() as session:
        for number in range(20):
            issue_api_token(session, ada, f"script {number}", people.now)
        with pytest.raises(Denied, match="too-many-tokens"):
            issue_api_token(session, ada, "one more", people.now)
    assert people.count(ApiToken) == 21


def test_a_profile_is_changed_or_refused_with_its_field(people: People, store: Store) -> None:
    ada = people.account("ada")
    with store.begin() as session:
        update_profile(session, ada, name="  Ada   of Winterfell ", language="it", zone="Europe/Rome")
    changed = people.account("ada")
    assert (changed.name, changed.language, changed.zone) == ("Ada of Winterfell", "it", "Europe/Rome")
    for field, values in {
        "name": {"name": "x" * 61},
        "language": {"language": "tlh"},
        "zone": {"zone": "../../etc/passwd"},
    }.items():
        good = {"name": "Ada", "language": "en", "zone": "UTC"}
        with store.begin() as session, pytest.raises(Invalid) as refused:
            update_profile(session, ada, **{**good, **values})
        assert refused.value.field == field
    for name in ("", "   ", "Ada\r\nBcc: eve@rookery.example", "Ada\x00", "Ada\u2028x"):
        with store.begin() as session, pytest.raises(Invalid):
            update_profile(session, ada, name=name, language="en", zone="UTC")
    assert people.account("ada").name == "Ada of Winterfell"
    assert people.count(SignInSession) == 0
