"""Texts of Targaryen's House cards, and cards that leave the game when a battle is over."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules import card_moments
from adjudicator.thrones.rules.battle_facts import active_text
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.text_table import Texts
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard

RULE = "cards.text"


def add_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Another card of the hand is discarded, if its house likes, for its printed strength."""
    me, hand = card.house, tuple(game.board.hands[card.house])
    if not hand:
        return
    answer = yield from game.pick(me, card.id, (*hand, "decline"))
    if answer != "decline":
        game.tell(e.CardAdded(house=me, card=answer, because=card.id), RULE)


@quiet
def power_by_difference(game: Game, battle: Battle, card: HouseCard) -> None:
    """As much Power as the final strengths differed."""
    if game.margin:
        game.gain_power(card.house, game.margin, card.id, RULE)


def last_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts after the battle, when its cards are put away; after each its card leaves the game, if it says so."""
    for house in card_moments.in_order(game, battle):
        yield from card_moments.run_text(game, battle, house, game.hooks.texts.after_battle)
        card = active_text(battle, game.edition, house)
        if card is not None:
            leave_game(game, battle, card)


def leave_game(game: Game, battle: Battle, card: HouseCard) -> None:
    """After the battle a card leaves the game: `always`, when `lost`, or when its house is `rich`."""
    board, when = game.board, card.values.get("leaves")
    lost = battle.winner != card.house
    rich = when == "rich" and board.power[card.house] >= int(card.values["power"])
    if card.id in board.discards[card.house] and (when == "always" or (when == "lost" and lost) or rich):
        game.tell(e.CardRemoved(house=card.house, card=card.id, because=card.id), RULE)


TEXTS = Texts(immediate={"add-card": add_card}, after_battle={"power-by-difference": power_by_difference})
