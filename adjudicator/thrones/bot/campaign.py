"""Marches: best plans of an area's units, of all areas, and moves by cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from adjudicator.thrones.bot.outlook import Outlook
from adjudicator.thrones.bot.sight import FLOWN, Proposal, Sight, chance
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.marches import is_attack, marching_order, may_leave_token
from adjudicator.thrones.rules.strength import total
from adjudicator.thrones.rules.supply import limits
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import March

TOKEN_COST = 1.8
# What is at stake with a unit that nobody can muster again, and what breaking one of an enemy's is worth.
IRREPLACEABLE, BREAKING = 4.0, 5.0


class Plan(msgspec.Struct):
    """Where an area's units go, and its value; `attack`: the area fought for, if any."""

    area: str
    moves: dict[str, dict[str, int]]
    leave_token: bool
    score: float
    attack: str | None = None


class Campaign:
    """Plans for the units of one area, marching with a given modifier.
    `extra` is support hoped for, by target."""

    def __init__(self, outlook: Outlook, area: str, modifier: int, extra: Mapping[str, float] | None = None) -> None:
        self.outlook, self.sight, self.area = outlook, outlook.sight, area
        self.modifier, self.extra = modifier, extra or {}
        self.house = self.sight.house
        board = self.sight.board
        self.force = board.forces[area]
        self.sought, self.keep = self.sight.limits.sought, self.sight.limits.keep.get(area, 0)
        self.token = may_leave_token(board, self.sight.edition, self.house, area)
        self.biggest = max(limits(board, self.sight.edition, self.house), default=1)
        self.free: list[str] = []
        self.hostile: list[str] = []
        self.flown = self.sight.flown.get(area, frozenset())
        best = sorted(self.flown, key=lambda to: (-outlook.gain(to), self.sight.edition.area_order[to]))[:FLOWN]
        for to in self.sight.reaches.get(area, {}):
            if to in self.flown and to not in best and to not in self.sought:
                continue
            (self.hostile if is_attack(board, self.house, to) else self.free).append(to)

    def odds(self, target: str, units: list[str]) -> float:
        """The chance that these units take a hostile area."""
        sight, board = self.sight, self.sight.board
        strength = self._strength(units) + self.modifier + self._escort_bonus(target, units)
        power = strength + self.extra.get(target, 0.0) + self.outlook.backing(self.house, target, "")
        if target in board.neutral:
            return 1.0 if power >= board.neutral[target] else 0.0
        foe = self.outlook.holder(target)
        power += self.outlook.backing(self.house, target, foe) - self.outlook.backing(self.house, target, "")
        if target not in board.garrisons and not board.forces[target].units:
            return 1.0
        return chance(sight, self.house, foe, power - self.outlook.defence(target))

    def _escort_bonus(self, target: str, units: list[str]) -> int:
        """What goes along with these units besides them."""
        board, edition = self.sight.board, self.sight.edition
        more = hooks_of(edition).march_items
        if more is None:
            return 0
        march = March(self.area, {target: Counter(units)})
        return total(list(more(board, edition, self.house, march, target)))

    def attack_value(self, target: str, units: list[str]) -> float:
        """Return the average gain of fighting for an area.
        The area and broken enemies against broken troops and a card spent."""
        odds = self.odds(target, units)
        sight, board = self.sight, self.sight.board
        if target in board.neutral:
            return self.outlook.gain(target) * self._holding_value(target, units) if odds else -5.0
        there = board.forces.get(target)
        broken = 0.7 * there.size() + 1.6 * sum(there.routed.values()) if there is not None else 0.0
        if there is not None and board.points:
            kinds = sight.edition.units
            broken += BREAKING * sum(n for unit, n in there.units.items() if not kinds[unit].mustered)
        won = self.outlook.gain(target) * (0.4 + 0.6 * self._holding_value(target, units)) + broken
        at_stake = sum(0.9 if sight.edition.units[unit].mustered else IRREPLACEABLE for unit in units)
        return odds * won - (1 - odds) * (1.0 + at_stake) - 0.4

    def _holding_value(self, target: str, units: list[str]) -> float:
        return self.outlook.holding(target, self._strength(units))

    def may_go(self, unit: str, to: str) -> bool:
        """Whether a unit can get there: some goals only dragons reach."""
        return to not in self.flown or self.sight.edition.units[unit].flies

    def _groups(self, pool: list[str], target: str) -> Iterator[list[str]]:
        """Yield bands that might attack, from all units down to the strongest alone."""
        pool = [unit for unit in pool if self.may_go(unit, target)]
        seen: set[tuple[str, ...]] = set()
        for first in range(len(pool)):
            for band in (pool[first:], pool[: len(pool) - first]):
                if tuple(band) not in seen:
                    seen.add(tuple(band))
                    yield band

    def plans(self) -> list[Plan]:
        """Return the plans worth considering, best first; staying and goals are included."""
        units, strength = self.force.units, self.sight.chart.strength
        # Units one by one, the weakest first.
        pool = [unit for unit in sorted(units, key=lambda u: (strength[u], u)) for _ in range(units[unit])]
        candidates = [Plan(self.area, {}, False, self.stay_value(pool)), self._spread(pool, None, [])]
        for target in (*self.hostile, *(to for to in self.free if to in self.sought)):
            for band in self._groups(pool, target):
                if len(pool) - len(band) < self.keep:
                    continue
                value = (self.attack_value if target in self.hostile else self._there_value)(target, band)
                if value > -1.0 or target in self.sought:
                    rest = list(pool)
                    for unit in band:
                        rest.remove(unit)
                    plan = self._spread(rest, target, band)
                    plan.score += value
                    candidates.append(plan)
        candidates.sort(key=lambda plan: -plan.score)
        return candidates

    def _strength(self, units: list[str]) -> int:
        each = self.sight.chart.strength
        return sum(each[unit] for unit in units)

    def _decides(self, area: str) -> bool:
        """Whether the house is as near to victory as what the area counts."""
        return self.sight.settled[self.house] >= self.sight.board.victory - self.sight.counts(area)

    def stay_value(self, units: list[str]) -> float:
        """What the area of origin is worth with these units left in it."""
        outlook, area = self.outlook, self.area
        routed = bool(self.force.routed)
        worth = outlook.area_value(area)
        if area in self.sight.chart.settled and self._decides(area):
            worth += 10.0
        idle = 0.25 * len(units) * outlook.pull(area) if not self.sight.last_round else 0.0
        if units or routed:
            return worth * outlook.holding(area, self._strength(units) + outlook.guard(area)) + idle
        if self.sight.edition.areas[area].home_of == self.house or area in self.sight.board.tokens:
            return worth * outlook.holding(area, 0)
        if self.token:
            return max(0.0, worth * outlook.holding(area, 0) - TOKEN_COST)
        return 0.0

    def _there_value(self, to: str, units: list[str]) -> float:
        """What moving these units to a free area adds."""
        outlook, sight = self.outlook, self.sight
        if not units:
            return 0.0
        force = sight.board.forces.get(to)
        idle = 0.25 * len(units) * outlook.pull(to) if not sight.last_round else 0.0
        strength = self._strength(units)
        if force is None:
            safety = outlook.holding(to, strength)
            if sight.owner[to] == self.house:
                return outlook.area_value(to) * (safety - outlook.holding(to, 0)) + idle
            return outlook.gain(to) * safety + idle
        if force.size() + len(units) > self.biggest:
            return -50.0
        before = sight.strength(to) + outlook.guard(to)
        return outlook.area_value(to) * (outlook.holding(to, before + strength) - outlook.holding(to, before)) + idle

    def _spread(self, rest: list[str], target: str | None, band: list[str]) -> Plan:
        """Send the rest where each unit adds most, one by one, the weakest first."""
        staying = list(rest)
        going: dict[str, list[str]] = {}
        for unit in rest:
            if len(staying) <= self.keep:
                break
            here = self.stay_value(staying)
            left = list(staying)
            left.remove(unit)
            change = self.stay_value(left) - here
            best, best_to = 0.01, ""
            for to in self.free:
                if to == target or not self.may_go(unit, to):
                    continue
                now = going.get(to, [])
                added = self._there_value(to, [*now, unit]) - self._there_value(to, now) + change
                if added > best:
                    best, best_to = added, to
            if best_to:
                going.setdefault(best_to, []).append(unit)
                staying = left
        moves: dict[str, dict[str, int]] = {to: Counter(units) for to, units in going.items()}
        if target is not None:
            moves[target] = Counter(band)
        score = self.stay_value(staying) + sum(self._there_value(to, units) for to, units in going.items())
        leave = bool(moves) and not staying and not self.force.routed and self.token
        leave = leave and self.outlook.area_value(self.area) * self.outlook.holding(self.area, 0) > TOKEN_COST
        return Plan(self.area, moves, leave, score, target if target in self.hostile else None)


