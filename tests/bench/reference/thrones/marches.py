"""Marches: the best plan of all areas with march orders goes first; who gains nothing waits, then stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.thrones.rules.marches import marching_order
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import March
from tests.bench.reference.thrones.campaign import Campaign, Plan
from tests.bench.reference.thrones.outlook import Outlook
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight


def _reason(plan: Plan) -> str:
    if not plan.moves:
        return "stay"
    return f"attack {plan.attack}" if plan.attack else "advance"


def ranked_plans(outlook: Outlook, options: Mapping[str, tuple[str, ...]]) -> list[tuple[float, Plan]]:
    """Plans of every marching area that beat staying, by how much; then those to stay, what cannot move last."""
    sight = outlook.sight
    found: list[tuple[float, Plan]] = []
    for area, destinations in options.items():
        if not destinations:
            found.append((-1.0, Plan(area, {}, False, 0.0)))
            continue
        modifier = sight.edition.orders[marching_order(sight.board, area)].modifier
        plans = Campaign(outlook, area, modifier).plans()
        stay = next(plan.score for plan in plans if not plan.moves)
        found += [(plan.score - stay, plan) for plan in plans if plan.moves and plan.score > stay]
        found.append((0.0, Plan(area, {}, False, stay)))
    found.sort(key=lambda pair: -pair[0])
    return found


def march(sight: Sight, decision: d.ResolveMarch) -> Iterator[Proposal]:
    """Plans of every marching area, by how much better they are than staying."""
    for _, plan in ranked_plans(Outlook(sight), decision.options):
        yield March(plan.area, plan.moves, plan.leave_token), _reason(plan)
