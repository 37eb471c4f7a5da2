"""Order sheets of the Westeros games in words, and how own choices were made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.engine import Decided, Suggestion
from adjudicator.engine.sheet import sections_of
from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets import fields
from adjudicator.thrones.sheets.battle import TakeBackRule
from adjudicator.thrones.sheets.choices import ChoiceRule, OfferRule, ReplyRule
from adjudicator.thrones.sheets.conditions.tree import Sum
from adjudicator.thrones.sheets.fields import ANY_TARGET, HOME, NO_ORDER, SAFEST
from adjudicator.thrones.sheets.marches import FEWER, MarchPlan, TroopsRule
from adjudicator.thrones.sheets.muster import LoanRule
from adjudicator.thrones.sheets.orders import RaidRule
from adjudicator.thrones.sheets.resolver import KINDS, policy_words
from adjudicator.thrones.sheets.sheet import Sheet
from narration.instruction_words import InstructionWords, who_decided
from narration.paragraph import Aside
from narration.sheet.words import ELSE, SheetWords, Told, Value
from narration.thrones.condition_phrases import CONDITIONS, sum_words
from narration.thrones.questions import (
    ASKED,
    KEPT_BACK,
    NO_ORDER_NAMED,
    ORDER_LEFT,
    REASONS,
    place_in_sheet,
    unnamed_areas,
    with_names,
)
from narration.thrones.voice import Voice
from narration.words import N_, capital, word_tables

# What is told in percent of what the other can play.
SHARES = ("sure", "likely", "enough", "best")
NOTES = {
    KEPT_BACK: N_("Kept back: {place}: {cards}"),
    FEWER: N_("Supply limits the march ({place}); these units stay: {what}"),
}


def _march_phrase(answer: Mapping[str, Any], v: Voice) -> str:
    """Describe where a march's units and leaders go, and if a Power token stays."""
    moves: Mapping[str, Mapping[str, int]] = answer.get("moves") or {}
    led: Mapping[str, str] = answer.get("leaders") or {}
    goals = dict.fromkeys((*moves, *(to for to in led.values() if to != answer["area"])))
    if not goals:
        return v.say("{area}: units stay", area=v.area(answer["area"]))
    legs = []
    for to in goals:
        units = v.units(moves.get(to, {}), [leader for leader, goal in led.items() if goal == to])
        legs.append(f"{units} \u2192 {v.area(to)}")
    text = v.say("{area}: {legs}", area=v.area(answer["area"]), legs="; ".join(legs))
    return text + (v.say(", a Power token stays") if answer.get("leave_token") else "")


def _offer(answer: Mapping[str, Any], v: Voice) -> str:
    if not answer.get("leaders"):
        return v.say("no offer")
    price = v.price_phrase(answer.get("power", 0), answer.get("hostages", ()))
    return v.say("{price} for {leaders}", price=price, leaders=v.leaders(answer["leaders"]))


def _recruits(answer: Mapping[str, Any], v: Voice) -> str:
    recruits = []
    for want in answer.get("wants") or ():
        text = N_("upgrade to {unit} in {at}") if want.get("upgrade") else N_("{unit} in {at}")
        recruits.append(v.say(text, unit=v.a_unit(want["unit"]), at=v.area(want["at"])))
    return "; ".join(recruits) or v.say("nothing")


def answer_phrase(answer: Mapping[str, Any], v: Voice) -> str:
    """A choice in words, from its plain data."""
    match answer.get("kind"):
        case "piece":
            return v.say("{unit} in {at}", unit=v.a_unit(answer["unit"]), at=v.area(answer["area"]))
        case "amount":
            return v.power(answer["power"])
        case "ranked":
            return ", ".join(v.house(house) for house in answer["houses"])
        case "named":
            return v.house(answer["house"])
        case "card":
            return v.card(answer["card"]) if answer.get("card") else v.say_in("cards, areas, rules", "none")
        case "area":
            return v.area(answer["area"]) if answer.get("area") else v.say_in("cards, areas, rules", "none")
        case "yes-no":
            return v.say("yes") if answer["yes"] else v.say("no")
        case "pick":
            return v.choice_phrase(answer["choice"])
        case "spread":
            return ", ".join(f"{v.house(house)} {amount}" for house, amount in answer["gifts"].items())
        case "pledges":
            sides = {"attacker": v.say("the attacker"), "defender": v.say("the defender"), "none": v.say("nobody")}
            return ", ".join(
                v.say("{area} for {side}", area=v.area(a), side=sides.get(side, side))
                for a, side in answer["sides"].items()
            )
        case "orders":
            orders = answer["orders"]
            return ", ".join(f"{v.area(area)} {v.order(order)}" for area, order in orders.items()) or v.say("none")
        case "swap":
            if not answer.get("area"):
                return v.say("look at a wildling card") if answer.get("look") else v.say("no change")
            return v.say("{order} in {area}", order=v.order(answer["order"]), area=v.area(answer["area"]))
        case "raid":
            targets = v.areas(answer.get("targets") or ()) or v.say("no target")
            return f"{v.area(answer['area'])} \u2192 {targets}"
        case "march":
            return _march_phrase(answer, v)
        case "recruits":
            return _recruits(answer, v)
        case "offer":
            return _offer(answer, v)
    return str(answer.get("kind", ""))


