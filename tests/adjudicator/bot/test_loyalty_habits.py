"""The bot plays a house that wins by loyalty: it heads for tokens, spares its dragons, and spends for its deck."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.step import Step
from adjudicator.thrones.bot.sight import bot_answer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Force, Placed, Position
from adjudicator.thrones.state.decisions import March, Pick, Piece, Spread, YesNo

DRAGON: dict[str, Any] = {"seat": "targaryen", "house": "targaryen"}


def table(**board: Any) -> Position:
    position = games.start("mother-of-dragons", 8, "a table")
    position.board.round = 4
    position.board.growth, position.board.growing = {"dragon": 2}, [6, 8, 10]
    for name, value in board.items():
        setattr(position.board, name, value)
    return position


def answered(decision: Any, position: Position) -> Any:
    given = bot_answer(position, decision)
    assert given.source.rule != "first legal answer"
    return given.answer


@pytest.mark.parametrize(("points", "token"), [(1, "karhold"), (6, "the-stony-shore")])
def test_dragons_fly_to_tokens_that_lie_open(points: int, token: str) -> None:
    position = table(loyalty={token: 1}, points={"targaryen": points}, phase="marches")
    position.board.orders = {"the-rhoyne": Placed("targaryen", "march+0")}
    position.progress.agenda = [Step("march", {"after": ""})]
    (asked,) = games.of(position).resume(position).waiting
    answer = answered(asked, position)
    assert isinstance(answer, March)
    assert token in answer.moves


def test_dragons_fall_last() -> None:
    position = table()
    position.board.forces["pentos"] = Force("targaryen", {"footman": 1, "knight": 1, "dragon": 1})
    choices = tuple(Piece("pentos", unit) for unit in ("dragon", "footman", "knight"))
    for decision in (
        d.DisbandForSupply(choices=choices, **DRAGON),
        d.TakeCasualty(choices=choices, area="pentos", owed=1, **DRAGON),
    ):
        assert answered(decision, position) == Piece("pentos", "footman")


def test_bids_help_the_weak() -> None:
    position = table()
    position.board.forces["riverrun"] = Force("lannister", {"knight": 2})
    houses = ("lannister", "stark", "greyjoy")
    gifts = answered(d.SpreadBid(auction="fiefdoms", amount=3, houses=houses, **DRAGON), position)
    assert isinstance(gifts, Spread)
    assert "lannister" not in gifts.gifts
    assert sum(gifts.gifts.values()) == 3


@pytest.mark.parametrize(
    ("to", "power", "cancels"), [("winterfell", 7, True), ("castle-black", 7, False), ("winterfell", 1, False)]
)
def test_moves_into_a_guarded_area_are_cancelled(to: str, power: int, cancels: bool) -> None:
    position = table()
    position.board.power["targaryen"] = power
    position.board.forces["winterfell"] = Force("stark", {"knight": 2})
    move = d.CancelMove(because="scattering-dissent", cost=1, mover="stark", area="karhold", to=to, **DRAGON)
    assert answered(move, position) == YesNo(cancels)


@pytest.mark.parametrize(
    ("card", "choices", "wanted"),
    [
        ("empty-promises", ("the-mountains-of-the-moon", "moat-cailin", "decline"), "moat-cailin"),
        ("fire-made-flesh", ("destroy-dragon", "decline"), "decline"),
        ("fire-made-flesh", ("destroy-dragon", "return-dragon", "decline"), "return-dragon"),
        ("domestic-disputes", ("stark", "decline"), "decline"),
    ],
)
def test_its_deck_is_used_where_tokens_can_be_had(card: str, choices: tuple[str, ...], wanted: str) -> None:
    position = table()
    position.board.forces["winterfell"] = Force("stark", {"knight": 2})
    position.board.forces["the-mountains-of-the-moon"] = Force("arryn", {"knight": 2})
    assert answered(d.PickEffect(because=card, choices=choices, **DRAGON), position) == Pick(wanted)


def test_others_lay_tokens_where_they_are_guarded() -> None:
    position = table()
    position.board.forces["winterfell"] = Force("stark", {"knight": 2})
    ask = d.PickEffect(because="the-long-plan", choices=("harrenhal", "winterfell"), seat="stark", house="stark")
    assert answered(ask, position) == Pick("winterfell")


def test_a_whole_game_is_proposed_and_loyalty_is_gained() -> None:
    outcome = THRONES.advance(games.start("mother-of-dragons", 8, "habits-2"), bot_answer)
    assert outcome.showing.board.ending is not None
    assert [entry.asked for entry in outcome.entries if entry.source.rule == "first legal answer"] == []
    assert outcome.showing.board.points["targaryen"] > 1
