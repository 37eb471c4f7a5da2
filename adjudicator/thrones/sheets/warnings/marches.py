"""Warnings about plans of march: those that can never be legal, each by itself."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.conditions import own_condition
from adjudicator.thrones.rules.march_legality import supply_changes
from adjudicator.thrones.rules.storm.activation import free_leaders
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.tree import AllOf, Compare, Else, Lead, Number
from adjudicator.thrones.sheets.instructions.splitting import fed
from adjudicator.thrones.sheets.instructions.wishes import ANY_OF, areas_of
from adjudicator.thrones.sheets.prospects import GOES_ON, Prospect
from adjudicator.thrones.sheets.warnings.telling import warn
from adjudicator.thrones.state.answers import March


def march_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Plans from where nobody stands, to where nobody gets, of units that are not there, with tokens never left."""
    for area, plans in ahead.sheet.marches.areas.items():
        if area in ahead.vassals:
            continue
        if not ahead.mine(area) and not (ahead.has_text(GOES_ON) and ahead.may_do(area, "march")):
            yield warn("no-units-there", f"marches.{area}", house=ahead.house, area=area)
            continue
        if not ahead.mine(area):
            continue
        for number, plan in enumerate(plans):
            where = f"marches.{area}[{number}]"
            yield from _out_of_reach(ahead, area, plan.moves, where)
            yield from _too_many(ahead, area, plan.moves, where)
            yield from _beyond_wishes(ahead, area, plan.moves, where)
            yield from _leads(ahead, plan, where)
            if plan.wait and ahead.known and ahead.marching == (area,) and not _more_may_march(ahead):
                yield warn("wait-for-nothing", where, house=ahead.house)
            if plan.leave_token == "must" and plan.moves and not _token_possible(ahead, area):
                yield warn("token-never", where, area=area)
            if number + 1 < len(plans) and not ahead.lasting:
                yield from _instead(ahead, area, plan, plans[number + 1], where)


def _out_of_reach(ahead: Prospect, area: str, moves: tuple[s.Move, ...], where: str) -> Iterator[Refusal]:
    near = ahead.reach(area)
    for to in dict.fromkeys(move.to for move in moves):
        if to not in near:
            yield warn("not-reachable-now", where, to=to, area=area)


def _too_many(ahead: Prospect, area: str, moves: tuple[s.Move, ...], where: str) -> Iterator[Refusal]:
    """Counts beyond all that may stand there, in one move or in several together; everyone sent twice."""
    counted: dict[str, int] = {}
    for number, move in enumerate(moves):
        for unit, count in move.units.items() if isinstance(move.units, dict) else ():
            counted[unit] = counted.get(unit, 0) + count
            most = ahead.most(area, unit)
            if count > most:
                place = f"{where}.moves[{number}]"
                yield warn("more-units-than-there", place, area=area, most=most, unit=unit, count=count)
            elif counted[unit] > most:
                yield warn("units-booked-twice", where, area=area, most=most, unit=unit, count=counted[unit])
    everyone = [move for move in moves if move.units == "all"]
    again = len([move for move in everyone if not move.keep]) > 1
    for move in everyone[:1]:
        if again or any(count > move.keep.get(unit, 0) for unit, count in counted.items()):
            yield warn("everyone-booked-twice", where, area=area, to=move.to)


def _more_may_march(ahead: Prospect) -> bool:
    """Whether another march may come of what is not known yet."""
    return bool(ahead.vassals or ahead.has_text(GOES_ON) or free_leaders(ahead.board, ahead.house))


