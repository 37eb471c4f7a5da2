"""Scenarios: what they say is built, what they cannot mean is refused with its place, and what they build is sound."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Illegal, Refused, Unreadable
from adjudicator.engine.step import Step
from adjudicator.thrones.editions.every import EDITIONS
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.scenario.building import OF_OPEN_CARD, build, steps
from adjudicator.thrones.scenario.form import Patch, Scenario, read_force, read_scenario, read_units
from adjudicator.thrones.state.board import Force, Placed, Position

FIRST = """
edition = "first-edition"
players = 5
agenda = ["march", "march after=stark", "power", "end-round"]
[setup]
clear = true
round = 4
wildlings = 6
units = { stark = { winterfell = "K2 F1 (F1)" }, greyjoy = { moat-cailin = "F1" } }
orders = { stark = { winterfell = "march+0" } }
tokens = { the-twins = "stark" }
tracks = { fiefdoms = "stark greyjoy lannister baratheon tyrell" }
holders = { messenger-raven = "tyrell" }
power = { stark = 3 }
supply = { stark = 6 }
hands = { stark = "eddard-stark robb-stark" }
decks = { II = "clash-of-kings" }
spent = ["valyrian-blade"]
bans = ["raid"]
"""
SECOND = """
edition = "second-edition"
players = 6
agenda = ["westeros-card deck=III", "wildling-attack strength=6 without=stark", "raid kept=winterfell,karhold"]
[setup]
clear = true
neutral = { the-eyrie = 0, kings-landing = 5 }
no_garrison = ["pyke"]
revealed = { III = "storm-of-swords" }
decks = { wildlings = "the-horde-descends crow-killers" }
"""
DRAGONS = """
edition = "mother-of-dragons"
players = 8
agenda = ["interest"]
[setup]
clear = true
round = 4
vassals = ["tyrell"]
commanders = { tyrell = "lannister" }
units = { targaryen = { pentos = "K1 D1" }, tyrell = { highgarden = "F2" } }
improvements = { moat-cailin = "ruin barrel" }
loyalty = { pentos = 2 }
points = { targaryen = 3 }
growth = { dragon = 2 }
growing = [6, 8, 10]
bank = { slots = "none none the-faceless-men", loans = { stark = "customs-officer" }, deck = "spymaster" }
power = { stark = 3 }
holders = { messenger-raven = "lannister", valyrian-blade = "lannister", iron-throne = "lannister" }
"""


def on(edition: str, players: int, setup: dict[str, Any], agenda: list[str] | None = None) -> Position:
    return build(
        msgspec.convert({"edition": edition, "players": players, "setup": setup, "agenda": agenda or []}, Scenario)
    )


def refusals(
    setup: dict[str, Any], edition: str = "first-edition", players: int = 5, *agenda: str
) -> list[tuple[str, str]]:
    with pytest.raises(Illegal) as caught:
        on(edition, players, setup, list(agenda))
    return [(reason.code, reason.where) for reason in caught.value.reasons]


def test_a_scenario_of_the_first_edition() -> None:
    position = build(read_scenario(FIRST))
    board = position.board
    assert invariants.broken(position) == []
    assert board.forces == {
        "winterfell": Force("stark", {"knight": 2, "footman": 1}, {"footman": 1}),
        "moat-cailin": Force("greyjoy", {"footman": 1}),
    }
    assert (board.round, board.wildlings, board.power["stark"], board.supply["stark"]) == (4, 6, 3, 6)
    assert (board.orders, board.tokens) == ({"winterfell": Placed("stark", "march+0")}, {"the-twins": "stark"})
    assert board.tracks["fiefdoms"][0] == board.holders["valyrian-blade"] == "stark"
    assert board.holders["messenger-raven"] == "tyrell"
    assert board.hands["stark"] == ["eddard-stark", "robb-stark"]
    assert len(board.discards["stark"]) == 5
    assert (board.spent, board.bans) == (["valyrian-blade"], ["raid"])
    assert position.hidden.decks["II"][0] == "clash-of-kings"
    assert position.progress.agenda == [
        Step("march", {"after": ""}),
        Step("march", {"after": "stark"}),
        Step("power"),
        Step("end-round"),
    ]
    assert [one.seat for one in games.of(position).resume(position).waiting] == ["stark"]


def test_a_scenario_of_the_second_edition() -> None:
    position = build(read_scenario(SECOND))
    assert invariants.broken(position) == []
    assert "the-eyrie" not in position.board.neutral
    assert position.board.neutral["kings-landing"] == 5
    assert "pyke" not in position.board.garrisons
    assert position.board.revealed == {"III": "storm-of-swords"}
    assert position.hidden.decks["III"].count("storm-of-swords") == 0
    assert position.hidden.decks["wildlings"][:2] == ["the-horde-descends", "crow-killers"]
    assert position.progress.agenda == [
        Step("westeros-card", {"deck": "III"}),
        Step("wildling-attack", {"deck": "III", "strength": 6, "without": "stark"}),
        Step("raid", {"after": "", "kept": ["winterfell", "karhold"]}),
    ]


def test_a_home_that_is_held_counts_as_a_point() -> None:
    assert on("mother-of-dragons", 8, {}).board.points == {"targaryen": 1}
    with pytest.raises(Illegal) as refused:
        on("mother-of-dragons", 8, {"points": {"targaryen": 0}})
    assert [reason.code for reason in refused.value.reasons] == ["unsound"]


def test_a_scenario_of_mother_of_dragons() -> None:
    position = build(read_scenario(DRAGONS))
    board = position.board
    assert invariants.broken(position) == []
    assert (board.vassals, board.commanders) == (["tyrell"], {"tyrell": "lannister"})
    assert (board.power["tyrell"], board.hands["tyrell"], board.discards["tyrell"]) == (0, [], [])
    assert board.forces["pentos"] == Force("targaryen", {"knight": 1, "dragon": 1})
    assert board.improvements == {"moat-cailin": ["barrel", "ruin"]}
    assert (board.loyalty, board.points, board.growth) == ({"pentos": 2}, {"targaryen": 3}, {"dragon": 2})
    assert board.growing == [6, 8, 10]
    assert board.bank is not None
    assert (board.bank.slots, board.bank.loans) == (["", "", "the-faceless-men"], {"stark": ["customs-officer"]})
    assert position.hidden.decks["loans"][0] == "spymaster"
    assert set(position.hidden.decks["loans"]) == {*EDITIONS["mother-of-dragons"].loans} - {
        "the-faceless-men",
        "customs-officer",
    }


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_empty_setup_is_the_start_for_every_number_of_players(edition: Any) -> None:
    for players in edition.player_counts:
        scenario = Scenario(edition=edition.id, players=players, seed="x", setup=Patch(round=0), agenda=["begin-round"])
        assert documents.encode(build(scenario)) == documents.encode(games.start(edition.id, players, "x"))


def test_a_later_round_has_grown_the_dragons() -> None:
    board = on("mother-of-dragons", 8, {"round": 5}).board
    assert board.growth["dragon"] + len(board.growing) == 5
    assert all(number > 5 for number in board.growing)


def test_json_and_toml_say_the_same() -> None:
    for text in (FIRST, SECOND, DRAGONS):
        scenario = read_scenario(text)
        assert read_scenario(msgspec.json.encode(scenario).decode()) == scenario


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('edition = "first-edition"', ""),
        ('edition = "first-edition"\nplayers = "five"', "players"),
        ('edition = "first-edition"\nplayers = 5\nunits = {}', ""),
        ('edition = "first-edition"\nplayers = 5\nsetup = { power = { stark = -1 } }', "setup.power[...]"),
        ('edition = "first-edition"\nplayers = 5\nsetup = { bank = { slot = "none" } }', "setup.bank"),
        ('edition = "first-edition"\nplayers = 5\nsetup = { neutral = { pyke = 1001 } }', "setup.neutral[...]"),
        ("players = " + "9" * 5000, ""),
        ("edition = ", ""),
        ("{", ""),
    ],
)
def test_what_is_no_scenario_is_unreadable(text: str, where: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_scenario(text)
    assert [(reason.code, reason.where) for reason in caught.value.reasons] == [("bad-scenario", where)]


BANK = {"slots": "none none none"}


@pytest.mark.parametrize(
    ("setup", "code", "where"),
    [
        ({"units": {"arryn": {"winterfell": "F1"}}}, "unknown-house", "setup.units"),
        ({"units": {"stark": {"winterfel": "F1"}}}, "unknown-area", "setup.units.stark.winterfel"),
        ({"units": {"stark": {"winterfell": "F1 X2"}}}, "bad-units", "setup.units.stark.winterfell"),
        ({"units": {"stark": {"winterfell": "F1 (K1"}}}, "bad-units", "setup.units.stark.winterfell"),
        ({"units": {"stark": {"winterfell": ""}}}, "no-units", "setup.units.stark.winterfell"),
        ({"units": {"stark": {"winterfell": "D1"}}}, "unknown-unit", "setup.units.stark.winterfell"),
        ({"units": {"stark": {"pyke": "F1"}, "greyjoy": {"pyke": "F1"}}}, "named-twice", "setup.units"),
        ({"empty": ["nowhere"]}, "unknown-area", "setup.empty"),
        ({"empty": ["pyke", "pyke"]}, "named-twice", "setup.empty"),
        ({"empty": ["the-twins"]}, "no-units", "setup.empty"),
        ({"empty": ["winterfell"], "clear": True}, "no-units", "setup.empty"),
        ({"tokens": {"the-shivering-sea": "stark"}}, "wrong-terrain", "setup.tokens"),
        ({"commanders": {"tyrell": "tyrell"}}, "no-commander", "setup.commanders"),
        ({"neutral": {"nowhere": 1}}, "unknown-area", "setup.neutral"),
        ({"tokens": {"nowhere": "stark"}}, "unknown-area", "setup.tokens"),
        ({"tokens": {"pyke": "arryn"}}, "unknown-house", "setup.tokens"),
        ({"orders": {"arryn": {}}}, "unknown-house", "setup.orders"),
        ({"orders": {"stark": {"winterfell": "march+9"}}}, "unknown-order", "setup.orders.stark.winterfell"),
        ({"orders": {"stark": {"nowhere": "raid"}}}, "unknown-area", "setup.orders.stark.nowhere"),
        ({"power": {"arryn": 1}}, "unknown-house", "setup.power"),
        ({"supply": {"arryn": 1}}, "unknown-house", "setup.supply"),
        ({"tracks": {"throne": "stark"}}, "unknown-track", "setup.tracks"),
        ({"tracks": {"fiefdoms": "stark stark"}}, "bad-track", "setup.tracks.fiefdoms"),
        ({"holders": {"blade": "stark"}}, "unknown-badge", "setup.holders"),
        ({"holders": {"valyrian-blade": "arryn"}}, "unknown-house", "setup.holders"),
        ({"spent": ["blade"]}, "unknown-badge", "setup.spent"),
        ({"bans": ["peace"]}, "unknown-ban", "setup.bans"),
        ({"bans": ["raid", "raid"]}, "named-twice", "setup.bans"),
        ({"round": 11}, "unknown-round", "setup.round"),
        ({"hands": {"arryn": ""}}, "unknown-house", "setup.hands"),
        ({"hands": {"stark": "jon-snow"}}, "unknown-card", "setup.hands.stark"),
        ({"hands": {"stark": "robb-stark robb-stark"}}, "named-twice", "setup.hands.stark"),
        ({"decks": {"IV": "supply"}}, "unknown-deck", "setup.decks"),
        ({"decks": {"I": "clash-of-kings"}}, "unknown-card", "setup.decks.I"),
        ({"decks": {"I": "supply supply supply supply supply supply"}}, "no-card-left", "setup.decks.I"),
        ({"revealed": {"wildlings": "x"}}, "unknown-deck", "setup.revealed"),
        ({"revealed": {"I": "clash-of-kings"}}, "unknown-card", "setup.revealed.I"),
        ({"no_garrison": ["pyke"]}, "unknown-garrison", "setup.no_garrison"),
        ({"commanders": {"arryn": "stark"}}, "unknown-house", "setup.commanders"),
        ({"commanders": {"tyrell": "arryn"}}, "unknown-player", "setup.commanders"),
        ({"vassals": ["tyrell"]}, "no-vassals", "setup.vassals"),
        ({"vassals": ["arryn"]}, "unknown-house", "setup.vassals"),
        ({"improvements": {"pyke": "castle"}}, "unknown-improvement", "setup.improvements.pyke"),
        ({"improvements": {"pyke": ""}}, "bad-improvement", "setup.improvements.pyke"),
        ({"improvements": {"nowhere": "barrel"}}, "unknown-area", "setup.improvements"),
        ({"loyalty": {"pyke": 1}}, "no-loyalty", "setup.loyalty"),
        ({"loyalty": {"nowhere": 1}}, "unknown-area", "setup.loyalty"),
        ({"points": {"stark": 1}}, "unknown-house", "setup.points"),
        ({"growth": {"dragon": 1}}, "unknown-unit", "setup.growth"),
        ({"growing": [2]}, "no-loyalty", "setup.growing"),
        ({"growing": [12]}, "unknown-round", "setup.growing"),
        ({"bank": BANK}, "no-bank", "setup.bank"),
        ({"power": {"stark": 99}}, "unsound", "setup"),
        ({"wildlings": 3}, "unsound", "setup"),
    ],
)
def test_what_means_nothing_in_the_game_is_refused_by_its_field(setup: dict[str, Any], code: str, where: str) -> None:
    assert (code, where) in refusals(setup)


@pytest.mark.parametrize(
    ("bank", "code", "where"),
    [
        ({"slots": "none"}, "bad-slots", "setup.bank.slots"),
        ({"slots": "none none gold"}, "unknown-loan", "setup.bank.slots"),
        ({"deck": "gold"}, "unknown-loan", "setup.bank.deck"),
        ({"loans": {"stark": "gold"}}, "unknown-loan", "setup.bank.loans"),
        ({"loans": {"nobody": ""}}, "unknown-house", "setup.bank.loans"),
        ({"slots": "none none customs-officer", "deck": "customs-officer"}, "named-twice", "setup.bank"),
    ],
)
def test_loans_that_cannot_be(bank: dict[str, Any], code: str, where: str) -> None:
    assert refusals({"bank": bank}, "mother-of-dragons", 8) == [(code, where)]


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("", "unknown-step"),
        ("marchs", "unknown-step"),
        ("auction", "argument-missing"),
        ("auction track=throne", "bad-argument"),
        ("auction tracks=fiefdoms", "unknown-argument"),
        ("auction fiefdoms", "unknown-argument"),
        ("planning now=yes", "unknown-argument"),
        ("march after=stark after=stark", "argument-twice"),
        ("march after=arryn", "bad-argument"),
        ("raid kept=winterfell,nowhere", "bad-argument"),
        ("westeros-card", "argument-missing"),
        ("westeros-card deck=IV", "bad-argument"),
        ("westeros-card deck=I", "no-open-card"),
    ],
)
def test_steps_that_are_none(step: str, code: str) -> None:
    assert refusals({}, "first-edition", 5, "planning", step) == [(code, "agenda[1]")]


def test_a_strength_is_a_number() -> None:
    assert refusals({}, "second-edition", 6, "wildling-attack strength=much") == [("bad-argument", "agenda[0]")]


def test_a_deck_that_is_not_in_play_turns_no_card_up() -> None:
    agenda = ("reveal-westeros", "loyalty")
    assert refusals({}, "mother-of-dragons", 7, *agenda) == [("no-open-card", "agenda[1]")]
    assert len(on("mother-of-dragons", 8, {}, list(agenda)).progress.agenda) == 2


def test_a_card_may_be_turned_up_by_a_step_before() -> None:
    agenda = on("first-edition", 5, {}, ["reveal-westeros", "westeros-card deck=I"]).progress.agenda
    assert [step.name for step in agenda] == ["reveal-westeros", "westeros-card"]


def test_refusals_say_what_is_known() -> None:
    with pytest.raises(Illegal, match="near it: winterfell"):
        on("first-edition", 5, {"units": {"stark": {"winterfel": "F1"}}})
    with pytest.raises(Illegal, match="known: .*stark"):
        on("first-edition", 5, {"power": {"arryn": 1}})
    with pytest.raises(Illegal, match=r"near it: marches, march"):
        on("first-edition", 5, {}, ["marchs"])
    with pytest.raises(Illegal, match="known: .*begin-round, .*planning"):
        on("first-edition", 5, {}, ["xyzzy"])


def test_a_game_that_cannot_be_is_no_scenario_either() -> None:
    for change, code in (
        ({"edition": "fifth"}, "unknown-edition"),
        ({"players": 9}, "players-not-supported"),
        ({"seed": ""}, "seed-empty"),
        ({"modules": ["chess"]}, "unknown-module"),
        ({"houses": ["arryn"]}, "bad-houses"),
    ):
        with pytest.raises(Refused, match=code):
            build(msgspec.structs.replace(read_scenario(FIRST), **change))


def test_units_are_read_alone_too() -> None:
    assert read_units("K2 F1") == {"knight": 2, "footman": 1}
    assert read_force("stark", "(S1)") == Force("stark", {}, {"ship": 1})
    for wrong in ("K0", "K", "2K", "K1K1", "K1 K1", "(K1)"):
        with pytest.raises(Unreadable, match="bad-units"):
            read_units(wrong)


def test_steps_of_an_open_card_are_those_that_read_it() -> None:
    """Whatever reads the open card of its deck stumbles where none lies open."""
    edition = EDITIONS["mother-of-dragons"]
    found = set()
    for step in steps(edition):
        if "deck" not in (*step.needed, *step.optional):
            continue
        position = games.start(edition.id, 8, "no card")
        needed = {"deck": "IV", "house": "stark"}
        position.progress.agenda = [Step(step.name, {one: needed[one] for one in {"deck", *step.needed}})]
        try:
            games.of(position).resume(position)
        except KeyError:
            found.add(step.name)
    assert found == OF_OPEN_CARD
