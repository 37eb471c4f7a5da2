"""Conditions of sheets, as plain data and as one line of text.

A condition is a small tree: comparisons of numbers and facts about areas, orders, tracks, cards and the battle at
hand, joined by `all`, `any` and `not`. Each is a class of its topic's module, with the lines in which it is typed and
whether it holds. `who` is `me`, `opponent` (the other house of the battle at hand) or a house's id; ids are the
edition's. As text they are forgiving in spelling, strict in meaning:

blackwater is baratheon and strength >= enemy + 1
not (seagard has march) or throne position is 1
1/2 of power - 2 times best other power + 1

`format_condition` and `format_sum` write what `parse_condition` and `parse_amount` read back unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Self, get_args

import msgspec

from adjudicator.engine import KeywordStruct, Refusal, Refused, Unreadable
from adjudicator.engine.sheet import (
    OPERATORS,
    Comparison,
    ConditionReader,
    Constant,
    Every,
    Fact,
    FactTable,
    Junctions,
    Negation,
    Operator,
    Otherwise,
    Small,
    Some,
    Word,
    Words,
    join_words,
    plain_number,
    require_bounded,
    split_offset,
    sum_text,
)
from adjudicator.thrones.sheets.conditions import battle_facts as f, board_facts as b
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.state import Edition

MAX_SHARES = 10


class Number(Fact):
    """A plain whole number."""

    value: Small

    def typed(self) -> str:
        """Return the number as players write it."""
        return str(self.value)

    def number(self, scene: Scene) -> int:
        return self.value


_OnBoard = b.Holding | b.Place | b.EarlierBid | b.Units | b.Defence | b.OrdersLying | f.Battles
# Numbers that are known whenever something is asked, a battle or none.
Known = b.Round | b.Wildlings | f.CardStrength | _OnBoard | b.Loyalty
_Found = (
    b.Round | b.Wildlings | f.Lead | f.Odds | f.CardStrength | f.Strength | f.Fighters | _OnBoard | f.Tide | b.Loyalty
)
Term = Number | _Found


class Share(KeywordStruct, forbid_unknown_fields=True, omit_defaults=True):
    """`times` / `over` of a number, rounded towards 0."""

    term: Known
    times: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 1
    over: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class Sum(KeywordStruct, forbid_unknown_fields=True, omit_defaults=True):
    """An amount computed when asked for: the sum of all shares and `plus`."""

    of: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MAX_SHARES)]
    plus: Small = 0


class AllOf(Every, tag="all"):
    """Every one of these holds."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class AnyOf(Some, tag="any"):
    """At least one of these holds."""

    of: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class Not(Negation):
    """This does not hold."""

    of: Condition


class Compare(Comparison):
    """`left` stands in this relation to `right` + `plus`."""

    left: Term
    op: Operator
    right: Term
    plus: Small = 0


_Areas = b.AreaIs | b.HeldBy | b.Ordered | b.SupportBeside | b.HasToken
_Cards = b.HoldsBadge | b.HoldsAlliance | f.HoldsCard | f.Discarded | f.Played
_Fights = f.Fighter | f.BattleIn | f.Winning | f.Threatened
_Round = b.Revealed | b.Banned | f.Did | f.Fought | f.Pledged | b.BadgeUsed | b.Commands
_Storm = b.AllianceOpen | b.AlliedWith | b.LeaderHeld | b.LeaderIn | b.LeaderServes | b.TacticLies | b.WeatherIs
_Fact = Constant | _Areas | _Storm | _Fights | _Round | _Cards
Condition = AllOf | AnyOf | Not | Compare | _Fact


class Else(Otherwise):
    """Holds if no condition before it in its row does, and its own, if any, does."""

    of: Condition | None = None


# The condition of a rule.
When = Condition | Else
JUNCTIONS = Junctions(AllOf, AnyOf, Not, Else)
depth, size = JUNCTIONS.depth, JUNCTIONS.size
KNOWN = get_args(Known)
NUMBERS = FactTable(get_args(_Found))
FACTS = FactTable(get_args(_Fact), get_args(_Found))


def parts(condition: When) -> Iterator[Condition | Term]:
    """The condition, everything inside it, and the numbers it compares."""
    for here in JUNCTIONS.within(condition):
        yield here
        if isinstance(here, Compare):
            yield here.left
            yield here.right


VERBS = {
    **dict.fromkeys(("is", "are", "isnt"), "is"),
    **dict.fromkeys(("has", "have", "contains"), "has"),
    **dict.fromkeys(("holds", "hold"), "holds"),
    **dict.fromkeys(("commands", "command"), "commands"),
    **{verb: verb for verb in (*f.DEEDS, "supports", "serves", "can")},
}
# Words of a condition's text with a meaning of their own.
STOPS = frozenset(("and", "or", "unless", "(", ")", *OPERATORS, *VERBS))
MAX_SUM = 400
_NUMBERS = "a number: 3, round, lead, odds, strength, fighters, power, throne position, units in AREA, defence of AREA"
_AMOUNTS = "a number, power, stark power, others power, best other power, 1/2 of power"


