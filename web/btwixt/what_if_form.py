"""The form of a what-if: what it asks of another leader, such as `euron.up-to`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from adjudicator.btwixt.what_if import MOST_TOTAL, NOTHING, Assumed
from adjudicator.engine.decision import Refusal
from web.btwixt.sheet_form import Choices, Group, Option
from web.forms.edicts import Tried, WhatIfForm

SLOTS = 3


@dataclass(frozen=True)
class LeaderFields:
    """What is assumed of a leader (`open`: anything can be, beside a whole programme): cards it plays first among
    `cards`, the total at which it kneels."""

    open: bool
    cards: Sequence[Option | Group]
    play: tuple[str, ...]
    up_to: str
    slots: int = SLOTS


class LeaderForm(WhatIfForm):
    """The form of what-ifs of the family."""

    template = "btwixt/what_if_part.html"

    def assumed(self, house: str, fields: Mapping[str, str], faults: list[Refusal]) -> Assumed:
        """The cards it plays first, and the total at which it kneels."""
        play = tuple(card for n in range(SLOTS) if (card := fields.get(f"{house}.play.{n}", "")))
        typed = fields.get(f"{house}.up-to", "").strip()
        up_to = None
        if typed.isascii() and typed.isdigit() and len(typed) < 4:
            up_to = int(typed)
        elif typed:
            faults.append(Refusal("bad-number", f"a total is a number from 0 to {MOST_TOTAL}", f"{house}.up-to"))
        return Assumed(play, up_to)

    def fields_of(self, house: str, tried: Tried) -> LeaderFields:
        """The cards that it may hold, and what is assumed."""
        assumed: Assumed = tried.sketch.others.get(house, NOTHING)
        seen = msgspec.structs.replace(tried.view, seat=house, hand=[], waiting=[])
        return LeaderFields(
            open=house != tried.view.seat and assumed.sheet is None,
            cards=Choices(seen, house, tried.v).to_play[1:],
            play=assumed.play,
            up_to=tried.typed.get(f"{house}.up-to", "" if assumed.up_to is None else str(assumed.up_to)),
        )
