"""What a game master may set of a house that wins by loyalty."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Position


def begun(players: int = 8) -> Position:
    return THRONES.resume(games.start("mother-of-dragons", players, "edicts")).position


def refused(override: x.AnyOverride, players: int = 8) -> list[str]:
    return [error.code for error in THRONES.check_override(begun(players), override).errors]


def test_tokens_and_points_are_set() -> None:
    outcome = THRONES.issue(begun(), x.SetLoyalty(area="harrenhal", tokens=2), "miscounted", "gm")
    outcome = THRONES.issue(outcome.position, x.SetLoyalty(area="kings-landing", tokens=0), "miscounted", "gm")
    outcome = THRONES.issue(outcome.position, x.SetPoints(house="targaryen", points=5), "miscounted", "gm")
    board = outcome.showing.board
    assert (board.loyalty, board.points, board.ending) == ({"harrenhal": 2}, {"targaryen": 5}, None)


def test_points_enough_to_win_end_the_game() -> None:
    override = x.SetPoints(house="targaryen", points=7)
    ending = THRONES.issue(begun(), override, "miscounted", "gm").showing.board.ending
    assert ending is not None
    assert (ending.winners, ending.reason) == (("targaryen",), "loyalty")


@pytest.mark.parametrize(
    ("override", "players", "code"),
    [
        (x.SetLoyalty(area="harrenhal", tokens=20), 8, "no-token-left"),
        (x.SetLoyalty(area="the-narrow-sea", tokens=1), 8, "no-loyalty-there"),
        (x.SetLoyalty(area="harrenhal", tokens=1), 7, "no-loyalty-there"),
        (x.SetPoints(house="stark", points=3), 8, "no-points-kept"),
        (x.SetPoints(house="targaryen", points=0), 8, "home-counts"),
        (x.SetTrack(track="fiefdoms", houses=("targaryen", "stark")), 8, "not-every-house"),
        (
            x.SetTrack(
                track="fiefdoms",
                houses=("targaryen", "stark", "lannister", "baratheon", "greyjoy", "tyrell", "martell", "arryn"),
            ),
            8,
            "stands-last",
        ),
        (x.SetUnits(area="harrenhal", house="stark", units={"dragon": 1}), 8, "no-piece-left"),
        (x.SetUnits(area="harrenhal", house="targaryen", units={"siege-engine": 1}), 8, "no-piece-left"),
    ],
)
def test_what_cannot_be_is_refused(override: x.AnyOverride, players: int, code: str) -> None:
    assert refused(override, players) == [code]
