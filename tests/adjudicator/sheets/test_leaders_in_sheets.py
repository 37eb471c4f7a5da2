"""Leaders in sheets: who goes along, who is turned, what is offered for hostages; and what the bot likes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from adjudicator import games
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.thrones.bot import sight as bot
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.sheets.choices import ChoiceRule, Hostages, OfferRule, ReplyRule
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.effects.table import question_sources
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet, unknown_ids
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import CardChoice, March, Offer, Pick, YesNo

HEAD = 'edition = "storm-of-swords"\nplayers = 4\n'
MARCHING = """agenda = ["march"]
[setup]
clear = true
units.lannister = { tumbleton = "F3", goldroad = "F1" }
units.greyjoy = { roseroad = "F1", deep-den = "F1" }
orders.lannister = { tumbleton = "march+0" }
storm.leaders = { jaime-lannister = "tumbleton", tywin-lannister = "tumbleton", balon-greyjoy = "deep-den" }
"""
TURNING = MARCHING.replace('["march"]', '["raid"]').replace('"march+0"', '"raid"')
GO = (Move(to="roseroad", units={"footman": 2}), Move(to="bitterbridge", units={"footman": 1}))


def ready(text: str, *answers: Any) -> tuple[Position, Decision]:
    """The position of a scenario after these answers, and the question that is open then."""
    left = list(answers)

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        return SourcedAnswer(left.pop(0), Source("player")) if left else None

    outcome = THRONES.advance(build(read_scenario(HEAD + text)), oracle)
    return outcome.showing, outcome.waiting[0]


def answered(text: str, sheet: Sheet, *answers: Any) -> Any:
    """What a sheet answers in a scenario."""
    position, decision = ready(text, *answers)
    assert not list(unknown_ids(sheet, edition_of(position)))
    given = resolve(position, decision, sheet, None)
    assert THRONES.check(position, decision, given.answer) is None
    return given.answer


@pytest.mark.parametrize(
    ("leaders", "gone"),
    [
        ({}, UNSET),
        ({"jaime-lannister": "roseroad"}, {"jaime-lannister": "roseroad", "tywin-lannister": "roseroad"}),
        ({"jaime-lannister": "bitterbridge"}, {"jaime-lannister": "bitterbridge", "tywin-lannister": "roseroad"}),
        ({"balon-greyjoy": "roseroad"}, {"jaime-lannister": "roseroad", "tywin-lannister": "roseroad"}),
    ],
)
def test_a_plan_says_where_leaders_go(leaders: dict[str, str], gone: object) -> None:
    plan = MarchPlan(moves=GO, leaders=leaders)
    answer = answered(MARCHING, Sheet(marches=Marches(areas={"tumbleton": (plan,)})))
    assert set(answer.moves) == {"roseroad", "bitterbridge"}
    assert answer.leaders == gone


def test_a_plan_that_leaves_one_alone_is_passed_over() -> None:
    alone = MarchPlan(moves=GO, leaders={"jaime-lannister": "stays"})
    staying = MarchPlan(moves=GO[:1], leaders={"jaime-lannister": "stays", "tywin-lannister": "roseroad"})
    answer = answered(MARCHING, Sheet(marches=Marches(areas={"tumbleton": (alone, staying)})))
    assert answer == March("tumbleton", {"roseroad": {"footman": 2}}, leaders={"tywin-lannister": "roseroad"})


def test_the_plans_of_an_area_serve_a_leaders_march_there() -> None:
    plan = MarchPlan(leaders={"jaime-lannister": "goldroad"})
    sheet = Sheet(
        marches=Marches(areas={"tumbleton": (plan,)}),
        choices={"activate": (ChoiceRule(pick=("jaime-lannister",)),)},
    )
    assert answered(TURNING, sheet) == Pick("jaime-lannister")
    march = answered(TURNING, sheet, Pick("jaime-lannister"))
    assert march == March("tumbleton", leaders={"jaime-lannister": "goldroad"})


def test_without_a_word_no_leader_is_turned() -> None:
    assert answered(TURNING, Sheet()) == Pick("decline")


def test_unknown_leaders_are_refused() -> None:
    plan = MarchPlan(moves=GO, leaders={"robert": "roseroad", "jaime-lannister": "nowhere"})
    sheet = Sheet(marches=Marches(areas={"tumbleton": (plan,)}))
    found = {refusal.code for refusal in unknown_ids(sheet, games.edition("storm-of-swords"))}
    assert found == {"unknown-leader", "unknown-area"}


def test_conditions_count_leaders() -> None:
    position, decision = ready(MARCHING)
    scene = Scene(position, decision)
    assert scene.defence("deep-den") == 2
    assert scene.defence("roseroad") == 1
    assert scene.attack(Attempt("tumbleton", "roseroad", {"footman": 2})) == 2
    # Nobody stays, so that both leaders go along.
    assert scene.attack(Attempt("tumbleton", "roseroad", {"footman": 3})) == 5


def test_and_on_his_own_march_what_is_on_the_back() -> None:
    position, decision = ready(TURNING, Pick("jaime-lannister"))
    assert Scene(position, decision).attack(Attempt("tumbleton", "roseroad", {"footman": 1})) == 3


NEGOTIATING = """agenda = ["power"]
[setup]
clear = true
power = { stark = 4 }
units.stark = { greywater-watch = "F1" }
units.lannister = { lannisport = "F1" }
units.greyjoy = { pyke = "F1" }
orders.stark = { greywater-watch = "consolidate-power" }
storm.leaders = { balon-greyjoy = "cell stark", jaime-lannister = "cell stark" }
"""


@pytest.mark.parametrize(
    ("rules", "offer"),
    [
        ((), Offer()),
        ((OfferRule(power=9, hostages=("jaime-lannister",)),), Offer(("eddard-stark",), 5, ("jaime-lannister",))),
        ((OfferRule(holders=("greyjoy",), power=1), OfferRule(power=2)), Offer(("eddard-stark",), 2)),
        ((OfferRule(leaders=("robb-stark",), power=1), OfferRule(decline=True)), Offer()),
        ((OfferRule(power=1, hostages=("asha-greyjoy",)),), Offer(("eddard-stark",), 1)),
    ],
)
def test_offers_of_a_sheet(rules: tuple[OfferRule, ...], offer: Offer) -> None:
    assert answered(NEGOTIATING, Sheet(hostages=Hostages(offers=rules))) == offer


@pytest.mark.parametrize(
    ("rules", "accepted"),
    [
        ((), False),
        ((ReplyRule(power=3),), True),
        ((ReplyRule(power=4),), False),
        ((ReplyRule(hostages=("jaime-lannister",)),), True),
        ((ReplyRule(hostages=("balon-greyjoy",)),), False),
        ((ReplyRule(offerers=("greyjoy",)),), False),
        ((ReplyRule(leaders=("robb-stark",)),), False),
        ((ReplyRule(leaders=("eddard-stark", "robb-stark")),), True),
        ((ReplyRule(power=9), ReplyRule(accept=False), ReplyRule()), False),
    ],
)
def test_answers_of_a_sheet(rules: tuple[ReplyRule, ...], accepted: bool) -> None:
    offer = Offer(("eddard-stark",), 3, ("jaime-lannister",))
    assert answered(NEGOTIATING, Sheet(hostages=Hostages(replies=rules)), offer) == YesNo(accepted)


def bot_says(text: str, *answers: Any) -> Any:
    position, decision = ready(text, *answers)
    given = bot.bot_answer(position, decision)
    assert THRONES.check(position, decision, given.answer) is None
    return given.answer


def test_the_bot_turns_a_leader_who_wins_something() -> None:
    strong = TURNING.replace('roseroad = "F1"', 'roseroad = "(F1)"').replace('tumbleton = "F3"', 'tumbleton = "K3"')
    assert bot_says(strong) == Pick("jaime-lannister")
    march = bot_says(strong, Pick("jaime-lannister"))
    assert march.moves


def test_he_keeps_a_raid_where_a_march_gains_nothing() -> None:
    idle = """agenda = ["raid"]