def format_condition(condition: When) -> str:
    """The condition on one line, with ids for names."""
    return condition.typed()


class _Reader(ConditionReader):
    """One reading of one text."""

    junctions, facts, numbers, verbs = JUNCTIONS, FACTS, NUMBERS, VERBS
    expected = "an area, a number, a house or a card"
    number_expected, amount_expected = _NUMBERS, _AMOUNTS
    number_words = (*b.QUANTITIES, "round", "wildlings", "lead", "odds", "strength", "enemy", "fighters")

    @classmethod
    def of(cls, text: str, edition: Edition, modules: Collection[str] = ()) -> Self:
        """Create a reader of a text that knows the names of an edition and modules."""
        return cls(Words(text, STOPS), name_book(edition, modules))

    def compare(self, subject: list[Word], operator: str) -> Condition:
        """`strength >= enemy + 1`."""
        right, plus = split_offset(self.words.phrase())
        left, minus = split_offset(subject)
        return Compare(self.term(left), operator, self.term(right), require_bounded(plus - minus))  # type: ignore[arg-type]

    def term(self, phrase: list[Word]) -> Term:
        """A number, plain or not."""
        number = plain_number(phrase)
        term: Term = super().term(phrase) if number is None else Number(require_bounded(number))
        return term

    def compared(self, number: Term, operator: str, against: int) -> Condition:
        """Return the condition that compares a number with `against`, as a form says."""
        return Compare(number, operator, Number(against))  # type: ignore[arg-type]

    def special(self, subject: list[Word], verb: str, phrase: list[Word]) -> Condition | None:
        """`I have another march`, `stark has at least 2 march orders left`."""
        low = [word.low for word in phrase]
        if verb != "has" or not (low[:1] == ["another"] or low[-1:] in (["orders"], ["left"])):
            return None
        operator, least = ">=", 1
        if low[:2] in (["at", "least"], ["at", "most"]):
            operator, phrase = (">=" if low[1] == "least" else "<="), phrase[2:]
        elif low[:1] == ["exactly"]:
            operator, phrase = "=", phrase[1:]
        if phrase and phrase[0].low.isascii() and phrase[0].low.isdecimal():
            least, phrase = require_bounded(int(phrase[0].low[:4])), phrase[1:]
        while phrase and phrase[-1].low in ("left", "order", "orders"):
            phrase = phrase[:-1]
        reading = NUMBERS.read([*subject, *phrase, Word("orders", 0)], self.book, self.words)
        return self.compared(reading[0], operator, least) if reading else None  # type: ignore[arg-type]

    def unread(self, subject: list[Word], verb: str, phrase: list[Word], column: int) -> Refused:
        """A subject of which nothing is said."""
        got = f'"{join_words(subject)}" is not a complete condition'
        return self.words.refuse("verb-missing", got, '"is", "has", "holds" or a comparison such as ">= 2"', column)


parse_condition, parse_when = _Reader.parse_condition, _Reader.parse_when


def parse_amount(text: str, edition: Edition, modules: Collection[str] = ()) -> int | Sum:
    """Parse an amount in a game with these modules: a number or a Sum.

    Raises Unreadable or Ambiguous as `parse_condition` does; `term-means-nothing` for what only a battle has,
    `bad-number` for an amount below 0 or above 1000.
    """
    if len(text) > MAX_SUM:
        raise Unreadable(Refusal("name-too-long", f"an amount has at most {MAX_SUM} characters"))
    reader = _Reader.of(text.replace("\u2212", "-"), edition, modules)
    terms, plus = reader.shares(reader.words.rest())
    for term, _, _ in terms:
        if not isinstance(term, KNOWN):
            raise reader.words.refuse("term-means-nothing", f'"{term.typed()}" is not an amount', _AMOUNTS, 1)
    shares = [Share(term=term, times=times, over=over) for term, times, over in terms]
    if abs(plus) > 1000 or (not shares and plus < 0) or any(abs(times) > 100 or over > 100 for _, times, over in terms):
        raise Unreadable(Refusal("bad-number", "numbers in an amount go from 0 to 1000, those in fractions to 100"))
    if len(shares) > MAX_SHARES:
        raise Unreadable(Refusal("list-too-long", f"an amount has at most {MAX_SHARES} parts"))
    return Sum(of=tuple(shares), plus=plus) if shares else plus


def format_sum(amount: Sum) -> str:
    """The sum on one line, with ids for names."""
    return sum_text(amount.of, amount.plus)
