"""Negotiations written ahead: what is offered for own leaders, and what is taken for those of others."""

from __future__ import annotations

from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.sums import Share, Sum
from adjudicator.thrones.sheets.sheet import Hostages, OfferRule, ReplyRule
from adjudicator.thrones.steward.hostages import WORTH


def write_hostages(desk: Desk) -> Hostages:
    """As the steward would: half of the Power at hand for own leaders, up to what they are worth, and a hostage that
    the other wants; for hostages what they are worth, an own leader counting for one."""
    leaders = desk.board.leaders
    if not leaders:
        return Hostages()
    own = tuple(name for name, leader in leaders.items() if leader.house == desk.house)
    others = tuple(name for name, leader in leaders.items() if leader.house != desk.house)
    enough = c.Compare(c.Holding("power"), ">=", c.Number(2 * WORTH))
    half = Sum(of=(Share(term=c.Holding("power"), over=2),))
    some = c.AnyOf(
        (c.Compare(c.Holding("power"), ">=", c.Number(2)), c.Compare(c.Holding("hostages"), ">", c.Number(0)))
    )
    offers = (OfferRule(when=enough, power=WORTH, hostages=others), OfferRule(when=some, power=half, hostages=others))
    return Hostages(offers=offers if own else (), replies=_replies(own))


def _replies(own: tuple[str, ...]) -> tuple[ReplyRule, ...]:
    """What is accepted: enough Power, or an own leader."""
    freed = tuple(ReplyRule(hostages=(leader,)) for leader in own)
    return (*freed, ReplyRule(power=WORTH))
