"""Guards of rules, each with its counter-case: what is asked when it holds, and what is not when it does not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from adjudicator.engine.sheet.conditions import DEEPEST, Constant
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.card_odds import by_strength
from adjudicator.thrones.rules.control import facts_of
from adjudicator.thrones.rules.round import steps_ahead
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.sheets.battle import DiscardRule, SupportRule, Texts
from adjudicator.thrones.sheets.conditions.tree import Condition, Not, parse_condition
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.orders import RavenRule
from adjudicator.thrones.sheets.resolver import default_answer
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Placed, Position
from adjudicator.thrones.state.decisions import CardChoice
from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import Scripted
from tests.adjudicator.sheets.tables import asked, table

FIRST, SECOND = games.edition("first-edition"), games.edition("second-edition")
SIDES = ("attacker", "defender", "none")
WOLF: dict[str, Any] = {"seat": "stark", "house": "stark"}


def case(edition: str, name: str) -> Case:
    return next(one for one in read_cases(edition) if one.id == name)


def test_a_blade_that_was_used_draws_no_second_tide() -> None:
    face_down = case("second-edition", "2E-RULE-tides-face-down")
    setup = msgspec.structs.replace(face_down.setup, spent=["valyrian-blade"])
    outcome = THRONES.advance(build(msgspec.structs.replace(face_down, setup=setup)), Scripted(list(face_down.script)))
    assert "valyrian-blade" not in [getattr(one, "because", "") for one in outcome.waiting]
    outcome = THRONES.advance(build(face_down), Scripted(list(face_down.script)))
    assert "valyrian-blade" in [getattr(one, "because", "") for one in outcome.waiting]


def test_attackers_that_left_lose_before_the_count() -> None:
    """The standings of the end are those by which it was won: the emptied area fell back to its house."""
    won = case("first-edition", "1E-EDGE-win-by-attackers-who-left")
    outcome = THRONES.advance(build(won), Scripted(list(won.script)))
    ended = next(record.event for record in outcome.records if isinstance(record.event, e.GameEnded))
    assert {row.house: row.settlements for row in ended.standings}["lannister"] == 7


def test_bids_without_a_house_are_one_turn_of_their_own() -> None:
    """Who bid most takes no part when the wildlings come again; the others share the turn of the first of them."""
    again = case("second-edition", "2E-WILD-preemptive-raid-won")
    outcome = THRONES.advance(build(again), Scripted(list(again.script[:6])))
    houses = [one.house for one in outcome.waiting]
    assert len(houses) > 2
    assert "stark" not in houses
    (window,) = {THRONES.window(outcome.showing, one, "stepwise") for one in outcome.waiting}
    assert "stark" not in window


def test_immediate_wildling_attacks_are_foreseen_where_played() -> None:
    for edition, wanted in ((FIRST, ()), (SECOND, ("wildling-attack",))):
        board = games.start(edition.id, 5, "the wall").board
        board.wildlings, board.revealed = edition.wildling_track[-1], {}
        assert steps_ahead(board, edition) == wanted


def test_a_ruin_is_no_settlement() -> None:
    dragons = games.edition("mother-of-dragons")
    board = games.start("mother-of-dragons", 8, "ruins").board
    assert facts_of(board, dragons, "winterfell").settlement == "stronghold"
    board.improvements["winterfell"] = ["ruin"]
    assert (facts_of(board, dragons, "winterfell").settlement, facts_of(board, dragons, "winterfell").muster) == (
        "none",
        0,
    )


def test_cards_of_equal_strength_keep_the_order_of_the_data() -> None:
    equal = [card.id for card in FIRST.cards.values() if card.house == "stark" and card.strength == 2]
    assert len(equal) > 1
    assert by_strength(FIRST, list(reversed(equal))) == equal


def test_a_rule_without_cards_discards_nothing() -> None:
    question = d.DiscardFromHand(
        card="patchface", victim="lannister", cost=0, choices=("vargo-hoat", "jaime-lannister"), **WOLF
    )
    sheet = Sheet(texts=Texts(discard=(DiscardRule(),)))
    given = asked(question, table(), sheet)
    assert (given.answer, given.source.by, given.source.skipped) == (CardChoice(None), "sheet", ())


def defended(forces: dict[str, tuple[str, dict[str, int]]]) -> set[str]:
    """Where the published default lays its two Defense orders for Stark."""
    position = table(forces)
    mine = tuple(area for area, (house, _) in forces.items() if house == "stark")
    question = d.PlaceOrders(areas=mine, stars=0, bans=(), **WOLF)
    answer: Any = default_answer(position, question)
    return {area for area, order in answer.orders.items() if FIRST.orders[order].type == "defense"}


@pytest.mark.parametrize(
    ("better", "others"),
    [
        # Two barrels against a crown each; a castle with a crown against castles without; a home against such a castle.
        ("blackwater", ["castle-black", "karhold"]),
        ("harrenhal", ["white-harbor", "storms-end"]),
        ("winterfell", ["harrenhal", "oldtown"]),
    ],
)
def test_the_default_defends_what_is_worth_most(better: str, others: list[str]) -> None:
    """Barrels, crowns and a home count for an area, not against it."""
    mine = dict.fromkeys([*others, better], ("stark", {"footman": 1}))
    near = {n for area in mine for n in FIRST.neighbours[area] if n not in mine}
    beside = {area: ("greyjoy", {"footman": 1}) for area in FIRST.areas if area in near}
    assert better in defended({**mine, **beside})


def marching_orders() -> Position:
    position = table({"winterfell": ("stark", {"footman": 1}), "karhold": ("stark", {"footman": 1})})
    position.board.orders = {"winterfell": Placed("stark", "march+0"), "karhold": Placed("stark", "support")}
    return position


def test_plans_without_an_order_are_told_of_when_orders_lie_open() -> None:
    plan = MarchPlan(moves=(Move(to="moat-cailin"),))
    sheet = Sheet(marches=Marches(areas={"winterfell": (plan,), "karhold": (plan,)}))
    found = check_sheet(marching_orders(), "stark", sheet, []).warnings
    assert ("plan-without-march", "marches.karhold") in [(one.code, one.where) for one in found]
    assert "marches.winterfell" not in [one.where for one in found]
    position = marching_orders()
    position.board.orders = {}
    assert "plan-without-march" not in [one.code for one in check_sheet(position, "stark", sheet, []).warnings]


def test_support_for_another_battle_says_nothing_of_this_one() -> None:
    forces = {"winterfell": ("stark", {"footman": 1}), "moat-cailin": ("greyjoy", {"footman": 1})}
    position = table(forces, {"winterfell": ("stark", "support")})
    question = d.GiveSupport(
        area="moat-cailin", attacker="lannister", defender="greyjoy", areas=("winterfell",), sides=SIDES, **WOLF
    )
    sheet = Sheet(support=(SupportRule(whom="lannister", battles=("pyke",)), SupportRule(whom="nobody")))
    given = asked(question, position, sheet)
    assert [one.code for one in given.source.skipped] == ["not-this-battle"]


def test_a_raven_rule_that_names_an_area_is_not_the_last() -> None:
    rules = (RavenRule(area="winterfell"), RavenRule(area="winterfell", order="raid"), RavenRule())
    found = check_sheet(marching_orders(), "stark", Sheet(raven=rules), []).warnings
    assert "never-reached" not in [one.code for one in found]
    wrong = Sheet(raven=(RavenRule(area="winterfel", order="raid"),))
    assert [(one.code, one.where) for one in check_sheet(marching_orders(), "stark", wrong, []).errors] == [
        ("unknown-area", "raven[0].area")
    ]


def test_conditions_of_a_vassals_marches_have_their_limits_too() -> None:
    deep: Condition = Constant(True)
    for _ in range(DEEPEST):
        deep = Not(deep)
    sheet = Sheet(vassals={"any": VassalSheet(marches=Marches(stop=deep))})
    with pytest.raises(Unreadable, match="condition-too-deep"):
        read_sheet(write_sheet(sheet))


@pytest.mark.parametrize(
    ("text", "same"),
    [("power > tyrell power +1", "power > tyrell power + 1"), ("unit in winterfell > 1", "units in winterfell > 1")],
)
def test_numbers_are_read_in_other_forms_too(text: str, same: str) -> None:
    assert parse_condition(text, FIRST) == parse_condition(same, FIRST)
