"""The claim track by itself: tokens are never made or lost, and the oldest goes first."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.step import Record, Table
from adjudicator.thrones.rules.control import claim_track, free_tokens, settlements
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.westeros import gain_claim, lose_claim
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import CLAIM_SPACES, CLOSED, Board
from adjudicator.thrones.state.decisions import Pick

STORM = games.edition("storm-of-swords")


def game_of(players: int = 4) -> tuple[Game, list[Record]]:
    records: list[Record] = []
    position = games.start("storm-of-swords", players, "claims")
    # Nobody wins by claim, however much there is.
    position.board.victory = CLOSED
    return Game(Table(position, StepRules(STORM), "a test", records), STORM), records


def tokens(board: Board, house: str) -> int:
    laid = sum(1 for owner in board.tokens.values() if owner == house)
    return board.power[house] + laid + claim_track(board).count(house) + free_tokens(board, STORM, house)


def lose_oldest(game: Game, house: str) -> None:
    """A token of the house goes, the oldest where it is asked which."""
    asking = lose_claim(game, house, "a card", "greyjoy", "claim")
    for question in asking:
        with pytest.raises(StopIteration):
            asking.send(Pick(question.choices[-1]))


def test_tokens_are_kept_whatever_is_gained_and_lost() -> None:
    game, _ = game_of()
    board, pick = game.board, Picker("claims", "gained and lost")
    track: list[str] = []
    for _ in range(400):
        house = board.houses[pick(len(board.houses))]
        board.power[house] = min(pick(21), STORM.power_tokens - claim_track(board).count(house))
        if pick(4):
            amount = pick(4)
            gained = gain_claim(game, house, amount, "a card", "claim")
            assert gained == amount  # with nothing else on the board a token can always be had
            track = [*track, *[house] * gained][-CLAIM_SPACES:]
        else:
            lose_oldest(game, house)
            if house in track:
                track.remove(house)
        assert claim_track(board) == track
        assert all(tokens(board, one) == STORM.power_tokens for one in board.houses)
        assert all(board.power[one] >= 0 and free_tokens(board, STORM, one) >= 0 for one in board.houses)


def test_without_a_token_there_is_no_claim() -> None:
    game, records = game_of()
    board = game.board
    board.power["stark"] = 1
    board.tokens = dict.fromkeys([area for area in STORM.areas if area not in board.forces][:19], "stark")
    assert len(board.tokens) == 19
    before = settlements(board, STORM, "stark")
    assert gain_claim(game, "stark", 3, "a card", "claim") == 1
    assert [record.event.paid for record in records if isinstance(record.event, e.ClaimGained)] == [True]
    assert settlements(board, STORM, "stark") == before + 1
    assert board.power["stark"] == 0
    assert gain_claim(game, "stark", 1, "a card", "claim") == 0


def test_who_has_no_token_left_lays_the_one_that_it_pushes_out() -> None:
    game, records = game_of()
    board = game.board
    board.power["stark"] = 0
    free = [area for area in STORM.areas if area not in board.forces]
    board.tokens = dict.fromkeys(free[:19], "stark")
    if board.realm is not None:
        board.realm.claim = ["stark", *["greyjoy"] * 5]
    assert gain_claim(game, "stark", 1, "a card", "claim") == 1
    assert claim_track(board) == [*["greyjoy"] * 5, "stark"]
    assert [type(record.event) for record in records] == [e.ClaimGained]


def test_who_has_enough_wins_before_all_is_laid() -> None:
    game, records = game_of()
    board = game.board
    board.victory = settlements(board, STORM, "lannister") + 2
    assert gain_claim(game, "lannister", 4, "a card", "claim") == 2
    assert board.ending is not None
    assert board.ending.winners == ("lannister",)
    assert [type(record.event) for record in records] == [e.ClaimGained, e.ClaimGained, e.GameEnded]


def test_nothing_is_lost_of_a_house_without_a_token_there() -> None:
    game, records = game_of()
    lose_oldest(game, "stark")
    assert records == []
