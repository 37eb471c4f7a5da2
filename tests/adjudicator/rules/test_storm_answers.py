"""Answers to what only A Storm of Swords asks, and scenarios of it: what is refused, and what is taken."""

from __future__ import annotations

import pytest

from adjudicator.engine.decision import Answer, Decision, Illegal
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import March, Offer

TABLE = """
edition = "storm-of-swords"
players = 4
agenda = ["planning"]
"""
FIRST = TABLE.replace("storm-of-swords", "first-edition")


def table(more: str = "", text: str = TABLE) -> Position:
    return build(read_scenario(text + more))


def code(decision: Decision, answer: Answer) -> str:
    refusal = THRONES.check(table(), decision, answer)
    return "" if refusal is None else refusal.code


NEGOTIATION = d.Negotiate(
    seat="stark",
    house="stark",
    area="greywater-watch",
    holder="lannister",
    leaders=("eddard-stark",),
    hostages=("balon-greyjoy",),
    up_to=5,
)
TROOPS = d.MoveTroops(
    seat="stark",
    house="stark",
    because="manage-troops",
    options={"the-twins": ("seagard", "oldstones")},
    most={"footman": 2},
)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Offer(), ""),
        (Offer(("eddard-stark",), 5, ("balon-greyjoy",)), ""),
        (Offer(("eddard-stark",)), ""),
        (Offer((), 1), "offer-for-nothing"),
        (Offer((), 0, ("balon-greyjoy",)), "offer-for-nothing"),
        (Offer(("robb-stark",)), "not-held-there"),
        (Offer(("eddard-stark",), 0, ("asha-greyjoy",)), "no-such-hostage"),
        (Offer(("eddard-stark", "eddard-stark")), "leader-twice"),
        (Offer(("eddard-stark",), 6), "offer-out-of-range"),
        (Offer(("eddard-stark",), -1), "offer-out-of-range"),
    ],
)
def test_offers(answer: Offer, expected: str) -> None:
    assert code(NEGOTIATION, answer) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (March("the-twins"), ""),
        (March("the-twins", {"seagard": {"footman": 1}}), ""),
        (March("the-twins", {"seagard": {"footman": 1}, "oldstones": {"footman": 1}}), "one-goal-a-move"),
        (March("winterfell", {"moat-cailin": {"footman": 1}}), "no-troops-there"),
        (March("the-twins", {"kingsroad": {"footman": 1}}), "area-not-adjacent"),
        (March("the-twins", {"seagard": {"footman": 9}}), "units-not-there"),
    ],
)
def test_moves_by_a_card(answer: March, expected: str) -> None:
    assert code(TROOPS, answer) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("weather = 4", "bad-weather"),
        ("garrisons = { winterfell = 'stark' }", "bad-garrison"),
        ("leaders = { robb-stark = 'the-twins upside-down' }", "bad-leader"),
        ("leaders = { robb-stark = '' }", "bad-leader"),
        ("leaders = { hodor = 'winterfell' }", "unknown-leader"),
        ("leaders = { robb-stark = 'cell martell' }", "unknown-house"),
        ("tactics = { stark = 'dancing' }", "unknown-tactic"),
        ("alliances = { stark = 'dothraki' }", "unknown-alliance"),
        ("permanent = { dorne = 'stark' }", "unknown-ally"),
    ],
)
def test_scenarios_that_mean_nothing_are_refused(said: str, expected: str) -> None:
    with pytest.raises(Illegal, match=expected):
        table(f"[setup.storm]\n{said}\n")


@pytest.mark.parametrize(
    ("said", "expected"), [("barred = ['stark']", "no-tactics"), ("claim = 'stark'", "no-alliances")]
)
def test_other_editions_have_none_of_it(said: str, expected: str) -> None:
    with pytest.raises(Illegal, match=expected):
        table(f"[setup.storm]\n{said}\n", FIRST)


def test_what_a_scenario_says_lies_there() -> None:
    board = table("[setup.storm]\nweather = 3\nclaim = 'stark greyjoy'\ngarrisons = { harrenhal = 'stark 3' }\n").board
    assert board.realm is not None
    assert (board.realm.weather, board.realm.claim) == (3, ["stark", "greyjoy"])
