"""Conditions and amounts as one line of text: forgiving in spelling, strict in meaning.

blackwater is baratheon and strength >= enemy + 1
not (seagard has march) or throne position is 1
1/2 of power - 2 times best other power + 1

`format_condition` and `format_sum` write what `parse_condition` and `parse_amount` read back unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from adjudicator.engine.condition_reader import LONGEST_TEXT as LONGEST_TEXT
from adjudicator.engine.condition_reader import ConditionReader, refuse_length, without_article
from adjudicator.engine.condition_words import OPERATORS, Word, Words, joined
from adjudicator.engine.name_book import NameBook
from adjudicator.engine.refusal import Refusal, Refused, Unreadable
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.board_facts import QUANTITIES
from adjudicator.thrones.sheets.conditions.deed_facts import DEEDS
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
_EXAMPLES = "a number: 3, round, lead, odds, strength, fighters, power, throne position, units in AREA, defence of AREA"
_AMOUNTS = "a number, power, stark power, others power, best other power, 1/2 of power"
_NUMBER_WORDS = (*QUANTITIES, "round", "wildlings", "lead", "odds", "strength", "enemy", "fighters")
_PARTS = {"half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_TIMES = {"twice": 2, "double": 2, "thrice": 3}


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

    junctions, facts, verbs = c.JUNCTIONS, c.FACTS, VERBS
    expected = "an area, a number, a house or a card"

    def compare(self, subject: list[Word], operator: str) -> c.Condition:
        """`strength >= enemy + 1`."""
        right, plus = _offset(self.words.phrase())
        left, minus = _offset(subject)
        terms = _term(left, self.book, self.words), _term(right, self.book, self.words)
        _bounded(plus - minus)
        return c.Compare(terms[0], operator, terms[1], plus - minus)  # type: ignore[arg-type]

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
            least, said = _bounded(int(said[0].low[:4])), said[1:]
        while said and said[-1].low in ("left", "order", "orders"):
            said = said[:-1]
        found = c.NUMBERS.read([*subject, *said, Word("orders", 0)], self.book, self.words)
        return self.compared(found[0], operator, least) if found else None  # type: ignore[arg-type]

    def unread(self, subject: list[Word], verb: str, said: list[Word], column: int) -> Refused:
        """A subject of which nothing is said."""
        got = f'"{joined(subject)}" says nothing by itself'
        return self.words.refuse("verb-missing", got, '"is", "has", "holds" or a comparison such as ">= 2"', column)


def _offset(said: list[Word]) -> tuple[list[Word], int]:
    """A number's words and the constant added to them: `enemy + 1` is `enemy` and 1."""
    if len(said) >= 3 and said[-2].text in ("+", "-") and said[-1].text.isdecimal():
        return said[:-2], _int(said[-2].text + said[-1].text)
    if len(said) >= 2 and re.fullmatch(r"[+-]\d+", said[-1].text):
        return said[:-1], _int(said[-1].text)
    # A name on which the number hangs with its sign, as in `enemy+1`.
    glued = re.search(r"[+-]\d+$", said[-1].text) if said else None
    name = said[-1].text[: glued.start()] if glued else ""
    if glued and any(letter.isalpha() for letter in name):
        return [*said[:-1], Word(name, said[-1].column)], _int(glued[0])
    return said, 0


def _int(text: str) -> int:
    return _bounded(int(text) if len(text) < 10 else 9999)


def _bounded(number: int) -> int:
    if abs(number) > 1000:
        raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
    return number


def _term(said: list[Word], book: NameBook, words: Words) -> c.Term:
    """The number that a phrase names. Raises Unreadable `unknown-number` with the nearest legal word."""
    if len(said) == 1 and re.fullmatch(r"[+-]?\d+", said[0].low):
        return c.Number(_int(said[0].low))
    found = c.NUMBERS.read(without_article(said), book, words)
    if found is None:
        got = (
            f'"{joined(said)}" is no number{book.hint(joined(said), [], _NUMBER_WORDS)}'
            if said
            else "a number is missing"
        )
        raise words.refuse("unknown-number", got, _EXAMPLES, said[0].column if said else None)
    return found[0]  # type: ignore[return-value]


