"""Costs of a lost battle: casualties, retreat, area, cards (1e rules: battle, 5)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from adjudicator.engine import Asks
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.marches import retreat_areas
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.strength import active_text, casualties, fighters
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.state import Battle, decisions as d, events as e
from adjudicator.thrones.state.decisions import Piece


def pieces(area: str, units: Mapping[str, int]) -> tuple[Piece, ...]:
    return tuple(Piece(area, unit) for unit in sorted(units))


def winner_and_loser(battle: Battle) -> tuple[str, str]:
    """Winner and loser of a battle that is decided."""
    if battle.winner is None:
        raise AssertionError("the battle has no winner yet")
    return battle.winner, battle.opponent(battle.winner)


def losses(game: Game, battle: Battle) -> Asks[None]:
    """Destroy loser's units of its choice: swords less fortifications (EX-17)."""
    winner, loser = winner_and_loser(battle)
    yield from game.hooks.won(game, battle)
    for owed in range(casualties(game.board, game.edition, battle, winner), 0, -1):
        yield from fall(game, battle, loser, owed, "battle", "battle.losses")


def retreat(game: Game, battle: Battle) -> Asks[None]:
    """The loser retreats; a winning attacker takes the area."""
    winner, loser = winner_and_loser(battle)
    if loser == battle.defender:
        yield from _defender_retreats(game, battle, loser)
        yield from _conquer(game, battle, winner, loser)
    else:
        yield from _attacker_returns(game, battle, loser)
    yield from game.hooks.retreated(game, battle)


def fall(game: Game, battle: Battle, house: str, owed: int, because: str, rule: str) -> Asks[None]:
    """Destroy one standing unit of a house, of its choice, that could retreat."""
    units, fighting = game.edition.units, fighters(game.board, battle, house)
    able = pieces(battle.area, {unit: n for unit, n in fighting.items() if units[unit].retreats})
    choices = tuple(game.hooks.removable(game.board, game.edition, able, house == battle.attacker, ""))
    if not choices:
        return
    question = d.TakeCasualty(**game.seat_of(house), choices=choices, area=battle.area, owed=owed)
    piece = yield from game.ask_or_force(question)
    game.destroy(house, piece, because, rule, attacking=house == battle.attacker)


def _destroy_left_behind(game: Game, battle: Battle, house: str, *, everything: bool = False) -> None:
    """Destroy a beaten house's units that cannot retreat; with `everything` all."""
    rule = "battle.retreat" if everything else "battle.routed"
    attacking = house == battle.attacker
    for unit, count in sorted(fighters(game.board, battle, house).items()):
        if everything or not game.edition.units[unit].retreats:
            for _ in range(count):
                game.destroy(house, Piece(battle.area, unit), "no-retreat", rule, attacking=attacking)


def _shrink(game: Game, battle: Battle, house: str, to: str) -> Asks[dict[str, int]]:
    """Destroy units beyond supply at the place of retreat; return the rest."""
    attacking = house == battle.attacker
    while True:
        units = fighters(game.board, battle, house)
        count = sum(units.values())
        if count == 0 or _room_for_retreat(game, battle, house, to, count) >= count:
            return dict(units)
        able = pieces(battle.area, units)
        choices = tuple(game.hooks.removable(game.board, game.edition, able, attacking, to))
        question = d.AbandonUnit(**game.seat_of(house), choices=choices, destination=to)
        piece = yield from game.ask_or_force(question)
        game.destroy(house, piece, "retreat", "battle.retreat", attacking=attacking)


def _room_for_retreat(game: Game, battle: Battle, house: str, to: str, count: int) -> int:
    """Return how many of `count` units in the battle area fit into `to` by supply."""
    free = count
    if to in game.edition.ports:
        there = game.board.forces.get(to)
        free = min(count, game.edition.port_limit - (there.size() if there is not None else 0))
    for unit_count in range(free, 0, -1):
        if fits(game.board, game.edition, house, {battle.area: -count, to: unit_count}):
            return unit_count
    return 0


