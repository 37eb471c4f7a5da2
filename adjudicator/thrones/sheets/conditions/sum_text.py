"""Sums on one line: `format_sum` writes what `parse_amount` reads back unchanged.

stark power + 1
1/2 of power - 2 times best other power
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from adjudicator.engine.condition_words import Word, Words
from adjudicator.engine.refusal import Refusal, Refused, Unreadable
from adjudicator.thrones.sheets.conditions.numbers import STOPS, read_offset, read_term
from adjudicator.thrones.sheets.conditions.sums import KNOWN, MOST_SHARES, Share, Sum
from adjudicator.thrones.sheets.conditions.text import format_term
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.state.edition import Edition

LONGEST_SUM = 400
_PARTS = {"half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_TIMES = {"twice": 2, "double": 2, "thrice": 3}
_EXAMPLES = "a number, power, stark power, others power, best other power, 1/2 of power"


def parse_amount(text: str, edition: Edition, modules: Collection[str] = ()) -> int | Sum:
    """The amount that a line of text says, in a game with these modules: a number, or a sum worked out when it is bid.

    Raises Unreadable or Ambiguous as `parse_condition` does; `term-means-nothing` for what only a battle has,
    `bad-number` for an amount below 0 or above 1000.
    """
    if len(text) > LONGEST_SUM:
        raise Unreadable(Refusal("name-too-long", f"an amount has at most {LONGEST_SUM} letters"))
    words = Words(text.replace("\u2212", "-"), STOPS)
    book, shares, plus = name_book(edition, modules), [], 0
    for sign, said in _parts(words.rest()):
        column = said[0].column if said else len(text) + 1
        times, over, named = _share(said, words, column)
        named, offset = read_offset(named, words)
        plus += offset
        if len(named) == 1 and named[0].low.isdecimal() and named[0].low.isascii() and over == 1:
            plus += sign * times * int(named[0].low[:9])
            continue
        try:
            term = read_term(named, book, words)
        except Refused as fault:
            raise words.placed(fault, column) from fault
        if not isinstance(term, KNOWN):
            raise words.refuse("term-means-nothing", f'"{format_term(term)}" is no amount', _EXAMPLES, column)
        shares.append(Share(term=term, times=sign * times, over=over))
    return _whole(shares, plus)


def _whole(shares: list[Share], plus: int) -> int | Sum:
    """The amount of these parts, if it is within bounds."""
    if abs(plus) > 1000 or (not shares and plus < 0) or any(abs(one.times) > 100 or one.over > 100 for one in shares):
        raise Unreadable(Refusal("bad-number", "numbers of an amount go from 0 to 1000, its shares to 100"))
    if len(shares) > MOST_SHARES:
        raise Unreadable(Refusal("list-too-long", f"an amount has at most {MOST_SHARES} parts"))
    return Sum(of=tuple(shares), plus=plus) if shares else plus


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
        raise words.refuse("bad-number", "nothing is shared among 0", _EXAMPLES, column)
    if taken and low[taken : taken + 1] == ["of"]:
        taken += 1
    return times, over, said[taken:]


def format_sum(amount: Sum) -> str:
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
