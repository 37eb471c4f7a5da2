"""The command that says who runs the service."""

from __future__ import annotations

from pathlib import Path

import pyotp

from correspondence.accounts.use_cases import open_session, session_with
from correspondence.models.accounts import RecoveryCode
from correspondence.models.mail import OutgoingMail
from correspondence.models.turns import AuditEntry
from correspondence.sign_in.factors import has_second_factor, new_secret, turn_on
from correspondence.store import Store
from tests.cli.test_hosting import run
from tests.correspondence.conftest import settings_for
from tests.correspondence.people import People
from tests.migrated import make_tables


def test_hosts_are_named_and_ended(tmp_path: Path) -> None:
    store = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    make_tables(store)
    people = People(store)
    people.account("ada")
    assert "no administrators" in run(store.settings, "host").output
    for _ in range(2):
        assert run(store.settings, "host", "Ada@rookery.example").output == "ada@rookery.example\n"
    assert people.account("ada").host is True
    assert "no administrators" in run(store.settings, "host", "ada@rookery.example", "--end").output
    assert people.account("ada").host is False
    assert "bad-email" in run(store.settings, "host", "ada", code=2).output
    with store.read() as session:
        assert [entry.kind for entry in session.query(AuditEntry)] == ["host-named", "host-ended"]


def test_a_second_factor_that_is_lost_is_turned_off(tmp_path: Path) -> None:
    store = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    make_tables(store)
    people = People(store)
    account = people.account("ada")
    assert "already off" in run(store.settings, "second-factor-off", "ada@rookery.example").output
    with store.begin() as session:
        token = open_session(session, account, people.now)
        known = session_with(session, token, people.now)
        assert known is not None
        secret = new_secret()
        turn_on(session, account, secret, pyotp.TOTP(secret).at(people.now), known.id, people.now)
    assert "is off" in run(store.settings, "second-factor-off", "Ada@rookery.example").output
    assert "no-such-account" in run(store.settings, "second-factor-off", "bo@rookery.example", code=2).output
    with store.read() as session:
        assert not has_second_factor(session, account)
        assert session.query(RecoveryCode).count() == 0
        assert [entry.kind for entry in session.query(AuditEntry)] == ["second-factor-off"]
        last = session.query(OutgoingMail).order_by(OutgoingMail.id.desc()).first()
        assert last is not None
        assert (last.address, last.key.partition(".")[0]) == ("ada@rookery.example", "second-factor-off")