def _defender_retreats(game: Game, battle: Battle, loser: str) -> Asks[None]:
    """Kill routed units; the rest retreat or are destroyed (EX-29, FAQ-10, EX-18)."""
    board, edition = game.board, game.edition
    force = board.forces.get(battle.area)
    if force is None or force.house != loser:
        return
    for unit, count in sorted(force.routed.items()):
        for _ in range(count):
            game.destroy(loser, Piece(battle.area, unit, routed=True), "no-retreat", "battle.routed")
    _destroy_left_behind(game, battle, loser)
    units = fighters(game.board, battle, loser)
    count = sum(units.values())
    if not count:
        return
    rooms = {
        to: _room_for_retreat(game, battle, loser, to, count)
        for to in retreat_areas(board, edition, loser, battle.area, battle.origin)
        if game.hooks.may_retreat(board, edition, loser, units, to)
    }
    least = max(rooms.values(), default=0) if edition.variant.retreat_saves_most else 1
    choices = tuple(to for to, room in rooms.items() if room >= max(1, least))
    if not choices:
        _destroy_left_behind(game, battle, loser, everything=True)
        return
    to = yield from place_of_retreat(game, battle, loser, choices)
    left = yield from _shrink(game, battle, loser, to)
    _tell_retreat(game, battle, loser, to, left)


def _sent(game: Game, battle: Battle, loser: str, choices: tuple[str, ...]) -> Asks[str]:
    """Return where the winner's card sends the loser; empty if it leaves the choice."""
    winner = battle.opponent(loser)
    card = active_text(battle, game.edition, winner)
    if card is not None and card.effect == "choose-retreat" and len(choices) > 1:
        picked = yield from game.pick_or_decline(winner, card.id, choices, battle.area)
        if picked:
            chosen = e.EffectChosen(house=winner, card=card.id, choice=picked, subject=battle.area)
            game.tell(chosen, "cards.text")
            return picked
    return ""


def place_of_retreat(game: Game, battle: Battle, loser: str, choices: tuple[str, ...]) -> Asks[str]:
    """Return the area of retreat, chosen by the winner's card or else by the loser."""
    to = yield from _sent(game, battle, loser, choices)
    if to:
        return to
    answer = yield from game.ask(d.RetreatTo(**game.seat_of(loser), area=battle.area, choices=choices))
    return answer.chosen


def _attacker_returns(game: Game, battle: Battle, loser: str) -> Asks[None]:
    """Return losing attackers to their origin, routed, unless lost or sent on (S-05)."""
    _destroy_left_behind(game, battle, loser)
    owner = controller(game.board, game.edition, battle.origin)
    if game.edition.variant.beaten_need_control and owner not in (None, loser):
        _destroy_left_behind(game, battle, loser, everything=True)
        return
    to = (yield from _sent(game, battle, loser, _ways_back(game, battle, loser))) or battle.origin
    units = yield from _shrink(game, battle, loser, to)
    if units:
        _tell_retreat(game, battle, loser, to, units)


def _tell_retreat(game: Game, battle: Battle, loser: str, to: str, units: dict[str, int]) -> None:
    """The beaten go; a text of the loser's may keep them from being routed."""
    card = active_text(battle, game.edition, loser)
    upright = True if card is not None and card.effect == "soft-defeat" else UNSET
    attacking = loser == battle.attacker
    game.tell(
        e.UnitsRetreated(house=loser, area=battle.area, to=to, units=units, attacking=attacking, upright=upright),
        "battle.retreat",
    )


def _ways_back(game: Game, battle: Battle, loser: str) -> tuple[str, ...]:
    """Return places for beaten attackers (origin, retreats) that cost fewest units."""
    count = sum(battle.troop.values())
    if not count or game.edition.variant.attackers_only_go_home:
        return ()
    near = [
        to
        for to in retreat_areas(game.board, game.edition, loser, battle.area, battle.origin)
        if game.hooks.may_retreat(game.board, game.edition, loser, battle.troop, to)
    ]
    rooms = {to: _room_for_retreat(game, battle, loser, to, count) for to in (battle.origin, *near)}
    most = max(rooms.values())
    return tuple(to for to, room in rooms.items() if room == most)


