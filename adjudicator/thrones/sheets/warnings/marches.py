"""Warnings about marches: each plan, the first plans together, and limits.

Of several plans together only those without a condition and with nothing written after them are followed; where
another decides, it ends: what is not sure to be tried is not warned of. Limits of the bot and wishes do not bind own
lines, which come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine import Refusals
from adjudicator.engine.sheet import own_condition
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.marches import is_attack, supply_changes
from adjudicator.thrones.rules.storm.leaders import free_leaders
from adjudicator.thrones.rules.strength import besieges, can_support, total, unit_items
from adjudicator.thrones.rules.supply import excess, fits, limits, stacks
from adjudicator.thrones.sheets.battle import CardRule
from adjudicator.thrones.sheets.conditions.battle_facts import Lead
from adjudicator.thrones.sheets.conditions.tree import AllOf, Compare, Else, Number, When, parts
from adjudicator.thrones.sheets.fields import ANYBODY, ATTACKERS
from adjudicator.thrones.sheets.kind import BotRule, SheetPart, wished_first
from adjudicator.thrones.sheets.marches import (
    ANY_OF,
    MarchPlan,
    Move,
    Moves,
    Wish,
    split,
    supply_limited_moves,
    wish_areas,
)
from adjudicator.thrones.sheets.turn_sections import GOES_ON, Prospect
from adjudicator.thrones.sheets.warnings.words import warn
from adjudicator.thrones.state.decisions import March


def march_warnings(ahead: Prospect) -> Refusals:
    """Warn of plans without units, to unreachable areas or with tokens never left."""
    for area, plans in ahead.sheet.marches.areas.items():
        if area in ahead.vassals:
            continue
        if not ahead.has_units_in(area) and not (ahead.has_text(GOES_ON) and ahead.may_do(area, "march")):
            yield warn("no-units-there", f"marches.{area}", house=ahead.house, area=area)
            continue
        if not ahead.has_units_in(area):
            continue
        near, facts = ahead.reach(area), ahead.edition.areas[area]
        never_token = facts.kind != "land" or facts.home_of == ahead.house
        for number, plan in enumerate(plans):
            where = f"marches.{area}[{number}]"
            for to in dict.fromkeys(move.to for move in plan.moves):
                if to not in near:
                    yield warn("not-reachable-now", where, to=to, area=area)
            yield from _too_many(ahead, area, plan.moves, where)
            yield from _beyond_wishes(ahead, area, plan.moves, where)
            yield from _leads(ahead, plan, where)
            if plan.wait and ahead.has_known_orders and ahead.marching == (area,) and not _more_may_march(ahead):
                yield warn("wait-for-nothing", where, house=ahead.house)
            if plan.leave_token == "must" and plan.moves and never_token:
                yield warn("token-never", where, area=area)
            if number + 1 < len(plans) and not ahead.lasting:
                yield from _fallback_warnings(ahead, area, plan, plans[number + 1], where)


def _too_many(ahead: Prospect, area: str, moves: tuple[Move, ...], where: str) -> Refusals:
    """Warn of counts beyond what may stand there, in moves or summed; all sent twice."""
    counted: dict[str, int] = {}
    for number, move in enumerate(moves):
        for unit, count in move.units.items() if isinstance(move.units, dict) else ():
            counted[unit] = counted.get(unit, 0) + count
            most = ahead.most(area, unit)
            if count > most:
                place = f"{where}.moves[{number}]"
                yield warn("more-units-than-there", place, area=area, pieces=f"{most} {unit}", count=count)
            elif counted[unit] > most:
                yield warn("units-booked-twice", where, area=area, most=most, pieces=f"{counted[unit]} {unit}")
    everyone = [move for move in moves if move.units == "all"]
    again = len([move for move in everyone if not move.keep]) > 1
    for move in everyone[:1]:
        if again or any(count > move.keep.get(unit, 0) for unit, count in counted.items()):
            yield warn("everyone-booked-twice", where, area=area, to=move.to)


def _more_may_march(ahead: Prospect) -> bool:
    """Whether another march may come of what is not known yet."""
    return bool(ahead.vassals or ahead.has_text(GOES_ON) or free_leaders(ahead.board, ahead.house))


def _leads(ahead: Prospect, plan: MarchPlan, where: str) -> Refusals:
    """A lead that all units of the house and the best orders could not give."""
    # What leaders add is not counted here.
    if ahead.lasting or ahead.edition.leaders or plan.when is None:
        return
    condition = own_condition(plan.when)
    for part in condition.of if isinstance(condition, AllOf) else (condition,):
        if not isinstance(part, Compare) or not isinstance(part.left, Lead) or not isinstance(part.right, Number):
            continue
        needed, own = part.right.value + part.plus + (part.op == ">"), _max_strength(ahead)
        if part.op in (">", ">=", "=") and part.left.lent != "me" and needed > own:
            yield warn("lead-out-of-reach", where, house=ahead.house, own=own, needed=needed)


def _max_strength(ahead: Prospect) -> int:
    """Return the strength of all the house's units, each with the best order."""
    board, edition = ahead.board, ahead.edition
    best = max((token.modifier for token in edition.orders.values()), default=0)
    own = [force for force in board.forces.values() if force.house == ahead.house]
    strength = 0
    for force in own:
        for unit, count in (*force.units.items(), *force.routed.items()):
            kind = edition.units[unit]
            strength += (max(kind.strength, kind.siege) + board.growth.get(unit, 0)) * count + best
    return strength


