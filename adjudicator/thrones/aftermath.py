"""What a lost battle costs: casualties, retreat, the area, and the cards (1e rules: battle, phase 5)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones import decisions as d
from adjudicator.thrones import events as e
from adjudicator.thrones.answers import Piece
from adjudicator.thrones.board import Battle
from adjudicator.thrones.game import Asks, Game
from adjudicator.thrones.marches import retreat_areas
from adjudicator.thrones.supply import fits


def _fighting(game: Game, battle: Battle, house: str) -> Mapping[str, int]:
    """Standing units of a fighting house in the battle."""
    if house == battle.attacker:
        return battle.troop
    force = game.board.forces.get(battle.area)
    return force.units if force is not None and force.house == house else {}


def _pieces(area: str, units: Mapping[str, int]) -> tuple[Piece, ...]:
    return tuple(Piece(area, unit) for unit in sorted(units))


def losses_and_retreat(game: Game, battle: Battle) -> Asks[None]:
    """The loser takes casualties and retreats; a winning attacker takes the area."""
    winner = battle.winner
    if winner is None:
        raise AssertionError("the battle has no winner yet")
    loser = battle.opponent(winner)
    yield from _casualties(game, battle, winner, loser)
    if loser == battle.defender:
        yield from _defender_retreats(game, battle, loser)
        _conquer(game, battle, winner, loser)
    else:
        yield from _attacker_returns(game, battle, loser)


def _casualties(game: Game, battle: Battle, winner: str, loser: str) -> Asks[None]:
    """Swords less fortifications: that many standing units of the loser fall, his choice (EX-17)."""
    cards = game.edition.cards
    swords = cards[battle.cards[winner]].swords if winner in battle.cards else 0
    towers = cards[battle.cards[loser]].fortifications if loser in battle.cards else 0
    for owed in range(max(0, swords - towers), 0, -1):
        choices = _pieces(battle.area, _fighting(game, battle, loser))
        if not choices:
            return
        piece = choices[0]
        if len(choices) > 1:
            piece = yield d.TakeCasualty(seat=loser, house=loser, choices=choices, area=battle.area, owed=owed)
        attacking = loser == battle.attacker
        game.destroy(loser, piece, "battle", "battle.losses", attacking=attacking)


def _shrink(game: Game, battle: Battle, house: str, to: str) -> Asks[dict[str, int]]:
    """Destroy units that supply does not allow at the place of retreat; the rest is returned."""
    attacking = house == battle.attacker
    while True:
        units = _fighting(game, battle, house)
        count = sum(units.values())
        if count == 0 or _room_at(game, battle, house, to, count) >= count:
            return dict(units)
        choices = _pieces(battle.area, units)
        piece = choices[0]
        if len(choices) > 1:
            piece = yield d.AbandonUnit(seat=house, house=house, choices=choices, destination=to)
        game.destroy(house, piece, "retreat", "battle.retreat", attacking=attacking)


def _room_at(game: Game, battle: Battle, house: str, to: str, count: int) -> int:
    """How many of `count` units now in the battle area could stand in `to` within supply."""
    for wanted in range(count, 0, -1):
        if fits(game.board, game.edition, house, {battle.area: -count, to: wanted}):
            return wanted
    return 0


def _defender_retreats(game: Game, battle: Battle, loser: str) -> Asks[None]:
    """Routed units die; the others go together to one area, or die if there is none (EX-29, FAQ-10, EX-18)."""
    board, edition = game.board, game.edition
    force = board.forces.get(battle.area)
    if force is None or force.house != loser:
        return
    for unit, count in sorted(force.routed.items()):
        for _ in range(count):
            game.destroy(loser, Piece(battle.area, unit, routed=True), "no-retreat", "battle.routed")
    count = sum(_fighting(game, battle, loser).values())
    if not count:
        return
    choices = tuple(
        to
        for to in retreat_areas(board, edition, loser, battle.area, battle.origin)
        if _room_at(game, battle, loser, to, count)
    )
    if not choices:
        for unit, number in sorted(_fighting(game, battle, loser).items()):
            for _ in range(number):
                game.destroy(loser, Piece(battle.area, unit), "no-retreat", "battle.retreat")
        return
    answer = yield d.RetreatTo(seat=loser, house=loser, area=battle.area, choices=choices)
    units = yield from _shrink(game, battle, loser, answer.area)
    game.tell(
        e.UnitsRetreated(house=loser, area=battle.area, to=answer.area, units=units, attacking=False),
        "battle.retreat",
    )


def _attacker_returns(game: Game, battle: Battle, loser: str) -> Asks[None]:
    """Losing attackers go back to where they came from and lie routed."""
    units = yield from _shrink(game, battle, loser, battle.origin)
    if units:
        game.tell(
            e.UnitsRetreated(house=loser, area=battle.area, to=battle.origin, units=units, attacking=True),
            "battle.retreat",
        )


def _conquer(game: Game, battle: Battle, winner: str, loser: str) -> None:
    """The winning attackers move in; the loser's order and token leave the area."""
    board, area = game.board, battle.area
    order = board.orders.get(area)
    if order is not None:
        game.tell(
            e.OrderRemoved(house=order.house, area=area, order=order.order, because="conquered"), "battle.conquest"
        )
    token = board.tokens.get(area)
    if token is not None and token != winner:
        game.tell(e.TokenRemoved(house=token, area=area, by=winner), "control")
    game.tell(e.AreaTaken(house=winner, area=area, units=dict(battle.troop)), "battle.conquest")


def put_cards_away(game: Game, battle: Battle) -> None:
    """Played cards go to the discard piles; a hand that was used up comes back whole, the last card with it
    (RULE-06).
    """
    board = game.board
    for house, card in battle.cards.items():
        if house in battle.used_up or not board.hands[house]:
            returned = (*board.discards[house], card)
            game.tell(e.CardDiscarded(house=house, card=card, because="played", returned=returned), "battle.cards-away")
        else:
            game.tell(e.CardDiscarded(house=house, card=card, because="played"), "battle.cards-away")
