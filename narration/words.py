"""The service's languages: English in the source, others from catalogs.

`translator("it").say("{house} takes {area}.", house=..., area=...)` translates the template, then fills it; values are
never translated or read as templates. Catalogs: `locale/<language>/LC_MESSAGES/rookery.po`, compiled at first use.
`python -m narration.catalogs` updates them from the code. A place of a translation may ask for a form of its name,
`{area:in}`: `locale/<language>/forms.toml` says what names become. Rulebooks of one language print different words for
a thing; `words.of_edition("first-edition")` says what its own prints (`locale/<language>/printed.toml`).
"""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Literal

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from adjudicator.engine import Counted, InContext as InContext, word_tables as word_tables

DOMAIN = "rookery"
LANGUAGES = {"en": "English", "it": "Italiano", "es": "Español"}
# English dates and lists are written the European way: `21 November`, `a, b and c`.
FORMATS = {"en": "en_GB"}
MAX_KEPT = 4096
LOCALE = Path(__file__).parent / "locale"
# What " and " and " or " become before the same sound.
_SOUNDS = {
    "it": ((re.compile(r" e (?=[eèé])", re.I), " ed "),),
    "es": (
        (re.compile(r" y (?=[ií]|h[ií](?!e)|y[^aeiouáéíóú\W])", re.I), " e "),
        (re.compile(r" o (?=h?[oó]|8|11\b)", re.I), " u "),
    ),
}
# What stands for any other name in a form that does not show it.
ANY = "*"
# What may stand before the first letter of a text.
OPENING = "“„«‘\"'(¿¡"
_FORMED = re.compile(r"\{(\w+):([a-z]\w*)\}")


class Listing(str):
    """Joined names: each takes the form that a place asks for."""

    names: tuple[str, ...]
    style: Literal["standard", "or"]


def N_(message: str) -> str:
    """Mark a template in a table for the catalogs; it is translated when used."""
    return message


def capital(text: str) -> str:
    """The text with a large first letter, also behind an opening quote: for headings."""
    start = len(text) - len(text.lstrip(OPENING))
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


def C_(context: str, message: str) -> InContext:
    """Mark a message whose words mean something else outside its context.
    The catalogs have it under that context; it is translated when used."""
    return InContext(message, context)


class Printed:
    """Words of a rulebook, in place of those of the catalog.

    `rows`: what stands in translations, with its article where that changes, and what is printed. Rows in small letters
    are found with capitals too, and keep them at the beginning and in the last word (`Limite di Scorte`). The longest
    row counts. Messages of a context that `contexts` names have these rows besides.
    """

    def __init__(self, rows: Mapping[str, str], contexts: Mapping[str, Mapping[str, str]]) -> None:
        self._rows = {general.lower(): (printed, general.islower()) for general, printed in rows.items()}
        self._contexts = {context: Printed({**rows, **more}, {}) for context, more in contexts.items()}
        self._pattern = _word_pattern(self._rows)
        self.replaced = lru_cache(maxsize=MAX_KEPT)(self._replace_words)

    def say(self, text: str, context: str = "") -> str:
        """Return a translation with the printed words."""
        return self._contexts.get(context, self).replaced(text)

    def _replace_words(self, text: str) -> str:
        """Replace the words of the catalog by those that the rulebook prints."""
        return self._pattern.sub(self._word, text)

    def _word(self, match: re.Match[str]) -> str:
        general = match[0]
        printed, keeps_capitals = self._rows[general.lower()]
        if len(general) > 1 and general.isupper():
            return printed.upper()
        if keeps_capitals and general[_last_word(general)].isupper():
            printed = _capitalize_at(printed, _last_word(printed))
        return _capitalize_at(printed, 0) if general[0].isupper() else printed