def _fallback_warnings(ahead: Prospect, area: str, plan: MarchPlan, after: MarchPlan, where: str) -> Refusals:
    """Warn that `after` replaces `plan` when supply forbids the plan's march."""
    if plan.when is None or isinstance(after.when, Else) or not after.moves or after.moves == plan.moves:
        return
    board, edition, house = ahead.board, ahead.edition, ahead.house
    moves, _ = supply_limited_moves(board, edition, house, area, plan.moves)
    if moves and not fits(board, edition, house, supply_changes(March(area, moves))):
        yield warn("made-instead", where, to=next(iter(moves)), other=after.moves[0].to)


def _beyond_wishes(ahead: Prospect, area: str, moves: tuple[Move, ...], where: str) -> Refusals:
    """Warn of plans that contradict the sheet's own wishes or bot limits in any case."""
    wishes = [wish for wish in ahead.sheet.marches.wishes if wish.when is None]
    limits = [rule for rule in ahead.sheet.steward if rule.when is None]
    avoided = avoided_areas(ahead)
    for to in dict.fromkeys(move.to for move in moves):
        if to in avoided:
            yield warn("plan-enters", where, to=to)
    guarded = {spot for wish in wishes for spot in wish.stay} | {spot for rule in limits for spot in rule.never_empty}
    if area in guarded and any(move.units == "all" and not move.keep for move in moves):
        yield warn("plan-empties", where, area=area)


def avoided_areas(ahead: Prospect) -> frozenset[str]:
    """What the sheet's wishes never enter in any case."""
    names = [name for wish in ahead.sheet.marches.wishes if wish.when is None for name in wish.avoid]
    return frozenset(to for name in names for to in wish_areas(name, ahead.board, ahead.edition))


def wish_warnings(ahead: Prospect) -> Refusals:
    """Warn of wishes no march can serve, or that name areas out of reach.
    Also of those for a bot that does not march."""
    if _more_may_march(ahead):
        return
    if not ahead.marching:
        if ahead.sheet.marches.wishes and ahead.before_marches:
            yield warn("wishes-without-march", "marches.wishes")
        return
    for where, wish in ahead.rules(Wish):
        if (wish.prefer or wish.avoid or wish.stay) and not wish.take and not ahead.may_leave_to_bot("marches"):
            yield warn("wish-without-bot", where)
        for area in wish.origins:
            if area not in ahead.marching:
                yield warn("wish-origin-without-march", f"{where}.origins", area=area)
        origins = [area for area in wish.origins or ahead.marching if area in ahead.marching]
        near = {to for area in origins for to in ahead.reach(area)}
        for to in wish.take:
            if origins and to not in ANY_OF and to not in near:
                yield warn("wish-out-of-reach", where, area=to)


