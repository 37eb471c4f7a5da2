"""Warnings about support, House cards and retreats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets.prospects import COMES_BACK, Prospect
from adjudicator.thrones.sheets.sheet import HOME, SAFEST, WHOEVER, Losses
from adjudicator.thrones.sheets.warnings.never_reached import final
from adjudicator.thrones.sheets.warnings.telling import warn
from adjudicator.thrones.state.edition import VASSAL

# With so few cards in hand the last of them may be played, and all come back.
FEW_CARDS = 2
# Where units of a terrain can stand.
STANDS = {"land": {"land"}, "sea": {"sea", "port"}}


def support_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Rules for areas where no support order of the house lies or can come to lie."""
    for number, rule in enumerate(ahead.sheet.support):
        for area in rule.areas:
            if not ahead.may_do(area, "support"):
                yield warn("support-without-order", f"support[{number}].areas", area=area)
        if rule.whom == WHOEVER and not rule.against:
            yield warn("whoever-fights-nobody", f"support[{number}]")
    yield from _support_withheld(ahead)


def _support_withheld(ahead: Prospect) -> Iterator[Refusal]:
    """A rule for nobody that also keeps an area of which nothing is said before it from helping in own battles."""
    tokens = ahead.edition.orders
    bare = [area for area, order in ahead.orders.items() if order in tokens and tokens[order].does("support")]
    for number, rule in enumerate(ahead.sheet.support):
        if rule.whom == "me" and not rule.areas:
            return
        if final(rule):
            for area in bare[:1]:
                yield warn("support-withheld", f"support[{number}]", area=area, house=ahead.house)
            return
        bare = [area for area in bare if area not in rule.areas]


def card_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Cards of other houses, and used ones that cannot be back in time."""
    cards = ahead.sheet.cards
    named: list[tuple[str, Iterable[str]]] = []
    named += [(f"cards.rules[{number}].cards", rule.cards) for number, rule in enumerate(cards.rules)]
    named += [(f"cards.avoid[{number}].cards", rule.cards) for number, rule in enumerate(cards.avoid)]
    everywhere = (one for one in cards.avoid if one.when is None and one.role == "any" and not one.opponents)
    always = {card for one in everywhere if not one.battles for card in one.cards}
    for where, wanted in named:
        for card in wanted:
            known = ahead.edition.cards.get(card)
            if known is None or known.house == VASSAL:
                continue
            if known.house != ahead.house:
                yield warn("card-of-another", where, card=card, house=ahead.house)
            elif "avoid" not in where and card in always:
                yield warn("card-avoided", where, card=card)
            elif _used_up(ahead, card) and "avoid" not in where:
                yield warn("card-discarded", where, card=card)


def _used_up(ahead: Prospect, card: str) -> bool:
    board = ahead.board
    if ahead.lasting or ahead.has_text(*COMES_BACK) or len(board.hands.get(ahead.house, ())) <= FEW_CARDS:
        return False
    return card in board.discards.get(ahead.house, ())


def loss_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Kinds of units that can stand in none of the areas that their rule is for."""
    edition = ahead.edition
    for name in Losses.__struct_fields__:
        for number, rule in enumerate(getattr(ahead.sheet.losses, name)):
            kinds = {edition.areas[area].kind for area in rule.areas if area in edition.areas}
            # Ships that lie in a port may be named by its land.
            kinds |= {"port"} if set(rule.areas) & set(edition.ports.values()) else set()
            for unit in rule.units if kinds else ():
                if unit in edition.units and not kinds & STANDS[edition.units[unit].terrain]:
                    areas = ", ".join(rule.areas)
                    yield warn("unit-never-there", f"losses.{name}[{number}].units", unit=unit, areas=areas)


def retreat_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Places that no unit reaches from the battles that a rule is for."""
    if ahead.vassals or ahead.has_text("choose-retreat"):
        return
    for number, rule in enumerate(ahead.sheet.retreat):
        battles = [area for area in rule.battles if area in ahead.edition.areas]
        near = {to for area in battles for to in ahead.reach(area)}
        for to in rule.areas if battles else ():
            if to not in near and to not in (HOME, SAFEST):
                yield warn("retreat-out-of-reach", f"retreat[{number}].areas", to=to, area=battles[0])
