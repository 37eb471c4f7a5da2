"""The what-ifs of the family as a whole: what `adjudicator.engine.family.WhatIfs` says."""

from __future__ import annotations

from adjudicator.btwixt.rules.driver import StepRules
from adjudicator.btwixt.rules.registry import edition_of
from adjudicator.btwixt.rules.visibility import seen_event, view
from adjudicator.btwixt.sheet_writing import complete_sheet
from adjudicator.btwixt.sheets.resolver import BulkRules
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from adjudicator.btwixt.what_if.drawn_anew import as_imagined, drawn_anew
from adjudicator.btwixt.what_if.guessing import NOTHING, Assumed, guess_sheet
from adjudicator.btwixt.what_if.memory import Memory
from adjudicator.btwixt.what_if.reading import read_assumed
from adjudicator.engine.what_if_playing import Imagined


class BtwixtWhatIfs:
    """Each method as `adjudicator.engine.family.WhatIfs` says."""

    assumed = Assumed
    read = staticmethod(read_assumed)
    suppose = staticmethod(
        Imagined(
            rules=lambda position: StepRules(edition_of(position)),
            bulk=BulkRules(),
            view=view,
            seen_event=seen_event,
            check_sheet=check_sheet,
            empty_sheet=EMPTY_SHEET,
            seat_word="leader",
            players=lambda board: board.houses,
            nothing=NOTHING,
            guess=guess_sheet,
            complete=complete_sheet,
            remember=Memory,
            drawn_anew=drawn_anew,
            as_imagined=as_imagined,
        ).suppose
    )
