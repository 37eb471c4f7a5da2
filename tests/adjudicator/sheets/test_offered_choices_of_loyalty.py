"""What the fourth Westeros deck may ask is known before it asks, of every house."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.effects.table import question_sources
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

DRAGONS = games.edition("mother-of-dragons")
LOOKING = next(loan.id for loan in DRAGONS.loans.values() if any(part["does"] == "look-at-deck" for part in loan.parts))
PLOTS = {card.id for card in DRAGONS.westeros.values() if card.effect}


def asked_in(seed: str) -> set[str]:
    """Plays a game at random; every choice of the deck is one that was known. The cards that asked."""
    player, met = random_player(Picker(seed, "players")), set()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.PickEffect) and decision.because in PLOTS | {"viserys-targaryen"}:
            known = {one.because: one for one in question_sources(position.board, DRAGONS, decision.house)}
            offered = {c for choices in known[decision.because].offers.values() for c in choices}
            assert set(decision.choices) <= offered, decision
            met.add(decision.because)
        return player(position, decision)

    THRONES.advance(games.start("mother-of-dragons", 8, seed), oracle)
    return met


def test_whole_games_ask_nothing_else_of_the_deck() -> None:
    met = {card for seed in ("one", "two", "three", "four") for card in asked_in(seed)}
    assert len(met & PLOTS) >= 7


def test_without_targaryen_the_deck_asks_nobody() -> None:
    board = games.start("mother-of-dragons", 7, "a table").board
    asked = {one.because for house in board.houses for one in question_sources(board, DRAGONS, house)}
    assert not asked & PLOTS


def test_no_choice_of_the_deck_lies_where_nobody_can_go() -> None:
    """Essos is closed without Targaryen, and no sea or port ever is a choice of the others."""
    position = games.start("mother-of-dragons", 8, "a table")
    closed = {area.id for area in DRAGONS.areas.values() if area.only_with}
    offered = {
        choice
        for house in position.board.houses
        for one in question_sources(position.board, DRAGONS, house)
        if one.because in PLOTS
        for choices in one.offers.values()
        for choice in choices
    }
    lands = {area.id for area in DRAGONS.areas.values() if area.kind == "land"}
    assert offered & set(DRAGONS.areas) <= lands
    assert lands - closed <= offered
    assert not offered & closed


def test_a_loan_that_looks_at_a_deck_asks_which_card_and_where() -> None:
    position = games.start("mother-of-dragons", 8, "a table")
    assert position.board.bank is not None
    position.board.bank.slots = ["", LOOKING, ""]
    found = [one for one in question_sources(position.board, DRAGONS, "stark") if one.because == LOOKING]
    assert [one.offers for one in found] == [
        {"deck": DRAGONS.westeros_decks, "card": ("bottom", "top"), "order": tuple(DRAGONS.westeros)}
    ]
