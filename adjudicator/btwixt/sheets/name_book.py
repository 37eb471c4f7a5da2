"""Finding what a leader means by a name: ids, names in every known language, unique beginnings of them."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine import name_book as engine
from adjudicator.engine.spelling import spellings


class NameBook(engine.NameBook):
    """The names of one edition by sort: leader, card, ally, tag."""

    def __init__(self, edition: Edition, stops: Iterable[str]) -> None:
        leaders, cards, allies = edition.houses, edition.influence, edition.allies
        tags = dict.fromkeys(tag for ally in allies.values() for tag in ally.tags)
        names = {
            "leader": spellings(leaders, {one.id: (*one.name.every(), one.whole_name) for one in leaders.values()}),
            "card": spellings(cards, {one.id: one.name.every() for one in cards.values()}),
            "ally": spellings(allies, {one.id: one.name.every() for one in allies.values()}),
            "tag": spellings(tags, {}),
        }
        super().__init__(names)
        everybody = [one.name for sort in (leaders, cards, allies) for one in sort.values()]
        parted = frozenset(stops)
        # Names with a word that means something else in a condition, as `Books and Wine`.
        self._parted = [
            name.casefold()
            for said in everybody
            for name in said.every()
            if not parted.isdisjoint(name.casefold().split())
        ]

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
