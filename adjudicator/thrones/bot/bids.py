"""Bids, ties, loyalty and offers for hostages: Power goes where it is needed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import Decision
from adjudicator.thrones.bot.outlook import sort_by_menace
from adjudicator.thrones.bot.sight import Proposal, Sight
from adjudicator.thrones.rules.storm.westeros import CLAIM
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Amount, HouseChoice, Offer, Ranked, Spread, YesNo

SHARES = {"iron-throne": 0.45, "fiefdoms": 0.45, "kings-court": 0.6}
OTHER_SHARE = 0.3
# The share of the spare Power that a claim is worth.
CLAIM_SHARE = 0.7
RESERVE = 2
# From this strength the wildlings are reckoned with.
THREAT = 4


def _random_extra(sight: Sight, decision: Decision) -> int:
    """0, 1 or 2, so that bids are not always the same."""
    return sight.draw.picker(f"{decision.id} wobble")(3)


def _wildling_share(sight: Sight) -> int:
    """Return the Power to keep for the wildlings: the house's part of their strength."""
    strength, houses = sight.board.wildlings, len(sight.board.houses)
    return -(-strength // houses)


def bid(sight: Sight, decision: d.PlaceBid) -> Iterator[Proposal]:
    """Bid a share of the Power at hand, set per track, for wildlings and for claim."""
    beside = _bid_for_claim if decision.auction == CLAIM else _bid_against_wildlings
    amount, reason = (_bid_for_track if decision.auction in sight.board.tracks else beside)(sight, decision)
    yield Amount(max(0, min(decision.up_to, amount))), reason


def _bid_for_track(sight: Sight, decision: d.PlaceBid) -> tuple[int, str]:
    """Return a bid for a track and the reason: a share of the Power to spare.
    Lower places bid more; never more than enough to outbid the richest rival."""
    others = max((p for house, p in sight.board.power.items() if house != sight.house), default=0)
    # No bid for a track touches some Power, and the part for the wildlings if they are strong.
    reserve = RESERVE + (_wildling_share(sight) if sight.board.wildlings >= THREAT else 0)
    spare = max(0, decision.up_to - reserve)
    if sight.house in sight.board.points:
        return spare // 5, "a little, for others"
    # The share of a track is more, the lower the house stands there.
    place = sight.board.tracks[decision.auction].index(sight.house)
    share = SHARES.get(decision.auction, OTHER_SHARE) * (0.8 + 0.1 * place)
    amount = int(spare * share + 0.5) + (_random_extra(sight, decision) - 1 if spare > 1 else 0)
    return min(max(amount, 1 if spare else 0), others + 1), "by need, with a reserve"


def _bid_for_claim(sight: Sight, decision: d.PlaceBid) -> tuple[int, str]:
    """Return a bid for claim and the reason: most of the Power that can be spared.
    It is at most enough to outbid the richest rival."""
    others = max((p for house, p in sight.board.power.items() if house != sight.house), default=0)
    spare = max(0, decision.up_to - RESERVE)
    return min(
        int(spare * CLAIM_SHARE + 0.5) + (_random_extra(sight, decision) - 1 if spare > 3 else 0), others + 1
    ), "a claim"


def _bid_against_wildlings(sight: Sight, decision: d.PlaceBid) -> tuple[int, str]:
    """Return a bid against the wildlings and the reason: a bit over an equal part.
    If all Power together is too little, it only tries not to be the lowest."""
    strength, power = sight.board.wildlings, sight.board.power
    if not strength:
        return int(bool(sight.board.discards[sight.house]) and decision.up_to > 4), "no threat"
    if sum(power.values()) < strength:
        poorest = min((p for house, p in power.items() if house != sight.house), default=0)
        return min(poorest + 1, 3), "the Watch cannot hold: not the lowest"
    return _wildling_share(sight) + 1 + (_random_extra(sight, decision) == 0), "our share, not the lowest"


def settle_tie(sight: Sight, decision: d.SettleTie) -> Iterator[Proposal]:
    """Itself first, the leader last."""
    yield Ranked(tuple(sort_by_menace(sight, decision.houses))), "ourselves first, the leader last"


def pick_tied(sight: Sight, decision: d.PickTied) -> Iterator[Proposal]:
    """The best for itself, the worst for the leader."""
    order = sort_by_menace(sight, decision.houses)
    yield HouseChoice(order[0] if decision.what == "highest" else order[-1]), "ourselves first, the leader last"


# What a card's offer must be worth to be paid for.
ENOUGH = 1.2


def spread_bid(sight: Sight, decision: d.SpreadBid) -> Iterator[Proposal]:
    """To the two houses least to be feared: the best placed tokens go to the weak."""
    weakest = sort_by_menace(sight, decision.houses)[:2]
    half = -(-decision.amount // len(weakest))
    gifts = {weakest[0]: half, **({weakest[1]: decision.amount - half} if decision.amount > half else {})}
    yield Spread(gifts), "to those least to be feared"


def cancel_move(sight: Sight, decision: d.CancelMove) -> Iterator[Proposal]:
    """Where the token lay much better, and the Power is not the last."""
    better = ease(sight, decision.area) - ease(sight, decision.to)
    pays = sight.board.power[sight.house] > decision.cost and better > ENOUGH * decision.cost
    yield YesNo(pays), "it lay better" if pays else "not worth the Power"


def ease(sight: Sight, area: str) -> float:
    """Return how easily a loyalty house could take a token there: near, unguarded."""
    board = sight.board
    guard = board.neutral.get(area, 0)
    garrison = board.garrisons.get(area)
    if garrison is not None and garrison.house not in board.points:
        guard += garrison.strength
    if sight.owner[area] not in board.points:
        guard += sight.strength(area)
    near = any(house in board.points for house in sight.attackers.get(area, {}))
    return 3.0 + near - 0.5 * guard


# What a leader is worth to him, in Power.
LEADER_WORTH = 4


def negotiate(sight: Sight, decision: d.Negotiate) -> Iterator[Proposal]:
    """Offer half the Power up to a leader's worth, and hostages; never ask for gifts."""
    price = min(decision.up_to // 2, LEADER_WORTH)
    if price or decision.hostages:
        yield Offer(decision.leaders, price, decision.hostages), "our leaders are worth that"
    yield Offer(), "nothing to offer"


def accept(sight: Sight, decision: d.AcceptOffer) -> Iterator[Proposal]:
    """Accept an offer for enough Power, or if it frees a leader of the house."""
    freed = any(sight.board.leaders[leader].house == sight.house for leader in decision.given)
    yield YesNo(freed or decision.power >= LEADER_WORTH), "what is offered weighed against whom we hold"
