"""Warnings about sheets in other languages: the adjudicator's words are read back by the templates that they fill."""

from __future__ import annotations

import re
from functools import cache

from adjudicator.thrones.sheet_warnings import WORDS
from correspondence.story.instructions import with_names
from correspondence.story.voice import Voice
from correspondence.words import N_

# The templates of the adjudicator once more, by code, where they are collected for the catalogs (a test compares them).
TEMPLATES = {
    "no-order": N_("{area} has units and no order; the default will be used"),
    "orders-not-asked": N_("no orders are asked for now"),
    "support-reaches-nothing": N_("support in {area} reaches no area that it could help"),
    "plan-without-raid": N_("{area} has no raid order"),
    "plan-without-march": N_("{area} has no march order"),
    "march-without-plan": N_(
        "nothing is written for the march from {area}, so its units stay: write a plan, a goal or what "
        "areas are worth; a plan without moves, if that is meant"
    ),
    "no-units-there": N_("{house} has no units in {area} now"),
    "not-reachable-now": N_("{to} cannot be reached from {area} as things stand, nor with ships that may still sail"),
    "more-units-than-there": N_("{area} can have {most} {unit} when it marches, not {count}: name fewer, or all"),
    "units-booked-twice": N_(
        "the moves of this plan take {count} {unit} from {area}, which can have {most}: send the rest in one of them"
    ),
    "everyone-booked-twice": N_("everyone in {area} is sent to {to} already: write the rest, or counts"),
    "two-attacks": N_(
        "as things stand {to} and {other} would both be attacked, and one march attacks one area: send "
        "units into battle once, or write a second plan"
    ),
    "neutral-too-strong-now": N_(
        "the neutral force of {value} in {to} is too strong: this march brings {own}, and all who stand "
        "beside it could lend {lent}"
    ),
    "supply-together": N_(
        "after the planned marches up to that from {area} the armies would be {armies}, and supply "
        "allows {allowed}: keep some behind, or send them elsewhere"
    ),
    "token-never": N_("no Power token is ever left in {area}: only on land, not at home, and where none lies yet"),
    "token-without-power": N_(
        "a token must be left in {area}, and there is no Power for it now: with if-possible the march goes without"
    ),
    "token-units-stay": N_("{staying} units of {area} stay behind, so no Power token is left there: send all of them"),
    "goals-without-march": N_("no march order is planned, so that nothing serves this"),
    "goal-out-of-reach": N_("no marching area reaches {area}"),
    "goal-origin-without-march": N_("{area} has no march order, so that nothing marches from there for this goal"),
    "raid-target-impossible": N_("a raid from {area} cannot reach an order in {to} as things stand"),
    "raven-not-held": N_("{house} does not hold the Messenger Raven"),
    "raven-not-there": N_("there is no order of {house} in {area} to exchange"),
    "raven-token-used": N_("every {order} of {house} lies on the board already"),
    "raven-order-not-allowed": N_("{order} may not be laid in {area} this round"),
    "raven-no-look": N_("there are no wildling cards to look at in this edition"),
    "support-without-order": N_("{area} has no support order"),
    "card-of-another": N_("{card} is no card of {house}"),
    "card-discarded": N_("{card} is on the discard pile, and counts only once it is back in hand"),
    "retreat-out-of-reach": N_("{to} cannot be reached from {area} as things stand"),
    "bids-exceed-power": N_("the bids may add to {sum}, and {house} has {power} Power"),
    "bid-over-power": N_("{house} has {power} Power: of {amount} only what is left would be bid"),
    "muster-not-asked": N_("nothing is mustered in this call: no order that musters is planned"),
    "condition-never": N_('"{condition}" cannot hold while this sheet counts, so that the rule never does'),
    "never-reached": N_("{place} always decides before it"),
    "house-not-playing": N_("{house} does not play in this game"),
}


@cache
def _pattern(code: str) -> re.Pattern[str]:
    """What the words of a warning look like, each value a group."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(WORDS[code])))


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet, with names for ids; warnings in the reader's language."""
    if v.words.language != "en":
        for code, template in TEMPLATES.items():
            found = _pattern(code).fullmatch(words)
            if found is not None:
                return with_names(v.say(template, **found.groupdict()), v)
    return with_names(words, v)
