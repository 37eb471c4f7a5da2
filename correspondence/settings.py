"""Settings: everything a host may decide, read from the environment once."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from correspondence import dkim_keys
from correspondence.logs import FORMATS, LEVELS

DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_SWEEP_SECONDS = 5.0
BROKERS = ("filesystem", "rookery-files", "redis", "rediss", "amqp", "amqps")
# A household or a club behind one address has a few for each browser.
DEFAULT_CONNECTIONS = 100
DEFAULT_IMPORT_SECONDS = 120.0
# Of mails that came in: a table of six sends some hundred in a month, of a few kilobytes each.
DEFAULT_MAX_MAILS, DEFAULT_MAX_MEGABYTES = 50_000, 2_000
LOOPBACK = ("127.0.0.1", "localhost", "::1")
# A public site's key is at least so long, of so many different characters, and none of those that examples show.
SHORTEST_SECRET, FEWEST_CHARACTERS = 32, 10
EXAMPLE_SECRETS = (
    "changeme",
    "change-me",
    "change_me",
    "secret-key",
    "secretkey",
    "your-secret",
    "example",
    "password",
)
# What is signed into an address takes 46 of the 64 letters that may stand before the @, and a plus sign.
LONGEST_MAILBOX = 17
# Every variable that is read, and nothing else; `rookery doctor` looks for misspelt ones.
VARIABLES = (
    "ROOKERY_DATA",
    "DATABASE_URL",
    "BROKER_URL",
    "SMTP_URL",
    "BASE_URL",
    "SECRET_KEY",
    "MAIL_FROM",
    "MAIL_REPLY_TO",
    "MAIL_IN",
    "MAIL_IN_CHECKED_BY",
    "MAIL_IN_CHECKED_BELOW",
    "MAIL_IN_MAX_MAILS",
    "MAIL_IN_MAX_MEGABYTES",
    "MAIL_IN_BOX",
    "MAIL_DKIM",
    "MAIL_DKIM_KEY",
    "SITE_NAME",
    "SWEEP_SECONDS",
    "GM_SECOND_FACTOR",
    "WEBHOOKS_LOOPBACK",
    "TRUSTED_PROXIES",
    "RATE_LIMITS",
    "CONNECTIONS_PER_ADDRESS",
    "METRICS_TOKEN",
    "LETTERS_PER_SECOND",
    "IMPORT_SECONDS",
    "LOG_LEVEL",
    "LOG_FORMAT",
)


class BadSetting(ValueError):
    """A setting that cannot be used; names the variable."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How this service runs.

    `database_url` as SQLAlchemy writes it, `broker_url` (`filesystem`: embedded), `smtp_url`
    (`smtp://user:password@host:port`, `smtps://...`; None: letters go to the local mailbox), `base_url` without a slash
    at its end, `sender` the address letters come from, `mail_in` the one at which players answer them (empty: mails are
    not read); `mail_in_checked_by` the name under which the host's own mail server writes what it found of a mail's
    origin (empty: nobody vouches for any mail, and each is to be confirmed), below `mail_in_checked_below` Received
    lines; `mail_in_max_mails` and `mail_in_max_megabytes` what is kept of mails that came in at most (0: no limit);
    `mail_in_box` the mailbox that is read over IMAP; `mail_dkim` the name of the DNS record of the key in the file
    `mail_dkim_key`, with which letters are signed (empty: they are not).

    `second_factor_required`: a game master's desk opens only to who has turned the second factor on. `trusted_proxies`:
    how many of the host's own proxies stand before the site and say for whom they ask; with `proxy_networks` only
    proxies with these addresses are believed. `rate_limits`: doors that cost or let guess open only so often.
    `connections_per_address`: so many of one address, or of one /64, each process of the site holds at once (0: any
    number). `webhooks_loopback`: webhooks and push services may be on this machine, without TLS; for tests.
    `metrics_token` opens `/metrics` from elsewhere (empty: only this machine may read it, and only while the site
    is not public). `letters_per_second`: no more are handed to the mail server, by all workers together (0: as many
    as it takes). `import_seconds`: how long a game file that was sent may be played again. `log_level` and
    `log_format` are those of `correspondence.logs`.
    """

    data_dir: Path
    database_url: str = field(repr=False)
    secret_key: str = field(repr=False)
    broker_url: str = field(default="filesystem", repr=False)
    smtp_url: str | None = field(default=None, repr=False)
    base_url: str = DEFAULT_BASE_URL
    sender: str = "rookery@localhost.localdomain"
    reply_to: str = ""
    mail_in: str = ""
    mail_in_checked_by: str = ""
    mail_in_checked_below: int = 0
    mail_in_max_mails: int = DEFAULT_MAX_MAILS
    mail_in_max_megabytes: int = DEFAULT_MAX_MEGABYTES
    mail_in_box: str = field(default="", repr=False)
    mail_dkim: str = ""
    mail_dkim_key: str = ""
    site_name: str = "Rookery"
    sweep_seconds: float = DEFAULT_SWEEP_SECONDS
    second_factor_required: bool = False
    webhooks_loopback: bool = False
    trusted_proxies: int = 0
    proxy_networks: tuple[str, ...] = ()
    rate_limits: bool = True
    connections_per_address: int = DEFAULT_CONNECTIONS
    metrics_token: str = field(default="", repr=False)
    letters_per_second: float = 0.0
    import_seconds: float = DEFAULT_IMPORT_SECONDS
    log_level: str = "info"
    log_format: str = "auto"

    @property
    def public(self) -> bool:
        """Whether the site has an address that others can reach."""
        return (urlsplit(self.base_url).hostname or "") not in LOOPBACK

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
        MAIL_IN, MAIL_IN_CHECKED_BY, MAIL_IN_CHECKED_BELOW, MAIL_IN_MAX_MAILS, MAIL_IN_MAX_MEGABYTES, MAIL_IN_BOX,
        MAIL_DKIM, MAIL_DKIM_KEY, SITE_NAME, SWEEP_SECONDS, GM_SECOND_FACTOR (`optional`, `required`),
        WEBHOOKS_LOOPBACK (`refused`, `allowed`), TRUSTED_PROXIES (0 to 9, or addresses and networks), RATE_LIMITS
        (`on`, `off`), CONNECTIONS_PER_ADDRESS, METRICS_TOKEN, LETTERS_PER_SECOND, IMPORT_SECONDS, LOG_LEVEL (`debug`,
        `info`, `warning`, `error`) and LOG_FORMAT (`auto`, `text`, `json`); whatever is not set gets the value for one
        machine alone.

        Makes the data folder, and a secret key in it if none is given. Raises BadSetting.
        """
        env = os.environ if environ is None else environ
        data_dir = data_folder(env)
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        base_url = _base_url(env.get("BASE_URL") or DEFAULT_BASE_URL)
        sender = _address("MAIL_FROM", env.get("MAIL_FROM") or _default_sender(base_url))
        dkim, dkim_key = _dkim(env.get("MAIL_DKIM") or "", env.get("MAIL_DKIM_KEY") or "", sender)
        proxies, networks = _proxies("TRUSTED_PROXIES", env.get("TRUSTED_PROXIES") or "0")
        return cls(
            data_dir=data_dir,
            database_url=database_url(env.get("DATABASE_URL") or f"sqlite:///{data_dir / 'rookery.db'}"),
            secret_key=_secret("SECRET_KEY", env.get("SECRET_KEY") or "", base_url)
            or _kept_secret(data_dir / "secret-key"),
            broker_url=_broker("BROKER_URL", env.get("BROKER_URL") or "filesystem"),
            smtp_url=env.get("SMTP_URL") or None,
            base_url=base_url,
            sender=sender,
            reply_to=_address("MAIL_REPLY_TO", env["MAIL_REPLY_TO"]) if env.get("MAIL_REPLY_TO") else "",
            **_incoming(env),
            mail_dkim=dkim,
            mail_dkim_key=dkim_key,
            site_name=_one_line("SITE_NAME", env.get("SITE_NAME") or "Rookery"),
            sweep_seconds=_seconds("SWEEP_SECONDS", env.get("SWEEP_SECONDS") or str(DEFAULT_SWEEP_SECONDS)),
            webhooks_loopback=_allowed("WEBHOOKS_LOOPBACK", env.get("WEBHOOKS_LOOPBACK") or "refused"),
            second_factor_required=_required("GM_SECOND_FACTOR", env.get("GM_SECOND_FACTOR") or "optional"),
            trusted_proxies=proxies,
            proxy_networks=networks,
            rate_limits=_one_of("RATE_LIMITS", env.get("RATE_LIMITS") or "on", ("on", "off")) == "on",
            connections_per_address=_count(
                "CONNECTIONS_PER_ADDRESS", env.get("CONNECTIONS_PER_ADDRESS") or str(DEFAULT_CONNECTIONS)
            ),
            metrics_token=_token("METRICS_TOKEN", env.get("METRICS_TOKEN") or ""),
            letters_per_second=_rate("LETTERS_PER_SECOND", env.get("LETTERS_PER_SECOND") or "0"),
            import_seconds=_seconds("IMPORT_SECONDS", env.get("IMPORT_SECONDS") or str(DEFAULT_IMPORT_SECONDS)),
            log_level=_one_of("LOG_LEVEL", env.get("LOG_LEVEL") or "info", LEVELS),
            log_format=_one_of("LOG_FORMAT", env.get("LOG_FORMAT") or "auto", FORMATS),
        )


