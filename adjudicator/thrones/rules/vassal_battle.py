"""Vassals in battle: the hand that a commander draws, the texts of their cards, his reward (MoD rules: combat with
vassals)."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.engine.chance import shuffle
from adjudicator.thrones.rules.aftermath import pieces, put_card_away, winner_and_loser
from adjudicator.thrones.rules.battle_facts import active_text
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.mustering import Ledger
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.text_table import Texts
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Piece, Recruit
from adjudicator.thrones.state.board import Battle
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.edition import VASSALS

HAND = 3


@quiet
def draw_hands(game: Game, battle: Battle) -> None:
    """The cards of vassals are shuffled, and every fighting vassal's commander draws three (M-23)."""
    board, position = game.board, game.position
    fighters = [house for house in (battle.attacker, battle.defender) if house in board.vassals]
    if fighters:
        purpose = f"deck-{VASSALS}/round-{board.round}/event-{position.progress.told}"
        order = shuffle(position.hidden.seed, purpose, game.edition.vassal_cards)
        game.tell(e.DeckShuffled(deck=VASSALS, purpose=purpose, order=tuple(order)), "battle.vassals")
    for house in fighters:
        cards = tuple(position.hidden.decks[VASSALS][:HAND])
        game.tell(e.VassalHandDrawn(house=house, commander=game.seat(house), cards=cards), "battle.vassals")


def put_cards_away(game: Game, battle: Battle) -> Asks[None]:
    """Played cards of players are put away; those of vassals go back among the others when the battle is over."""
    for house, card in battle.cards.items():
        if house not in game.board.vassals:
            yield from put_card_away(game, battle, house, card)


@quiet
def reward(game: Game, battle: Battle) -> None:
    """The commander of a vassal that has won takes 1 Power."""
    winner = battle.winner
    if winner is not None and winner in game.board.vassals:
        game.gain_power(game.seat(winner), 1, "vassal-won", "vassals.reward", battle.area)


@quiet
def _random_card(game: Game, battle: Battle, card: HouseCard) -> None:
    """The opponent's card goes back to the hand; one drawn from there at random is played instead."""
    victim, position = battle.opponent(card.house), game.position
    before = battle.cards.get(victim)
    if before is None:
        return
    purpose = f"{card.id}/round-{game.board.round}/event-{position.progress.told}"
    order = game.edition.cards
    hand = [one for one in order if one == before or one in game.hand(victim)]
    after = shuffle(position.hidden.seed, purpose, hand)[0]
    game.tell(
        e.CardSubstituted(house=victim, before=before, after=after, because=card.id, discarded=False), "cards.text"
    )


@quiet
def _to_the_top(game: Game, battle: Battle, card: HouseCard) -> None:
    """The house goes to the top of a track."""
    track = str(card.values["track"])
    places = [house for house in game.board.tracks[track] if house != card.house]
    if game.board.tracks[track][0] != card.house:
        set_track(game, track, [card.house, *places], "cards.text")


def _muster_beaten(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A beaten house may put a knight where it has retreated to, or at home."""
    house, unit = card.house, str(card.values["unit"])
    if house == battle.winner:
        return
    places = dict.fromkeys((battle.retreated, game.edition.houses[house].home))
    free = tuple(area for area in places if area and _room_for(game, house, unit, area))
    if not free:
        return
    answer = yield from game.pick(house, card.id, (*free, "decline"))
    if answer != "decline":
        game.tell(e.UnitMustered(house=house, unit=unit, area=answer, at=answer), "cards.text")


def _room_for(game: Game, house: str, unit: str, area: str) -> bool:
    """Whether a unit can be mustered in an area of the house for nothing: land, a piece, supply."""
    board, edition = game.board, game.edition
    if edition.areas[area].kind != "land" or controller(board, edition, area) != house:
        return False
    ledger = Ledger(board, edition, house, {area: edition.units[unit].cost})
    return ledger.refuse(Recruit(area, unit, area)) is None


def own_loss(game: Game, battle: Battle) -> Asks[None]:
    """A text of the winner's may cost it a unit, before anybody moves (MoD House cards)."""
    winner, _ = winner_and_loser(battle)
    card = active_text(battle, game.edition, winner)
    if card is not None and card.effect == "lose-one" and not game.edition.variant.own_loss_last:
        yield from _lose_one(game, battle, card)


def _lose_one_last(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """In games begun under earlier rules the winner's own loss comes last."""
    if game.edition.variant.own_loss_last:
        yield from _lose_one(game, battle, card)


def _lose_one(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A house that has won loses one of its units in the battle, standing or routed."""
    house, force = card.house, game.board.forces.get(battle.area)
    if house != battle.winner:
        return
    # An attacker that has moved in already stands there like any other.
    troop = battle.troop if house == battle.attacker else {}
    choices = pieces(battle.area, troop)
    if not troop and force is not None and force.house == house:
        choices = pieces(battle.area, force.units)
        choices += tuple(Piece(battle.area, unit, routed=True) for unit in sorted(force.routed))
    if not choices:
        return
    question = d.PickUnit(seat=game.seat(house), house=house, choices=choices, because=card.id, owed=1)
    piece = yield from game.ask_or_force(question)
    game.destroy(house, piece, card.id, "cards.text", attacking=bool(troop))


def _bribe(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """The opponent may pay, and the card counts nothing; for a vassal, which has no Power, its commander (M-35)."""
    board, other, cost = game.board, battle.opponent(card.house), int(card.values["cost"])
    payer = board.commanders.get(other, other) if game.edition.variant.commanders_pay else other
    if payer in board.vassals or board.power[payer] < cost:
        return
    choices = ("pay", "decline")
    answer = yield from game.pick(payer, card.id, choices)
    if answer == "pay":
        game.tell(e.PowerSpent(house=payer, amount=cost, because=card.id), "cards.text")
        game.tell(e.CardWeakened(house=card.house, card=card.id, by=other), "cards.text")


TEXTS = Texts(
    cancel={"random-card": _random_card},
    before_blade={"bought-off": _bribe},
    after_battle={"to-the-top-of-a-track": _to_the_top, "muster-beaten": _muster_beaten, "lose-one": _lose_one_last},
)
