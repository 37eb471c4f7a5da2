"""Conditions on weather, leaders, tactics, alliances and claim: written, read back, and true when they should be."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.decision import Refused
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.tree import format_condition, parse_condition
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

TABLE = """
edition = "storm-of-swords"
players = 4
agenda = ["planning"]
[setup.storm]
weather = 2
claim = "stark lannister stark"
tactics = { stark = "control-westeros", lannister = "secure-hostages" }
alliances = { stark = "frey-leadership arryn-army", greyjoy = "tyrell-plots" }
permanent = { frey = "stark" }
tops = ["mercenaries"]
"""
TRUE = (
    "weather is stormy",
    "weather is not fair",
    "robb-stark is in the-twins",
    "eddard is a hostage of lannister",
    "eddard is a hostage",
    "eddard serves stark",
    "black walder serves me",
    "control westeros is lasting for me",
    "secure hostages is lasting for enemy",
    "control westeros is lasting",
    "stark is allied with frey",
    "I hold frey leadership",
    "greyjoy holds tyrell plots",
    "claim = 4",
    "lannister claim = 4",
    "settlements = 2",
    "alliances = 2",
    "lannister hostages = 1",
    "hostages = 0",
)
FALSE = (
    "weather is fair",
    "robb-stark is in winterfell",
    "robb-stark is a hostage",
    "eddard is a hostage of greyjoy",
    "black walder serves greyjoy",
    "hold-territory is lasting",
    "control westeros is lasting for enemy",
    "lannister is allied with frey",
    "I hold tyrell plots",
    "arryn army is face up",
    "eddard is in winterfell",
)


def scene(position: Position | None = None) -> Scene:
    question = d.PlaceOrders(seat="stark", house="stark", areas=(), stars=0, bans=())
    return Scene(position or build(read_scenario(TABLE)), question)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_so_holds(text: str) -> None:
    assert read(text).holds(scene())


@pytest.mark.parametrize("text", FALSE)
def test_what_is_not_so_does_not(text: str) -> None:
    assert not read(text).holds(scene())


def read(text: str):  # type: ignore[no-untyped-def]
    edition = games.edition("storm-of-swords")
    condition = parse_condition(text, edition)
    assert parse_condition(format_condition(condition), edition) == condition
    return condition


def test_the_card_on_top_is_known() -> None:
    position = build(read_scenario(TABLE))
    assert position.board.realm is not None
    top = position.board.realm.tops["mercenaries"]
    assert read(f"{top} is face-up").holds(scene(position))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("weather is purple", "unknown-weather"),
        ("weather is", "unknown-weather"),
        ("hodor is in winterfell", "unknown-leader"),
        ("robb-stark is in atlantis", "unknown-area"),
        ("dancing is lasting", "unknown-tactic"),
        ("dothraki is face-up", "unknown-alliance"),
        ("stark is allied with dorne", "unknown-ally"),
    ],
)
def test_what_means_nothing_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        parse_condition(text, games.edition("storm-of-swords"))


@pytest.mark.parametrize("text", ["weather is fair", "stark is allied with frey", "control westeros is lasting"])
def test_other_games_know_nothing_of_it(text: str) -> None:
    game = THRONES.resume(games.start("first-edition", 5, "conditions")).position
    with pytest.raises(Inapplicable):
        read(text).holds(scene(game))


def test_nor_of_leaders() -> None:
    game = THRONES.resume(games.start("second-edition", 6, "conditions")).position
    with pytest.raises(Inapplicable):
        read("robb-stark is a hostage").holds(scene(game))
