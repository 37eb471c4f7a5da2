"""Bids given away, and loyalty tokens that others moved."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.legality import YES_NO
from adjudicator.thrones.rules.targaryen.gifts import SHARES, even_shares
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.kind import Kind, causes_known
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Spread, YesNo
from adjudicator.thrones.steward import loyalty as steward


def spread_bid(voices: Voices, scene: Scene, decision: d.SpreadBid, trail: Trail) -> Iterator[Choice]:
    """The houses that a rule for this track names get the tokens one by one, in its order, again and again."""
    for voice, where, rule in standing(voices, trail, "choices", decision.auction):
        houses = [house for house in rule.pick if house in decision.houses]
        spread = Spread(even_shares(houses, decision.amount)) if houses else None
        words = "it names none of the houses that may get something"
        yield from trail.proposed(voice, where, spread, "not-a-choice", words)


def cancel_move(voices: Voices, scene: Scene, decision: d.CancelMove, trail: Trail) -> Iterator[Choice]:
    """`cancel` or `allow`, by the rules for the area left, the area reached, who moved, and the card."""
    words = {"cancel": True, "allow": False}
    for voice in voices:
        for key in dict.fromkeys((decision.area, decision.to, decision.mover, decision.because)):
            for _, where, rule in standing((voice,), trail, "choices", key):
                said = next((YesNo(words[wish]) for wish in rule.pick if wish in words), None)
                yield from trail.proposed(voice, where, said, "not-a-choice", "it says neither cancel nor allow")


KINDS = (
    Kind(
        decision=d.SpreadBid,
        part="choices",
        law=SHARES,
        forced=lambda q: Spread({q.houses[0]: q.amount}) if len(q.houses) == 1 else None,
        instruction=spread_bid,
        steward=steward.spread_bid,
        default=lambda p, q: Spread(even_shares(q.houses, q.amount)),
        words="The tokens go one by one to the others in turn order, again and again.",
        known=causes_known,
    ),
    Kind(
        decision=d.CancelMove,
        part="choices",
        law=YES_NO,
        instruction=cancel_move,
        steward=steward.cancel_move,
        default=lambda p, q: YesNo(False),
        words="No Power is paid; the token lies where it was moved.",
        known=causes_known,
    ),
)
