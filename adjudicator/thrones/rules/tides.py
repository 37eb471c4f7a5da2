"""The Tides of Battle, an optional deck drawn after the House cards (2e rules)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine import Asks
from adjudicator.thrones.rules.aftermath import fall, winner_and_loser
from adjudicator.thrones.rules.battle import blade_house
from adjudicator.thrones.rules.round import full_deck
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.strength import active_text
from adjudicator.thrones.state import TIDES, Battle, events as e

RULE = "battle.tides"


def draw_tides(game: Game, battle: Battle) -> Asks[None]:
    """Draw cards face down; the blade's holder may redraw; then turn them up."""
    position = game.position
    if TIDES not in game.board.modules:
        return
    game.shuffle_deck(TIDES, game.purpose(f"deck-{TIDES}"), full_deck(game.edition, TIDES), RULE)
    fighters = (battle.attacker, battle.defender)
    drawn = dict(zip(fighters, position.hidden.decks[TIDES], strict=False))
    if game.edition.variant.tides_face_up:
        _turn_up(game, drawn)
    another = yield from _redraws(game, battle, drawn)
    if not game.edition.variant.tides_face_up:
        # Read anew: nothing that lies face down is kept over a question.
        drawn = dict(zip(fighters, position.hidden.decks[TIDES], strict=False))
        _turn_up(game, drawn)
    if another is not None:
        card = position.hidden.decks[TIDES][0]
        game.tell(e.TideDrawn(house=another, card=card, replaces=drawn[another]), RULE)


def _turn_up(game: Game, drawn: Mapping[str, str]) -> None:
    """What was drawn is open to all."""
    for house, card in drawn.items():
        game.tell(e.TideDrawn(house=house, card=card), RULE)


def _redraws(game: Game, battle: Battle, drawn: Mapping[str, str]) -> Asks[str | None]:
    """Return the house that redraws with the blade, if any; it sees its own card only."""
    holder = blade_house(game, battle)
    if holder is None or "valyrian-blade" in game.board.spent:
        return None
    answer = yield from game.pick(holder, "valyrian-blade", ("redraw", "keep"), drawn[holder])
    return holder if answer == "redraw" else None


def skulls(game: Game, battle: Battle) -> Asks[None]:
    """A skull on a tide costs the opponent a unit, whoever has won."""
    winner, loser = winner_and_loser(battle)
    for house in (loser, winner):
        tide = game.edition.tide_cards.get(battle.tides.get(battle.opponent(house), ""))
        text = active_text(battle, game.edition, house)
        if tide is not None and tide.skull and (text is None or text.effect != "no-losses"):
            yield from fall(game, battle, house, 1, tide.id, RULE)