def _broker(name: str, url: str) -> str:
    scheme = url.partition("://")[0]
    if scheme not in BROKERS:
        # Not repeated: there may be a password in it.
        raise BadSetting(f"{name}: this is not an address such as redis://host:6379/0 or amqp://user:password@host/")
    return url


def data_folder(environ: Mapping[str, str]) -> Path:
    """The folder for everything that is kept, which need not be there yet."""
    return Path(environ.get("ROOKERY_DATA") or "var").resolve()


def database_url(url: str) -> str:
    """The address with the driver we use: `postgres://` and `postgresql://` become `postgresql+psycopg://`."""
    scheme, colon, rest = url.partition("://")
    if not colon:
        # Not repeated: there may be a password in it.
        raise BadSetting("DATABASE_URL: this is not an address such as sqlite:///rookery.db")
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


def _mail_in(variable: str, value: str) -> str:
    """The address to which players answer; what follows a plus sign before its @ is ours."""
    local, _, domain = _address(variable, value).rpartition("@")
    if "+" in local or len(local) > LONGEST_MAILBOX:
        raise BadSetting(f"{variable}: before the @ there are at most {LONGEST_MAILBOX} letters and no +")
    return f"{local}@{domain}"


def _incoming(env: Mapping[str, str]) -> dict[str, Any]:
    """What is set of mail that comes in."""
    megabytes = env.get("MAIL_IN_MAX_MEGABYTES") or str(DEFAULT_MAX_MEGABYTES)
    return {
        "mail_in": _mail_in("MAIL_IN", env["MAIL_IN"]) if env.get("MAIL_IN") else "",
        "mail_in_checked_by": _server_name("MAIL_IN_CHECKED_BY", env.get("MAIL_IN_CHECKED_BY") or ""),
        "mail_in_checked_below": _count("MAIL_IN_CHECKED_BELOW", env.get("MAIL_IN_CHECKED_BELOW") or "0"),
        "mail_in_max_mails": _count("MAIL_IN_MAX_MAILS", env.get("MAIL_IN_MAX_MAILS") or str(DEFAULT_MAX_MAILS)),
        "mail_in_max_megabytes": _count("MAIL_IN_MAX_MEGABYTES", megabytes),
        "mail_in_box": _mailbox("MAIL_IN_BOX", env.get("MAIL_IN_BOX") or ""),
    }


