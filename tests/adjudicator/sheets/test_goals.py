"""Marches by goal and by worth: worked out at each march over everything of the house that may still march."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decision import Given
from adjudicator.thrones.rules.march_legality import options
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.sums import Share, Sum
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Position
from tests.adjudicator.sheets.tables import asked, table
from tests.adjudicator.sheets.test_traps import FIRST, LION, when

Placing = dict[str, tuple[str, dict[str, int]]]
MARCHING = ("stoney-sept", "riverrun")
# Tyrell holds the reach, Baratheon Blackwater, each with a single footman; harrenhal and seagard are free.
OTHERS: Placing = {"the-reach": ("tyrell", {"footman": 1}), "blackwater": ("baratheon", {"footman": 1})}


def marching(units: dict[str, int], others: Placing = OTHERS, **orders: str) -> tuple[Position, d.ResolveMarch]:
    """Lannister marches from two areas with these units each; `orders` are those of others, by area."""
    forces = {area: (LION, dict(units)) for area in MARCHING} | others
    laid = dict.fromkeys(MARCHING, (LION, "march+0"))
    laid |= {area.replace("_", "-"): (forces[area.replace("_", "-")][0], order) for area, order in orders.items()}
    position = table(forces, laid)
    reached = {area: options(position.board, FIRST, LION, area) for area in MARCHING}
    return position, d.ResolveMarch(seat=LION, house=LION, options=reached)


def given(marches: s.Marches, units: dict[str, int] | None = None, others: Placing = OTHERS, **orders: str) -> Given:
    position, question = marching(units or {"footman": 2}, others, **orders)
    return asked(question, position, s.Sheet(marches=marches))


def march(*goals: s.Goal, units: dict[str, int] | None = None, others: Placing = OTHERS, **orders: str) -> March:
    answer = given(s.Marches(goals=goals), units, others, **orders).answer
    assert isinstance(answer, March)
    return answer


def take(*areas: str, **fields: object) -> s.Goal:
    return s.Goal(take=areas, **fields)  # type: ignore[arg-type]


def test_the_first_goal_that_a_march_serves_decides() -> None:
    assert march(take("winterfell"), take("seagard")) == March("riverrun", {"seagard": {"footman": 2}})
    assert march(take("blackwater"), take("seagard")) == March("stoney-sept", {"blackwater": {"footman": 2}})


def test_a_goal_of_a_kind_takes_what_others_hold_first() -> None:
    found = march(take("any-settlement"), others={**OTHERS, "harrenhal": ("baratheon", {"footman": 1})})
    assert "harrenhal" in found.moves
    assert FIRST.areas["harrenhal"].settlement != "none"
    assert "seagard" in march(take("any-settlement", origins=("riverrun",)), others={}).moves


@pytest.mark.parametrize(
    ("text", "goes"),
    [("sure", True), ("odds >= 100", False), ("odds >= 1", True), ("lead >= 1", True), ("lead > 1", False)],
)
def test_a_goals_condition_is_about_the_attack_it_would_make(text: str, goes: bool) -> None:
    found = march(take("blackwater", when=when(text)))
    assert (found.moves == {"blackwater": {"footman": 2}}) == goes


def test_enough_sends_as_few_as_the_condition_takes() -> None:
    goal = take("blackwater", units="enough", when=when("lead >= 1"))
    assert march(goal, units={"footman": 2, "knight": 1}).moves == {"blackwater": {"knight": 1}}
    assert march(take("harrenhal", units="enough"), units={"footman": 2}).moves == {"harrenhal": {"footman": 1}}


def test_what_a_goal_keeps_stays_and_the_rest_goes_where_it_says() -> None:
    assert march(take("blackwater", keep={"footman": 1})).moves == {"blackwater": {"footman": 1}}
    goal = take("blackwater", units={"knight": 1}, moves=(s.Move(to="harrenhal", units="rest"),))
    found = march(goal, units={"footman": 1, "knight": 1})
    assert found.moves == {"blackwater": {"knight": 1}, "harrenhal": {"footman": 1}}


def test_the_rest_never_fights_too() -> None:
    goal = take("blackwater", units={"knight": 1}, moves=(s.Move(to="harrenhal", units="rest"),))
    found = march(
        goal, units={"footman": 1, "knight": 1}, others={**OTHERS, "harrenhal": ("baratheon", {"footman": 1})}
    )
    assert found.moves == {"blackwater": {"knight": 1}}


def test_counts_that_are_not_there_serve_nothing() -> None:
    found = given(s.Marches(goals=(take("blackwater", units={"knight": 3}),)))
    assert found.answer == March("stoney-sept")
    assert [(note.where, note.code) for note in found.source.skipped] == [("marches.goals[0]", "no-march-serves")]


def test_an_area_is_held_with_what_it_lacks_and_then_keeps_it() -> None:
    hold = s.Goal(hold=("stoney-sept",), strength=3, units="enough")
    assert march(hold) == March("riverrun", {"stoney-sept": {"footman": 1}})
    kept = s.Goal(hold=("stoney-sept",), strength=2)
    assert march(kept, take("blackwater", origins=("stoney-sept",))).moves == {}
    assert march(take("blackwater"), kept).moves == {"blackwater": {"footman": 2}}


def test_goals_come_after_plans_and_before_anybody_stays() -> None:
    plans = {"riverrun": (s.MarchPlan(moves=(s.Move(to="seagard"),)),)}
    both = s.Marches(areas=plans, goals=(take("blackwater"),))
    assert given(both).answer == March("riverrun", {"seagard": {"footman": 2}})
    waiting = s.Marches(areas={"riverrun": (s.MarchPlan(when=when("round > 9"), moves=(s.Move(to="seagard"),)),)})
    assert given(waiting).answer == March("stoney-sept")
    late = s.Marches(areas=waiting.areas, goals=(take("blackwater"),))
    assert given(late).answer == March("stoney-sept", {"blackwater": {"footman": 2}})


def test_who_serves_no_goal_stays_before_those_that_still_might() -> None:
    goals = (take("blackwater", origins=("stoney-sept",), when=when("never")),)
    assert given(s.Marches(goals=goals)).answer == March("riverrun")


def test_a_goal_without_areas_is_its_moves() -> None:
    goal = s.Goal(origins=("riverrun",), moves=(s.Move(to="seagard", units={"footman": 1}),))
    assert march(goal) == March("riverrun", {"seagard": {"footman": 1}})


def test_a_threat_holds_back() -> None:
    goal = take("harrenhal", origins=("stoney-sept",), when=when("not stoney-sept is threatened"))
    assert march(goal).moves == {"harrenhal": {"footman": 2}}
    assert march(goal, blackwater="march+0").moves == {}
    leaves_some = take("harrenhal", origins=("stoney-sept",), units={"footman": 1}, when=goal.when)
    assert march(leaves_some, units={"footman": 3}, blackwater="march+0").moves == {"harrenhal": {"footman": 1}}


def worth(number: int | Sum, *areas: str, **fields: object) -> s.Worth:
    return s.Worth(areas=areas, worth=number, **fields)  # type: ignore[arg-type]


def test_by_worth_the_march_that_brings_most_is_made() -> None:
    assert "seagard" in given(s.Marches(worths=(worth(120, "seagard"), worth(20, "harrenhal")))).answer.moves
    found = given(s.Marches(worths=(worth(300, "harrenhal"), worth(20, "seagard"))))
    assert "harrenhal" in found.answer.moves
    assert (found.source.by, found.source.rule) == ("sheet", "marches.worths")


def test_of_an_area_the_first_rule_that_fits_counts() -> None:
    rules = (worth(0, "seagard"), worth(500, "seagard"), worth(50, "harrenhal"))
    assert "harrenhal" in given(s.Marches(worths=rules)).answer.moves
    theirs = (worth(500, "seagard", owners=("tyrell",)), worth(50, "harrenhal", owners=("nobody",)))
    assert "harrenhal" in given(s.Marches(worths=theirs)).answer.moves
    late = (worth(500, "seagard", when=when("round > 9")), worth(50, "any-settlement", owners=("me",)))
    assert given(s.Marches(worths=late)).answer.moves == {}


def test_what_adds_to_a_worth_comes_on_top_of_it() -> None:
    rules = (worth(50, "harrenhal"), worth(20, "seagard"))
    assert "harrenhal" in given(s.Marches(worths=rules)).answer.moves
    added = worth(60, "any-settlement", owners=("tyrell",), adds=True)
    assert "harrenhal" in given(s.Marches(worths=(*rules, added))).answer.moves
    assert "seagard" in given(s.Marches(worths=(*rules, worth(60, "seagard", adds=True)))).answer.moves
    twice = (worth(30, "seagard", adds=True), *rules, worth(30, "seagard", adds=True))
    assert "seagard" in given(s.Marches(worths=twice)).answer.moves
    late = worth(60, "seagard", adds=True, when=when("round > 9"))
    assert "harrenhal" in given(s.Marches(worths=(*rules, late))).answer.moves


def test_a_worth_may_be_a_sum() -> None:
    rounds = Sum(of=(Share(term=c.Round(), times=90),))
    assert "seagard" in given(s.Marches(worths=(worth(50, "harrenhal"), worth(rounds, "seagard")))).answer.moves
    less = Sum(of=(Share(term=c.Round(), times=-90),), plus=20)
    assert "harrenhal" in given(s.Marches(worths=(worth(50, "harrenhal"), worth(less, "seagard")))).answer.moves
    nobodys = Sum(of=(Share(term=c.Holding("settlements", "targaryen"), times=90),), plus=300)
    assert "harrenhal" in given(s.Marches(worths=(worth(50, "harrenhal"), worth(nobodys, "seagard")))).answer.moves


def test_nothing_is_risked_for_what_is_worth_nothing() -> None:
    assert "blackwater" not in given(s.Marches(worths=(worth(1, "blackwater"), worth(400, *MARCHING)))).answer.moves
    assert "blackwater" in given(s.Marches(worths=(worth(400, "blackwater"),))).answer.moves


def test_goals_that_mean_too_much_hold_nothing_up() -> None:
    many = when(" and ".join(["odds >= 101", *["round >= 1"] * 60]))
    goals = (*(take("any-land", units="enough", when=many) for _ in range(180)), take("seagard"))
    found = given(s.Marches(goals=goals), units={"footman": 3})
    assert found.answer == March("stoney-sept")
    assert found.source.skipped[-1].code == "too-much-to-weigh"
    few = (*(take("any-land", units="enough", when=many) for _ in range(3)), take("seagard"))
    assert given(s.Marches(goals=few)).answer == March("riverrun", {"seagard": {"footman": 2}})
