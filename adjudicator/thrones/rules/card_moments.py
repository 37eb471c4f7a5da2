"""The moments of a battle at which card texts are carried out, as parts of it; an edition's table says what they do.

Order of the timing points: official first edition FAQ; see the rulings in the edition's data.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.battle_facts import active_text
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.text_table import Text
from adjudicator.thrones.state.board import Battle


def in_order(game: Game, battle: Battle) -> list[str]:
    """The fighting houses in the order in which texts of one moment are carried out."""
    return sorted(battle.cards, key=game.board.tracks[game.edition.variant.text_track].index)


def run_text(game: Game, battle: Battle, house: str, texts: Mapping[str, Text]) -> Asks[None]:
    """The text of a house's card, if it counts and its moment has come: `texts` are those of the moment."""
    card = active_text(battle, game.edition, house)
    if card is not None and card.effect in texts:
        yield from texts[card.effect](game, battle, card)


def reveal_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts on reveal: first those that silence, then the immediate ones, each in the edition's order."""
    for texts in (game.hooks.texts.cancel, game.hooks.texts.immediate):
        for house in in_order(game, battle):
            yield from run_text(game, battle, house, texts)


def blade_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts before the blade that ask for Power or turn support."""
    for house in in_order(game, battle):
        yield from run_text(game, battle, house, game.hooks.texts.before_blade)


def after_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts of the winner and of the loser, once the battle is decided and before losses."""
    texts = game.hooks.texts
    for house in in_order(game, battle) if battle.winner is not None else ():
        yield from run_text(game, battle, house, texts.after_win if house == battle.winner else texts.after_loss)


def last_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts after the battle, when its cards are put away."""
    for house in in_order(game, battle):
        yield from run_text(game, battle, house, game.hooks.texts.after_battle)
