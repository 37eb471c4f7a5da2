"""Reading a condition from one line of text: forgiving in spelling, strict in meaning.

condition := ["if"] part ("or" part)*        part := fact ("and" fact)*
fact      := "not" fact | "(" condition ")" | subject verb object | amount operator amount
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.terms import read_amount, read_card, read_council, read_pile, read_who
from adjudicator.btwixt.sheets.edition_key import Known
from adjudicator.btwixt.sheets.name_book import NameBook
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.condition_reader import ConditionReader, refuse_length
from adjudicator.engine.condition_words import OPERATORS, Word, Words, joined
from adjudicator.engine.refusal import Refusal, Refused, Unreadable

LONGEST_AMOUNT = 400
STOPS = frozenset(
    ("and", "or", "unless", "(", ")", "is", "are", "am", "isnt", "has", "have", "contains", "holds", "hold", *OPERATORS)
)
SEASONS = ("summer", "autumn", "winter")
OTHERS = ("all others", "others", "the others", "everyone else", "everybody else")
VERBS: dict[str, Callable[[str], c.AnyCondition]] = {
    **dict.fromkeys(("kneel", "kneels", "knelt"), c.Kneels),
    **dict.fromkeys(("stand", "stands"), c.Stands),
    **dict.fromkeys(("lead", "leads"), c.Leads),
    **dict.fromkeys(("won", "wins"), c.Won),
}
STATES: dict[str, Callable[[str], c.AnyCondition]] = {
    "kneeling": c.Kneels,
    "standing": c.Stands,
    "leading": c.Leads,
    "tied": c.Tied,
    "winner": c.Won,
}
EXAMPLES = "I lead, all others kneel, there is an ally, I hold CARD, ally is NAME, my total < 10"


@lru_cache(maxsize=8)
def _book(known: Known) -> NameBook:
    return NameBook(known.edition, STOPS)


def name_book(edition: Edition) -> NameBook:
    """The edition's names; put together once."""
    return _book(Known(edition))


def parse_condition(text: str, edition: Edition) -> c.AnyCondition:
    """The condition that a line of text says. Raises Unreadable or Ambiguous with the column, what was understood, what
    was expected and the nearest legal word; Unreadable `condition-too-deep` or `condition-too-large` beyond the
    limits."""
    refuse_length(text)
    condition: c.AnyCondition = _Reader(text, edition).whole()
    return condition


def parse_when(text: str, edition: Edition) -> c.When:
    """The condition of a rule, before which `else` may stand. Raises as `parse_condition` does."""
    refuse_length(text)
    when: c.When = _Reader(text, edition).of_rule()
    return when


def parse_amount(text: str, edition: Edition) -> c.Amount:
    """The amount that a line of text says: a number, or a sum worked out when it is asked for. Raises as
    `parse_condition` does."""
    if len(text) > LONGEST_AMOUNT:
        raise Unreadable(Refusal("name-too-long", f"an amount has at most {LONGEST_AMOUNT} letters"))
    reader = _Reader(text, edition)
    try:
        return read_amount(reader.words.rest(), reader.book, reader.words)
    except Refused as fault:
        raise reader.words.placed(fault, 1) from fault


