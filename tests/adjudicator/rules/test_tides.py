"""The Tides of Battle lie face down until the blade's holder has chosen: in no view, in no record."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.step import Outcome
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.state.board import Position
from tests.adjudicator.case_file import read_cases
from tests.adjudicator.case_runner import Scripted

CASE = next(case for case in read_cases("second-edition") if case.id == "2E-RULE-tides-face-down")
HOUSES = games.start("second-edition", 6, "houses").board.houses


def played(*more: str) -> Outcome[Position]:
    """The battle of the case, with more answers."""
    return THRONES.advance(build(CASE), Scripted([*CASE.script, *more]))


@pytest.mark.parametrize("seat", [None, *HOUSES])
def test_only_the_holder_knows_his_own_tide(seat: str | None) -> None:
    outcome = played()
    shown = msgspec.json.encode(THRONES.view(outcome.showing, seat, outcome.waiting)).decode()
    told = [games.record_for_seat(record, seat) for record in outcome.records]
    assert ('"subject":"tide-0"' in shown) == (seat == "lannister")
    assert shown.count('"tide-') == (seat == "lannister")
    assert b'"tide-' not in msgspec.json.encode([record for record in told if record is not None])


@pytest.mark.parametrize(("answer", "cards"), [("keep", ["tide-0"]), ("redraw", ["tide-0", "tide-3"])])
def test_then_both_are_open(answer: str, cards: list[str]) -> None:
    outcome = played(f"lannister pick-effect: {answer}")
    battle = outcome.showing.board.battle
    assert battle is not None
    assert (battle.tides["lannister"], set(battle.tides)) == (cards[-1], {"lannister", "stark"})
    tides = [record.event for record in outcome.records if record.event.__struct_config__.tag == "tide-drawn"]
    assert [event.card for event in tides if event.house == "lannister"] == cards
