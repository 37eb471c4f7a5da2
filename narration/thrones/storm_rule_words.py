"""Rules of a sheet about units that cards move, and about hostages, in words, without their conditions."""

from __future__ import annotations

from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.sums import Sum
from narration.thrones.condition_phrases import sum_words
from narration.thrones.voice import Voice
from narration.words import N_

STAY = N_("move no units")
MOVE, MOVE_ALL = N_("{units} from {area} to {to}"), N_("all who can from {area} to {to}")
NO_OFFER = N_("offer nothing")
OFFER, OFFER_ANY = N_("offer {price} for {leaders}"), N_("offer {price} for whoever is held")
TO = N_("to {houses}")
ACCEPT, ACCEPT_ANY = N_("accept for {leaders}"), N_("accept for any leader")
REFUSE, REFUSE_ANY = N_("refuse for {leaders}"), N_("refuse for any leader")
FROM = N_("from {houses}")
AT_LEAST = N_("if it brings {price}")


def troops_words(rule: s.TroopsRule, v: Voice) -> str:
    """Which units a card moves, from where to where."""
    if not rule.to:
        text = v.say(STAY)
    else:
        template = MOVE if rule.units else MOVE_ALL
        text = v.say(template, units=v.units(rule.units), area=v.area(rule.area), to=v.area(rule.to))
    return f"{text} ({v.reason(rule.because)})" if rule.because else text


def _power(power: int | Sum, v: Voice) -> str:
    return v.power(power) if isinstance(power, int) else sum_words(power, v)


def _price(power: int | Sum, hostages: tuple[str, ...], v: Voice) -> str:
    """`4 power and Balon Greyjoy`; empty for nothing."""
    said = [_power(power, v)] if power else []
    return v.both([*said, *map(v.leader, hostages)])


def offer_words(rule: s.OfferRule, v: Voice) -> str:
    """What is offered for whom, and to whom."""
    if rule.decline:
        text = v.say(NO_OFFER)
    else:
        price = _price(rule.power, rule.hostages, v) or v.say("nothing")
        text = v.say(OFFER if rule.leaders else OFFER_ANY, price=price, leaders=v.leaders(rule.leaders))
    return f"{text} {v.say(TO, houses=v.either(map(v.house, rule.holders)))}" if rule.holders else text


def reply_words(rule: s.ReplyRule, v: Voice) -> str:
    """Which offers are accepted, and which are not."""
    some, any_ = (ACCEPT, ACCEPT_ANY) if rule.accept else (REFUSE, REFUSE_ANY)
    text = v.say(some if rule.leaders else any_, leaders=v.leaders(rule.leaders))
    if rule.offerers:
        text += f" {v.say(FROM, houses=v.either(map(v.house, rule.offerers)))}"
    price = _price(rule.power, rule.hostages, v) if rule.accept else ""
    return f"{text}, {v.say(AT_LEAST, price=price)}" if price else text
