"""Which Consolidate Power order comes first: what sheets say, and what nobody is asked."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.step import Decided, Outcome, Step
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import REVISION
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import Force, Placed, Position
from adjudicator.thrones.state.events import OrderRemoved

PORT = "port-of-winterfell"


def resolved(areas: tuple[str, ...], sheet: Sheet, revision: int = REVISION) -> Outcome[Position]:
    """The power part with Consolidate Power orders of Stark alone in these areas."""
    position = games.start("second-edition", 6, "power", revision=revision)
    position.board.phase, position.board.round = "power", 2
    position.board.orders = {area: Placed("stark", "consolidate-power") for area in areas}
    for area in areas:
        unit = "ship" if area == PORT else "footman"
        position.board.forces[area] = Force("stark", {unit: 1})
    position.progress.agenda = [Step("collect", {"after": ""})]
    return THRONES.resolve(position, TurnInput(window="r2-planning", sheets={"stark": sheet}))


def told(outcome: Outcome[Position]) -> tuple[list[str], list[str]]:
    """The areas in the order in which their orders were carried out, and who decided."""
    events = [record.event for record in outcome.records]
    areas = [event.area for event in events if isinstance(event, OrderRemoved)]
    return areas, [event.source["by"] for event in events if isinstance(event, Decided)]


def test_a_sheet_names_the_areas_in_its_order() -> None:
    sheet = Sheet(choices={"consolidate-power": (ChoiceRule(pick=(PORT, "karhold")),)})
    assert told(resolved(("winterfell", PORT, "karhold"), sheet)) == (
        [PORT, "karhold", "winterfell"],
        ["sheet", "forced", "forced"],
    )


@pytest.mark.parametrize("areas", [("winterfell", PORT), ("karhold", PORT, "winterfell")])
def test_without_a_word_the_order_of_the_data_holds(areas: tuple[str, ...]) -> None:
    order = games.edition("second-edition").area_order
    first = told(resolved(areas, Sheet()))
    assert first[0] == sorted(areas, key=order.__getitem__)
    assert first[1][0] == "default"


def test_on_land_alone_nothing_is_asked_and_it_is_told() -> None:
    assert told(resolved(("karhold", "winterfell"), Sheet()))[1] == ["forced", "forced"]
    assert told(resolved(("karhold", "winterfell", PORT), Sheet(), 0))[1] == []