INSTRUCTIONS = InstructionWords(
    CONDITIONS,
    REASONS,
    place_in_sheet,
    with_names,
    ASKED,
    answer_phrase,
    lambda event, v: policy_words(event.asked, event.source.get("rule", ""), v.edition),
    SHARES,
    NOTES,
    frozenset(kind.tag for kind in KINDS.values() if kind.harmless),
)


def default_orders(event: Decided, v: Voice) -> str:
    """Describe orders that the published default filled in; empty if none."""
    filled = _added_orders(event, NO_ORDER_NAMED, v)
    return v.say("Default orders where you gave none: {orders}", orders=filled) if filled else ""


def bot_orders(event: Decided, v: Voice) -> str:
    """Describe orders that the bot added to a sheet that left it the rest, or empty."""
    filled = _added_orders(event, ORDER_LEFT, v)
    return v.say("The bot gave orders where you gave none: {orders}", orders=filled) if filled else ""


def _added_orders(event: Decided, code: str, v: Voice) -> str:
    """Return in words the orders for areas that the sheet did not name; or empty.
    `code` is why they were added: NO_ORDER_NAMED (by default) or ORDER_LEFT (by the bot)."""
    orders = event.answer.get("orders")
    if not orders:
        return ""
    areas = (area for area in unnamed_areas(event.source, code) if area in orders)
    return ", ".join(f"{v.area(area)} {v.order(orders[area])}" for area in areas)


def asides(event: Decided, v: Voice) -> list[Aside]:
    """The reader's lines about one choice; none where there was nothing to choose."""
    passed = INSTRUCTIONS.passed_over(event, v, (NO_ORDER_NAMED, ORDER_LEFT))
    if event.source["by"] == "forced" and not passed:
        return []
    line = INSTRUCTIONS.choice(event, v)
    if event.asked == "place-orders" and not event.source.get("reason"):
        # The story shows the orders beside it.
        line = v.say("{who}: {what}", who=who_decided(event, v), what=v.say(ASKED[event.asked]))
    lines = [INSTRUCTIONS.aside(event, line, passed, v)]
    if bots := bot_orders(event, v):
        lines.append(Aside(bots + ".", default=False))
    if filled := default_orders(event, v):
        lines.append(Aside(filled + ".", default=True))
    return lines


TABLES = word_tables(__name__)

__all__ = ["FOES", "KINDS_OF_AREAS", "LEFT", "LIKINGS", "SPECIAL_CARDS", "Told", "sheet_in_words"]

BLADES = TABLES["blades"]
LIKINGS = TABLES["likings"]
ROLES = TABLES["roles"]
SPECIAL_CARDS = TABLES["special-cards"]
REFUGES = {HOME: N_("nearest to home"), SAFEST: N_("where enemy marches threaten least")}
LEFT = {name: section.name for name, section in sections_of(Sheet).items()}
FOES = TABLES["foes"]
KINDS_OF_AREAS = TABLES["kinds-of-areas"]
# Sections in the order in which a receipt has them.
_ORDER = (
    *("orders", "raven", "raids", "marches", "support", "cards", "blade", "losses", "retreat", "muster", "choices"),
    *("texts", "bids", "ties", "loans", "troops", "hostages", "answers", "claims", "vassals", "steward"),
)
OCCASIONS = TABLES["occasions"]
PEOPLE = TABLES["people"]
TOKENS = TABLES["tokens"]


def _order(v: Voice, order: str) -> str:
    return v.order(order) if order in v.edition.orders else v.ban(order)


def _target(v: Voice, target: str) -> str:
    if target == ANY_TARGET:
        return v.say("any order")
    return v.say("any order of {house}", house=v.house(target)) if target in v.edition.houses else v.area(target)


def _leaders(v: Voice, value: Value) -> str:
    """Where leaders go."""
    return "; ".join(
        v.say(
            N_("{leader} stays") if to == fields.STAYS else N_("{leader} to {area}"),
            leader=v.leader(name),
            area=v.area(to),
        )
        for name, to in value.rule.leaders.items()
    )


