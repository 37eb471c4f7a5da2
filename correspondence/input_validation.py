"""Text that people typed, before it is kept: bounded, on one line, and in a form of which there is only one."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import idna

from correspondence.characters import settled, too_long, unseen
from correspondence.confusables import mixed
from correspondence.errors import Invalid
from narration.words import LANGUAGES, N_

if TYPE_CHECKING:
    from email_validator import ValidatedEmail

_NEXT = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")
LONGEST_EMAIL, LONGEST_NEXT = 254, 500
LONGEST_DOMAIN, LONGEST_ZONE = 253, 64
# Domains that mean nothing on the internet, but are those of mail servers in houses and firms.
OWN_NETWORKS = ("arpa", "local", "localhost", "test")


def line(value: str, field: str, longest: int, *, empty: bool = False) -> str:
    """One line of visible text, spaces put in order. Invalid: `empty`, `too-long`, `too-many-marks`,
    `control-characters`."""
    value = settled(value, field, longest).strip(" ")
    if unseen(value):
        words = N_("Line breaks, control characters and signs that nobody sees are not possible here.")
        raise Invalid("control-characters", words, field)
    value = " ".join(value.split())
    if len(value) > longest:
        raise too_long(field, longest)
    if not value and not empty:
        raise Invalid("empty", N_("Something has to stand here."), field)
    return value


def label(value: str, field: str, longest: int, *, empty: bool = False) -> str:
    """A line that something is called by: a title, a name. Invalid as :func:`line`, and `mixed-letters`."""
    value = line(value, field, longest, empty=empty)
    in_one_alphabet(value, field)
    return value


def in_one_alphabet(value: str, field: str) -> None:
    """Invalid `mixed-letters` where a word would be taken for another, which is written in one alphabet alone."""
    if mixed(value):
        raise Invalid(
            "mixed-letters", N_("A word of this name mixes letters of several alphabets that look alike."), field
        )


def email(value: str, field: str = "email") -> str:
    """An address in the form we keep: lower case, the domain in its ASCII form. Invalid: `bad-email`.

    Whether it exists is not asked. A name before the @ outside ASCII is refused: few relays take letters to it.
    """
    if len(value) <= 2 * LONGEST_EMAIL:
        with suppress(ValueError):
            found = _validate_email()(value.strip(" "), allow_smtputf8=False, check_deliverability=False, strict=True)
            return (found.ascii_email or "").lower()
    raise Invalid("bad-email", N_("This is not an e-mail address."), field)


@cache
def _validate_email() -> Callable[..., ValidatedEmail]:
    # It takes 20 ms to load, and few commands need it.
    import email_validator

    special = email_validator.SPECIAL_USE_DOMAIN_NAMES
    special[:] = [name for name in special if name not in OWN_NETWORKS]
    return email_validator.validate_email


def ascii_domain(domain: str) -> str:
    """A domain of at most 253 characters in lower case, in its ASCII form (IDNA 2008). UnicodeError if it has none."""
    if len(domain) > LONGEST_DOMAIN:
        raise UnicodeError("a domain has at most 253 characters")
    return domain.lower() if domain.isascii() else idna.encode(domain, uts46=True).decode()


def language(value: str, field: str = "language") -> str:
    """One of the service's languages. Invalid: `unknown-language`."""
    if value not in LANGUAGES:
        raise Invalid("unknown-language", N_("This service does not speak that language."), field)
    return value


def zone(value: str, field: str = "zone") -> str:
    """An IANA time zone. Invalid: `unknown-zone`."""
    try:
        if len(value) <= LONGEST_ZONE and re.fullmatch(r"[A-Za-z0-9_+/-]+", value):
            return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass  # refused below, like whatever does not look like a zone
    raise Invalid("unknown-zone", N_("This is not a time zone such as Europe/Rome."), field)


def zone_or_utc(value: str) -> str:
    """A time zone that a browser told of itself: UTC if it is none that we know, for nobody has typed it."""
    try:
        return zone(value)
    except Invalid:
        return "UTC"


def next_url(value: str) -> str:
    """Where to go after signing in: a path on this site, else nothing. Never another site."""
    return value if len(value) <= LONGEST_NEXT and _NEXT.fullmatch(value) else ""
