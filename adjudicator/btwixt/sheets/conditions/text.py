"""Conditions and amounts as one line of text, lenient in spelling only.

- `ally power >= 4 and my total < 12`
- `all others kneel and not (I lead)`

`parse_condition` and `parse_amount` read back unchanged what `format_condition` and `format_amount` write.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Self

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.state import Edition
from adjudicator.engine import Refusal, Refused, Unreadable, names as engine, spellings, spellings_of
from adjudicator.engine.sheet import OPERATORS, ConditionReader, Word, Words, join_words, require_bounded, slots_of


class NameBook(engine.NameBook):
    """The names of one edition by sort: leader, card, ally, tag."""

    def __init__(self, edition: Edition, stops: Iterable[str]) -> None:
        leaders, cards, allies = edition.houses, edition.influence, edition.allies
        tags = dict.fromkeys(tag for ally in allies.values() for tag in ally.tags)
        names = {
            "leader": spellings(leaders, {item.id: (*item.name.every(), item.whole_name) for item in leaders.values()}),
            "card": spellings_of(cards),
            "ally": spellings_of(allies),
            "tag": spellings(tags, {}),
        }
        people = {"leader": leaders, "ally": allies}
        super().__init__(names, {key: engine.besides(names[key], all_, engine.PEOPLE) for key, all_ in people.items()})
        everybody = [item.name for sort in (leaders, cards, allies) for item in sort.values()]
        parted = frozenset(stops)
        # Names with a word that means something else in a condition, as `Books and Wine`.
        self._parted = [
            name.casefold()
            for forms in everybody
            for name in forms.every()
            if not parted.isdisjoint(name.casefold().split())
        ]

    def hyphenate_names(self, text: str) -> str:
        """Hyphenate names that would be read as several words; keep the text's length."""
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


MAX_AMOUNT = 400
VERBS = {
    **dict.fromkeys(("is", "are", "am", "isnt"), "is"),
    **dict.fromkeys(("has", "have", "contains", "holds", "hold"), "has"),
}
STOPS = frozenset(("and", "or", "unless", "(", ")", *OPERATORS, *VERBS))
EXAMPLES = "I lead, all others kneel, there is an ally, I hold CARD, ally is NAME, my total < 10"
_NUMBERS = "a number: 3, my total, best total, total of LEADER, lead, ally power, power of COUNCIL, red in my hand"
_STATES = ("kneeling", "standing", "leading", "tied", "winner", "dead", "played", "first player")
_FACTS = ("always", "never", "I lead", "I won", "all others kneel", "I am tied")


@engine.once_per_edition
def name_book(edition: Edition) -> NameBook:
    """The edition's names; put together once."""
    return NameBook(edition, STOPS)


def parse_amount(text: str, edition: Edition, modules: Collection[str] = ()) -> c.Amount:
    """Parse an amount: a number or a sum. Raises as `parse_condition` does."""
    if len(text) > MAX_AMOUNT:
        raise Unreadable(Refusal("name-too-long", f"an amount has at most {MAX_AMOUNT} characters"))
    reader = _Reader.of(text, edition)
    try:
        return reader.amount(reader.words.rest())
    except Refused as fault:
        raise reader.words.placed(fault, 1) from fault


def format_condition(condition: c.When) -> str:
    """The condition on one line, with ids for names."""
    return condition.typed()


class _Reader(ConditionReader):
    """One reading of one text."""

    junctions, facts, numbers, verbs = c.JUNCTIONS, c.FACTS, c.NUMBERS, VERBS
    expected, number_expected = EXAMPLES, _NUMBERS
    number_words = (*c.TABLE, "my total", "best total", "my small", "my hand", "my pile")

    @classmethod
    def of(cls, text: str, edition: Edition, modules: Collection[str] = ()) -> Self:
        """Return a reader of a text with an edition's names.

        `modules`, the optional parts of the game, make no difference to it."""
        book = name_book(edition)
        return cls(Words(book.hyphenate_names(text.replace("\u2212", "-")), STOPS), book)

    def compare(self, subject: list[Word], operator: str) -> c.AnyCondition:
        """`ally power >= 4`, `my total < best total + 3`."""
        left = self.amount(subject)
        return c.Compare(left, operator, self.amount(self.words.phrase()))  # type: ignore[arg-type]

    def special(self, subject: list[Word], verb: str, phrase: list[Word]) -> c.AnyCondition | None:
        """`ally is stark`, `next ally is a greyjoy`, of a tag that is no ally."""
        low = [word.low for word in subject if word.low not in ("the", "current")]
        tag = join_words([word for word in phrase if word.low not in ("a", "an", "the")]).casefold()
        if verb != "is" or low not in (["ally"], ["next", "ally"]) or tag not in self.book.names["tag"]:
            return None
        return c.AllyOf(tag, low[0] == "next") if tag not in self.book.names["ally"] else None

    def unread(self, subject: list[Word], verb: str, phrase: list[Word], column: int) -> Refused:
        """What is said of a subject that cannot be, or a subject of which nothing is said."""
        words, text = self.words, join_words(phrase).casefold()
        if verb == "is":
            hint = self.book.hint(text, [], _STATES)
            got = f'"{text}" is not possible here{hint}' if text else "something is missing here"
            return words.refuse("unknown-state", got, "kneeling, standing, tied, dead, played, in COUNCIL", column)
        if verb == "has":
            card = slots_of(c.Holds)["what"]
            if card.meaning(phrase, self.book) is None:
                card.refuse(phrase, self.book, words)
            got = f'you cannot see the cards of "{join_words(subject)}"'
            return words.refuse("hand-not-seen", got, "I hold CARD, my pile has CARD, pile of LEADER has CARD", column)
        got = f'"{join_words(subject)}" has no meaning here{self.book.hint(join_words(subject), [], _FACTS)}'
        return words.refuse("unknown-fact", got, EXAMPLES, subject[0].column)

    def amount(self, phrase: list[Word]) -> c.Amount:
        """Parse a number, term or sum; Unreadable `unknown-number`, `list-too-long`."""
        terms, plus = self.shares(phrase)
        if any(over != 1 for _, _, over in terms):
            raise self.words.refuse("unknown-number", f'"{join_words(phrase)}" is not a number', _NUMBERS)
        if len(terms) > c.MAX_SHARES:
            raise Unreadable(Refusal("list-too-long", f"a sum has at most {c.MAX_SHARES} parts"))
        if not terms:
            return require_bounded(plus)
        if len(terms) == 1 and terms[0][1] == 1 and not plus:
            return terms[0][0]  # type: ignore[no-any-return]
        return c.Sum(tuple(c.Share(term, require_bounded(times)) for term, times, _ in terms), require_bounded(plus))


parse_condition, parse_when = _Reader.parse_condition, _Reader.parse_when