# Plans that lack so much of the best count as near-equal: more where a bot's tastes count too.
MARGIN, TASTES_MARGIN = 1.0, 2.5


def ranked_plans(outlook: Outlook, options: Mapping[str, tuple[str, ...]]) -> list[tuple[float, Plan]]:
    """Return the plans of every marching area, best first, each with its gain.
    Plans that beat staying or reach what is sought; then those to stay; those that cannot move last."""
    sight = outlook.sight
    sought = sight.limits.sought
    ranking: list[tuple[float, Plan]] = []
    for area, destinations in options.items():
        if not destinations:
            ranking.append((-1.0, Plan(area, {}, False, 0.0)))
            continue
        modifier = sight.edition.orders[marching_order(sight.board, area)].modifier
        plans = Campaign(outlook, area, modifier).plans()
        stay = next(plan.score for plan in plans if not plan.moves)
        ranking += [
            (plan.score - stay, plan)
            for plan in plans
            if plan.moves and (plan.score > stay or sought & plan.moves.keys())
        ]
        ranking.append((0.0, Plan(area, {}, False, stay)))
    ranking.sort(key=lambda pair: -pair[0])
    return ranking


def march(sight: Sight, decision: d.ResolveMarch) -> Iterator[Proposal]:
    """Plans of every marching area, by how much better they are than staying."""
    plans = ranked_plans(Outlook(sight), decision.options)
    # Of the area that marches first the best plan for each set of goals.
    goals: dict[frozenset[str], tuple[float, Plan]] = {}
    for gain, plan in plans:
        if plan.area == plans[0][1].area:
            goals.setdefault(frozenset(plan.moves), (gain, plan))
    margin = MARGIN if sight.limits.plain else TASTES_MARGIN
    near = sight.draw.ranked(decision.id, goals.values(), margin)
    for plan in (*near[:1], *(plan for _, plan in plans)):
        reason = f"attack {plan.attack}" if plan.attack else "advance" if plan.moves else "stay"
        yield March(plan.area, plan.moves, plan.leave_token), reason