def parse_amount(text: str, edition: Edition, modules: Collection[str] = ()) -> int | c.Sum:
    """The amount that a line of text says, in a game with these modules: a number, or a sum worked out when it is bid.

    Raises Unreadable or Ambiguous as `parse_condition` does; `term-means-nothing` for what only a battle has,
    `bad-number` for an amount below 0 or above 1000.
    """
    if len(text) > MAX_SUM:
        raise Unreadable(Refusal("name-too-long", f"an amount has at most {MAX_SUM} letters"))
    words = Words(text.replace("\u2212", "-"), STOPS)
    book, shares, plus = name_book(edition, modules), [], 0
    for sign, said in _parts(words.rest()):
        column = said[0].column if said else len(text) + 1
        times, over, named = _share(said, words, column)
        named, offset = _offset(named)
        plus += offset
        if len(named) == 1 and named[0].low.isdecimal() and named[0].low.isascii() and over == 1:
            plus += sign * times * int(named[0].low[:9])
            continue
        try:
            term = _term(named, book, words)
        except Refused as fault:
            raise words.placed(fault, column) from fault
        if not isinstance(term, c.KNOWN):
            raise words.refuse("term-means-nothing", f'"{format_term(term)}" is no amount', _AMOUNTS, column)
        shares.append(c.Share(term=term, times=sign * times, over=over))
    return _whole(shares, plus)


def _whole(shares: list[c.Share], plus: int) -> int | c.Sum:
    """The amount of these parts, if it is within bounds."""
    if abs(plus) > 1000 or (not shares and plus < 0) or any(abs(one.times) > 100 or one.over > 100 for one in shares):
        raise Unreadable(Refusal("bad-number", "numbers of an amount go from 0 to 1000, its shares to 100"))
    if len(shares) > c.MAX_SHARES:
        raise Unreadable(Refusal("list-too-long", f"an amount has at most {c.MAX_SHARES} parts"))
    return c.Sum(of=tuple(shares), plus=plus) if shares else plus


def _parts(words: list[Word]) -> Iterator[tuple[int, list[Word]]]:
    """What stands between the signs, each with its sign."""
    sign, said, begun = 1, list[Word](), False
    for word in words:
        if word.text[0] in "+-" and (word.text in "+-" or not said or word.text[1:2].isalnum()):
            if begun and said:
                yield sign, said
            sign, said, begun = (-1 if word.text[0] == "-" else 1), [], True
            if len(word.text) > 1:
                said = [Word(word.text[1:], word.column + 1)]
        else:
            said, begun = [*said, word], True
    yield sign, said


def _share(said: list[Word], words: Words, column: int) -> tuple[int, int, list[Word]]:
    """How much of the number that follows is meant: `half of power` is 1, 2 and `power`."""
    low = [word.low for word in said]
    times, over, taken = 1, 1, 0
    fraction = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", low[0]) if low else None
    percent = re.fullmatch(r"([0-9]{1,3})%", low[0]) if low else None
    if fraction:
        times, over, taken = int(fraction[1]), int(fraction[2]), 1
    elif percent:
        times, over, taken = int(percent[1]), 100, 1
    elif low and low[0] in _TIMES:
        times, taken = _TIMES[low[0]], 1
    elif low and low[0] in _PARTS:
        over, taken = _PARTS[low[0]], 1
    elif len(low) > 1 and low[0] in _COUNTS and low[1] in _PARTS:
        times, over, taken = _COUNTS[low[0]], _PARTS[low[1]], 2
    elif len(low) > 2 and low[1] == "times" and re.fullmatch(r"[0-9]{1,3}", low[0]):
        times, taken = int(low[0]), 2
    if over == 0:
        raise words.refuse("bad-number", "nothing is shared among 0", _AMOUNTS, column)
    if taken and low[taken : taken + 1] == ["of"]:
        taken += 1
    return times, over, said[taken:]


def format_sum(amount: c.Sum) -> str:
    """The sum on one line, with ids for names."""
    text = ""
    for share in amount.of:
        count = abs(share.times)
        much = f"{count}/{share.over} of " if share.over != 1 else f"{count} times " if count != 1 else ""
        sign = "-" if share.times < 0 else "+"
        text += f" {sign} {much}{format_term(share.term)}"
    if amount.plus:
        text += f" {'+' if amount.plus > 0 else '-'} {abs(amount.plus)}"
    return text.strip().removeprefix("+ ")