def campaign_warnings(ahead: Prospect) -> Refusals:
    """Warn of two attacks in a march, strong neutrals, tokens kept, supply exceeded."""
    standing = {area: dict(force.units) for area, force in ahead.board.forces.items() if ahead.has_units_in(area)}
    sizes = stacks(ahead.board, ahead.house)
    for area, plan in _sure_plans(ahead):
        where = f"marches.{area}[0]"
        moves = split(plan.moves, standing[area])
        yield from _attack_warnings(ahead, area, moves, where)
        yield from _token(ahead, area, plan, moves, standing, where)
        for to, units in moves.items():
            for unit, count in units.items():
                standing[area][unit] = standing[area].get(unit, 0) - count
                target_units = standing.setdefault(to, {})
                target_units[unit] = target_units.get(unit, 0) + count
                sizes[area], sizes[to] = sizes.get(area, 0) - count, sizes.get(to, 0) + count
        allowed = limits(ahead.board, ahead.edition, ahead.house)
        if excess(sizes.values(), allowed):
            armies = sorted((size for size in sizes.values() if size > 1), reverse=True)
            details = {"armies": ", ".join(map(str, armies)), "allowed": ", ".join(map(str, allowed))}
            exact = all(isinstance(move.units, dict) for move in plan.moves)
            yield warn("supply-together" if exact else "supply-feeds-fewer", where, area=area, **details)
            return


def _sure_plans(ahead: Prospect) -> Iterator[tuple[str, MarchPlan]]:
    """The marches that will be tried first, in their order, as far as that is sure."""
    marches = ahead.sheet.marches
    both = (marches, ahead.standing.marches)
    if any(section.stop is not None or section.wishes for section in both):
        return
    if ahead.swaps or ahead.swaps_later or ahead.vassals or not ahead.certain:
        return
    lying = [area for area in ahead.marching if area not in ahead.unnamed and area in ahead.orders]
    if len(lying) < len(ahead.marching) or any(ahead.edition.orders[ahead.orders[area]].uses for area in lying):
        return
    for area in wished_first(lying, marches.sequence, ahead.standing.marches.sequence):
        plans = (*marches.areas.get(area, ()), *ahead.standing.marches.areas.get(area, ()))
        if len(plans) != 1 or not marches.areas.get(area):
            return
        plan = plans[0]
        if plan.when is not None or plan.wait or not plan.moves:
            return
        yield area, plan


def _attack_warnings(ahead: Prospect, area: str, moves: Moves, where: str) -> Refusals:
    """Warn of a march that attacks twice, or a neutral force stronger than it."""
    attacked = [to for to in moves if is_attack(ahead.board, ahead.house, to)]
    if len(attacked) > 1:
        yield warn("two-attacks", where, to=attacked[0], other=attacked[1])
    for to in attacked:
        value = ahead.board.neutral.get(to)
        if value is None or to not in ahead.reach(area):
            continue
        board, edition = ahead.board, ahead.edition
        units = {unit: count for unit, count in moves[to].items() if unit in edition.units}
        items = unit_items(edition, units, ahead.house, siege=besieges(board, edition, to), growth=board.growth)
        own, lent = total(items) + edition.orders[ahead.orders[area]].modifier, _possible_help(ahead, area, to)
        if own + lent < value:
            yield warn("neutral-too-strong-now", where, value=value, to=to, own=own, lent=lent)


