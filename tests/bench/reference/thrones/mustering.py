"""Mustering: knights where supply is short, footmen and ships where there is room and something to win or to guard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from adjudicator.thrones.rules.mustering import MusterBudget
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Recruit, Recruits
from tests.bench.reference.thrones.outlook import Outlook
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight


class Booked(Protocol):
    """What was already taken in one decision: `here` counts new units by area and kind."""

    here: dict[tuple[str, str], int]


class Recruiter:
    """Scores what may be mustered next, per point spent."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.outlook = sight, Outlook(sight)
        board = sight.board
        self.fleets = sum(
            1 for area, force in board.forces.items() if force.house == sight.house and area not in sight.chart.land
        )
        self.armies = sum(1 for force in board.forces.values() if force.house == sight.house) - self.fleets

    def score(self, want: Recruit, budget: Booked) -> float:
        """How good one more recruit is, for each point it costs."""
        sight, outlook = self.sight, self.outlook
        kind = sight.edition.units[want.unit]
        there = sum(count for (at, _), count in budget.here.items() if at == want.at)
        held = float(sight.strength(want.at) + there)
        front = 0.12 * outlook.pull(want.at)
        saved = (
            0.15 * outlook.worth(want.at) * (outlook.loss(want.at, held) - outlook.loss(want.at, held + kind.strength))
        )
        if want.upgrade:
            return (0.9 + 0.5 * front + saved) / max(1, kind.upgrade_cost)
        if kind.terrain == "sea":
            new = 0.35 * outlook.gain(want.at) if held == 0 else 0.0
            return (0.5 + new + saved - 0.35 * self.fleets - 0.3 * held) / max(1, kind.cost)
        fresh = 0.8 if self.armies < 6 else 0.3
        return (0.55 * kind.strength + fresh + front + saved - 0.15 * held) / max(1, kind.cost)


def muster(sight: Sight, decision: d.MusterUnits) -> Iterator[Proposal]:
    """Point by point the best recruit, as far as pieces, points and supply allow."""
    recruiter = Recruiter(sight)
    budget = MusterBudget(sight.board, sight.edition, decision.house, decision.places)
    wants: list[Recruit] = []
    for area in decision.places:
        while possible := budget.possible(area):
            best = max(possible, key=lambda want: recruiter.score(want, budget))
            if recruiter.score(best, budget) <= 0:
                break
            budget.book(best)
            wants.append(best)
    yield Recruits(tuple(wants)), "by threat and supply"
