"""Why a rule decided or was passed over, in words, with the numbers on both sides of what it asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from narration.btwixt.condition_phrases import CONDITIONS
from narration.btwixt.places import place_in_sheet, with_names
from narration.btwixt.voice import Voice
from narration.words import N_

REASONS = {
    "condition-false": N_("its condition did not hold"),
    "condition-not-applicable": N_("its condition is about something that was not there"),
    "not-this-question": N_("it is for other questions"),
    "card-not-in-hand": N_("none of its cards is in hand"),
    "over-limit": N_("none of its cards keeps within its limits"),
    "nobody-else-stands": N_("I lead, and nobody else stands"),
    "leads-already": N_("I lead already"),
    "nothing-is-enough": N_("no card in hand is enough to lead"),
    "does-not-lead": N_("I do not lead"),
    "not-a-choice": N_("none of its wishes is among the choices"),
    "nothing-else-left": N_("there is nothing but what it avoids"),
}
NEEDED = {
    ">=": N_("{what}: {was}, needed {needed}"),
    ">": N_("{what}: {was}, needed more than {needed}"),
    "<": N_("{what}: {was}, needed less than {needed}"),
    "<=": N_("{what}: {was}, needed at most {needed}"),
    "=": N_("{what}: {was}, needed exactly {needed}"),
    "!=": N_("{what}: {was}, needed any other number than {needed}"),
}


def _number(number: Sequence[Any], v: Voice) -> str:
    what, was, op, needed, of = number
    name = CONDITIONS.fact(what, v)
    if not op:
        return v.say("{what}: yes", what=name) if was else v.say("{what}: no", what=name)
    other = f" ({CONDITIONS.fact(of, v)})" if of else ""
    return v.say(NEEDED[op], what=name, was=was, needed=f"{needed}{other}")


def numbers_phrase(numbers: Iterable[Sequence[Any]], v: Voice) -> str:
    """`my total 6, needed 4`; empty where there are none."""
    return "; ".join(_number(number, v) for number in numbers)


def skipped_phrase(skipped: Mapping[str, Any], v: Voice) -> str:
    """An instruction that was passed over, and why."""
    code, place = skipped["code"], place_in_sheet(skipped["where"], v)
    own = with_names(skipped.get("words", ""), v) or code.replace("-", " ")
    why = v.say(REASONS[code]) if v.words.language != "en" and code in REASONS else own
    numbers = numbers_phrase(skipped.get("numbers", ()), v)
    return v.say("Passed over: {place}: {why}", place=place, why=f"{why}: {numbers}" if numbers else why)
