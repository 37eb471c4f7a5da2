"""Orders of a bot, and what a maester tries instead."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from adjudicator.thrones.bot.campaign import Campaign
from adjudicator.thrones.bot.mustering import bank_wish
from adjudicator.thrones.bot.outlook import Outlook, menace
from adjudicator.thrones.bot.sight import Proposal, Sight
from adjudicator.thrones.rules.bidding import income
from adjudicator.thrones.rules.control import barrels, free_tokens, players_of
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.marches import is_attack, raid_goals
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order, swaps
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.rules.vassals import PASS, refuse_vassal_order
from adjudicator.thrones.state import Position, decisions as d
from adjudicator.thrones.state.decisions import Orders, Pick as Picked, Raid, Swap

# From this strength of the wildlings on the raven rather looks at their next card than at nothing.
LOOKING = 8
# What near-equal orders may lose in all, and each change of them.
MARGIN, EACH = 4.0, 1.0


def power_value(sight: Sight) -> float:
    """Return the value of a Power token: higher if poor, 0 when the pool is empty."""
    if not free_tokens(sight.board, sight.edition, sight.house):
        return 0.0
    return max(0.3, 3.0 - 0.2 * sight.board.power[sight.house])


class Wishing:
    """How much each area of a house wants each type of order, and what modifiers add.

    Areas in `given` have their order: only a march lets them march, only support lets them help.
    """

    def __init__(self, sight: Sight, areas: tuple[str, ...], placed_orders: Mapping[str, str] = {}) -> None:
        self.sight, self.areas = sight, areas
        self.given = {area: sight.edition.orders[order].type for area, order in placed_orders.items()}
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
        """Note what a march from the area gains over staying, and the area it attacks.
        Does nothing where no march is possible, or where another order lies."""
        if area not in self.sight.reaches or self.given.get(area, "march") != "march":
            return
        plans = Campaign(self.outlook, area, 0).plans()
        stay = next(plan.score for plan in plans if not plan.moves)
        self.march[area] = plans[0].score - stay
        self.fights[area] = plans[0].attack

    def _join_attacks(self) -> None:
        """Combine marches and adjacent support against the strongest hostile targets."""
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
        """Return a supported attack's gain over staying and each helper's; None if none."""
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
            if sight.board.force_of(sight.house, near) is None or not can_support(sight.edition, area, near):
                continue
            defence = float(sight.strength(near))
            total += outlook.area_value(near) * (outlook.loss(near, defence) - outlook.loss(near, defence + strength))
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
            strength = float(sight.strength(area))
            saved = outlook.loss(area, strength) - outlook.loss(area, strength + token.modifier)
            return outlook.area_value(area) * saved + 0.1
        if token.type == "consolidate-power":
            near = (self.sight.board.forces.get(neighbour) for neighbour in self.sight.chart.near[area])
            risk = 0.25 if any(force and force.house != self.sight.house for force in near) else 0.0
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

    def raid(self, area: str, removes: int) -> float:
        """Return the value of raiding neighbours; before orders are revealed, an estimate."""
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
    yield Orders(choose_remaining_orders(sight, decision, {})), "orders by need"


def choose_remaining_orders(
    sight: Sight, decision: d.PlaceOrders, orders: Mapping[str, str], bare: Collection[str] = ()
) -> dict[str, str]:
    """Choose orders for areas not in `orders` or `bare`, in the question's order.
    The best token first, within the tokens and stars left; they suit `orders`: marchers are supported."""
    wishing = Wishing(sight, tuple(area for area in decision.areas if area not in bare), orders)
    edition = sight.edition
    wishes = sorted(
        (-wishing.score(area, order), place, area, order)
        for place, area in enumerate(wishing.areas)
        if area not in orders
        for order in edition.orders
        if refuse_order(edition, area, order, decision.bans) is None
    )
    chosen: dict[str, str] = {}
    for _, _, area, order in wishes:
        if area not in chosen and refuse_counts(edition, {**orders, **chosen, area: order}, decision.stars) is None:
            chosen[area] = order
    varied = _vary_orders(sight, decision, orders, chosen, {(area, order): -loss for loss, _, area, order in wishes})
    return {area: varied[area] for area in decision.areas if area in varied}


def _vary_orders(
    sight: Sight,
    decision: d.PlaceOrders,
    placed_orders: Mapping[str, str],
    chosen: Mapping[str, str],
    scores: Mapping[tuple[str, str], float],
) -> Mapping[str, str]:
    """Return near-equal orders, with random token changes within a small total loss."""
    pick, orders = sight.draw.picker(decision.id), dict(chosen)
    left, turns = MARGIN * sight.draw.spread, list(chosen)
    while left and turns:
        area = turns.pop(pick(len(turns)))
        near: list[tuple[float, Mapping[str, str]]] = [(0.0, {})]
        for change in _changes(sight, orders, area, scores):
            loss = sum(max(0.0, scores[place, orders[place]] - scores[place, token]) for place, token in change.items())
            after = {**placed_orders, **orders, **change}
            if loss <= min(left, EACH * sight.draw.spread) and not refuse_counts(sight.edition, after, decision.stars):
                near.append((loss, change))
        near.sort(key=lambda pair: pair[0])
        loss, change = near[pick(min(len(near), sight.draw.few))]
        left -= loss
        orders.update(change)
    return orders


def _changes(
    sight: Sight, orders: Mapping[str, str], area: str, scores: Mapping[tuple[str, str], float]
) -> Iterator[Mapping[str, str]]:
    """Yield other tokens for an area, each alone and swapped with each area having it."""
    now = orders[area]
    for order in sight.edition.orders:
        if order != now and (area, order) in scores:
            yield {area: order}
            for other, token in orders.items():
                if token == order and (other, now) in scores:
                    yield {area: order, other: now}


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


def harm(sight: Sight, target: str) -> float:
    """How much it is worth to remove the order lying in an area."""
    kind = sight.order_type(target)
    owner = sight.board.orders[target].house
    grudge = 0.03 * menace(sight, sight.house, owner)
    if kind == "consolidate-power":
        return 2.0 + sight.facts(target).power + grudge
    if kind == "support":
        near = sight.chart.near[target]
        ours = sum(1 for area in near if sight.owner[area] == sight.house)
        return 1.0 + 0.4 * sight.strength(target) + 0.6 * ours + grudge
    threatened = [
        area
        for area in sight.chart.near[target]
        if area in sight.board.orders and sight.board.orders[area].house == sight.house
    ]
    target_types = {"support", "consolidate-power"}
    return 0.6 + 1.5 * sum(1 for area in threatened if sight.order_type(area) in target_types) + grudge


def raid(sight: Sight, decision: d.ResolveRaid) -> Iterator[Proposal]:
    """The raid that does most harm first; raids without a target last."""
    raids: list[tuple[float, str, tuple[str, ...]]] = []
    for area, possible in decision.options.items():
        removes = sight.edition.orders[sight.board.orders[area].order].removes
        best = sorted(possible, key=lambda to: -harm(sight, to))[:removes]
        raids.append((sum(harm(sight, to) for to in best), area, tuple(best)))
    raids.sort(key=lambda raid: -raid[0])
    for _, area, targets in raids:
        yield Raid(area, targets), "raid " + " and ".join(targets) if targets else "nothing to raid"
    # Two targets together may be more than a card allows.
    yield from ((Raid(area, targets[:1]), f"raid {targets[0]}") for _, area, targets in raids if targets)


# A token that brings less than this is left off the board.
WORTHWHILE = 0.15


def choose_vassal(sight: Sight, decision: d.ChooseVassal) -> Iterator[Proposal]:
    """Propose the vassal most harmful to this house or its rivals, to restrain it."""
    best = max(decision.choices, key=lambda house: vassal_value(sight, house))
    yield Picked(best), f"{best} is worth commanding"
    yield Picked(PASS), "none is worth commanding"


def vassal_value(sight: Sight, vassal: str) -> float:
    """Return the value of commanding a vassal: its units near own or rival areas."""
    board, worth = sight.board, 0.0
    for area, force in board.forces.items():
        if force.house != vassal:
            continue
        for near in sight.chart.near[area]:
            owner = sight.owner[near]
            if owner == sight.house:
                worth += 0.5 * sight.strength(area)
            elif owner is not None and owner not in board.vassals:
                worth += 0.02 * sight.strength(area) * menace(sight, sight.house, owner)
    return worth


def vassal_orders(sight: Sight, decision: d.PlaceVassalOrders) -> Iterator[Proposal]:
    """The best tokens of the set, each where it counts most."""
    edition, wishing = sight.edition, Wishing(sight, decision.areas)
    wishes = sorted(
        (-_score(sight, wishing, area, order), place, area, order)
        for place, area in enumerate(decision.areas)
        for order in decision.orders
    )
    chosen: dict[str, str] = {}
    for loss, _, area, order in wishes:
        free = area not in chosen and -loss > WORTHWHILE
        if free and refuse_vassal_order(edition, decision, chosen, area, order) is None:
            chosen[area] = order
    yield Orders(chosen), "orders by need"


def _score(sight: Sight, wishing: Wishing, area: str, order: str) -> float:
    """How good a token is in an area: by its better use."""
    token, score = sight.edition.orders[order], wishing.score(area, order)
    if token.does("raid"):
        return max(score, wishing.raid(area, token.removes))
    return score + (1.8 * sight.facts(area).muster if token.musters else 0.0)


WON = 200.0


class OrderCandidates:
    """Sets of orders for one house that are worth a try."""

    def __init__(self, position: Position, decision: Any) -> None:
        self.decision = decision
        self.sight = Sight(position.board, edition_of(position), decision.house)
        self.edition, self.outlook = self.sight.edition, Outlook(self.sight)
        self.wishing = Wishing(self.sight, decision.areas)
        self.base = choose_remaining_orders(self.sight, decision, {})

    def sets(self) -> Iterator[dict[str, str]]:
        """Yield order sets: own, aggressive, defensive, swapped marches, single changes."""
        yield self.base
        yield self._complete_orders(self._best_orders_of_types(self.decision.areas, ("march",)))
        threatened = [area for area in self.decision.areas if self.outlook.loss(area, self.sight.strength(area)) > 0.1]
        yield self._complete_orders(self._best_orders_of_types(threatened, ("defense", "support")))
        yield from self._exchange_marches()
        for _, area, order in sorted(self._seconds()):
            yield self._complete_orders({area: order})

    def _complete_orders(self, placed_orders: Mapping[str, str]) -> dict[str, str]:
        """Return these orders with all others added as the bot would choose them."""
        return {**placed_orders, **choose_remaining_orders(self.sight, self.decision, placed_orders)}

    def _possible(self, area: str) -> list[str]:
        """Orders that may lie in an area, the best first."""
        orders = [o for o in self.edition.orders if refuse_order(self.edition, area, o, self.decision.bans) is None]
        return sorted(orders, key=lambda order: -self.wishing.score(area, order))

    def _best_orders_of_types(self, areas: tuple[str, ...] | list[str], types: tuple[str, ...]) -> dict[str, str]:
        """Return the best order of these types for each area, as far as tokens go."""
        orders_by_area: dict[str, str] = {}
        for area in areas:
            for order in self._possible(area):
                fits = refuse_counts(self.edition, {**orders_by_area, area: order}, self.decision.stars) is None
                if fits and self.edition.orders[order].type in types:
                    orders_by_area[area] = order
                    break
        return orders_by_area

    def _exchange_marches(self) -> Iterator[dict[str, str]]:
        """Yield the bot's orders with the tokens of two marching areas exchanged."""
        marching = [area for area, order in self.base.items() if self.edition.orders[order].type == "march"]
        for place, area in enumerate(marching):
            for other in marching[place + 1 :]:
                if self.base[area] != self.base[other]:
                    yield {**self.base, area: self.base[other], other: self.base[area]}

    def _seconds(self) -> Iterator[tuple[float, str, str]]:
        """Yield the best order of each other type in each area with its estimated loss."""
        for area in self.decision.areas:
            now = self.base.get(area)
            types = {self.edition.orders[now].type} if now else set()
            mine = self.wishing.score(area, now) if now else 0.0
            for order in self._possible(area):
                if self.edition.orders[order].type not in types:
                    types.add(self.edition.orders[order].type)
                    yield mine - self.wishing.score(area, order), area, order


