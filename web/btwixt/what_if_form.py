"""The form of a what-if: what it asks of another leader, such as `euron.up-to`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.btwixt.what_if import MOST_TOTAL, NOTHING, Assumed
from adjudicator.engine.decision import Refusal
from web.btwixt.sheet_form import Choices
from web.forms.edicts import Tried, WhatIfForm

SLOTS = 3


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

    def fields_of(self, house: str, tried: Tried) -> dict[str, Any]:
        """The cards that it may hold, those it plays first, and the total at which it kneels; `open`: anything can be
        assumed, beside a whole programme."""
        assumed: Assumed = tried.sketch.others.get(house, NOTHING)
        seen = msgspec.structs.replace(tried.view, seat=house, hand=[], waiting=[])
        return {
            "open": house != tried.view.seat and assumed.sheet is None,
            "cards": Choices(seen, house, tried.v).to_play[1:],
            "play": assumed.play,
            "slots": SLOTS,
            "up_to": tried.typed.get(f"{house}.up-to", "" if assumed.up_to is None else str(assumed.up_to)),
        }
