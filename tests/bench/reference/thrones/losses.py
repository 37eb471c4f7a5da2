"""Losses: the cheapest unit goes, and the beaten go where they stand safest."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.supply import relieves
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import AreaChoice, Piece
from tests.bench.reference.thrones.outlook import Outlook
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight


def _cost(sight: Sight, piece: Piece) -> float:
    """What the loss of a unit costs: its points and strength, and the area if it was the last one there."""
    kind = sight.edition.units[piece.unit]
    cost = kind.cost + 0.5 * (kind.strength + sight.board.growth.get(piece.unit, 0)) - (0.4 if piece.routed else 0.0)
    force = sight.board.forces.get(piece.area)
    if force is not None and force.house == sight.house and force.size() == 1:
        area = sight.edition.areas[piece.area]
        marked = piece.area in sight.board.tokens or area.home_of == sight.house
        cost += (0.15 if marked else 0.5) * Outlook(sight).worth(piece.area)
    return cost


def disband(sight: Sight, decision: d.DisbandForSupply) -> Iterator[Proposal]:
    """The unit that costs least to lose, of those whose loss helps the armies to fit."""

    def rank(piece: Piece) -> tuple[bool, float]:
        return not relieves(sight.board, sight.edition, decision.house, piece.area), _cost(sight, piece)

    for piece in sorted(decision.choices, key=rank):
        yield piece, "the cheapest loss"


def cheapest(sight: Sight, decision: d.PieceDecision) -> Iterator[Proposal]:
    """The unit that costs least to lose."""
    for piece in sorted(decision.choices, key=lambda piece: _cost(sight, piece)):
        yield piece, "the cheapest loss"


def wildlings(sight: Sight, decision: d.LoseToWildlings) -> Iterator[Proposal]:
    """The least loss for each point paid; no point is wasted if it can be helped."""

    def rate(piece: Piece) -> float:
        return _cost(sight, piece) / min(decision.owed, sight.edition.units[piece.unit].cost)

    for piece in sorted(decision.choices, key=rate):
        yield piece, "the cheapest loss"


def kill(sight: Sight, decision: d.KillFootman) -> Iterator[Proposal]:
    """A standing one rather than a routed one."""
    yield min(decision.choices, key=lambda piece: piece.routed), "one that can still fight"


def retreat(sight: Sight, decision: d.RetreatTo) -> Iterator[Proposal]:
    """To friends if there are any, else where the land is worth holding and the enemy far."""
    outlook = Outlook(sight)

    def comfort(area: str) -> float:
        friends = sight.strength(area)
        return 1.5 * friends + outlook.worth(area) * outlook.holding(area, friends + 1.0)

    for area in sorted(decision.choices, key=lambda area: -comfort(area)):
        yield AreaChoice(area), "to friends" if area in sight.board.forces else "to safety"
