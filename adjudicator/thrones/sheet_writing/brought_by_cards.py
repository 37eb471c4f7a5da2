"""What the Westeros cards of a round will ask, in few words, for a plan that people read and change: of bids plain
numbers, of choices the best few."""

from __future__ import annotations

import msgspec

from adjudicator.thrones.rules.targaryen.offers import DECLINE, plot_offers
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.call_parts import WESTEROS, auctions_ahead
from adjudicator.thrones.sheets.name_book import AUCTION, CLAIM
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, BidRule, ChoiceRule, Losses, Sheet
from adjudicator.thrones.sheets.steps_ahead import steps_ahead
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Amount

# As many wishes for a card as are read at a glance.
MOST_WISHES = 3
Rules = tuple[ChoiceRule, ...]


def with_what_cards_bring(desk: Desk, brief: Sheet, whole: Sheet, begun: Sheet) -> Sheet:
    """A brief sheet for a Westeros call with what the cards will ask by the `whole` one; what is `begun` stays."""
    if desk.board.phase != WESTEROS:
        return brief
    steps, auctions = steps_ahead(desk.board, desk.edition), auctions_ahead(desk.board, desk.edition)
    found = msgspec.structs.replace(
        brief, bids={**plain_bids(desk), **begun.bids}, choices={**_choices(desk, whole), **brief.choices}
    )
    if "mustering" in steps:
        found = msgspec.structs.replace(found, muster=whole.muster)
    if auctions and desk.board.holders.get("iron-throne") == desk.house:
        found = msgspec.structs.replace(found, ties=whole.ties)
    if begun.losses == EMPTY_SHEET.losses:
        supply = whole.losses.supply if "supply" in steps else ()
        general = whole.losses.general if "wildling-attack" in steps else ()
        found = msgspec.structs.replace(found, losses=Losses(supply=supply, general=general))
    return found


def plain_bids(desk: Desk) -> dict[str, tuple[BidRule, ...]]:
    """What the steward would bid now, one auction after the other, each from what those before leave."""
    coming = auctions_ahead(desk.board, desk.edition)
    found: dict[str, tuple[BidRule, ...]] = {}
    left = desk.board.power.get(desk.house, 0)
    for auction in (one for one in (*desk.edition.tracks, CLAIM, AUCTION) if one in coming):
        asked = d.PlaceBid(seat=desk.house, house=desk.house, auction=auction, up_to=left)
        answer = desk.answer(asked, Amount) if left else None
        amount = answer.power if answer is not None else 0
        found[auction] = (BidRule(amount=amount),)
        left -= amount
    return found


def _choices(desk: Desk, whole: Sheet) -> dict[str, Rules]:
    """The best choices by the cards that are turned up, and where a loyalty token goes that is moved first."""
    known = desk.edition.westeros
    cards = [card for card in desk.board.revealed.values() if card in known and card in whole.choices]
    found: dict[str, Rules] = {}
    for card in cards:
        if known[card].options and desk.board.holders.get(known[card].chooser) != desk.house:
            continue
        offered = plot_offers(desk.board, desk.edition, desk.house, known[card])
        found[card] = _best(whole.choices[card], offered)
        moved = found[card][0].pick[:1] if known[card].effect == "everybody-moves" else ()
        found |= {area: _best(whole.choices[area]) for area in moved if area in whole.choices}
    return found


def _best(rules: Rules, offered: tuple[str, ...] = ()) -> Rules:
    """Each rule with its first wishes, of what is offered if that is known; nothing that comes after declining."""
    return tuple(msgspec.structs.replace(rule, pick=_few(rule.pick, offered)) for rule in rules)


def _few(pick: tuple[str, ...], offered: tuple[str, ...]) -> tuple[str, ...]:
    liked = [wish for wish in pick if wish in offered or not offered]
    until = liked.index(DECLINE) if DECLINE in liked else len(liked)
    return (*liked[: min(until, MOST_WISHES)], *([DECLINE] if DECLINE in liked else []))
