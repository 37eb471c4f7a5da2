"""Whatever a sheet says, it is read, checked and obeyed, or refused with a place, in a moment; nothing is thrown.

`MUTATED_SHEETS=10000` tries so many of each edition; without it a slice.
"""

from __future__ import annotations

import os
from itertools import cycle

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refused
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.sheet import read_sheet
from tests.adjudicator.bot.test_written_sheets import TABLES, turns
from tests.adjudicator.sheets.mutated_sheets import mutated
from tests.effort import Effort

MUTATED = int(os.environ.get("MUTATED_SHEETS", "60"))
# Some six times what the worst of four thousand makes; nothing that grows out of bounds stays below.
MAX_TURNS = 500_000


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_no_sheet_throws_or_takes_long(edition: str, players: int) -> None:
    rules, pick = games.edition(edition), Picker("mutated", edition)
    stops = list(turns(edition, players, "mutated", 4))
    refused = obeyed = 0
    worst = (0, b"")
    for number, shown in zip(range(MUTATED), cycle(stops), strict=False):
        board = shown.showing.board
        seats = [house for house in board.houses if house not in board.vassals]
        seat = seats[number % len(seats)]
        written = msgspec.to_builtins(THRONES.suggest_sheet(THRONES.view(shown.showing, seat, shown.waiting)))
        document = mutated(written, pick)
        with Effort() as effort:
            try:
                sheet = read_sheet(document, rules, board.modules)
                errors = THRONES.check_sheet(shown.showing, seat, sheet, shown.waiting).errors
            except Refused as faults:
                errors = tuple(faults.reasons)
            if errors:
                refused += 1
                assert all(error.code and error.words for error in errors), document
            else:
                obeyed += 1
                window = THRONES.window(shown.showing, shown.waiting[0], "bulk")
                start = documents.decode(documents.encode(shown.position))
                THRONES.resolve(start, TurnInput(window=window, sheets={seat: sheet}))
        worst = max(worst, (effort.turns, document))
    print(f"{edition}: {refused} refused, {obeyed} obeyed, the dearest {worst[0]} calls")
    assert min(refused, obeyed) > MUTATED // 20, (refused, obeyed)
    assert worst[0] < MAX_TURNS, worst
