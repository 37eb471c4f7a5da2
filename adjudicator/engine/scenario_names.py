"""Names in a scenario that mean nothing in its game, and what they might have been."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from adjudicator.engine.refusal import Refusal

# More than these are not listed if some are near.
LISTED = 12


def known_words(name: str, known: Collection[str]) -> str:
    """Which names there are: all if they are few or none is like this one, else the nearest."""
    near = get_close_matches(name[:60], known, n=3, cutoff=0.5) if len(known) > LISTED else []
    return f"near it: {', '.join(near)}" if near else f"known: {', '.join(known) or 'none'}"


def no_choice(code: str, words: str, name: object, known: Collection[str], where: str) -> Refusal:
    """A refusal in these words of a name that is not known, with those that are."""
    return Refusal(code, f"{words}; {known_words(str(name), known)}", where)


def unknown(sort: str, names: Iterable[str], known: Collection[str], where: str) -> Iterator[Refusal]:
    """A refusal (`unknown-area`, `unknown-house` and so on) for each name that is not known."""
    for name in names:
        if name not in known:
            words = f"there is no {sort} {name[:60]!r} in this game; {known_words(name, known)}"
            yield Refusal(f"unknown-{sort}", words, where)


def twice(names: Iterable[str], where: str) -> Iterator[Refusal]:
    """A refusal for each name that stands there more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            yield Refusal("named-twice", f"{name[:60]} is named {count} times", where)
