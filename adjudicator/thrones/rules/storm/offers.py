"""Which offers for hostages are legal (Storm of Swords rules: negotiating for hostages)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.legality import YES_NO, Law, Pick
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Offer
from adjudicator.thrones.state.board import Position


def _refuse(position: Position, decision: d.Negotiate, answer: Offer) -> Refusal | None:
    """Why this offer is not legal."""
    where = f"hostages.{decision.holder}"
    for leader in answer.leaders:
        if leader not in decision.leaders:
            return Refusal("not-held-there", f"{decision.holder} holds no {leader} of {decision.house}", where)
    for leader in answer.hostages:
        if leader not in decision.hostages:
            return Refusal("no-such-hostage", f"{decision.house} holds no {leader} to give", where)
    if len(set(answer.leaders)) < len(answer.leaders) or len(set(answer.hostages)) < len(answer.hostages):
        return Refusal("leader-twice", "name each leader once", where)
    if not 0 <= answer.power <= decision.up_to:
        return Refusal("offer-out-of-range", f"offer 0 to {decision.up_to} Power, not {answer.power}", where)
    if not answer.leaders and (answer.power or answer.hostages):
        return Refusal("offer-for-nothing", "name the leaders that the offer is for", where)
    return None


def _some(leaders: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(leaders, count) for count in range(len(leaders) + 1))


def _every(position: Position, decision: d.Negotiate) -> Iterator[Offer]:
    """No offer, then every offer."""
    yield Offer()
    for leaders in _some(decision.leaders):
        for hostages in _some(decision.hostages) if leaders else ():
            yield from (Offer(leaders, power, hostages) for power in range(decision.up_to + 1))


def _sample(position: Position, decision: d.Negotiate, pick: Pick) -> Offer:
    """One offer, or none."""
    leaders = tuple(leader for leader in decision.leaders if pick(2))
    if not leaders:
        return Offer()
    return Offer(leaders, pick(decision.up_to + 1), tuple(leader for leader in decision.hostages if pick(2)))


OFFERS = Law(Offer, _refuse, _every, _sample)
REPLIES = YES_NO