def variations(position: Position, decision: Any, most: int) -> list[Orders]:
    """Return legal orders that are worth a try, the bot's first, no answer twice.
    There are at most `most` of them."""
    answers: list[Orders] = []
    for orders in OrderCandidates(position, decision).sets():
        answer = Orders({area: orders[area] for area in decision.areas if area in orders})
        if answer not in answers and check(position, decision, answer) is None:
            answers.append(answer)
        if len(answers) == most:
            break
    return answers


def value(position: Position, house: str) -> float:
    """Return the value of a position for a house: weighted features minus threats."""
    board, edition = position.board, edition_of(position)
    if board.ending is not None:
        winners = board.ending.winners
        return WON / len(winners) if house in winners else -WON
    sight = Sight(board, edition, house)
    outlook = Outlook(sight)
    area_value = sum(
        outlook.area_value(area) * outlook.holding(area, sight.strength(area) if area in board.forces else 0.0)
        for area, owner in sight.owner.items()
        if owner == house
    )
    army = sum(sight.strengths[area] for area, force in board.forces.items() if force.house == house)
    rivals = [sight.settled[other] for other in players_of(board) if other != house]
    left = board.victory - sight.settled[house]
    places = sum(len(track) - track.index(house) for track in board.tracks.values())
    return (
        area_value
        + 5.0 * sight.settled[house]
        + 1.5 * army
        + 0.5 * min(board.power[house], 12)
        + 0.5 * barrels(board, edition, house)
        + 0.6 * places
        + 6.0 * max(0, 3 - left)
        - 4.0 * max(rivals, default=0)
        - 8.0 * max(0, max(rivals, default=0) - (board.victory - 3))
    )
