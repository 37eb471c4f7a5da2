"""Cards that are used when a battle calls for support (Storm of Swords rules: military support, Arryn Lookout, Support
Allies)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.alliances import held, use_up
from adjudicator.thrones.rules.storm.lasting_tactics import support_allies
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle, Board
from adjudicator.thrones.state.components import AllianceCard
from adjudicator.thrones.state.edition import Edition

RULE = "battle.support"
PAY, USE, DECLINE = "pay", "use", "decline"


def call_cards(game: Game, battle: Battle) -> Asks[None]:
    """After the call for support, in turn order: who fights may use alliance cards, others a tactics card."""
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
    if cost:
        game.tell(e.PowerSpent(house=house, amount=cost, because=card.id), RULE)
    given = e.AidGiven(house=house, side=battle.role(house), card=card.id, strength=int(card.values["strength"]))
    game.tell(given, RULE)
    if once:
        game.tell(e.CardSpent(house=house, card=card.id), RULE)
    else:
        use_up(game, house, card)


def opposing_support(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[str, ...]:
    """Areas next to the battle whose Support orders help the opponent of a fighting house."""
    other = battle.role(battle.opponent(house))
    near = edition.neighbours[battle.area]
    return tuple(
        area for area, side in battle.pledges.items() if side == other and area in near and area in board.orders
    )


def _lookout(game: Game, battle: Battle, house: str, card: AllianceCard) -> Asks[None]:
    """The card goes, and with it a Support order that helps the opponent."""
    areas = opposing_support(game.board, game.edition, battle, house)
    if not areas:
        return
    area = yield from game.pick(house, card.id, (*areas, DECLINE), battle.area)
    if area == DECLINE:
        return
    placed = game.board.orders[area]
    game.tell(e.OrderRemoved(house=placed.house, area=area, order=placed.order, because=card.id), RULE)
    use_up(game, house, card)


IN_BATTLE: Mapping[str, Callable[[Game, Battle, str, AllianceCard], Asks[None]]] = {
    "military-support": _military_support,
    "lookout": _lookout,
}
