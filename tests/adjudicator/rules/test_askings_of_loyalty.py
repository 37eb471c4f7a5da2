"""What the fourth Westeros deck may ask is known before it asks, of every house."""

from __future__ import annotations

from adjudicator import face
from adjudicator.kernel.chance import Picker
from adjudicator.kernel.decision import Decision, Given
from adjudicator.thrones import decisions as d
from adjudicator.thrones.askings import askings
from adjudicator.thrones.board import Position
from adjudicator.thrones.steward import random_player

DRAGONS = face.edition("mother-of-dragons")
PLOTS = {card.id for card in DRAGONS.westeros.values() if card.effect}


def asked_in(seed: str) -> set[str]:
    """Plays a game at random; every choice of the deck is one that was known. The cards that asked."""
    player, met = random_player(Picker(seed, "players")), set()

    def oracle(position: Position, decision: Decision) -> Given | None:
        if isinstance(decision, d.PickEffect) and decision.because in PLOTS | {"viserys-targaryen"}:
            known = {one.because: one for one in askings(position.board, DRAGONS, decision.house)}
            offered = {c for choices in known[decision.because].offers.values() for c in choices}
            assert set(decision.choices) <= offered, decision
            met.add(decision.because)
        return player(position, decision)

    face.advance(face.start("mother-of-dragons", 8, seed), oracle)
    return met


def test_whole_games_ask_nothing_else_of_the_deck() -> None:
    met = {card for seed in ("one", "two", "three", "four") for card in asked_in(seed)}
    assert len(met & PLOTS) >= 7


def test_without_targaryen_the_deck_asks_nobody() -> None:
    board = face.start("mother-of-dragons", 7, "a table").board
    asked = {one.because for house in board.houses for one in askings(board, DRAGONS, house)}
    assert not asked & PLOTS