def _mailbox(variable: str, value: str) -> str:
    """The address of a mailbox. It is never repeated: there is a password in it."""
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("imap", "imaps") and parts.hostname and parts.username and (parts.port or 1) > 0
    except ValueError:
        good = False
    if value and not good:
        raise BadSetting(f"{variable}: not an address such as imaps://user:password@mail.example/INBOX")
    return value


def _dkim(record: str, key: str, sender: str) -> tuple[str, str]:
    try:
        return dkim_keys.checked(record, key, sender)
    except dkim_keys.BadKey as fault:
        raise BadSetting(f"{fault.setting}: {fault}") from None


def _server_name(variable: str, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._-]{0,253}", value):
        raise BadSetting(f"{variable}: {value!r} is not the name of a mail server")
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


def _rate(variable: str, value: str) -> float:
    try:
        rate = float(value)
    except ValueError:
        raise BadSetting(f"{variable}: {value!r} is not a number of letters") from None
    if not (rate == 0 or 0.01 <= rate <= 10_000):
        raise BadSetting(f"{variable}: {value} is neither 0 nor between 0.01 and 10000")
    return rate


def _count(variable: str, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", value):
        raise BadSetting(f"{variable}: {value!r} is not a number from 0 to 99999")
    return int(value)


def _proxies(variable: str, value: str) -> tuple[int, tuple[str, ...]]:
    """How many proxies are believed, and which; `127.0.0.1, 10.0.0.0/8` stands for as many as have these addresses."""
    if re.fullmatch(r"[0-9]", value):
        return int(value), ()
    try:
        networks = tuple(str(ip_network(part.strip())) for part in value.split(","))
    except ValueError:
        raise BadSetting(
            f"{variable}: {value!r} is neither a number from 0 to 9 nor addresses such as 127.0.0.1, 10.0.0.0/8"
        ) from None
    return len(networks), networks


def _secret(variable: str, value: str, base_url: str) -> str:
    """The key as given; one that can be guessed is refused where others reach the site. It is never repeated."""
    public = (urlsplit(base_url).hostname or "") not in LOOPBACK
    weak = len(value) < SHORTEST_SECRET or len(set(value)) < FEWEST_CHARACTERS
    known = any(example in value.lower() for example in EXAMPLE_SECRETS)
    if value and public and (weak or known):
        raise BadSetting(
            f"{variable}: too easy to guess for a public site; make one with `openssl rand -hex 32`, "
            "or leave it out and one is kept in the data folder"
        )
    return value


def _one_of(variable: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise BadSetting(f"{variable}: {value!r} is none of {', '.join(known)}")
    return value


def _token(variable: str, value: str) -> str:
    if value and not re.fullmatch(r"[!-~]{16,200}", value):
        raise BadSetting(f"{variable}: 16 to 200 letters, figures and signs without a space")
    return value


def _required(variable: str, value: str) -> bool:
    if value not in ("optional", "required"):
        raise BadSetting(f"{variable}: {value!r} is neither optional nor required")
    return value == "required"


def _allowed(variable: str, value: str) -> bool:
    if value not in ("refused", "allowed"):
        raise BadSetting(f"{variable}: {value!r} is neither refused nor allowed")
    return value == "allowed"


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
    _only_for_its_owner(path)
    return path.read_text().strip()


def _only_for_its_owner(path: Path) -> None:
    """A key that came back from a copy may lie open."""
    if path.stat().st_mode & 0o077:
        try:
            path.chmod(0o600)
        except PermissionError:
            raise BadSetting(f"SECRET_KEY: others may read {path}; `chmod 600` it") from None
