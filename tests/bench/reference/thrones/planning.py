"""Orders: each area's wishes are scored, joint attacks are arranged, and the tokens go where they count most."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.thrones.rules.bidding import income
from adjudicator.thrones.rules.control import free_tokens
from adjudicator.thrones.rules.marches import is_attack, raid_goals
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order, swaps
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Orders, Swap
from tests.bench.reference.thrones.bank import bank_wish
from tests.bench.reference.thrones.campaign import Campaign
from tests.bench.reference.thrones.outlook import Outlook
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight

# From this strength of the wildlings on the raven rather looks at their next card than at nothing.
LOOKING = 8


def power_value(sight: Sight) -> float:
    """What one more Power token is worth: much to the poor, little to the rich, nothing when the pool is empty."""
    if not free_tokens(sight.board, sight.edition, sight.house):
        return 0.0
    return max(0.3, 3.0 - 0.2 * sight.board.power[sight.house])


class Wishing:
    """How much each area of a house wants each type of order, and what the modifier adds.

    Areas in `given` have their order: only where it is a march do they march, only where it is support do they help.
    """

    def __init__(self, sight: Sight, areas: tuple[str, ...], given: Mapping[str, str] = {}) -> None:
        self.sight, self.areas = sight, areas
        self.given = {area: sight.edition.orders[order].type for area, order in given.items()}
        self.outlook = Outlook(sight)
        self.march: dict[str, float] = {}
        self.fights: dict[str, str | None] = {}
        self.support = dict.fromkeys(areas, 0.0)
        for area in areas:
            self._consider_march(area)
        self._join_attacks()
        for area in areas:
            self.support[area] += self._shelter(area)

    def _consider_march(self, area: str) -> None:
        if area not in self.sight.reaches or self.given.get(area, "march") != "march":
            return
        plans = Campaign(self.outlook, area, 0).plans()
        stay = next(plan.score for plan in plans if not plan.moves)
        self.march[area] = plans[0].score - stay
        self.fights[area] = plans[0].attack

    def _join_attacks(self) -> None:
        """For the strongest hostile prizes: one area marches, others next to it support, as far as that adds."""
        sight = self.sight
        board = sight.board
        targets = [to for to in sight.edition.areas if is_attack(board, sight.house, to)]
        best: tuple[float, str, list[tuple[str, float]], str] | None = None
        for target in targets:
            for origin in sight.attackers.get(target, {}).get(sight.house, []):
                if origin not in self.march:
                    continue  # units without an order cannot be given one now
                operation = self._operation(origin, target)
                if operation is not None and (best is None or operation[0] > best[0]):
                    best = (operation[0], origin, operation[1], target)
        if best is None:
            return
        value, origin, helpers, target = best
        self.march[origin] = max(self.march[origin], value)
        self.fights[origin] = target
        for helper, added in helpers:
            self.support[helper] = max(self.support[helper], added)

    def _operation(self, origin: str, target: str) -> tuple[float, list[tuple[str, float]]] | None:
        """What a supported attack adds over staying, and what each helper adds to it; None if nothing."""
        sight = self.sight
        campaign = Campaign(self.outlook, origin, 0)
        units = [u for u, count in campaign.force.units.items() for _ in range(count) if campaign.may_go(u, target)]
        if not units:
            return None
        alone = campaign.attack_value(target, units)
        gone = campaign.stay_value([]) - campaign.stay_value(units)
        value, helpers = alone, []
        near = [
            area
            for area in self.areas
            if area != origin
            and self.given.get(area, "support") == "support"
            and can_support(sight.edition, area, target)
            and sight.strength(area)
        ]
        extra = 0.0
        for helper in sorted(near, key=lambda a: -sight.strength(a)):
            extra += sight.strength(helper)
            campaign.extra = {target: extra}
            better = campaign.attack_value(target, units)
            if better > value + 0.3:
                helpers.append((helper, better - value))
                value = better
        if not helpers or value + gone <= 0:
            return None
        return value + gone, helpers

    def _shelter(self, area: str) -> float:
        """What support from the area adds to the safety of own areas next to it."""
        outlook, sight = self.outlook, self.sight
        strength = sight.strength(area)
        total = 0.0
        for near in sight.chart.near[area]:
            force = sight.board.forces.get(near)
            if force is None or force.house != sight.house or not can_support(sight.edition, area, near):
                continue
            held = float(sight.strength(near))
            total += outlook.worth(near) * (outlook.loss(near, held) - outlook.loss(near, held + strength))
        return 0.6 * total

    def score(self, area: str, order: str) -> float:
        """How good an order is in an area."""
        sight, outlook = self.sight, self.outlook
        token = sight.edition.orders[order]
        if not token.works(sight.edition.areas[area].kind):
            return -1.0
        if token.type == "march":
            weight = 1.2 if self.fights.get(area) else 0.15
            return self.march.get(area, -5.0) + weight * token.modifier + 0.05
        if token.type == "support":
            # From an island no area can be helped.
            helps = any(can_support(sight.edition, area, near) for near in sight.chart.near[area])
            return self.support[area] * (1.0 + 0.35 * token.modifier) + 0.2 * helps
        if token.type == "defense":
            held = float(sight.strength(area))
            saved = outlook.loss(area, held) - outlook.loss(area, held + token.modifier)
            return outlook.worth(area) * saved + 0.1
        if token.type == "consolidate-power":
            risk = 0.25 if self._rivals_near(area) else 0.0
            brings = income(sight.board, sight.edition, area)
            worth = power_value(sight) * brings * (1 - risk) - 0.05 * token.special
            if token.musters and sight.facts(area).muster:
                return max(worth, 2.2 * sight.facts(area).muster * (1 - risk))
            return worth
        if token.type == "iron-bank":
            return bank_wish(self.sight)
        if token.type == "raid":
            return self.raid(area, token.removes)
        return 0.0

    def _rivals_near(self, area: str) -> int:
        """How many areas next to this one hold units of others."""
        board = self.sight.board
        near = self.sight.chart.near[area]
        return sum(1 for a in near if a in board.forces and board.forces[a].house != self.sight.house)

    def raid(self, area: str, removes: int) -> float:
        """Raids harm what lies next to the area: what lies open once orders are seen, a guess before."""
        sight = self.sight
        values = []
        for to in raid_goals(sight.board, sight.edition, sight.house, area):
            force = sight.board.forces.get(to)
            if force is None or force.house == sight.house:
                continue
            if sight.ordered:
                values.append({"support": 1.6, "consolidate-power": 1.8}.get(sight.order_type(to), 0.0))
            else:
                values.append(0.45 + 0.35 * sight.facts(to).power)
        return sum(sorted(values, reverse=True)[:removes])


def orders(sight: Sight, decision: d.PlaceOrders) -> Iterator[Proposal]:
    """The best token first, as far as the tokens and stars go."""
    yield Orders(orders_beside(sight, decision, {})), "orders by need"


def orders_beside(
    sight: Sight, decision: d.PlaceOrders, given: Mapping[str, str], bare: Collection[str] = ()
) -> dict[str, str]:
    """Orders for the areas that have none `given` and shall not stay `bare`, in the order of the question: the best
    token first, as far as those given leave tokens and stars. They suit what is given: who marches is supported."""
    wishing = Wishing(sight, tuple(area for area in decision.areas if area not in bare), given)
    edition = sight.edition
    wishes = sorted(
        (-wishing.score(area, order), place, area, order)
        for place, area in enumerate(wishing.areas)
        if area not in given
        for order in edition.orders
        if refuse_order(edition, area, order, decision.bans) is None
    )
    chosen: dict[str, str] = {}
    for _, _, area, order in wishes:
        if area not in chosen and refuse_counts(edition, {**given, **chosen, area: order}, decision.stars) is None:
            chosen[area] = order
    return {area: chosen[area] for area in decision.areas if area in chosen}


def raven(sight: Sight, decision: d.UseRaven) -> Iterator[Proposal]:
    """Exchange an order if another is clearly better now that all lie open."""
    wishing = Wishing(sight, decision.areas)
    placed = {area: sight.board.orders[area].order for area in decision.areas}
    now = {area: wishing.score(area, order) for area, order in placed.items()}
    best, gain = Swap(), 1.0
    for swap in swaps(sight.board, sight.edition, sight.house):
        if swap.area is None or swap.order is None:
            continue
        better = wishing.score(swap.area, swap.order) - now[swap.area]
        if better > gain:
            best, gain = swap, better
    if best.area is not None:
        yield best, f"a better order for {best.area}"
    if sight.edition.ravens_look and sight.board.wildlings >= LOOKING:
        yield Swap(look=True), "the wildlings are strong"
    yield Swap(), "orders stand"
