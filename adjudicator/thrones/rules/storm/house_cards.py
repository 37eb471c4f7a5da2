"""Texts of the House cards of A Storm of Swords that no other set has."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.aftermath import fall
from adjudicator.thrones.rules.battle_facts import active_text, printed
from adjudicator.thrones.rules.card_texts import remove_order, take_back_card
from adjudicator.thrones.rules.planning import refuse_order
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.strength import casualties
from adjudicator.thrones.rules.text_table import Texts
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard

RULE = "cards.text"
THRONE = "iron-throne"


def take_throne(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """An opponent who holds the Iron Throne may lose its token, not his place, until tracks are bid for again; then the
    card has its icons."""
    me, victim = card.house, battle.opponent(card.house)
    if game.board.holders[THRONE] != victim:
        return
    answer = yield from game.pick(me, card.id, ("take", "decline"))
    if answer == "take":
        game.tell(e.BadgeTaken(badge=THRONE, house=me, before=victim), RULE)
        game.tell(e.BonusGained(house=me, card=card.id, swords=int(card.values["swords"])), RULE)


@quiet
def power_by_opponent(game: Game, battle: Battle, card: HouseCard) -> None:
    """Power by the number on the opponent's card."""
    victim = battle.opponent(card.house)
    amount = printed(battle, game.edition, victim) if victim in battle.cards else 0
    if amount:
        game.gain_power(card.house, amount, card.id, RULE)


def remove_order_around(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """An order of the opponent in the battle's area or beside it goes, but for the march that is being carried out."""
    victim, orders = battle.opponent(card.house), game.board.orders
    marching = battle.origin if victim == battle.attacker else ""
    near = (battle.area, *game.edition.neighbours[battle.area])
    choices = [area for area in near if area in orders and orders[area].house == victim and area != marching]
    yield from remove_order(game, card, choices, optional=False)


def loser_loses_unit(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """The beaten opponent loses units whatever his fortifications; a text may keep him from all losses."""
    victim = battle.opponent(card.house)
    shield = active_text(battle, game.edition, victim)
    if shield is not None and shield.effect == "no-losses":
        return
    for owed in range(int(card.values["count"]), 0, -1):
        yield from fall(game, battle, victim, owed, card.id, RULE)


@quiet
def power_swing(game: Game, battle: Battle, card: HouseCard) -> None:
    """The winner takes Power, the opponent loses some, as far as he has it."""
    game.gain_power(card.house, int(card.values["gain"]), card.id, RULE)
    _fine(game, battle.opponent(card.house), int(card.values["lose"]), card)


@quiet
def power_by_difference(game: Game, battle: Battle, card: HouseCard) -> None:
    """The winner takes as much Power as the final strengths differ."""
    if game.margin:
        game.gain_power(card.house, game.margin, card.id, RULE)


def soft_defeat(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Who is beaten may pay for fortifications, asked while they would save a unit; that the units stay upright is told
    with their retreat."""
    me, cost = card.house, int(card.values["cost"])
    owed = casualties(game.board, game.edition, battle, battle.opponent(me))
    if not owed or game.board.power[me] < cost:
        return
    answer = yield from game.pick(me, card.id, ("pay", "decline"))
    if answer == "pay":
        game.tell(e.PowerSpent(house=me, amount=cost, because=card.id), RULE)
        game.tell(e.BonusGained(house=me, card=card.id, fortifications=int(card.values["fortifications"])), RULE)


@quiet
def opponent_loses_power(game: Game, battle: Battle, card: HouseCard) -> None:
    """The opponent loses Power, as far as he has it, whoever won."""
    _fine(game, battle.opponent(card.house), int(card.values["power"]), card)


def place_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A winner who stands in the area may lay a common order of some types there, in the place of what lies there."""
    me, board, orders = card.house, game.board, game.edition.orders
    force = board.forces.get(battle.area)
    if battle.winner != me or force is None or force.house != me:
        return
    used = [placed.order for placed in board.orders.values() if placed.house == me]
    free = [
        token.id
        for token in orders.values()
        if token.type in card.values["types"] and not token.special and used.count(token.id) < token.copies
    ]
    able = [one for one in free if refuse_order(game.edition, battle.area, one, board.bans) is None]
    if not able:
        return
    answer = yield from game.pick(me, card.id, (*able, "decline"), battle.area)
    if answer == "decline":
        return
    before = board.orders.get(battle.area)
    if before is not None:
        gone = e.OrderRemoved(house=before.house, area=battle.area, order=before.order, because=card.id)
        game.tell(gone, RULE)
    game.tell(e.OrderPlaced(house=me, area=battle.area, order=answer, because=card.id), RULE)


def _fine(game: Game, victim: str, most: int, card: HouseCard) -> None:
    """A house loses so much Power, as far as it has it."""
    amount = min(most, game.board.power[victim])
    if amount:
        game.tell(e.PowerSpent(house=victim, amount=amount, because=card.id), RULE)


TEXTS = Texts(
    immediate={
        "take-throne": take_throne,
        "power-by-opponent": power_by_opponent,
        "remove-order-around": remove_order_around,
    },
    after_win={
        "loser-loses-unit": loser_loses_unit,
        "power-swing": power_swing,
        "power-by-difference": power_by_difference,
    },
    after_loss={"soft-defeat": soft_defeat},
    after_battle={
        "opponent-loses-power": opponent_loses_power,
        "take-back-at-end": take_back_card,
        "place-order": place_order,
    },
)
