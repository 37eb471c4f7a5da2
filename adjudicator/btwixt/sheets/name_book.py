"""Finding what a leader means by a name: ids, names in every known language, unique beginnings of them."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.btwixt.state.edition import Edition
from adjudicator.kernel.names import Names
from adjudicator.kernel.refusal import Ambiguous, Refusal, Unreadable
from adjudicator.kernel.spelling import LONGEST_NAME, matching, near, plain, spellings


def _said(names: Names) -> tuple[str, ...]:
    return (names.en, names.it, names.es)


class NameBook:
    """The names of one edition by sort: leader, card, ally, tag."""

    def __init__(self, edition: Edition, stops: Iterable[str]) -> None:
        leaders, cards, allies = edition.houses, edition.influence, edition.allies
        tags = dict.fromkeys(tag for ally in allies.values() for tag in ally.tags)
        self.names: dict[str, dict[str, set[str]]] = {
            "leader": spellings(leaders, {one.id: (*_said(one.name), one.whole_name) for one in leaders.values()}),
            "card": spellings(cards, {one.id: _said(one.name) for one in cards.values()}),
            "ally": spellings(allies, {one.id: _said(one.name) for one in allies.values()}),
            "tag": spellings(tags, {}),
        }
        everybody = [one.name for sort in (leaders, cards, allies) for one in sort.values()]
        parted = frozenset(stops)
        # Names with a word that means something else in a condition, as `Books and Wine`.
        self._parted = [
            name.casefold()
            for names in everybody
            for name in _said(names)
            if not parted.isdisjoint(name.casefold().split())
        ]
        self._hints: dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, str]] = {}

    def in_one_piece(self, text: str) -> str:
        """The text with hyphens in names that would be read as several things; as long as it was."""
        low = text.casefold()
        if len(low) != len(text):
            return text
        for name in self._parted:
            at = low.find(name)
            while at >= 0:
                end = at + len(name)
                if not low[at - 1 : at].isalnum() and not low[end : end + 1].isalnum():
                    text = text[:at] + text[at:end].replace(" ", "-") + text[end:]
                at = low.find(name, end)
        return text

    def matches(self, text: str, sort: str) -> list[str]:
        """The ids meant by a text."""
        return matching(text, self.names[sort])

    def find(self, text: str, sort: str) -> str:
        """The one id meant. Raises Unreadable (`name-too-long`, `unknown-leader`... with the nearest name), or
        Ambiguous (`ambiguous-leader`...)."""
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
            known = {spelled: one for sort in key[0] for one, all_ in self.names[sort].items() for spelled in all_}
            known.update({plain(word): word for word in key[1]})
            self._hints[key] = known
        return near(text, known)
