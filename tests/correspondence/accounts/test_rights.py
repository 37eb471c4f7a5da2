"""What can act as an account, proved and ended, on each database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from correspondence.accounts import use_cases
from correspondence.delegations import delegate
from correspondence.input_validation import Denied
from correspondence.models.accounts import Account, SignInSession
from correspondence.sign_in import factors, rights
from correspondence.sign_in.factors import choose_password, has_password
from correspondence.sign_in.use_cases import issue_api_token, make_link, request_address
from correspondence.webhooks.use_cases import add_webhook
from tests.correspondence.people import People, link_in, text_of

pytestmark = pytest.mark.both_databases


@pytest.fixture
def everything(people: People) -> str:
    """Ada with one of each; the token of her browser."""
    game, cy = people.game({"stark": "ada"}), people.account("cy")
    with people.store.begin() as session:
        ada, now = people.account_in(session, "ada"), people.now
        use_cases.open_session(session, ada, now, "a thief's")
        issue_api_token(session, ada, "a program", now)
        add_webhook(session, ada, "https://hooks.example.org/", ["results"], "", now)
        delegate(session, ada, game, cy.email, now, now + timedelta(days=2), now)
        request_address(session, ada, "nova@rookery.example", now)
        make_link(session, ada.email, now, now + timedelta(minutes=30))
        return use_cases.open_session(session, ada, now, "her own")


def counted(people: People, token: str) -> tuple[int, int, int, int, str, int]:
    with people.store.read() as session:
        found = rights.rights_of(session, people.account_in_read(session, "ada"), token, people.now)
    lists = (len(found.sessions), len(found.tokens), len(found.webhooks), len(found.delegations))
    return (*lists, found.address, found.links)


def test_all_of_it_is_seen_and_ended_but_the_own_browser(people: People, everything: str) -> None:
    assert counted(people, everything) == (2, 1, 1, 1, "nova@rookery.example", 1)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        own = use_cases.session_with(session, everything, people.now)
        assert own is not None
        rights.end_rights(session, ada, people.now, session_id=own.id)
    assert counted(people, everything) == (1, 0, 0, 1, "", 0)
    with people.store.begin() as session:
        rights.end_everything(session, people.account_in(session, "ada"), people.now)
    assert counted(people, everything) == (0, 0, 0, 0, "", 0)


def test_closing_off_leaves_nothing(people: People, everything: str) -> None:
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", "a long sentence", everything, people.now)
    people.deliver()
    mail = next(one for one in people.mails("ada") if "password" in one["Subject"])
    token = link_in(mail, "account/not-me/")
    with people.store.begin() as session:
        rights.close_off(session, token, people.now)
    assert counted(people, everything) == (0, 0, 0, 0, "", 0)
    with people.store.begin() as session:
        assert not has_password(session, people.account_in(session, "ada"))
        with pytest.raises(Denied, match="link-used"):
            rights.close_off(session, token, people.now)


def test_a_code_by_mail_proves_one_session_once(people: People, everything: str) -> None:
    people.later(minutes=20)
    with people.store.begin() as session:
        ada = people.account_in(session, "ada")
        own = use_cases.session_with(session, everything, people.now)
        assert own is not None
        assert not use_cases.is_proved(own, people.now)
        with pytest.raises(Denied, match="proof-needed"):
            factors.prove(session, ada, own.id, people.now)
        factors.send_code(session, ada, own.id, people.now)
    people.deliver()
    code = text_of(people.mails("ada")[-1]).split("asked for it:", 1)[1].split()[0]
    with people.store.begin() as session:
        thief = session.scalars(select(SignInSession.id).where(SignInSession.label == "a thief's")).one()
        with pytest.raises(Denied, match="wrong-code"):
            factors.prove(session, ada, thief, people.now, code=code)
        factors.prove(session, ada, own.id, people.now, code=code)
        assert use_cases.is_proved(session.get_one(SignInSession, own.id), people.now)
        with pytest.raises(Denied, match="wrong-code"):
            factors.prove(session, ada, own.id, people.now, code=code)


def test_addresses_that_nobody_has_take_as_long_as_others(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try costs one argon2, whoever it is for."""
    for name in ("ada", "bo"):
        people.account(name)
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", "a long sentence", "", people.now)
    asked: list[str] = []
    real = factors._matches
    monkeypatch.setattr(factors, "_matches", lambda kept, typed: asked.append(kept) or real(kept, typed))
    for name in ("ada", "bo", "nobody"):
        with people.store.begin() as session, pytest.raises(Denied, match="wrong-password"):
            factors.sign_in_by_password(session, f"{name}@rookery.example", "a guess", "", people.now)
    assert len(asked) == 3
    assert all(kept.startswith("$argon2id$") for kept in asked)
    assert len(set(asked)) == 2, "those without a password are compared with the hash of nobody"


def test_ids_that_are_not_ones_own_keep_nothing(people: People, everything: str) -> None:
    with people.store.begin() as session:
        bo = people.account_in(session, "bo")
        issue_api_token(session, bo, "his", people.now)
        session.flush()
        ada = session.scalars(select(Account).where(Account.email == "ada@rookery.example")).one()
        his = rights.rights_of(session, bo, "", people.now).tokens[0].id
        own = rights.rights_of(session, ada, "", people.now).tokens[0].id
        assert rights.own_program_ids(session, ada, [his, own, "none"]) == [own]
