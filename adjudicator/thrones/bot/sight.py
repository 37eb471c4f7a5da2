"""What the bot sees for one house: the open board, the map, and cached sums.

Also how it answers each kind of decision, and what a maester tries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.engine import BEST, Answer, Decision, Draw, Level, Source, SourcedAnswer, draw_of
from adjudicator.thrones.rules import card_odds
from adjudicator.thrones.rules.control import barrels, claim_track, controller, facts_of, flights, reach, settled_areas
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.legality import check, legal_answers
from adjudicator.thrones.rules.marches import is_march_barred
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import support_strength
from adjudicator.thrones.state import Area, Board, Edition, Position


def _area_value(area: Area) -> float:
    """Return the general value of an area: settlements, mustering, barrels and crowns."""
    if area.kind != "land":
        return 0.8 if area.kind == "sea" else 0.4
    settled = 9.0 * max(1, area.claim) if area.settlement != "none" else 0.0
    return 0.7 + settled + 1.5 * area.muster + 1.6 * area.supply + 1.1 * area.power


class Chart:
    """Map facts of an edition: worth, neighbours in data order, distances up to 3."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.worth = {area.id: _area_value(area) for area in edition.areas.values()}
        self.near = {area.id: area.land + area.sea + area.port for area in edition.areas.values()}
        self.land = frozenset(area.id for area in edition.areas.values() if area.kind == "land")
        self.settled = frozenset(area.id for area in edition.areas.values() if area.settlement != "none")
        self.strength = {unit.id: unit.strength or unit.siege // 2 for unit in edition.units.values()}
        self.away = {area: self._distances(area) for area in edition.areas}

    def improved(self, board: Board) -> Chart:
        """Return the chart as tokens on areas change it; the same if there are none."""
        if not board.improvements:
            return self
        chart = copy(self)
        chart.worth = {**self.worth, **{a: _area_value(facts_of(board, self.edition, a)) for a in board.improvements}}
        chart.settled = frozenset(settled_areas(board, self.edition))
        return chart

    def _distances(self, origin: str) -> dict[str, int]:
        """Areas of the same terrain within three steps."""
        ashore = origin in self.land
        distances = {origin: 0}
        front = [origin]
        for distance in (1, 2, 3):
            reached = []
            for here in front:
                for there in self.near[here]:
                    if (there in self.land) == ashore and there not in distances:
                        distances[there] = distance
                        reached.append(there)
            front = reached
        del distances[origin]
        return distances


# By edition, and by whether its fords are open.
_CHARTS: dict[tuple[str, bool], Chart] = {}


def chart_of(edition: Edition) -> Chart:
    """Return the chart of an edition, made at the first call and then cached."""
    chart = _CHARTS.get((edition.id, edition.fair))
    if chart is None or chart.edition is not edition:
        chart = _CHARTS[edition.id, edition.fair] = Chart(edition)
    return chart


SETTLED = 9.0
# What a token is worth to its house (no more than a settlement to others), and to the others: the more points that
# house has, the more; its home, which counts as one, is worth the same to them.
TOKEN, HOME, DENIED, FEARED = SETTLED, 9.0, 8.0, 4.0
# How likely such a house comes for a token that it can reach.
SOUGHT = 0.65
# Flights are weighed for this many goals, the most promising.
FLOWN = 6


def adjust_for_loyalty(chart: Chart, board: Board, edition: Edition, house: str) -> Chart:
    """Return the chart as it is in a game with a loyalty house, for `house`.
    Its units grow; homes and loyalty tokens count. Without such a house it is `chart` itself."""
    if not board.points:
        return chart
    new_chart = copy(chart)
    new_chart.strength = {unit: each + board.growth.get(unit, 0) for unit, each in chart.strength.items()}
    worth = dict(chart.worth)
    each = TOKEN if house in board.points else DENIED + FEARED * max(board.points.values())
    if house in board.points:
        for area in chart.settled:
            worth[area] -= SETTLED
        worth[edition.houses[house].home] += HOME
    for rival in board.points:
        if rival != house and rival not in board.lost_homes:
            worth[edition.houses[rival].home] += each
    for area, tokens in board.loyalty.items():
        worth[area] += each * tokens
    new_chart.worth = worth
    return new_chart


def flown(board: Board, edition: Edition, house: str, owner: Mapping[str, str | None]) -> dict[str, tuple[str, ...]]:
    """Return where flying units may go besides marching, by their area.
    Units of other houses: only to tokens in areas that the house owns (`owner`, by area)."""
    units = edition.units
    return {
        area: tuple(
            to
            for to in flights(board, edition, area)
            if force.house == house or (to in board.loyalty and owner[to] == house)
        )
        for area, force in board.forces.items()
        if any(units[unit].flies for unit in force.units)
    }


FALLOFF = (1.0, 0.4, 0.16, 0.064)


def hunger(barrel_count: int) -> float:
    """Return the value factor of another barrel: high if few are held, low if many."""
    return max(-1.0, 2.0 - 0.7 * barrel_count)


class Limits(NamedTuple):
    """What a player lets the bot do with marches.

    `peaceful`: houses into whose areas it does not march; `avoid`: areas into which it does not; `keep`: how many units
    stay in an area at least; `prefer`: how much more than usual an area is worth; `sought`: areas that may be attacked
    at any odds, whoever holds them; `plain`: no tastes of the bot count, for the player's orders were written without.
    """

    peaceful: frozenset[str] = frozenset()
    avoid: frozenset[str] = frozenset()
    keep: Mapping[str, int] = {}
    prefer: Mapping[str, float] = {}
    sought: frozenset[str] = frozenset()
    plain: bool = False


NO_LIMITS = Limits()


class Sight:
    """The board as one house sees it; habits get only this and the decision."""

    def __init__(
        self, board: Board, edition: Edition, house: str, limits: Limits = NO_LIMITS, draw: Draw = BEST
    ) -> None:
        """`draw` decides between near-equal choices."""
        self.board, self.edition, self.house, self.limits = board, edition, house, limits
        self.draw = draw
        self.chart = adjust_for_loyalty(chart_of(edition).improved(board), board, edition, house)
        # How much a house is to be feared by another; `feud` asks for the same pairs again and again.
        self.menaces: dict[tuple[str, str], float] = {}

    def facts(self, area: str) -> Area:
        """What an area offers now."""
        return facts_of(self.board, self.edition, area)

    @cached_property
    def owner(self) -> dict[str, str | None]:
        """Who controls each area; the ships' house at sea."""
        return {area: controller(self.board, self.edition, area) for area in self.edition.areas}

    @cached_property
    def settled(self) -> dict[str, int]:
        """Return how far each house is towards victory: settlements, claim or loyalty.
        Claim includes flags on the claim track."""
        progress = dict.fromkeys(self.board.houses, 0)
        for area in self.chart.settled:
            owner = self.owner[area]
            if owner in progress:
                progress[owner] += self.counts(area)
        for house in claim_track(self.board):
            progress[house] += 1
        return {**progress, **self.board.points}

    def counts(self, area: str) -> int:
        """What an area with a settlement counts for victory."""
        return self.edition.areas[area].claim if self.edition.claimed else 1

    @cached_property
    def average(self) -> float:
        """Settlements held by a house on average."""
        return sum(self.settled.values()) / len(self.settled)

    @cached_property
    def hunger(self) -> float:
        """How much more a barrel is worth to the house than usual."""
        return hunger(barrels(self.board, self.edition, self.house))

    @cached_property
    def reaches(self) -> dict[str, dict[str, bool]]:
        """Return march or own-flight targets of each area's units; not into family areas."""
        board = self.board
        targets = {
            area: reach(board, self.edition, force.house, area) for area, force in board.forces.items() if force.units
        }
        for area, goals in self.flown.items():
            targets[area] = {
                **targets[area],
                **dict.fromkeys(self.edition.in_order(goals), False),
            }
        if not board.commanders and not self.limits.peaceful and not self.limits.avoid:
            return targets
        return {area: self._open(area, goals) for area, goals in targets.items()}

    def _open(self, area: str, goals: dict[str, bool]) -> dict[str, bool]:
        """Return the goals open to a march from an area; own units within the limits."""
        house = self.board.forces[area].house
        limits = self.limits if house == self.house else NO_LIMITS
        return {
            to: by_ship
            for to, by_ship in goals.items()
            if (to in limits.sought or self.owner[to] not in limits.peaceful and to not in limits.avoid)
            and not is_march_barred(self.board, self.edition, house, to)
        }

    @cached_property
    def flown(self) -> dict[str, frozenset[str]]:
        """Return dragon targets beyond marches by area; for others, tokens in own areas."""
        forces = self.board.forces
        if not self.board.points:
            return {}
        return {
            area: frozenset(goals) - set(reach(self.board, self.edition, forces[area].house, area))
            for area, goals in flown(self.board, self.edition, self.house, self.owner).items()
        }

    @cached_property
    def attackers(self) -> dict[str, dict[str, list[str]]]:
        """Return for each area and house the areas whose units could march into it."""
        origins: dict[str, dict[str, list[str]]] = {}
        for area, reached in self.reaches.items():
            house = self.board.forces[area].house
            for to in reached:
                origins.setdefault(to, {}).setdefault(house, []).append(area)
        return origins

    @cached_property
    def ordered(self) -> bool:
        """Whether orders lie revealed on the board."""
        return self.board.phase in ("raven", "tactics", "raids", "marches")

    @cached_property
    def last_round(self) -> bool:
        """Whether nothing comes after this round."""
        return self.board.round >= self.edition.rounds

    @cached_property
    def strengths(self) -> dict[str, int]:
        """What the standing units count, and who stands there besides, by area."""
        board, edition, beside = self.board, self.edition, hooks_of(self.edition).beside_units
        counted = {area: self.count(force.units) for area, force in board.forces.items()}
        if beside is None:
            return counted
        return {area: strength + beside(board, edition, area) for area, strength in counted.items()}

    @cached_property
    def supports(self) -> dict[str, tuple[str, int]]:
        """Support orders on the board: whose, and what they add."""
        board, edition = self.board, self.edition
        return {
            area: (placed.house, support_strength(board, edition, area))
            for area, placed in board.orders.items()
            if edition.orders[placed.order].type == "support"
        }

    def strength(self, area: str) -> int:
        """What the standing units in an area count."""
        return self.strengths.get(area, 0)

    def count(self, units: dict[str, int]) -> int:
        """What some units count."""
        each = self.chart.strength
        return sum(each[unit] * number for unit, number in units.items())

    def order_type(self, area: str) -> str:
        """The type of the order lying in an area, or an empty string."""
        placed = self.board.orders.get(area)
        return "" if placed is None else self.edition.orders[placed.order].type

    def own(self) -> list[str]:
        """Areas with units of the house, in the order of the data."""
        return self.edition.in_order(self.board.areas_of(self.house))

    def ahead(self, first: str, second: str) -> bool:
        """Whether `first` wins ties of strength against `second` (Fiefdoms track)."""
        return self._places.get(first, len(self._places)) < self._places.get(second, len(self._places))

    @cached_property
    def _places(self) -> dict[str, int]:
        """Return each house's place on the track that breaks battle ties; others last."""
        return {house: place for place, house in enumerate(self.board.tracks["fiefdoms"])}


def chance(sight: Sight, attacker: str, defender: str, margin: float) -> float:
    """Return the chance to win when `margin` ahead before cards, interpolated."""
    return card_odds.chance(sight.board, sight.edition, attacker, defender, margin)


# An answer, with the reason in a few words.
Proposal = tuple[Answer, str]
# What he proposes, best first.
Habit = Callable[[Sight, Any], Iterable[Proposal]]

# What the maester tries: legal answers, at most so many and none twice, the bot's first.
Variations = Callable[[Position, Any, int], Sequence[Answer]]

# By kind of decision; filled where the kinds are registered, `sheets/resolver.py`.
HABITS: dict[type[Decision], Habit] = {}
# By kind of decision that the maester searches; filled there too.
VARIATIONS: dict[type[Decision], Variations] = {}


def bot_answer(position: Position, decision: Decision, level: Level = "steward") -> SourcedAnswer:
    """Return a legal answer, deterministic for board, decision, salt and level.

    Reads only `position.board`, never pending choices or hidden data other than the seat's salt. Where no habit
    proposes a legal answer, the first legal one is given. The source's rule names the reason.
    """
    habit = HABITS.get(type(decision))
    proposals: Iterable[Proposal] = ()
    if habit is not None:
        draw = draw_of(position.hidden.seed, decision.seat, level)
        # The orders of a maester are found without tastes, and so its marches go by none.
        limits = Limits(plain=level == "maester")
        proposals = habit(Sight(position.board, edition_of(position), decision.house, limits, draw), decision)
    for answer, reason in proposals:
        if check(position, decision, answer) is None:
            return SourcedAnswer(answer, Source("steward", reason))
    return SourcedAnswer(next(iter(legal_answers(position, decision))), Source("steward", "first legal answer"))
