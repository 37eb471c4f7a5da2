"""Cards in battles of A Storm of Swords: at call for support, and House cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.engine import Asks
from adjudicator.thrones.rules.aftermath import fall
from adjudicator.thrones.rules.card_texts import (
    power_by_card,
    power_by_difference,
    remove_opponents_order,
    take_back_card,
)
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.hooks import Texts
from adjudicator.thrones.rules.planning import refuse_order
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.storm.alliances import held, use_up
from adjudicator.thrones.rules.storm.tactics import support_allies
from adjudicator.thrones.rules.strength import active_text, casualties
from adjudicator.thrones.state import AllianceCard, Battle, HouseCard, events as e

RULE = "battle.support"
PAY, USE, DECLINE = "pay", "use", "decline"


def turn_cards(game: Game, battle: Battle) -> Asks[None]:
    """Ask fighters for alliance cards and others for tactics cards, in turn order."""
    for house in list(turn_order(game.board)):
        if battle.role(house) == "none":
            yield from support_allies(game, battle, house)
            continue
        for card in held(game.board, game.edition, house):
            effect = IN_BATTLE.get(card.effect)
            if effect is not None:
                yield from effect(game, battle, house, card)


def _military_support(game: Game, battle: Battle, house: str, card: AllianceCard) -> Asks[None]:
    """Strength that counts as support: for Power once a round, or for the card itself."""
    realm, cost, once = game.board.realm, int(card.values["cost"]), not card.values.get("discard")
    if realm is None or game.board.power[house] < cost or (once and card.id in realm.spent):
        return
    answer = yield from game.pick(house, card.id, (PAY if once else USE, DECLINE), battle.area)
    if answer == DECLINE:
        return
    game.spend_power(house, cost, card.id, RULE)
    event = e.AidGiven(house=house, side=battle.role(house), card=card.id, strength=int(card.values["strength"]))
    game.tell(event, RULE)
    if once:
        game.tell(e.CardSpent(house=house, card=card.id), RULE)
    else:
        use_up(game, house, card)


def _lookout(game: Game, battle: Battle, house: str, card: AllianceCard) -> Asks[None]:
    """The card goes, and with it a Support order that helps the opponent."""
    other, near = battle.role(battle.opponent(house)), game.edition.neighbours[battle.area]
    areas = [key for key, side in battle.pledges.items() if side == other and key in near and key in game.board.orders]
    if not areas:
        return
    area = yield from game.pick_or_decline(house, card.id, areas, battle.area)
    if not area:
        return
    game.remove_order(area, card.id, RULE)
    use_up(game, house, card)


IN_BATTLE: Mapping[str, Callable[[Game, Battle, str, AllianceCard], Asks[None]]] = {
    "military-support": _military_support,
    "lookout": _lookout,
}


TEXT_RULE = "cards.text"
THRONE = "iron-throne"


def take_throne(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the card take the Throne's token, not its place, from a foe for its icons."""
    me, victim = card.house, battle.opponent(card.house)
    if game.board.holders[THRONE] != victim:
        return
    answer = yield from game.pick(me, card.id, ("take", "decline"))
    if answer == "take":
        game.tell(e.BadgeTaken(badge=THRONE, house=me, before=victim), TEXT_RULE)
        game.tell(e.BonusGained(house=me, card=card.id, swords=int(card.values["swords"])), TEXT_RULE)


def remove_order_around(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Remove a foe's order in or beside the battle, except the march in progress."""
    yield from remove_opponents_order(game, battle, card, (battle.area, *game.edition.neighbours[battle.area]))


def loser_loses_unit(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Make the loser lose units despite fortifications; a text may prevent all losses."""
    victim = battle.opponent(card.house)
    shield = active_text(battle, game.edition, victim)
    if shield is not None and shield.effect == "no-losses":
        return
    for owed in range(int(card.values["count"]), 0, -1):
        yield from fall(game, battle, victim, owed, card.id, TEXT_RULE)


@quiet
def power_swing(game: Game, battle: Battle, card: HouseCard) -> None:
    """The winner takes Power, the opponent loses some, as far as he has it."""
    game.gain_power(card.house, int(card.values["gain"]), card.id, TEXT_RULE)
    _fine(game, battle.opponent(card.house), int(card.values["lose"]), card)


def soft_defeat(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the loser pay for fortifications while they would save a unit."""
    me, cost = card.house, int(card.values["cost"])
    owed = casualties(game.board, game.edition, battle, battle.opponent(me))
    if not owed or game.board.power[me] < cost:
        return
    answer = yield from game.pick(me, card.id, ("pay", "decline"))
    if answer == "pay":
        game.spend_power(me, cost, card.id, TEXT_RULE)
        game.tell(e.BonusGained(house=me, card=card.id, fortifications=int(card.values["fortifications"])), TEXT_RULE)


@quiet
def opponent_loses_power(game: Game, battle: Battle, card: HouseCard) -> None:
    """The opponent loses Power, as far as he has it, whoever won."""
    _fine(game, battle.opponent(card.house), int(card.values["power"]), card)


def place_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let a winner in the area place a common order there, replacing what lies there."""
    me, board, orders = card.house, game.board, game.edition.orders
    if battle.winner != me or board.force_of(me, battle.area) is None:
        return
    used = [placed.order for placed in board.orders.values() if placed.house == me]
    free = [
        token.id
        for token in orders.values()
        if token.type in card.values["types"] and not token.special and used.count(token.id) < token.copies
    ]
    able = [order for order in free if refuse_order(game.edition, battle.area, order, board.bans) is None]
    if not able:
        return
    answer = yield from game.pick_or_decline(me, card.id, able, battle.area)
    if not answer:
        return
    game.remove_order(battle.area, card.id, TEXT_RULE)
    game.tell(e.OrderPlaced(house=me, area=battle.area, order=answer, because=card.id), TEXT_RULE)


def _fine(game: Game, victim: str, most: int, card: HouseCard) -> None:
    """A house loses so much Power, as far as it has it."""
    game.spend_power(victim, min(most, game.board.power[victim]), card.id, TEXT_RULE)


TEXTS = Texts(
    immediate={
        "take-throne": take_throne,
        "power-by-opponent": power_by_card,
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
