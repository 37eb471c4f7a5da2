"""The two players that need no person: the steward and the random player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.rules.legality import Pick, check, legal_answers
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.state import answers as a
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.position import Position
from adjudicator.btwixt.steward import bidding, cards, places
from adjudicator.btwixt.steward.outlook import Outlook
from adjudicator.engine.bulk import Level, Steward
from adjudicator.engine.decision import Answer, Decision, Given, Source
from adjudicator.engine.salt import draw_of

Habit = Callable[[Outlook, Any], tuple[Answer, str]]


def _bid(outlook: Outlook, asked: d.PlayOrKneel) -> tuple[Answer, str]:
    card, why = bidding.choose(bidding.Bid(outlook), asked.hand, asked.id)
    return a.Play(card), why


HABITS: dict[type[Decision], Habit] = {
    d.PlayOrKneel: _bid,
    d.UseAbility: lambda outlook, asked: (places.use(outlook, asked), "if it brings something"),
    d.ChooseLeader: lambda outlook, asked: (cards.leader(outlook, asked), "the one it harms most, or helps least"),
    d.ChooseCard: lambda outlook, asked: (cards.choose_card(outlook, asked), "what counts most, or is worth least to me"),
    d.ChooseAlly: lambda outlook, asked: (places.ally(outlook, asked), "what is best for my councils"),
    d.ChooseCouncil: lambda outlook, asked: (places.council(outlook, asked), "what is best for my councils"),
    d.ArrangeTop: lambda outlook, asked: (places.arrange(outlook, asked), "the strongest first"),
    d.OrderAbilities: lambda outlook, asked: (cards.order(outlook, asked), "as they lie"),
    d.KeepCard: lambda outlook, asked: (cards.keep(outlook, asked), "the best card"),
}


def steward(position: Position, decision: Decision, level: Level = "steward") -> Given:
    """A careful answer, always legal and always the same for what its seat sees, its salt and the level; the source's
    rule names the reason.

    Where the habit's answer is not legal, the first legal one is given.
    """
    draw = draw_of(position.hidden.seed, decision.seat, level)
    outlook = Outlook(view(position, decision.seat, [decision]), decision.seat, draw)
    answer, why = HABITS[type(decision)](outlook, decision)
    if check(position, decision, answer) is None:
        return Given(answer, Source("steward", why))
    return Given(next(iter(legal_answers(position, decision))), Source("steward", "first legal answer"))


def random_player(pick: Pick) -> Steward:
    """An oracle that samples legal answers with `pick(bound)`."""

    def answer(position: Position, decision: Decision, level: Level = "steward") -> Given:
        return Given(legal_answers(position, decision).sample(pick), Source("steward", "random"))

    return answer
