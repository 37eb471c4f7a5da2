"""The figures of a game that is over: the last standings and what each leader did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudicator.btwixt.rules.counting import GameStatistics
from narration.btwixt.narrator import BTWIXT
from narration.seats import Figures
from narration.words import N_

COLUMNS: tuple[tuple[str, str], ...] = (
    ("bids_won", N_("Bids won")),
    ("highest", N_("Highest total")),
    ("cards_played", N_("Cards played")),
    ("cards_lost", N_("Cards lost to others")),
    ("allies", N_("Allies claimed")),
    ("tokens", N_("Tokens gained")),
    ("kills", N_("Allies killed")),
    ("defaults", N_("Choices left to defaults")),
)


@dataclass(frozen=True)
class EndTables:
    """What the final page shows beside the standings."""

    figures: Figures
    columns: tuple[tuple[str, tuple[int, ...]], ...]
    # The templates that show them.
    beside: str = "plain/end_beside.html"
    below: str = "btwixt/end_below.html"


def end_tables(page: Any, v: Any) -> EndTables:
    """The standings and figures of a game that is over (an `EndPage`) in the words of `v`."""
    found: GameStatistics = page.statistics
    return EndTables(
        figures=BTWIXT.figures(page.view.board, page.standings, v),
        columns=tuple((v.say(label), tuple(getattr(one, name) for one in found.houses)) for name, label in COLUMNS),
    )
