"""Warnings about sheets, and refusals, in other languages: the templates that they fill read their words back."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.sheets.warnings.words import WORDS
from narration.condition_faults import condition_fault, read_back
from narration.thrones.instructions import with_names
from narration.thrones.voice import Voice
from narration.words import N_

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
