"""Warnings about conditions that can never hold.

Numbers are weighed by their ranges, places by who or what may be there. Sound, not complete: what is called impossible
never holds; what is too tangled counts as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.engine import Refusals
from adjudicator.engine.sheet import COMPARED, NEGATED, Constant
from adjudicator.thrones.sheets.conditions import battle_facts as f, board_facts as b
from adjudicator.thrones.sheets.conditions.tree import (
    AllOf,
    AnyOf,
    Compare,
    Condition,
    Not,
    Number,
    Term,
    format_condition,
    parts,
    size,
)
from adjudicator.thrones.sheets.fields import RAIDED
from adjudicator.thrones.sheets.sheet import conditions_of, sure_moments
from adjudicator.thrones.sheets.turn_sections import Prospect
from adjudicator.thrones.sheets.warnings.words import warn
from adjudicator.thrones.state import Board, Edition

Range = tuple[float, float]
ANY = (float("-inf"), float("inf"))
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
NOBODY = ""


class World:
    """What is always true in a turn: the range of every number.
    `me`: the house meant by `mine`, None if it may be another; `raided`: raids are over, so no raid order lies."""

    def __init__(
        self, board: Board, edition: Edition, me: str | None, *, lasting: bool = False, raided: bool = False
    ) -> None:
        self.edition, self.me, self.houses = edition, me, frozenset(board.houses)
        # Interest is asked about in the next round, and answered by the sheet of this one.
        later = lasting or board.round > 1 or (board.bank is not None and not raided)
        self.last_round_known = later and edition.variant.deeds_kept > 1
        orders = edition.orders.values()
        self.tokens = frozenset(token.id for token in orders if not (raided and token.type == "raid"))
        last = edition.rounds if lasting else min(edition.rounds, board.round + 1)
        numbers = [0, *(card.strength for card in edition.cards.values())]
        settled = ANY[1] if board.points else len(edition.settled) + edition.improvement_tokens
        self._fixed: Mapping[type[Term], Range] = {
            b.Round: (min(board.round, last), last),
            b.Wildlings: (0, ANY[1]),
            f.Odds: (0, 100),
            f.CardStrength: (min(numbers), max(numbers)),
            f.Fighters: (0, ANY[1]),
            b.Place: (1, len(board.houses)),
            b.EarlierBid: (0, ANY[1]),
        }
        self._holdings: Mapping[str, Range] = {
            "power": (0, max([edition.power_tokens, *board.power.values()])),
            "supply": (0, len(edition.supply_limits) - 1),
            "barrels": (0, len(edition.supply_limits) - 1),
            "settlements": (0, settled),
        }

    def forgets(self, fact: Condition) -> bool:
        """Whether it asks about the last round where the game's rules keep no deeds."""
        asks = any(getattr(part, "last_round", False) for part in parts(fact))
        return asks and self.edition.variant.deeds_kept < 2

    def range(self, term: Term) -> Range:
        """The least and the most that a number may be."""
        if isinstance(term, Number):
            return (term.value, term.value)
        if isinstance(term, b.Holding):
            # Several houses together may have more than any one of them can.
            single_house = term.who in ("me", "opponent") or term.who in self.houses
            return self._holdings.get(term.of, (0, ANY[1])) if single_house else (0, ANY[1])
        if isinstance(term, b.Units):
            kinds = [term.unit] if term.unit in self.edition.units else []
            limits = [self.edition.limit(house, kind) for kind in kinds for house in self.houses]
            return (0, max(limits, default=ANY[1]))
        if isinstance(term, f.Battles) and term.last_round and not self.last_round_known:
            return (0, 0)
        return self._fixed.get(type(term), ANY)


