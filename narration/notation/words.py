"""Words and names of typed orders: languages, lookup, spelling and fuzzy matching."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar
from unicodedata import normalize

from rapidfuzz.distance import OSA

from adjudicator.engine.names import MAX_NAME_LENGTH, plain, spelling_hint
from narration.words import Words

Meant = TypeVar("Meant")


@lru_cache(maxsize=16384)
def spelt(text: str) -> str:
    """Plain letters as `adjudicator.engine.names.plain` has them; a sign as it is."""
    return plain(text) or text


class Wording:
    """Words for one thing by language; all are read, the first is written.
    `told` is their help, if any."""

    def __init__(self, *by_language: tuple[str, ...], help_text: str = "") -> None:
        self.en, self.it, self.es = (*by_language, (), ())[:3]
        self.told = help_text

    def write(self, language: str) -> str:
        """The word for a reader."""
        words: tuple[str, ...] = getattr(self, language, ()) or self.en
        return words[0]

    def in_book(self, words: Words) -> str:
        """Return the reader's word for it that the rulebook of `words` prints."""
        return words.of_book(getattr(self, words.language, ()) or self.en)

    def every(self) -> tuple[str, ...]:
        """All of them, in all languages."""
        return (*self.en, *self.it, *self.es)


def wording(en: str, it: str = "", es: str = "", help_text: str = "") -> Wording:
    """Return the words for one thing by language; a slash parts several."""
    return Wording(*(tuple(filter(None, text.split("/"))) for text in (en, it, es)), help_text=help_text)


class Phrases(Generic[Meant]):
    """Meanings of normalized words, one or more; `shared` words mean the first."""

    def __init__(self, words: Iterable[tuple[Meant, Wording]], *, shared: bool = False) -> None:
        self.known: dict[str, Meant] = {}
        for meant, every in words:
            for text in every.every():
                if self.known.setdefault(spelt(text), meant) != meant and not shared:
                    raise ValueError(f"{text!r} means two things")
        self.measure()

    def measure(self) -> None:
        """Look at what is known; to be done when that has changed."""
        self.longest = max((len(text.split()) for text in self.known), default=0)
        # What one of them may begin with, to its last word.
        begun = ((text, at) for text in self.known for at in range(1, len(text) + 1))
        self.begins = {text[:at] for text, at in begun if at == len(text) or text[at] == " "}


def phrases(words: Mapping[Meant, Wording]) -> Phrases[Meant]:
    """The table of some words by what they mean."""
    return Phrases(words.items())


NO_WORDS: Phrases[Any] = Phrases(())
_DATA = tomllib.loads(Path(__file__).with_name("common.toml").read_text(encoding="utf-8"))
# Words by what they mean, in tables; lists of words; signs that are read as one that they look like.
COMMON = {name: {meant: wording(*texts) for meant, texts in words.items()} for name, words in _DATA["words"].items()}
LISTS = {name: frozenset(text.split()) for name, text in _DATA["lists"].items()}
# Endings of names of units that mean several.
_PLURAL = ("s", "men", "i", "ry", "ia", "cav", "inf", "foot", "horse")
SIGNS: dict[str, str] = _DATA["signs"]
NONE, ELSE_WORDS = COMMON["quantity"]["none"], COMMON["else"]["else"]
UNLESS, BAR = "unless", "|"
IF, ELSE, AND, FIRST, OTHERS, COMMANDS, STANDING = (
    phrases(COMMON[name]) for name in ("condition", "else", "and", "first", "others", "command", "standing")
)
# In Spanish this is no condition: `el resto se queda`.
NO_CONDITION = frozenset((("se", "queda"), ("se", "quedan")))


Sorts = tuple[str, ...]
_GAPS = re.compile(r"[^\w'+-]+")
_SIGNED = re.compile(r" ?([+-]) ?(?=\d)")


