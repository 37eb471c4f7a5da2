"""The lines of a Westeros sheet on paper: orders and marches of the house's areas, its cards, its places to muster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from narration.thrones.voice import Voice
from web.family_pages import PencilTable
from web.thrones.sheet_form.choices import Choices


def pencil(view: Any, house: str, v: Voice) -> Sequence[PencilTable]:
    """Tables for what the house has on this board; those without rows are left out."""
    choices = Choices(view, house, v)
    say = v.say
    armies = tuple(f"{v.area(area)}: {choices.units_in(area)}" for area in choices.with_units)
    hand = sorted(choices.board.hands.get(house, ()), key=lambda card: (-v.edition.cards[card].strength, card))
    cards = tuple(f"{v.card(card)} {v.edition.cards[card].strength}" for card in hand)
    places = tuple(v.area(area) for area in choices.muster_areas)
    tables = (
        PencilTable(say("Orders"), armies, (say("order"), say("or else"))),
        PencilTable(say("Marches"), armies, (say("only if"), say("units, and where they go"))),
        PencilTable(say("House cards"), cards, (say("when to play it"),)),
        PencilTable(say("Mustering"), places, (say("what to muster"),)),
    )
    return tuple(table for table in tables if table.rows)
