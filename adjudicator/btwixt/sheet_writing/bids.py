"""The bidding programme: what the steward would do on each of its turns, as far as that can be said before."""

from __future__ import annotations

from math import ceil, floor

import msgspec

from adjudicator.btwixt.sheet_writing.takers import write_takers
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.sheet import BidRule
from adjudicator.btwixt.steward.bidding import MOST_PAYING, PAYS, Bid, reach
from adjudicator.btwixt.steward.outlook import Outlook

MINE = c.LeaderNumber("total")
BEST = c.LeaderNumber("total", "best")
LEADING = c.Leads("me")
ALONE = c.Kneels("others")
TOKENS = c.TableNumber("ally-tokens")
MOST = 900


class Limits:
    """How much may be bid while a leader leads, as it changes with tokens on the ally."""

    def __init__(self, bid: Bid) -> None:
        view = bid.outlook.view
        self.bid, self.now = bid, view.board.tokens_on_current
        board = msgspec.structs.replace(view.board, tokens_on_current=self.now + 1)
        self.richer = Bid(Outlook(msgspec.structs.replace(view, board=board), bid.house))

    def against(self, house: str) -> c.Amount:
        """The limit in the programme."""
        limit = _within(self.bid.limit_against(house))
        each = _within(self.richer.limit_against(house)) - limit
        if not self.bid.board.current or not each:
            return max(0, limit)
        return c.Sum((c.Share(TOKENS, each),), _within(limit - each * self.now))


def _within(limit: float) -> int:
    return floor(max(-MOST, min(MOST, limit)))


def write_bid(bid: Bid) -> tuple[BidRule, ...]:
    """The rules of the programme, in the order in which the steward asks itself."""
    hand = sorted(set(bid.outlook.view.hand))
    cheap = tuple(sorted(hand, key=lambda card: (bid.cost(card, True), card)))
    gains = tuple(card for card in cheap if bid.cost(card, True) < 0)
    limits, won = Limits(bid), c.AllOf((LEADING, ALONE))
    others = [house for house in bid.board.houses if house != bid.house]
    against = {house: _within(bid.limit_against(house)) for house in others}
    enough, stay = (tuple(f"{card} {word}" for card in cheap) for word in ("enough", "stay"))
    rules = [
        BidRule(when=won, play=gains, kneel=True),
        BidRule(when=_enough(bid, others), kneel=True),
        *write_takers(bid, against, cheap=True),
        *(BidRule(when=c.Leads(house), play=enough, up_to=limits.against(house)) for house in others),
        *write_takers(bid, against, cheap=False),
        BidRule(when=LEADING, play=stay, up_to=limits.against(bid.house)),
        *(_together(bid, house, limits) for house in others),
        *_paying(bid, hand),
        BidRule(kneel=True),
    ]
    return tuple(rule for rule in rules if rule.play or rule.kneel)


def _enough(bid: Bid, others: list[str]) -> c.AnyCondition:
    """I lead with as much as I want to bid, or as those can who stand."""
    limit = bid.limit_against(bid.house)
    beyond = c.Compare(MINE, ">=", max(0, min(MOST, ceil(limit))))
    for_each = [c.AnyOf((c.Kneels(one), c.Compare(MINE, ">=", ceil(reach(bid.outlook, one))))) for one in others]
    return c.AllOf((LEADING, c.AnyOf((beyond, c.AllOf(tuple(for_each))))))


def _together(bid: Bid, house: str, limits: Limits) -> BidRule:
    """Alone, and no single card is enough: the highest first, if all cards together could be."""
    influence = bid.outlook.edition.influence
    most = bid.mine + sum(influence[card].value for card in bid.outlook.view.hand)
    limit = limits.against(house)
    behind = c.AllOf((ALONE, c.Leads(house), c.Compare(BEST, "<", most), c.Compare(BEST, "<", limit)))
    return BidRule(when=behind, play=("highest",), up_to=limit)


def _paying(bid: Bid, hand: list[str]) -> list[BidRule]:
    """Cards that pay though the bid is lost."""
    worth = sorted((bid.cost(card, False), card) for card in hand)
    paying = tuple(card for cost, card in worth if cost < PAYS)
    return [BidRule(play=paying, cards=MOST_PAYING)] if paying else []
