"""Leaders where no token of the box shows it: orders without a part of their own, ports, and what an area counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Table
from adjudicator.thrones.editions.every import EDITIONS, STORM_STEPS
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import registry
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.legality import legal_answers
from adjudicator.thrones.rules.registry import REVISION, edition_of
from adjudicator.thrones.rules.step_context import Game, bind
from adjudicator.thrones.rules.storm.hostages import negotiate
from adjudicator.thrones.rules.storm.leaders import more_marches
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.state import decisions as d, events as e
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import March, Pick
from adjudicator.thrones.state.edition import Edition

HEAD = 'edition = "storm-of-swords"\nplayers = 4\n'
SUPPORTING = f"""{HEAD}agenda = ["marches"]
[setup]
clear = true
units.stark = {{ the-twins = "F1", seagard = "F1" }}
units.greyjoy = {{ flints-finger = "F1" }}
orders.stark = {{ the-twins = "support", seagard = "support+1" }}
orders.greyjoy = {{ flints-finger = "march+0" }}
storm.leaders = {{ robb-stark = "the-twins", black-walder = "seagard" }}
"""


@pytest.fixture
def supporters(monkeypatch: pytest.MonkeyPatch) -> Edition:
    """The edition with tokens that a Support order turns."""
    tokens = {name: replace(token, activates="support") for name, token in EDITIONS["storm-of-swords"].leaders.items()}
    edition = bind(replace(EDITIONS["storm-of-swords"], id="supporters", leaders=tokens), STORM_STEPS)
    monkeypatch.setitem(registry._EDITIONS, edition.id, edition)
    monkeypatch.setitem(registry._REVISIONS, (edition.id, REVISION), edition)
    return edition


def played(position: Position, answer: Callable[[Decision], object]) -> tuple[list[str], list[object]]:
    """Which questions were asked, and what was told."""
    asked: list[str] = []

    def oracle(showing: Position, decision: Decision) -> SourcedAnswer:
        asked.append(f"{decision.house} {decision.__struct_config__.tag}")
        return SourcedAnswer(answer(decision), Source("player"))  # type: ignore[arg-type]

    outcome = THRONES.advance(position, oracle)
    return asked, [record.event for record in outcome.records]


def test_unresolved_order_turns_a_leader_before_marches(supporters: Edition) -> None:
    position = build(read_scenario(SUPPORTING))
    position.edition = supporters.id

    def answer(decision: Decision) -> object:
        if isinstance(decision, d.PickEffect):
            return Pick(decision.choices[0])
        assert isinstance(decision, d.ResolveMarch)
        return March(next(iter(decision.options)))

    asked, told = played(position, answer)
    turn = ["stark pick-effect", "stark resolve-march"]
    assert asked == [*turn, *turn, "greyjoy resolve-march"]
    turned = [event.leader for event in told if isinstance(event, e.LeaderTurned) and event.active]
    assert turned == ["robb-stark", "black-walder"]


def test_it_may_stay_where_it_lies(supporters: Edition) -> None:
    position = build(read_scenario(SUPPORTING))
    position.edition = supporters.id

    def answer(decision: Decision) -> object:
        return Pick("decline") if isinstance(decision, d.PickEffect) else March("flints-finger")

    asked, told = played(position, answer)
    assert asked == ["stark pick-effect", "greyjoy resolve-march"]
    assert not [event for event in told if isinstance(event, e.LeaderTurned)]


CONSOLIDATING = f"""{HEAD}agenda = ["power"]
[setup]
clear = true
units.stark = {{ greywater-watch = "F1" }}
units.lannister = {{ lannisport = "F1" }}
orders.stark = {{ greywater-watch = "consolidate-power" }}
"""


@pytest.mark.parametrize(("kind", "asks"), [("land", True), ("port", False)])
def test_nobody_negotiates_in_a_port(kind: str, asks: bool) -> None:
    position = build(read_scenario(CONSOLIDATING))
    edition = edition_of(position)
    areas = {**edition.areas, "greywater-watch": replace(edition.areas["greywater-watch"], kind=kind)}
    game = Game(Table(position, StepRules(edition), "collect", []), replace(edition, areas=areas))
    assert isinstance(next(negotiate(game, "stark", "greywater-watch"), None), d.Negotiate) == asks


LISTED = f"""{HEAD}agenda = ["march"]
[setup]
clear = true
units.lannister = {{ tumbleton = "F2", goldroad = "F1" }}
orders.lannister = {{ tumbleton = "march+0" }}
storm.leaders = {{ jaime-lannister = "tumbleton", tywin-lannister = "goldroad" }}
"""


def question(position: Position) -> Decision:
    return THRONES.resume(position).waiting[0]


def test_legal_marches_say_of_leaders_all_that_can_be_said() -> None:
    position = build(read_scenario(LISTED))
    decision = question(position)
    listed = [answer for answer in legal_answers(position, decision) if isinstance(answer, March)]
    said = [answer.leaders for answer in listed if answer.moves == {"roseroad": {"footman": 1}}]
    assert {} in said
    assert {"jaime-lannister": "roseroad"} in said
    assert not [leaders for leaders in said if "tywin-lannister" in (leaders or {})]
    everybody = [answer.leaders for answer in listed if answer.moves == {"roseroad": {"footman": 2}}]
    assert {} not in everybody


def test_marches_drawn_by_chance_send_leaders_everywhere() -> None:
    position = build(read_scenario(LISTED))
    decision = question(position)
    law = legal_answers(position, decision)
    drawn = [law.sample(Picker(str(number), "marches")) for number in range(80)]
    assert all(THRONES.check(position, decision, answer) is None for answer in drawn)
    goals = {answer.leaders.get("jaime-lannister") for answer in drawn if isinstance(answer, March) and answer.leaders}
    assert {"goldroad", "roseroad", "bitterbridge"} <= goals


def test_without_leaders_there_is_nothing_more_to_say() -> None:
    position = build(read_scenario(LISTED))
    board = replace(position.board, leaders={})
    assert list(more_marches(board, edition_of(position), "lannister", March("tumbleton"))) == []
