"""A game master's decrees: what each does, and what is refused."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.btwixt.game import BTWIXT
from adjudicator.btwixt.rules.visibility import broken
from adjudicator.btwixt.state import events as x
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.chance import commitment
from adjudicator.engine.decision import Illegal
from adjudicator.engine.overrides import EndGame, Reseed, Ruling

HOUSES = ("cersei", "euron", "jon")


@pytest.fixture
def position() -> Position:
    """A game of three whose first bid is open."""
    return BTWIXT.advance(games.start("btwixt", 3, "edicts", (), HOUSES), lambda position, decision: None).position  # type: ignore[return-value]


def codes(position: Position, override: object) -> list[str]:
    return [one.code for one in BTWIXT.check_override(position, override).errors]


def an_ally(position: Position) -> str:
    return next(ally for ally in position.hidden.allies if ally != position.board.current)


def test_an_ally_is_placed_and_dies(position: Position) -> None:
    ally, council = an_ally(position), next(iter(position.board.councils))
    placed = BTWIXT.issue(position, x.PlaceAlly(ally=ally, council=council), "It lay there", "gm")
    assert placed.showing.board.councils[council].allies == [ally]
    assert broken(placed.showing) == []
    dead = BTWIXT.issue(placed.position, x.PlaceAlly(ally=ally), "It died", "gm")
    assert dead.showing.board.dead == [ally]


def test_tokens_come_from_the_supply_and_go_back(position: Position) -> None:
    council = next(iter(position.board.councils))
    more = BTWIXT.issue(position, x.SetTokens(council=council, tokens=4), "A miscount", "gm")
    assert more.showing.board.tokens_left == 50
    less = BTWIXT.issue(more.position, x.SetTokens(council=council, tokens=1), "A miscount", "gm")
    assert less.showing.board.tokens_left == 53
    assert broken(less.showing) == []


def test_the_first_player_is_another(position: Position) -> None:
    other = next(house for house in position.board.houses if house != position.board.first)
    assert BTWIXT.issue(position, x.SetFirstPlayer(house=other), "The token fell", "gm").showing.board.first == other


def test_a_new_seed_mixes_all_that_is_hidden(position: Position) -> None:
    before = list(position.hidden.allies)
    done = BTWIXT.issue(position, Reseed(commitment=commitment("new"), seed="new"), "It leaked", "gm")
    assert done.showing.hidden.allies != before
    assert sorted(done.showing.hidden.allies) == sorted(before)


def test_an_end_names_winners(position: Position) -> None:
    done = BTWIXT.issue(position, EndGame(winners=("jon",)), "They agreed", "gm")
    assert done.showing.board.ending.winners == ("jon",)
    assert codes(done.position, x.SetFirstPlayer(house="jon")) == ["game-over"]
    assert codes(done.position, Ruling(text="It was fair")) == []


@pytest.mark.parametrize(
    ("override", "code"),
    [
        (x.PlaceAlly(ally="excalibur"), "unknown-ally"),
        (x.PlaceAlly(ally="hodor", council="cersei-stark"), "unknown-place"),
        (x.SetTokens(council="nowhere", tokens=1), "unknown-place"),
        (x.SetFirstPlayer(house="stark"), "unknown-place"),
        (x.GiveInfluence(house="stark", card="betrayal"), "unknown-place"),
        (x.GiveInfluence(house="jon", card="betrayal"), "card-not-there"),
        (EndGame(winners=("stark",)), "unknown-place"),
        (Ruling(text=" "), "bad-ruling"),
        (Reseed(commitment="", seed=""), "bad-seed"),
        (Reseed(commitment=commitment("old"), seed="new"), "commitment-mismatch"),
    ],
)
def test_what_cannot_be_is_refused(override: object, code: str, position: Position) -> None:
    assert code in codes(position, override)
    with pytest.raises(Illegal, match=code):
        BTWIXT.issue(position, override, "A reason", "gm")


def test_more_tokens_than_there_are_are_refused(position: Position) -> None:
    council = next(iter(position.board.councils))
    assert codes(position, x.SetTokens(council=council, tokens=55)) == ["too-many-tokens"]
    assert codes(position, x.SetTokens(council=council, tokens=54)) == []
    assert codes(position, x.SetTokens(council=council, tokens=-1)) == ["too-many-tokens"]


def test_the_ally_that_is_bid_for_stays(position: Position) -> None:
    assert codes(position, x.PlaceAlly(ally=position.board.current)) == ["ally-is-bid-for"]


@pytest.mark.parametrize(("reason", "code"), [(" ", "reason-empty"), ("x" * 2001, "reason-too-long")])
def test_a_reason_is_given(reason: str, code: str, position: Position) -> None:
    with pytest.raises(Illegal, match=code):
        BTWIXT.issue(position, x.SetFirstPlayer(house="jon"), reason, "gm")