class Facts:
    """What a row of true facts leaves possible; `add` tells if one more can hold."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._ranges: dict[Term, Range] = {}
        self._said: dict[Condition, bool] = {}
        self._left: dict[tuple[str, str], frozenset[str]] = {}

    def copy(self) -> Facts:
        """Return an independent copy, to add facts to without changing these."""
        other = Facts(self.world)
        other._ranges, other._said, other._left = dict(self._ranges), dict(self._said), dict(self._left)
        return other

    def add(self, fact: Condition, truth: bool) -> bool:
        """Whether the fact can hold (or, not `truth`, fail) beside the others."""
        if isinstance(fact, Constant):
            return fact.value == truth
        if self._said.setdefault(fact, truth) != truth or self.world.forgets(fact):
            return False
        match fact:
            case Compare():
                return self._add_comparison(fact, truth)
            case b.AreaIs(area=area, what="empty"):
                return not truth or (
                    self._narrow_range(b.Units(area), "=", 0) and self._restrict_values("state", area, {"empty"})
                )
            case b.AreaIs(area=area, what="neutral"):
                return not truth or self._restrict_values("state", area, {"neutral"})
            case b.AreaIs(area=area, what=what):
                return self._restrict_owner(area, {"mine": "me"}.get(what, what), truth)
            case b.HeldBy(area=area, who=who):
                return not truth or (
                    self._narrow_range(b.Units(area), ">=", 1) and self._restrict_owner(area, who, truth=True)
                )
            case b.Ordered(area=area, order=order):
                every = self.world.edition.orders.values()
                tokens = frozenset(item.id for item in every if item.id in self.world.tokens and b.is_kind(item, order))
                return self._restrict_values(
                    "order", area, tokens if truth else (self.world.tokens | {NOBODY}) - tokens
                )
            case b.HoldsBadge(who=who, badge=badge):
                return self._house("badge", badge, who, truth)
            case b.HasToken(area=area, who=who):
                return self._house("token", area, who, truth)
            case f.Did(last_round=True) | f.Fought(last_round=True):
                return not truth or self.world.last_round_known
            case f.BattleIn(area=area):
                return not truth or self._restrict_values("battle", "", {area})
        return True

    def _restrict_values(self, sort: str, of: str, these: Iterable[str]) -> bool:
        """Keep only `these` of the possible values; return whether any are left."""
        left = frozenset(these)
        left &= self._left.get((sort, of), left)
        self._left[sort, of] = left
        return bool(left)

    def _house(self, sort: str, of: str, who: str, truth: bool) -> bool:
        """Restrict who holds a thing by `who`; False if nobody is left.
        Not `who`, unless `truth`. True, without a restriction, if `who` is not known."""
        houses, me = self.world.houses, self.world.me
        candidates = {"any": houses, "me": frozenset([me]) if me else houses}.get(who)
        if who in ("enemy", "opponent"):
            candidates = houses - {me} if me else houses
            if who == "opponent" and not truth:
                return True
        if candidates is None and who not in self.world.edition.houses:
            return True
        if candidates is None:
            candidates = frozenset([who]) & houses
        if who == "me" and me is None:
            return True
        if me is None and who in ("enemy", "opponent"):
            return not truth or self._restrict_values(sort, of, houses)
        return self._restrict_values(sort, of, candidates if truth else (houses | {NOBODY}) - candidates)

    def _restrict_owner(self, area: str, who: str, truth: bool) -> bool:
        """Restrict who controls an area (not, unless `truth`); False if none is left."""
        if who == "uncontrolled":
            return self._restrict_values("owner", area, {NOBODY} if truth else self.world.houses)
        return self._house("owner", area, who, truth)

    def _add_comparison(self, fact: Compare, truth: bool) -> bool:
        """Add a comparison, negated unless `truth`; False if it cannot hold."""
        op = fact.op if truth else NEGATED[fact.op]
        left, right = fact.left, fact.right
        if left == right:
            return _can(op, (0, 0), (fact.plus, fact.plus))
        if isinstance(right, Number):
            return self._narrow_range(left, op, right.value + fact.plus)
        if isinstance(left, Number):
            return self._narrow_range(right, _FLIPPED[op], left.value - fact.plus)
        low, high = self._range(right)
        return _can(op, self._range(left), (low + fact.plus, high + fact.plus))

    def _range(self, term: Term) -> Range:
        return self._ranges.get(term) or self.world.range(term)

    def _narrow_range(self, term: Term, op: str, value: float) -> bool:
        """Narrow a number's range by `op` and `value`; return whether it can hold."""
        low, high = self._range(term)
        if op == "=":
            low, high = max(low, value), min(high, value)
        elif op in ("<", "<="):
            high = min(high, value - (op == "<"))
        elif op in (">", ">="):
            low = max(low, value + (op == ">"))
        elif low == high == value:
            return False
        if low > high:
            return False
        self._ranges[term] = (low, high)
        return not isinstance(term, b.Units) or self._stand(term.area)

    def _stand(self, area: str) -> bool:
        """Whether an area's units are no fewer than those of any kind, and 0 if empty."""
        kinds = [rng for term, rng in self._ranges.items() if isinstance(term, b.Units) and term.area == area]
        least = max(low for low, _ in kinds)
        if least > self._range(b.Units(area))[1]:
            return False
        return not (least > 0 and self._left.get(("state", area)) == frozenset(["empty"]))


