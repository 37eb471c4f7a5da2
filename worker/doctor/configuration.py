"""The settings: misspelt variables, weak keys, addresses that cannot be right."""

from __future__ import annotations

import difflib
import math
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

from correspondence.proxies import Proxies
from correspondence.settings import VARIABLES, Settings
from worker.doctor.findings import Finding, Patient, fine
from worker.messages import embedded

# What people write who remember other programs.
LOOKALIKES = {
    "SMTP_HOST": "SMTP_URL",
    "SMTP_SERVER": "SMTP_URL",
    "MAIL_SERVER": "SMTP_URL",
    "REDIS_URL": "BROKER_URL",
    "CELERY_BROKER_URL": "BROKER_URL",
    "SITE_URL": "BASE_URL",
    "PUBLIC_URL": "BASE_URL",
    "FLASK_SECRET_KEY": "SECRET_KEY",
    "SQLALCHEMY_DATABASE_URI": "DATABASE_URL",
}
LEAST_BITS, LEAST_TOKEN_BITS, LEAST_PASSWORD_BITS = 100.0, 60.0, 40.0
_NEW_KEY = "take a new one: openssl rand -hex 32 (everybody signs in again)"


def variables(patient: Patient) -> Iterator[Finding]:
    """Variables that nobody reads and somebody seems to have meant."""
    for name in sorted(set(patient.environ) - set(VARIABLES)):
        near = LOOKALIKES.get(name) or next(iter(difflib.get_close_matches(name, VARIABLES, 1, 0.86)), "")
        if near and near in patient.environ:
            continue
        if near or name.startswith("ROOKERY_"):
            meant = near or "one of those in docs/hosting.md"
            yield Finding("unknown-variable", "warning", f"nobody reads {name}", f"did you mean {meant}?")


def secret(patient: Patient) -> Iterator[Finding]:
    """A key that cannot be guessed."""
    key = patient.settings.secret_key
    if _bits(key) < LEAST_BITS:
        yield Finding("weak-secret", "fault", "SECRET_KEY can be guessed: cookies could be forged", _NEW_KEY)
    else:
        yield fine("secret", "SECRET_KEY is long enough")
    token = patient.settings.metrics_token
    if token and _bits(token) < LEAST_TOKEN_BITS:
        yield Finding(
            "weak-metrics-token", "warning", "METRICS_TOKEN can be guessed", "take a new one: openssl rand -hex 32"
        )


def _bits(key: str) -> float:
    """How much chance is in a key at most, judged by its own letters."""
    counts = Counter(key)
    return -sum(count * math.log2(count / len(key)) for count in counts.values())


def addresses(patient: Patient) -> Iterator[Finding]:
    """The site's address and the sender's belong together, and nothing is open that should not be."""
    yield from _of_the_site(patient.settings)
    yield from _of_letters(patient.settings)
    yield from _behind(patient.settings)
    yield fine("addresses", f"the site is {patient.settings.base_url}, letters come from {patient.settings.sender}")


def _of_the_site(settings: Settings) -> Iterator[Finding]:
    if settings.public and not settings.base_url.startswith("https://"):
        yield Finding(
            "no-tls",
            "fault",
            f"BASE_URL is {settings.base_url}: cookies and sign-in links would travel in the clear",
            "put a web server with TLS before the site and set BASE_URL to its https:// address",
        )
    elif settings.public and not settings.trusted_proxies:
        yield Finding(
            "proxies-untrusted",
            "warning",
            "TRUSTED_PROXIES is 0, but something before the site must speak TLS: all visitors are one place, so limits "
            "for strangers hold for all of them together, and no address can be kept from taking all threads",
            "set TRUSTED_PROXIES to the address of your own proxy, such as 127.0.0.1",
        )
    elif settings.proxy_networks and not Proxies(settings).known("127.0.0.1"):
        yield Finding(
            "proxy-elsewhere",
            "note",
            "TRUSTED_PROXIES does not name this machine: if the proxy runs here, all visitors are one place",
            "add 127.0.0.1 to TRUSTED_PROXIES if your proxy asks from there",
        )
    if settings.webhooks_loopback and settings.public:
        yield Finding(
            "webhooks-loopback",
            "fault",
            "WEBHOOKS_LOOPBACK is allowed: players can reach what runs on this machine",
            "remove WEBHOOKS_LOOPBACK",
        )


def _of_letters(settings: Settings) -> Iterator[Finding]:
    if settings.embedded_mail:
        if settings.public:
            yield Finding(
                "no-mail-server",
                "fault",
                "the site is public and letters only go to its own mailbox, which nobody looks into",
                "set SMTP_URL, such as smtp://user:password@host:587",
            )
        return
    if not settings.public:
        yield Finding(
            "base-url-local",
            "warning",
            f"letters leave, but their links lead to {settings.base_url}, which only this machine can open",
            "set BASE_URL to the address that people see",
        )
    if settings.host == "localhost.localdomain":
        yield Finding(
            "sender-local",
            "warning",
            f"letters come from {settings.sender}; mail servers will not take that",
            "set MAIL_FROM to an address of a domain of yours",
        )


def _behind(settings: Settings) -> Iterator[Finding]:
    if settings.database_url.startswith("postgresql") and embedded(settings):
        yield Finding(
            "broker-of-files",
            "note",
            "PostgreSQL with the embedded broker: one worker on this machine only",
            "for more than one worker set BROKER_URL, such as redis://host:6379/0",
        )
    password = urlsplit(settings.database_url).password
    if password and _bits(password) < LEAST_PASSWORD_BITS:
        yield Finding(
            "weak-database-password",
            "warning",
            "the password in DATABASE_URL is short",
            "take a longer one: openssl rand -hex 16",
        )