def _price(v: Voice, value: Value) -> str:
    """`4 power and Balon Greyjoy`; empty for nothing."""
    power = [_amount(v, value.rule.power)] if value.rule.power else []
    return v.both([*power, *map(v.leader, value.rule.hostages)])


def _amount(v: Voice, amount: int | Sum) -> str:
    return v.power(amount) if isinstance(amount, int) else sum_words(amount, v)


class _Words(SheetWords):
    """The sheets of the Westeros board games."""

    names = {
        "area": Voice.area,
        "house": Voice.house,
        "unit": Voice.a_unit,
        "order": _order,
        "type": _order,
        "auction": Voice.track,
        **dict.fromkeys(("card", "loan", "leader", "tactic"), Voice.card),
    }
    words = {
        "": {
            **PEOPLE,
            **FOES,
            **SPECIAL_CARDS,
            **REFUGES,
            **KINDS_OF_AREAS,
            NO_ORDER: N_("no order"),
            PASS: N_("none: pass the set of orders on"),
        },
        "use": BLADES,
        "role": ROLES,
        "likings": LIKINGS,
        "what": LEFT,
        "leave_token": TOKENS,
    }
    slots = {
        (RaidRule, "targets"): lambda v, value: v.say(ELSE).join(_target(v, one) for one in value.rule.targets),
        (MarchPlan, "leaders"): _leaders,
        (TakeBackRule, "because"): lambda v, value: v.either(map(v.reason, value.rule.because)),
        (TroopsRule, "because"): lambda v, value: v.reason(value.rule.because),
        (OfferRule, "price"): _price,
        (ReplyRule, "price"): _price,
        (ChoiceRule, "pick"): lambda v, value: v.say(ELSE).join(
            v.choice_phrase(one, value.key) for one in value.rule.pick
        ),
        (LoanRule, "pick"): lambda v, value: ", ".join(
            v.choice_phrase(one, value.rule.loan) for one in value.rule.pick
        ),
    }
    first, occasions, conditions = _ORDER, OCCASIONS, CONDITIONS
    keys = {
        **dict.fromkeys(("orders", "raids", "marches", "muster"), Voice.area),
        "bids": Voice.track,
        "choices": Voice.asking_title,
    }

    def amount(self, v: Voice, amount: int | Sum) -> str:
        """An amount of Power, or a sum of numbers."""
        return _amount(v, amount)

    def counts(self, v: Voice, units: Mapping[str, int]) -> str:
        """`1 knight and 2 footmen`."""
        return v.units(units)

    def power(self, v: Voice, amount: int) -> str:
        """`3 power`."""
        return v.power(amount)

    def answer(self, v: Voice, answer: Any) -> str:
        """A direct answer."""
        return answer_phrase(msgspec.to_builtins(answer), v)

    def within(self, v: Voice, key: str) -> str:
        """Return the title of a vassal's sheet: `Vassal Tyrell`, or `Any vassal`."""
        return capital(v.say("any vassal")) if key == fields.ANY_VASSAL else v.say("Vassal {house}", house=v.house(key))


WORDS = _Words()
sheet_in_words = WORDS.sheet

# Why the bot suggests something, by the code of the reason.
SUGGESTED = {
    "likely-attack": N_("This attack should win {area}."),
    "attack": N_("This attack may win {area}."),
    "free-castle": N_("Nobody holds {area}, and units can be mustered there."),
    "free-barrel": N_("Nobody holds {area}, and it brings supply."),
    "free-crown": N_("Nobody holds {area}, and it brings power."),
    "free": N_("Nobody holds {area}."),
    "nearer": N_("Your units are more useful in {area}."),
    "stay": N_("Your units are more useful where they are."),
    "muster": N_("Your supply allows these new units."),
    "help-attack": N_("It supports your attack on {area}."),
    "help": N_("It supports the areas beside it."),
    "raid": N_("It may remove an enemy order in {area}."),
    "power": N_("It brings power."),
    "threat": N_("Enemy units can march to {area}."),
    "guard": N_("It guards {area}."),
    "bid": N_("This leaves you some power for later."),
    "no-bid": N_("You can save your power here."),
    "bid-wildlings": N_("This is your share against the wildlings."),
    "card": N_("{card} suits this battle."),
    "card-defends": N_("Strong enemies can march to {area}: {card} defends it."),
    "rest": N_("The bot decides what you leave open when it comes up."),
}


def suggestion_words(suggestion: Suggestion, v: Voice) -> str:
    """Say in one sentence why the bot suggests something; empty for no reason."""
    text, about = SUGGESTED.get(suggestion.reason, ""), suggestion.about
    where = about if about in v.edition.areas else suggestion.area
    return v.say(text, area=v.area(where) if where else "", card=v.card(about)) if text else ""
