"""Text that people typed, before it is kept: bounded, on one line, and in a form of which there is only one."""

from __future__ import annotations

import re
import unicodedata
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from correspondence.errors import Invalid
from correspondence.words import LANGUAGES, N_

_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_NEXT = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")
LONGEST_EMAIL, LONGEST_NEXT = 254, 500


def line(value: str, field: str, longest: int, *, empty: bool = False) -> str:
    """One line of visible text, spaces put in order. Invalid: `empty`, `too-long`, `control-characters`."""
    value = unicodedata.normalize("NFC", value).strip(" ")
    if any(unicodedata.category(c) in ("Cc", "Cs", "Cn", "Zl", "Zp") for c in value):
        raise Invalid("control-characters", N_("Line breaks and control characters are not possible here."), field)
    value = re.sub(r"\s+", " ", value)
    if len(value) > longest:
        raise Invalid("too-long", N_("This is longer than {longest} characters."), field, longest=longest)
    if not value and not empty:
        raise Invalid("empty", N_("Something has to stand here."), field)
    return value


def email(value: str, field: str = "email") -> str:
    """An address in the form we keep: lower case, the domain in its ASCII form. Invalid: `bad-email`."""
    bad = Invalid("bad-email", N_("This is not an e-mail address."), field)
    local, at, domain = value.strip(" ").rpartition("@")
    if not at or len(local) > 64 or _LOCAL.fullmatch(local) is None:
        raise bad
    try:
        domain = domain.lower() if domain.isascii() else domain.lower().encode("idna").decode()
    except UnicodeError:
        raise bad from None
    labels = domain.split(".")
    if len(labels) < 2 or any(_LABEL.fullmatch(label) is None for label in labels):
        raise bad
    kept = f"{local.lower()}@{domain}"
    if len(kept) > LONGEST_EMAIL:
        raise bad
    return kept


def language(value: str, field: str = "language") -> str:
    """One of the service's languages. Invalid: `unknown-language`."""
    if value not in LANGUAGES:
        raise Invalid("unknown-language", N_("This service does not speak that language."), field)
    return value


def zone(value: str, field: str = "zone") -> str:
    """An IANA time zone. Invalid: `unknown-zone`."""
    try:
        if len(value) <= 64 and re.fullmatch(r"[A-Za-z0-9_+/-]+", value):
            return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass  # refused below, like whatever does not look like a zone
    raise Invalid("unknown-zone", N_("This is not a time zone such as Europe/Rome."), field)


def next_url(value: str) -> str:
    """Where to go after signing in: a path on this site, else nothing. Never another site."""
    return value if len(value) <= LONGEST_NEXT and _NEXT.fullmatch(value) else ""
