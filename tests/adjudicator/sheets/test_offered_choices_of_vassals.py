"""What cards and rules may ask in games with vassals is known before it is asked, of those who command them too."""

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


def asked_in(seed: str) -> set[str]:
    """Plays a game of three with four vassals at random; every choice is one that was known. The cards that asked."""
    player, met = random_player(Picker(seed, "players")), set()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.PickEffect):
            known = [
                one
                for one in question_sources(position.board, DRAGONS, decision.house)
                if one.because == decision.because
            ]
            offered = {c for one in known for choices in one.offers.values() for c in choices}
            assert set(decision.choices) <= offered, decision
            met.add(decision.because)
        return player(position, decision)

    THRONES.advance(games.start("mother-of-dragons", 3, seed), oracle)
    return met


def test_whole_games_ask_nothing_else() -> None:
    met = {card for seed in ("one", "two", "three") for card in asked_in(seed)}
    assert met & {"bronn", "jon-connington"}


def test_without_vassals_their_cards_ask_nobody() -> None:
    board = games.start("mother-of-dragons", 8, "a table").board
    asked = {one.because for house in board.houses for one in question_sources(board, DRAGONS, house)}
    assert not asked & {*DRAGONS.vassal_cards}
