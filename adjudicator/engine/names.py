"""Names of an edition in every language; lookup of ids by name or unique prefix."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from adjudicator.engine.decision import Ambiguous, FrozenStruct, Refusal, Unreadable


class Names(FrozenStruct, omit_defaults=True):
    """A name in each language known; an empty string where the sources give none."""

    en: str
    it: str = ""
    es: str = ""

    def every(self) -> tuple[str, ...]:
        """The name in every language; empty where the sources give none."""
        return (self.en, self.it, self.es)

    def followed(self, by: Names) -> Names:
        """Return the name with more behind it, in each language that it has."""
        pairs = zip(self.every(), by.every(), strict=True)
        return Names(*(text + more if text else "" for text, more in pairs))

    def say(self, language: str) -> str:
        """The name in a language (`en`, `it`, `es`), English where it is not known."""
        return str(getattr(self, language, "") or self.en)


# Longer than any name in any language, with room for what people put around it.
MAX_NAME_LENGTH = 120


def plain(text: str) -> str:
    """Return lower-case letters and digits without accents, one space between words.

    Without a leading `the`. Signs before digits stay, so that `March -1` and `march+1` differ.
    """
    flat = unicodedata.normalize("NFKD", text.replace("−", "-").replace("'", "").replace("’", ""))
    flat = "".join(letter for letter in flat if not unicodedata.combining(letter)).casefold()
    # Spaces are single ones from here on, so that no pattern has a run of them to go back over.
    flat = re.sub(r" ?([+-]) ?(?=\d)", r" \1", " ".join(flat.split()))
    words = re.sub(r"[^\w+-]+|_|-(?!\d)|\+(?!\d)", " ", flat).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] == "the" else words)


def spellings(ids: Iterable[str], names: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Return the plain spellings of every id: of itself and of its names."""
    return {item_id: {plain(text) for text in (item_id, *names.get(item_id, ())) if text} for item_id in ids}


def spellings_of(things: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return the plain spellings of things by id: of the id and of the name.

    Each thing has a `name` in every language."""
    return spellings(things, {identifier: thing.name.every() for identifier, thing in things.items()})


def read_called(package: str, file: str) -> dict[str, Any]:
    """Read other names of things, by sort or by name, from a package's data file."""
    return tomllib.loads(files(package).joinpath(file).read_text(encoding="utf-8"))


# Other names of people of the novels, by the English name on a card.
PEOPLE: Mapping[str, str] = read_called("adjudicator.engine", "people.toml")


def besides(names: Mapping[str, set[str]], things: Mapping[str, Any], called: Mapping[str, str]) -> dict[str, str]:
    """Map alternative names to ids, but not names, nor texts that mean another id."""
    by_text: dict[str, set[str]] = {}
    for key, thing in things.items():
        for text in re.split("[/\n]", called.get(thing.name.en if thing else key, "")):
            by_text.setdefault(plain(text), set()).add(key)
    whole = set().union(*names.values())
    alone = {text: key for text, (key, *more) in by_text.items() if text and not more and text not in whole}
    begun = {text: matching_ids(text, names) for text in alone}
    return {text: key for text, key in alone.items() if key in begun[text] or len(begun[text]) != 1}


def matching_ids(text: str, names: Mapping[str, set[str]]) -> list[str]:
    """Return ids for a text: exact names, else by prefix, else by a word's prefix."""
    if len(text) > MAX_NAME_LENGTH:
        return []
    plain_text = plain(text)
    if not plain_text:
        return []
    exact = [key for key, spelled in names.items() if plain_text in spelled]
    begun = exact or [key for key, spelled in names.items() if any(s.startswith(plain_text) for s in spelled)]
    return begun or [key for key, spelled in names.items() if any(f" {plain_text}" in s for s in spelled)]


def spelling_hint(text: str, spelled: Mapping[str, str]) -> str:
    """Suggest the nearest spelling as `; did you mean "x"?`, or return nothing.

    `spelled` has by plain spelling what it means."""
    if len(text) > MAX_NAME_LENGTH:
        return ""
    close = get_close_matches(plain(text), spelled, 1, 0.6)
    return f'; did you mean "{spelled[close[0]]}"?' if close else ""


_T = TypeVar("_T")
# Editions as they stand in the data, as games have them, and those of before a host corrected a file.
MAX_BUILT = 32


class _Same:
    """An edition as a key: the very same one is the same."""

    def __init__(self, edition: Any) -> None:
        self.edition = edition

    def __eq__(self, other: object) -> bool:
        """Return whether the other key holds the very same edition object."""
        return isinstance(other, _Same) and other.edition is self.edition

    def __hash__(self) -> int:
        return id(self.edition)


def once_per_edition(build: Callable[..., _T]) -> Callable[..., _T]:
    """Cache a function's result by edition and other arguments while it is in use."""

    @lru_cache(maxsize=MAX_BUILT)
    def built(key: _Same, *more: Any) -> _T:
        return build(key.edition, *more)

    return lambda edition, *more: built(_Same(edition), *more)


class NameBook:
    """Names by sort, with plain spellings per id; `besides` has whole-only others."""

    def __init__(
        self, names: dict[str, dict[str, set[str]]], besides: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self.names, self.besides = names, besides or {}
        self._hints: dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, str]] = {}

    def matches(self, text: str, sort: str) -> list[str]:
        """Return ids for a text: exact names, else by prefix, else by a word's prefix."""
        ids = matching_ids(text, self.names[sort])
        if len(ids) == 1 or len(text) > MAX_NAME_LENGTH:
            return ids
        nicknamed = self.besides.get(sort, {}).get(plain(text))
        return ids if nicknamed is None else [nicknamed]

    def find(self, text: str, sort: str) -> str:
        """Return the id meant; raise `name-too-long`, `unknown-area`, `ambiguous-area`..."""
        if len(text) > MAX_NAME_LENGTH:
            words = f'a name has at most {MAX_NAME_LENGTH} characters; "{text[:20]}..." has {len(text)}'
            raise Unreadable(Refusal("name-too-long", words))
        ids = self.matches(text, sort)
        if len(ids) == 1:
            return ids[0]
        if ids:
            raise Ambiguous(Refusal(f"ambiguous-{sort}", f'"{text}" may be {", ".join(ids)}'))
        raise Unreadable(Refusal(f"unknown-{sort}", f'there is no {sort} "{text}"{self.hint(text, [sort])}'))

    def hint(self, text: str, sorts: Iterable[str], others: Iterable[str] = ()) -> str:
        """Return the nearest legal word as `; did you mean "x"?`, or nothing."""
        key = tuple(sorts), tuple(others)
        ids = self._hints.get(key)
        if ids is None:
            ids = {spelling: item for sort in key[0] for item, all_ in self.names[sort].items() for spelling in all_}
            ids.update({plain(word): word for word in key[1]})
            self._hints[key] = ids
        return spelling_hint(text, ids)
