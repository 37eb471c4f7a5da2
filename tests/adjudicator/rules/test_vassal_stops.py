"""Where a game stops for the choice of vassals, the orders that follow it still have a turn of their own."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.bulk import Pace, TurnInput
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.orders import default_vassal_orders
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Force


@pytest.mark.parametrize(
    ("pace", "windows"),
    [
        (("choose-vassal",), ["choose-vassal", "r1-planning"]),
        (("place-vassal-orders",), ["r1-planning", "place-vassal-orders"]),
        ("bulk", ["r1-planning"]),
    ],
)
def test_orders_have_a_turn(pace: Pace, windows: list[str]) -> None:
    houses = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")
    outcome = THRONES.resume(games.start("mother-of-dragons", 5, "stops", (), houses))
    found = []
    while outcome.waiting and outcome.showing.round == 1 and outcome.showing.board.phase == "planning":
        window = THRONES.window(outcome.showing, outcome.waiting[0], pace)
        found.append(window if window.startswith("r") else window.partition("-")[2].rpartition("-")[0])
        outcome = THRONES.resolve(outcome.position, TurnInput(window=window, pace=pace))
    assert list(dict.fromkeys(found)) == windows


@pytest.mark.parametrize(("barrels", "first"), [(2, "pyke"), (3, "pyke"), (4, "riverrun")])
def test_a_home_counts_three_more_than_another_castle(barrels: int, first: str) -> None:
    """Nobody is near: a vassal's shield goes to the most valuable area, of two alike to the first in the data."""
    position = games.start(
        "mother-of-dragons", 5, "homes", (), ("stark", "lannister", "baratheon", "tyrell", "martell")
    )
    position.board.forces = {area: Force("greyjoy", {"footman": 1}) for area in ("pyke", "riverrun")}
    position.board.improvements = {"riverrun": ["barrel"] * barrels}
    asked = {"areas": ("riverrun", "pyke"), "orders": ("vassal-defense-3",), "most": 1, "bans": ()}
    decision = d.PlaceVassalOrders(id="d1", seat="stark", house="greyjoy", **asked)
    assert default_vassal_orders(position, decision) == {first: "vassal-defense-3"}
