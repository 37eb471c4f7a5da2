"""The machine, the settings and the editions: can the service run here at all?"""

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
from correspondence.host_editions import EDITIONS, choices, known
from correspondence.models import Game
from correspondence.proxies import Proxies
from correspondence.settings import VARIABLES, Settings
from correspondence.store import Store
from worker import service
from worker.messages import embedded

Grade = Literal["fine", "note", "warning", "fault"]


@dataclass(frozen=True)
class Finding:
    """`code` is stable; `words` say what was found, `mend` what to do about it (empty if nothing)."""

    code: str
    grade: Grade
    words: str
    mend: str = ""


@dataclass(frozen=True)
class Patient:
    """The service that is looked at: its settings, the environment they came from, its database, the time here.

    `send_test`: an address to which a letter may be sent, or empty. `clock` is this machine's.
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
    """Something that may be as it is meant."""
    return Finding(code, "note", words, mend)


def warning(code: str, words: str, mend: str) -> Finding:
    """Something that goes wrong sooner or later."""
    return Finding(code, "warning", words, mend)


def fault(code: str, words: str, mend: str) -> Finding:
    """Something that is wrong."""
    return Finding(code, "fault", words, mend)


def ago(seconds: float) -> str:
    """A length of time in words: `40 seconds`, `3 minutes`, `2 hours`, `4 days`."""
    for unit, length in (("day", 86400.0), ("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}s"
    return f"{seconds:.0f} seconds"


MAX_NAMED = 5


def some(names: Sequence[str]) -> str:
    """The first few of some names."""
    return ", ".join(names[:MAX_NAMED]) + (", ..." if len(names) > MAX_NAMED else "")


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
MIN_BITS, MIN_TOKEN_BITS, MIN_PASSWORD_BITS = 100.0, 60.0, 40.0
_NEW_KEY = "take a new one: openssl rand -hex 32 (everybody signs in again)"


def variables(patient: Patient) -> Iterator[Finding]:
    """Variables that nobody reads and somebody seems to have meant."""
    for name in sorted(set(patient.environ) - set(VARIABLES)):
        near = LOOKALIKES.get(name) or next(iter(difflib.get_close_matches(name, VARIABLES, 1, 0.86)), "")
        if near and near in patient.environ:
            continue
        if near or name.startswith("ROOKERY_"):
            meant = near or "one of those in docs/hosting.md"
            yield warning("unknown-variable", f"nobody reads {name}", f"did you mean {meant}?")


def secret(patient: Patient) -> Iterator[Finding]:
    """A key that cannot be guessed."""
    key = patient.settings.secret_key
    if _bits(key) < MIN_BITS:
        yield fault("weak-secret", "SECRET_KEY can be guessed: cookies could be forged", _NEW_KEY)
    else:
        yield fine("secret", "SECRET_KEY is long enough")
    token = patient.settings.metrics_token
    if token and _bits(token) < MIN_TOKEN_BITS:
        yield warning("weak-metrics-token", "METRICS_TOKEN can be guessed", "take a new one: openssl rand -hex 32")


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
        yield fault(
            "no-tls",
            f"BASE_URL is {settings.base_url}: cookies and sign-in links would travel in the clear",
            "put a web server with TLS before the site and set BASE_URL to its https:// address",
        )
    elif settings.public and not settings.trusted_proxies:
        yield warning(
            "proxies-untrusted",
            "TRUSTED_PROXIES is 0, but something before the site must speak TLS: all visitors are one place, so limits "
            "for strangers hold for all of them together, and no address can be kept from taking all threads",
            "set TRUSTED_PROXIES to the address of your own proxy, such as 127.0.0.1",
        )
    elif settings.proxy_networks and not Proxies(settings).known("127.0.0.1"):
        yield note(
            "proxy-elsewhere",
            "TRUSTED_PROXIES does not name this machine: if the proxy runs here, all visitors are one place",
            "add 127.0.0.1 to TRUSTED_PROXIES if your proxy asks from there",
        )
    if settings.webhooks_loopback and settings.public:
        yield fault(
            "webhooks-loopback",
            "WEBHOOKS_LOOPBACK is allowed: players can reach what runs on this machine",
            "remove WEBHOOKS_LOOPBACK",
        )


def _of_letters(settings: Settings) -> Iterator[Finding]:
    if settings.embedded_mail:
        if settings.public:
            yield fault(
                "no-mail-server",
                "the site is public and letters only go to its own mailbox, which nobody looks into",
                "set SMTP_URL, such as smtp://user:password@host:587",
            )
        return
    if not settings.public:
        yield warning(
            "base-url-local",
            f"letters leave, but their links lead to {settings.base_url}, which only this machine can open",
            "set BASE_URL to the address that people see",
        )
    if settings.host == "localhost.localdomain":
        yield warning(
            "sender-local",
            f"letters come from {settings.sender}; mail servers will not take that",
            "set MAIL_FROM to an address of a domain of yours",
        )


def _behind(settings: Settings) -> Iterator[Finding]:
    if settings.database_url.startswith("postgresql") and embedded(settings):
        yield note(
            "broker-of-files",
            "PostgreSQL with the embedded broker: one worker on this machine only",
            "for more than one worker set BROKER_URL, such as redis://host:6379/0",
        )
    password = urlsplit(settings.database_url).password
    if password and _bits(password) < MIN_PASSWORD_BITS:
        yield warning(
            "weak-database-password",
            "the password in DATABASE_URL is short",
            "take a longer one: openssl rand -hex 16",
        )


BACK = "bring its folder back from a backup, or from whoever has it, and: rookery data add btwixt FOLDER"


def brought(patient: Patient) -> Iterator[Finding]:
    """Every edition that was added can be read, and each that games need, or that is offered, is there."""
    folder = patient.settings.data_dir / EDITIONS
    found = {one.id: one for one in known(folder) if one.brought}
    for one in found.values():
        if one.trouble:
            words = "; ".join(reason.words for reason in one.trouble)
            yield fault("edition-unreadable", f"{one.id} cannot be played with: {words}", BACK)
    for base, chosen in choices(folder).items():
        if chosen not in found:
            words = f"{chosen} is to be offered in the place of {base}, and is not there"
            yield fault("edition-offered-missing", words, f"{BACK}; or: rookery data offer {base}")
    with patient.store.read() as session:
        played = list(session.scalars(select(Game.edition).distinct().order_by(Game.edition)))
        missing = [edition for edition in played if edition not in found and not _is_known(edition)]
        games = select(Game.public_id).where(Game.edition.in_(missing)).order_by(Game.id)
        waiting = list(session.scalars(games.limit(MAX_NAMED + 1)))
    if missing:
        words = f"games are played with editions that are not here, {', '.join(missing)}: {some(waiting)}"
        yield fault("edition-missing", words, BACK)
    if found:
        yield fine("editions", f"{len(found)} editions were added here")


def _is_known(edition: str) -> bool:
    try:
        games.of_edition(edition)
    except Refused:
        return False
    return True


MIN_PYTHON = (3, 11)
MIN_BYTES, LITTLE_BYTES = 200 * 1024**2, 1024**3
# A letter drawn in each of the bundled fonts; without them nothing would be in the picture.
_PROOF = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200" height="60">'
    '<rect width="200" height="60" fill="#fff"/>'
    '<text x="10" y="45" font-size="40" font-family="{family}">Raven</text></svg>'
)
FAMILIES = ("EB Garamond", "Cinzel")


def python(patient: Patient) -> Iterator[Finding]:
    """A Python that is new enough."""
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < MIN_PYTHON:
        yield fault("python-old", f"Python {found} is too old", "install Python 3.11 or newer")
    else:
        yield fine("python", f"Python {found}")


def data_folder(patient: Patient) -> Iterator[Finding]:
    """The data folder can be written, and nobody else reads what is secret in it."""
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
    """Whether others can come to the file at all, and read it."""
    if not path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
        return False
    return bool(path.parent.stat().st_mode & stat.S_IXOTH)


def disk(patient: Patient) -> Iterator[Finding]:
    """There is room."""
    free = shutil.disk_usage(patient.settings.data_dir).free
    words = f"{free // 1024**2} MiB are free where {patient.settings.data_dir} is"
    mend = "make room: old backups and logs first; then a larger disk"
    if free < MIN_BYTES:
        yield fault("disk-full", words, mend)
    elif free < LITTLE_BYTES:
        yield warning("disk-little", words, mend)
    else:
        yield fine("disk", words)


def drawing(patient: Patient) -> Iterator[Finding]:
    """Fonts are there, and letters come out as ink."""
    missing = [path for path in font_files() if not Path(path).is_file()]
    again = "install Rookery again: pip install --force-reinstall rookery"
    if missing:
        yield fault("fonts-missing", f"the font {missing[0]} is missing: maps would have no names", again)
        return
    for family in FAMILIES:
        try:
            picture = Image.open(io.BytesIO(rasterise(_PROOF.format(family=family), 200))).convert("L")
        except (OSError, ValueError, RuntimeError) as error:
            yield fault("drawing-fails", f"maps cannot be drawn: {error}", again)
            return
        if picture.getextrema()[0] > 128:  # type: ignore[operator]
            yield fault("font-without-ink", f"letters in {family} leave no ink on a map", again)
            return
    yield fine("drawing", "maps can be drawn, with their letters")