class Index:
    """Spellings of ids, for lookup by whole name, prefix and prefix of a word."""

    def __init__(self, names: Mapping[str, Collection[str]]) -> None:
        self.whole: dict[str, list[str]] = {}
        begins: set[tuple[str, str]] = set()
        inner: set[tuple[str, str]] = set()
        for item_id, spelled in names.items():
            for text in spelled:
                self.whole.setdefault(text, []).append(item_id)
                begins.add((text, item_id))
                inner.update((text[at + 1 :], item_id) for at, letter in enumerate(text) if letter == " ")
        self._begins, self._inner = sorted(begins), sorted(inner)
        self._order = {item_id: place for place, item_id in enumerate(names)}

    def matches(self, text: str) -> list[str]:
        """Return the ids for a text: by whole name, else by prefix, else by a word."""
        ids = self.whole.get(text)
        if ids is not None:
            return ids
        return self._ids_by_prefix(self._begins, text) or self._ids_by_prefix(self._inner, text)

    def _ids_by_prefix(self, spelled: list[tuple[str, str]], text: str) -> list[str]:
        """Return the ids with a spelling that begins with a text, in the names' order.
        `spelled` is sorted pairs of spelling and id."""
        ids: dict[str, None] = {}
        for place in range(bisect_left(spelled, (text, "")), len(spelled)):
            if not spelled[place][0].startswith(text):
                break
            ids[spelled[place][1]] = None
        return sorted(ids, key=self._order.__getitem__)


