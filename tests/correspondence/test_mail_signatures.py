"""Emails are signed with the host's key, and anybody who has the record can tell that nothing was changed."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import select

from correspondence import settings as settings_module
from correspondence.models.mail import OutgoingMail
from correspondence.outbox.delivery import Ready, prepare
from correspondence.settings import BadSetting, Settings, public_key
from tests.correspondence.people import People

RECORD = "mail._domainkey.rookery.example"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a key."""
    path = tmp_path_factory.mktemp("dkim") / "dkim.pem"
    path.write_bytes(pem(rsa.generate_private_key(public_exponent=65537, key_size=2048)))
    return path


def pem(made: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> bytes:
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def mails(people: People, settings: Settings) -> list[bytes]:
    """What leaves for whoever begins a game."""
    people.game()
    with people.store.read() as session:
        found = [prepare(settings, one, people.now) for one in session.scalars(select(OutgoingMail))]
    assert found
    return [one.raw for one in found if isinstance(one, Ready)]


def holds(mail: bytes, key: Path) -> bool:
    """Whether a receiver believes the signature; the DNS is asked of nobody."""
    record = f"v=DKIM1; k=rsa; p={public_key(str(key))}".encode()
    return bool(dkim.verify(mail, dnsfunc=lambda name, **_: record if name == f"{RECORD}.".encode() else None))


def test_mails_are_signed(people: People, key: Path) -> None:
    """Fields that people and their programs go by are signed, and the whole text."""
    settings = dataclasses.replace(people.store.settings, mail_dkim=RECORD, mail_dkim_key=str(key))
    for mail in mails(people, settings):
        head = mail.partition(b"\r\n\r\n")[0].lower()
        assert head.startswith(b"dkim-signature:")
        assert holds(mail, key)
        assert not holds(mail.replace(b"\r\nSubject: ", b"\r\nSubject: Re: ", 1), key)
        assert not holds(mail.replace(b"\r\nFrom: ", b"\r\nFrom: eve@evil.example\r\nFrom: ", 1), key)
        assert not holds(mail[:-40] + b"x" + mail[-39:], key)
        if b"\r\nlist-unsubscribe:" in head:
            assert not holds(mail.replace(b"List-Unsubscribe: <", b"List-Unsubscribe: <x", 1), key)


def test_without_a_key_mails_leave_as_they_are(people: People) -> None:
    assert all(b"DKIM-Signature" not in mail for mail in mails(people, people.store.settings))


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {"ROOKERY_DATA": str(tmp_path), "MAIL_FROM": "rookery@mail.rookery.example", **more}


def test_the_record_and_the_key_are_settings(tmp_path: Path, key: Path) -> None:
    """Emails may come from below the domain of the record."""
    found = Settings.from_environment(
        environment(tmp_path, MAIL_DKIM="Mail._domainkey.Rookery.example.", MAIL_DKIM_KEY=str(key))
    )
    assert (found.mail_dkim, found.mail_dkim_key) == (RECORD, str(key))


@pytest.mark.parametrize(
    ("record", "file", "wrong"),
    [
        (RECORD, "", "MAIL_DKIM_KEY: .* or neither"),
        ("", "key", "MAIL_DKIM: .* or neither"),
        ("mail.rookery.example", "key", "MAIL_DKIM: .* is not a record name"),
        ("mail._domainkey.other.example", "key", "MAIL_DKIM: emails come from mail.rookery.example"),
        (RECORD, "nowhere", "MAIL_DKIM_KEY: .* cannot be read"),
        (RECORD, "text", "MAIL_DKIM_KEY: .* not a PEM private key"),
        (RECORD, "curve", "MAIL_DKIM_KEY: .* not an RSA key"),
    ],
)
def test_what_cannot_sign_is_refused_at_the_start(
    tmp_path: Path, key: Path, record: str, file: str, wrong: str
) -> None:
    (tmp_path / "text").write_text("no key")
    (tmp_path / "curve").write_bytes(pem(ec.generate_private_key(ec.SECP256R1())))
    path = {"": "", "key": str(key)}.get(file, str(tmp_path / file))
    with pytest.raises(BadSetting, match=wrong):
        Settings.from_environment(environment(tmp_path, MAIL_DKIM=record, MAIL_DKIM_KEY=path))


def test_short_keys_and_a_missing_part_are_refused(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    env = environment(tmp_path, MAIL_DKIM=RECORD, MAIL_DKIM_KEY=str(key))
    with monkeypatch.context() as patched:
        patched.setattr(settings_module, "MIN_BITS", 4096)
        with pytest.raises(BadSetting, match="4096 bits"):
            Settings.from_environment(env)
    monkeypatch.setattr(settings_module, "find_spec", lambda name: None)
    with pytest.raises(BadSetting, match=r"rookery\[dkim\]"):
        Settings.from_environment(env)
