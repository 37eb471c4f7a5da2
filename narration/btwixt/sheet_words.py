"""Programmes of B'Twixt in words, for their receipts."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.btwixt.sheets.choices import ChoiceRule, UseRule
from adjudicator.btwixt.sheets.conditions.tree import Amount
from adjudicator.btwixt.sheets.sheet import SECTIONS, StewardRule
from adjudicator.engine.sheet.conditions import number_text
from narration.btwixt.choices import answer_phrase
from narration.btwixt.condition_phrases import CONDITIONS
from narration.btwixt.places import WHOLE
from narration.btwixt.voice import ASKED, Voice
from narration.btwixt.wish_phrases import wish
from narration.sheet.words import ANSWERS, SheetWords, Value
from narration.words import N_

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
# Direct answers stand before what is left to the bot, which is the last section.
_FIRST = (*(name for name in SECTIONS if name != "steward"), ANSWERS)


def _about(v: Voice, value: Value) -> str:
    """For which cards and which questions a rule is meant."""
    sources = v.either(v.source(one) for one in value.rule.source)
    uses = v.either(v.say(USES[one]) if one in USES else one for one in value.rule.use)
    return ", ".join(part for part in (sources, uses) if part)


def _kind(v: Voice, kind: str) -> str:
    """A kind of question, or a part of the sheet; what is neither stays as it is."""
    known = ASKED.get(kind) or WHOLE.get(kind)
    return v.say(known) if known else kind


class _Words(SheetWords):
    """The sheets of B'Twixt."""

    first, conditions, numbered = _FIRST, CONDITIONS, frozenset({"bid"})
    slots = {
        (ChoiceRule, "about"): _about,
        (UseRule, "source"): lambda v, value: v.either(v.source(one) for one in value.rule.source),
        (StewardRule, "kinds"): lambda v, value: v.both(_kind(v, kind) for kind in value.rule.kinds),
    }

    def amount(self, v: Voice, amount: Amount) -> str:
        """A number, or a sum as it is written."""
        return CONDITIONS.fact(number_text(amount), v)

    def answer(self, v: Voice, answer: Any) -> str:
        """A direct answer."""
        return answer_phrase(msgspec.to_builtins(answer), v)

    def plain(self, v: Voice, text: str, value: Value) -> str:
        """A wish."""
        return wish(value.key, text, v)


WORDS = _Words()
sheet_in_words = WORDS.sheet
