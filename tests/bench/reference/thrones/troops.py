"""Units that a card's text moves: on from a march, where more is to be won than is given up."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import March
from tests.bench.reference.thrones.outlook import Outlook
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight

# What a Power token is worth that stays behind.
TOKEN = 1.0


def move(sight: Sight, decision: d.MoveTroops) -> Iterator[Proposal]:
    """All who have marched go on to where most is won, if that is more than they leave; between own areas they stay."""
    if decision.most:
        for value, answer in sorted(_onward(sight, decision), key=lambda found: -found[0]):
            if value > 0:
                yield answer, f"on to {next(iter(answer.moves))}"
    yield March(next(iter(decision.options))), "stay"


def _onward(sight: Sight, decision: d.MoveTroops) -> Iterator[tuple[float, March]]:
    """Every way on, with what it brings: the goal and what lies beyond, less what lies behind."""
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
            yield value - outlook.worth(area), March(area, {to: units})
