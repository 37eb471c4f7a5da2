"""Whatever a sheet says, it is read, checked and obeyed, or refused with a place, in a moment; nothing is thrown.

`MUTATED_SHEETS=10000` tries so many of each edition; without it a slice.
"""

from __future__ import annotations

import os
import time
from itertools import cycle

import msgspec
import pytest

from adjudicator import face
from adjudicator.kernel.bulk import Call
from adjudicator.kernel.chance import Picker
from adjudicator.kernel.refusal import Refused
from adjudicator.thrones.sheets.sheet_reading import read_sheet
from tests.adjudicator.sheets.mutated_sheets import mutated
from tests.adjudicator.steward.test_written_sheets import TABLES, calls

MUTATED = int(os.environ.get("MUTATED_SHEETS", "60"))
# Five times what is promised of such sheets, in time of the processor: machines under load are slower, and nothing that
# grows out of bounds stays below.
SECONDS = 2.5


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_no_sheet_throws_or_takes_long(edition: str, players: int) -> None:
    rules, pick = face.edition(edition), Picker("mutated", edition)
    stops = list(calls(edition, players, "mutated", 4))
    refused = obeyed = 0
    worst = (0.0, b"")
    for number, shown in zip(range(MUTATED), cycle(stops), strict=False):
        board = shown.showing.board
        seats = [house for house in board.houses if house not in board.vassals]
        seat = seats[number % len(seats)]
        written = msgspec.to_builtins(face.write_sheet(face.view(shown.showing, seat, shown.waiting)))
        document = mutated(written, pick)
        began = time.process_time()
        try:
            sheet = read_sheet(document, rules, board.modules)
            errors = face.check_sheet(shown.showing, seat, sheet, shown.waiting).errors
        except Refused as faults:
            errors = tuple(faults.reasons)
        if errors:
            refused += 1
            assert all(error.code and error.words for error in errors), document
        else:
            obeyed += 1
            window = face.window(shown.showing, shown.waiting[0], "bulk")
            start = face.decode(face.encode(shown.position))
            face.resolve(start, Call(window=window, sheets={seat: sheet}))
        worst = max(worst, (time.process_time() - began, document))
    print(f"{edition}: {refused} refused, {obeyed} obeyed, the slowest {worst[0]:.3f} s")
    assert min(refused, obeyed) > MUTATED // 20, (refused, obeyed)
    assert worst[0] < SECONDS, worst
