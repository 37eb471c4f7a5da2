"""Pages of B'Twixt, as in `web.family_pages.Pages`; help; override fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from flask import render_template

from adjudicator.btwixt.editions.loading import rulings
from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.sheets.sheet import DEFAULTS, SECTIONS, Sheet
from adjudicator.btwixt.state import Edition, councils_of
from adjudicator.btwixt.state.events import AnyOverride
from adjudicator.engine import Refusal
from narration.btwixt.voice import ASKED, Voice
from narration.words import N_
from web.btwixt.sheet_form import FORM, MAIN, PARTS, STRUCTS, Choices, LeaderForm, influence_cards, sections
from web.btwixt.tables import (
    ally_cards,
    board_tables,
    council_lines,
    hand,
    legal_choices,
    numbered,
    ordering,
    pile_lines,
    place_facts,
    table,
)
from web.family_pages import FormPages, shown_form
from web.forms.drafts import Draft
from web.forms.overrides import OverrideField, OverrideForm
from web.forms.sections import Display, options_with_names

# The fields of each kind.
KINDS = {
    "place-ally": "ally council?",
    "set-tokens": "council tokens:number",
    "give-influence": "house card",
    "set-first-player": "house",
    "ruling": "text",
    "end-game": "winners",
}
LABELS = {
    "ally": N_("ally"),
    "council": N_("Council (none: dead pile)"),
    "tokens": N_("Tokens"),
    "house": N_("leader"),
    "card": N_("Influence card"),
    "text": N_("ruling"),
    "winners": N_("Winners (none: by the standings)"),
}


DECREES = OverrideForm(KINDS, LABELS, AnyOverride, "")


def kind_fields(kind: str, v: Voice, houses: Sequence[str], modules: Sequence[str] = ()) -> list[OverrideField]:
    """Return the fields of a kind of override, in the words of `v`, for these leaders."""
    leaders = options_with_names(houses, v.house)
    options = {
        "ally": sorted(options_with_names(v.edition.allies, v.ally), key=itemgetter(1)),
        "council": options_with_names(councils_of(houses), v.council),
        "card": sorted(options_with_names(v.edition.influence, v.card), key=itemgetter(1)),
        "house": leaders,
        "winners": leaders,
    }
    return DECREES.fields(kind, v, options)


GROUPS = {
    "standard": N_("Influence cards"),
    "event": N_("Events (advanced game)"),
    "leader": N_("Leaders' own cards (advanced game)"),
}


def guide(v: Any) -> str:
    """The page of one edition: seasons, the programme, allies, influence cards."""
    edition = v.edition
    cards = sorted(edition.influence.values(), key=lambda item: (item.leader, -item.value, item.id))
    return render_template(
        "btwixt/guide_edition.html",
        v=v,
        lengths=[(n, rounds_in_season(n), rounds(n, ()), rounds(n, ("short-game",))) for n in edition.player_counts],
        parts_of_sheet=[(part.heading, part.help) for part in SECTIONS.values()],
        defaults=[(ASKED[kind], words) for kind, words in DEFAULTS.items()],
        allies=sorted(edition.allies.values(), key=lambda ally: (-ally.power, v.ally(ally.id))),
        groups=[(words, [card for card in cards if card.group == group]) for group, words in GROUPS.items()],
    )


class BtwixtPages(FormPages):
    """Forms, tables and help of the family."""

    what_ifs = LeaderForm()
    tools = (legal_choices, numbered, ordering, ally_cards, influence_cards, council_lines, pile_lines)
    parts = ("houses", "allies", "influence")

    guide = staticmethod(guide)
    board_tables = staticmethod(board_tables)
    place_facts = staticmethod(place_facts)
    sheets, overrides, choices, answer_template = FORM, DECREES, Choices, "btwixt/answer.html"
    override_fields = staticmethod(kind_fields)

    def end_tables(self, page: Any, v: Any) -> Any:
        """A game that is over: its last standings, and what each leader did."""
        return replace(super().end_tables(page, v), below="btwixt/end_below.html")

    def rulings(self, v: Any) -> str:
        """What the program does where the rulebooks are silent."""
        return render_template("guide_rulings.html", v=v, parts_of_rules=rulings())

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """Return template values for the programme; empty `window`: standing orders."""
        form = shown_form(draft, warnings, v)
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
            "main": MAIN,
            "spots": [spot for spot in spots if spot.picks[0].items],
            "defaults": DEFAULTS,
        }

    def defaults(self, edition: Edition) -> Mapping[str, str]:
        """What published defaults do, by kind of question."""
        return DEFAULTS


BTWIXT = BtwixtPages()
