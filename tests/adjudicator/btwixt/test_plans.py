"""The expert's plans: each in prose, with its programme, does what it says at every table given."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.sheets.sheet import read_sheet
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from tests.adjudicator.btwixt.tables import Setup, build, play


class Placing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table at which a plan must do something."""

    does: list[str]
    setup: Setup
    script: dict[str, list[str]] = {}


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A plan of `plans.toml`."""

    id: str
    prose: str
    sheet: str
    positions: list[Placing]


PLANS = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "plans.toml").read_text(encoding="utf-8"))["plan"], list[Plan]
)


def with_scripts(placing: Placing) -> Setup:
    """The table with the cards in hand that others are to play."""
    return msgspec.structs.replace(placing.setup, hands={**placing.setup.hands, **placing.script})


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_a_plan_does_what_it_says(plan: Plan) -> None:
    sheet = read_sheet(plan.sheet.encode(), HOUSE)
    for number, placing in enumerate(plan.positions):
        setup = with_scripts(placing)
        assert check_sheet(build(setup), setup.seat, sheet, ()).errors == ()
        does, players = play(setup, sheet, placing.script)
        why = [(given.source.by, given.source.rule, given.source.skipped) for _, given in players.given]
        assert does[: len(placing.does)] == placing.does, f"{plan.prose} (table {number + 1}) {why}"


def test_there_are_forty() -> None:
    assert len(PLANS) >= 40
    assert len({plan.id for plan in PLANS}) == len({plan.prose for plan in PLANS}) == len(PLANS)
