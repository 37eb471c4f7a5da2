"""Bids, ties, choices of cards and rules, hostages: sections, and how they answer."""

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
    applicable_rules,
    by_rules,
    phrase,
)
from adjudicator.thrones.bot import bids as bot
from adjudicator.thrones.rules.bidding import BIDS, RANKED
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.driver import InSet, bidders, place_by_houses
from adjudicator.thrones.rules.legality import YES_NO, only_pick, word_choice_rule
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.storm.hostages import OFFERS, REPLIES
from adjudicator.thrones.rules.targaryen import SHARES, even_shares
from adjudicator.thrones.rules.wildlings import NAMED
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.tree import Sum
from adjudicator.thrones.sheets.effects.table import EFFECTS, pick
from adjudicator.thrones.sheets.kind import Kind, SheetDefault, Trail, Voices, wished_first
from adjudicator.thrones.sheets.muster import offered_pick, pick_of_loan
from adjudicator.thrones.state import Position, decisions as d
from adjudicator.thrones.state.decisions import Amount as Bid, HouseChoice, Offer, Pick, Ranked, Spread, YesNo

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
    for voice, where, rule in applicable_rules(voices, trail, f"bids.{decision.auction}"):
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


def _tied_houses_of_rule(rule: TieRule, scene: Scene, tied: tuple[str, ...]) -> list[str]:
    """The tied houses that a rule names, in its order."""
    houses = [scene.me if house == "me" else house for house in rule.houses]
    return [house for house in dict.fromkeys(houses) if house in tied]


_NOT_TIED = Passed("not-the-tied-houses", "it names none of the tied houses")


def settle_tie(rule: TieRule, scene: Scene, decision: d.SettleTie) -> Ranked | Passed:
    """Return the tied houses as the rule orders them, then the rest in turn order."""
    named = _tied_houses_of_rule(rule, scene, decision.houses)
    if rule.auctions and decision.auction not in rule.auctions:
        return Passed("not-this-auction", f"it is not about {decision.auction}")
    return Ranked(tuple(wished_first(_tied_in_turn_order(scene.position, decision), named))) if named else _NOT_TIED


def pick_tied(rule: TieRule, scene: Scene, decision: d.PickTied) -> HouseChoice | Passed:
    """The first house that a rule names among the tied."""
    named = _tied_houses_of_rule(rule, scene, decision.houses)
    return HouseChoice(named[0]) if named else _NOT_TIED


def _tied_in_turn_order(
    position: Position, decision: d.SettleTie | d.PickTied, *, last: bool | None = None
) -> list[str]:
    """Return the tied houses in turn order.
    `last`: True puts the deciding house at the end, False at the front; None leaves it."""
    order = [house for house in turn_order(position.board) if house in decision.houses]
    return order if last is None else sorted(order, key=lambda house: (house == decision.house) == last)


_HOSTAGES = {
    "offers": Occasions(("held-by-others",), ("own-leaders",)),
    "replies": Occasions(("hostages",), ("other-leaders",)),
}


class ChoiceRule(f.Rule, kw_only=True):
    """Choose the first of `pick` that is offered: an id, a number or a plain word."""

    section: ClassVar = Section(
        "choices",
        title="Choices from cards and rules",
        short="choices",
        help=(
            "Choices that cards, dominance tokens and rules leave to you: see the table below. Your wishes, best first."
        ),
    )
    phrase: ClassVar = phrase("{pick:else}")

    pick: tuple[Annotated[str, Ids(f.PICKED, numbers=True)], ...]


class OfferRule(f.Rule):
    """Offer for own leaders in a cell, or `decline`.
    `leaders` and `holders` (empty: any), at most `power`, and those of `hostages` that are held."""

    repeats: ClassVar = True
    phrase: ClassVar = Phrase(
        {
            "decline": "offer nothing[ to {holders:or}]",
            "leaders": "offer {price|nothing} for {leaders:and}[ to {holders:or}]",
            "": "offer {price|nothing} for any leader held[ to {holders:or}]",
        }
    )

    leaders: tuple[f.LeaderId, ...] = ()
    holders: tuple[f.HouseId, ...] = ()
    power: f.Amount = 0
    hostages: tuple[f.LeaderId, ...] = ()
    decline: bool = False


