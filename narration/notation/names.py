"""Finding names in a text, and saying them so that they are found again: what a family's tables need of its names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from unicodedata import normalize

from adjudicator.engine.spelling import LONGEST_NAME, near
from narration.notation.said import spelt

Sorts = tuple[str, ...]
_GAPS = re.compile(r"[^\w'+-]+")
# Little words are no beginnings of names, though names begin so: of "not betrayal" the first is no "Nothing".
_LITTLE = frozenset(
    (
        *("a", "an", "and", "as", "at", "but", "by", "for", "from", "her", "his", "i", "if", "in", "is", "it", "my"),
        *("no", "non", "not", "of", "off", "on", "or", "our", "so", "the", "to", "up", "we", "you"),
        *("ai", "al", "che", "con", "da", "di", "e", "ed", "ho", "il", "la", "le", "lo", "ma", "mi", "ne", "o", "per"),
        *("se", "si", "su", "un", "una", "uno"),
        *("de", "del", "el", "en", "las", "los", "mas", "ni", "por", "que", "sin", "te", "u", "y", "yo"),
    )
)
_SIGNED = re.compile(r" ?([+-]) ?(?=\d)")


class Index:
    """Spellings of some ids, for looking up whole names, their beginnings, and beginnings of words in them."""

    def __init__(self, names: Mapping[str, Collection[str]]) -> None:
        self.whole: dict[str, list[str]] = {}
        begins: set[tuple[str, str]] = set()
        inner: set[tuple[str, str]] = set()
        for one, spelled in names.items():
            for text in spelled:
                self.whole.setdefault(text, []).append(one)
                begins.add((text, one))
                inner.update((text[at + 1 :], one) for at, letter in enumerate(text) if letter == " ")
        self._begins, self._inner = sorted(begins), sorted(inner)
        self._order = {one: place for place, one in enumerate(names)}

    def matches(self, text: str) -> list[str]:
        """The ids meant by a plain text: whole names first, else names that begin so, else names with such a word."""
        found = self.whole.get(text)
        if found is not None:
            return found
        return self._from(self._begins, text) or self._from(self._inner, text)

    def _from(self, spelled: list[tuple[str, str]], text: str) -> list[str]:
        found: dict[str, None] = {}
        for place in range(bisect_left(spelled, (text, "")), len(spelled)):
            if not spelled[place][0].startswith(text):
                break
            found[spelled[place][1]] = None
        return sorted(found, key=self._order.__getitem__)


class Names:
    """The names of a game by sort (`plain spellings by id`), with what they are called in a language.

    `shorts` are spellings that count only when they stand alone and whole, as codes do; `later` are ids meant only
    where no other could be.
    """

    def __init__(
        self,
        spellings: Mapping[str, Mapping[str, Collection[str]]],
        called: Callable[[str, str, str], str],
        shorts: Mapping[str, Mapping[str, str]] | None = None,
        later: Collection[str] = (),
    ) -> None:
        self.spellings, self.called, self.shorts, self.later = spellings, called, shorts or {}, frozenset(later)
        self._indexes: dict[Sorts, Index] = {}
        self._words: dict[tuple[str, int], list[str]] = {}
        self._spoken: dict[tuple[str, Sorts, str], str] = {}

    def index(self, sorts: Sorts) -> Index:
        """The spellings of some sorts."""
        known = self._indexes.get(sorts)
        if known is None:
            names: dict[str, set[str]] = {}
            for sort in sorts:
                for one, spelled in self.spellings.get(sort, {}).items():
                    names.setdefault(one, set()).update(spelled)
            known = self._indexes[sorts] = Index(names)
        return known

    def matches(self, text: str, sorts: Sorts) -> list[str]:
        """The ids of these sorts that a text can mean."""
        wanted = spelt(text)
        if not wanted or len(wanted) > LONGEST_NAME:
            return []
        index = self.index(sorts)
        if wanted not in index.whole:
            for sort in sorts:
                short = self.shorts.get(sort, {}).get(wanted)
                if short is not None:
                    return [short]
            if wanted in _LITTLE:
                return []
        found = index.matches(wanted)
        if self.later and len(found) > 1:
            return [one for one in found if one not in self.later] or found
        return found

    def words(self, sort: str, least: int) -> list[str]:
        """The shorts of a sort that are words of so many letters at least."""
        key = sort, least
        if key not in self._words:
            self._words[key] = [one for one in self.shorts.get(sort, {}) if one.isalpha() and len(one) >= least]
        return self._words[key]

    def exact(self, text: str, sorts: Sorts) -> bool:
        """Whether a text is a whole name, or a code."""
        wanted = spelt(text)
        return wanted in self.index(sorts).whole or any(wanted in self.shorts.get(sort, {}) for sort in sorts)

    def hint(self, text: str, sorts: Sorts, others: Iterable[str] = ()) -> str:
        """The nearest name or word as `; did you mean "x"?`, or nothing."""
        known = {word: ids[0] for word, ids in self.index(sorts).whole.items()}
        known.update({spelt(word): word for word in others})
        return near(text, known)

    def spoken(self, one: str, sorts: Sorts, language: str) -> str:
        """What an id is written as for a reader: its name in one word if that is found again, the id if that is;
        empty if neither is."""
        key = (one, sorts, language)
        known = self._spoken.get(key)
        if known is None:
            known = self._speak(one, sorts, language)
            if len(self._spoken) < 8192:
                self._spoken[key] = known
        return known

    def _speak(self, one: str, sorts: Sorts, language: str) -> str:
        names = [self.called(sort, one, language) for sort in sorts if one in self.spellings.get(sort, {})]
        for text in (*(one_word(name) for name in names if name), one):
            if text and one_word(text) == text and self.matches(text, sorts) == [one]:
                return text
        return ""


def one_word(name: str) -> str:
    """A name in small letters and one word: `Blackwater Bay` is `blackwater-bay`, `March −1` `march-1`."""
    flat = _SIGNED.sub(r"\1", " ".join(name.replace("\u2212", "-").replace("\u2019", "'").split())).casefold()
    return _GAPS.sub("-", flat).strip("-'")


def is_past(typed: str) -> bool:
    """Whether a word ends as verbs of the past do, with an accent: `march\u00f3` is no order to march."""
    return normalize("NFC", typed).lower().endswith(("\u00f3", "\u00f2", "\u00e9", "\u00e8"))


def is_slip(typed: str, word: str) -> bool:
    """Whether a word is typed with one slip: a letter too many, too few or wrong, or two of them swapped."""
    if typed == word or abs(len(typed) - len(word)) > 1:
        return False
    at = next((at for at, (left, right) in enumerate(zip(typed, word, strict=False)) if left != right), None)
    if at is None:
        return True
    rest = typed[at:], word[at:]
    turned = typed[at + 1 : at + 2] + typed[at : at + 1] + typed[at + 2 :]
    return turned == rest[1] or rest[0][1:] == rest[1][1:] or rest[0][1:] == rest[1] or rest[0] == rest[1][1:]
