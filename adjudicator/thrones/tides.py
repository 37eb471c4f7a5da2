"""The Tides of Battle, an optional deck: each fighting house draws a card after the House cards (2e rules)."""

from __future__ import annotations

from adjudicator.kernel.chance import shuffle
from adjudicator.thrones import decisions as d
from adjudicator.thrones import events as e
from adjudicator.thrones.battle import wields_blade
from adjudicator.thrones.board import Battle
from adjudicator.thrones.edition import TIDES
from adjudicator.thrones.game import Asks, Game
from adjudicator.thrones.westeros import full_deck

RULE = "battle.tides"


def draw_tides(game: Game, battle: Battle) -> Asks[None]:
    """Both draw from the deck, shuffled for this battle; the blade's holder may draw another instead of its +1."""
    board, position = game.board, game.position
    if TIDES not in board.modules:
        return
    purpose = f"deck-{TIDES}/round-{board.round}/event-{position.progress.told}"
    order = shuffle(position.hidden.seed, purpose, full_deck(game.edition, TIDES))
    game.tell(e.DeckShuffled(deck=TIDES, purpose=purpose, order=tuple(order)), RULE)
    for house in (battle.attacker, battle.defender):
        game.tell(e.TideDrawn(house=house, card=position.hidden.decks[TIDES][0]), RULE)
    holder = wields_blade(game, battle)
    if holder is None or "valyrian-blade" in board.spent:
        return
    drawn = battle.tides[holder]
    choices = ("redraw", "keep")
    answer = yield d.PickEffect(
        seat=game.seat(holder), house=holder, because="valyrian-blade", subject=drawn, choices=choices
    )
    if answer.choice == "redraw":
        another = position.hidden.decks[TIDES][0]
        game.tell(e.TideDrawn(house=holder, card=another, replaces=drawn), RULE)
