"""Turning a leader in the place of an order, and his own march (Storm of Swords rules: activating a leader)."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.march_legality import options
from adjudicator.thrones.rules.march_step import carry_out
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.leaders import RULE, leaders_at, lone_goals
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

ASKING = "activate"


def ready(board: Board, edition: Edition, house: str, kinds: Collection[str]) -> list[str]:
    """The leaders of a house that an order of one of these types in their area may turn now, in the order of the areas
    in the data."""
    if not board.leaders:
        return []
    found = []
    own = [area for area, placed in board.orders.items() if placed.house == house]
    for area in sorted(own, key=edition.area_order.__getitem__):
        kind = edition.orders[board.orders[area].order].type
        if kind in kinds:
            found += [name for name in leaders_at(board, area, house) if edition.leaders[name].activates == kind]
    return found


def free_leaders(board: Board, house: str) -> list[str]:
    """The leaders of a house who stand on the board, so that an order may turn them one day."""
    return [name for name, leader in board.leaders.items() if leader.house == house and leader.area]


def activate(game: Game, house: str, kinds: Collection[str]) -> Asks[bool]:
    """The house may give up an order of one of these types, turn a leader, and march with him at once; whether it
    did."""
    choices = ready(game.board, game.edition, house, kinds)
    if not choices:
        return False
    name = yield from game.pick(house, ASKING, (*choices, "decline"))
    if name == "decline":
        return False
    yield from _lead(game, house, name)
    return True


def _lead(game: Game, house: str, name: str) -> Asks[None]:
    """The leader is turned, brings his Power, marches or stays, and is turned back when all of that is done."""
    board, area = game.board, game.board.leaders[name].area
    order = board.orders[area].order
    game.tell(e.LeaderTurned(house=house, leader=name, area=area, active=True, order=order), RULE)
    power = game.edition.leaders[name].power
    if power:
        game.gain_power(house, power, ASKING, RULE, area)
    yield from _march(game, house, name, area)
    leader = board.leaders.get(name)
    if leader is not None and leader.active and board.ending is None:
        game.tell(e.LeaderTurned(house=house, leader=name, area=leader.area, active=False), RULE)


def _march(game: Game, house: str, name: str, area: str) -> Asks[None]:
    """The march order on the back of his token: with units, alone to others, or not at all."""
    board, edition = game.board, game.edition
    goals = options(board, edition, house, area) or lone_goals(board, edition, house, area)
    question = d.ResolveMarch(seat=game.seat(house), house=house, options={area: goals}, leader=name)
    answer = yield from game.ask_or_force(question, None if goals else March(area))
    entered = yield from carry_out(game, house, answer)
    if entered and board.ending is None:
        yield from game.hooks.after_march(game, house, answer, entered)