# What a Power token is worth that stays behind.
TOKEN = 1.0


def move(sight: Sight, decision: d.MoveTroops) -> Iterator[Proposal]:
    """Move all who marched on to the best gain, if it beats what they leave."""
    if decision.most:
        for value, answer in sorted(_onward(sight, decision), key=lambda pair: -pair[0]):
            if value > 0:
                yield answer, f"on to {next(iter(answer.moves))}"
    yield March(next(iter(decision.options))), "stay"


def _onward(sight: Sight, decision: d.MoveTroops) -> Iterator[tuple[float, March]]:
    """Yield every way on with its gain: goal and beyond, less what lies behind."""
    outlook = Outlook(sight)
    for area, goals in decision.options.items():
        there = sight.board.forces[area]
        units = {unit: min(count, there.units.get(unit, 0)) for unit, count in decision.most.items()}
        units = {unit: count for unit, count in units.items() if count}
        left = there.size() - sum(units.values())
        for to in goals if units else ():
            won = outlook.gain(to) * outlook.holding(to, float(sight.count(units) + sight.strength(to)))
            value = won + outlook.pull(to) - outlook.pull(area)
            if left:
                yield value, March(area, {to: units})
                continue
            yield value - TOKEN, March(area, {to: units}, leave_token=True)
            yield value - outlook.area_value(area), March(area, {to: units})
