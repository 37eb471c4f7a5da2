"""Conditions and amounts as one line of text: forgiving in spelling, strict in meaning.

blackwater is baratheon and strength >= enemy + 1
not (seagard has march) or throne position is 1
1/2 of power - 2 times best other power + 1

`format_condition` and `format_sum` write what `parse_condition` and `parse_amount` read back unchanged.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.engine.refusal import Refusal, Refused, Unreadable
from adjudicator.engine.sheet.reader import MAX_TEXT as MAX_TEXT
from adjudicator.engine.sheet.reader import ConditionReader, refuse_length
from adjudicator.engine.sheet.text import OPERATORS, Word, Words, bounded, joined, plain_number, split_offset, sum_text
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.battle_facts import DEEDS
from adjudicator.thrones.sheets.conditions.board_facts import QUANTITIES
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.state.edition import Edition

VERBS = {
    **dict.fromkeys(("is", "are", "isnt"), "is"),
    **dict.fromkeys(("has", "have", "contains"), "has"),
    **dict.fromkeys(("holds", "hold"), "holds"),
    **dict.fromkeys(("commands", "command"), "commands"),
    **{verb: verb for verb in (*DEEDS, "supports", "serves", "can")},
}
# Words of a condition's text with a meaning of their own.
STOPS = frozenset(("and", "or", "unless", "(", ")", *OPERATORS, *VERBS))
MAX_SUM = 400
_NUMBERS = "a number: 3, round, lead, odds, strength, fighters, power, throne position, units in AREA, defence of AREA"
_AMOUNTS = "a number, power, stark power, others power, best other power, 1/2 of power"


def parse_condition(text: str, edition: Edition, modules: Collection[str] = ()) -> c.Condition:
    """The condition that a line of text says, in a game with these modules. Raises Unreadable or Ambiguous with the
    column, what was understood, what was expected and the nearest legal word; Unreadable `condition-too-deep` or
    `condition-too-large` beyond the limits."""
    refuse_length(text)
    condition: c.Condition = _Reader(Words(text, STOPS), name_book(edition, modules)).whole()
    return condition


def parse_when(text: str, edition: Edition, modules: Collection[str] = ()) -> c.When:
    """The condition of a rule, before which `else` may stand. Raises as `parse_condition` does."""
    refuse_length(text)
    when: c.When = _Reader(Words(text, STOPS), name_book(edition, modules)).of_rule()
    return when


def format_condition(condition: c.When) -> str:
    """The condition on one line, with ids for names."""
    return condition.typed()


def format_term(term: c.Term) -> str:
    """A number's source on one line."""
    return term.typed()


class _Reader(ConditionReader):
    """One reading of one text."""

    junctions, facts, numbers, verbs = c.JUNCTIONS, c.FACTS, c.NUMBERS, VERBS
    expected = "an area, a number, a house or a card"
    number_expected, amount_expected = _NUMBERS, _AMOUNTS
    number_words = (*QUANTITIES, "round", "wildlings", "lead", "odds", "strength", "enemy", "fighters")

    def compare(self, subject: list[Word], operator: str) -> c.Condition:
        """`strength >= enemy + 1`."""
        right, plus = split_offset(self.words.phrase())
        left, minus = split_offset(subject)
        return c.Compare(self.term(left), operator, self.term(right), bounded(plus - minus))  # type: ignore[arg-type]

    def term(self, said: list[Word]) -> c.Term:
        """A number, plain or not."""
        number = plain_number(said)
        term: c.Term = super().term(said) if number is None else c.Number(bounded(number))
        return term

    def compared(self, number: c.Term, operator: str, against: int) -> c.Condition:
        """What a form says that compares a number."""
        return c.Compare(number, operator, c.Number(against))  # type: ignore[arg-type]

    def special(self, subject: list[Word], verb: str, said: list[Word]) -> c.Condition | None:
        """`I have another march`, `stark has at least 2 march orders left`."""
        low = [word.low for word in said]
        if verb != "has" or not (low[:1] == ["another"] or low[-1:] in (["orders"], ["left"])):
            return None
        operator, least = ">=", 1
        if low[:2] in (["at", "least"], ["at", "most"]):
            operator, said = (">=" if low[1] == "least" else "<="), said[2:]
        elif low[:1] == ["exactly"]:
            operator, said = "=", said[1:]
        if said and said[0].low.isascii() and said[0].low.isdecimal():
            least, said = bounded(int(said[0].low[:4])), said[1:]
        while said and said[-1].low in ("left", "order", "orders"):
            said = said[:-1]
        found = c.NUMBERS.read([*subject, *said, Word("orders", 0)], self.book, self.words)
        return self.compared(found[0], operator, least) if found else None  # type: ignore[arg-type]

    def unread(self, subject: list[Word], verb: str, said: list[Word], column: int) -> Refused:
        """A subject of which nothing is said."""
        got = f'"{joined(subject)}" says nothing by itself'
        return self.words.refuse("verb-missing", got, '"is", "has", "holds" or a comparison such as ">= 2"', column)


def parse_amount(text: str, edition: Edition, modules: Collection[str] = ()) -> int | c.Sum:
    """The amount that a line of text says, in a game with these modules: a number, or a sum worked out when it is bid.

    Raises Unreadable or Ambiguous as `parse_condition` does; `term-means-nothing` for what only a battle has,
    `bad-number` for an amount below 0 or above 1000.
    """
    if len(text) > MAX_SUM:
        raise Unreadable(Refusal("name-too-long", f"an amount has at most {MAX_SUM} letters"))
    reader = _Reader(Words(text.replace("\u2212", "-"), STOPS), name_book(edition, modules))
    terms, plus = reader.shares(reader.words.rest())
    for term, _, _ in terms:
        if not isinstance(term, c.KNOWN):
            raise reader.words.refuse("term-means-nothing", f'"{format_term(term)}" is no amount', _AMOUNTS, 1)
    shares = [c.Share(term=term, times=times, over=over) for term, times, over in terms]
    if abs(plus) > 1000 or (not shares and plus < 0) or any(abs(one.times) > 100 or one.over > 100 for one in shares):
        raise Unreadable(Refusal("bad-number", "numbers of an amount go from 0 to 1000, its shares to 100"))
    if len(shares) > c.MAX_SHARES:
        raise Unreadable(Refusal("list-too-long", f"an amount has at most {c.MAX_SHARES} parts"))
    return c.Sum(of=tuple(shares), plus=plus) if shares else plus


def format_sum(amount: c.Sum) -> str:
    """The sum on one line, with ids for names."""
    return sum_text(amount.of, amount.plus)
