"""Texts of the alternate House cards when a battle is over and its cards are put away."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.battle_facts import printed
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard

RULE = "cards.text"


@quiet
def fine_by_difference(game: Game, battle: Battle, card: HouseCard) -> None:
    """The opponent loses as much Power as the final strengths differed, as far as he has it."""
    victim = battle.opponent(card.house)
    amount = min(game.margin, game.board.power[victim])
    if amount:
        game.tell(e.PowerSpent(house=victim, amount=amount, because=card.id), RULE)


@quiet
def power_by_card(game: Game, battle: Battle, card: HouseCard) -> None:
    """While the house controls a certain area: Power by the number on the opponent's card."""
    victim = battle.opponent(card.house)
    if victim in battle.cards and controller(game.board, game.edition, card.values["area"]) == card.house:
        amount = int(card.values["times"]) * printed(battle, game.edition, victim)
        if amount:
            game.gain_power(card.house, amount, card.id, RULE)


@quiet
def power_if_poorer(game: Game, battle: Battle, card: HouseCard) -> None:
    """Power for a house that has less of it than its opponent; a vassal never has more."""
    power = game.board.power
    if power[battle.opponent(card.house)] > power[card.house]:
        game.gain_power(card.house, int(card.values["power"]), card.id, RULE)


def buy_back(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A used card, this one among them, comes back for as much Power as its number."""
    me, cards, board = card.house, game.edition.cards, game.board
    choices = tuple(one for one in board.discards[me] if cards[one].strength <= board.power[me])
    if not choices:
        return
    answer = yield from game.ask(d.TakeBackCard(seat=game.seat(me), house=me, because=card.id, choices=choices))
    if answer.card is None:
        return
    price = cards[answer.card].strength
    if price:
        game.tell(e.PowerSpent(house=me, amount=price, because=card.id), RULE)
    game.tell(e.CardTakenBack(house=me, card=answer.card, because=card.id), RULE)