class Names:
    """The names of a game by sort (`plain spellings by id`), and in a language.

    `shorts` are codes, which count only alone and whole; `besides` are undocumented spellings, used only where nothing
    else can be meant. `later` are ids used only where no other fits. `index` has the spellings of some sorts; `spoken`
    the one-word name of an id in a language if it is found again, else the id, else empty.
    """

    def __init__(
        self,
        spellings: Mapping[str, Mapping[str, Collection[str]]],
        called: Callable[[str, str, str], str],
        shorts: Mapping[str, Mapping[str, str]] | None = None,
        later: Collection[str] = (),
        besides: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.spellings, self.called, self.shorts, self.later = spellings, called, shorts or {}, frozenset(later)
        self.besides = besides or {}
        self.index: Callable[[Sorts], Index] = cache(self._index)
        self.spoken: Callable[[str, Sorts, str], str] = lru_cache(maxsize=8192)(self._display_name)

    def _index(self, sorts: Sorts) -> Index:
        names: dict[str, set[str]] = {}
        for sort in sorts:
            for item_id, spelled in self.spellings.get(sort, {}).items():
                names.setdefault(item_id, set()).update(spelled)
        return Index(names)

    def matches(self, text: str, sorts: Sorts) -> list[str]:
        """The ids of these sorts that a text can mean."""
        phrase = spelt(text)
        if not phrase or len(phrase) > MAX_NAME_LENGTH:
            return []
        index = self.index(sorts)
        if phrase not in index.whole:
            if short := next((self.shorts[sort][phrase] for sort in sorts if phrase in self.shorts.get(sort, {})), ""):
                return [short]
            if phrase in LISTS["little"]:
                return []
        ids = index.matches(phrase)
        if self.later and len(ids) > 1:
            ids = [key for key in ids if key not in self.later] or ids
        if (len(ids) != 1 or self.later.issuperset(ids)) and phrase not in index.whole:
            # Of another sort nothing may begin so.
            other_sorts = (sort for sort in sorts if phrase in self.besides.get(sort, {}))
            return next(([self.besides[key][phrase]] for key in other_sorts if {*ids} <= {*self.spellings[key]}), ids)
        return ids

    def exact(self, text: str, sorts: Sorts) -> bool:
        """Whether a text is a whole name, or a code."""
        spelling = spelt(text)
        word_tables = (table.get(sort, {}) for table in (self.shorts, self.besides) for sort in sorts)
        return spelling in self.index(sorts).whole or any(spelling in texts for texts in word_tables)

    def hint(self, text: str, sorts: Sorts, others: Iterable[str] = ()) -> str:
        """The nearest name or word as `; did you mean "x"?`, or nothing."""
        candidates = {word: ids[0] for word, ids in self.index(sorts).whole.items()}
        candidates.update({spelt(word): word for word in others})
        return spelling_hint(text, candidates)

    def _display_name(self, item_id: str, sorts: Sorts, language: str) -> str:
        names = [self.called(sort, item_id, language) for sort in sorts if item_id in self.spellings.get(sort, {})]
        for text in (*(hyphenated_name(name) for name in names if name), item_id):
            if text and hyphenated_name(text) == text and self.matches(text, sorts) == [item_id]:
                return text
        return ""


def hyphenated_name(name: str) -> str:
    """Return a name as one word: `Blackwater Bay` is `blackwater-bay`."""
    flat = _SIGNED.sub(r"\1", " ".join(name.replace("\u2212", "-").replace("\u2019", "'").split())).casefold()
    return _GAPS.sub("-", flat).strip("-'")


def is_past(typed: str) -> bool:
    """Return whether a word ends like a past tense: `marchó` is no order to march."""
    return normalize("NFC", typed).lower().endswith(("\u00f3", "\u00f2", "\u00e9", "\u00e8", "ed"))


def is_plural(unit: str) -> bool:
    """Whether a name of a kind of units, spelt plainly, means several."""
    return len(unit) > 1 and unit.endswith(_PLURAL)


# Letters of a name that may be misspelt.
MIN_MISSPELT = 5
# The shortest beginning of a name that means it, where it is somebody's own or next to it.
MIN_BEGINNING = 3


def is_shortened_or_misspelt(text: str, parts: Sequence[str]) -> bool:
    """Return whether a word is a name's start and end, or has one wrong letter.
    The latter only for four letters, of which the first is right. `parts` are the name's words."""
    name = "".join(part for part in parts if part not in LISTS["articles"])
    ends = len(text) < len(name) and any(
        name.startswith(text[:cut]) and name.endswith(text[cut:]) for cut in range(1, len(text) - MIN_BEGINNING + 1)
    )
    slip = len(text) == len(name) == MIN_MISSPELT - 1 and text[0] == name[0] and OSA.distance(text, name) == 1
    return ends or slip


def agree(well: Mapping[int, str], parts: Sequence[str]) -> bool:
    """Whether words of a name are these at their places."""
    return all(parts[at : at + 1] == [word] for at, word in well.items())


def alike(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether each word is nearly one of a name, or they are only parted otherwise."""
    if len(words) != len(parts):
        return OSA.distance("".join(words), "".join(parts)) <= 1
    pairs = zip(words, parts, strict=True)
    # Of few letters one makes another word: `port CP` is no `port lp`.
    near = (word == other or len(word) > MIN_BEGINNING and OSA.distance(word, other) <= 1 for word, other in pairs)
    return len(words) == 1 or all(near)


def matches_name(text: str, parts: Sequence[str]) -> bool:
    """Whether a word is one of a name, or its initials."""
    return text in parts if len(text) > MIN_BEGINNING - 1 and text in parts else text == first_letters(parts)


def first_letters(parts: Sequence[str]) -> str:
    return "".join(part[0] for part in parts)


def exact_name_matches(ids: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Return those ids that contain the word; of an area and its port, the area."""
    ids = tuple(name_id for name_id in ids if word in name_id.split("-")) or ids
    return tuple(name_id for name_id in ids if all(f"-{other}".endswith(f"-{name_id}") for other in ids)) or ids


def begin(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether words are prefixes of a name's words in order; a first word may suffice."""
    places = iter(parts)
    first = next((part for part in parts if part not in LISTS["articles"]), "")
    most = MIN_BEGINNING if len(words) == 1 and first.startswith(words[0]) else MIN_BEGINNING + 1
    return all(any(begins(word, part) and len(word) >= most or part == word for part in places) for word in words)


def begins(word: str, part: str) -> bool:
    """Whether a word begins another, or has another ending: `grigia` for `grigie`."""
    return part.startswith(word) or len(word) == len(part) >= MIN_MISSPELT and part[:-1] == word[:-1]
