"""Negotiations for hostages: what is offered for own leaders, and which offers are accepted."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.storm.offers import OFFERS, REPLIES
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.bids import worked_out
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.kind import Kind, leaders_known
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Offer, YesNo
from adjudicator.thrones.steward import hostages as steward


def negotiate(voices: Voices, scene: Scene, decision: d.Negotiate, trail: Trail) -> Iterator[Choice]:
    """The first offer that is meant for this holder and asks for a leader he has."""
    for voice, where, rule in standing(voices, trail, "hostages.offers"):
        wanted = tuple(leader for leader in decision.leaders if not rule.leaders or leader in rule.leaders)
        if rule.holders and decision.holder not in rule.holders:
            trail.skip(where, "not-this-holder", f"it is not for {decision.holder}")
        elif not wanted and not rule.decline:
            trail.skip(where, "not-held-there", f"{decision.holder} holds none of its leaders")
        elif rule.decline:
            yield Choice(voice.by, where, Offer())
        else:
            power = min(decision.up_to, worked_out(rule.power, scene))
            given = tuple(leader for leader in decision.hostages if leader in rule.hostages)
            yield Choice(voice.by, where, Offer(wanted, power, given))


def accept_offer(voices: Voices, scene: Scene, decision: d.AcceptOffer, trail: Trail) -> Iterator[Choice]:
    """The first rule that speaks of such an offer."""
    for voice, where, rule in standing(voices, trail, "hostages.replies"):
        if rule.offerers and decision.offerer not in rule.offerers:
            trail.skip(where, "not-this-offerer", f"it is not about {decision.offerer}")
        elif rule.leaders and not set(decision.leaders) <= set(rule.leaders):
            trail.skip(where, "other-leaders-wanted", f"{', '.join(decision.leaders)} are wanted")
        elif not rule.accept:
            yield Choice(voice.by, where, YesNo(False))
        elif decision.power < worked_out(rule.power, scene):
            trail.skip(where, "offer-too-small", f"{decision.power} Power is offered")
        elif not set(rule.hostages) <= set(decision.given):
            trail.skip(where, "hostages-missing", f"{', '.join(decision.given) or 'nobody'} is given")
        else:
            yield Choice(voice.by, where, YesNo(True))


KINDS = (
    Kind(
        decision=d.Negotiate,
        part="hostages",
        law=OFFERS,
        instruction=negotiate,
        steward=steward.negotiate,
        default=lambda p, q: Offer(),
        words="Nothing is offered.",
        known=leaders_known,
    ),
    Kind(
        decision=d.AcceptOffer,
        part="hostages",
        law=REPLIES,
        instruction=accept_offer,
        steward=steward.accept,
        default=lambda p, q: YesNo(False),
        words="The offer is refused.",
        known=leaders_known,
    ),
)
