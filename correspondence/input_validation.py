"""Errors of use cases in words for people, and normalisation of typed text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import idna

from narration.words import LANGUAGES, N_, Words

if TYPE_CHECKING:
    from email_validator import ValidatedEmail

# What a position that no game can reach makes the rules stumble over; a refusal says the same in their own words.
STUMBLES = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError, RecursionError)

NEWER_VERSION = N_("Version {n} is submitted now, but this one is based on another. Nothing was changed.")
NEWER_STATE = N_("This was changed elsewhere after you read it. Your change was not made.")
NONE_THERE = N_("There is nothing to replace. Nothing was changed.")


class UserError(Exception):
    """An error for people: stable code, catalog template and values that fill it."""

    def __init__(self, code: str, template: str, **values: Any) -> None:
        self.code, self.template, self.values = code, template, values
        super().__init__(f"{code}: {self.words}")

    @property
    def words(self) -> str:
        """The words in English."""
        return self.template.format(**self.values)

    def say(self, words: Words) -> str:
        """The words in somebody's language."""
        return words.say(self.template, **self.values)


class Denied(UserError):
    """The asker may not do this, or not now (`turn-closed`, `not-your-seat`, ...)."""


class Superseded(Denied):
    """A refusal because something newer exists than what was to be replaced.
    Nothing was stored. `version` is what is there: the number of a version, or the id of what has no numbers; falsy if
    nothing is. `older`: what came is older by its own date."""

    def __init__(self, version: int | str, *, older: bool = False) -> None:
        self.version, self.older = version, older
        words = NEWER_VERSION if isinstance(version, int) else NEWER_STATE
        super().__init__("newer-version", words if version else NONE_THERE, n=version)


class Invalid(UserError):
    """Something typed cannot be taken: `field` names which."""

    def __init__(self, code: str, template: str, field: str, **values: Any) -> None:
        self.field = field
        super().__init__(code, template, **values)


class NotFound(UserError):
    """There is no such thing, or the asker may not know of it (`no-such-game`, ...)."""


# Nothing that is written in Unicode becomes shorter than this part of itself when it is put in its one form (NFC).
ROOM = 4
# Marks on one letter that any language needs (UAX #15, stream-safe text); to sort more of them takes their square.
MAX_MARKS = 30
# They would turn the text around them, so that it reads as something that was not written.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters that fill a place and show nothing.
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u034f\u2800")
_JOINERS = frozenset("\u200c\u200d")
_VARIANTS = frozenset("\ufe0e\ufe0f")
# What spells the region of a flag after this sign, with the sign that ends it: six at most.
_FLAG, _REGION, _MAX_REGION_LENGTH = "\U0001f3f4", "".join(map(chr, range(0xE0020, 0xE0080))), 6


def normalize_text(value: str, field: str, longest: int) -> str:
    """Return a text normalised to NFC; Invalid `too-long`, `too-many-marks`.
    `longest`: the characters it may have in the end; many more are refused before they are read."""
    if len(value) > ROOM * longest:
        raise too_long(field, longest)
    if value.isascii():
        return value
    marks = 0
    for letter in value:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MAX_MARKS:
            raise Invalid("too-many-marks", "A character cannot have so many accents.", field)
    return unicodedata.normalize("NFC", value)


def too_long(field: str, longest: int) -> Invalid:
    """What to raise for a text of more than `longest` characters."""
    return Invalid("too-long", "This is longer than {longest} characters.", field, longest=longest)


def hidden(letter: str) -> bool:
    """Whether a character is invisible, or bidirectional; includes line breaks."""
    return letter in TURNING or unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")


def unseen(text: str) -> bool:
    """Whether a line has invisible characters: hidden ones, fillers, empty glyphs.

    Joiners of emoji, region letters of flags and shaping marks of scripts that need them count as visible.
    """
    return any(
        hidden(letter) or letter in _FILLERS or (_shapeless(letter) and not _is_needed_mark(text, place))
        for place, letter in enumerate(text)
    )


def _shapeless(letter: str) -> bool:
    return (
        unicodedata.category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    )


def _is_needed_mark(text: str, place: int) -> bool:
    """Return whether the joiner, selector or tag at `place` has an effect."""
    before, letter = text[place - 1 : place], text[place]
    if not before:
        return False
    if letter in _REGION:
        return text[max(0, place - _MAX_REGION_LENGTH) : place].rstrip(_REGION).endswith(_FLAG)
    symbol = unicodedata.category(before) in ("So", "Sk") or before in _VARIANTS
    if letter in _VARIANTS:
        return symbol and before not in _VARIANTS or before in "0123456789#*"
    shaped = unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == 9
    return letter in _JOINERS and place + 1 < len(text) and (shaped or symbol)


# Scripts that are written together in one word.
_TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA", "LATIN"}, {"HAN", "HANGUL", "LATIN"}, {"HAN", "BOPOMOFO", "LATIN"})
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})


def looks(text: str) -> str:
    """Return a text's skeleton: equal for confusable texts; no marks, spaces, case."""
    bare = (_look(letter) for letter in unicodedata.normalize("NFKD", text) if letter.isalnum() or letter == "|")
    return "".join(bare).casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def mixes_scripts(text: str) -> bool:
    """Return whether a word of the text mixes scripts with confusable letters.
    Scripts that are written together in one word count as one."""
    return any(_word_mixes_scripts(word) for word in text.split())