class ReplyRule(f.Rule):
    """Accept or refuse an offer for `leaders` (empty: any) by `offerers` (empty: any).
    Accepted only with `accept`, at least `power` and all of `hostages`."""

    phrase: ClassVar = Phrase(
        {
            "accept": "accept for {leaders:and|any leader}[ from {offerers:or}][, if it brings {price}]",
            "": "refuse for {leaders:and|any leader}[ from {offerers:or}]",
        }
    )

    leaders: tuple[f.LeaderId, ...] = ()
    offerers: tuple[f.HouseId, ...] = ()
    power: f.Amount = 0
    hostages: tuple[f.LeaderId, ...] = ()
    accept: bool = True


class Hostages(f.Entry):
    """Negotiations: what to offer, and what to accept."""

    section: ClassVar = Section(
        "hostages",
        parts=_HOSTAGES,
        help=("What you offer for your own leaders, and to whom. Which offers you accept. You can set conditions."),
    )

    offers: tuple[OfferRule, ...] = ()
    replies: tuple[ReplyRule, ...] = ()


_offered = by_rules(offered_pick, "choices.{q.subject}", "choices.{q.because}")


def pick_effect(voices: Voices, scene: Scene, decision: d.PickEffect, trail: Trail) -> Proposals:
    """Propose by rules for the subject, then for what asks, then for its loan."""
    yield from _offered(voices, scene, decision, trail)
    if decision.because in scene.edition.loans:
        yield from pick_of_loan(voices, scene, decision, trail)


def _least_moved(position: Position, decision: d.PickEffect) -> Pick:
    """The last choice; of tracks the one where the moved house moves least."""
    board, edition = position.board, edition_of(position)
    if any(choice not in board.tracks for choice in decision.choices):
        return Pick(decision.choices[-1])
    card = edition.cards.get(decision.because)
    moved = decision.subject or decision.house
    if card is not None and board.battle is not None:
        moved = board.battle.opponent(decision.house)
    # A wildling card that offers every track lifts its house to the top; those that push down spare one.
    rises = decision.because in edition.wildling_cards and decision.choices == edition.tracks and not decision.subject

    def places(track: str) -> int:
        place = board.tracks[track].index(moved)
        return place if rises else len(board.houses) - place

    return Pick(min(reversed(decision.choices), key=places))


def _place_in_set(position: Position, decision: d.PickEffect) -> InSet | None:
    """Return the place of a question among those asked together, None if alone.
    Questions to several houses are counted by the houses, others by the rule that asks."""
    effect = EFFECTS.get(decision.because)
    if effect is not None and effect.at_once is not None:
        return place_by_houses(effect.at_once)(position, decision)
    return InSet(decision.nth, decision.seat) if decision.nth else None


def spread_bid(rule: ChoiceRule, scene: Scene, decision: d.SpreadBid) -> Spread | Passed:
    """Give the tokens one by one to the houses of a rule, in its order, repeatedly."""
    houses = [house for house in rule.pick if house in decision.houses]
    if not houses:
        return Passed("not-a-choice", "none of the houses it names can get anything")
    return Spread(even_shares(houses, decision.amount))


def cancel_move(rule: ChoiceRule, scene: Scene, decision: d.CancelMove) -> YesNo | Passed:
    """`cancel` or `allow`."""
    wish = next((wish for wish in rule.pick if wish in ("cancel", "allow")), None)
    return YesNo(wish == "cancel") if wish else Passed("not-a-choice", "it asks neither to cancel nor to allow")


def negotiate(rule: OfferRule, scene: Scene, decision: d.Negotiate) -> Offer | Passed:
    """The first offer that is meant for this holder and asks for a leader he has."""
    leaders = tuple(leader for leader in decision.leaders if not rule.leaders or leader in rule.leaders)
    if rule.holders and decision.holder not in rule.holders:
        return Passed("not-this-holder", f"it is for another house, not {decision.holder}")
    if rule.decline:
        return Offer()
    if not leaders:
        return Passed("not-held-there", f"{decision.holder} holds none of its leaders")
    power = min(decision.up_to, worked_out(rule.power, scene))
    return Offer(leaders, power, tuple(leader for leader in decision.hostages if leader in rule.hostages))