class _Reader(ConditionReader):
    """One reading of one text."""

    junctions = c.JUNCTIONS
    expected = EXAMPLES

    def __init__(self, text: str, edition: Edition) -> None:
        self.book = name_book(edition)
        super().__init__(Words(self.book.in_one_piece(text), STOPS))

    def said(self, subject: list[Word]) -> c.AnyCondition:
        """What is said of a subject by an operator or a verb, or by itself."""
        words = self.words
        operator = words.take_any(*OPERATORS)
        if operator:
            return self._compare(subject, operator)
        if words.take_any("is", "are", "am"):
            return c.Not(self._is(subject)) if words.take_if("not") else self._is(subject)
        if words.take_if("isnt"):
            return c.Not(self._is(subject))
        if words.take_any("has", "have", "contains", "holds", "hold"):
            return self._has(subject)
        return self._alone(subject)

    def _compare(self, subject: list[Word], operator: str) -> c.AnyCondition:
        left = read_amount(subject, self.book, self.words)
        return c.Compare(left, operator, read_amount(self.words.phrase(), self.book, self.words))  # type: ignore[arg-type]

    def _is(self, subject: list[Word]) -> c.AnyCondition:
        words = self.words
        operator = self.bound()
        if operator:
            return self._compare(subject, operator)
        low = [word.low for word in subject if word.low not in ("the", "current")]
        column, said = words.column(), words.phrase()
        text = joined(said).casefold()
        bare = [word for word in said if word.low not in ("a", "an", "the")]
        if low == ["there"] and [word.low for word in bare] in (["ally"], ["no", "ally"]):
            return c.AllyThere() if len(bare) == 1 else c.Not(c.AllyThere())
        if low in (["ally"], ["next", "ally"]):
            return self._ally(bare, low[0] == "next", column)
        if low == ["first", "player"]:
            return c.FirstPlayer(read_who(said, self.book, words))
        if low == ["season"]:
            return self._season(text, column)
        state = " ".join(word.low for word in bare)
        if state in ("first player", "first"):
            return c.FirstPlayer(read_who(subject, self.book, words))
        if state in STATES:
            return STATES[state](self._who(subject, state))
        if state == "dead":
            return c.IsDead(self.book.find(joined(subject), "ally"))
        if state == "played":
            return c.Played(read_card(subject, self.book))
        if bare and bare[0].low == "in":
            return self._in(subject, bare[1:])
        hint = self.book.hint(text, [], (*STATES, "dead", "played", "first player"))
        got = f'"{text}" is nothing that can be said here{hint}' if text else "nothing follows"
        raise words.refuse("unknown-state", got, "kneeling, standing, tied, dead, played, in COUNCIL", column)

    def _who(self, subject: list[Word], said: str) -> str:
        if joined(subject).casefold() in OTHERS and said in ("kneel", "kneeling", "stand", "standing", "knelt"):
            return "others"
        return read_who(subject, self.book, self.words)

    def _ally(self, said: list[Word], coming: bool, column: int) -> c.AnyCondition:
        """`ally is arya-stark`, `ally is stark`, `ally is alive`, `next ally is of greyjoy`."""
        low = [word.low for word in said]
        if not coming and low in (["alive"], ["there"]):
            return c.AllyThere()
        if not coming and low in (["dead"], ["gone"]):
            return c.Not(c.AllyThere())
        if low[:1] == ["of"]:
            return c.AllyOf(self.book.find(joined(said[1:]), "tag"), coming)
        text = joined(said)
        if not text:
            raise self.words.refuse("unknown-state", "nothing follows", "an ally, a tag, alive or dead", column)
        tags = [tag for tag in self.book.names["tag"] if tag == text.casefold()]
        if tags and text.casefold() not in self.book.names["ally"]:
            return c.AllyOf(tags[0], coming)
        return c.AllyIs(self.book.find(text, "ally"), coming)

    def _season(self, text: str, column: int) -> c.AnyCondition:
        if text not in SEASONS:
            got = f'"{text}" is no season{self.book.hint(text, [], SEASONS)}' if text else "nothing follows"
            raise self.words.refuse("unknown-season", got, "summer, autumn or winter", column)
        return c.SeasonIs(text)  # type: ignore[arg-type]

    def _in(self, subject: list[Word], where: list[Word]) -> c.AnyCondition:
        """`arya-stark is in weaker council`, `betrayal is in pile of euron`, `hodor is in row`."""
        low = " ".join(word.low for word in where)
        if low in ("my hand", "hand"):
            return c.Holds(read_card(subject, self.book))
        if low == "row":
            return c.InRow(self.book.find(joined(subject), "ally"))
        whose = read_pile(where, self.book, self.words)
        if whose:
            return c.PileHas(whose, read_card(subject, self.book))
        ally = self.book.find(joined(subject), "ally")
        if low in ("my councils", "mine", "my council"):
            return c.LiesIn(ally, "mine")
        return c.LiesIn(ally, read_council(where, self.book, self.words))

    def _has(self, subject: list[Word]) -> c.AnyCondition:
        words, column = self.words, self.words.column()
        said = words.phrase()
        negated = bool(said) and said[0].low == "no"
        what = read_card(said[1:] if negated else said, self.book)
        if [word.low for word in subject] == ["i"]:
            found: c.AnyCondition = c.Holds(what)
        else:
            whose = read_pile(subject, self.book, words)
            if not whose:
                got = f'"{joined(subject)}" cannot be looked into'
                raise words.refuse(
                    "hand-not-seen", got, "I hold CARD, my pile has CARD, pile of LEADER has CARD", column
                )
            found = c.PileHas(whose, what)
        return c.Not(found) if negated else found

    def _alone(self, subject: list[Word]) -> c.AnyCondition:
        low = [word.low for word in subject]
        if low in (["always"], ["never"]):
            return c.Constant(low[0] == "always")
        verb = low[-1]
        if verb in VERBS and len(low) > 1:
            return VERBS[verb](self._who(subject[:-1], verb))
        text = joined(subject)
        hint = self.book.hint(text, [], ("always", "never", "I lead", "I won", "all others kneel", "I am tied"))
        raise self.words.refuse("unknown-fact", f'"{text}" says nothing{hint}', EXAMPLES, subject[0].column)