def _leads(ahead: Prospect, plan: s.MarchPlan, where: str) -> Iterator[Refusal]:
    """A lead that all units of the house and the best orders could not give."""
    # What leaders add is not counted here.
    if ahead.lasting or ahead.edition.leaders or plan.when is None:
        return
    condition = own_condition(plan.when)
    for part in condition.of if isinstance(condition, AllOf) else (condition,):
        if not isinstance(part, Compare) or not isinstance(part.left, Lead) or not isinstance(part.right, Number):
            continue
        needed, own = part.right.value + part.plus + (part.op == ">"), _everything(ahead)
        if part.op in (">", ">=", "=") and part.left.lent != "me" and needed > own:
            yield warn("lead-out-of-reach", where, house=ahead.house, own=own, needed=needed)


def _everything(ahead: Prospect) -> int:
    """What all units of the house count with the best order everywhere."""
    board, edition = ahead.board, ahead.edition
    best = max((token.modifier for token in edition.orders.values()), default=0)
    own = [force for force in board.forces.values() if force.house == ahead.house]
    found = 0
    for force in own:
        for unit, count in (*force.units.items(), *force.routed.items()):
            kind = edition.units[unit]
            found += (max(kind.strength, kind.siege) + board.growth.get(unit, 0)) * count + best
    return found


def _instead(ahead: Prospect, area: str, plan: s.MarchPlan, after: s.MarchPlan, where: str) -> Iterator[Refusal]:
    """A fallback that is made where supply forbids the march before it, whose condition holds."""
    if plan.when is None or isinstance(after.when, Else) or not after.moves or after.moves == plan.moves:
        return
    board, edition, house = ahead.board, ahead.edition, ahead.house
    moves, _ = fed(board, edition, house, area, plan.moves)
    if moves and not fits(board, edition, house, supply_changes(March(area, moves))):
        yield warn("made-instead", where, to=next(iter(moves)), other=after.moves[0].to)


def _beyond_wishes(ahead: Prospect, area: str, moves: tuple[s.Move, ...], where: str) -> Iterator[Refusal]:
    """Plans against what the sheet's own wishes, or limits of the bot, say in any case."""
    wishes = [wish for wish in ahead.sheet.marches.wishes if wish.when is None]
    limits = [rule for rule in ahead.sheet.steward if rule.when is None]
    avoided = avoided_areas(ahead)
    for to in dict.fromkeys(move.to for move in moves):
        if to in avoided:
            yield warn("plan-enters", where, to=to)
    guarded = {*(one for wish in wishes for one in wish.stay), *(one for rule in limits for one in rule.never_empty)}
    if area in guarded and any(move.units == "all" and not move.keep for move in moves):
        yield warn("plan-empties", where, area=area)


def avoided_areas(ahead: Prospect) -> frozenset[str]:
    """What the sheet's wishes never enter in any case."""
    names = [name for wish in ahead.sheet.marches.wishes if wish.when is None for name in wish.avoid]
    return frozenset(to for name in names for to in areas_of(name, ahead.board, ahead.edition))


def _token_possible(ahead: Prospect, area: str) -> bool:
    """Whether a Power token may ever be left in an area of the house."""
    facts = ahead.edition.areas[area]
    return facts.kind == "land" and facts.home_of != ahead.house


def wish_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Wishes that no march can serve, what they name that no marching area reaches, and those for a bot that does not
    march."""
    marches, prefix = ahead.sheet.marches, "marches.wishes"
    if _more_may_march(ahead):
        return
    if not ahead.marching:
        if marches.wishes and ahead.before_marches:
            yield warn("wishes-without-march", prefix)
        return
    for number, wish in enumerate(marches.wishes):
        where = f"{prefix}[{number}]"
        if (wish.prefer or wish.avoid or wish.stay) and not wish.take and not ahead.left("marches"):
            yield warn("wish-without-bot", where)
        for area in wish.origins:
            if area not in ahead.marching:
                yield warn("wish-origin-without-march", f"{where}.origins", area=area)
        origins = [area for area in wish.origins or ahead.marching if area in ahead.marching]
        near = {to for area in origins for to in ahead.reach(area)}
        for to in wish.take:
            if origins and to not in ANY_OF and to not in near:
                yield warn("wish-out-of-reach", where, area=to)
