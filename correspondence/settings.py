"""Settings: everything a host may decide, read from the environment once."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_SWEEP_SECONDS = 15.0


class BadSetting(ValueError):
    """A setting that cannot be used; names the variable."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How this service runs.

    `database_url` as SQLAlchemy writes it, `broker_url` (`filesystem`: embedded), `smtp_url`
    (`smtp://user:password@host:port`, `smtps://...`; None: letters go to the local mailbox), `base_url` without a slash
    at its end, `sender` the address letters come from.
    """

    data_dir: Path
    database_url: str
    secret_key: str = field(repr=False)
    broker_url: str = "filesystem"
    smtp_url: str | None = field(default=None, repr=False)
    base_url: str = DEFAULT_BASE_URL
    sender: str = "rookery@localhost.localdomain"
    reply_to: str = ""
    site_name: str = "Rookery"
    sweep_seconds: float = DEFAULT_SWEEP_SECONDS

    @property
    def host(self) -> str:
        """The host part of message and list ids."""
        return self.sender.rpartition("@")[2]

    @property
    def embedded_mail(self) -> bool:
        """Whether letters go to the local mailbox instead of a mail server."""
        return self.smtp_url is None

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read ROOKERY_DATA, DATABASE_URL, BROKER_URL, SMTP_URL, BASE_URL, SECRET_KEY, MAIL_FROM, MAIL_REPLY_TO,
        SITE_NAME and SWEEP_SECONDS; whatever is not set gets the value for one machine alone.

        Makes the data folder, and a secret key in it if none is given. Raises BadSetting.
        """
        env = os.environ if environ is None else environ
        data_dir = Path(env.get("ROOKERY_DATA") or "var").resolve()
        data_dir.mkdir(parents=True, exist_ok=True)
        base_url = _base_url(env.get("BASE_URL") or DEFAULT_BASE_URL)
        return cls(
            data_dir=data_dir,
            database_url=database_url(env.get("DATABASE_URL") or f"sqlite:///{data_dir / 'rookery.db'}"),
            secret_key=env.get("SECRET_KEY") or _kept_secret(data_dir / "secret-key"),
            broker_url=env.get("BROKER_URL") or "filesystem",
            smtp_url=env.get("SMTP_URL") or None,
            base_url=base_url,
            sender=_address("MAIL_FROM", env.get("MAIL_FROM") or _default_sender(base_url)),
            reply_to=_address("MAIL_REPLY_TO", env["MAIL_REPLY_TO"]) if env.get("MAIL_REPLY_TO") else "",
            site_name=_one_line("SITE_NAME", env.get("SITE_NAME") or "Rookery"),
            sweep_seconds=_seconds("SWEEP_SECONDS", env.get("SWEEP_SECONDS") or str(DEFAULT_SWEEP_SECONDS)),
        )


def database_url(url: str) -> str:
    """The address with the driver we use: `postgres://` and `postgresql://` become `postgresql+psycopg://`."""
    scheme, colon, rest = url.partition("://")
    if not colon:
        raise BadSetting(f"DATABASE_URL: {url!r} is not an address such as sqlite:///rookery.db")
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+psycopg"
    if scheme not in ("postgresql+psycopg", "sqlite"):
        raise BadSetting(f"DATABASE_URL: {scheme!r} is neither sqlite nor postgresql")
    return f"{scheme}://{rest}"


def _base_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[\s<>\x00-\x1f]", url):
        raise BadSetting(f"BASE_URL: {url!r} is not an address such as https://rookery.example")
    return url.rstrip("/")


def _default_sender(base_url: str) -> str:
    """An address on the site's own host; a bare number or name gets a domain that is reserved for this."""
    host = urlsplit(base_url).hostname or ""
    named = re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}", host)
    return f"rookery@{host if named else 'localhost.localdomain'}"


def _address(variable: str, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+", value):
        raise BadSetting(f"{variable}: {value!r} is not an e-mail address")
    return value


def _one_line(variable: str, value: str) -> str:
    if re.search(r"[\x00-\x1f\x7f]", value) or len(value) > 60:
        raise BadSetting(f"{variable}: one line of at most 60 characters")
    return value


def _seconds(variable: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        raise BadSetting(f"{variable}: {value!r} is not a number of seconds") from None
    if not 0.2 <= seconds <= 3600:
        raise BadSetting(f"{variable}: {value} is not between 0.2 and 3600")
    return seconds


def _kept_secret(path: Path) -> str:
    """The key kept in a file that only its owner can read; made at first. Two processes get the same one."""
    if not path.exists():
        part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        try:
            os.link(part, path)
        except FileExistsError:
            pass  # another process was first, and its key is the one
        finally:
            part.unlink()
    return path.read_text().strip()
