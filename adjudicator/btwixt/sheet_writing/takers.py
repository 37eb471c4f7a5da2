"""Cards that take from other piles, in the programme: played where what they take is enough to lead."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.btwixt.rules.seating import neighbors
from adjudicator.btwixt.rules.totals import fits
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.sheet import BidRule
from adjudicator.btwixt.state import cards as k
from adjudicator.btwixt.steward.bidding import Bid

MINE, LEAD = c.LeaderNumber("total"), c.TableNumber("lead")
LEAST_TAKEN = 3


def write_takers(bid: Bid, limits: dict[str, int], *, cheap: bool) -> list[BidRule]:
    """A rule for each value that a card in hand may take, the dearest first; for cheap cards (2 or less) or others.

    `limits`: how much may be bid, by who leads.
    """
    influence = bid.outlook.edition.influence
    found: list[BidRule] = []
    for card in sorted(set(bid.outlook.view.hand), key=lambda one: (influence[one].value, one)):
        if (influence[card].value <= 2) == cheap:
            for ability in influence[card].abilities:
                for op in ability.do if ability.when == "on-play" else ():
                    found += _rules(bid, limits, card, op)
    return found


def _rules(bid: Bid, limits: dict[str, int], card: str, op: k.Op) -> Iterator[BidRule]:
    if not isinstance(op, k.MoveCard | k.DiscardCard | k.ReturnCard) or not isinstance(op.card, k.PickCard):
        return
    pick = op.card
    if pick.zone != "pile" or not isinstance(pick.of, k.PickLeader):
        return
    near = pick.of.pick == "neighbor"
    owners = [one for one in (neighbors(bid.board, bid.house) if near else bid.board.houses) if one != bid.house]
    own = bid.outlook.edition.influence[card].value
    comes = isinstance(op, k.MoveCard)
    for value, names in _by_value(bid, pick):
        total = own + value if comes else own
        there = tuple(_there(owner, names, total, value) for owner in owners)
        within = tuple(
            c.AllOf((c.Leads(one), c.Compare(MINE, "<=", limit - total)))
            for one, limit in limits.items()
            if limit >= total
        )
        if within:
            yield BidRule(when=c.AllOf((c.AnyOf(within), c.AnyOf(there))), play=(card,))


def _by_value(bid: Bid, pick: k.PickCard) -> Iterator[tuple[int, list[str]]]:
    """The cards that may be taken, by their value, the highest first."""
    found: dict[int, list[str]] = {}
    for card in bid.outlook.edition.influence.values():
        safe = any(isinstance(op, k.Restrict) for one in card.abilities if one.when == "in-pile" for op in one.do)
        if card.group == "standard" and not safe and fits(pick.where, bid.outlook.edition, card.id):
            found.setdefault(card.value, []).append(card.id)
    yield from ((value, found[value]) for value in sorted(found, reverse=True) if value >= LEAST_TAKEN)


def _there(owner: str, names: list[str], total: int, value: int) -> c.AnyCondition:
    """Such a card lies before a leader, and with it gone I lead: more surely so if it is from whoever leads now."""
    lies: c.AnyCondition = c.AnyOf(tuple(c.PileHas(owner, name) for name in names))
    enough = c.Compare(LEAD, ">", -total)
    more = c.AllOf((c.Leads(owner), c.Compare(LEAD, ">", -total - value)))
    return c.AllOf((lies, c.AnyOf((enough, more))))
