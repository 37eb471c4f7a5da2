"""Bids: Power goes where it is needed, some is kept for the wildlings, and ties go against the leader."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.storm.westeros import CLAIM
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Amount, HouseChoice, Ranked
from tests.bench.reference.thrones.feud import ranked
from tests.bench.reference.thrones.proposal import Proposal
from tests.bench.reference.thrones.sight import Sight

SHARES = {"iron-throne": 0.45, "fiefdoms": 0.45, "kings-court": 0.6}
OTHER_SHARE = 0.3
# The share of the spare Power that a claim is worth.
CLAIM_SHARE = 0.7
KEPT = 2
# From this strength the wildlings are reckoned with.
THREAT = 4


def _wobble(decision: Decision) -> int:
    """0, 1 or 2, from the decision's id alone, so that bids are not always the same."""
    return sum(map(ord, decision.id)) % 3


def _wildling_share(sight: Sight) -> int:
    """What the house should have at hand for the wildlings: its part of their strength."""
    strength, houses = sight.board.wildlings, len(sight.board.houses)
    return -(-strength // houses)


def reserve_of(sight: Sight) -> int:
    """The Power that no bid for a track touches: some, and the part for the wildlings if they are strong."""
    return (_wildling_share(sight) if sight.board.wildlings >= THREAT else 0) + KEPT


def bid(sight: Sight, decision: d.PlaceBid) -> Iterator[Proposal]:
    """A share of the Power at hand: each track has its own, the wildlings theirs, and claim."""
    beside = _for_claim if decision.auction == CLAIM else _for_watch
    amount, reason = (_for_track if decision.auction in sight.board.tracks else beside)(sight, decision)
    yield Amount(max(0, min(decision.up_to, amount))), reason


def _for_track(sight: Sight, decision: d.PlaceBid) -> tuple[int, str]:
    others = max((p for house, p in sight.board.power.items() if house != sight.house), default=0)
    spare = max(0, decision.up_to - reserve_of(sight))
    if sight.house in sight.board.points:
        return spare // 5, "a little, for others"
    amount = int(spare * share_of(sight, decision.auction) + 0.5) + (_wobble(decision) - 1 if spare > 3 else 0)
    return min(max(amount, 1 if spare else 0), others + 1), "by need, with a reserve"


def _for_claim(sight: Sight, decision: d.PlaceBid) -> tuple[int, str]:
    """Most of what can be spared, but no more than it takes to outbid the richest of the others."""
    others = max((p for house, p in sight.board.power.items() if house != sight.house), default=0)
    spare = max(0, decision.up_to - KEPT)
    return min(int(spare * CLAIM_SHARE + 0.5) + (_wobble(decision) - 1 if spare > 3 else 0), others + 1), "a claim"


def share_of(sight: Sight, track: str) -> float:
    """The share of the spare Power that goes into a bid for a track: more, the lower the house stands there."""
    place = sight.board.tracks[track].index(sight.house)
    return SHARES.get(track, OTHER_SHARE) * (0.8 + 0.1 * place)


def _for_watch(sight: Sight, decision: d.PlaceBid) -> tuple[int, str]:
    strength, power = sight.board.wildlings, sight.board.power
    if not strength:
        return int(bool(sight.board.discards[sight.house]) and decision.up_to > 4), "no threat"
    if sum(power.values()) < strength:
        poorest = min((p for house, p in power.items() if house != sight.house), default=0)
        return min(poorest + 1, 3), "the Watch cannot hold: not the lowest"
    return _wildling_share(sight) + 1 + (_wobble(decision) == 0), "our share, not the lowest"


def settle_tie(sight: Sight, decision: d.SettleTie) -> Iterator[Proposal]:
    """Itself first, the leader last."""
    yield Ranked(tuple(ranked(sight, decision.houses))), "ourselves first, the leader last"


def pick_tied(sight: Sight, decision: d.PickTied) -> Iterator[Proposal]:
    """The best for itself, the worst for the leader."""
    order = ranked(sight, decision.houses)
    yield HouseChoice(order[0] if decision.what == "highest" else order[-1]), "ourselves first, the leader last"
