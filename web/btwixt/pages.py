"""The pages of B'Twixt: each method as `web.family_pages.Pages` says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from flask import render_template

from adjudicator.btwixt.editions.loading import rulings
from adjudicator.btwixt.sheets.resolver import DEFAULTS
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.state.edition import Edition
from adjudicator.engine.decision import Refusal
from narration.btwixt.narrator import BTWIXT as NARRATOR
from web.btwixt import what_if_form
from web.btwixt.edict_fields import KINDS, decree_fields, read_edict
from web.btwixt.form_choices import Choices
from web.btwixt.guide import guide
from web.btwixt.offering import arranged, hand, numbered, offered, ordering, table
from web.btwixt.place_facts import own_places, place_facts
from web.btwixt.sections import PARTS, sections
from web.btwixt.sheet_form import FORM, STRUCTS
from web.btwixt.tables import board_tables, end_tables
from web.family_pages import FormPages
from web.forms.drafts import Draft
from web.forms.sections import Display
from web.forms.shown import ShownForm


class BtwixtPages(FormPages):
    """Forms, tables and help of the family."""

    what_ifs = what_if_form
    tools: Mapping[str, Any] = {
        "legal_choices": offered,
        "arranged": arranged,
        "numbered": numbered,
        "ordering": ordering,
    }

    guide = staticmethod(guide)
    board_tables = staticmethod(board_tables)
    place_facts = staticmethod(place_facts)
    own_places = staticmethod(own_places)
    end_tables = staticmethod(end_tables)
    sheets = FORM
    edict_fields = staticmethod(decree_fields)

    def rulings(self, v: Any) -> str:
        """What the program does where the rulebooks are silent."""
        return render_template("guide_rulings.html", v=v, parts_of_rules=rulings())

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """What the template of the programme needs; `window` is the call's, empty for standing instructions."""
        named = partial(NARRATOR.refusal, v=v)
        form = ShownForm(draft.fields, draft.errors, warnings, draft.more, named, draft.opened)
        choices, drafting = Choices(view, house, v), window.endswith("-draft")
        # A question that is asked alone is answered before a programme says anything.
        writes = bool(window) and not window.startswith("d")
        spots = [hand(choices, drafting=drafting), *([] if drafting else table(choices))] if writes else []
        return {
            "form_template": "btwixt/sheet_form.html",
            "f": form,
            "c": choices,
            "show": Display(Sheet, STRUCTS, PARTS, form, choices).section,
            "sections": sections(choices, form, window),
            "spots": [spot for spot in spots if spot.picks[0].items],
            "defaults": DEFAULTS,
        }

    def edict_kinds(self, edition: Edition, modules: Collection[str], *, sees: bool) -> list[str]:
        """All kinds: none is about what is hidden."""
        return list(KINDS)

    def read_edict(self, edition: Edition, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """A decree from its fields; Unreadable."""
        return read_edict(kind, posted)

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """What the template of an answer needs."""
        return {"answer_template": "btwixt/answer.html", "f": form, "c": Choices(view, seat, v)}

    def defaults(self, edition: Edition) -> Mapping[str, str]:
        """What published defaults do, by kind of question."""
        return DEFAULTS

    def parts(self, edition: Edition) -> Collection[str]:
        """The parts of an edition that its description lists, by the names of its fields."""
        return ("houses", "allies", "influence")


BTWIXT = BtwixtPages()
