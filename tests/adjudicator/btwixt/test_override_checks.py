"""What is wrong with a game master's decrees in B'Twixt, by code and place; and what those do that are not."""

from __future__ import annotations

import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.overrides import check_override, decree
from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.scenario import build, read_scenario
from adjudicator.btwixt.state import events as x
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.chance import commitment
from adjudicator.engine.decision import Illegal
from adjudicator.engine.overrides import EndGame, Reseed, Ruling
from adjudicator.engine.step import Decreed, Record, Table

POSITION = """
edition = "btwixt"
players = 4
houses = ["cersei", "euron", "melisandre", "doran"]
[setup]
current = "varys"
hands = { cersei = "feint" }
piles = { doran = "royal-host" }
discard = "betrayal"
councils = { cersei-euron = "shae" }
tokens = { cersei-euron = "1 2" }
"""


def begun() -> Position:
    return build(read_scenario(POSITION))


@pytest.mark.parametrize(
    ("override", "code", "place"),
    [
        (x.PlaceAlly(ally="varis"), "unknown-ally", "ally"),
        (x.PlaceAlly(ally="varys"), "ally-is-bid-for", "ally"),
        (x.PlaceAlly(ally="shae", council="cersei-doran"), "unknown-place", "council"),
        (x.SetTokens(council="here", tokens=1), "unknown-place", "council"),
        (x.SetTokens(council="cersei-euron", tokens=55), "too-many-tokens", "tokens"),
        (x.GiveInfluence(house="bob", card="betrayal"), "unknown-place", "house"),
        (x.GiveInfluence(house="cersei", card="skirmish"), "card-not-there", "card"),
        (x.SetFirstPlayer(house="bob"), "unknown-place", "house"),
        (Ruling(text=" "), "bad-ruling", "text"),
        (Reseed(seed="", commitment=""), "bad-seed", "seed"),
        (Reseed(seed="new", commitment="other"), "commitment-mismatch", "commitment"),
        (EndGame(winners=("bob",)), "unknown-place", "winners"),
    ],
)
def test_a_decree_is_refused_by_code_and_place(override: x.AnyOverride, code: str, place: str) -> None:
    assert [(one.code, one.where) for one in check_override(begun(), override).errors] == [(code, place)]


def told(override: x.AnyOverride, reason: str = "a test") -> tuple[Position, list[Record]]:
    position, records = begun(), list[Record]()
    decree(Table(position, StepRules(HOUSE), "edict", records), Decreed(override, reason, "gm"))
    return position, records


def test_what_is_decreed_is_so_and_the_position_stays_sound() -> None:
    placed, _ = told(x.PlaceAlly(ally="shae", council="melisandre-doran"))
    assert placed.board.councils["melisandre-doran"].allies == ["shae"]
    dead, _ = told(x.PlaceAlly(ally="shae"))
    assert dead.board.dead == ["shae"]
    tokens, _ = told(x.SetTokens(council="cersei-euron", tokens=4))
    assert tokens.board.councils["cersei-euron"].tokens == 4
    given, _ = told(x.GiveInfluence(house="cersei", card="royal-host"))
    assert (given.hidden.hands["cersei"], given.board.piles["doran"]) == (["feint", "royal-host"], [])
    first, _ = told(x.SetFirstPlayer(house="doran"))
    assert first.board.first == "doran"
    mixed, _ = told(Reseed(seed="new", commitment=commitment("new")))
    assert mixed.hidden.seed == "new"
    for position in (placed, dead, tokens, given, first, mixed):
        assert visibility.broken(position) == []


def test_an_end_is_told_and_nothing_follows_it() -> None:
    position, records = told(EndGame(winners=("euron",)))
    assert position.board.ending is not None
    assert position.board.ending.winners == ("euron",)
    assert len(records) == 2
    assert [one.code for one in check_override(position, x.SetFirstPlayer(house="doran")).errors] == ["game-over"]


@pytest.mark.parametrize(("reason", "code"), [(" ", "reason-empty"), ("x" * 2001, "reason-too-long")])
def test_a_decree_says_why(reason: str, code: str) -> None:
    with pytest.raises(Illegal, match=code):
        told(x.SetFirstPlayer(house="doran"), reason)
