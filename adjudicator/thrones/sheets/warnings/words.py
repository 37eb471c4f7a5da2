"""Warnings about a sheet: their words by code, and those that any rules have.

A warning is never wrong: it is given only where the thing cannot matter, whatever may still happen before it would be
used, or where its words say that it holds as things stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine.decision import Refusal
from adjudicator.engine.sheet.document import warner
from adjudicator.thrones.sheets.conditions.tree import Else
from adjudicator.thrones.sheets.sheet import Sheet, rules

WORDS: Mapping[str, str] = {
    # Orders.
    "no-order": "{area} has units and no order; the default will be used",
    "orders-not-asked": "no orders are asked for now",
    "support-reaches-nothing": "support in {area} reaches no area that it could help",
    "star-needs-card": "the special order in {area} can lie only if the tactics card is {cards}: without it the house "
    "may give {sure}",
    "plan-without-raid": "{area} has no raid order",
    "plan-without-march": "{area} has no march order",
    "march-without-plan": "nothing says where the march from {area} goes, so its units stay",
    # Marches.
    "no-units-there": "{house} has no units in {area} now",
    "not-reachable-now": "{to} cannot be reached from {area} as things stand, nor with ships that may still sail",
    "more-units-than-there": "{area} can have {most} {unit} when it marches, not {count}: name fewer, or all",
    "units-booked-twice": "the moves of this plan take {count} {unit} from {area}, which can have {most}: "
    "send the rest in one of them",
    "everyone-booked-twice": "everyone in {area} is sent to {to} already: write the rest, or counts",
    "two-attacks": "as things stand {to} and {other} would both be attacked, and one march attacks one area: "
    "send units into battle once, or write a second plan",
    "neutral-too-strong-now": "the neutral force of {value} in {to} is too strong: this march brings {own}, and "
    "all who stand beside it could lend {lent}",
    "supply-together": "after the planned marches up to that from {area} the armies would be {armies}, and supply "
    "allows {allowed}: keep some behind, or send them elsewhere",
    "supply-feeds-fewer": "after the planned marches up to that from {area} the armies would be {armies}, and supply "
    "allows {allowed}: as many of all, or of the rest, go as it feeds",
    "made-instead": "as things stand supply forbids the march to {to}, and then the next plan, to {other}, is made "
    "although the condition holds: write else before it if it is only for when the condition fails",
    "wait-for-nothing": "no other march of {house} is planned, so that nothing is waited for",
    "lead-out-of-reach": "as things stand all units and orders of {house} together count {own}, and the plan needs a "
    "lead of {needed}",
    "token-never": "no Power token is ever left in {area}: only on land, and not at home",
    "token-without-power": "a token must be left in {area}, and there is no Power for it now: with if-possible "
    "the march goes without",
    "token-units-stay": "{staying} units of {area} stay behind, so no Power token is left there: send all of them",
    "wishes-without-march": "no march order is planned, so that nothing serves this",
    "wish-out-of-reach": "no marching area reaches {area}",
    "wish-origin-without-march": "{area} has no march order, so that nothing marches from there for this wish",
    "wish-without-bot": "no march is left to the bot here, so that only what is taken counts; add BOT marches",
    "plan-enters": "a wish never enters {to}, and this plan does: what a plan says comes first",
    "wish-enters": "a wish never enters {to}, and this one may take it: what is taken comes first",
    "line-attacks": "by a limit of the bot {other}, who holds {to} now, is not attacked, and this line goes there: "
    "own lines come first",
    "plan-empties": "{area} is never to be left, and this plan sends everyone: what a plan says comes first",
    # Raids and the raven.
    "raid-target-impossible": "a raid from {area} cannot reach an order in {to} as things stand",
    "raven-not-held": "{house} does not hold the Messenger Raven",
    "raven-not-there": "there is no order of {house} in {area} to exchange",
    "raven-token-used": "every {order} of {house} lies on the board already",
    "raven-order-not-allowed": "{order} may not be laid in {area} this round",
    "raven-looks-only": "a rule looks at a wildling card or exchanges an order, and this one looks: part them by a "
    "condition, as in RAVEN look if wildlings >= 6 | AREA ORDER",
    "choice-needs-look": "only who looks at a wildling card with the raven is asked for this: add RAVEN look",
    "raven-no-look": "there are no wildling cards to look at in this edition",
    # Battles.
    "support-without-order": "{area} has no support order",
    "whoever-fights-nobody": "whoever fights whom? name houses that are fought against",
    "support-withheld": "support from {area} then helps nobody, not even {house} in its own battles: write me | nobody",
    "card-of-another": "{card} is no card of {house}",
    "card-avoided": "{card} is avoided everywhere, so that this rule plays it only if nothing else is in hand",
    "card-never-played": "by a limit of the bot {card} is not played, and this rule plays it: own lines come first",
    "card-discarded": "{card} is on the discard pile, and counts only once it is back in hand",
    "unit-never-there": "no {unit} can stand in {areas}: an area counts for all units before it; part what is meant "
    "elsewhere by |",
    "retreat-out-of-reach": "{to} cannot be reached from {area} as things stand",
    # Auctions and mustering.
    "bids-exceed-power": "the bids may add to {sum}, and {house} has {power} Power",
    "bid-over-power": "{house} has {power} Power now: of {amount} only what is left would be bid",
    "power-left-then": "by the time of this bid earlier ones of the call may have spent Power: the condition asks for "
    "what is left then",
    "nothing-becomes-it": "no unit becomes a {unit}: say what it becomes, as in footman > knight",
    "muster-not-asked": "nothing is mustered in this call: no order that musters is planned",
    # What another call would ask for.
    "bid-not-asked": "this call asks for no bid here ({auction}), and what is written now does not last until one does",
    "ties-not-asked": "this call comes to no auction in which such ties are settled",
    "kept-for-later": "this call does not ask for this part ({part}): it is kept for the later calls of the round, "
    "where a new sheet may replace it",
    "muster-not-ahead": "no card of this round brings a mustering, and no order does",
    "tactics-not-asked": "no tactics card is chosen in this call",
    "loan-without-bank": "no loan can be taken: the Iron Bank is not in this game",
    "loan-without-order": "no loan can be taken in this call: no Iron Bank order is planned",
    "offer-not-own": "{leader} is no leader of {house}: an offer is for own leaders in cells of others",
    "hostage-of-own": "{leader} can be no hostage of {house}: name leaders of other houses",
    "choice-said-elsewhere": "{card} asks nothing that CHOOSE answers: say it by {statement}",
    "never-offered": "{card} never offers {pick}; it offers {offered}",
    "card-asks-nothing": "{card} leaves nothing to choose, so that CHOOSE says nothing of it: CARD and AVOID say when "
    "it is played",
    # The bot.
    "limits-leave-everything": "no part is named, so that everything is left to the bot in this game, orders and bids "
    "too: name parts, as in BOT marches",
    # All rules.
    "said-before": "{place} says the same before it",
    "condition-never": '"{condition}" cannot hold while this sheet counts, so that the rule never does',
    "never-reached": "{place} always decides before it",
    "house-not-playing": "{house} does not play in this game",
}


warn = warner(WORDS)


# What is told of a rule that certainly never decides; other warnings are about how things stand.
POINTLESS = frozenset(
    (
        *("plan-without-raid", "plan-without-march", "more-units-than-there", "units-booked-twice"),
        *("everyone-booked-twice", "no-units-there", "token-never", "wishes-without-march"),
        *("raven-not-held", "raven-not-there", "raven-token-used", "raven-order-not-allowed", "raven-no-look"),
        *("condition-never", "never-reached", "muster-not-asked"),
        *("choice-said-elsewhere", "bid-not-asked", "ties-not-asked", "muster-not-ahead", "tactics-not-asked"),
        *("loan-without-bank", "loan-without-order"),
    )
)


def never_reached(sheet: Sheet) -> Iterator[Refusal]:
    """Every rule after one that always decides, and every one that says what another before it in its list says."""
    ended: dict[str, str] = {}
    said: dict[tuple[str, str], str] = {}
    for where, rule in rules(sheet):
        group = where.rpartition("[")[0]
        if group in ended:
            yield warn("never-reached", where, place=ended[group])
            continue
        if rule.when is None and rule.decides():
            ended[group] = where
        if rule.repeats or isinstance(rule.when, Else):
            continue
        before = said.setdefault((group, str(rule)), where)
        if before != where:
            yield warn("said-before", where, place=before)
