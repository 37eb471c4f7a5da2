"""Words of the notation in every language, and tables that find what is meant by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from adjudicator.engine.spelling import plain

Meant = TypeVar("Meant")


@lru_cache(maxsize=16384)
def spelt(text: str) -> str:
    """Plain letters as `adjudicator.engine.spelling.plain` has them; a sign as it is."""
    return plain(text) or text


class Said(NamedTuple):
    """Words for one thing, by language; the first of each is written, all of them are read."""

    en: tuple[str, ...]
    it: tuple[str, ...] = ()
    es: tuple[str, ...] = ()

    def write(self, language: str) -> str:
        """The word for a reader."""
        words: tuple[str, ...] = getattr(self, language, ()) or self.en
        return words[0]

    def every(self) -> tuple[str, ...]:
        """All of them, in all languages."""
        return (*self.en, *self.it, *self.es)


def said(en: str, it: str = "", es: str = "") -> Said:
    """Words for one thing; several parted by a slash."""
    return Said(*(tuple(filter(None, text.split("/"))) for text in (en, it, es)))


class Phrases(Generic[Meant]):
    """What is meant by words: of one or more of them, spelt plainly."""

    def __init__(self, words: Iterable[tuple[Meant, Said]]) -> None:
        self.known: dict[str, Meant] = {}
        for meant, every in words:
            for text in every.every():
                if self.known.setdefault(spelt(text), meant) != meant:
                    raise ValueError(f"{text!r} means two things")
        self.measure()

    def measure(self) -> None:
        """Look at what is known; to be done when that has changed."""
        self.longest = max((len(text.split()) for text in self.known), default=0)
        # What one of them may begin with, to its last word.
        begun = ((text, at) for text in self.known for at in range(1, len(text) + 1))
        self.begins = {text[:at] for text, at in begun if at == len(text) or text[at] == " "}


def phrases(words: Mapping[Meant, Said]) -> Phrases[Meant]:
    """The table of some words by what they mean."""
    return Phrases(words.items())


NONE = said(
    "none/nothing/no one",
    "niente/nessuno/nessuna",
    "nada/ninguno/ninguna",
)
EVERY = said("all/everything/every/*", "tutto/tutti/tutte", "todo/todos/todas")
UNLESS = "unless"
IF = phrases(
    {
        "if": said("if/when/while/only if", "se/quando/solo se", "si/cuando/solo si"),
        UNLESS: said(
            "unless/except if/but not if",
            "a meno che/a meno che non/tranne se",
            "a menos que/salvo si/salvo que/excepto si",
        ),
    }
)
# The next choice where the one before it does not hold or cannot be done; and (strictly) where it does not hold.
BAR = "|"
ELSE_WORDS = said("else/otherwise/or else", "altrimenti", "si no/sino/en otro caso")
ELSE = phrases({BAR: said(BAR), "else": ELSE_WORDS})
# Between things in a list; in lists of preferences "or" says no more than "then" does.
AND = phrases(
    {
        "and": said(
            ",/and/&/or/then",
            "e/ed/o/oppure/poi",
            "y/u/luego/después",
        )
    }
)
# Between alternatives of which one is said in other words, where no list stands.
OR = frozenset(("or", "o", "oppure", "u"))
# Said beside what comes first in a list, and no more than its place says.
FIRST = phrases({"": said("first", "prima/per primo/per primi/per prima", "primero/primera")})
# In Spanish this is no condition: `el resto se queda`.
NO_CONDITION = frozenset((("se", "queda"), ("se", "quedan")))
# Before names.
ARTICLES = frozenset(("the", "a", "an", "il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "el", "los", "las"))
