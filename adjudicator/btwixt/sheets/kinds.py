"""Every kind of question: which part of a sheet answers it, how, and what is done where nothing does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from adjudicator.btwixt.sheets import policies
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.instructions import bids, choices, ranks
from adjudicator.btwixt.state import answers as a
from adjudicator.btwixt.state import decisions as d
from adjudicator.engine.decision import Answer, Decision
from adjudicator.engine.sheet.trail import Choice, Trail, Voice

Instruction = Callable[[Voice, Scene, Any, Trail], Iterator[Choice]]
Default = Callable[[Scene, Any], Answer]


class Kind(NamedTuple):
    """A kind of question: the part of a sheet that answers it by `instruction`, and the published default."""

    part: str
    instruction: Instruction
    default: Default


KINDS: dict[type[Decision], Kind] = {
    d.PlayOrKneel: Kind("bid", bids.play_or_kneel, lambda s, q: a.Play(None)),
    d.UseAbility: Kind("abilities", choices.use, lambda s, q: a.YesNo(False)),
    d.ChooseLeader: Kind("leaders", choices.leader, lambda s, q: a.LeaderChoice(policies.leaders(s, q)[0])),
    d.ChooseCard: Kind("cards", choices.card, lambda s, q: policies.cards(s, q)[0]),
    d.ChooseAlly: Kind("allies", choices.ally, lambda s, q: policies.allies(s, q)[0]),
    d.ChooseCouncil: Kind("councils", choices.council, lambda s, q: a.CouncilChoice(policies.councils(s, q)[0])),
    d.ArrangeTop: Kind("arrange", ranks.arrange, lambda s, q: a.AllyOrder(q.allies)),
    d.OrderAbilities: Kind("order", ranks.order, lambda s, q: a.CardOrder(q.numbers)),
    d.KeepCard: Kind("keep", ranks.keep, lambda s, q: policies.kept(s, q)[0]),
}


def tag_of(decision: type[Decision]) -> str:
    """A kind's name in documents."""
    return str(decision.__struct_config__.tag)
