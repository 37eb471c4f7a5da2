"""Allied units by themselves: what is left alone goes, and none are more than the Army cards have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from adjudicator import games
from adjudicator.engine.decision import Decision, Forced, SourcedAnswer
from adjudicator.engine.names import Names
from adjudicator.engine.step import Step, Table
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.invariants import broken, feeds
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm import alliances
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Battle, Force, Placed, Position
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.decisions import March, Piece

STORM = games.edition("storm-of-swords")


def position_of(forces: dict[str, Force], cards: Sequence[str] = ()) -> Position:
    position = games.start("storm-of-swords", 4, "allies")
    board = position.board
    board.forces, board.leaders = forces, {}
    board.supply = dict.fromkeys(board.houses, 6)
    if board.realm is not None:
        board.realm.alliances = {"stark": list(cards)}
    return position


def nobody(position: Position, decision: Decision) -> SourcedAnswer | None:
    return None


def test_what_a_step_leaves_alone_goes_with_its_order() -> None:
    left = {
        "acorn-hall": Force("stark", {"allied-footman": 1}, {"allied-knight": 1}),
        "gods-eye": Force("stark", {"allied-footman": 1}, {"footman": 1}),
    }
    position = position_of(left, ("arryn-army", "tyrell-army"))
    position.board.orders = {"acorn-hall": Placed("stark", "support"), "gods-eye": Placed("stark", "raid")}
    position.progress.agenda = [Step("raids")]
    outcome = THRONES.advance(position, nobody)
    assert sorted(outcome.position.board.forces) == ["gods-eye"]
    assert sorted(outcome.position.board.orders) in (["gods-eye"], [])
    told = [record.event for record in outcome.records]
    gone = [event for event in told if isinstance(event, e.UnitDestroyed)]
    assert [(event.unit, event.routed, event.because) for event in gone] == [
        ("allied-footman", False, "allied"),
        ("allied-knight", True, "allied"),
    ]
    assert any(isinstance(event, e.OrderRemoved) and event.area == "acorn-hall" for event in told)


def test_invariants_see_allied_units_alone_and_too_many() -> None:
    alone = position_of({"acorn-hall": Force("stark", {"allied-footman": 1})}, ("arryn-army",))
    assert any("stand alone" in words for words in broken(alone))
    many = position_of({"acorn-hall": Force("stark", {"footman": 1, "allied-footman": 3})}, ("arryn-army",))
    assert any("more allied-footman" in words for words in broken(many))
    assert not any("more allied-footman" in words for words in broken(many, feeding=True))
    question = d.PickUnit(seat="stark", house="stark", choices=(), because="arryn-army", owed=1)
    assert feeds([question])


def reduced(forces: dict[str, Force], cards: Sequence[str]) -> tuple[Position, list[d.PickUnit]]:
    """Stark gives up what its cards do not have, always the last of the choices; what it was asked."""
    position = position_of(forces, cards)
    game = Game(Table(position, StepRules(STORM), "a test", []), STORM)
    asking, asked = alliances.reduce_allied(game, "stark", "arryn-plots"), list[d.PickUnit]()
    answer: Piece | None = None
    while True:
        try:
            question = asking.send(answer)
        except StopIteration:
            return position, asked
        if isinstance(question, Forced):
            answer = question.answer
            continue
        assert isinstance(question, d.PickUnit)
        asked.append(question)
        answer = question.choices[-1]


def test_surplus_units_go_as_their_owner_chooses() -> None:
    forces = {
        "acorn-hall": Force("stark", {"footman": 1, "allied-footman": 2}),
        "gods-eye": Force("stark", {"footman": 1, "allied-knight": 1}, {"allied-footman": 1}),
        "darry": Force("greyjoy", {"footman": 1}),
    }
    position, asked = reduced(forces, ("tyrell-army",))
    assert [question.owed for question in asked] == [2]  # then they are all in one place
    assert asked[0].choices == (
        Piece("acorn-hall", "allied-footman"),
        Piece("gods-eye", "allied-footman", routed=True),
    )
    assert position.board.forces["gods-eye"] == Force("stark", {"footman": 1, "allied-knight": 1})
    assert position.board.forces["acorn-hall"] == Force("stark", {"footman": 1, "allied-footman": 1})


def test_what_the_cards_have_stays() -> None:
    forces = {"acorn-hall": Force("stark", {"footman": 1, "allied-footman": 3, "allied-knight": 1})}
    position, asked = reduced(forces, ("tyrell-army", "arryn-army", "frey-leadership"))
    assert asked == []
    assert position.board.forces["acorn-hall"].units["allied-footman"] == 3


def test_without_a_card_all_go_unasked() -> None:
    position, asked = reduced({"acorn-hall": Force("stark", {"footman": 1, "allied-footman": 2})}, ())
    assert asked == []
    assert position.board.forces["acorn-hall"].units == {"footman": 1}


def test_marches_leave_nothing_alone() -> None:
    """Every way to split an army: refused exactly where a group would be allied units alone."""
    position = position_of({"acorn-hall": Force("stark", {"footman": 2, "allied-footman": 2})}, ("arryn-army",))
    board = position.board
    for own, other in product(range(3), repeat=2):
        units = {unit: count for unit, count in (("footman", own), ("allied-footman", other)) if count}
        answer = March("acorn-hall", {"stoney-sept": units} if units else {})
        refusal = alliances.refuse_march(board, STORM, "stark", answer)
        bad = (own == 0 and other > 0) or (own == 2 and other < 2)
        assert (refusal is not None) == bad, units
        if refusal is not None:
            assert (refusal.code, refusal.where) == ("allied-alone", "marches.acorn-hall")


@pytest.mark.parametrize(
    ("units", "routed", "kept"),
    [
        ({"footman": 1, "allied-footman": 1}, {}, ["allied-footman"]),
        ({"footman": 2, "allied-footman": 1}, {}, ["allied-footman", "footman"]),
        ({"footman": 1, "allied-footman": 1}, {"knight": 1}, ["allied-footman", "footman"]),
        ({"footman": 1}, {"allied-knight": 1}, ["footman"]),
        ({"footman": 1, "knight": 1}, {}, ["footman", "knight"]),
    ],
)
def test_which_units_may_go(units: dict[str, int], routed: dict[str, int], kept: list[str]) -> None:
    position = position_of({"acorn-hall": Force("stark", units, routed)})
    choices = [Piece("acorn-hall", unit) for unit in sorted(units)]
    found = alliances.removable(position.board, STORM, choices, False, "")
    assert [piece.unit for piece in found] == kept


def test_which_attackers_may_go() -> None:
    position = position_of({"gods-eye": Force("stark", {"footman": 1})})
    troop = {"footman": 1, "allied-knight": 1}
    position.board.battle = Battle("acorn-hall", "stark", "lannister", "gods-eye", "march+0", troop)
    choices = [Piece("acorn-hall", unit) for unit in sorted(troop)]
    assert [piece.unit for piece in alliances.removable(position.board, STORM, choices, True, "")] == ["allied-knight"]
    # Where they go a footman waits.
    assert list(alliances.removable(position.board, STORM, choices, True, "gods-eye")) == choices


KILLER = HouseCard(
    id="a killer",
    house="lannister",
    name=Names(en="A killer"),
    strength=1,
    effect="kill-unit",
    values={"unit": "footman"},
)


@pytest.mark.parametrize(
    ("units", "choices", "left"),
    [
        # A text about footmen means allied ones too; the last of the house is spared while there is one.
        ({"footman": 1, "allied-footman": 1}, None, {"footman": 1}),
        ({"footman": 2, "allied-footman": 1}, ["allied-footman", "footman"], {"footman": 1, "allied-footman": 1}),
        ({"knight": 1, "allied-footman": 1}, None, {"knight": 1}),
        ({"footman": 1, "allied-knight": 1}, None, {"allied-knight": 1}),
        ({"knight": 1, "allied-knight": 1}, None, {"knight": 1, "allied-knight": 1}),
    ],
)
def test_a_text_that_kills_a_footman(units: dict[str, int], choices: list[str] | None, left: dict[str, int]) -> None:
    position = position_of({"acorn-hall": Force("stark", dict(units))}, ("arryn-army", "tyrell-army"))
    board = position.board
    board.battle = Battle("acorn-hall", "lannister", "stark", "gods-eye", "march+0", {"knight": 1})
    board.battle.cards = {"lannister": "joffrey-lannister"}
    game = Game(Table(position, StepRules(STORM), "a test", []), STORM)
    asking = game.hooks.texts.immediate["kill-unit"](game, board.battle, KILLER)
    asked: list[str] | None = None
    try:
        question = asking.send(None)
        if isinstance(question, Forced):
            answer = question.answer
        else:
            assert isinstance(question, d.KillFootman)
            asked, answer = [piece.unit for piece in sorted(question.choices, key=str)], Piece("acorn-hall", "footman")
        asking.send(answer)
    except StopIteration:
        pass
    assert asked == choices
    assert board.forces["acorn-hall"].units == left


def test_other_editions_are_left_as_they_are() -> None:
    first = games.edition("first-edition")
    board = games.start("first-edition", 5, "no allies").board
    choices = [Piece("winterfell", "footman")]
    assert list(alliances.removable(board, first, choices, False, "")) == choices
    assert not first.allied_kinds
