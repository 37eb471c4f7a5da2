"""A sheet in words, for its receipt: every section as lines, each rule with its condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec

from adjudicator.btwixt.sheets.conditions.text import format_amount
from adjudicator.btwixt.sheets.conditions.tree import Amount
from adjudicator.btwixt.sheets.sheet import BidRule, ChoiceRule, RankRule, Sheet, StewardRule, UseRule
from narration.btwixt.asked_names import ASKED
from narration.btwixt.choices import answer_phrase
from narration.btwixt.condition_phrases import CONDITIONS
from narration.btwixt.places import WHOLE
from narration.btwixt.voice import Voice
from narration.btwixt.wish_phrases import among, ranked, wish
from narration.words import N_

Told = list[tuple[str, list[str]]]
USES = {
    "kneel": N_("who kneels"),
    "take-card": N_("from whom a card is taken"),
    "give-card": N_("who gets a card"),
    "move-here": N_("to whose bid pile a card goes"),
    "discard-card": N_("who discards"),
    "draw": N_("who draws"),
    "look": N_("what is looked at"),
    "move": N_("what moves"),
    "return": N_("what goes back to hand"),
    "discard": N_("what is discarded"),
    "give": N_("what is given away"),
    "take": N_("what goes to a hand"),
    "kill": N_("who dies"),
    "add": N_("who comes back from the dead"),
    "claim": N_("where an ally won goes"),
    "place": N_("where an ally goes"),
    "token": N_("where a token goes"),
    "vote": N_("for what is voted"),
    "take-token": N_("where a token is taken from"),
    "put-token": N_("where a token moves to"),
    "return-token": N_("where a token goes back from"),
    "move-ally": N_("where an ally moves to"),
}


def sheet_in_words(sheet: Sheet, v: Voice) -> Told:
    """The sections in which something stands, with a title and lines."""
    told = [
        (v.say("Programme"), [f"{n}. {line}" for n, line in enumerate(_ruled(sheet.bid, _bid, v), 1)]),
        (v.say("Councils"), _ruled(sheet.councils, partial(_chooser, "councils"), v)),
        (v.say("Leaders"), _ruled(sheet.leaders, partial(_chooser, "leaders"), v)),
        (v.say("Cards"), _ruled(sheet.cards, partial(_chooser, "cards"), v)),
        (v.say("Allies"), _ruled(sheet.allies, partial(_chooser, "allies"), v)),
        (v.say("Abilities"), _ruled(sheet.abilities, _use, v)),
        (v.say("Next allies"), _ruled(sheet.arrange, partial(_rank, "arrange"), v)),
        (v.say("Draft"), _ruled(sheet.keep, partial(_rank, "keep"), v)),
        (v.say("Order of abilities"), _ruled(sheet.order, partial(_rank, "order"), v)),
        (v.say("Direct answers"), [answer_phrase(msgspec.to_builtins(one), v) for one in sheet.answers.values()]),
        (v.say("Left to the bot"), _ruled(sheet.steward, _steward, v)),
    ]
    return [(title, lines) for title, lines in told if lines]


def _ruled(rules: Iterable[Any], words: Callable[[Any, Voice], str], v: Voice) -> list[str]:
    """Rules as lines, each with its condition."""
    return [CONDITIONS.rule(rule.when, words(rule, v), v) for rule in rules]


def _amount(amount: Amount, v: Voice) -> str:
    """A number, or a sum as it is written."""
    return CONDITIONS.fact(format_amount(amount), v)


def _bid(rule: BidRule, v: Voice) -> str:
    if not rule.play:
        return v.say("kneel") if rule.kneel else v.say("nothing named")
    parts = [v.say("play {cards}", cards=ranked("bid", rule.play, v))]
    if rule.up_to is not None:
        parts.append(v.say("up to a total of {n}", n=_amount(rule.up_to, v)))
    if rule.at_least is not None:
        parts.append(v.say("to a total of at least {n}", n=_amount(rule.at_least, v)))
    if rule.cards is not None:
        parts.append(v.say("with at most {n} cards in the bid pile", n=_amount(rule.cards, v)))
    if rule.without:
        parts.append(v.say("never {cards}", cards=among("bid", rule.without, v)))
    if rule.kneel:
        parts.append(v.say("or else kneel"))
    return ", ".join(parts)


def _chooser(section: str, rule: ChoiceRule, v: Voice) -> str:
    parts = [ranked(section, rule.choose, v)] if rule.choose else []
    if rule.avoid:
        parts.append(v.say("rather not {what}", what=among(section, rule.avoid, v)))
    told = ", ".join(parts) or v.say("nothing named")
    named = v.either(v.source(one) for one in rule.source)
    used = v.either(v.say(USES[one]) if one in USES else one for one in rule.use)
    about = ", ".join(part for part in (named, used) if part)
    return v.say("{about}: {wish}", about=about, wish=told) if about else told


def _use(rule: UseRule, v: Voice) -> str:
    use = v.say("use it") if rule.use else v.say("do not use it")
    about = v.either(v.source(one) for one in rule.source)
    return v.say("{about}: {wish}", about=about, wish=use) if about else use


def _rank(section: str, rule: RankRule, v: Voice) -> str:
    parts = []
    if rule.first:
        parts.append(v.say("first {what}", what=", ".join(wish(section, one, v) for one in rule.first)))
    if rule.last:
        parts.append(v.say("last {what}", what=", ".join(wish(section, one, v) for one in rule.last)))
    return "; ".join(parts) or v.say("nothing named")


def _steward(rule: StewardRule, v: Voice) -> str:
    if not rule.kinds:
        return v.say("everything that no rule decides")
    return v.both(_kind(kind, v) for kind in rule.kinds)


def _kind(kind: str, v: Voice) -> str:
    """A kind of question, or a part of the sheet."""
    if kind in ASKED:
        return v.say(ASKED[kind])
    return v.say(WHOLE[kind]) if kind in WHOLE else kind
