"""Where units of any army may go for supply, those go whose loss helps, unless somebody names others."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.step import Step
from adjudicator.thrones.bot.sight import bot_answer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.resolver import default_answer, resolve
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Force, Position
from adjudicator.thrones.state.decisions import Piece


def hungry(edition: str = "second-edition") -> Position:
    """The armies of Stark are one unit too many for its barrels: four in Winterfell, two in Karhold, one alone."""
    position = games.start(edition, 6 if edition == "second-edition" else 5, "hunger")
    position.board.forces = {
        "karhold": Force("stark", {"footman": 2}),
        "winterfell": Force("stark", {"knight": 3, "footman": 1}),
        "moat-cailin": Force("stark", {"footman": 1}),
    }
    position.progress.agenda = [Step("supply", {"deck": "I"})]
    return position


def asked(edition: str = "second-edition") -> tuple[Position, Any]:
    outcome = THRONES.advance(hungry(edition), lambda position, decision: None)
    (decision,) = outcome.waiting
    assert isinstance(decision, d.DisbandForSupply)
    return outcome.showing, decision


def test_the_second_edition_offers_every_army_and_no_single_unit() -> None:
    _, decision = asked()
    assert {piece.area for piece in decision.choices} == {"karhold", "winterfell"}
    _, decision = asked("first-edition")
    assert {piece.area for piece in decision.choices} == {"winterfell"}


def test_default_and_bot_take_what_helps() -> None:
    position, decision = asked()
    assert default_answer(position, decision) == Piece("winterfell", "footman")
    assert bot_answer(position, decision).answer == Piece("winterfell", "footman")


@pytest.mark.parametrize(
    ("rule", "gone"),
    [
        (LossRule(units=("footman",)), "winterfell"),
        (LossRule(likings=("smallest-army",)), "winterfell"),
        (LossRule(areas=("karhold",)), "karhold"),
        (LossRule(areas=("karhold", "winterfell")), "winterfell"),
    ],
)
def test_disbanding_names_that_do_not_help_are_ignored(rule: LossRule, gone: str) -> None:
    sheet = Sheet(losses=Losses(supply=(rule,)))
    position, decision = asked()
    given = resolve(position, decision, sheet, None)
    assert (given.source.by, given.answer.area) == ("sheet", gone)
