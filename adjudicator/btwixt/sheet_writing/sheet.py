"""The whole sheet for the call that is open."""

from __future__ import annotations

from adjudicator.btwixt.rules.setup import influence_deck
from adjudicator.btwixt.sheet_writing.bids import write_bid
from adjudicator.btwixt.sheet_writing.choices import (
    write_abilities,
    write_allies,
    write_cards,
    write_councils,
    write_leaders,
)
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, RankRule, Sheet
from adjudicator.btwixt.state.edition import ADVANCED
from adjudicator.btwixt.state.position import View
from adjudicator.btwixt.steward.bidding import Bid
from adjudicator.btwixt.steward.cards import keeping
from adjudicator.btwixt.steward.outlook import Outlook

# As many cards as a rule may name.
RANKED = 60


def write_sheet(view: View) -> Sheet:
    """A sheet for the open call from what a seat sees: cards to keep in a draft, else the programme of the round. For
    spectators and games that are over it is empty."""
    if view.seat is None or view.board.ending is not None:
        return EMPTY_SHEET
    outlook = Outlook(view, view.seat)
    if view.board.phase == "draft":
        return Sheet(keep=(_keep(outlook),))
    bid = Bid(outlook)
    return Sheet(
        bid=write_bid(bid),
        councils=write_councils(outlook),
        leaders=write_leaders(outlook),
        cards=write_cards(outlook),
        allies=write_allies(outlook),
        abilities=write_abilities(bid),
        arrange=(RankRule(first=("highest",)),),
    )


def _keep(outlook: Outlook) -> RankRule:
    """All cards that may come by, the best first."""
    deck = {*influence_deck(outlook.edition.cards, outlook.board.modules)}
    events = ADVANCED in outlook.board.modules
    known = outlook.edition.influence.values()
    cards = [one.id for one in known if one.id in deck or (events and one.group == "event")]
    return RankRule(first=tuple(sorted(cards, key=lambda card: (-keeping(outlook, card), card))[:RANKED]))
