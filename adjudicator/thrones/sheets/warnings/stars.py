"""Warnings about special orders that only a card allows, while it is not known yet whether it will be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.storm.lasting_tactics import stars_by_card
from adjudicator.thrones.rules.storm.tactics import TACTICS
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn


def star_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Special orders beyond those that are sure, where no other order is named for their area.

    They are laid in the order of the data, so those behind it give way.
    """
    cards = stars_by_card(ahead.board, ahead.edition, ahead.house)
    most = max(cards.values(), default=0)
    # A question that is open has an id: by then the card lies on the table.
    if ahead.asked is None or ahead.asked.id or not most or ahead.sheet.answers:
        return
    sure, orders = ahead.asked.stars - most + _promised(ahead, cards), ahead.edition.orders
    areas = sorted(ahead.wishes, key=ahead.edition.area_order.__getitem__)
    starred = [area for area in areas if ahead.wishes[area] and orders[ahead.wishes[area][0]].special]
    names = ", ".join(card for card, stars in cards.items() if stars == most)
    for area in starred[max(0, sure) :]:
        if all(orders[order].special for order in ahead.wishes[area]):
            yield warn("star-needs-card", f"orders.{area}", area=area, cards=names, sure=max(0, sure))


def _promised(ahead: Prospect, cards: Mapping[str, int]) -> int:
    """How many special orders the card adds at least, whichever of those wished for comes to be chosen."""
    found = []
    for rule in (*ahead.sheet.choices.get(TACTICS, ()), *ahead.standing.choices.get(TACTICS, ())):
        wish = next((wish for wish in rule.pick if wish in cards), None)
        if wish is None:
            continue
        found.append(cards[wish])
        if rule.when is None:
            return min(found)
    return min(cards.values())
