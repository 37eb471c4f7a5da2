"""Answers in words, and how a reader's own choices were made: by which rule, and which were passed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.btwixt.sheets.sheet import DEFAULTS, NOT_MEANT
from adjudicator.engine import Decided
from narration.btwixt.condition_phrases import CONDITIONS
from narration.btwixt.places import place_in_sheet, with_names
from narration.btwixt.voice import ASKED, Voice
from narration.instruction_words import InstructionWords
from narration.paragraph import Aside
from narration.words import word_tables

TABLES = word_tables(__name__)

# What the story tells of whoever decided it.
TOLD = ("play-or-kneel", "keep-card")
# Why one was passed over, for readers of other languages.
REASONS = TABLES["reasons"]


def answer_phrase(answer: Mapping[str, Any], v: Voice) -> str:
    """A choice in words, from its plain data."""
    match answer.get("kind"):
        case "play":
            return v.card_value(answer["card"]) if answer.get("card") else v.say("kneel")
        case "use":
            return v.say("yes") if answer["yes"] else v.say("no")
        case "leader":
            return v.house(answer["leader"])
        case "influence":
            return card_place(answer["card"], answer.get("of", ""), answer.get("number", 0), v)
        case "ally":
            return ally_place(answer["ally"], answer.get("council", ""), v)
        case "council":
            return v.say("the {council} council", council=v.council(answer["council"]))
        case "ally-order":
            return _order(answer, v)
        case "card-order":
            return ", ".join(v.say("card {n} of the bid", n=number) for number in answer["numbers"])
    return str(answer.get("kind", ""))


def card_place(card: str, of: str, number: int, v: Voice) -> str:
    """A card to choose, and where it lies."""
    if not of:
        return v.say("{card} of the discard pile", card=v.card_value(card))
    if not number:
        return v.card_value(card)
    return v.say("{card} of the bid pile of {house}", card=v.card_value(card), house=v.house(of))


def ally_place(ally: str, council: str, v: Voice) -> str:
    """An ally to choose, and where it lies."""
    if not council:
        return v.say("{ally} of the dead", ally=v.ally_power(ally))
    return v.say("{ally} of the {council} council", ally=v.ally_power(ally), council=v.council(council))


def _order(answer: Mapping[str, Any], v: Voice) -> str:
    top = ", ".join(map(v.ally_power, answer.get("top") or ())) or v.say("none")
    bottom = answer.get("bottom") or ()
    if not bottom:
        return v.say("from the top {allies}", allies=top)
    return v.say(
        "from the top {allies}; under the deck {bottom}", allies=top, bottom=", ".join(map(v.ally_power, bottom))
    )


INSTRUCTIONS = InstructionWords(
    CONDITIONS,
    REASONS,
    place_in_sheet,
    with_names,
    ASKED,
    answer_phrase,
    lambda event, v: DEFAULTS.get(event.asked, ""),
)


def asides(event: Decided, v: Voice) -> list[Aside]:
    """The reader's line about one choice; none where there was nothing to choose, or the story says it all: of a turn
    that its leader answered directly."""
    passed, by = INSTRUCTIONS.passed_over(event, v, NOT_MEANT), event.source["by"]
    if not passed and (by == "forced" or (by == "player" and event.asked in TOLD)):
        return []
    return [INSTRUCTIONS.aside(event, INSTRUCTIONS.choice(event, v), passed, v)]
