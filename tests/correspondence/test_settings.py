"""Settings: what a host sets is taken or refused by name; the rest is for one machine alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from correspondence.settings import BadSetting, Settings


def test_a_machine_alone_needs_no_settings(tmp_path: Path) -> None:
    found = Settings.from_environment({"ROOKERY_DATA": str(tmp_path / "var")})
    assert found.database_url == f"sqlite:///{tmp_path / 'var' / 'rookery.db'}"
    assert (found.broker_url, found.smtp_url, found.base_url) == ("filesystem", None, "http://127.0.0.1:8000")
    assert found.embedded_mail
    assert found.host == "localhost.localdomain"


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = Settings.from_environment({"ROOKERY_DATA": str(tmp_path)})
    again = Settings.from_environment({"ROOKERY_DATA": str(tmp_path)})
    assert first.secret_key == again.secret_key
    assert len(first.secret_key) == 64
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    assert first.secret_key not in repr(first)
    assert Settings.from_environment({"ROOKERY_DATA": str(tmp_path), "SECRET_KEY": "mine"}).secret_key == "mine"


@pytest.mark.parametrize(
    "url", ["postgres://u:p@db/rookery", "postgresql://u:p@db/rookery", "postgresql+psycopg://u:p@db/rookery"]
)
def test_postgresql_always_gets_our_driver(tmp_path: Path, url: str) -> None:
    found = Settings.from_environment({"ROOKERY_DATA": str(tmp_path), "DATABASE_URL": url})
    assert found.database_url == "postgresql+psycopg://u:p@db/rookery"


def test_the_sender_follows_the_site(tmp_path: Path) -> None:
    env = {"ROOKERY_DATA": str(tmp_path), "BASE_URL": "https://rookery.example/"}
    assert Settings.from_environment(env).base_url == "https://rookery.example"
    assert Settings.from_environment(env).sender == "rookery@rookery.example"
    assert Settings.from_environment(env | {"MAIL_FROM": "ravens@mail.example"}).host == "mail.example"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DATABASE_URL", "rookery.db"),
        ("DATABASE_URL", "mysql://db/rookery"),
        ("BASE_URL", "rookery.example"),
        ("BASE_URL", "javascript:alert(1)"),
        ("MAIL_FROM", "ravens@mail.example\nBcc: eve@mail.example"),
        ("MAIL_REPLY_TO", "nobody"),
        ("MAIL_IN_BOX", "https://mail.example"),
        ("MAIL_IN_BOX", "imaps://mail.example/INBOX"),
        ("MAIL_IN_BOX", "imaps://ada:secret@mail.example:many"),
        ("SITE_NAME", "x" * 61),
        ("SWEEP_SECONDS", "often"),
        ("SWEEP_SECONDS", "0"),
    ],
)
def test_what_cannot_be_is_refused_by_name(tmp_path: Path, variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=variable):
        Settings.from_environment({"ROOKERY_DATA": str(tmp_path), variable: value})


def test_the_password_of_a_mailbox_is_never_told(tmp_path: Path) -> None:
    """Not in words about the settings, and not where they are wrong."""
    env = {"ROOKERY_DATA": str(tmp_path), "MAIL_IN_BOX": "imaps://ada:hidden@mail.example/INBOX"}
    found = Settings.from_environment(env)
    assert found.mail_in_box == env["MAIL_IN_BOX"]
    assert "hidden" not in repr(found)
    with pytest.raises(BadSetting, match="MAIL_IN_BOX") as refused:
        Settings.from_environment(env | {"MAIL_IN_BOX": "pop3://ada:hidden@mail.example"})
    assert "hidden" not in str(refused.value)
