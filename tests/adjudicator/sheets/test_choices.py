"""What sheets say to the questions that only later editions ask: choices of cards, the raven's look, help refused."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import KnightRule, Texts
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.conditions.tree import Condition, parse_condition
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.orders import RavenRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Battle, Force, Position
from adjudicator.thrones.state.decisions import Orders, Pick, Piece, Swap, YesNo
from tests.adjudicator.sheets.tables import asked, story

SECOND = games.edition("second-edition")
WOLF: dict[str, Any] = {"seat": "stark", "house": "stark"}


def table() -> Position:
    position = games.start("second-edition", 6, "a table")
    position.board.round, position.board.phase = 1, "marches"
    return position


def when(text: str) -> Condition:
    return parse_condition(text, SECOND)


BLADES = d.PickEffect(because="a-throne-of-blades", choices=("supply", "mustering", "nothing"), **WOLF)
RAVEN = d.PickEffect(because="messenger-raven", subject="crow-killers", choices=("bottom", "top"), **WOLF)


def test_default_track_is_where_the_house_moves_least() -> None:
    position = table()
    board = position.board
    board.tracks["iron-throne"] = ["martell", "lannister", "baratheon", "greyjoy", "stark", "tyrell"]
    board.tracks["fiefdoms"] = ["martell", "stark", "lannister", "baratheon", "greyjoy", "tyrell"]
    board.tracks["kings-court"] = ["stark", "martell", "lannister", "baratheon", "greyjoy", "tyrell"]
    king = "a-king-beyond-the-wall"
    down = d.PickEffect(because=king, choices=("fiefdoms", "kings-court"), **WOLF)
    up = d.PickEffect(because=king, choices=SECOND.tracks, **WOLF)
    doran = d.PickEffect(because="doran-martell", choices=SECOND.tracks, seat="martell", house="martell")
    assert asked(down, position, Sheet()).answer == Pick("fiefdoms")
    assert asked(up, position, Sheet()).answer == Pick("kings-court")
    board.battle = Battle(area="sunspear", attacker="stark", defender="martell", origin="princes-pass", order="march+0")
    assert asked(doran, position, Sheet()).answer == Pick("iron-throne")


@pytest.mark.parametrize(
    ("decision", "choices", "wanted", "told"),
    [
        (BLADES, {}, "nothing", ("default", "", [])),
        (
            BLADES,
            {"a-throne-of-blades": (ChoiceRule(pick=("mustering", "supply")),)},
            "mustering",
            ("sheet", "choices.a-throne-of-blades[0]", []),
        ),
        (
            BLADES,
            {"a-throne-of-blades": (ChoiceRule(when=when("round = 2"), pick=("supply",)),)},
            "nothing",
            ("default", "", [("choices.a-throne-of-blades[0]", "condition-false")]),
        ),
        (
            RAVEN,
            {
                "messenger-raven": (ChoiceRule(pick=("top",)),),
                "crow-killers": (ChoiceRule(pick=("units",)), ChoiceRule(pick=("bottom",))),
            },
            "bottom",
            ("sheet", "choices.crow-killers[1]", [("choices.crow-killers[0]", "not-a-choice")]),
        ),
        (
            RAVEN,
            {"messenger-raven": (ChoiceRule(pick=("bottom",)),)},
            "bottom",
            ("sheet", "choices.messenger-raven[0]", []),
        ),
    ],
)
def test_the_first_wish_that_is_offered_decides(
    decision: d.PickEffect, choices: dict[str, tuple[ChoiceRule, ...]], wanted: str, told: tuple[Any, ...]
) -> None:
    given = asked(decision, table(), Sheet(choices=choices))
    assert given.answer == Pick(wanted)
    assert story(given) == told


def test_help_can_be_refused_by_who_offers_it() -> None:
    decision = d.PickEffect(because="support", subject="greyjoy", choices=("refuse", "accept"), **WOLF)
    assert asked(decision, table(), None).answer == Pick("accept")
    sheet = Sheet(choices={"greyjoy": (ChoiceRule(pick=("refuse",)),)})
    assert asked(decision, table(), sheet).answer == Pick("refuse")


def test_the_raven_may_look_at_a_wildling_card() -> None:
    decision = d.UseRaven(areas=("winterfell",), **WOLF)
    sheet = Sheet(raven=(RavenRule(when=when("wildlings >= 8"), look=True), RavenRule()))
    assert asked(decision, table(), sheet).answer == Swap()
    position = table()
    position.board.wildlings = 8
    assert asked(decision, position, sheet).answer == Swap(look=True)


def test_a_footman_becomes_a_knight_only_where_it_is_liked() -> None:
    sheet = Sheet(texts=Texts(knight=(KnightRule(areas=("winterfell",)), KnightRule(use=False))))
    for area, wanted in (("winterfell", True), ("white-harbor", False)):
        decision = d.KnightFootman(card="crow-killers", area=area, **WOLF)
        assert asked(decision, table(), sheet).answer == YesNo(wanted)


def test_units_lost_to_wildlings_follow_the_rules_for_losses() -> None:
    pieces = (Piece("white-harbor", "footman"), Piece("winterfell", "knight"))
    decision = d.PickUnit(choices=pieces, because="mammoth-riders", owed=2, **WOLF)
    sheet = Sheet(losses=Losses(wildlings=(LossRule(units=("knight",)),)))
    assert asked(decision, table(), sheet).answer == pieces[1]
    assert asked(decision, table(), None).answer == pieces[0]


def test_an_area_left_without_an_order_gets_one() -> None:
    areas = ("winterfell", "white-harbor", "the-shivering-sea")
    decision = d.PlaceOrders(areas=areas, stars=3, bans=(), **WOLF)
    sheet = Sheet(orders={"winterfell": "march+1", "white-harbor": "none"})
    given = asked(decision, table(), sheet)
    assert isinstance(given.answer, Orders)
    assert given.answer.orders["winterfell"] == "march+1"
    assert set(given.answer.orders) == set(areas)
    assert ("orders.white-harbor", "no-order-named") in story(given)[2]


def test_defaults_lay_an_order_wherever_one_can_lie() -> None:
    position = table()
    areas = tuple(SECOND.areas)[:17]
    position.board.forces = {area: Force("stark", {"footman": 1}) for area in areas}
    decision = d.PlaceOrders(areas=areas, stars=0, bans=("support",), **WOLF)
    given = asked(decision, position, None)
    assert isinstance(given.answer, Orders)
    plain = sum(o.copies for o in SECOND.orders.values() if not o.special and o.type != "support")
    assert len(given.answer.orders) == plain
    spared = asked(decision, position, Sheet(orders=dict.fromkeys(areas[:9], "none")))
    assert isinstance(spared.answer, Orders)
    assert list(spared.answer.orders) != list(given.answer.orders)
    assert set(areas[9:]) == set(spared.answer.orders)


def test_words_that_the_edition_does_not_know_are_errors() -> None:
    sheet = Sheet(
        choices={
            "doran-martell": (ChoiceRule(pick=("fiefdoms", "fiefdom")),),
            "port": (ChoiceRule(pick=("2", "0")),),
            "nobody": (ChoiceRule(pick=("decline",)),),
        }
    )
    errors = THRONES.check_sheet(table(), "stark", sheet, ()).errors
    assert [(error.code, error.where) for error in errors] == [
        ("unknown-card", "choices"),
        ("unknown-choice", "choices.doran-martell[0].pick"),
    ]