def _word_pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for any of these as whole words, the longest first."""
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.I)


def _last_word(text: str) -> int:
    return max(text.rfind(" "), text.rfind("'")) + 1


def _capitalize_at(text: str, place: int) -> str:
    """Return a text with the letter at an index made a capital."""
    return text[:place] + text[place].upper() + text[place + 1 :]


class Words:
    """A language (one of LANGUAGES): translates templates and joins lists."""

    def __init__(self, language: str, catalog: NullTranslations, printed: Printed | None = None) -> None:
        self.language = language
        self.locale = Locale.parse(FORMATS.get(language, language))
        self._catalog = catalog
        self._printed = printed

    def of_edition(self, edition: str) -> Words:
        """Return these words as the rulebook of an edition (by id) prints them."""
        printed = printed_words(self.language).get(edition)
        return self if printed is self._printed else _words_of_rulebook(self.language, self._catalog, printed)

    def _to_printed(self, text: str, context: str = "") -> str:
        """Return a translation in the words of the rulebook, if one is set."""
        return self._printed.say(text, context) if self._printed else str(text)

    def gettext(self, message: str) -> str:
        """The message in this language, itself where no translation is known."""
        if isinstance(message, InContext):
            return self._to_printed(str(self._catalog.pgettext(message.context, message)), message.context)
        return self._to_printed(self._catalog.gettext(message)) if message else ""

    def of_book(self, words: Sequence[str]) -> str:
        """Return which of several words for one thing the rulebook prints.
        The first if it prints none of them."""
        printed = self._to_printed(words[0])
        return printed if printed in words else words[0]

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The singular or plural message for n things."""
        return self._to_printed(self._catalog.ngettext(singular, plural, n))

    def say(self, template: str, **values: Any) -> str:
        """The translated template with its `{name}` places filled."""
        if isinstance(template, Counted):
            return self.fill(self.ngettext(template.singular, template, int(values[template.slot])), values)
        return self.fill(self.gettext(template), values)

    def say_in(self, context: str, template: str, **values: Any) -> str:
        """Translate a template of a context and fill its `{name}` places.
        The context tells it from the same words with another meaning."""
        return self.say(InContext(template, context), **values)

    def say_n(self, singular: str, plural: str, n: int, **values: Any) -> str:
        """Translate a template for n things and fill its `{name}` places.
        `{n}` stands for the number."""
        return self.fill(self.ngettext(singular, plural, n), {"n": n, **values})

    def fill(self, text: str, values: Mapping[str, Any]) -> str:
        """A translated template with its places filled, names in the forms they ask for."""
        return _Filler(self).vformat(text, (), values) if _FORMED.search(text) else text.format_map(values)

    def open(self, template: str) -> str:
        """The translated template with its places open: prepositions stand before them."""

        def place(match: re.Match[str]) -> str:
            slot, form = match.groups()
            return "" if ANY in name_forms(self.language)[form] else f"{self.form(form, '')}{{{slot}}}"

        return _FORMED.sub(place, self.gettext(template))

    def form(self, form: str, name: str) -> str:
        """A name, or each of several, with article or preposition: `nel Mare Stretto`.
        Raises KeyError for a form that the language does not have."""
        if isinstance(name, Listing):
            return _join_names(name.style, tuple(self.form(form, inner) for inner in name.names), self.locale)
        return _inflect_name(self.language, form, name)

    def joined(self, joint: str, items: Iterable[str]) -> str:
        """Join items by a message that is translated, such as ` and `."""
        return _adapt_joints(self.gettext(joint).join(items), self.language)

    def both(self, items: Iterable[str]) -> str:
        """`a, b and c` in this language."""
        return _join_names("standard", tuple(items), self.locale)

    def either(self, items: Iterable[str]) -> str:
        """`a, b or c` in this language."""
        return _join_names("or", tuple(items), self.locale)


class _Filler(Formatter):
    """Fills templates whose places ask for forms of names."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        text = value if isinstance(value, str) else str(value)
        return self._words.form(format_spec, text) if format_spec else text


@cache
def name_forms(language: str) -> dict[str, dict[str, str]]:
    """Return the forms of a language: what the beginning of a name becomes in each.
    `article` comes first: names with the articles that are not printed with them."""
    path = LOCALE / language / "forms.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def printed_words(language: str) -> dict[str, Printed]:
    """Return the words of rulebooks that differ from the catalog's, by edition."""
    path, rows = LOCALE / language / "printed.toml", dict[str, dict[str, dict[str, str]]]()
    for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"] if path.exists() else ():
        for edition in group["editions"]:
            rows.setdefault(edition, {"": {}}).setdefault(group.get("context", ""), {}).update(group["words"])
    return {edition: Printed(contexts.pop(""), contexts) for edition, contexts in rows.items()}


@cache
def _words_of_rulebook(language: str, catalog: NullTranslations, printed: Printed | None) -> Words:
    """Return the words of a language in those of a rulebook; cached.
    Without `printed` they are those of the catalog."""
    return Words(language, catalog, printed)


@lru_cache(maxsize=MAX_KEPT)
def _inflect_name(language: str, form: str, name: str) -> str:
    """Return a name with the article or preposition that a form asks for.
    Raises KeyError for a form that the language does not have."""
    forms = name_forms(language)
    for table in (forms["article"], forms[form]):
        start = max((start for start in table if name.startswith(start)), key=len, default="")
        name = table[ANY] if not start and ANY in table else table.get(start, "") + name.removeprefix(start)
    return name


@lru_cache(maxsize=MAX_KEPT)
def _join_names(style: Literal["standard", "or"], items: tuple[str, ...], locale: Locale) -> Listing:
    """Join names by `and` (`standard`) or `or`.
    The text remembers them, so that each can take a form. Cached."""
    text = Listing(_adapt_joints(format_list(items, style=style, locale=locale), locale.language))
    text.names, text.style = items, style
    return text


def _adapt_joints(text: str, language: str) -> str:
    """Change `and` and `or` before the same sound: Spanish `y` before an i is `e`."""
    for joint, other in _SOUNDS.get(language, ()):
        text = joint.sub(other, text)
    return text


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
