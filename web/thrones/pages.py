"""The pages of the Westeros board games: each method as `web.family_pages.Pages` says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from adjudicator.engine.decision import Refusal
from adjudicator.thrones.rules.registry import in_play
from adjudicator.thrones.rules.westeros import steps_ahead
from adjudicator.thrones.sheets.resolver import default_policies
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.edition import Edition
from narration.thrones.edition_words import deck_name
from narration.thrones.instructions import refusal_words
from narration.thrones.sheet_words import sheet_in_words
from narration.thrones.summary import bank_words, standing_words
from web.family_pages import FormPages, ShownCard
from web.forms.drafts import Draft
from web.forms.sections import Display
from web.forms.shown import ShownForm
from web.thrones import edict_fields, what_if_form
from web.thrones import guide as guide_pages
from web.thrones.board_tables import board_tables
from web.thrones.compare_tables import compare_tables
from web.thrones.end_tables import end_tables
from web.thrones.first_steps import first_steps
from web.thrones.pencil import pencil
from web.thrones.place_facts import own_places, place_facts
from web.thrones.sheet_form.askings import offered
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.labels import PARTS
from web.thrones.sheet_form.offering import TOOLS
from web.thrones.sheet_form.places import Places, Tokens, places_shown, tokens_of
from web.thrones.sheet_form.rules import FORM, STRUCTS
from web.thrones.sheet_form.sections import sections
from web.thrones.sheet_form.vassal_parts import vassals_shown


class ThronesPages(FormPages):
    """Forms, tables and help of the family."""

    guide = staticmethod(guide_pages.guide)
    rulings = staticmethod(guide_pages.rulings)
    tools: Mapping[str, Any] = {
        **TOOLS,
        "bank_words": bank_words,
        "standing_words": standing_words,
        "deck_name": deck_name,
    }

    board_tables = staticmethod(board_tables)
    place_facts = staticmethod(place_facts)
    own_places = staticmethod(own_places)
    first_steps = staticmethod(first_steps)
    pencil = staticmethod(pencil)
    compare_tables = staticmethod(compare_tables)
    end_tables = staticmethod(end_tables)
    sheets = FORM
    edict_fields = staticmethod(edict_fields.offered)
    what_ifs = what_if_form

    def cards_shown(self, view: Any, v: Any) -> list[ShownCard]:
        """The House cards of the battle that is being fought, once they are turned up."""
        battle = view.board.battle
        if battle is None:
            return []
        played = [(house, battle.cards[house]) for house in (battle.attacker, battle.defender) if house in battle.cards]
        lines = [(house, guide_pages.house_card(card, v)) for house, card in played if card in v.edition.cards]
        return [ShownCard(house, line.name, line.figures, line.text) for house, line in lines]

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """What the templates of the sheet's sections need; `window` is the call's, empty for standing instructions."""
        named = partial(refusal_words, v=v)
        form = ShownForm(draft.fields, draft.errors, warnings, draft.more, named, draft.opened)
        choices = Choices(view, house, v, draft.sheet)
        choosing = offered(view, house, v, window, draft.sheet)
        tokens = tokens_of(draft.sheet, choices)
        places = _places(choices, form, tokens, window)
        liked = [order for orders in tokens.values() for order in orders]
        shown = sections(window, view, house, v.edition, form, places, liked, choosing=bool(choosing))
        display = Display(Sheet, STRUCTS, PARTS, form, choices, shown.focus, {"support": places.support})
        return {
            "form_template": "thrones/sheet_form.html",
            "f": form,
            "c": choices,
            "choosing": choosing,
            "vassals": vassals_shown(display, window, draft.sheet),
            "places": places,
            "told_of": partial(_told, draft.sheet, v),
            "sections": shown,
            "show": display.section,
            "defaults": default_policies(v.edition),
        }

    def edict_kinds(self, edition: Edition, modules: Collection[str], *, sees: bool) -> list[str]:
        """The kinds that a game with these modules knows; what lies in a deck is set by whoever may see it."""
        known = edict_fields.kinds_known(in_play(edition, tuple(modules)))
        return [kind for kind in known if sees or kind != "set-deck"]

    def read_edict(self, edition: Edition, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """An edict from its fields; Invalid, Unreadable."""
        return edict_fields.read_edict(kind, posted)

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """What the template of an answer needs."""
        return {"answer_template": "thrones/answer.html", "f": form, "c": Choices(view, seat, v)}

    def defaults(self, edition: Edition) -> Mapping[str, str]:
        """What published defaults do, by kind of decision."""
        return default_policies(edition)

    def parts(self, edition: Edition) -> Collection[str]:
        """The parts of an edition that its description lists, by the names of its fields."""
        return ("areas", "orders", "units", "houses", "cards", "westeros", "wildling_cards", "tide_cards")


def _told(sheet: Sheet, v: Any, section: str) -> list[str]:
    """A section of a sheet in words."""
    alone = Sheet(**{section: getattr(sheet, section)})
    return [line for _, lines in sheet_in_words(alone, v) for line in lines]


def _places(choices: Choices, form: ShownForm, tokens: Tokens, window: str) -> Places:
    """The cards of the house's areas in a call."""
    steps = steps_ahead(choices.board, choices.edition) if window.endswith("-westeros") else ()
    asked = window.endswith("-planning") or form.opened("orders")
    return places_shown(
        choices,
        form,
        tokens,
        orders=choices.order_areas if asked else (),
        mustering="mustering" in steps or form.opened("muster"),
    )


THRONES = ThronesPages()
