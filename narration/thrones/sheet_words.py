"""Order sheets of the Westeros board games in words: names, plain words and titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.engine.sheet.sections import sections_of
from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets import fields
from adjudicator.thrones.sheets.battle import TakeBackRule
from adjudicator.thrones.sheets.choices import ChoiceRule, OfferRule, ReplyRule
from adjudicator.thrones.sheets.conditions.tree import Sum
from adjudicator.thrones.sheets.fields import ANY_TARGET, HOME, NO_ORDER, SAFEST
from adjudicator.thrones.sheets.marches import MarchPlan, TroopsRule
from adjudicator.thrones.sheets.muster import LoanRule
from adjudicator.thrones.sheets.orders import RaidRule
from adjudicator.thrones.sheets.sheet import Sheet
from narration.sheet.words import ELSE, SheetWords, Told, Value
from narration.thrones.choices import answer_phrase
from narration.thrones.condition_phrases import CONDITIONS, sum_words
from narration.thrones.phrases import asking_title, choice_phrase
from narration.thrones.voice import Voice
from narration.words import N_, word_tables

TABLES = word_tables(__name__)

__all__ = ["FOES", "KINDS_OF_AREAS", "LEFT", "LIKINGS", "SPECIAL_CARDS", "Told", "sheet_in_words"]

BLADES = TABLES["blades"]
LIKINGS = TABLES["likings"]
ROLES = TABLES["roles"]
SPECIAL_CARDS = TABLES["special-cards"]
REFUGES = {HOME: N_("nearest to home"), SAFEST: N_("where marches threaten least")}
LEFT = {name: section.label for name, section in sections_of(Sheet).items()}
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
            choice_phrase(one, v, value.key) for one in value.rule.pick
        ),
        (LoanRule, "pick"): lambda v, value: ", ".join(
            choice_phrase(one, v, value.rule.loan) for one in value.rule.pick
        ),
    }
    first, occasions, conditions = _ORDER, OCCASIONS, CONDITIONS
    keys = {
        **dict.fromkeys(("orders", "raids", "marches", "muster"), Voice.area),
        "bids": Voice.track,
        "choices": lambda v, key: asking_title(key, v),
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
        """`Vassal Tyrell`."""
        return v.say("Any vassal") if key == fields.ANY_VASSAL else v.say("Vassal {house}", house=v.house(key))


WORDS = _Words()
sheet_in_words = WORDS.sheet
