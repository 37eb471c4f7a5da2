"""The small writings in a scenario: names with blanks between, numbers on tokens, cards with who played them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from adjudicator.engine.decision import Refusal
from adjudicator.engine.scenario import known_words

TIMES = re.compile(r"(?:([0-9]{1,2})x)?([0-9]{1,2})")


def numbers(text: str) -> list[int]:
    """The numbers of tokens, as `1 2x3`; a word that is none counts as 0."""
    found: list[int] = []
    for word in text.split():
        read = TIMES.fullmatch(word)
        found += [int(read[2])] * int(read[1] or 1) if read else [0]
    return found


def piled(text: str, house: str) -> list[tuple[str, str]]:
    """The cards of a leader's pile, each with who played it."""
    words = (word.partition("=") for word in text.split())
    return [(card, by or house) for card, _, by in words]


def strangers(sort: str, names: Iterable[str], known: Collection[str], where: str) -> Iterator[Refusal]:
    """A refusal for each name that is not known."""
    for name in names:
        if name not in known:
            words = f"there is no {sort} {name[:60]!r} in this game; {known_words(name, known)}"
            yield Refusal("bad-scenario", words, where)
