"""Tokens that change what areas offer: the override, what a board stores, and what the bot sees of them."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.rules.control import MARKS, facts_of, places_for, remaining_tokens
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Position

MOD = games.edition("mother-of-dragons")


def table() -> Position:
    return games.start("mother-of-dragons", 7, "a table")


def codes(position: Position, area: str, *marks: str) -> list[str]:
    return [error.code for error in THRONES.check_override(position, x.SetImprovements(area=area, marks=marks)).errors]


def test_an_override_lays_tokens_and_takes_them_away() -> None:
    position = THRONES.resume(table()).position
    marks = x.SetImprovements(area="moat-cailin", marks=("stronghold", "barrel"))
    after = THRONES.issue(position, marks, "a mistake", "gm").position
    assert after.board.improvements == {"moat-cailin": ["barrel", "stronghold"]}
    facts = facts_of(after.board, MOD, "moat-cailin")
    assert (facts.supply, facts.settlement, facts.muster) == (1, "stronghold", 2)
    assert remaining_tokens(after.board, MOD) == 13
    gone = THRONES.issue(after, x.SetImprovements(area="moat-cailin"), "no mistake", "gm").position
    assert gone.board.improvements == {}


@pytest.mark.parametrize(
    ("area", "marks", "code"),
    [
        ("winterfell", ("stronghold",), "improvement-not-allowed"),
        ("winterfell", ("ruin",), "improvement-not-allowed"),
        ("the-bite", ("barrel",), "improvement-not-allowed"),
        ("moat-cailin", ("stronghold", "ruin"), "improvement-not-allowed"),
        ("moat-cailin", ("tower",), "improvement-not-allowed"),
        ("moat-cailin", ("crown",) * 16, "no-token-left"),
    ],
)
def test_tokens_that_cannot_lie_there_are_refused(area: str, marks: tuple[str, ...], code: str) -> None:
    assert codes(table(), area, *marks) == [code]


def test_other_editions_know_no_such_tokens() -> None:
    position = games.start("second-edition", 3, "a table")
    assert codes(position, "moat-cailin", "crown") == ["no-improvements-here"]


def test_a_board_without_tokens_stores_nothing_of_them() -> None:
    assert b"improvements" not in msgspec.json.encode(table().board)


def test_castles_that_are_strongholds_or_gone_take_no_more() -> None:
    board = table().board
    assert "moat-cailin" in places_for(board, MOD, "ruin")
    for mark in ("stronghold", "ruin"):
        board.improvements = {"moat-cailin": [mark]}
        assert "moat-cailin" not in places_for(board, MOD, "stronghold")
        assert "moat-cailin" not in places_for(board, MOD, "ruin")
    open_land = {a.id for a in MOD.areas.values() if a.kind == "land" and not a.only_with}
    assert set(places_for(board, MOD, "barrel")) == open_land


@pytest.mark.parametrize("marks", [["tower"], ["ruin", "stronghold"], ["stronghold", "barrel"], []])
def test_tokens_that_lie_wrongly_are_found_out(marks: list[str]) -> None:
    position = table()
    assert invariants.broken(position) == []
    position.board.improvements = {"moat-cailin": marks}
    assert len(invariants.broken(position)) == 1


def test_the_bot_sees_what_tokens_make_of_an_area() -> None:
    board = table().board
    printed = {mark: Sight(board, MOD, "stark").chart.worth["moat-cailin"] for mark in MARKS}
    worth = {}
    for mark in MARKS:
        board.improvements = {"moat-cailin": [mark]}
        sight = Sight(board, MOD, "stark")
        worth[mark] = sight.chart.worth["moat-cailin"]
        assert ("moat-cailin" in sight.chart.settled) == (mark != "ruin")
    assert worth["ruin"] < printed["ruin"]
    assert all(worth[mark] > printed[mark] for mark in ("barrel", "crown", "stronghold"))
