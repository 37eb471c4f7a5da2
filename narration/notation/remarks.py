"""Lines that no instruction was read from: whether they nevertheless speak of the game, order something, or take
something back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import dropwhile, pairwise
from pathlib import Path
from typing import NamedTuple

from narration.notation.amounts import COUNTED
from narration.notation.cursor import Token, Tongue
from narration.notation.words import COMMANDS, Names, Phrases, Said, spelt


def _texts(by_language: Mapping[str, str]) -> list[str]:
    """Phrases in every language, spelt plainly."""
    return [spelt(text) for texts in by_language.values() for text in texts.strip().replace("\n", "/").split("/")]


MAX_NAME_WORDS = 5
# Of a longer line the beginning is looked at, and nobody thinks it prose.
MAX_WORDS = 400
# Shorter beginnings of words and of names are too often something else.
MIN_BEGINNING = 6
MIN_CARD = 4
_SHORT_ORDER = re.compile(r"[a-z]{1,2}[+-][0-9]")
_SMALL = re.compile(r"[0-9]{1,2}")
MAX_LITTLE = 4
MAX_SHORT = 7
_DATA = tomllib.loads(Path(__file__).with_name("remarks.toml").read_text(encoding="utf-8"))
# Sorts of names by what they mean for an instruction, and kinds that together have the shape of one.
_KINDS = {sort: kind for kind, sorts in _DATA["kinds"].items() for sort in sorts.split()}
_PAIRS = [{kind, other} for kind, others in _DATA["pairs"].items() for other in others.split()]
# Sorts of what a line may be about, by kind.
_NAMED = {"place": ("area", "council"), "track": ("auction",)}
# Phrases and words by what they say of a line.
PHRASES = {name: re.compile(rf"(?<!\S)(?:{'|'.join(_texts(every))})(?!\S)") for name, every in _DATA["phrases"].items()}
WORDS = {name: frozenset(text.split()) for name, text in _DATA["words"].items()}
_COURTESIES = tuple(f"{text} " for text in _texts(_DATA["courtesies"]))


@lru_cache(maxsize=16)
def _table(names: Names) -> Phrases[str]:
    """The kinds of all whole names of a game."""
    table: Phrases[str] = Phrases(())
    for sort, kind in _KINDS.items():
        for text in names.index((sort,)).whole:
            if not text.isdecimal():
                table.known.setdefault(text, kind)
    table.measure()
    return table


class Ordered(NamedTuple):
    """What entries speak of: ids of places, kinds of names, whether of somebody or a card, whether of numbers;
    `loud`: by keywords in capitals alone."""

    named: frozenset[str]
    kinds: frozenset[str]
    persons: bool
    numbers: bool
    loud: bool


def ordered(entries: Sequence[Remark], *, loud: bool) -> Ordered:
    """What entries speak of, all together."""
    named = frozenset(one for entry in entries for one in entry.named)
    kinds = frozenset(kind for entry in entries for kind in entry.kinds)
    return Ordered(named, kinds, any(one.persons for one in entries), any(one.numbers for one in entries), loud)


class Remark:
    """A line that was read as prose: `kinds` is what it names, by kind, `named` the ids of its places."""

    def __init__(self, words: Sequence[Token], tongue: Tongue, vocabulary: Mapping[str, Said]) -> None:
        self.words, self.tongue = [token for token in words[:MAX_WORDS] if token.value is None], tongue
        self.places, self.cut = 0, len(words) > MAX_WORDS
        self.named: set[str] = set()
        self.kinds = self._kinds(vocabulary)
        self.plain = [word for token in self.words for word in token.spelt.split() if word[0].isalnum()]
        self.text = " ".join(self.plain)
        self.little = len(self.plain) <= MAX_LITTLE
        self.kindly = self._any("kindly")
        # Short, and nothing polite.
        self.terse = len(self.plain) <= MAX_SHORT and not self.kindly

    @property
    def instructs(self) -> bool:
        """Whether it has the shape of an instruction: an area and an order, a track and a number, and the like."""
        return self.places > 1 or any(pair <= self.kinds for pair in _PAIRS)

    @property
    def orders(self) -> bool:
        """Whether it speaks of orders."""
        return "order" in self.kinds or self._any("order-words")

    @property
    def begins(self) -> str:
        """The kind of the name with which it begins; `code` for letters that stand for an area."""
        if not self.words or self.words[0].quoted is not None:
            return ""
        names, plain = self.tongue.names, self.words[0].spelt
        return self._named(0)[0] or ("code" if plain in names.shorts.get("area", {}) else "")

    @property
    def takes_back(self) -> bool:
        """Whether it takes back or changes what stands before it."""
        spoken = self.kinds - {"house", "number"}
        if self._has("takes-back") or (spoken or self.little) and self._has("may-take-back") or self._wavers:
            return True
        # "Mejor apoyo", "anzi": what stands behind says what is wanted instead.
        little = self.little and (bool(self.kinds) or not self._has("not-yet"))
        # "Not for Martell, for me."
        denies = self.plain[:1] == ["not"] and bool(self.kinds)
        return self.changes and (bool(spoken) or little or self.terse and not self._postpones or denies)

    @property
    def revokes(self) -> bool:
        """Whether it has words with which something is taken back or changed."""
        return self._has("takes-back", "may-take-back", "disowns") or self.changes

    @property
    def _wavers(self) -> bool:
        """Whether it disowns what stands beside it, or is short and points at it: "that is too much", "the other"."""
        if not self.plain:
            return any(token.text[-1:] in "?0123456789" for token in self.words)
        if f"{self.text} ".startswith(_COURTESIES) or self._affirms or self._postpones:
            return False
        # "Those were his orders": what stands beside it are orders, and it does not say whose.
        of_others = (
            self._first("pointing") and (self._has("again") or self._any("order-words")) and not self._any("mine")
        )
        pointing = "house" in self.kinds and self._any("pointing") or of_others
        refuses = self._first("blunt") and len(self.plain) <= MAX_SHORT
        # It has hardly a word, and names no place that would be another than that of an order beside it.
        hardly = self.little and not self.named and self.terse and not self._signs
        return refuses or self._has("disowns") or hardly or self.terse and (pointing or self._any("wavering"))

    @property
    def corrects(self) -> bool:
        """Whether, as a comment behind an instruction, it says another thing."""
        return self.changes or self._has("takes-back", "disowns")

    @property
    def _postpones(self) -> bool:
        """Whether its writer is not ready yet, and takes nothing back."""
        return self._has("not-yet", "unsure", "unfinished")

    @property
    def polite(self) -> bool:
        """Whether it is a courtesy, and speaks of nothing in the game."""
        return not (self.kinds or not self.kindly or self.takes_back)

    @property
    def _signs(self) -> bool:
        """Whether it may be somebody's name."""
        letters = [word.text[0] for word in self.words if word.text[0].isalpha()]
        return bool(letters) and all(letter.isupper() for letter in letters)

    def bends(self, entries: Ordered) -> bool:
        """Whether it speaks of what entries beside it order: of the same place, or of what they have and it gives no
        place for; of a number beside theirs."""
        if entries.named & self.named and not self.kindly:
            return True
        if entries.persons and (self.persons or self.terse and self._any("persons")):
            return True
        if "house" in self.kinds and entries.numbers and not self.kindly and not self._signs:
            return True
        shared = entries.kinds & self.kinds & {"order", "track", "card", "unit", "house"}
        if (shared or "order" in self.kinds and entries.named) and not self.named and self.terse:
            return True
        return entries.numbers and (self.numbers or self.terse and self._any("amounts", "numbers"))

    @property
    def persons(self) -> bool:
        """Whether it names a card or somebody, also by one word of the name."""
        common = WORDS["everyday"] | WORDS["common"]
        names = (word for word in self.plain if len(word) >= MIN_CARD and word not in common)
        return "card" in self.kinds or any(
            self.tongue.names.matches(word, ("card", "leader", "ally")) for word in names
        )

    @property
    def numbers(self) -> bool:
        """Whether it says a number, in words too: none of rounds or days."""
        following = pairwise([*self.plain, ""])
        in_words = any(word in WORDS["numbers"] and after not in WORDS["times"] for word, after in following)
        return "number" in self.kinds or in_words

    @property
    def amounts(self) -> bool:
        """Whether it says how much something is, and not of several things."""
        return (self.numbers or self._any("amounts")) and not self._any("several")

    @property
    def changes(self) -> bool:
        """Whether it begins as what changes something does, and as no courtesy: "sorry for the delay", "sí, claro"."""
        rest = list(dropwhile(lambda word: word in WORDS["fillers"], self.plain))
        text = f"{' '.join(rest)} "
        return bool(rest) and rest[0] in WORDS["changing"] and not text.startswith(_COURTESIES) and not self._affirms

    @property
    def _affirms(self) -> bool:
        """Whether its first word is the Spanish for yes, which has an accent, and no "if"."""
        return self.words[0].text.lower() in ("s\u00ed", "s\u00ec")

    def belies(self, *, near: bool) -> bool:
        """Whether, above orders, it says that they are none: a condition just above them (`near`), a draft, what was or
        what may be."""
        begins = near and self._first("before") and not self._affirms
        # It speaks of a house, and does not only say whose they are: "Lannister will do".
        introduces = self._any("order-words", "greetings") or "here" in self.plain
        of_somebody = "house" in self.kinds and len(self.plain) > 2 and not introduces
        unmeant = self._has("unreal", "disowns", "takes-back", "not-yet")
        return begins or unmeant or near and (self.asks or of_somebody)

    @property
    def asks(self) -> bool:
        """Whether it is a question, and not how somebody is."""
        return bool(self.words) and "?" in self.words[-1].text and not (self._first("how") or self.kindly)

    def unsettles(self, *, above: bool) -> bool:
        """Whether beside READY it says that it is not meant so, or not yet; `above`: just above it."""
        if above:
            # "I am not quite" goes on with the line below.
            wrapped = bool(self.words) and self.terse and self.words[-1].text[-1].isalnum() and not self._signs
            return bool(self.plain) and (wrapped or self.plain[-1] in ("not", "non", "no") or self.belies(near=True))
        return self.takes_back or self.changes and len(self.plain) <= MAX_SHORT or self._has("unsure") or self.asks

    @property
    def unfinished(self) -> bool:
        """Whether it says that more is to come, or that the turn is not to close yet."""
        return self._has("unfinished")

    def _has(self, *names: str) -> bool:
        """Whether one of these phrases stands in it, whole."""
        return any(PHRASES[name].search(self.text) for name in names)

    def _any(self, *names: str) -> bool:
        """Whether one of these words stands in it."""
        return any(not WORDS[name].isdisjoint(self.plain) for name in names)

    def _first(self, name: str) -> bool:
        """Whether it begins with one of these words."""
        return not WORDS[name].isdisjoint(self.plain[:1])

    def speaks(self, *, above: bool) -> bool:
        """Whether somebody may have thought that it orders something; `above`: it stands above what was read, as
        greetings do, so that a house and a round are no orders there."""
        if above and self.plain and self.kinds <= {"house", "number"}:
            if self._has("not-yet", "again"):
                return True
            introduces = self.words[-1].spelt == ":" or self._any("order-words")
            if introduces or self._first("greetings"):
                return False
        if self.kinds == {"house"} and len(self.plain) <= 2:
            # Somebody's name below a mail.
            return False
        # "Wait, not ready."
        waits = bool(self.plain) and COMMANDS.known.get(self.plain[0]) == "wait" and self.little
        return self.cut or bool(self.kinds) or waits or self._has("not-yet", "again")

    def _kinds(self, vocabulary: Mapping[str, Said]) -> set[str]:
        found: set[str] = set()
        kinds = [(kind, tuple(map(spelt, beginnings.every()))) for kind, beginnings in vocabulary.items()]
        place = 0
        while place < len(self.words):
            kind, length = self._named(place)
            kind = kind or self._said(place, kinds)
            found.add(kind)
            self.places += kind == "place"
            if kind in _NAMED:
                text = " ".join(token.spelt for token in self.words[place : place + length])
                self.named.update(self.tongue.names.matches(text, _NAMED[kind]))
            place += length
        return found - {""}

    def _named(self, place: int) -> tuple[str, int]:
        """The kind of the longest name that begins here, and how many words it has; or nothing, and one."""
        table = _table(self.tongue.names)
        text, found = "", ("", 1)
        for count, token in enumerate(self.words[place : place + MAX_NAME_WORDS], 1):
            text = f"{text} {token.spelt}" if text else token.spelt
            if text not in table.begins:
                break
            if text in table.known and not (text in WORDS["everyday"] and token.text.islower()):
                found = table.known[text], count
        return found

    def _said(self, place: int, vocabulary: Sequence[tuple[str, tuple[str, ...]]]) -> str:
        """The kind of what a single word says: a number, letters that stand for something, part of a name."""
        token = self.words[place]
        names, plain = self.tongue.names, token.spelt
        if _SMALL.fullmatch(plain):
            return "number" if self._counts(place) else ""
        counted = COUNTED.fullmatch(plain)
        if counted is not None and counted[2] in names.shorts.get("unit", {}):
            return "unit"
        if _SHORT_ORDER.fullmatch(plain):
            return "order"
        if plain in names.shorts.get("area", {}) and (plain not in WORDS["everyday"] or token.text.isupper()):
            return "place"
        # In capitals alone: "CP", but no line of capitals.
        if len(plain) > 1 and token.text.isupper() and plain in names.shorts.get("order", {}):
            return "order" if not all(other.text.isupper() for other in self.words) else ""
        for kind, beginnings in vocabulary:
            if plain.startswith(beginnings):
                return kind
        if len(plain) >= MIN_BEGINNING and plain not in WORDS["everyday"] and len(names.matches(plain, ("area",))) == 1:
            return "place"
        return ""

    def _counts(self, place: int) -> bool:
        """Whether a number may be one of pieces: no round, time of day or date."""

        def sign(at: int) -> str:
            return self.words[at].spelt if 0 <= at < len(self.words) else ""

        before, after = sign(place - 1), sign(place + 1)
        clock = before == ":" and sign(place - 2).isdecimal() or after == ":" and sign(place + 2).isdecimal()
        return before not in WORDS["counters"] and after not in WORDS["times"] and not clock
