"""A house that wins by loyalty: whom its bids help, what is made of its deck, and which moves it cancels."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Spread, YesNo
from tests.bench.reference.thrones.feud import ranked
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight

# What a card's offer must be worth to be paid for.
ENOUGH = 1.2


def spread_bid(sight: Sight, decision: d.SpreadBid) -> Iterator[Proposal]:
    """To the two houses least to be feared: the best placed tokens go to the weak."""
    weakest = ranked(sight, decision.houses)[:2]
    half = -(-decision.amount // len(weakest))
    gifts = {weakest[0]: half, **({weakest[1]: decision.amount - half} if decision.amount > half else {})}
    yield Spread(gifts), "to those least to be feared"


def cancel_move(sight: Sight, decision: d.CancelMove) -> Iterator[Proposal]:
    """Where the token lay much better, and the Power is not the last."""
    better = ease(sight, decision.area) - ease(sight, decision.to)
    pays = sight.board.power[sight.house] > decision.cost and better > ENOUGH * decision.cost
    yield YesNo(pays), "it lay better" if pays else "not worth the Power"


def ease(sight: Sight, area: str) -> float:
    """How easily a house that wins by loyalty could take a token there: less where others guard it, more if near."""
    board = sight.board
    guard = board.neutral.get(area, 0)
    garrison = board.garrisons.get(area)
    if garrison is not None and garrison.house not in board.points:
        guard += garrison.strength
    if sight.owner[area] not in board.points:
        guard += sight.strength(area)
    near = any(house in board.points for house in sight.attackers.get(area, {}))
    return 3.0 + near - 0.5 * guard
