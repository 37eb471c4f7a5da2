"""Slots of facts and numbers in conditions: leaders, councils, cards, allies."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from adjudicator.btwixt.sheets.conditions.scene import SORTS, WITH
from adjudicator.engine import NameBook
from adjudicator.engine.sheet import Mistake, Slot, Word, Words, joined

SELF = ("me", "my", "i", "mine", "own")
OTHERS = ("all others", "others", "the others", "everyone else", "everybody else")
COUNCILS = ("left", "right", "weaker", "stronger", "claimed")
PLACES = {which: f"{which} council" for which in COUNCILS} | {"mine": "my councils"}
_AROUND = ("neighbor", "neighbour", "neighbors", "neighbours", "my", "the", "leader", "on")
_WHO = {**dict.fromkeys(SELF, "me"), **{side: side for side in ("left", "right", "winner")}}
_WHO["first player"] = "first-player"


class _Leader(Slot):
    """A leader: `me`, `left`, `right`, `winner`, `first-player`, or an id."""

    def __init__(self, **words: str) -> None:
        """`words` are those that mean somebody else, each with what it means."""
        mistake = Mistake("leader-missing", "", "me, left, right, winner or a leader")
        super().__init__("leader", words=_WHO | words, mistake=mistake)

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """The leader; around some words others say nothing, as in `my left neighbour`."""
        bare = " ".join(word.low for word in phrase if word.low not in _AROUND)
        return _WHO[bare] if bare in _WHO and bare not in SELF else super().meaning(phrase, book)


class _Council(Slot):
    """A council: `left`, `weaker`..., `with-euron`, or an id."""

    def write(self, value: str) -> str:
        """A council as it is typed."""
        return f"council with {value.removeprefix(WITH)}" if value.startswith(WITH) else super().write(value)

    def name(self, phrase: list[Word]) -> list[Word]:
        """Those of the words that are the name."""
        return [word for word in phrase if word.low not in ("council", "the", "my")]

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """The council; of an id the leaders in whichever order they are named."""
        low, text = " ".join(word.low for word in phrase), joined(self.name(phrase)).casefold()
        if low in self.values or text in COUNCILS:
            return self.values.get(low, text)
        if text.startswith(("with ", WITH)):
            leader = _LEADER.meaning(_after_with(self.name(phrase)), book)
            return WITH + leader if leader else None
        ends = [book.matches(end, "leader") for end in text.split("-")] if " " not in text else []
        whole = len(ends) == 2 and all(len(end) == 1 for end in ends) and ends[0] != ends[1]
        return f"{ends[0][0]}-{ends[1][0]}" if whole else None

    def refuse(self, phrase: list[Word], book: NameBook, words: Words) -> None:
        """Raises Refused for what is no council."""
        if joined(self.name(phrase)).casefold().startswith(("with ", WITH)):
            _LEADER.refuse(_after_with(self.name(phrase)), book, words)
        super().refuse(phrase, book, words)


def _after_with(phrase: list[Word]) -> list[Word]:
    """`euron` of `with euron` and of `with-euron`."""
    return phrase[1:] if phrase[0].low == "with" else [Word(phrase[0].text[len(WITH) :], phrase[0].column), *phrase[1:]]


class _Card(Slot):
    """A card, or a sort of cards."""

    def name(self, phrase: list[Word]) -> list[Word]:
        """Those of the words that are the name."""
        return [word for word in phrase if word.low not in ("a", "an", "card", "cards", "any")]

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """The card or the sort, whatever article stands before it."""
        return super().meaning(self.name(phrase), book)


_LEADER = Slot("leader")
_COUNCIL_MISTAKE = Mistake(
    "unknown-council",
    "is not a council",
    "left, right, weaker or stronger council, council with LEADER, or an id like cersei-euron",
    "a council is missing",
)


def _council(**more: str) -> Slot:
    """A slot for a council, or what these words mean besides."""
    words = {typed: which for which, typed in PLACES.items() if which != "mine"} | more
    return _Council("council", words=words, mistake=_COUNCIL_MISTAKE, hints=((), COUNCILS))


Name = Annotated[str, msgspec.Meta(max_length=200)]
Who = Annotated[Name, _Leader()]
WhoOrBest = Annotated[Name, _Leader(best="best")]
WhoOrOthers = Annotated[Name, _Leader(**dict.fromkeys(OTHERS, "others"))]
Council = Annotated[Name, _council()]
Councils = Annotated[Name, _council(**dict.fromkeys(("my councils", "my council", "mine"), "mine"))]
Card = Annotated[Name, _Card("card", words={sort: sort for sort in SORTS})]
Ally = Annotated[Name, Slot("ally", mistake=Mistake("unknown-state", "", "an ally, a tag, alive or dead"))]
Tag = Annotated[Name, Slot("tag")]
Next = Annotated[bool, Slot(words={"next": True, "current": False})]