def _can(op: str, left: Range, right: Range) -> bool:
    """Whether some number of one range stands so to some number of the other."""
    (low, high), (least, most) = left, right
    if op == "=":
        return low <= most and least <= high
    if op == "!=":
        return not low == high == least == most
    return COMPARED[op](low, most) if op in ("<", "<=") else COMPARED[op](high, least)


def can_hold(world: World, conditions: Iterable[tuple[Condition, bool]]) -> bool:
    """Whether all these conditions can hold (or fail) together."""
    return _can_all_hold(list(conditions), Facts(world))


def _can_all_hold(conditions: list[tuple[Condition, bool]], facts: Facts) -> bool:
    """Return whether conditions, each with its truth, can hold beside the facts.
    Empties `conditions`, and adds to `facts`."""
    choices: list[list[tuple[Condition, bool]]] = []
    while conditions:
        condition, yes = conditions.pop()
        if isinstance(condition, Not):
            conditions.append((condition.of, not yes))
        elif isinstance(condition, AllOf | AnyOf):
            inner = [(part, yes) for part in condition.of]
            if isinstance(condition, AllOf) == yes:
                conditions += inner
            else:
                choices.append(inner)
        elif not facts.add(condition, yes):
            return False
    return all(any(_can_all_hold([option], facts.copy()) for option in choice) for choice in choices)


# Conditions of more parts count as possible; of longer rows no least part is looked for, of long words the beginning
# is told: a sheet is checked at once, whatever it says.
MAX_WEIGHED, MAX_PARTS, MAX_LENGTH = 40, 8, 160


def condition_warnings(ahead: Prospect) -> Refusals:
    """Conditions that no game can come to; one that is written as never is meant so."""
    own = None if ahead.board.vassals else ahead.house
    worlds = {
        (me, raided): World(ahead.board, ahead.edition, me, lasting=ahead.lasting, raided=raided)
        for me in (own, None)
        for raided in (False, True)
    }
    for where, condition in conditions_of(ahead.sheet):
        if isinstance(condition, Constant) or size(condition) > MAX_WEIGHED:
            continue
        me = None if where.startswith("vassals.") else own
        world = worlds[me, RAIDED in sure_moments(ahead.sheet, where)]
        if not can_hold(world, [(condition, True)]):
            place = where if where.endswith("marches.stop") else f"{where}.when"
            words = format_condition(_core(world, condition))
            text = words if len(words) <= MAX_LENGTH else f"{words[:MAX_LENGTH]}..."
            yield warn("condition-never", place, condition=text)


def _core(world: World, condition: Condition) -> Condition:
    """Return the shortest part of a row of conditions that cannot hold together."""
    if not isinstance(condition, AllOf) or len(condition.of) > MAX_PARTS:
        return condition
    parts = list(condition.of)
    for part in condition.of:
        fewer = [other for other in parts if other is not part]
        if fewer and not can_hold(world, [(other, True) for other in fewer]):
            parts = fewer
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))
