"""Raids: the order whose loss hurts its owner, and helps the bot, most."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Raid
from tests.bench.reference.thrones.feud import menace
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight


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
    wanted = {"support", "consolidate-power"}
    return 0.6 + 1.5 * sum(1 for area in threatened if sight.order_type(area) in wanted) + grudge


def raid(sight: Sight, decision: d.ResolveRaid) -> Iterator[Proposal]:
    """The raid that does most harm first; raids without a target last."""
    found: list[tuple[float, str, tuple[str, ...]]] = []
    for area, possible in decision.options.items():
        removes = sight.edition.orders[sight.board.orders[area].order].removes
        best = sorted(possible, key=lambda to: -harm(sight, to))[:removes]
        found.append((sum(harm(sight, to) for to in best), area, tuple(best)))
    found.sort(key=lambda raid: -raid[0])
    for _, area, targets in found:
        yield Raid(area, targets), "raid " + " and ".join(targets) if targets else "nothing to raid"
    # Two targets together may be more than a card allows.
    yield from ((Raid(area, targets[:1]), f"raid {targets[0]}") for _, area, targets in found if targets)
