"""Lines without an instruction: whether they may be one, or alter others."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import dropwhile
from pathlib import Path
from typing import Literal, NamedTuple

from narration.notation.words import LISTS, Wording, spelt


def _texts(by_language: Mapping[str, str]) -> list[str]:
    """Phrases in every language, spelt plainly."""
    return [spelt(text) for texts in by_language.values() for text in texts.strip().replace("\n", "/").split("/")]


# Words of a line that has little to say, and of a short one.
MAX_LITTLE, MAX_SHORT = 4, 7
_DATA = tomllib.loads(Path(__file__).with_name("remarks.toml").read_text(encoding="utf-8"))
# Sorts of names by what they mean for an instruction, and kinds that together have the shape of one.
_KINDS = {sort: kind for kind, sorts in _DATA["kinds"].items() for sort in sorts.split()}
_PAIRS = [{kind, other} for kind, others in _DATA["pairs"].items() for other in others.split()]
# Phrases and words by what they say of a line.
PHRASES = {name: re.compile(rf"(?<!\S)(?:{'|'.join(_texts(every))})(?!\S)") for name, every in _DATA["phrases"].items()}
WORDS = {name: frozenset(text.split()) for name, text in _DATA["words"].items()}
_COURTESIES = tuple(f"{text} " for text in _texts(_DATA["courtesies"]))
_WORD = re.compile(r"[0-9]+(?:[:./-][0-9]+)+|[^\W_](?:[\w'.-]*[\w'])?")
_SMALL = re.compile(r"[0-9]{1,2}")

# What may be lost with a line: an instruction or a change of one, perhaps one, or nothing.
Verdict = Literal["open", "doubtful", ""]


class Place(NamedTuple):
    """Where a line stands: `beside`, `above` all, or just before (`near`) orders."""

    beside: bool
    above: bool
    near: bool


class Remark:
    """A line of prose: its words and the possible `names` in it, by sort.
    `begins`: it begins with the key of an instruction."""

    def __init__(
        self, line: str, names: Sequence[Mapping[str, Sequence[str]]], say: Mapping[str, Wording], begins: bool
    ):
        self.line, self.begins = line.strip(), begins
        self.plain = [spelt(word) for word in _WORD.findall(line)]
        self.text = " ".join(self.plain)
        self.counts = False
        places = [ids["area"] for ids in names if next(iter(self._kinds(ids)), "") == "place" and "area" in ids]
        self.named = frozenset(area for ids in places for area in ids)
        self.kinds = {kind for ids in names for kind in [*self._kinds(ids)][:1]} | self._word_kinds(say)
        self.instructs = len(places) > 1 or any(pair <= self.kinds for pair in _PAIRS)
        self.kindly = self._any("kindly")
        self.little = len(self.plain) <= MAX_LITTLE
        # Short, and nothing polite.
        self.terse = len(self.plain) <= MAX_SHORT and not self.kindly

    @staticmethod
    def _kinds(ids: Mapping[str, Sequence[str]]) -> dict[str, None]:
        return {kind: None for sort, kind in _KINDS.items() if ids.get(sort)}

    def _word_kinds(self, say: Mapping[str, Wording]) -> set[str]:
        """Return the kinds of words said: stems, numbers that count no time or rounds."""
        kinds = [(kind, tuple(map(spelt, beginnings.every()))) for kind, beginnings in say.items()]
        word_kinds = {kind for word in self.plain for kind, begin in kinds if word.startswith(begin)}
        for before, word, after in zip(["", *self.plain], self.plain, [*self.plain[1:], ""], strict=False):
            if before not in WORDS["counters"] and after not in WORDS["times"]:
                word_kinds |= {"number"} if _SMALL.fullmatch(word) else set()
                self.counts = self.counts or word in WORDS["numbers"]
        return word_kinds

    def verdict(self, place: Place) -> Verdict:
        """Judge what may be lost if the line at this place is passed over."""
        repeats = self._has("repeats") and self.terse and not self._asks
        if repeats or self.begins and not self._asks or place.beside and (self.instructs or self._alters(place)):
            return "open"
        greets = place.above and self.kinds <= {"house", "number"} and (self.kindly or self._introduces)
        named = self.kinds and not greets and not (self.kinds == {"house"} and len(self.plain) <= 2)
        return "doubtful" if named or self._has("waits") or place.beside and self._asks else ""

    @property
    def revokes(self) -> bool:
        """Whether it has words with which something is taken back or changed."""
        return self._has("alters", "may-alter") or self._changes

    @property
    def disowns(self) -> bool:
        """Whether it says that what stands beside it is not meant, or not yet."""
        return self._has("unreal", "waits")

    @property
    def speaks_of_orders(self) -> bool:
        """Whether it speaks of orders."""
        return "order" in self.kinds or self._any("order-words")

    @property
    def _introduces(self) -> bool:
        """Whether it says whose orders follow."""
        return self.line.endswith(":") or self._any("order-words", "greetings")

    @property
    def _changes(self) -> bool:
        """Whether it begins as what changes something does."""
        rest = list(dropwhile(lambda word: word in WORDS["fillers"], self.plain))
        return bool(rest) and rest[0] in WORDS["changing"] and not f"{' '.join(rest)} ".startswith(_COURTESIES)

    def _alters(self, place: Place) -> bool:
        """Whether the line takes back, changes or disowns what stands beside it."""
        if self._has("alters") or place.above and self._has("unreal"):
            return True
        if place.near and (self._asks or self._addresses or not WORDS["denying"].isdisjoint(self.plain[-2:])):
            return True
        if self._asks:
            return False
        # The Spanish for yes is no "if".
        affirms = self.line[:2].lower() in ("s\u00ed", "s\u00ec")
        if affirms or f"{self.text} ".startswith(_COURTESIES):
            return False
        spoken = self.kinds - {"house", "number"}
        if place.above or self._has("waits"):
            return bool(spoken) and self._changes
        if (
            self._changes
            and (spoken or self.little or self.terse)
            or (spoken or self.little)
            and self._has("may-alter")
        ):
            return True
        if not self.terse:
            return False
        return self.little and not self._signs or bool(self.kinds) or self.counts or self._any("wavering")

    @property
    def _addresses(self) -> bool:
        """Whether a line just above orders says whose they are, and is no greeting."""
        if "house" not in self.kinds or self._any("greetings"):
            return False
        if self.line[-1:] in (",", ":") or self.plain[0] in LISTS["to"]:
            return True
        return len(self.plain) > 2 and not self._introduces

    @property
    def _asks(self) -> bool:
        """Whether it is a question, and not how somebody is."""
        return self.line.endswith("?") and not (self.kindly or WORDS["how"].intersection(self.plain[:1]))

    @property
    def _signs(self) -> bool:
        """Whether it may be somebody's name."""
        letters = [word[0] for word in self.line.split() if word[0].isalpha()]
        return bool(letters) and all(letter.isupper() for letter in letters)

    def _has(self, *names: str) -> bool:
        """Whether one of these phrases stands in it, whole."""
        return any(PHRASES[name].search(self.text) for name in names)

    def _any(self, *names: str) -> bool:
        """Whether one of these words stands in it."""
        return any(not WORDS[name].isdisjoint(self.plain) for name in names)
