"""Hostages: what the steward offers for his leaders, and what he takes for those he holds."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Offer, YesNo
from adjudicator.thrones.steward.habits import Proposal
from adjudicator.thrones.steward.sight import Sight

# What a leader is worth to him, in Power.
WORTH = 4


def negotiate(sight: Sight, decision: d.Negotiate) -> Iterator[Proposal]:
    """Half of what he has for each leader, up to what one is worth, and a hostage that is not the other's."""
    price = min(decision.up_to // 2, WORTH * len(decision.leaders))
    given = tuple(one for one in decision.hostages if sight.board.leaders[one].house == decision.holder)
    yield Offer(decision.leaders, price, given[:1]), "our leaders are worth that"
    yield Offer(), "nothing to offer"


def accept(sight: Sight, decision: d.AcceptOffer) -> Iterator[Proposal]:
    """For enough Power, or for a leader of his own."""
    own = sum(sight.board.leaders[one].house == sight.house for one in decision.given)
    worth = decision.power + WORTH * (own + len(decision.given)) / 2
    yield YesNo(worth >= WORTH * len(decision.leaders)), "what is offered weighed against whom we hold"
