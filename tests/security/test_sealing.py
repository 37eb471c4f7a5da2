"""Secrets that lie sealed in the database: who has a copy of it, or another key, reads none of them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pyotp
import pytest
from sqlalchemy import select, text

from correspondence.accounts import use_cases
from correspondence.input_validation import Denied
from correspondence.models.accounts import Account
from correspondence.models.mail import Webhook, WebhookPost
from correspondence.settings import Settings
from correspondence.sign_in import factors
from correspondence.sign_in.use_cases import get_or_create_account
from correspondence.store import Store
from correspondence.tokens import MARK, SECOND_FACTOR, WEBHOOK, Unsealable, seal, unseal
from correspondence.webhooks.use_cases import add_webhook, post_batch, rotate_secret, try_out
from tests.correspondence.people import People
from tests.migrated import make_tables
from worker.doctor import backends
from worker.doctor.machine import Patient

pytestmark = pytest.mark.both_databases

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def sealed(database_url: str, tmp_path: Path) -> Settings:
    """A service with ada, who has a second factor and a webhook."""
    settings = Settings(data_dir=tmp_path, database_url=database_url, secret_key="a key for tests")
    store = Store(settings)
    make_tables(store)
    people = People(store)
    account = people.account("ada")
    with store.begin() as session:
        known = use_cases.session_with(session, use_cases.open_session(session, account, people.now), people.now)
        assert known is not None
        code = pyotp.TOTP(SECRET).at(people.now)
        factors.turn_on(session, account, SECRET, code, known.id, people.now)
        add_webhook(session, account, "https://example.org/hook", ["results"], "", people.now)
    store.close()
    return settings


def kept(store: Store) -> dict[str, str]:
    """The two secrets as they lie there."""
    with store.engine.connect() as connection:
        return {
            "phone": connection.execute(text("select totp_secret from accounts")).scalar_one(),
            "hook": connection.execute(text("select secret from webhooks")).scalar_one(),
        }


def test_sealed_text_opens_with_its_key_and_purpose_alone() -> None:
    one = seal("key", WEBHOOK, "secret")
    assert one != seal("key", WEBHOOK, "secret"), "the same secret twice does not look alike"
    assert unseal("key", WEBHOOK, one) == "secret"
    assert (seal("key", WEBHOOK, ""), unseal("key", WEBHOOK, "")) == ("", "")
    changed = one[:-2] + ("A" if one[-2] != "A" else "B") + one[-1]
    for key, purpose, what in (
        ("other", WEBHOOK, one),
        ("key", SECOND_FACTOR, one),
        ("key", WEBHOOK, changed),
        ("key", WEBHOOK, one[:12]),
        ("key", WEBHOOK, MARK),
        ("key", WEBHOOK, "secret"),
    ):
        with pytest.raises(Unsealable, match="another SECRET_KEY"):
            unseal(key, purpose, what)


def test_a_copy_of_the_database_holds_neither(sealed: Settings, tmp_path: Path) -> None:
    store = Store(sealed)
    found = kept(store)
    assert all(value.startswith(MARK) for value in found.values())
    assert SECRET not in "".join(found.values())
    with store.read() as session:
        account = session.scalars(select(Account)).one()
        assert account.totp_secret == found["phone"]
    store.close()


def test_another_key_is_said_and_lets_nobody_in(sealed: Settings) -> None:
    store = Store(dataclasses.replace(sealed, secret_key="another key"))
    people = People(store)
    people.later(minutes=5)
    with store.begin() as session:
        account = get_or_create_account(session, "ada@rookery.example", people.now)
        for code in (pyotp.TOTP(SECRET).at(people.now), "000000"):
            with pytest.raises(Denied, match="second-factor-unreadable"):
                factors.prove_factor_if_on(session, account, code, people.now)
        hook = session.scalars(select(Webhook)).one()
        try_out(session, account, hook.public_id, people.now)
    assert post_batch(store, people.clock) == 0, "nothing leaves unsigned"
    with store.begin() as session:
        post = session.scalars(select(WebhookPost)).one()
        assert "another SECRET_KEY" in post.last_error
        assert post.next_attempt_at is not None
        fresh = rotate_secret(session, account, hook.public_id, people.now)
        session.flush()
        assert unseal("another key", WEBHOOK, session.get_one(Webhook, hook.id).secret) == fresh
        # A host mends what its owner cannot.
        assert factors.turn_off_lost_factor(session, "ada@rookery.example", people.now)
        assert not factors.prove_factor_if_on(session, account, "", people.now)
    store.close()


def test_the_doctor_sees_another_key(sealed: Settings) -> None:
    for key, found in ((sealed.secret_key, ("secrets", "fine")), ("another key", ("secrets-sealed", "fault"))):
        store = Store(dataclasses.replace(sealed, secret_key=key))
        patient = Patient(store.settings, {}, store, People(store).now)
        (finding,) = backends.secrets(patient)
        assert (finding.code, finding.grade) == found
        assert finding.words.startswith("2 ")
        store.close()
