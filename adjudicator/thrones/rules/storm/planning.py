"""Planning with tactics cards: they are chosen in secret before the orders, and turned up with them (Storm of Swords
rules: sequence of the round)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.asking import Asks
from adjudicator.engine.decision import Forced
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules import planning as usual
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.alliances import turn_up
from adjudicator.thrones.rules.storm.lasting_tactics import stars_of
from adjudicator.thrones.rules.storm.tactics import TACTICS, choosers, to_choose
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Pick


def planning(game: Game) -> Play:
    """Each house lays down a tactics card, then its orders, all in secret; they are turned up together. Without tactics
    cards all houses place orders as ever."""
    if game.board.tactics is None:
        turn_up(game)
        return (yield from usual.planning(game))
    game.tell(e.PhaseStarted(phase="planning"), "planning")
    turn_up(game)
    chosen = yield from _choose(game)
    game.tell(e.TacticsLaid(houses=tuple(chosen)), TACTICS)
    more = {house: stars_of(game.edition, card) for house, card in chosen.items()}
    placed = yield from usual.place_orders(game, more)
    following = usual.reveal_orders(game, placed)
    game.tell(e.TacticsRevealed(cards=dict(chosen)), TACTICS)
    return [*following, Step("tactics")]


def _choose(game: Game) -> Asks[Mapping[str, str]]:
    """The tactics card of each house that may choose one, in turn order."""
    board = game.board
    houses = choosers(board)
    asked = [_question(game, house, nth) for nth, house in enumerate(houses)]
    answers = yield from game.ask_together(asked)
    found = {house: answer.choice for house, answer in zip(houses, answers, strict=True)}
    return {house: found[house] for house in board.tracks["iron-throne"] if house in found}


def _question(game: Game, house: str, nth: int) -> d.PickEffect | Forced[Pick]:
    """The question for a card; of one card alone there is no choice."""
    choices = to_choose(game.board, house)
    question = d.PickEffect(seat=game.seat(house), house=house, because=TACTICS, choices=choices, nth=nth)
    return question if len(choices) > 1 else Forced(question, Pick(choices[0]))
