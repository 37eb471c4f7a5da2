"""The bot for B'Twixt as it was before choices could be left to it, frozen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.rules.legality import check, legal_answers
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.decision import Answer, Decision, Source, SourcedAnswer
from tests.bench.reference.btwixt import bidding, cards, places
from tests.bench.reference.btwixt.outlook import Outlook

Policy = Callable[[Outlook, Any], tuple[Answer, str]]


def _bid(outlook: Outlook, asked: d.PlayOrKneel) -> tuple[Answer, str]:
    card, why = bidding.choose(bidding.Bid(outlook), asked.hand)
    return d.Play(card), why


POLICIES: dict[type[Decision], Policy] = {
    d.PlayOrKneel: _bid,
    d.UseAbility: lambda outlook, asked: (places.use(outlook, asked), "if it brings something"),
    d.ChooseLeader: lambda outlook, asked: (cards.leader(outlook, asked), "the one it harms most, or helps least"),
    d.ChooseCard: lambda outlook, asked: (cards.card(outlook, asked), "what counts most, or is worth least to me"),
    d.ChooseAlly: lambda outlook, asked: (places.ally(outlook, asked), "what is best for my councils"),
    d.ChooseCouncil: lambda outlook, asked: (places.council(outlook, asked), "what is best for my councils"),
    d.ArrangeTop: lambda outlook, asked: (places.arrange(outlook, asked), "the strongest first"),
    d.OrderAbilities: lambda outlook, asked: (cards.order(outlook, asked), "as they lie"),
    d.KeepCard: lambda outlook, asked: (cards.keep(outlook, asked), "the best card"),
}


def answer(position: Position, decision: Decision) -> SourcedAnswer:
    """A careful answer, always legal and always the same for what its seat sees; the source's rule names the reason.

    Where the policy's answer is not legal, the first legal one is given.
    """
    outlook = Outlook(view(position, decision.seat, [decision]), decision.seat)
    proposal, why = POLICIES[type(decision)](outlook, decision)
    if check(position, decision, proposal) is None:
        return SourcedAnswer(proposal, Source("steward", why))
    return SourcedAnswer(next(iter(legal_answers(position, decision))), Source("steward", "first legal answer"))
