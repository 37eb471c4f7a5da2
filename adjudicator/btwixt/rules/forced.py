"""Questions that leave one answer, as far as that is plain from the question itself."""

from __future__ import annotations

from typing import overload

from adjudicator.btwixt.state import answers as a
from adjudicator.btwixt.state import decisions as d
from adjudicator.engine.decision import A, Answer, Decision, Question


@overload
def single_choice(decision: Question[A]) -> A | None: ...
@overload
def single_choice(decision: Decision) -> Answer | None: ...
def single_choice(decision: Decision) -> Answer | None:
    """The only legal answer, where that is plain from the question itself; else None."""
    match decision:
        case d.PlayOrKneel(hand=()):
            return a.Play(None)
        case d.ChooseLeader(choices=(leader,)):
            return a.LeaderChoice(leader)
        case d.ChooseCard(choices=(card,)):
            return card
        case d.ChooseAlly(choices=(ally,)):
            return ally
        case d.ChooseCouncil(choices=(council,)):
            return a.CouncilChoice(council)
        case d.ArrangeTop(allies=(ally,), bottom_max=0):
            return a.AllyOrder((ally,))
        case d.OrderAbilities(numbers=(number,)):
            return a.CardOrder((number,))
        case d.KeepCard(packet=packet, seat=seat) if len(set(packet)) == 1:
            return a.CardChoice(packet[0], seat)
    return None
