"""What may ask a house is known before it asks: whole games ask for nothing else, and offer nothing else."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import REVISION
from adjudicator.thrones.rules.round import steps_ahead
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.effects.table import question_sources
from adjudicator.thrones.sheets.resolver import decision_kinds
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.turn_sections import Prospect
from adjudicator.thrones.sheets.warnings.battle import pick_warnings
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

SECOND = games.edition("second-edition")


def asked_in(seed: str) -> set[str]:
    """Plays a game at random; every choice it leaves is one that was known. The moments it came to."""
    player, met = random_player(Picker(seed, "players")), set()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.PickEffect):
            known = {one.because: one for one in question_sources(position.board, SECOND, decision.house)}
            offered = {c for choices in known[decision.because].offers.values() for c in choices}
            assert set(decision.choices) <= offered, decision
            assert not known[decision.because].badge or known[decision.because].asks(position.board, decision.house)
            met.add(known[decision.because].moment)
        return player(position, decision)

    THRONES.advance(games.start("second-edition", 6, seed, ("tides",)), oracle)
    return met


def test_whole_games_ask_nothing_else() -> None:
    met = {
        moment for seed in ("one", "two", "three", "four", "five", "six", "seven", "eight") for moment in asked_in(seed)
    }
    assert {"westeros", "raven", "wildlings", "card", "support", "blade"} <= met


def test_whole_games_ask_only_the_kinds_of_their_edition() -> None:
    for name in THRONES.editions:
        edition, met = games.edition(name), set()
        player = random_player(Picker(name, "players"))

        def oracle(
            position: Position, decision: Decision, met: set[str] = met, player: Any = player
        ) -> SourcedAnswer | None:
            met.add(str(decision.__struct_config__.tag))
            given: SourcedAnswer | None = player(position, decision)
            return given

        games.of_edition(name).advance(
            games.start(name, max(edition.setups), "kinds", games.of_edition(name).compatible_modules(edition)), oracle
        )
        assert len(met) >= 12
        assert met <= set(decision_kinds(edition))
    without_options = games.of_edition("first-edition").edition_under("first-edition", REVISION, ())
    assert "pick-effect" not in decision_kinds(without_options)
    assert "take-loan" not in decision_kinds(SECOND)


def test_only_contenders_for_the_throne_are_asked_about_it() -> None:
    board = games.start("second-edition", 6, "a table").board

    def judges() -> list[str]:
        known = (
            (h, a) for h in board.houses for a in question_sources(board, SECOND, h) if a.because == "preemptive-raid"
        )
        return [house for house, asking in known if "tie" in asking.offers]

    assert judges() == [board.holders["iron-throne"]]
    board.revealed = {"II": "clash-of-kings"}
    assert judges() == board.houses


def test_nobody_is_asked_by_a_card_that_is_not_theirs() -> None:
    board = games.start("second-edition", 6, "a table").board
    cards = {one.because for one in question_sources(board, SECOND, "lannister") if one.moment == "card"}
    assert cards == {"tyrion-lannister"}
    board.hands["lannister"].remove("tyrion-lannister")
    assert not [one for one in question_sources(board, SECOND, "lannister") if one.moment == "card"]


def test_tides_ask_only_in_games_with_tides() -> None:
    with_tides = games.start("second-edition", 3, "a table", ("tides",)).board
    assert "blade" in {one.moment for one in question_sources(with_tides, SECOND, "stark")}
    without = games.start("second-edition", 3, "a table").board
    assert "blade" not in {one.moment for one in question_sources(without, SECOND, "stark")}


def test_the_first_edition_asks_whether_help_is_taken() -> None:
    first = games.edition("first-edition")
    board = games.start("first-edition", 5, "a table").board
    assert {one.because for house in board.houses for one in question_sources(board, first, house)} == {"support"}
    before = games.of_edition("first-edition").edition_under("first-edition", 2)
    assert [question_sources(board, before, house) for house in board.houses] == [()] * 5


def test_steps_ahead_count_what_may_be_chosen_and_a_strike() -> None:
    board = games.start("second-edition", 6, "a table").board
    board.revealed = {"I": "a-throne-of-blades", "II": "clash-of-kings", "III": "web-of-lies"}
    assert steps_ahead(board, SECOND) == ("supply", "mustering", "clash-of-kings")
    board.wildlings = SECOND.wildling_track[-1]
    assert steps_ahead(board, SECOND)[0] == "wildling-attack"


@pytest.mark.parametrize("name", THRONES.editions)
def test_what_is_asked_is_never_warned_of_as_never_offered(name: str) -> None:
    """Neither when the game starts nor when the phase begins in which it is asked."""
    edition = games.edition(name)
    start = games.start(name, max(edition.setups), "never offered", games.of_edition(name).compatible_modules(edition))
    boards, asked, player = [copy.deepcopy(start.board)], 0, random_player(Picker(name, "players"))

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        nonlocal asked
        if position.board.phase != boards[-1].phase:
            boards.append(copy.deepcopy(position.board))
        for key in {decision.because, decision.subject} - {""} if isinstance(decision, d.PickEffect) else ():
            sheet = Sheet(choices={key: (ChoiceRule(pick=decision.choices),)})
            for board in (boards[0], *boards[-7:]):
                assert not list(pick_warnings(Prospect(board, edition, decision.house, sheet)))
            asked += 1
        return player(position, decision)

    THRONES.advance(start, oracle)
    assert asked
