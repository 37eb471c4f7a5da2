"""Texts of the alternate House cards once a battle is decided, before losses: of the winner, and of the loser."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.engine.chance import shuffle
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.westeros import still_to_come, used_below
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Piece
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard

RULE = "cards.text"


def _standing_and_routed(game: Game, battle: Battle, house: str, unit: str) -> list[Piece]:
    """Where a house has units of a kind, standing and routed apart; attackers stand before the battle's area."""
    order, forces = game.edition.area_order, game.board.forces
    found = [Piece(battle.area, unit)] if house == battle.attacker and battle.troop.get(unit) else []
    for area in sorted((one for one, force in forces.items() if force.house == house), key=order.__getitem__):
        found += [Piece(area, unit)] if forces[area].units.get(unit) else []
        found += [Piece(area, unit, routed=True)] if forces[area].routed.get(unit) else []
    return found


def kill_anywhere(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A unit of the beaten opponent is destroyed, wherever it is."""
    me, victim = card.house, battle.opponent(card.house)
    pieces = _standing_and_routed(game, battle, victim, str(card.values["unit"]))
    if not pieces:
        return
    areas = tuple(dict.fromkeys(piece.area for piece in pieces))
    answer = yield from game.pick(me, card.id, (*areas, "decline"))
    there = tuple(piece for piece in pieces if piece.area == answer)
    if not there:
        return
    piece = yield from game.ask_or_force(d.KillFootman(seat=game.seat(me), house=me, choices=there, card=card.id))
    attacking = victim == battle.attacker and piece.area == battle.area
    game.destroy(victim, piece, card.id, RULE, attacking=attacking)
    order = game.board.orders.get(piece.area)
    if order is not None and piece.area not in (battle.area, battle.origin) and piece.area not in game.board.forces:
        gone = e.OrderRemoved(house=order.house, area=piece.area, order=order.order, because="no-units")
        game.tell(gone, "battle.conquest")


def move_wildlings(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """The wildlings a step up or down, never to the end of their track."""
    me, track, now = card.house, game.edition.wildling_track, game.board.wildlings
    place = track.index(now)
    goals = {"up": place + 1, "down": place - 1}
    able = tuple(way for way, goal in goals.items() if 0 <= goal < len(track) - 1)
    answer = yield from game.pick(me, card.id, (*able, "decline"))
    if answer in able:
        game.tell(e.WildlingsMoved(before=now, after=track[goals[answer]]), RULE)


def search_deck(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A card of a Westeros deck, which the house alone knows, comes on top; all others that are still to come are
    shuffled (M-28)."""
    me, position = card.house, game.position
    decks = tuple(deck for deck in game.edition.westeros_decks if still_to_come(game, deck))
    answer = yield from game.pick(me, card.id, (*decks, "decline"))
    if answer == "decline":
        return
    deck, order = answer, list(game.edition.every_deck[answer])
    rest, below = still_to_come(game, deck), used_below(game, deck)
    picked = yield from game.pick(me, card.id, tuple(one for one in order if one in rest), deck)
    purpose = f"deck-{deck}/{card.id}/round-{game.board.round}/event-{position.progress.told}"
    rest.sort(key=order.index)
    rest.remove(picked)
    shuffled = (picked, *shuffle(position.hidden.seed, purpose, rest))
    game.tell(e.DeckShuffled(deck=deck, purpose=purpose, order=shuffled, below=below), RULE)
    game.tell(e.DeckSearched(house=me, deck=deck, buried=0, because=card.id, top=(picked,), below=below), RULE)


def up_a_track(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A place up on a track."""
    me, tracks = card.house, game.board.tracks
    lower = tuple(track for track in game.edition.tracks if tracks[track][0] != me)
    if not lower:
        return
    answer = yield from game.pick(me, card.id, (*lower, "decline"))
    if answer == "decline":
        return
    places = list(tracks[answer])
    place = places.index(me)
    places[place - 1 : place + 1] = [me, places[place - 1]]
    set_track(game, answer, places, RULE)


def empty_the_purse(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """While the house controls a certain area: for Power the beaten opponent loses all of his."""
    me, victim, cost, board = card.house, battle.opponent(card.house), int(card.values["cost"]), game.board
    able = controller(board, game.edition, card.values["area"]) == me and board.power[me] >= cost
    if not able or not board.power[victim]:
        return
    answer = yield from game.pick(me, card.id, ("pay", "decline"))
    if answer == "pay":
        game.tell(e.PowerSpent(house=me, amount=cost, because=card.id), RULE)
        game.tell(e.PowerSpent(house=victim, amount=board.power[victim], because=card.id), RULE)


@quiet
def power_if_beaten(game: Game, battle: Battle, card: HouseCard) -> None:
    """A beaten attacker takes Power."""
    if card.house == battle.attacker:
        game.gain_power(card.house, int(card.values["power"]), card.id, RULE)


def recover_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Who was beaten by little may take a used card back."""
    choices = tuple(game.board.discards[card.house])
    if game.margin > int(card.values["most"]) or not choices:
        return
    answer = yield from game.ask(
        d.TakeBackCard(seat=game.seat(card.house), house=card.house, because=card.id, choices=choices)
    )
    if answer.card is not None:
        game.tell(e.CardTakenBack(house=card.house, card=answer.card, because=card.id), RULE)
