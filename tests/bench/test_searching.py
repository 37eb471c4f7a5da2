"""The mind that searches writes sheets that can be handed in, with its orders and what it marched for."""

from __future__ import annotations

from adjudicator import games
from adjudicator.thrones.game import THRONES
from tests.bench.searching import written


def test_what_it_writes_can_be_handed_in() -> None:
    shown = THRONES.resume(games.start("first-edition", 3, "searching"))
    house = shown.waiting[0].seat

    sheet = written(shown, house, [*shown.records])

    assert sheet.orders.keys() == set(shown.waiting[0].areas)  # type: ignore[attr-defined]
    assert sheet.marches.wishes
    assert not games.of(shown.showing).check_sheet(shown.showing, house, sheet, shown.waiting).errors
