"""The expert's hundred: plans in prose, each with its sheet, do what they say in every position given."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import Patch
from adjudicator.thrones.sheets.resolver import default_answer, resolve
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import Position
from tests.adjudicator.case_file import Case
from tests.adjudicator.case_script import Line, read_answer, read_line
from tests.adjudicator.sheets.spelt_sheets import spelt_sheet

PLAYERS = {"first-edition": 5, "second-edition": 6, "mother-of-dragons": 8}


class Placing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in which a plan must do something: `does` are answers of its seat, `script` those of the others."""

    does: list[str]
    setup: Patch = Patch()
    agenda: str = "march"
    script: list[str] = []


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A plan of `plans.toml`."""

    id: str
    prose: str
    sheet: str
    positions: list[Placing]
    edition: str = "first-edition"
    seat: str = "lannister"


PLANS = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "plans.toml").read_text(encoding="utf-8"))["plan"], list[Plan]
)


class Table:
    """Answers for everybody: the seat by its sheet, the others by the script, else by the published defaults."""

    def __init__(self, plan: Plan, placing: Placing, sheet: Sheet) -> None:
        self.plan, self.sheet = plan, sheet
        self.script = [read_line(line) for line in placing.script]
        self.does = [read_line(f"{plan.seat} {line}") for line in placing.does]
        self.wrong: list[str] = []

    def _line(self, lines: list[Line], decision: Decision) -> Line | None:
        kind = str(decision.__struct_config__.tag)
        found = next((line for line in lines if (line.seat, line.kind) == (decision.seat, kind)), None)
        if found is not None:
            lines.remove(found)
        return found

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer:
        said = self._line(self.script, decision)
        if said is not None:
            answer = read_answer(decision, said.text)
            assert check(position, decision, answer) is None, said
            return SourcedAnswer(answer, Source("player"))
        if decision.seat != self.plan.seat:
            return SourcedAnswer(default_answer(position, decision), Source("default"))
        given = resolve(position, decision, self.sheet)
        wanted = self._line(self.does, decision)
        if wanted is not None and given.answer != read_answer(decision, wanted.text):
            skipped = [(one.where, one.code) for one in given.source.skipped]
            self.wrong.append(f"{wanted.kind}: {wanted.text}, not {given.answer} by {given.source.rule} {skipped}")
        return given


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_a_plan_does_what_it_says(plan: Plan) -> None:
    sheet = spelt_sheet(plan.sheet, plan.edition)
    for number, placing in enumerate(plan.positions):
        case = Case(
            id=plan.id,
            title="",
            source="",
            edition=plan.edition,
            players=PLAYERS[plan.edition],
            setup=placing.setup,
            agenda=[placing.agenda],
        )
        table = Table(plan, placing, sheet)
        THRONES.advance(build(case), table)
        assert not table.wrong, f"{plan.prose} (position {number + 1})\n  " + "\n  ".join(table.wrong)
        assert not table.does, f"{plan.prose} (position {number + 1}): never asked {table.does}"
        assert not table.script, f"{plan.prose} (position {number + 1}): never asked {table.script}"


def test_there_are_a_hundred_of_three_editions() -> None:
    assert len(PLANS) >= 100
    assert len({plan.id for plan in PLANS}) == len({plan.prose for plan in PLANS}) == len(PLANS)
    assert {plan.edition for plan in PLANS} == set(PLAYERS)
