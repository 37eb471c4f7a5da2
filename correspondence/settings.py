"""Settings of the service, read once from environment variables."""

from __future__ import annotations

import base64
import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from correspondence.logs import FORMATS, LEVELS

# `mail._domainkey.rookery.example.org`: where the public key stands in the DNS.
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\._domainkey(?:\.[a-z0-9][a-z0-9-]{0,62}){2,8}")
# Receivers need not believe shorter ones (RFC 8301).
MIN_BITS = 1024


class BadKey(ValueError):
    """A bad key or record name; `setting` names the variable."""

    def __init__(self, setting: str, words: str) -> None:
        super().__init__(words)
        self.setting = setting


def check_dkim(record: str, path: str, sender: str) -> tuple[str, str]:
    """Check the DKIM settings; return the DNS record name and the key's path.
    The name is in lower case; both are empty if none is set. Raises BadKey.
    The domain of `sender`, the From address, must be that of the record or one below it."""
    if not record and not path:
        return "", ""
    if not (record and path):
        raise BadKey("MAIL_DKIM_KEY" if record else "MAIL_DKIM", "set both MAIL_DKIM and MAIL_DKIM_KEY, or neither")
    name = record.lower().rstrip(".")
    if not _NAME.fullmatch(name):
        raise BadKey("MAIL_DKIM", f"{record!r} is not a record name such as mail._domainkey.rookery.example.org")
    domain, host = name.partition("._domainkey.")[2], sender.rpartition("@")[2].lower()
    if host != domain and not host.endswith(f".{domain}"):
        raise BadKey("MAIL_DKIM", f"emails come from {host}, which is not below {domain}")
    if find_spec("dkim") is None:
        raise BadKey("MAIL_DKIM", "signing emails needs dkimpy: pip install 'rookery[dkim]'")
    public_key(path)
    return name, path


def public_key(path: str) -> str:
    """The public key in base64, for `p=` in the DNS record. Raises BadKey."""
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

    try:
        key = load_pem_private_key(Path(path).read_bytes(), password=None)
    except OSError as fault:
        raise BadKey("MAIL_DKIM_KEY", f"{path} cannot be read: {fault.strerror}") from None
    except (ValueError, TypeError):
        raise BadKey("MAIL_DKIM_KEY", f"{path} is not a PEM private key without a password") from None
    if not isinstance(key, RSAPrivateKey) or key.key_size < MIN_BITS:
        raise BadKey("MAIL_DKIM_KEY", f"{path} is not an RSA key of at least {MIN_BITS} bits")
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(public).decode()


DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_SWEEP_SECONDS = 5.0
BROKERS = ("filesystem", "rookery-files", "redis", "rediss", "amqp", "amqps")
# A household or a club behind one address has a few for each browser.
DEFAULT_CONNECTIONS = 100
DEFAULT_IMPORT_SECONDS = 120.0
# At a time: a guest has a game of some 100 kB, and is deleted after a day.
DEFAULT_MAX_GUESTS = 100
# Of mails that came in: a table of six sends some hundred in a month, of a few kilobytes each.
DEFAULT_MAX_MAILS, DEFAULT_MAX_MEGABYTES = 50_000, 2_000
LOOPBACK = ("127.0.0.1", "localhost", "::1")
# A public site's key is at least so long, of so many different characters, and none of those that examples show.
MIN_SECRET_LENGTH, MIN_CHARACTERS = 32, 10
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
# What is signed into an address takes 46 of the 64 emails that may stand before the @, and a plus sign.
MAX_MAILBOX_LENGTH = 17


class BadSetting(ValueError):
    """A bad setting; the message names the variable."""


def _pattern_reader(pattern: re.Pattern[str], words: str) -> Callable[[str, str], str]:
    """Return a reader of settings that must match a pattern.
    For other values it raises BadSetting with `words`."""

    def read(variable: str, value: str) -> str:
        if not pattern.fullmatch(value):
            raise BadSetting(f"{variable}: {words.format(value=value)}")
        return value

    return read


