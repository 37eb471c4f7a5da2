"""Texts of House Arryn's cards (Mother of Dragons)."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.text_table import Texts
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard

RULE = "cards.text"


@quiet
def power_for_helpers(game: Game, battle: Battle, card: HouseCard) -> None:
    """The winner and every other house that supported him take Power."""
    role, forces = battle.role(card.house), game.board.forces
    helpers = (forces[area].house for area, side in battle.pledges.items() if side == role and area in forces)
    for house in dict.fromkeys((card.house, *helpers)):
        game.gain_power(house, int(card.values["power"]), card.id, RULE)


def remove_cards(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """After a defence the card leaves the game, if its house likes, and the opponent's weakest used card with it."""
    me, victim, cards = card.house, battle.opponent(card.house), game.edition.cards
    if me != battle.defender or card.id not in game.board.discards[me]:
        return
    answer = yield from game.pick(me, card.id, ("remove", "decline"))
    if answer != "remove":
        return
    used = game.board.discards[victim]
    least = min((cards[one].strength for one in used), default=0)
    weakest = tuple(one for one in used if cards[one].strength == least)
    game.tell(e.CardRemoved(house=me, card=card.id, because=card.id), RULE)
    if not weakest:
        return
    question = d.PickEffect(seat=game.seat(me), house=me, because=card.id, subject=victim, choices=weakest)
    lost = yield from game.ask_or_force(question)
    game.tell(e.CardRemoved(house=victim, card=lost.choice, because=card.id), RULE)


TEXTS = Texts(
    after_win={"power-for-helpers": power_for_helpers},
    after_battle={"remove-cards": remove_cards},
)
