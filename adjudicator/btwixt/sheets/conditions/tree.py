"""Conditions of programmes as plain data: what a leader may make a rule depend on.

A condition is a small tree: comparisons of numbers, and facts about the bid, hands, piles, councils and allies, joined
by `all`, `any` and `not`. `conditions.truth` says whether one holds, `conditions.text` writes it.

`who` is a leader's id, or `me`, `left`, `right` (the neighbours), `winner`, `first-player`; of numbers also `best`
(whoever of the others has most), of kneeling also `others` (all of them). `council` is an id, or `left`, `right`,
`weaker`, `stronger` (of mine), `claimed` (where the ally of this round went), `with-LEADER` (that I share). `what` is a
card's id, or `red`, `green`, `purple`, `event`, `own`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from adjudicator.engine.condition_tree import Junctions, Otherwise

MOST_SHARES = 10

Small = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Operator = Literal["<", "<=", "=", "!=", ">=", ">"]
OfLeader = Literal["total", "pile", "hand", "plays", "small", "other"]
OfCouncil = Literal["power", "allies", "tokens", "seen"]
OfTable = Literal[
    "round",
    "rounds-left",
    "season-rounds-left",
    "space",
    "standing",
    "kneeling",
    "lead",
    "reward",
    "ally-power",
    "ally-tokens",
    "next-ally-power",
    "cards-left",
    "allies-left",
    "tokens-left",
    "dead",
]
Season = Literal["summer", "autumn", "winter"]


class Part(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """A piece of a condition."""


class LeaderNumber(Part, frozen=True, tag="leader-number"):
    """A leader's total, cards in pile and hand, cards played in this round; the power of the weaker council, and of the
    other one."""

    of: OfLeader
    who: Name = "me"


class TableNumber(Part, frozen=True, tag="table-number"):
    """A number that belongs to nobody; `lead` is my total less the best of the others."""

    of: OfTable


class CouncilNumber(Part, frozen=True, tag="council-number"):
    """A council's power as far as I see it, its allies, its tokens, or the numbers that I have seen on tokens in it."""

    of: OfCouncil
    council: Name


class Count(Part, frozen=True, tag="count"):
    """How many cards of a sort or a name are in my hand, or in somebody's pile."""

    what: Name
    place: Literal["hand", "pile"] = "hand"
    who: Name = "me"


class Extreme(Part, frozen=True, tag="extreme"):
    """The printed value of the lowest or highest card in my hand; 0 for none."""

    of: Literal["lowest", "highest"]


Term = LeaderNumber | TableNumber | CouncilNumber | Count | Extreme


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many times a number."""

    term: Term
    times: Small = 1


class Sum(Part, frozen=True, tag="sum"):
    """All these and `plus` together."""

    of: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MOST_SHARES)]
    plus: Small = 0


Amount = Small | Term | Sum


class Constant(Part, frozen=True, tag="constant"):
    """Always, or never."""

    value: bool


class AllOf(Part, frozen=True, tag="all"):
    """Each of them holds."""

    of: tuple[AnyCondition, ...]


class AnyOf(Part, frozen=True, tag="any"):
    """One of them at least holds."""

    of: tuple[AnyCondition, ...]


class Not(Part, frozen=True, tag="not"):
    """It does not hold."""

    of: AnyCondition


class Compare(Part, frozen=True, tag="compare"):
    """Two amounts stand so to each other."""

    left: Amount
    op: Operator
    right: Amount


class Kneels(Part, frozen=True, tag="kneels"):
    """A leader kneels, or all others do."""

    who: Name


class Stands(Part, frozen=True, tag="stands"):
    """A leader stands, or all others do."""

    who: Name


class AllyIs(Part, frozen=True, tag="ally-is"):
    """The ally in question has this id; with `next` the one that lies next in the row."""

    ally: Name
    next: bool = False


class AllyOf(Part, frozen=True, tag="ally-of"):
    """The ally in question has this tag; with `next` the one that lies next in the row."""

    tag: Name
    next: bool = False


class AllyThere(Part, frozen=True, tag="ally-there"):
    """There is an ally to be claimed."""


class Holds(Part, frozen=True, tag="holds"):
    """I hold such a card."""

    what: Name


class PileHas(Part, frozen=True, tag="pile-has"):
    """Such a card lies in somebody's pile."""

    who: Name
    what: Name


class Played(Part, frozen=True, tag="played"):
    """Such a card lies in a pile."""

    what: Name


class FirstPlayer(Part, frozen=True, tag="first-player"):
    """Who is the first player of this round."""

    who: Name


class SeasonIs(Part, frozen=True, tag="season"):
    """Which season it is."""

    season: Season


class IsDead(Part, frozen=True, tag="dead"):
    """An ally is on the dead pile."""

    ally: Name


class LiesIn(Part, frozen=True, tag="lies-in"):
    """An ally lies in a council, or (`mine`) in one of mine."""

    ally: Name
    council: Name


class InRow(Part, frozen=True, tag="in-row"):
    """An ally lies in the row of those to come."""

    ally: Name


class Won(Part, frozen=True, tag="won"):
    """A leader has won the bid of this round."""

    who: Name


class Leads(Part, frozen=True, tag="leads"):
    """A leader would win if all knelt now, ties counted."""

    who: Name


class Tied(Part, frozen=True, tag="tied"):
    """A leader has the best total, and another has the same."""

    who: Name


_Round = Kneels | Stands | AllyIs | AllyOf | AllyThere | Holds | PileHas | Played | FirstPlayer | SeasonIs
Fact = Constant | Compare | _Round | IsDead | LiesIn | InRow | Won | Leads | Tied
AnyCondition = AllOf | AnyOf | Not | Fact


class Else(Otherwise, Part, frozen=True, tag="else"):
    """Of a rule: none of the conditions before it in its row holds, and this one does, if there is one."""

    of: AnyCondition | None = None


# The condition of a rule.
When = AnyCondition | Else
JUNCTIONS = Junctions(AllOf, AnyOf, Not, Else)
depth, size = JUNCTIONS.depth, JUNCTIONS.size


def terms(amount: Amount) -> tuple[Term, ...]:
    """The numbers that an amount is made of; none of a plain number."""
    if isinstance(amount, int):
        return ()
    return tuple(share.term for share in amount.of) if isinstance(amount, Sum) else (amount,)


def parts(condition: AnyCondition) -> Iterator[AnyCondition | Term]:
    """The condition, everything inside it, and the numbers it compares. Safe on hostile input: no recursion."""
    for here in JUNCTIONS.within(condition):
        yield here
        if isinstance(here, Compare):
            yield from (*terms(here.left), *terms(here.right))
