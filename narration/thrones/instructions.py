"""Instructions in words: where one stands in a sheet, why it was passed over, warnings and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.engine.sheet import sections_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.warnings.words import WORDS
from narration.faults import condition_fault, read_back
from narration.instruction_words import LEFT_OPEN, LEFT_OPEN_WORDS
from narration.thrones.phrases import named_asking
from narration.thrones.voice import TRACKS, Voice
from narration.words import word_tables

TABLES = word_tables(__name__)

SECTIONS = {**{name: section.name for name, section in sections_of(Sheet).items()}, **TABLES["sections"]}
# Fields of rules, where a place names them.
FIELDS = TABLES["fields"]
UNSAID = ("rules", "areas")
NO_ORDER_NAMED, ORDER_LEFT, KEPT_BACK = "no-order-named", "left-to-the-steward", "kept-back"
# Why an instruction was passed over, for readers of other languages; in English the resolver's own words say more.
REASONS = TABLES["reasons"]
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
    return "; ".join(_place(one, v) for one in where.split(", "))


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
        known = v.edition
        if any(one in cards for cards in (known.cards, known.leaders, known.tactics, known.alliances, known.loans)):
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
OF_RULES = TABLES["of-rules"]
# Of fields of a form that cannot be read.
OF_FORMS = TABLES["of-forms"]
REFUSALS = (*OF_RULES, *OF_FORMS)


def _translated(words: str, templates: Iterable[str], v: Voice) -> str | None:
    """Words in the reader's language by the template that they fill; None where none does."""
    found = read_back(words, templates)
    if found is None:
        return None
    template, values = found
    for slot, say in (("type", v.ban), ("unit", v.kind), ("auction", v.track), ("part", v.say)):
        if slot in values:
            values[slot] = say(values[slot])
    return with_names(v.say(template, **values), v)


def refusal_words(words: str, v: Voice) -> str:
    """What the adjudicator says of a sheet, with names for ids, in the reader's language where it has words for it."""
    if v.words.language == "en":
        return _translated(words, WORDS.values(), v) or with_names(words, v)
    said = _translated(words, WORDS.values(), v) or condition_fault(words, v) or _translated(words, REFUSALS, v)
    return said or with_names(words, v)
