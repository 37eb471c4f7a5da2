"""Marches checked together: what the first plans come to, one after the other, if nothing comes between.

Only plans without a condition and with nothing written after them are followed; where another decides, it ends: what
is not sure to be tried is not warned of. The words of these warnings say that they hold as things stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.battle_facts import besieges
from adjudicator.thrones.rules.march_legality import is_attack
from adjudicator.thrones.rules.strength import can_support, total, unit_items
from adjudicator.thrones.rules.supply import excess, limits, stacks
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.instructions.instruction_sources import in_sequence
from adjudicator.thrones.sheets.instructions.splitting import Moves, split
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn


def campaign_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Two attacks in one march, neutral forces too strong, tokens that cannot be left, armies beyond supply."""
    standing = {area: dict(force.units) for area, force in ahead.board.forces.items() if ahead.mine(area)}
    sizes = stacks(ahead.board, ahead.house)
    for area, plan in _sure_plans(ahead):
        where = f"marches.{area}[0]"
        moves = split(plan.moves, standing[area])
        yield from _attacks(ahead, area, moves, where)
        yield from _token(ahead, area, plan, moves, standing, where)
        for to, units in moves.items():
            for unit, count in units.items():
                standing[area][unit] = standing[area].get(unit, 0) - count
                there = standing.setdefault(to, {})
                there[unit] = there.get(unit, 0) + count
                sizes[area], sizes[to] = sizes.get(area, 0) - count, sizes.get(to, 0) + count
        allowed = limits(ahead.board, ahead.edition, ahead.house)
        if excess(sizes.values(), allowed):
            armies = sorted((size for size in sizes.values() if size > 1), reverse=True)
            told = {"armies": _numbers(armies), "allowed": _numbers(allowed)}
            exact = all(isinstance(move.units, dict) for move in plan.moves)
            yield warn("supply-together" if exact else "supply-feeds-fewer", where, area=area, **told)
            return


def _numbers(numbers: object) -> str:
    return ", ".join(str(number) for number in numbers)  # type: ignore[attr-defined]


def _sure_plans(ahead: Prospect) -> Iterator[tuple[str, s.MarchPlan]]:
    """The marches that will be tried first, in their order, as far as that is sure."""
    marches = ahead.sheet.marches
    both = (marches, ahead.standing.marches)
    if any(one.stop is not None or one.wishes for one in both):
        return
    if ahead.swaps or ahead.swaps_later or ahead.vassals or not ahead.certain:
        return
    lying = [area for area in ahead.marching if area not in ahead.unnamed and area in ahead.orders]
    if len(lying) < len(ahead.marching) or any(ahead.edition.orders[ahead.orders[area]].uses for area in lying):
        return
    for area in in_sequence(lying, marches.sequence, ahead.standing.marches.sequence):
        plans = (*marches.areas.get(area, ()), *ahead.standing.marches.areas.get(area, ()))
        if len(plans) != 1 or not marches.areas.get(area):
            return
        plan = plans[0]
        if plan.when is not None or plan.wait or not plan.moves:
            return
        yield area, plan


def _attacks(ahead: Prospect, area: str, moves: Moves, where: str) -> Iterator[Refusal]:
    attacked = [to for to in moves if is_attack(ahead.board, ahead.house, to)]
    if len(attacked) > 1:
        yield warn("two-attacks", where, to=attacked[0], other=attacked[1])
    for to in attacked:
        value = ahead.board.neutral.get(to)
        if value is None or to not in ahead.reach(area):
            continue
        own, lent = _own(ahead, area, to, moves[to]), _lent(ahead, area, to)
        if own + lent < value:
            yield warn("neutral-too-strong-now", where, value=value, to=to, own=own, lent=lent)


def _own(ahead: Prospect, area: str, to: str, units: Mapping[str, int]) -> int:
    """What a march brings: its units and its order."""
    edition, board = ahead.edition, ahead.board
    known = {unit: count for unit, count in units.items() if unit in edition.units}
    siege = besieges(board, edition, to)
    return (
        total(unit_items(edition, known, ahead.house, siege=siege, growth=board.growth))
        + edition.orders[ahead.orders[area]].modifier
    )


def _lent(ahead: Prospect, area: str, to: str) -> int:
    """What everybody who stands beside could add with the best Support order, own areas as their orders are."""
    edition, board = ahead.edition, ahead.board
    best = max((token.modifier for token in edition.orders.values() if token.does("support")), default=0)
    found = 0
    for near, force in board.forces.items():
        if near == area or not can_support(edition, near, to):
            continue
        if force.house == ahead.house and not ahead.may_do(near, "support"):
            continue
        kinds = ((edition.units[unit], unit, count) for unit, count in force.units.items())
        found += best + sum(
            (max(kind.strength, kind.siege) + board.growth.get(unit, 0)) * count for kind, unit, count in kinds
        )
    return found


def _token(
    ahead: Prospect, area: str, plan: s.MarchPlan, moves: Moves, standing: Mapping[str, Mapping[str, int]], where: str
) -> Iterator[Refusal]:
    """A token that needs all units gone, or Power."""
    if plan.leave_token == "never":
        return
    leaving = sum(sum(units.values()) for units in moves.values())
    force = ahead.board.forces[area]
    staying = sum(standing[area].values()) + sum(force.routed.values()) - leaving
    if staying > 0:
        yield warn("token-units-stay", where, area=area, staying=staying)
    elif plan.leave_token == "must" and not ahead.board.power.get(ahead.house, 0):
        yield warn("token-without-power", where, area=area)