def _word_mixes_scripts(word: str) -> bool:
    """Return whether a word mixes unrelated scripts with confusable letters."""
    if word.isascii():
        return False
    # The list takes as long to load as all the rest of a small command, and few names need it.
    from confusable_homoglyphs import categories  # type: ignore[import-untyped]

    scripts = {categories.alias(letter) for letter in word if letter.isalpha()} - {"COMMON", "INHERITED"}
    if len(scripts) < 2 or any(scripts <= script_group for script_group in _TOGETHER):
        return False
    return any(not letter.isascii() and _look(letter) != letter for letter in word)


@cache
def _look(letter: str) -> str:
    """Return the English letter or digit a character is confusable with, or itself."""
    if letter.isascii():
        return letter
    from confusable_homoglyphs import confusables

    matches = confusables.is_confusable(letter, greedy=True)
    alike = [homoglyph["c"] for homoglyph in matches[0]["homoglyphs"]] if matches else []
    return min((glyph for glyph in alike if len(glyph) == 1 and glyph.isascii() and glyph.isalnum()), default=letter)


_NEXT = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")
MAX_EMAIL_LENGTH, MAX_NEXT_LENGTH = 254, 500
MAX_DOMAIN_LENGTH, MAX_ZONE_LENGTH = 253, 64
# Domains that mean nothing on the internet, but are those of mail servers in houses and firms.
OWN_NETWORKS = ("arpa", "local", "localhost", "test")


def line(value: str, field: str, longest: int, *, empty: bool = False) -> str:
    """Return one line of visible text with spaces normalised.
    Invalid: `empty`, `too-long`, `too-many-marks`, `control-characters`."""
    value = normalize_text(value, field, longest).strip(" ")
    if unseen(value):
        raise Invalid(
            "control-characters",
            "Line breaks, control characters and invisible characters are not allowed here.",
            field,
        )
    value = " ".join(value.split())
    if len(value) > longest:
        raise too_long(field, longest)
    if not value and not empty:
        raise Invalid("empty", "Please fill this in.", field)
    return value


def label(value: str, field: str, longest: int, *, empty: bool = False) -> str:
    """Return a title or a name as one line of text.
    Invalid as :func:`line`, and `mixed-letters`."""
    value = line(value, field, longest, empty=empty)
    check_single_alphabet(value, field)
    return value


def check_single_alphabet(value: str, field: str) -> None:
    """Raise Invalid `mixed-letters` for a word that imitates one in a single alphabet."""
    if mixes_scripts(value):
        raise Invalid(
            "mixed-letters", "A word of this name mixes similar-looking characters of several alphabets.", field
        )


def email(value: str, field: str = "email") -> str:
    """Return an email address normalised: lower case, ASCII domain.

    Invalid `bad-email`, also for a local part outside ASCII: few relays take it. Whether it exists is not checked.
    """
    if len(value) <= 2 * MAX_EMAIL_LENGTH:
        with suppress(ValueError):
            address = _load_email_validator()(
                value.strip(" "), allow_smtputf8=False, check_deliverability=False, strict=True
            )
            return (address.ascii_email or "").lower()
    raise Invalid("bad-email", "This is not an email address.", field)


@cache
def _load_email_validator() -> Callable[..., ValidatedEmail]:
    # It takes 20 ms to load, and few commands need it.
    """Load and return the email check, made to allow domains of own networks."""
    import email_validator

    special = email_validator.SPECIAL_USE_DOMAIN_NAMES
    special[:] = [name for name in special if name not in OWN_NETWORKS]
    return email_validator.validate_email


def ascii_domain(domain: str) -> str:
    """Return a domain lower-case in ASCII (IDNA 2008), up to 253; or UnicodeError."""
    if len(domain) > MAX_DOMAIN_LENGTH:
        raise UnicodeError("a domain has at most 253 characters")
    return domain.lower() if domain.isascii() else idna.encode(domain, uts46=True).decode()


def language(value: str, field: str = "language") -> str:
    """Return a language of the service; Invalid `unknown-language` for others."""
    if value not in LANGUAGES:
        raise Invalid("unknown-language", "This service is not available in that language.", field)
    return value


def zone(value: str, field: str = "zone") -> str:
    """An IANA time zone. Invalid: `unknown-zone`."""
    try:
        if len(value) <= MAX_ZONE_LENGTH and re.fullmatch(r"[A-Za-z0-9_+/-]+", value):
            return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass  # refused below, like whatever does not look like a zone
    raise Invalid("unknown-zone", "This is not a time zone such as Europe/Rome.", field)


def zone_or_utc(value: str) -> str:
    """Return a time zone told by a browser; UTC if unknown, as nobody typed it."""
    try:
        return zone(value)
    except Invalid:
        return "UTC"


def next_url(value: str) -> str:
    """Return the path to go to after sign-in if on this site, else nothing."""
    return value if len(value) <= MAX_NEXT_LENGTH and _NEXT.fullmatch(value) else ""