[setup]
clear = true
units.lannister = { tumbleton = "F1" }
units.stark = { bitterbridge = "K4" }
units.baratheon = { goldroad = "K4" }
units.greyjoy = { roseroad = "K4" }
supply = { stark = 6, baratheon = 6, greyjoy = 6 }
orders.lannister = { tumbleton = "raid" }
orders.greyjoy = { roseroad = "support" }
storm.leaders = { jaime-lannister = "tumbleton" }
storm.weather = 2
"""
    assert bot_says(idle) == Pick("decline")


def test_the_bot_asks_for_no_gift() -> None:
    """With a point of Power he has nothing to spare: he offers his hostages, or nothing at all."""
    poor = NEGOTIATING.replace("stark = 4", "stark = 0")
    assert bot_says(poor) == Offer(("eddard-stark",), 0, ("balon-greyjoy", "jaime-lannister"))
    alone = poor[: poor.index("storm.leaders")] + 'storm.leaders = { eddard-stark = "cell lannister" }'
    assert bot_says(alone) == Offer()
    for text in (poor, alone, NEGOTIATING):
        assert answered(text, Sheet(steward=(BotRule(what=("hostages",)),))) == bot_says(text)


def test_the_bot_takes_a_hostage() -> None:
    battle = """agenda = ["march"]
[setup]
clear = true
spent = ["valyrian-blade"]
supply = { baratheon = 3, stark = 3 }
units.baratheon = { acorn-hall = "K3" }
units.stark = { stoney-sept = "F3" }
orders.baratheon = { acorn-hall = "march+0" }
storm.leaders = { robb-stark = "stoney-sept", black-walder = "stoney-sept" }
"""
    answers = (
        March("acorn-hall", {"stoney-sept": {"knight": 3}}),
        CardChoice("renly-baratheon"),
        CardChoice("jory-cassel"),
    )
    assert bot_says(battle, *answers) == Pick("robb-stark")


def test_he_spares_hostages_but_those_of_whom_he_fears_most() -> None:
    swing = """agenda = ["westeros-card deck=III"]
[setup]
revealed = { III = "swing-the-sword" }
storm.leaders = { eddard-stark = "cell greyjoy" }
units.HOUSE = { riverrun = "F1", harrenhal = "F1", silverhall = "F1" }
"""
    assert bot_says(swing.replace("HOUSE", "baratheon")) == Pick("decline")
    assert bot_says(swing.replace("HOUSE", "stark")) == Pick("eddard-stark")


def test_what_may_be_asked_is_known_before() -> None:
    position, _ = ready(NEGOTIATING)
    edition = edition_of(position)
    found = {asking.because: asking.offers for asking in question_sources(position.board, edition, "stark")}
    assert found["swing-the-sword"] == {"": ("balon-greyjoy", "jaime-lannister", "decline")}
    assert "activate" not in found
    position, _ = ready(MARCHING)
    found = {asking.because: asking.offers for asking in question_sources(position.board, edition, "lannister")}
    assert found["activate"] == {"": ("jaime-lannister", "tywin-lannister", "decline")}
    assert found["hostage"] == {"": ("balon-greyjoy", "decline")}
