"""Instructions in words: where one stands in a sheet, why it was passed over, warnings and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.engine.sheet.sections import sections_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.warnings.words import WORDS
from narration.faults import condition_fault, read_back
from narration.instruction_words import LEFT_OPEN, LEFT_OPEN_WORDS
from narration.memo import once
from narration.thrones.phrases import named_asking
from narration.thrones.voice import TRACKS, Voice
from narration.words import N_

SECTIONS = {
    **{name: section.name for name, section in sections_of(Sheet).items()},
    "port": N_("ports taken"),
    "offers": N_("offers"),
    "replies": N_("answers to offers"),
    "tactics": N_("tactics card"),
    "activate": N_("leaders turned"),
    "hostage": N_("leaders of beaten armies"),
    "answers": N_("direct answers"),
    "standing": N_("standing instructions"),
    "avoid": N_("to avoid"),
    "supply": N_("supply"),
    "wildlings": N_("wildlings"),
    "casualties": N_("casualties"),
    "abandon": N_("on the retreat"),
    "kill": N_("footman killed"),
    "general": N_("in general"),
    "tracks": N_("tracks"),
    "highest": N_("highest bidder"),
    "lowest": N_("lowest bidder"),
    "take_back": N_("card taken back"),
    "remove_order": N_("order removed"),
    "discard": N_("card discarded"),
    "knight": N_("footman made a knight"),
    "any": N_("any vassal"),
    "taken-over": N_("house just taken over"),
}
# Fields of rules, where a place names them.
FIELDS = {
    "when": N_("only if"),
    "moves": N_("goals"),
    "to": N_("to"),
    "who": N_("who"),
    "units": N_("units"),
    "amount": N_("amount"),
    "keep": N_("keep"),
    "wants": N_("units"),
    "unit": N_("unit"),
    "at": N_("ships in"),
    "targets": N_("targets"),
    "pick": N_("choice"),
    "area": N_("area"),
    "order": N_("order"),
    "houses": N_("houses"),
    "battles": N_("battles"),
    "whom": N_("help"),
    "stop": N_("no more marches once"),
    "sequence": N_("sequence"),
    "wishes": N_("wishes"),
}
UNSAID = ("rules", "areas")
NO_ORDER_NAMED, ORDER_LEFT, KEPT_BACK = "no-order-named", "left-to-the-steward", "kept-back"
# Why an instruction was passed over, for readers of other languages; in English the resolver's own words say more.
REASONS = {
    "condition-false": N_("its condition did not hold"),
    "condition-before-held": N_("the condition before it held"),
    "condition-not-applicable": N_("its condition is about something that was not there"),
    "amount-not-applicable": N_("it bids by something that was not there"),
    "waits": N_("something else goes first, if it can"),
    "nothing-to-wait-for": N_("nothing else is left that could go first"),
    "steward-finds-nothing": N_("nothing that the bot would do keeps within its limits"),
    "nothing-moves": N_("no units there that it could move"),
    "no-march-serves": N_("no march that was left could serve it"),
    "too-much-to-weigh": N_("the wishes mean more marches than can be weighed"),
    "no-units-there": N_("no units there"),
    NO_ORDER_NAMED: N_("nothing named for this area"),
    ORDER_LEFT: N_("nothing named for this area; it is left to the bot"),
    "not-this-battle": N_("it is for other battles"),
    "not-this-auction": N_("it is for another auction"),
    "not-this-text": N_("it is about another card"),
    "not-the-tied-houses": N_("it names none of the tied houses"),
    "card-not-in-hand": N_("none of its cards is in hand and allowed"),
    "card-not-discarded": N_("none of its cards lies on the discard pile"),
    "no-such-order": N_("none of the orders it names can be removed"),
    "no-such-unit": N_("none of the units to choose from fits it"),
    "no-retreat-there": N_("none of its areas is open to the retreat"),
    "not-a-choice": N_("none of its wishes is among the choices"),
    "not-this-area": N_("it is about other areas"),
    "not-a-raid-target": N_("none of its targets holds an order that can be raided"),
    "support-side": N_("the house it names does not fight here"),
    "supply-exceeded": N_("the armies would exceed supply"),
    "not-this-holder": N_("it is for another house"),
    "not-held-there": N_("none of its leaders is held there"),
    "not-this-offerer": N_("it is about offers of another house"),
    "other-leaders-wanted": N_("other leaders are asked for"),
    "offer-too-small": N_("too little Power is offered"),
    "hostages-missing": N_("not all the hostages that it wants are offered"),
    "no-such-move": N_("no units can go there from there"),
}
_ID = re.compile(r"[a-z0-9]+(?:[-+][a-z0-9]+)*")


def _part(part: str, first: bool, v: Voice) -> str:
    if part.startswith("["):
        return v.say("rule {n}", n=int(part[1:-1]) + 1)
    if part in v.edition.areas:
        return v.area(part)
    if part in v.edition.houses:
        return v.house(part)
    if part in TRACKS and not first:
        return v.track(part)
    if not first and (known := named_asking(part, v)):
        return known
    if not first and part in FIELDS:
        return v.say(FIELDS[part])
    return v.say(SECTIONS[part]) if part in SECTIONS else part.replace("_", " ").replace("-", " ")


def place_in_sheet(where: str, v: Voice) -> str:
    """`marches.stoney-sept[1]` as `marches, Stoney Sept, rule 2`; of several, as of one muster, each."""

    def told() -> str:
        return "; ".join(_place(one, v) for one in where.split(", "))

    # A table's sheets stand by the same few places, and each letter names some twenty of them.
    return once("place", where, v.edition.id, v.words.language, make=told)


def _place(rule: str, v: Voice) -> str:
    if rule.startswith(LEFT_OPEN):
        return v.say(LEFT_OPEN_WORDS)
    parts = [p for p in re.findall(r"[^.\[\]]+|\[\d+\]", rule) if p not in UNSAID]
    if "orders" in parts[:2] and parts[-1].startswith("["):
        last = v.say("choice {n}", n=int(parts[-1][1:-1]) + 1)
        return ", ".join([*(_part(part, number == 0, v) for number, part in enumerate(parts[:-1])), last])
    return ", ".join(_part(part, number == 0, v) for number, part in enumerate(parts))


def with_names(text: str, v: Voice) -> str:
    """A text of the adjudicator with names in place of ids."""

    def name(found: re.Match[str]) -> str:
        one = found.group()
        if one in v.edition.areas:
            return v.area(one)
        if one in v.edition.cards or one in v.edition.leaders:
            return v.card(one)
        if one in v.edition.tactics or one in v.edition.alliances or one in v.edition.loans:
            return v.card(one)
        if one in v.edition.houses:
            return v.house(one)
        # `support` and `raid` are ids and words alike.
        known_order = one in v.edition.orders and not one.isalpha()
        return v.order(one) if known_order else one

    return _ID.sub(name, text)


def unnamed_areas(source: Mapping[str, Any], code: str = NO_ORDER_NAMED) -> list[str]:
    """Areas for which a sheet of orders named none, so that the published default did, or (`ORDER_LEFT`) the
    steward."""
    return [skipped["where"].rpartition(".")[2] for skipped in source.get("skipped", ()) if skipped["code"] == code]


# Of orders, bids and vassals that cannot be; the values are named as in the words of the adjudicator.
OF_RULES = (
    N_("{house} has no units in {area}; orders of a vassal are written so: FOR {other}: ORDERS {place} {order}"),
    N_("{house} has no units in {area}"),
    N_("no vassal that you may command has units in {area}"),
    N_("a house has {copies} of {order}, not {count}"),
    N_("{count} special orders, but the place on the King's Court allows {allowed}"),
    N_("{type} orders are forbidden this round"),
    N_("Consolidate Power may only be placed on land"),
    N_("there is no order {order}"),
    N_("{order} is an order for vassals alone; for example: ORDERS {area} {other}"),
    N_("{order} is an order for vassals alone"),
    N_("{order} is no order for vassals; for example: FOR {house}: ORDERS {area} {other}"),
    N_("{order} is no order for vassals"),
    N_("{order} is laid down by cards alone"),
    N_("bid 0 to {most}, not {amount}"),
    N_("a wish says what to take, prefer, never to enter or never to leave; from where goes with what to take"),
    N_("{count} pieces of this kind are too many, there are {most} in all: {unit}"),
    N_("{order} names no area and is not laid"),
    N_("{house} is no vassal in this game"),
    N_("there are no vassals in this game"),
    N_("every vassal has its commander already"),
    N_("{other} commands {house} this round"),
)
# Of fields of a form that cannot be read.
OF_FORMS = (
    N_("units need somewhere to go"),
    N_("name each destination once"),
    N_("which vassals?"),
    N_("which unit?"),
    N_("what is to be raided?"),
    N_("which order?"),
    N_("which of the choices?"),
    N_("a wish needs an area"),
    N_("in which order?"),
    N_("how much?"),
    N_("an order needs an area"),
    N_("an exchange needs an area and its new order"),
    N_("a retreat needs somewhere to go"),
    N_("a place and a unit are needed"),
    N_("this question is not known"),
    N_("this is none of the choices"),
    N_("{typed} is not a whole number from 0 to {most}"),
    N_("{typed} is none of {known}"),
)
REFUSALS = (*OF_RULES, *OF_FORMS)


def _translated(words: str, templates: Iterable[str], v: Voice) -> str | None:
    """Words in the reader's language by the template that they fill; None where none does."""
    found = read_back(words, templates)
    if found is None:
        return None
    template, values = found
    if "type" in values:
        values["type"] = v.ban(values["type"])
    if "unit" in values:
        values["unit"] = v.kind(values["unit"])
    if "auction" in values:
        values["auction"] = v.track(values["auction"])
    if "part" in values:
        part = values["part"]
        values["part"] = v.say(part)
    return with_names(v.say(template, **values), v)


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet, with names for ids, in the reader's language where it has words for it."""
    if v.words.language == "en":
        return _translated(words, WORDS.values(), v) or with_names(words, v)
    said = _translated(words, WORDS.values(), v) or condition_fault(words, v) or _translated(words, REFUSALS, v)
    return said or with_names(words, v)
