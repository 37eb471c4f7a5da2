"""The what-ifs of the family as a whole: what `adjudicator.engine.family.WhatIfs` says."""

from __future__ import annotations

from adjudicator.engine.search import Search
from adjudicator.engine.what_if_playing import Imagined
from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheet_writing import complete_sheet
from adjudicator.thrones.sheets.resolver import BulkRules
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state.visibility import seen_event, view
from adjudicator.thrones.steward import steward
from adjudicator.thrones.steward.habits import VARIATIONS
from adjudicator.thrones.steward.maester import value
from adjudicator.thrones.what_if.deck_memory import DeckMemory
from adjudicator.thrones.what_if.drawn_anew import as_imagined, drawn_anew
from adjudicator.thrones.what_if.guessing import NOTHING, Assumed, guess_sheet
from adjudicator.thrones.what_if.reading import read_assumed

IMAGINED = Imagined(
    rules=lambda position: StepRules(edition_of(position)),
    bulk=BulkRules(),
    view=view,
    seen_event=seen_event,
    check_sheet=check_sheet,
    empty_sheet=EMPTY_SHEET,
    seat_word="house",
    players=players_of,
    nothing=NOTHING,
    guess=guess_sheet,
    complete=complete_sheet,
    remember=DeckMemory,
    drawn_anew=drawn_anew,
    as_imagined=as_imagined,
)
SEARCH = Search(
    imagined=IMAGINED,
    variations=VARIATIONS,
    steward=steward,
    value=value,
    # Where claim decides, `value` is no better guide than the steward's habits: by it 1.00 [.57, 1.43] of his wins.
    suits=lambda position: not edition_of(position).claimed,
)


class ThronesWhatIfs:
    """Each method as `adjudicator.engine.family.WhatIfs` says."""

    assumed = Assumed
    read = staticmethod(read_assumed)
    suppose = staticmethod(IMAGINED.suppose)
