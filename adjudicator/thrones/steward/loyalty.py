"""A house that wins by loyalty: whom its bids help, which moves it cancels, what it wants of its deck."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones import decisions as d
from adjudicator.thrones.answers import Spread, YesNo
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.habits import Proposal, habit
from adjudicator.thrones.steward.sight import Sight


@habit(d.SpreadBid)
def spread_bid(sight: Sight, decision: d.SpreadBid) -> Iterator[Proposal]:
    """To the two houses least to be feared: the best placed tokens go to the weak."""
    weakest = ranked(sight, decision.houses)[:2]
    half = -(-decision.amount // len(weakest))
    gifts = {weakest[0]: half, **({weakest[1]: decision.amount - half} if decision.amount > half else {})}
    yield Spread(gifts), "to those least to be feared"


@habit(d.CancelMove)
def cancel_move(sight: Sight, decision: d.CancelMove) -> Iterator[Proposal]:
    """Where the token lay much nearer to our units than it lies now, and the Power is not the last."""
    nearer = nearness(sight, decision.area) - nearness(sight, decision.to)
    pays = sight.board.power[sight.house] > decision.cost and nearer > 0.5 * decision.cost
    yield YesNo(pays), "it lay better" if pays else "not worth the Power"


def nearness(sight: Sight, area: str) -> float:
    """How near a token in the area is: more where own units could go to it next, less where it is guarded."""
    reached = sight.house in sight.attackers.get(area, {})
    guard = sight.strength(area) if sight.owner[area] not in (None, sight.house) else 0
    garrison = sight.board.garrisons.get(area)
    guard += garrison.strength if garrison is not None and garrison.house != sight.house else 0
    guard += sight.board.neutral.get(area, 0)
    return 2.0 * reached + 1.0 - 0.4 * guard
