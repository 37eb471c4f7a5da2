"""Choices that cards and rules leave, and hostages: sections, and how they answer."""

from __future__ import annotations

from typing import Annotated, ClassVar

from adjudicator.engine.sheet import Ids, Occasions, Passed, Phrase, Proposals, Section, by_rules, phrase
from adjudicator.thrones.bot import bids as bot
from adjudicator.thrones.rules.driver import InSet, by_houses
from adjudicator.thrones.rules.legality import YES_NO, one_pick, only_pick
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.storm.hostages import OFFERS, REPLIES
from adjudicator.thrones.rules.targaryen import SHARES, even_shares
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.bids import worked_out
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.effects.table import EFFECTS, pick
from adjudicator.thrones.sheets.kind import Kind, Trail, Voices
from adjudicator.thrones.sheets.muster import offered_pick, pick_of_loan
from adjudicator.thrones.state import Position, decisions as d
from adjudicator.thrones.state.decisions import Offer, Pick, Spread, YesNo

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


def _in_set(position: Position, decision: d.PickEffect) -> InSet | None:
    """Return the place of a question in its set, or None.
    Questions to several houses are counted by the houses, others by the rule that asks."""
    effect = EFFECTS.get(decision.because)
    if effect is not None and effect.at_once is not None:
        return by_houses(effect.at_once)(position, decision)
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
        d.PickEffect,
        "choices",
        one_pick(lambda q: f"choices.{q.because}"),
        instruction=pick_effect,
        bot=pick,
        default=_least_moved,
        forced=only_pick,
        together=_in_set,
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
    ),
    Kind(
        d.Negotiate,
        "hostages",
        OFFERS,
        instruction=by_rules(negotiate, "hostages.offers"),
        bot=bot.negotiate,
        default=lambda p, q: Offer(),
        known=lambda edition: bool(edition.leaders),
    ),
    Kind(
        d.AcceptOffer,
        "hostages",
        REPLIES,
        instruction=by_rules(accept_offer, "hostages.replies"),
        bot=bot.accept,
        default=lambda p, q: YesNo(False),
        known=lambda edition: bool(edition.leaders),
    ),
)