def _number_reader(
    unit: str, least: float, most: float, words: str, *, zero: bool = False
) -> Callable[[str, str], float]:
    """Return a reader of numbers from `least` to `most`, or 0 with `zero`.
    For other values it raises BadSetting with `words`; `unit` names what is counted."""

    def read(variable: str, value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            raise BadSetting(f"{variable}: {value!r} is not a number of {unit}") from None
        if not (least <= number <= most or zero and number == 0):
            raise BadSetting(f"{variable}: {value} is {words}")
        return number

    return read


def _switch(off: str, on: str) -> Callable[[str, str], bool]:
    """A reader of one of two words; true for the second."""

    def read(variable: str, value: str) -> bool:
        if value not in (off, on):
            raise BadSetting(f"{variable}: {value!r} must be {off} or {on}")
        return value == on

    return read


_address = _pattern_reader(
    re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+"), "{value!r} is not an e-mail address"
)
_server_name = _pattern_reader(re.compile(r"[A-Za-z0-9._-]{0,253}"), "{value!r} is not the name of a mail server")
_one_line = _pattern_reader(re.compile(r"[^\x00-\x1f\x7f]{0,60}"), "this must be one line of at most 60 characters")
_digits = _pattern_reader(re.compile(r"[0-9]{1,5}"), "{value!r} is not a number from 0 to 99999")
# Not repeated: it is a secret.
_token = _pattern_reader(re.compile(r"([!-~]{16,200})?"), "this must be 16 to 200 characters without spaces or accents")
_seconds = _number_reader("seconds", 0.2, 3600, "not from 0.2 to 3600")
_rate = _number_reader("emails", 0.01, 10_000, "not 0 or from 0.01 to 10000", zero=True)
_required, _allowed = _switch("optional", "required"), _switch("refused", "allowed")


def _count(variable: str, value: str) -> int:
    return int(_digits(variable, value))


def _broker(name: str, url: str) -> str:
    scheme = url.partition("://")[0]
    if scheme not in BROKERS:
        # Not repeated: there may be a password in it.
        raise BadSetting(f"{name}: this is not an address such as redis://host:6379/0 or amqp://user:password@host/")
    return url


def data_folder(environ: Mapping[str, str]) -> Path:
    """The data folder; it may not exist yet."""
    return Path(environ.get("ROOKERY_DATA") or "var").resolve()


def database_url(url: str) -> str:
    """A database URL with our driver: `postgres://` becomes `postgresql+psycopg://`."""
    scheme, colon, rest = url.partition("://")
    if not colon:
        # Not repeated: there may be a password in it.
        raise BadSetting("DATABASE_URL: this is not an address such as sqlite:///rookery.db")
    if scheme in ("postgres", "postgresql"):
        scheme = "postgresql+psycopg"
    if scheme not in ("postgresql+psycopg", "sqlite"):
        raise BadSetting(f"DATABASE_URL: {scheme!r} must be sqlite or postgresql")
    return f"{scheme}://{rest}"


def _base_url(variable: str, url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[\s<>\x00-\x1f]", url):
        raise BadSetting(f"{variable}: {url!r} is not an address such as https://rookery.example")
    return url.rstrip("/")


def _default_sender(base_url: str) -> str:
    """An address on the site's host; for an IP or bare name, on a reserved domain."""
    host = urlsplit(base_url).hostname or ""
    named = re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}", host)
    return f"rookery@{host if named else 'localhost.localdomain'}"


def _read_mail_in(variable: str, value: str) -> str:
    """Read the address that players write to.
    Rookery adds a plus sign and a token. Raises BadSetting if it has a plus sign or is too long."""
    local, _, domain = _address(variable, value).rpartition("@")
    if "+" in local or len(local) > MAX_MAILBOX_LENGTH:
        raise BadSetting(f"{variable}: before the @ use at most {MAX_MAILBOX_LENGTH} characters and no +")
    return f"{local}@{domain}"


def _mailbox(variable: str, value: str) -> str:
    """The URL of a mailbox. Errors never repeat it: it holds a password."""
    try:
        parts = urlsplit(value)
        good = parts.scheme in ("imap", "imaps") and parts.hostname and parts.username and (parts.port or 1) > 0
    except ValueError:
        good = False
    if value and not good:
        raise BadSetting(f"{variable}: this is not an address such as imaps://user:password@mail.example/INBOX")
    return value


def _dkim(record: str, key: str, sender: str) -> tuple[str, str]:
    try:
        return check_dkim(record, key, sender)
    except BadKey as fault:
        raise BadSetting(f"{fault.setting}: {fault}") from None


def _proxies(variable: str, value: str) -> tuple[int, tuple[str, ...]]:
    """The number of trusted proxies, and their networks if they are given."""
    if re.fullmatch(r"[0-9]", value):
        return int(value), ()
    try:
        networks = tuple(str(ip_network(part.strip())) for part in value.split(","))
    except ValueError:
        raise BadSetting(
            f"{variable}: {value!r} must be a number from 0 to 9, or addresses such as 127.0.0.1, 10.0.0.0/8"
        ) from None
    return len(networks), networks


def _secret(variable: str, value: str, base_url: str) -> str:
    """The key; a public site refuses a weak one. Errors never repeat it."""
    public = (urlsplit(base_url).hostname or "") not in LOOPBACK
    weak = len(value) < MIN_SECRET_LENGTH or len(set(value)) < MIN_CHARACTERS
    is_example = any(example in value.lower() for example in EXAMPLE_SECRETS)
    if value and public and (weak or is_example):
        raise BadSetting(
            f"{variable}: too easy to guess for a public site; create one with `openssl rand -hex 32`, "
            "or leave it unset to use one in the data folder"
        )
    return value


def _require_choice(variable: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise BadSetting(f"{variable}: {value!r} must be one of {', '.join(choices)}")
    return value


def _read_on_off(variable: str, value: str) -> bool:
    """Read `on` or `off` as a boolean; BadSetting for anything else."""
    return _require_choice(variable, value, ("on", "off")) == "on"


def _read_unchanged(_variable: str, value: str) -> str:
    """Return the value of a setting as it is."""
    return value


def _load_or_create_secret(path: Path) -> str:
    """The key in a private file, created if missing. Two processes get the same key."""
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
    # A key that came back from a copy may lie open.
    if path.stat().st_mode & 0o077:
        try:
            path.chmod(0o600)
        except PermissionError:
            raise BadSetting(f"SECRET_KEY: other users can read {path}; run `chmod 600` on it") from None
    return path.read_text().strip()


def _read(variable: str, read: Callable[[str, str], Any], default: Any, *, secret: bool = False) -> Any:
    """A settings field with its variable and the function that reads it."""
    return field(default=default, repr=not secret, metadata={"variable": variable, "read": read})


def _joint_field(variable: str, **options: Any) -> Any:
    """Return a settings field that `from_environment` reads itself.
    It has no reader of its own."""
    return field(**options, metadata={"variable": variable, "read": None})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How this service runs.

    `database_url` is a SQLAlchemy URL, `broker_url` that of the broker (`filesystem`: embedded). `smtp_url` is
    `smtp://user:password@host:port` or `smtps://...` (None: emails go to the local mailbox). `base_url` has no slash at
    its end. `sender` is the From address of emails; players write to `mail_in` (empty: no incoming mail).
    `mail_in_checked_by` is the name that your mail server writes into Authentication-Results (empty: players confirm
    each email), below `mail_in_checked_below` Received lines. `mail_in_max_mails` and `mail_in_max_megabytes` limit the
    stored incoming emails (0: no limit). `mail_in_box` is a mailbox to read over IMAP. `mail_dkim` is the name of the
    DNS record for the key in the file `mail_dkim_key`, which signs emails (empty: they are not signed).

    `second_factor_required`: the game master's page needs a second factor. `trusted_proxies`: the number of your own
    proxies in front of the site; with `proxy_networks` only proxies with these addresses are trusted. `rate_limits`:
    limits on requests that cost much or allow guessing. `connections_per_address`: the limit of open connections of an
    address or a /64 to each process of the site (0: no limit). `webhooks_loopback`: webhooks and push services may be
    on this machine without TLS, for tests. `metrics_token` gives access to `/metrics` (empty: only this machine may
    read it, and only if the site is not public). `mails_per_second`: the limit of emails that all workers together
    send (0: no limit). `max_guests`: how many guests may play a first round without an account at a time (0: none).
    `import_seconds`: the time limit for the replay of an uploaded game file. `log_level` and
    `log_format` are those of `correspondence.logs`.
    """

    data_dir: Path = _joint_field("ROOKERY_DATA")
    database_url: str = _joint_field("DATABASE_URL", repr=False)
    broker_url: str = _read("BROKER_URL", _broker, "filesystem", secret=True)
    smtp_url: str | None = _read("SMTP_URL", _read_unchanged, None, secret=True)
    base_url: str = _read("BASE_URL", _base_url, DEFAULT_BASE_URL)
    secret_key: str = _joint_field("SECRET_KEY", repr=False)
    sender: str = _read("MAIL_FROM", _address, "rookery@localhost.localdomain")
    reply_to: str = _read("MAIL_REPLY_TO", _address, "")
    mail_in: str = _read("MAIL_IN", _read_mail_in, "")
    mail_in_checked_by: str = _read("MAIL_IN_CHECKED_BY", _server_name, "")
    mail_in_checked_below: int = _read("MAIL_IN_CHECKED_BELOW", _count, 0)
    mail_in_max_mails: int = _read("MAIL_IN_MAX_MAILS", _count, DEFAULT_MAX_MAILS)
    mail_in_max_megabytes: int = _read("MAIL_IN_MAX_MEGABYTES", _count, DEFAULT_MAX_MEGABYTES)
    mail_in_box: str = _read("MAIL_IN_BOX", _mailbox, "", secret=True)
    mail_dkim: str = _read("MAIL_DKIM", _read_unchanged, "")
    mail_dkim_key: str = _read("MAIL_DKIM_KEY", _read_unchanged, "")
    site_name: str = _read("SITE_NAME", _one_line, "Rookery")
    sweep_seconds: float = _read("SWEEP_SECONDS", _seconds, DEFAULT_SWEEP_SECONDS)
    second_factor_required: bool = _read("GM_SECOND_FACTOR", _required, False)
    webhooks_loopback: bool = _read("WEBHOOKS_LOOPBACK", _allowed, False)
    trusted_proxies: int = _joint_field("TRUSTED_PROXIES", default=0)
    proxy_networks: tuple[str, ...] = ()
    rate_limits: bool = _read("RATE_LIMITS", _read_on_off, True)
    connections_per_address: int = _read("CONNECTIONS_PER_ADDRESS", _count, DEFAULT_CONNECTIONS)
    metrics_token: str = _read("METRICS_TOKEN", _token, "", secret=True)
    mails_per_second: float = _read("LETTERS_PER_SECOND", _rate, 0.0)
    max_guests: int = _read("MAX_GUESTS", _count, DEFAULT_MAX_GUESTS)
    import_seconds: float = _read("IMPORT_SECONDS", _seconds, DEFAULT_IMPORT_SECONDS)
    log_level: str = _read("LOG_LEVEL", partial(_require_choice, choices=LEVELS), "info")
    log_format: str = _read("LOG_FORMAT", partial(_require_choice, choices=FORMATS), "auto")

    @property
    def public(self) -> bool:
        """Whether other machines can reach the site."""
        return (urlsplit(self.base_url).hostname or "") not in LOOPBACK

    @property
    def host(self) -> str:
        """The host part of message and list ids."""
        return self.sender.rpartition("@")[2]

    @property
    def embedded_mail(self) -> bool:
        """Whether emails go to the local mailbox instead of a mail server."""
        return self.smtp_url is None

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> Settings:
        """Read the environment. Unset variables get defaults for a single machine.

        Creates the data folder, and in it a secret key if none is set. Raises BadSetting.
        """
        env = os.environ if environ is None else environ
        data_dir = data_folder(env)
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        values: dict[str, Any] = {"data_dir": data_dir}
        for setting in fields(cls):
            variable, reader = setting.metadata.get("variable", ""), setting.metadata.get("read")
            if reader is not None and env.get(variable):
                values[setting.name] = reader(variable, env[variable])
        base_url = values.get("base_url", DEFAULT_BASE_URL)
        values.setdefault("sender", _address("MAIL_FROM", _default_sender(base_url)))
        dkim = _dkim(values.get("mail_dkim", ""), values.get("mail_dkim_key", ""), values["sender"])
        values["mail_dkim"], values["mail_dkim_key"] = dkim
        values["database_url"] = database_url(env.get("DATABASE_URL") or f"sqlite:///{data_dir / 'rookery.db'}")
        secret = _secret("SECRET_KEY", env.get("SECRET_KEY") or "", base_url)
        values["secret_key"] = secret or _load_or_create_secret(data_dir / "secret-key")
        proxies = _proxies("TRUSTED_PROXIES", env.get("TRUSTED_PROXIES") or "0")
        values["trusted_proxies"], values["proxy_networks"] = proxies
        return cls(**values)


# All variables of the settings; `rookery doctor` looks for misspelt ones.
VARIABLES = tuple(setting.metadata["variable"] for setting in fields(Settings) if setting.metadata)