def _possible_help(ahead: Prospect, area: str, to: str) -> int:
    """Return what neighbours could add with the best Support, own orders as they lie."""
    edition, board = ahead.edition, ahead.board
    best = max((token.modifier for token in edition.orders.values() if token.does("support")), default=0)
    support = 0
    for near, force in board.forces.items():
        if near == area or not can_support(edition, near, to):
            continue
        if force.house == ahead.house and not ahead.may_do(near, "support"):
            continue
        kinds = ((edition.units[unit], unit, count) for unit, count in force.units.items())
        support += best + sum(
            (max(kind.strength, kind.siege) + board.growth.get(unit, 0)) * count for kind, unit, count in kinds
        )
    return support


def _token(
    ahead: Prospect, area: str, plan: MarchPlan, moves: Moves, standing: Mapping[str, Mapping[str, int]], where: str
) -> Refusals:
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


def limit_warnings(ahead: Prospect) -> Refusals:
    """Warn of raids, marches, cards the bot may not choose, and conflicting wishes."""
    never = frozenset[str]().union(*(rule.never_play for rule in _limits(ahead, "cards")))
    for where, card_rule in ahead.rules(CardRule):
        for card in card_rule.cards:
            if card in never:
                yield warn("card-never-played", f"{where}.cards", card=card)
    if not ahead.ahead:
        return
    spared, unraided = _spared_houses(ahead, "marches"), _spared_houses(ahead, "raids")
    for area, raids in ahead.sheet.raids.areas.items():
        for number, raid in enumerate(raids if ahead.has_units_in(area) else ()):
            targets = [to for to in raid.targets if to in ahead.edition.areas]
            yield from _attacks(ahead, targets, raid.when, unraided, f"raids.{area}[{number}]")
    for area, plans in ahead.sheet.marches.areas.items():
        for number, plan in enumerate(plans if ahead.has_units_in(area) else ()):
            reached = [move.to for move in plan.moves if move.to in ahead.reach(area)]
            yield from _attacks(ahead, reached, plan.when, spared, f"marches.{area}[{number}]")
    avoided = avoided_areas(ahead)
    for where, wish in ahead.rules(Wish):
        taken = _area_targets(ahead, wish)
        for to in taken:
            if to in avoided:
                yield warn("wish-enters", where, to=to)
        yield from _attacks(ahead, taken, wish.when, spared, where)


def _limits(ahead: Prospect, part: SheetPart) -> list[BotRule]:
    """The rules that leave a part to the bot in any case."""
    return [rule for rule in ahead.sheet.steward if rule.about(part) and rule.when is None]


def _spared_houses(ahead: Prospect, part: SheetPart) -> frozenset[str]:
    """Return the houses the sheet forbids the bot to march against or raid.
    Who else will have attacked is not known."""
    others, rules = frozenset(ahead.board.houses) - {ahead.house}, _limits(ahead, part)
    never = others.intersection(house for rule in rules for house in rule.never_attack)
    allowed = {house for rule in ahead.sheet.steward if rule.about(part) for house in rule.may_attack}
    limited = any(rule.may_attack for rule in rules) and not {ANYBODY, ATTACKERS} & allowed
    return never | (others - allowed) if limited else never


def _attacks(ahead: Prospect, areas: list[str], when: When | None, spared: frozenset[str], where: str) -> Refusals:
    """Warn of the first area of each such house, unless the condition is about it."""
    condition_areas = {getattr(part, "area", "") for part in parts(when)} if when is not None else set()
    against = set[str]()
    for to in areas:
        holder = controller(ahead.board, ahead.edition, to)
        if holder in spared and holder not in against and to not in condition_areas:
            against.add(holder)
            yield warn("line-attacks", where, other=holder, to=to)


def _area_targets(ahead: Prospect, wish: Wish) -> list[str]:
    """The areas that a wish may take, by where its marches get to."""
    board, edition = ahead.board, ahead.edition
    marching = (
        ahead.marching if ahead.has_known_orders else tuple(area for area in board.forces if ahead.has_units_in(area))
    )
    near = {to for area in marching if area in (wish.origins or marching) for to in ahead.reach(area)}
    named = dict.fromkeys(to for name in wish.take for to in wish_areas(name, board, edition))
    return [to for to in named if to in near and controller(board, edition, to) != ahead.house]
