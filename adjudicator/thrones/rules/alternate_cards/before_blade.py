"""Texts of the alternate House cards before the blade: on reveal, and those that pay for strength or turn support."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.battle_facts import besieges, supported
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.strength import support_strength
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard

RULE = "cards.text"


@quiet
def clear_support(game: Game, battle: Battle, card: HouseCard) -> None:
    """Without any support of its own a house removes every Support order beside the battle, whoever's it is."""
    board, edition = game.board, game.edition
    if supported(battle, card.house):
        return
    near = [area for area in edition.neighbours[battle.area] if area in board.orders]
    for area in sorted(near, key=edition.area_order.__getitem__):
        placed = board.orders[area]
        if edition.orders[placed.order].does("support"):
            gone = e.OrderRemoved(house=placed.house, area=area, order=placed.order, because=card.id)
            game.tell(gone, RULE)


@quiet
def fetch_card(game: Game, battle: Battle, card: HouseCard) -> None:
    """A certain used card comes back to the hand."""
    wanted = str(card.values["card"])
    if wanted in game.board.discards[card.house]:
        game.tell(e.CardTakenBack(house=card.house, card=wanted, because=card.id), RULE)


def copy_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """For Power the card has the number and icons of a used card, anybody's, besides its own."""
    me, cost, board = card.house, int(card.values["cost"]), game.board
    used = {one for cards in board.discards.values() for one in cards}
    if not used or board.power[me] < cost:
        return
    choices = (*(one for one in game.edition.cards if one in used), "decline")
    answer = yield from game.pick(me, card.id, choices)
    if answer != "decline":
        game.tell(e.PowerSpent(house=me, amount=cost, because=card.id), RULE)
        game.tell(e.CardCopied(house=me, card=answer, because=card.id), RULE)


def buy_strength(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """As much strength as the house gives up Power."""
    me, power = card.house, game.board.power[card.house]
    if not power:
        return
    choices = tuple(str(amount) for amount in range(power, -1, -1))
    answer = yield from game.pick(me, card.id, choices)
    if int(answer):
        game.tell(e.StrengthBought(house=me, power=int(answer), because=card.id), RULE)


@quiet
def turn_support(game: Game, battle: Battle, card: HouseCard) -> None:
    """What others than the opponent lend the opponent helps the card's house instead."""
    board, edition = game.board, game.edition
    victim, side = battle.opponent(card.house), battle.role(card.house)
    siege = side == "attacker" and besieges(board, edition, battle.area)
    for area, helped in list(battle.pledges.items()):
        owner = board.forces[area].house
        if helped == battle.role(victim) and owner != victim:
            value = support_strength(board, edition, area, siege=siege)
            turned = e.SupportGiven(house=owner, area=area, side=side, strength=value, because=card.id)
            game.tell(turned, RULE)
