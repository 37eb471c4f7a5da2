"""Finding what a player means by a name, among those of an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from adjudicator.engine.refusal import Ambiguous, Refusal, Unreadable
from adjudicator.engine.spelling import LONGEST_NAME, matching, near, plain

T = TypeVar("T")
# Editions as they stand in the data, as games have them, and those of before a host corrected a file.
MAX_BUILT = 32


class _Same:
    """An edition as a key: the very same one is the same."""

    def __init__(self, edition: Any) -> None:
        self.edition = edition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.edition is self.edition

    def __hash__(self) -> int:
        return id(self.edition)


def once_per_edition(build: Callable[..., T]) -> Callable[..., T]:
    """What this makes of an edition, and of what else is given, made once as long as it is in use."""

    @lru_cache(maxsize=MAX_BUILT)
    def built(key: _Same, *more: Any) -> T:
        return build(key.edition, *more)

    return lambda edition, *more: built(_Same(edition), *more)


class NameBook:
    """Names by sort: for every id its plain spellings."""

    def __init__(self, names: dict[str, dict[str, set[str]]]) -> None:
        self.names = names
        self._hints: dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, str]] = {}

    def matches(self, text: str, sort: str) -> list[str]:
        """The ids meant by a text: exact names first, else names that begin so, else names with a word that does."""
        return matching(text, self.names[sort])

    def find(self, text: str, sort: str) -> str:
        """The one id meant. Raises Unreadable (`name-too-long`, `unknown-area`... with the nearest name), or Ambiguous
        (`ambiguous-area`...)."""
        if len(text) > LONGEST_NAME:
            words = f'a name has at most {LONGEST_NAME} letters; "{text[:20]}..." has {len(text)}'
            raise Unreadable(Refusal("name-too-long", words))
        found = self.matches(text, sort)
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(Refusal(f"ambiguous-{sort}", f'"{text}" may be {", ".join(found)}'))
        raise Unreadable(Refusal(f"unknown-{sort}", f'there is no {sort} "{text}"{self.hint(text, [sort])}'))

    def hint(self, text: str, sorts: Iterable[str], others: Iterable[str] = ()) -> str:
        """The nearest legal word as `; did you mean "x"?`, or nothing when nothing is near."""
        key = tuple(sorts), tuple(others)
        known = self._hints.get(key)
        if known is None:
            known = {spelling: one for sort in key[0] for one, all_ in self.names[sort].items() for spelling in all_}
            known.update({plain(word): word for word in key[1]})
            self._hints[key] = known
        return near(text, known)
