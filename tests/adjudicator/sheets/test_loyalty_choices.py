"""What sheets say to what only Targaryen is asked: bids given away, moves of loyalty tokens cancelled, his deck."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.conditions.tree import parse_condition
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Spread, YesNo
from tests.adjudicator.sheets.tables import asked, story

EDITION = games.edition("mother-of-dragons")
DRAGON: dict[str, Any] = {"seat": "targaryen", "house": "targaryen"}
OTHERS = ("baratheon", "lannister", "stark")
BID = d.SpreadBid(auction="fiefdoms", amount=5, houses=OTHERS, **DRAGON)
MOVE = d.CancelMove(because="scattering-dissent", cost=1, mover="stark", area="karhold", to="winterfell", **DRAGON)


def table() -> Position:
    position = games.start("mother-of-dragons", 8, "a table")
    position.board.round, position.board.phase = 2, "westeros"
    return position


@pytest.mark.parametrize(
    ("choices", "wanted", "told"),
    [
        ({}, {"baratheon": 2, "lannister": 2, "stark": 1}, ("default", "", [])),
        ({"fiefdoms": (ChoiceRule(pick=("stark",)),)}, {"stark": 5}, ("sheet", "choices.fiefdoms[0]", [])),
        (
            {"fiefdoms": (ChoiceRule(pick=("stark", "stark", "lannister")),)},
            {"stark": 4, "lannister": 1},
            ("sheet", "choices.fiefdoms[0]", []),
        ),
        (
            {"fiefdoms": (ChoiceRule(pick=("arryn",)), ChoiceRule(pick=("lannister", "arryn")))},
            {"lannister": 5},
            ("sheet", "choices.fiefdoms[1]", [("choices.fiefdoms[0]", "not-a-choice")]),
        ),
        (
            {"iron-throne": (ChoiceRule(pick=("stark",)),)},
            {"baratheon": 2, "lannister": 2, "stark": 1},
            ("default", "", []),
        ),
    ],
)
def test_bids_go_to_the_houses_named_one_by_one(choices: Any, wanted: dict[str, int], told: tuple[Any, ...]) -> None:
    given = asked(BID, table(), Sheet(choices=choices))
    assert given.answer == Spread(wanted)
    assert story(given) == told


@pytest.mark.parametrize(
    ("choices", "wanted", "told"),
    [
        ({}, False, ("default", "", [])),
        ({"karhold": (ChoiceRule(pick=("cancel",)),)}, True, ("sheet", "choices.karhold[0]", [])),
        ({"stark": (ChoiceRule(pick=("cancel",)),)}, True, ("sheet", "choices.stark[0]", [])),
        (
            {
                "winterfell": (ChoiceRule(pick=("allow",)),),
                "scattering-dissent": (ChoiceRule(pick=("cancel",)),),
            },
            False,
            ("sheet", "choices.winterfell[0]", []),
        ),
        (
            {"karhold": (ChoiceRule(when=parse_condition("my power >= 9", EDITION), pick=("cancel",)),)},
            False,
            ("default", "", [("choices.karhold[0]", "condition-false")]),
        ),
        (
            {"scattering-dissent": (ChoiceRule(pick=("karhold", "castle-black")), ChoiceRule(pick=("cancel",)))},
            True,
            ("sheet", "choices.scattering-dissent[1]", [("choices.scattering-dissent[0]", "not-a-choice")]),
        ),
    ],
)
def test_moves_are_cancelled_by_place_house_or_card(choices: Any, wanted: bool, told: tuple[Any, ...]) -> None:
    given = asked(MOVE, table(), Sheet(choices=choices))
    assert given.answer == YesNo(wanted)
    assert story(given) == told


def test_such_rules_are_known_to_the_edition() -> None:
    sheet = Sheet(
        choices={
            "fiefdoms": (ChoiceRule(pick=("stark", "arryn")),),
            "karhold": (ChoiceRule(pick=("cancel",)),),
            "domestic-disputes": (ChoiceRule(pick=("stark", "decline")),),
            "fire-made-flesh": (ChoiceRule(pick=("destroy-dragon", "10")),),
            "playing-with-fire": (ChoiceRule(pick=("harrenhal", "lannister")),),
        }
    )
    assert THRONES.check_sheet(table(), "targaryen", sheet, ()).errors == ()
    wrong = Sheet(choices={"fiefdoms": (ChoiceRule(pick=("bolton",)),)})
    assert [refusal.code for refusal in THRONES.check_sheet(table(), "targaryen", wrong, ()).errors] == [
        "unknown-choice"
    ]


def test_plans_may_send_dragons_anywhere_and_nobody_else() -> None:
    position = table()
    position.board.phase = "planning"
    fly = {"units": {"dragon": 1}}
    plans = {
        area: (MarchPlan(moves=(Move(to="the-reach", **units),)),)
        for area, units in (("the-rhoyne", fly), ("pentos", {}))
    }
    report = games.of(position).check_sheet(position, "targaryen", Sheet(marches=Marches(areas=plans)), ())
    assert [warning.where for warning in report.warnings if warning.code == "not-reachable-now"] == [
        "marches.pentos[0]"
    ]
