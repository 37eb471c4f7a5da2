"""Why an instruction decided or was passed over, in words, with the numbers on both sides of what it asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.instructions import KEPT_BACK, REASONS, place_in_sheet, with_names
from narration.thrones.voice import Voice
from narration.words import N_

NEEDED = {
    ">=": N_("{what}: {was}, needed {needed}"),
    ">": N_("{what}: {was}, needed more than {needed}"),
    "<": N_("{what}: {was}, needed less than {needed}"),
    "<=": N_("{what}: {was}, needed at most {needed}"),
    "=": N_("{what}: {was}, needed exactly {needed}"),
    "!=": N_("{what}: {was}, needed any other number than {needed}"),
}
# What is told in percent of what the other can play.
SHARES = ("sure", "likely", "enough", "best")


def _told(number: Sequence[Any], v: Voice) -> str:
    what, was, op, needed, of = number
    name = CONDITIONS.fact(what, v)
    if not op:
        return v.say("{what}: yes", what=name) if was else v.say("{what}: no", what=name)
    unit = " %" if what in SHARES else ""
    if unit and not needed:
        return f"{name} {was}{unit}"
    other = f" ({CONDITIONS.fact(of, v)})" if of else ""
    return v.say(NEEDED[op], what=name, was=f"{was}{unit}", needed=f"{needed}{unit}{other}")


def numbers_phrase(numbers: Iterable[Sequence[Any]], v: Voice) -> str:
    """`lead 6, needed 4; power 3, needed more than 2`; empty where there are none."""
    return "; ".join(_told(number, v) for number in numbers)


def skipped_phrase(skipped: Mapping[str, Any], v: Voice) -> str:
    """An instruction that was passed over, and why; or one that kept cards back."""
    code, place = skipped["code"], place_in_sheet(skipped["where"], v)
    own = with_names(skipped.get("words", ""), v) or code.replace("-", " ")
    if code == KEPT_BACK:
        return v.say("Kept back: {place}: {cards}", place=place, cards=own)
    foreign = v.words.language != "en" and code in REASONS
    why = v.say(REASONS[code]) if foreign else own
    numbers = numbers_phrase(skipped.get("numbers", ()), v)
    return v.say("Passed over: {place}: {why}", place=place, why=f"{why}: {numbers}" if numbers else why)
