"""Wildling cards on the first edition's board: one lies open before an attack (Storm of Swords rules: option 5).

What it does when the attack is fought: `rules.wildlings.attack_with_card`.
"""

from __future__ import annotations

from adjudicator.engine.step import Step
from adjudicator.thrones.rules import westeros
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.wildling_cards import CARD_RULE
from adjudicator.thrones.state import events as e

ATTACK = "wildling-attack"


def reveal_westeros(game: Game) -> list[Step]:
    """The Westeros cards are turned up; with a Wildling Attack among them the top wildling card is, too, before any of
    them is carried out."""
    steps = westeros.reveal_westeros(game)
    if any(game.edition.westeros[card].step == ATTACK for card in game.board.revealed.values()):
        game.tell(e.WildlingCardShown(card=game.position.hidden.decks["wildlings"][0]), CARD_RULE)
    return steps
