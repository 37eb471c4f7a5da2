"""The service's languages: English in the source, others from catalogs.

`translator("it").say("{house} takes {area}.", house=..., area=...)` translates the template, then fills it; values are
never translated or read as templates. Catalogs: `locale/<language>/LC_MESSAGES/rookery.po`, compiled at first use.
`python -m narration.catalogs` updates them from the code.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from adjudicator.engine import word_tables as word_tables

DOMAIN = "rookery"
LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español"}
# English dates and lists are written the European way: `21 November`, `a, b and c`.
FORMATS = {"en": "en_GB"}
MAX_KEPT = 4096
LOCALE = Path(__file__).parent / "locale"


def N_(message: str) -> str:
    """Mark a template in a table for the catalogs; it is translated when used."""
    return message


class Words:
    """A language (one of LANGUAGES): translates templates and joins lists."""

    def __init__(self, language: str, catalog: NullTranslations) -> None:
        self.language = language
        self.locale = Locale.parse(FORMATS.get(language, language))
        self._catalog = catalog

    def gettext(self, message: str) -> str:
        """The message in this language, itself where no translation is known."""
        return str(self._catalog.gettext(message)) if message else ""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The singular or plural message for n things."""
        return str(self._catalog.ngettext(singular, plural, n))

    def say(self, template: str, **values: Any) -> str:
        """The translated template with its `{name}` places filled."""
        return self.gettext(template).format(**values)

    def say_n(self, singular: str, plural: str, n: int, **values: Any) -> str:
        """As `say`, for n things; `{n}` stands for the number."""
        return self.ngettext(singular, plural, n).format(n=n, **values)

    def both(self, items: Iterable[str]) -> str:
        """`a, b and c` in this language."""
        return _joined("standard", tuple(items), self.locale)

    def either(self, items: Iterable[str]) -> str:
        """`a, b or c` in this language."""
        return _joined("or", tuple(items), self.locale)


@lru_cache(maxsize=MAX_KEPT)
def _joined(style: Literal["standard", "or"], items: tuple[str, ...], locale: Locale) -> str:
    return format_list(items, style=style, locale=locale)


def catalog_path(language: str) -> Path:
    """Where a language's catalog lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


@cache
def translator(language: str) -> Words:
    """The words of a language; of English for a language the service does not speak."""
    if language not in LANGUAGES:
        language = "en"
    path = catalog_path(language)
    if language == "en" or not path.exists():
        return Words(language, NullTranslations())
    compiled = io.BytesIO()
    with path.open("rb") as file:
        # A translation that waits for a review (`narration.catalogs`) is better than English among other sentences.
        write_mo(compiled, read_po(file, locale=language, domain=DOMAIN), use_fuzzy=True)
    compiled.seek(0)
    return Words(language, Translations(compiled, domain=DOMAIN))
