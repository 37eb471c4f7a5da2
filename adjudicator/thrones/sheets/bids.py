"""Bids, and ties that the Iron Throne's holder decides: how a sheet answers."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from adjudicator.engine.sheet import (
    Choice,
    Ids,
    Occasions,
    Passed,
    Phrase,
    Proposals,
    Section,
    by_rules,
    phrase,
    standing,
)
from adjudicator.thrones.bot import bids as bot
from adjudicator.thrones.rules.bidding import BIDS, RANKED
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.driver import bidders, by_houses
from adjudicator.thrones.rules.wildlings import NAMED
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.tree import Sum
from adjudicator.thrones.sheets.kind import Kind, Trail, Voices, Written, in_sequence
from adjudicator.thrones.state import Position, decisions as d
from adjudicator.thrones.state.decisions import Amount as Bid, Named, Ranked

_TRACKS = Occasions(("clash-of-kings",), ("clash-of-kings", "auction"))
_ATTACK = Occasions(("wildling-attack",))
_SINGLED = Occasions(("wildling-attack", "claim-westeros"))
_BIDS = {"tracks": _TRACKS, "claim": Occasions(("claim-westeros",)), "wildlings": _ATTACK}
_TIES = {"tracks": _TRACKS, "highest": _SINGLED, "lowest": _SINGLED}


class BidRule(f.Rule):
    """A bid: `exactly` or `up-to` an amount, `all`, or `rest`: all but `keep`.
    Of `up-to`, `keep` is left. Sums are computed at that moment; below 0 they count as 0."""

    section: ClassVar = Section(
        "bids",
        parts=_BIDS,
        help="How much you bid on each track and against the wildlings. You can set conditions.",
        moment=f.PEACE,
    )
    phrase: ClassVar = Phrase(
        {
            "how=exactly": "{amount}",
            "how=up-to": "up to {amount}, keep {keep}",
            "how=all": "all",
            "": "all but {keep}",
        }
    )

    how: Literal["exactly", "up-to", "all", "rest"] = "exactly"
    amount: f.Amount = 0
    keep: f.Count = 0

    def decides(self) -> bool:
        return self.how != "exactly" or self.amount == 0


class TieRule(f.Rule, kw_only=True):
    """The order of tied houses; houses not named follow in turn order.
    `me` may be among them; `auctions`: only in these."""

    phrase: ClassVar = phrase("{houses:list}[ ({auctions:and})]")

    houses: tuple[Annotated[str, Ids(("house",), ("me",))], ...]
    auctions: tuple[f.AuctionId, ...] = ()


class Ties(f.Entry):
    """Decisions of the Iron Throne's holder about ties.
    Places on tracks; who counts as highest or lowest bidder against the wildlings."""

    section: ClassVar = Section(
        "ties",
        title="Ties, if you hold the Iron Throne",
        parts=_TIES,
        short="ties",
        help="If you hold the Iron Throne: in which order you rank tied houses.",
        moment=f.PEACE,
    )

    tracks: tuple[TieRule, ...] = ()
    highest: tuple[TieRule, ...] = ()
    lowest: tuple[TieRule, ...] = ()


def amount(rule: BidRule, up_to: int, scene: Scene) -> int:
    """Return what a rule bids with `up_to` Power at hand.
    Only `exactly` may exceed it. Raises Inapplicable for a sum of something absent."""
    if rule.how == "exactly":
        return worked_out(rule.amount, scene)
    free = up_to if rule.how == "all" else max(0, up_to - rule.keep)
    return min(worked_out(rule.amount, scene), free) if rule.how == "up-to" else free


def worked_out(amount: int | Sum, scene: Scene) -> int:
    """An amount as it is now, 0 at least. Inapplicable for a sum of what is not there."""
    if isinstance(amount, int):
        return amount
    total = amount.plus
    for share in amount.of:
        whole = share.term.number(scene) * share.times
        total += whole // share.over if whole >= 0 else -(-whole // share.over)
    return max(0, total)


def place_bid(voices: Voices, scene: Scene, decision: d.PlaceBid, trail: Trail) -> Proposals:
    """Propose the first affordable bid for this auction; if none, all that is left.

    So exact bids clip in auction order: 3, 2 and 4 with 8 Power become 3, 2 and 3.
    """
    clipped: Choice | None = None
    for voice, where, rule in standing(voices, trail, f"bids.{decision.auction}"):
        try:
            choice = Choice(voice.by, where, Bid(amount(rule, decision.up_to, scene)))
        except Inapplicable as fault:
            trail.skip(where, "amount-not-applicable", str(fault))
            continue
        if clipped is None:
            clipped = choice._replace(answer=Bid(decision.up_to))
        yield choice
    if clipped is not None and decision.up_to:
        yield clipped


def _named(rule: TieRule, scene: Scene, tied: tuple[str, ...]) -> list[str]:
    """The tied houses that a rule names, in its order."""
    houses = [scene.me if house == "me" else house for house in rule.houses]
    return [house for house in dict.fromkeys(houses) if house in tied]


_NOT_TIED = Passed("not-the-tied-houses", "it names none of the tied houses")


def settle_tie(rule: TieRule, scene: Scene, decision: d.SettleTie) -> Ranked | Passed:
    """Return the tied houses as the rule orders them, then the rest in turn order."""
    named = _named(rule, scene, decision.houses)
    if rule.auctions and decision.auction not in rule.auctions:
        return Passed("not-this-auction", f"it is not about {decision.auction}")
    return Ranked(tuple(in_sequence(_in_turn(scene.position, decision), named))) if named else _NOT_TIED


def pick_tied(rule: TieRule, scene: Scene, decision: d.PickTied) -> Named | Passed:
    """The first house that a rule names among the tied."""
    named = _named(rule, scene, decision.houses)
    return Named(named[0]) if named else _NOT_TIED


def _in_turn(position: Position, decision: d.SettleTie | d.PickTied, *, last: bool | None = None) -> list[str]:
    """Return the tied houses in turn order; `last`: the decider goes last or first."""
    order = [house for house in turn_order(position.board) if house in decision.houses]
    return order if last is None else sorted(order, key=lambda house: (house == decision.house) == last)


KINDS = (
    Kind(
        d.PlaceBid,
        "bids",
        BIDS,
        instruction=place_bid,
        bot=bot.bid,
        default=lambda p, q: Bid(0),
        forced=lambda q: Bid(0) if q.up_to == 0 else None,
        together=by_houses(bidders),
    ),
    Kind(
        d.SettleTie,
        "ties",
        RANKED,
        instruction=by_rules(settle_tie, "ties.tracks"),
        bot=bot.settle_tie,
        default=lambda p, q: Ranked(tuple(_in_turn(p, q, last=True))),
        written=Written("own-house-first", lambda p, q: Ranked(tuple(_in_turn(p, q, last=False)))),
    ),
    Kind(
        d.PickTied,
        "ties",
        NAMED,
        instruction=by_rules(pick_tied, "ties.{q.what}"),
        bot=bot.pick_tied,
        default=lambda p, q: Named(_in_turn(p, q, last=q.what == "highest")[0]),
    ),
)
