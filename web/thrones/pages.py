"""The pages of the Westeros board games: each method as `web.family_pages.Pages` says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.modules import in_play
from adjudicator.thrones.sheets.resolver import default_policies
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.edition import Edition
from narration.thrones.edition_words import deck_name
from narration.thrones.standing_notes import bank_words, standing_words
from web.family_pages import Pages, ShownCard
from web.shown_form import ShownForm
from web.thrones import edict_fields, what_if_form
from web.thrones import guide as guide_pages
from web.thrones.board_tables import board_tables
from web.thrones.compare_tables import compare_tables
from web.thrones.end_tables import end_tables
from web.thrones.first_steps import first_steps
from web.thrones.pencil import pencil
from web.thrones.place_facts import own_places, place_facts
from web.thrones.sheet_drafts import draft_from_request, draft_of, form_parts
from web.thrones.sheet_form import fields_to_sheet, sheet_to_fields
from web.thrones.sheet_form.choices import Choices
from web.thrones.sheet_form.offering import TOOLS


class ThronesPages(Pages):
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
    draft_from_request = staticmethod(draft_from_request)
    draft_of = staticmethod(draft_of)
    form_parts = staticmethod(form_parts)
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

    def edict_kinds(self, edition: Edition, modules: Collection[str], *, sees: bool) -> list[str]:
        """The kinds that a game with these modules knows; what lies in a deck is set by whoever may see it."""
        known = edict_fields.kinds_known(in_play(edition, tuple(modules)))
        return [kind for kind in known if sees or kind != "set-deck"]

    def read_edict(self, edition: Edition, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """An edict from its fields; Invalid, Unreadable."""
        return edict_fields.read_edict(kind, posted)

    def answer_fields(self, decision: str, answer: Any) -> dict[str, list[str]]:
        """An answer as the fields of its form."""
        return sheet_to_fields(Sheet(answers={decision: answer}))

    def answer_from(
        self, edition: Edition, decision: str, posted: Mapping[str, Sequence[str]]
    ) -> tuple[Any | None, list[Refusal]]:
        """The answer that fields say (None: none), and what cannot be read."""
        sheet, faults = fields_to_sheet(posted, edition)
        return sheet.answers.get(decision), list(faults)

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """What the template of an answer needs."""
        return {"answer_template": "thrones/answer.html", "f": form, "c": Choices(view, seat, v)}

    def defaults(self, edition: Edition) -> Mapping[str, str]:
        """What published defaults do, by kind of decision."""
        return default_policies(edition)

    def parts(self, edition: Edition) -> Collection[str]:
        """The parts of an edition that its description lists, by the names of its fields."""
        return ("areas", "orders", "units", "houses", "cards", "westeros", "wildling_cards", "tide_cards")


THRONES = ThronesPages()
