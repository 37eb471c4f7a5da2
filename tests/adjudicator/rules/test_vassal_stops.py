"""Where a game stops for the choice of vassals, the orders that follow it still have a call of their own."""

from __future__ import annotations

import pytest

from adjudicator import face
from adjudicator.thrones.resolver import Call
from adjudicator.thrones.windows import Pace


@pytest.mark.parametrize(
    ("pace", "windows"),
    [
        (("choose-vassal",), ["choose-vassal", "r1-planning"]),
        (("place-vassal-orders",), ["r1-planning", "place-vassal-orders"]),
        ("bulk", ["r1-planning"]),
    ],
)
def test_orders_have_a_call(pace: Pace, windows: list[str]) -> None:
    houses = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")
    outcome = face.resume(face.start("mother-of-dragons", 5, "stops", (), houses))
    found = []
    while outcome.waiting and outcome.showing.round == 1 and outcome.showing.board.phase == "planning":
        window = face.window(outcome.showing, outcome.waiting[0], pace)
        found.append(window if window.startswith("r") else window.partition("-")[2].rpartition("-")[0])
        outcome = face.resolve(outcome.position, Call(window=window, pace=pace))
    assert list(dict.fromkeys(found)) == windows
