"""Marches: the best plan of all areas with march orders goes first; who gains nothing waits, then stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.thrones.rules.march_legality import marching_order
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.steward.campaign import Campaign, Plan
from adjudicator.thrones.steward.habits import Proposal
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Sight

# Plans that lack so much of the best count as near-equal: more where a bot's tastes count too.
MARGIN, TASTES_MARGIN = 1.0, 2.5


def _reason(plan: Plan) -> str:
    if not plan.moves:
        return "stay"
    return f"attack {plan.attack}" if plan.attack else "advance"


def ranked_plans(outlook: Outlook, options: Mapping[str, tuple[str, ...]]) -> list[tuple[float, Plan]]:
    """Plans of every marching area that beat staying, by how much, or reach what is sought; those to stay; what cannot
    move last."""
    sight = outlook.sight
    sought = sight.limits.sought
    found: list[tuple[float, Plan]] = []
    for area, destinations in options.items():
        if not destinations:
            found.append((-1.0, Plan(area, {}, False, 0.0)))
            continue
        modifier = sight.edition.orders[marching_order(sight.board, area)].modifier
        plans = Campaign(outlook, area, modifier).plans()
        stay = next(plan.score for plan in plans if not plan.moves)
        found += [
            (plan.score - stay, plan)
            for plan in plans
            if plan.moves and (plan.score > stay or sought & plan.moves.keys())
        ]
        found.append((0.0, Plan(area, {}, False, stay)))
    found.sort(key=lambda pair: -pair[0])
    return found


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
        yield March(plan.area, plan.moves, plan.leave_token), _reason(plan)
