"""What a game master may set of leaders, alliances, tactics, claim and weather."""

from __future__ import annotations

import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Illegal
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import read_scenario
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Leader, Position

TABLE = """
edition = "storm-of-swords"
players = 4
agenda = ["planning"]
[setup.storm]
leaders = { jaime-lannister = "dead" }
tops = ["arryn"]
"""


def table() -> Position:
    return build(read_scenario(TABLE))


def issued(override: x.AnyOverride, position: Position | None = None) -> Position:
    return THRONES.issue(position or table(), override, "miscounted", "gm").showing


def realm(position: Position) -> object:
    assert position.board.realm is not None
    return position.board.realm


def test_a_leader_is_moved_taken_freed_and_lost() -> None:
    held = issued(x.SetLeader(leader="robb-stark", house="lannister"))
    assert held.board.leaders["robb-stark"] == Leader("stark", cell="lannister")
    free = issued(x.SetLeader(leader="eddard-stark", area="winterfell"))
    assert free.board.leaders["eddard-stark"] == Leader("stark", "winterfell")
    assert "robb-stark" not in issued(x.SetLeader(leader="robb-stark")).board.leaders
    back = issued(x.SetLeader(leader="jaime-lannister", area="lannisport"))
    assert back.board.leaders["jaime-lannister"] == Leader("lannister", "lannisport")


def test_an_allied_leader_serves_whom_he_stands_with() -> None:
    assert (
        issued(x.SetLeader(leader="black-walder", area="lannisport")).board.leaders["black-walder"].house == "lannister"
    )


def test_alliance_cards_leave_where_they_were() -> None:
    position = issued(x.SetAlliances(house="greyjoy", alliances=("frey-leadership", "arryn-army")))
    board, decks = position.board, position.hidden.decks
    assert board.realm is not None
    assert board.realm.alliances["greyjoy"] == ["frey-leadership", "arryn-army"]
    assert board.realm.alliances["stark"] == []
    assert "arryn-army" not in decks["arryn"]
    assert len(decks["arryn"]) == 5
    assert board.realm.tops.get("arryn") != "arryn-army"
    back = issued(x.SetAlliances(house="greyjoy"), position)
    assert back.hidden.decks["arryn"][-1] == "arryn-army"
    assert back.hidden.decks["frey"][-1] == "frey-leadership"


def test_tactics_claim_and_weather() -> None:
    position = issued(x.SetTactics(house="stark", tactics=("hold-territory",)))
    position = issued(x.SetClaim(houses=("stark", "greyjoy")), position)
    position = issued(x.SetWeather(place=2), position)
    assert position.board.tactics is not None
    assert position.board.realm is not None
    assert position.board.tactics.open["stark"] == ["hold-territory"]
    assert (position.board.realm.claim, position.board.realm.weather) == (["stark", "greyjoy"], 2)


def test_claim_enough_to_win_ends_the_game() -> None:
    ending = issued(x.SetClaim(houses=("stark",) * 6)).board.ending
    assert ending is not None
    assert ending.winners == ("stark",)


def test_a_new_seed_leaves_what_lies_face_up() -> None:
    before = table()
    after = issued(x.Reseed(commitment=__import__("hashlib").sha256(b"new").hexdigest(), seed="new"), before)
    assert after.hidden.decks["arryn"][0] == before.hidden.decks["arryn"][0]
    assert sorted(after.hidden.decks["arryn"]) == sorted(before.hidden.decks["arryn"])


WRONG: dict[str, tuple[x.AnyOverride, str]] = {
    "no such leader": (x.SetLeader(leader="hodor"), "unknown-leader"),
    "in two places": (x.SetLeader(leader="robb-stark", area="winterfell", house="lannister"), "area-or-cell"),
    "alone": (x.SetLeader(leader="robb-stark", area="lannisport"), "leader-alone"),
    "his own": (x.SetLeader(leader="robb-stark", house="stark"), "no-hostage"),
    "an allied one held": (x.SetLeader(leader="black-walder", house="lannister"), "no-hostage"),
    "no such card": (x.SetAlliances(house="stark", alliances=("dothraki",)), "unknown-alliance"),
    "a card twice": (x.SetAlliances(house="stark", alliances=("arryn-army", "arryn-army")), "named-twice"),
    "another's tactics": (x.SetTactics(house="stark", tactics=("hear-me-roar",)), "not-their-card"),
    "a tactic twice": (x.SetTactics(house="stark", tactics=("hold-territory", "hold-territory")), "named-twice"),
    "seven tokens": (x.SetClaim(houses=("stark",) * 7), "no-room-on-the-track"),
    "beyond the track": (x.SetWeather(place=4), "not-on-the-track"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused(name: str) -> None:
    override, code = WRONG[name]
    position = table()
    before = documents.encode(position)
    assert code in [error.code for error in THRONES.check_override(position, override).errors]
    with pytest.raises(Illegal, match=code):
        THRONES.issue(position, override, "miscounted", "gm")
    assert documents.encode(position) == before


def test_a_card_that_left_the_game_stays_away() -> None:
    position = table()
    position.board.removed.append("arryn-army")
    override = x.SetAlliances(house="stark", alliances=("arryn-army",))
    assert [error.code for error in THRONES.check_override(position, override).errors] == ["card-out-of-game"]


@pytest.mark.parametrize(
    ("override", "code"),
    [
        (x.SetLeader(leader="robb-stark"), "unknown-leader"),
        (x.SetAlliances(house="stark"), "no-alliances-here"),
        (x.SetTactics(house="stark"), "no-tactics-here"),
        (x.SetClaim(houses=("stark",)), "no-claim-here"),
        (x.SetWeather(place=0), "not-on-the-track"),
    ],
)
def test_the_first_edition_has_none_of_it(override: x.AnyOverride, code: str) -> None:
    game = THRONES.resume(games.start("first-edition", 5, "edicts")).position
    assert [error.code for error in THRONES.check_override(game, override).errors] == [code]