def _conquer(game: Game, battle: Battle, winner: str, loser: str) -> Asks[None]:
    """Move the winning attackers in; remove the loser's order, garrison and token."""
    board, area = game.board, battle.area
    game.remove_order(area, "conquered", "battle.conquest")
    garrison = board.garrisons.get(area)
    if garrison is not None:
        removed = e.GarrisonRemoved(house=garrison.house, area=area, strength=garrison.strength, by=winner)
        game.tell(removed, "battle.garrison")
    bar = active_text(battle, game.edition, loser)
    if bar is not None and bar.effect == "bar-the-way":
        yield from _send_back(game, battle, winner, bar.id)
        return
    if not battle.troop:
        return  # nobody is left to move in
    token = board.tokens.get(area)
    if token is not None and token != winner:
        game.tell(e.TokenRemoved(house=token, area=area, by=winner), "control")
    game.tell(e.AreaTaken(house=winner, area=area, units=dict(battle.troop)), "battle.conquest")
    _take_order_along(game, battle, winner)


def _send_back(game: Game, battle: Battle, winner: str, card: str) -> Asks[None]:
    """Send back winners that may not move in, as far as supply has room there."""
    units = yield from _shrink(game, battle, winner, battle.origin)
    if units:
        back = e.AttackersReturned(house=winner, area=battle.area, to=battle.origin, units=units, because=card)
        game.tell(back, "cards.text")


def _take_order_along(game: Game, battle: Battle, winner: str) -> None:
    """A text of the winner may let the march order move along with the army."""
    card = active_text(battle, game.edition, winner)
    placed = game.board.orders.get(battle.origin)
    if card is not None and card.effect == "keep-marching" and placed is not None and placed.house == winner:
        moved = e.OrderMoved(house=winner, area=battle.origin, to=battle.area, order=placed.order, because=card.id)
        game.tell(moved, "cards.text")


def _coming_back(game: Game, battle: Battle, house: str, card: str) -> tuple[str, ...]:
    """Return cards that come back to the hand; empty while the hand holds cards."""
    board = game.board
    text = active_text(battle, game.edition, house)
    if text is not None and text.effect == "take-all-back" and house != battle.winner:
        return (*board.discards[house], card)
    if game.edition.variant.last_card_stays:
        return () if board.hands[house] else tuple(board.discards[house])
    return (*board.discards[house], card) if house in battle.used_up or not board.hands[house] else ()


def _card_to_keep(game: Game, battle: Battle, house: str, card: str) -> Asks[tuple[str, ...]]:
    """Return the card a text lets a house that defended well or lost take back."""
    text = active_text(battle, game.edition, house)
    placed = game.board.orders.get(battle.area)
    ordered = placed is not None and game.edition.orders[placed.order].type == "defense"
    defended = ordered and house == battle.defender == battle.winner
    conditions = {"return-if-defended": defended, "fetch-card": house != battle.winner}
    if text is None or not conditions.get(text.effect):
        return ()
    answer = yield from game.pick(house, card, ("take-back", "decline"))
    return (card,) if answer == "take-back" else ()


def put_cards_away(game: Game, battle: Battle) -> Asks[None]:
    """Both played cards are put away."""
    for house, card in battle.cards.items():
        yield from put_card_away(game, battle, house, card)


def put_card_away(game: Game, battle: Battle, house: str, card: str) -> Asks[None]:
    """Discard a played card; an empty hand is refilled, maybe with it (RULE-06)."""
    back = yield from _card_to_keep(game, battle, house, card)
    back = back or _coming_back(game, battle, house, card)
    game.tell(e.CardDiscarded(house=house, card=card, because="played", returned=back), "battle.cards-away")
