"""Hostages: what the bot offers for his leaders, and what he takes for those he holds."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Offer, YesNo
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight

# What a leader is worth to him, in Power.
WORTH = 4


def negotiate(sight: Sight, decision: d.Negotiate) -> Iterator[Proposal]:
    """Half of what he has, up to what a leader is worth, and the hostages he holds; nobody is asked for a gift."""
    price = min(decision.up_to // 2, WORTH)
    if price or decision.hostages:
        yield Offer(decision.leaders, price, decision.hostages), "our leaders are worth that"
    yield Offer(), "nothing to offer"


def accept(sight: Sight, decision: d.AcceptOffer) -> Iterator[Proposal]:
    """For enough Power, or for a leader of his own."""
    freed = any(sight.board.leaders[one].house == sight.house for one in decision.given)
    yield YesNo(freed or decision.power >= WORTH), "what is offered weighed against whom we hold"