def accept_offer(rule: ReplyRule, scene: Scene, decision: d.AcceptOffer) -> YesNo | Passed:
    """The first rule that speaks of such an offer."""
    if rule.offerers and decision.offerer not in rule.offerers:
        return Passed("not-this-offerer", f"it is about offers of another house, not {decision.offerer}")
    if rule.leaders and not set(decision.leaders) <= set(rule.leaders):
        return Passed("other-leaders-wanted", f"the offer asks for {', '.join(decision.leaders)}")
    if not rule.accept:
        return YesNo(False)
    if decision.power < worked_out(rule.power, scene):
        return Passed("offer-too-small", f"the offer has only {decision.power} Power")
    if not set(rule.hostages) <= set(decision.given):
        return Passed("hostages-missing", f"hostages offered: {', '.join(decision.given) or 'none'}")
    return YesNo(True)


KINDS = (
    Kind(
        d.PlaceBid,
        "bids",
        BIDS,
        instruction=place_bid,
        bot=bot.bid,
        default=lambda p, q: Bid(0),
        forced=lambda q: Bid(0) if q.up_to == 0 else None,
        together=place_by_houses(bidders),
    ),
    Kind(
        d.SettleTie,
        "ties",
        RANKED,
        instruction=by_rules(settle_tie, "ties.tracks"),
        bot=bot.settle_tie,
        default=lambda p, q: Ranked(tuple(_tied_in_turn_order(p, q, last=True))),
        written=SheetDefault("own-house-first", lambda p, q: Ranked(tuple(_tied_in_turn_order(p, q, last=False)))),
        harmless=True,
    ),
    Kind(
        d.PickTied,
        "ties",
        NAMED,
        instruction=by_rules(pick_tied, "ties.{q.what}"),
        bot=bot.pick_tied,
        default=lambda p, q: HouseChoice(_tied_in_turn_order(p, q, last=q.what == "highest")[0]),
        harmless=True,
    ),
    Kind(
        d.PickEffect,
        "choices",
        word_choice_rule(lambda q: f"choices.{q.because}"),
        instruction=pick_effect,
        bot=pick,
        default=_least_moved,
        forced=only_pick,
        together=_place_in_set,
        known=lambda edition: bool(edition.wildling_cards or edition.tactics or edition.leaders),
    ),
    Kind(
        d.SpreadBid,
        "choices",
        SHARES,
        instruction=by_rules(spread_bid, "choices.{q.auction}"),
        bot=bot.spread_bid,
        default=lambda p, q: Spread(even_shares(q.houses, q.amount)),
        forced=lambda q: Spread({q.houses[0]: q.amount}) if len(q.houses) == 1 else None,
        known=lambda edition: bool(edition.causes),
    ),
    Kind(
        d.CancelMove,
        "choices",
        YES_NO,
        instruction=by_rules(
            cancel_move, "choices.{q.area}", "choices.{q.to}", "choices.{q.mover}", "choices.{q.because}"
        ),
        bot=bot.cancel_move,
        default=lambda p, q: YesNo(False),
        known=lambda edition: bool(edition.causes),
        harmless=True,
    ),
    Kind(
        d.Negotiate,
        "hostages",
        OFFERS,
        instruction=by_rules(negotiate, "hostages.offers"),
        bot=bot.negotiate,
        default=lambda p, q: Offer(),
        known=lambda edition: bool(edition.leaders),
        harmless=True,
    ),
    Kind(
        d.AcceptOffer,
        "hostages",
        REPLIES,
        instruction=by_rules(accept_offer, "hostages.replies"),
        bot=bot.accept,
        default=lambda p, q: YesNo(False),
        known=lambda edition: bool(edition.leaders),
        harmless=True,
    ),
)
