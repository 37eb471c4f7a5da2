"""What House card texts do, by timing point: one small function per effect, named by the card data.

Texts that only change strengths (`unit-strength`, `double-defense`, `supporting-units-count`,
`opponent-card-strength`) are read by `thrones.strength`. Order of the timing points: official first edition FAQ; see
docs/rulings.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.thrones import decisions as d
from adjudicator.thrones import events as e
from adjudicator.thrones.answers import Piece
from adjudicator.thrones.board import Battle
from adjudicator.thrones.edition import HouseCard
from adjudicator.thrones.game import Asks, Game
from adjudicator.thrones.strength import active_text
from adjudicator.thrones.supply import piece_count

Text = Callable[[Game, Battle, HouseCard], Asks[None]]


def _in_fiefdoms_order(game: Game, battle: Battle) -> list[str]:
    return sorted(battle.cards, key=game.board.tracks["fiefdoms"].index)


def _run(game: Game, battle: Battle, house: str, texts: Mapping[str, Text]) -> Asks[None]:
    card = active_text(battle, game.edition, house)
    if card is not None and card.effect in texts:
        yield from texts[card.effect](game, battle, card)


def reveal_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts on reveal: first those that silence, then the immediate ones, each in Fiefdoms order."""
    for texts in (CANCEL, IMMEDIATE):
        for house in _in_fiefdoms_order(game, battle):
            yield from _run(game, battle, house, texts)


def after_texts(game: Game, battle: Battle) -> Asks[None]:
    """Texts of the winner, once the battle is decided and before losses."""
    if battle.winner is not None:
        yield from _run(game, battle, battle.winner, AFTER_WIN)


def _silence(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    other = battle.opponent(card.house)
    played = battle.cards.get(other)
    if played is not None and game.edition.cards[played].effect:
        game.tell(e.TextSilenced(house=other, card=played, by=card.id), "cards.text")
    return
    yield


def _kill_unit(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    unit, victim = str(card.values["unit"]), battle.opponent(card.house)
    attacking = victim == battle.attacker
    force = game.board.forces.get(battle.area)
    choices = []
    if attacking:
        choices = [Piece(battle.area, unit)] if battle.troop.get(unit) else []
    elif force is not None and force.house == victim:
        choices = [Piece(battle.area, unit)] if force.units.get(unit) else []
        choices += [Piece(battle.area, unit, routed=True)] if force.routed.get(unit) else []
    if not choices:
        return
    piece = choices[0]
    if len(choices) > 1:
        piece = yield d.KillFootman(seat=card.house, house=card.house, choices=tuple(choices), card=card.id)
    game.destroy(victim, piece, card.id, "cards.text", attacking=attacking)


def _discard_defense(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    placed = game.board.orders.get(battle.area)
    if battle.attacker == card.house and placed is not None and game.edition.orders[placed.order].type == "defense":
        game.tell(
            e.OrderRemoved(house=placed.house, area=battle.area, order=placed.order, because=card.id), "cards.text"
        )
    return
    yield


def _gain_power(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    game.gain_power(card.house, int(card.values["power"]), card.id, "cards.text")
    return
    yield


def _take_back_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    choices = tuple(game.board.discards[card.house])
    if not choices:
        return
    answer = yield d.TakeBackCard(seat=card.house, house=card.house, because=card.id, choices=choices)
    if answer.card is not None:
        game.tell(e.CardTakenBack(house=card.house, card=answer.card, because=card.id), "cards.text")


def _remove_order(game: Game, card: HouseCard, choices: list[str], *, optional: bool) -> Asks[None]:
    if not choices:
        return
    ordered = tuple(sorted(choices, key=game.edition.area_order.__getitem__))
    answer = yield d.RemoveOrder(seat=card.house, house=card.house, card=card.id, choices=ordered, optional=optional)
    if answer.area is not None:
        placed = game.board.orders[answer.area]
        game.tell(
            e.OrderRemoved(house=placed.house, area=answer.area, order=placed.order, because=card.id), "cards.text"
        )


def _remove_loser_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    victim = battle.opponent(card.house)
    marching = battle.origin if victim == battle.attacker else ""
    choices = [area for area, placed in game.board.orders.items() if placed.house == victim and area != marching]
    yield from _remove_order(game, card, choices, optional=False)


def _remove_adjacent_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    orders, types = game.board.orders, card.values["types"]
    choices = [
        area
        for area in game.edition.neighbours[battle.area]
        if area in orders and game.edition.orders[orders[area].order].type in types
    ]
    yield from _remove_order(game, card, choices, optional=True)


def _knight_footman(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    house = card.house
    attacking = house == battle.attacker
    force = game.board.forces.get(battle.area)
    units = battle.troop if attacking else force.units if force is not None else {}
    knight = game.edition.units["knight"]
    if not units.get("footman") or piece_count(game.board, house, "knight") >= knight.limit:
        return
    answer = yield d.KnightFootman(seat=house, house=house, card=card.id, area=battle.area)
    if answer.yes:
        game.tell(
            e.UnitUpgraded(
                house=house,
                area=battle.area,
                before="footman",
                after="knight",
                because=card.id,
                attacking=attacking,
            ),
            "cards.text",
        )


def _discard_from_hand(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    victim, cost = battle.opponent(card.house), int(card.values["cost"])
    choices = tuple(game.board.hands[victim])
    if not choices or game.board.power[card.house] < cost:
        return
    answer = yield d.DiscardFromHand(
        seat=card.house, house=card.house, card=card.id, victim=victim, cost=cost, choices=choices
    )
    if answer.card is not None:
        game.tell(e.PowerSpent(house=card.house, amount=cost, because=card.id), "cards.text")
        game.tell(e.CardDiscarded(house=victim, card=answer.card, because=card.id), "cards.text")


CANCEL: Mapping[str, Text] = {"silence": _silence}
IMMEDIATE: Mapping[str, Text] = {"kill-unit": _kill_unit, "discard-defense": _discard_defense}
AFTER_WIN: Mapping[str, Text] = {
    "gain-power": _gain_power,
    "take-back-card": _take_back_card,
    "remove-loser-order": _remove_loser_order,
    "remove-adjacent-order": _remove_adjacent_order,
    "knight-footman": _knight_footman,
    "discard-from-hand": _discard_from_hand,
}
STRENGTH = ("unit-strength", "double-defense", "supporting-units-count", "opponent-card-strength")
EFFECTS = frozenset((*CANCEL, *IMMEDIATE, *AFTER_WIN, *STRENGTH))
