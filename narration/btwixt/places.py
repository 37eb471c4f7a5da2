"""Instructions in words: where one stands in a sheet, why it was passed over, and names in place of ids."""

from __future__ import annotations

import re

from adjudicator.btwixt.sheets.sheet import SECTIONS
from narration.btwixt.voice import ASKED, Voice
from narration.instruction_words import LEFT_OPEN, LEFT_OPEN_WORDS
from narration.words import word_tables

TABLES = word_tables(__name__)

RULES = TABLES["rules"]
WHOLE = {**{name: section.name for name, section in SECTIONS.items()}, **TABLES["whole"]}
FIELDS = TABLES["fields"]
# Why an instruction was passed over, for readers of other languages; in English the resolver's own words say more.
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PARTS = re.compile(r"[^.\[\]]+|\[\d+\]")


def place_in_sheet(where: str, v: Voice) -> str:
    """`bid[2].when` as `rule 3 of your programme, its condition`; of several each."""
    return "; ".join(_place(one, v) for one in where.split(", "))


def _place(where: str, v: Voice) -> str:
    if where.startswith(LEFT_OPEN):
        return v.say(LEFT_OPEN_WORDS)
    parts = _PARTS.findall(where)
    told: list[str] = []
    while parts and parts[0] in ("standing", "taken-over"):
        told.append(v.say(WHOLE[parts.pop(0)]))
    section, known = "", False
    while parts:
        part = parts.pop(0)
        if not known and part in RULES and parts and parts[0].startswith("["):
            told.append(v.say(RULES[part], n=int(parts.pop(0)[1:-1]) + 1))
        elif not known and part in WHOLE:
            told.append(v.say(WHOLE[part]))
        elif part.startswith("["):
            told.append(v.say("number {n}", n=int(part[1:-1]) + 1))
        elif section != "answers":
            plain = part.replace("_", "-")
            told.append(v.say(FIELDS[plain]) if plain in FIELDS else with_names(part, v).replace("-", " "))
        else:
            told.append(question_named(part, v))
        section, known = (part, True) if not known else (section, known)
    return ", ".join(told)


def question_named(decision: str, v: Voice) -> str:
    """A question by its id, as `d12-play-or-kneel-cersei`: what it asks."""
    kind = decision.partition("-")[2].rpartition("-")[0]
    return v.say(ASKED[kind]) if kind in ASKED else decision.replace("-", " ")


def with_names(text: str, v: Voice) -> str:
    """A text of the adjudicator with names in place of ids."""

    def name(found: re.Match[str]) -> str:
        one = found.group()
        if one in v.edition.houses:
            return v.house(one)
        if one in v.edition.allies or one in v.edition.influence:
            return v.source(one)
        first, between, second = one.partition("-")
        return v.council(one) if between and {first, second} <= set(v.edition.houses) else one

    return _ID.sub(name, text)
