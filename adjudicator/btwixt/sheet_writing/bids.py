"""The bidding programme: what the steward would do on each of its turns, as far as that can be said before."""

from __future__ import annotations

from math import ceil, floor

from adjudicator.btwixt.sheet_writing.takers import write_takers
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.sheet import BidRule
from adjudicator.btwixt.steward.bidding import MOST_PAYING, PAYS, Bid, reach

MINE = c.LeaderNumber("total")
BEST = c.LeaderNumber("total", "best")
LEADING = c.Leads("me")
ALONE = c.Kneels("others")
MOST = 1000


def write_bid(bid: Bid) -> tuple[BidRule, ...]:
    """The rules of the programme, in the order in which the steward asks itself."""
    hand = sorted(set(bid.outlook.view.hand))
    cheap = tuple(sorted(hand, key=lambda card: (bid.cost(card, True), card)))
    gains = tuple(card for card in cheap if bid.cost(card, True) < 0)
    limit = max(0, min(MOST, floor(bid.limit)))
    won = c.AllOf((LEADING, ALONE))
    rules = [BidRule(when=won, play=gains, kneel=True), BidRule(when=_enough(bid), kneel=True)]
    rules += [
        *_against_one(bid, cheap),
        *write_takers(bid, limit, cheap=True),
        BidRule(play=tuple(f"{card} enough" for card in cheap), up_to=limit),
        *write_takers(bid, limit, cheap=False),
        BidRule(when=LEADING, play=tuple(f"{card} stay" for card in cheap), up_to=limit),
        *_paying(bid, hand),
        BidRule(kneel=True),
    ]
    return tuple(rule for rule in rules if rule.play or rule.kneel)


def _against_one(bid: Bid, cheap: tuple[str, ...]) -> list[BidRule]:
    """All others kneel: one card that is enough, or the highest if several together could be, as far as it is worth
    it against whoever leads."""
    found = []
    influence = bid.outlook.edition.influence
    most = bid.mine + sum(influence[card].value for card in bid.outlook.view.hand)
    for house in bid.board.houses:
        limit = max(0, min(MOST, floor(bid.limit_against(house)))) if house != bid.house else 0
        if limit:
            behind = (ALONE, c.Leads(house))
            found.append(BidRule(when=c.AllOf(behind), play=tuple(f"{card} enough" for card in cheap), up_to=limit))
            reached = c.Compare(BEST, "<", min(limit, most))
            found.append(BidRule(when=c.AllOf((*behind, reached)), play=("highest",), up_to=limit))
    return found


def _enough(bid: Bid) -> c.AnyCondition:
    """I lead with as much as I want to bid, or as those can who stand."""
    beyond: list[c.AnyCondition] = [c.Compare(MINE, ">=", max(0, min(MOST, ceil(bid.limit))))]
    for_each = [
        c.AnyOf((c.Kneels(one), c.Compare(MINE, ">=", ceil(reach(bid.outlook, one)))))
        for one in bid.board.houses
        if one != bid.house
    ]
    return c.AllOf((LEADING, c.AnyOf((*beyond, c.AllOf(tuple(for_each))))))


def _paying(bid: Bid, hand: list[str]) -> list[BidRule]:
    """Cards that pay though the bid is lost."""
    worth = sorted((bid.cost(card, False), card) for card in hand)
    paying = tuple(card for cost, card in worth if cost < PAYS)
    return [BidRule(play=paying, cards=MOST_PAYING)] if paying else []
