"""What an area may bring and cost: gains, dangers, loyalty and feared houses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from adjudicator.thrones.bot.sight import FALLOFF, SOUGHT, Sight, chance
from adjudicator.thrones.rules.strength import can_support


def menace(sight: Sight, house: str, other: str) -> float:
    """Return how much `house` fears `other`: by settlements, borders and supply.
    Family counts 0; a vassal less, as it cannot win. Cached for each pair."""
    score = sight.menaces.get((house, other))
    if score is None:
        score = sight.menaces[house, other] = _menace(sight, house, other)
    return score


def _menace(sight: Sight, house: str, other: str) -> float:
    """Compute how much `house` fears `other`; 0 for its own family."""
    board = sight.board
    if board.commanders and other in board.family(house):
        return 0.0
    settlements = sight.settled.get(other, 0)
    closing = max(0, settlements - (board.victory - 3)) if other not in board.vassals else 0
    borders = sum(
        1
        for area, force in board.forces.items()
        if force.house == other and any(sight.owner[near] == house for near in sight.chart.near[area])
    )
    return 4.0 * settlements + 8.0 * closing + 1.0 * borders + 0.3 * board.supply.get(other, 0)


def sort_by_menace(sight: Sight, houses: tuple[str, ...] | list[str]) -> list[str]:
    """Return houses from favoured to feared: oneself first, the leader last."""
    me = sight.house
    return sorted(houses, key=lambda h: (h != me, menace(sight, me, h), sight.board.houses.index(h)))


def inclination(sight: Sight, house: str, area: str, attacker: str, defender: str) -> str:
    """Return the side an outside house would help: `attacker`, `defender` or `none`."""
    board = sight.board
    family = board.family(house)
    if {attacker, defender} & family:
        return "attacker" if attacker in family else "defender"
    if area in sight.chart.settled and sight.settled.get(attacker, 0) + sight.counts(area) >= board.victory:
        return "defender"
    if not defender:
        return "none"
    gap = menace(sight, house, attacker) - menace(sight, house, defender)
    if abs(gap) < 3:
        return "none"
    return "defender" if gap > 0 else "attacker"


UNSEEN_DEFENSE = 0.8
UNSEEN_SUPPORT = 0.35
UNSEEN_INTENT = 0.38
VICTORY = 150.0
# What is a rival's is worth so many times as much, and so much more for each settlement it holds above the average; its
# settlements count so much more when it lacks one or two to win.
RIVAL, LEADING = 1.1, 0.3
NEARLY = {1: 25.0, 2: 10.0}
# By what part of it a bot with a salt likes or dislikes a gain, anew in each round: its orders, musters and marches go
# together, and nobody can tell where to. Not for what a player leaves to the bot, whose orders know no tastes.
TASTE = 0.6


Estimate = TypeVar("Estimate", bound=Callable[..., Any])


def made_once(estimate: Estimate) -> Estimate:
    """Keep what a method of an outlook returns, by its arguments, in the outlook."""

    @wraps(estimate)
    def known(outlook: Outlook, *key: Any) -> Any:
        estimates = outlook.estimates.setdefault(estimate.__name__, {})
        if key not in estimates:
            estimates[key] = estimate(outlook, *key)
        return estimates[key]

    return cast(Estimate, known)


class Outlook:
    """Estimates for one house in one moment, each made once."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.estimates: dict[str, dict[tuple[Any, ...], Any]] = {}

    def wins_by(self, area: str) -> bool:
        """Whether taking this area wins the game.
        It may do so by one more settlement, or for a loyalty house by the loyalty tokens there."""
        sight, board = self.sight, self.sight.board
        points = board.points.get(sight.house)
        if points is not None:
            return points + board.loyalty.get(area, 0) >= board.victory
        return area in sight.chart.settled and sight.settled[sight.house] + sight.counts(area) >= board.victory

    def area_value(self, area: str) -> float:
        """Return an area's worth; a sea by its coasts; more where a player prefers it."""
        sight = self.sight
        preferred = sight.limits.prefer.get(area, 0.0)
        if area in sight.chart.land:
            return sight.chart.worth[area] + sight.hunger * sight.facts(area).supply + preferred
        coast = 0.0
        for near in sight.chart.near[area]:
            if near in sight.chart.land:
                share = 0.12 if sight.owner[near] == sight.house else 0.07
                coast += share * sight.chart.worth[near]
        return sight.chart.worth[area] + coast + preferred

    @made_once
    def gain(self, area: str) -> float:
        """Return the worth of taking an area: more from a leader, most if it wins."""
        sight = self.sight
        owner = sight.owner[area]
        if owner == sight.house:
            return 0.0
        value = self.area_value(area)
        settled = area in sight.chart.settled
        if owner is not None:
            settlements = sight.settled.get(owner, 0)
            value *= RIVAL + LEADING * max(0.0, settlements - sight.average)
            if settled and settlements >= sight.board.victory - max(NEARLY):
                value += NEARLY.get(sight.board.victory - settlements, NEARLY[1])
        if not sight.limits.plain:
            value *= max(0.0, 1.0 + sight.draw.shift(f"taste for {area} in round {sight.board.round}", TASTE))
        if self.wins_by(area):
            value += VICTORY
        return value

    @made_once
    def pull(self, area: str) -> float:
        """The promise of gains beyond the area, fading with distance."""
        best, total = 0.0, 0.0
        for there, distance in self.sight.chart.away[area].items():
            promise = min(20.0, self.gain(there)) * FALLOFF[distance]
            best = max(best, promise)
            total += promise
        return 0.8 * best + 0.12 * total

    def backing(self, house: str, area: str, against: str) -> float:
        """Return how strongly revealed Support orders help `house` in an area.
        Other houses count by inclination, and not if `against` is empty; 0 before orders are revealed."""
        sight = self.sight
        if not sight.supports:
            return 0.0
        attacking = sight.owner[area] != house
        total = 0.0
        for near in sight.chart.near[area]:
            giver, strength = sight.supports.get(near, ("", 0))
            if not giver or not can_support(sight.edition, near, area):
                continue
            if giver == house:
                total += strength
            elif against and giver != against:
                sides = (house, against) if attacking else (against, house)
                side = inclination(sight, giver, area, *sides)
                if side == ("attacker" if attacking else "defender"):
                    total += 0.7 * strength
        return total

    def likely_backing(self, house: str, area: str, besides: str) -> float:
        """Support that units of the house next to the area might be ordered to give."""
        sight = self.sight
        total = 0
        for near in sight.chart.near[area]:
            force = sight.board.forces.get(near)
            if (
                near != besides
                and force is not None
                and force.house == house
                and can_support(sight.edition, near, area)
            ):
                total += sight.strength(near)
        return UNSEEN_SUPPORT * total

    def holder(self, area: str) -> str:
        """Whose units, or whose garrison alone, hold an area that can be attacked."""
        board = self.sight.board
        force = board.forces.get(area)
        return force.house if force is not None else board.garrisons[area].house

    def defence(self, area: str) -> float:
        """What an enemy in the area would have against the house, before cards."""
        sight = self.sight
        owner = self.holder(area)
        garrison = sight.board.garrisons.get(area)
        base = float(sight.strength(area) + (garrison.strength if garrison is not None else 0))
        if not sight.ordered:
            return base + UNSEEN_DEFENSE + self.likely_backing(owner, area, "")
        if sight.order_type(area) == "defense":
            base += sight.edition.orders[sight.board.orders[area].order].modifier
        return base + self.backing(owner, area, sight.house)

    @made_once
    def threats(self, area: str) -> list[tuple[str, float, float]]:
        """Return enemies that could take the area: house, strength, likelihood."""
        return [
            threat
            for house, origins in self.sight.attackers.get(area, {}).items()
            if house != self.sight.house
            for threat in self._threat(area, house, origins)
        ]

    def _threat(self, area: str, house: str, origins: list[str]) -> list[tuple[str, float, float]]:
        """Return one house's threats to the area: the house, its strength, likelihood.
        An open March order counts 0.8, one in a later round 0.2; before orders are revealed it is a guess."""
        sight = self.sight
        threats = []
        strongest = max(origins, key=sight.strength)
        likely = sight.strength(strongest) + 0.5 + self.likely_backing(house, area, strongest)
        if not sight.ordered:
            sought = house in sight.board.points and area in sight.board.loyalty
            return [(house, likely, SOUGHT if sought else UNSEEN_INTENT)]
        marching = [origin for origin in origins if sight.order_type(origin) == "march"]
        if marching:
            orders = sight.edition.orders
            best = max(sight.strength(o) + orders[sight.board.orders[o].order].modifier for o in marching)
            threats.append((house, best + self.backing(house, area, sight.house), 0.8))
        if not sight.last_round:
            threats.append((house, likely, 0.2))
        return threats

    @made_once
    def loss(self, area: str, strength: float) -> float:
        """Return the chance to lose the area when held with `strength` (0: unguarded)."""
        sight, max_risk = self.sight, 0.0
        for house, power, intent in self.threats(area):
            risk = intent if strength <= 0 else intent * chance(sight, house, sight.house, power - strength)
            max_risk = max(max_risk, risk)
        return max_risk

    def holding(self, area: str, strength: float) -> float:
        """Return the share of an area's worth left after the danger of losing it.
        `strength` includes all its defence."""
        weight = 0.8 if self.sight.owner[area] == self.sight.house else 0.65
        return 1.0 - weight * self.loss(area, strength)

    def guard(self, area: str) -> float:
        """Return what else defends the area: Defense order and own support.
        Only as far as they lie open."""
        sight = self.sight
        bonus = self.backing(sight.house, area, "")
        placed = sight.board.orders.get(area)
        if placed is not None and placed.house == sight.house and sight.order_type(area) == "defense":
            bonus += sight.edition.orders[placed.order].modifier
        return bonus
