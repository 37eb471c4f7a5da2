"""No warning is wrong: sheets that the bot writes are never warned of, and what is called pointless never decides.

`WRITTEN_SHEETS=2000` tries so many sheets of each edition; without it a slice.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from adjudicator import games
from adjudicator.engine.bulk import Pace, Resolver, TurnInput
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refusal
from adjudicator.engine.step import Outcome
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.control import reach
from adjudicator.thrones.rules.driver import window
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import March
from tests.adjudicator.bot.test_written_sheets import TABLES, turns
from tests.adjudicator.sheets.random_sheets import lively_sheet, meaningful, random_sheet

WRITTEN = int(os.environ.get("WRITTEN_SHEETS", "20"))
GAMES = max(2, WRITTEN // 100)
# What is told of a rule that certainly never decides; other warnings are about how things stand.
POINTLESS = frozenset(
    (
        *("plan-without-raid", "plan-without-march", "more-units-than-there", "units-booked-twice"),
        *("everyone-booked-twice", "no-units-there", "token-never", "wishes-without-march"),
        *("raven-not-held", "raven-not-there", "raven-token-used", "raven-order-not-allowed", "raven-no-look"),
        *("condition-never", "never-reached", "muster-not-asked"),
        *("choice-said-elsewhere", "bid-not-asked", "ties-not-asked", "muster-not-ahead", "tactics-not-asked"),
        *("loan-without-bank", "loan-without-order"),
    )
)
UNREACHED = "not-reachable-now"


def written(edition: str, players: int) -> Iterator[tuple[Outcome[Position], str]]:
    """Every seat at every turn of whole games of bots, game after game."""
    number = 0
    while True:
        for shown in turns(edition, players, f"warned of {number}", 10):
            board = shown.showing.board
            yield from ((shown, house) for house in board.houses if house not in board.vassals)
        number += 1


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_the_bot_writes_is_never_warned_of(edition: str, players: int) -> None:
    for (shown, seat), _ in zip(written(edition, players), range(WRITTEN), strict=False):
        sheet = games.of(shown.showing).suggest_sheet(games.of(shown.showing).view(shown.showing, seat, shown.waiting))
        report = games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting)
        assert (report.errors, report.warnings) == ((), ()), (seat, shown.showing.board.round)


@pytest.mark.parametrize(("edition", "players"), [*TABLES, ("storm-of-swords", 3)])
def test_no_way_that_a_march_may_go_is_warned_of(edition: str, players: int) -> None:
    """Borders, arrows, fords and ships: whatever is reached as things stand."""
    tried, beyond = 0, 0
    for shown in islice(turns(edition, players, "ways", 3), 6):
        board, rules = shown.showing.board, edition_of(shown.showing)
        for house in (one for one in board.houses if one not in board.vassals):
            for area in (one for one, force in board.forces.items() if force.house == house):
                goals = reach(board, rules, house, area)
                plans = tuple(MarchPlan(moves=(Move(to=to),)) for to in goals)
                sheet = Sheet(orders={area: "march+0"}, marches=Marches(areas={area: plans}))
                report = games.of(shown.showing).check_sheet(shown.showing, house, sheet, shown.waiting)
                assert [warning for warning in report.warnings if warning.code == UNREACHED] == []
                tried += len(goals) * (report.errors == ())
                beyond += sum(to in rules.areas[area].arrows for to in goals)
    assert tried > 50
    assert (beyond > 0) == (edition == "storm-of-swords")


@pytest.mark.parametrize("pace", ["raven", "stepwise", ("choose-house-card",)])
def test_nor_at_any_other_pace(pace: Pace) -> None:
    """In the middle of the marches too, where a whole sheet still says what was meant for all of them."""
    phases = set()
    for shown in turns("first-edition", 5, "paces", 3, pace):
        board = shown.showing.board
        phases.add(board.phase)
        for seat in board.houses:
            sheet = games.of(shown.showing).suggest_sheet(
                games.of(shown.showing).view(shown.showing, seat, shown.waiting)
            )
            report = games.of(shown.showing).check_sheet(shown.showing, seat, sheet, shown.waiting, pace=pace)
            assert (report.errors, report.warnings) == ((), ()), (seat, board.round, board.phase)
    assert phases > {"planning"}


def place(warning: Refusal) -> str:
    """The rule, or the list of rules, that a warning is about."""
    return re.sub(r"\.(when|moves\[\d+\])$", "", warning.where)


def decided_by(rule: str, place: str) -> bool:
    """Whether an instruction that decided is the one at a place, or one of a list there."""
    return any(one == place or one.startswith((f"{place}[", f"{place}.")) for one in rule.split(", "))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_is_called_pointless_never_decides(edition: str, players: int) -> None:
    told: Counter[str] = Counter()
    decided = 0
    for number in range(GAMES):
        position = games.start(edition, players, f"pointless {number}")
        for turn in range(12):
            outcome = games.of(position).resume(position)
            board = outcome.showing.board
            if board.ending is not None:
                break
            sheets: dict[str, Sheet] = {}
            warned: dict[str, list[Refusal]] = {}
            for house in (one for one in board.houses if one not in board.vassals):
                pick = Picker(f"{number}/{turn}", house)
                sheet = meaningful(a_sheet(outcome.showing, edition, house, pick))
                report = games.of(outcome.showing).check_sheet(outcome.showing, house, sheet, outcome.waiting)
                sheets[house] = sheet
                warned[house] = [one for one in report.warnings if one.code in (*POINTLESS, UNREACHED)]
                told.update(one.code for one in warned[house])
            turn = TurnInput(window=window(outcome.showing, outcome.waiting[0], "bulk"), sheets=sheets)
            outcome = games.of(outcome.position).advance(outcome.position, Resolver(THRONES, turn, None))
            for entry in outcome.answers:
                if entry.source.by == "sheet":
                    decided += 1
                    found = [one for one in warned[entry.seat] if decided_by(entry.source.rule, place(one))]
                    wrong = [one for one in found if one.code != UNREACHED or goes_there(entry.answer, one)]
                    assert not wrong, (entry.decision, entry.source.rule, wrong)
            position = outcome.position
    assert decided > 20 * GAMES
    assert {"condition-never", "plan-without-march", "never-reached", "raven-not-held"} <= set(told)


def goes_there(answer: object, warning: Refusal) -> bool:
    """Whether a march goes where it is said to get never; a move that takes nobody may stand beside others."""
    return isinstance(answer, March) and warning.words.split()[0] in answer.moves


def a_sheet(showing: Position, edition: str, house: str, pick: Picker) -> Sheet:
    """A random sheet about the areas around a house."""
    if edition == "first-edition":
        return lively_sheet(showing.board, pick, house)
    neighbours = games.edition(edition).neighbours
    own = [area for area, force in showing.board.forces.items() if force.house == house]
    near = sorted({*own, *(near for area in own for near in neighbours[area])})
    return random_sheet(pick, near or None, house, edition)
