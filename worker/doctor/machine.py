"""Checks of the machine, the settings and the editions."""

from __future__ import annotations

import difflib
import io
import math
import os
import shutil
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from PIL import Image
from sqlalchemy import select

from adjudicator import games
from adjudicator.engine import Refused
from atlas.lettering import font_files
from atlas.raster import rasterise
from correspondence.host_editions import EDITIONS, choices, playable_editions
from correspondence.models import Game
from correspondence.proxies import Proxies
from correspondence.settings import VARIABLES, Settings
from correspondence.store import Store
from worker import service
from worker.messages import uses_embedded_broker

Grade = Literal["fine", "note", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """A finding: stable `code`, `words` for people, how to fix it (`mend`, or empty)."""

    code: str
    grade: Grade
    words: str
    mend: str = ""


@dataclass(frozen=True)
class Patient:
    """The service to check: settings, their environment, the database, the time.

    `send_test`: an address for a test email, or empty. `clock` is this machine's.
    """

    settings: Settings
    environ: Mapping[str, str]
    store: Store
    now: datetime
    send_test: str = ""
    clock: Callable[[], datetime] = service.clock


Check = Callable[[Patient], Iterator[Finding]]


def fine(code: str, words: str) -> Finding:
    """Nothing is wrong."""
    return Finding(code, "fine", words)


def note(code: str, words: str, mend: str) -> Finding:
    """Something that may be intended."""
    return Finding(code, "note", words, mend)


def warning(code: str, words: str, mend: str) -> Finding:
    """Return a finding about something that will cause trouble."""
    return Finding(code, "warning", words, mend)


def fault(code: str, words: str, mend: str) -> Finding:
    """Something that is wrong."""
    return Finding(code, "fault", words, mend)


def ago(seconds: float) -> str:
    """A duration in words: `40 seconds`, `3 minutes`, `2 hours`, `4 days`."""
    for unit, length in (("day", 86400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}s"
    return f"{seconds:.0f} seconds"


MAX_NAMED = 5


def some(names: Sequence[str]) -> str:
    """The first few of some names."""
    return ", ".join(names[:MAX_NAMED]) + (", ..." if len(names) > MAX_NAMED else "")


# Names of such variables in other programs.
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
MIN_BITS, MIN_TOKEN_BITS, MIN_PASSWORD_BITS = 100.0, 60.0, 40.0
_NEW_KEY = "create a new one: openssl rand -hex 32 (everybody has to sign in again)"


def variables(patient: Patient) -> Iterator[Finding]:
    """Variables that are probably misspelt."""
    for name in sorted(set(patient.environ) - set(VARIABLES)):
        near = LOOKALIKES.get(name) or next(iter(difflib.get_close_matches(name, VARIABLES, 1, 0.86)), "")
        if near and near in patient.environ:
            continue
        if near or name.startswith("ROOKERY_"):
            meant = near or "one of those in docs/hosting.md"
            yield warning("unknown-variable", f"there is no setting {name}", f"did you mean {meant}?")


def secret(patient: Patient) -> Iterator[Finding]:
    """The key cannot be guessed."""
    key = patient.settings.secret_key
    if _bits(key) < MIN_BITS:
        yield fault("weak-secret", "SECRET_KEY is easy to guess, so cookies could be forged", _NEW_KEY)
    else:
        yield fine("secret", "SECRET_KEY is long enough")
    token = patient.settings.metrics_token
    if token and _bits(token) < MIN_TOKEN_BITS:
        yield warning("weak-metrics-token", "METRICS_TOKEN is easy to guess", "create a new one: openssl rand -hex 32")


def _bits(key: str) -> float:
    """Upper bound of the entropy of a key, from its own characters."""
    counts = Counter(key)
    return -sum(count * math.log2(count / len(key)) for count in counts.values())


def addresses(patient: Patient) -> Iterator[Finding]:
    """The addresses of the site and of the sender fit, and nothing private is open."""
    yield from _check_site_address(patient.settings)
    yield from _check_mail_settings(patient.settings)
    yield from _check_database_and_broker(patient.settings)
    yield fine("addresses", f"the site is {patient.settings.base_url}, emails come from {patient.settings.sender}")


def _check_site_address(settings: Settings) -> Iterator[Finding]:
    """Check the site's address, its proxy and its webhooks; yield what is wrong."""
    if settings.public and not settings.base_url.startswith("https://"):
        yield fault(
            "no-tls",
            f"BASE_URL is {settings.base_url}: cookies and sign-in links would be sent unencrypted",
            "put a web server with TLS in front of the site, and set BASE_URL to its https:// address",
        )
    elif settings.public and not settings.trusted_proxies:
        yield warning(
            "proxies-untrusted",
            "TRUSTED_PROXIES is 0, but a proxy in front of the site must handle TLS. All visitors then seem to have "
            "one address: rate limits hold for all of them together, and one visitor can take all threads",
            "set TRUSTED_PROXIES to the address of your own proxy, such as 127.0.0.1",
        )
    elif settings.proxy_networks and not Proxies(settings).is_trusted("127.0.0.1"):
        yield note(
            "proxy-elsewhere",
            "TRUSTED_PROXIES does not name this machine. If the proxy runs here, all visitors seem to have one address",
            "if your proxy runs here, add 127.0.0.1 to TRUSTED_PROXIES",
        )
    if settings.webhooks_loopback and settings.public:
        yield fault(
            "webhooks-loopback",
            "WEBHOOKS_LOOPBACK is allowed: players can reach what runs on this machine",
            "remove WEBHOOKS_LOOPBACK",
        )


def _check_mail_settings(settings: Settings) -> Iterator[Finding]:
    """Check the mail server, link and sender settings; yield what is wrong."""
    if settings.embedded_mail:
        if settings.public:
            yield fault(
                "no-mail-server",
                "the site is public, but emails only go to its own mailbox, which nobody reads",
                "set SMTP_URL, such as smtp://user:password@host:587",
            )
        return
    if not settings.public:
        yield warning(
            "base-url-local",
            f"emails are sent, but their links lead to {settings.base_url}, which only this machine can open",
            "set BASE_URL to the public address of the site",
        )
    if settings.host == "localhost.localdomain":
        yield warning(
            "sender-local",
            f"emails come from {settings.sender}; mail servers will refuse that",
            "set MAIL_FROM to an address of your own domain",
        )


def _check_database_and_broker(settings: Settings) -> Iterator[Finding]:
    """Check the broker and password used with the database; yield what is wrong."""
    if settings.database_url.startswith("postgresql") and uses_embedded_broker(settings):
        yield note(
            "broker-of-files",
            "with the embedded broker, PostgreSQL can have only one worker, on this machine",
            "for more than one worker set BROKER_URL, such as redis://host:6379/0",
        )
    password = urlsplit(settings.database_url).password
    if password and _bits(password) < MIN_PASSWORD_BITS:
        yield warning(
            "weak-database-password",
            "the password in DATABASE_URL is short",
            "create a longer one: openssl rand -hex 16",
        )


BACK = "get its folder from a backup or from its author, then: rookery data add btwixt FOLDER"


def editions(patient: Patient) -> Iterator[Finding]:
    """Added editions are readable, and the offered and used ones are there."""
    folder = patient.settings.data_dir / EDITIONS
    added_editions = {
        added_edition.id: added_edition for added_edition in playable_editions(folder) if added_edition.brought
    }
    for added_edition in added_editions.values():
        if added_edition.trouble:
            words = "; ".join(reason.words for reason in added_edition.trouble)
            yield fault("edition-unreadable", f"the edition {added_edition.id} cannot be read: {words}", BACK)
    for base, offered_id in choices(folder).items():
        if offered_id not in added_editions:
            words = f"{offered_id} is to be used instead of {base}, but it is missing"
            yield fault("edition-offered-missing", words, f"{BACK}; or: rookery data offer {base}")
    with patient.store.read() as session:
        played = list(session.scalars(select(Game.edition).distinct().order_by(Game.edition)))
        missing = [edition for edition in played if edition not in added_editions and not _is_known(edition)]
        games = select(Game.public_id).where(Game.edition.in_(missing)).order_by(Game.id)
        waiting = list(session.scalars(games.limit(MAX_NAMED + 1)))
    if missing:
        words = f"games use missing editions, {', '.join(missing)}: {some(waiting)}"
        yield fault("edition-missing", words, BACK)
    if added_editions:
        yield fine("editions", f"{len(added_editions)} editions were added here")


def _is_known(edition: str) -> bool:
    try:
        games.of_edition(edition)
    except Refused:
        return False
    return True


MIN_PYTHON = (3, 11)
MIN_BYTES, LITTLE_BYTES = 200 * 1024**2, 1024**3
# A word in each bundled font; without the font the picture would be empty.
_PROOF = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200" height="60">'
    '<rect width="200" height="60" fill="#fff"/>'
    '<text x="10" y="45" font-size="40" font-family="{family}">Raven</text></svg>'
)
FAMILIES = ("EB Garamond", "Cinzel")


def python(patient: Patient) -> Iterator[Finding]:
    """Python is new enough."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < MIN_PYTHON:
        yield fault("python-old", f"Python {version} is too old", "install Python 3.11 or newer")
    else:
        yield fine("python", f"Python {version}")


def data_folder(patient: Patient) -> Iterator[Finding]:
    """The data folder is writable, and its secrets are private."""
    folder = patient.settings.data_dir
    if not os.access(folder, os.W_OK | os.X_OK):
        yield fault(
            "data-not-writable",
            f"{folder} cannot be written",
            f"chown it to the user that runs Rookery, or set ROOKERY_DATA: chown -R $USER {folder}",
        )
        return
    secret = [folder / "secret-key", *folder.glob("*.db"), *folder.glob("*.backup")]
    for path in secret:
        if path.is_file() and _open_to_others(path):
            yield warning("file-open-to-others", f"{path} can be read by others on this machine", f"chmod 600 {path}")
    yield fine("data-folder", f"{folder} can be written")


def _open_to_others(path: Path) -> bool:
    """Whether other users can reach and read the file."""
    if not path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
        return False
    return bool(path.parent.stat().st_mode & stat.S_IXOTH)


def disk(patient: Patient) -> Iterator[Finding]:
    """There is free space on the disk."""
    free = shutil.disk_usage(patient.settings.data_dir).free
    words = f"{free // 1024**2} MiB are free on the disk of {patient.settings.data_dir}"
    mend = "delete old backups and logs first; then get a larger disk"
    if free < MIN_BYTES:
        yield fault("disk-full", words, mend)
    elif free < LITTLE_BYTES:
        yield warning("disk-little", words, mend)
    else:
        yield fine("disk", words)


def drawing(patient: Patient) -> Iterator[Finding]:
    """Check that fonts are installed and that their text is visible on maps."""
    missing = [path for path in font_files() if not Path(path).is_file()]
    again = "install Rookery again: pip install --force-reinstall rookery"
    if missing:
        yield fault("fonts-missing", f"the font {missing[0]} is missing, so maps would have no names", again)
        return
    for family in FAMILIES:
        try:
            picture = Image.open(io.BytesIO(rasterise(_PROOF.format(family=family), 200))).convert("L")
        except (OSError, ValueError, RuntimeError) as error:
            yield fault("drawing-fails", f"maps cannot be drawn: {error}", again)
            return
        if picture.getextrema()[0] > 128:  # type: ignore[operator]
            yield fault("font-without-ink", f"text in the font {family} is invisible on maps", again)
            return
    yield fine("drawing", "maps can be drawn, with text")
