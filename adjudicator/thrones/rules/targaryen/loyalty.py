"""Loyalty: tokens that are gained at once, and the home that counts as one (MoD rules: loyalty tokens, Pentos)."""

from __future__ import annotations

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules import step_cleanup
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.edition import Cause


def settle(game: Game) -> Asks[None]:
    """What a step leaves: orders and ports as ever, then homes lost and regained, and tokens gained."""
    yield from step_cleanup.settle(game)
    for house in game.board.points:
        _look_home(game, house)
        _gain(game, house)


def _look_home(game: Game, house: str) -> None:
    """The home counts as one point while its house controls it; regained, its garrison comes back."""
    board, facts = game.board, game.edition.houses[house]
    held, lost = controller(board, game.edition, facts.home) == house, house in board.lost_homes
    points = board.points[house]
    if lost and held:
        back = e.HomeRegained(house=house, area=facts.home, points=points + 1, garrison=facts.garrison)
        game.tell(back, "pentos")
    elif not lost and not held:
        game.tell(e.HomeLost(house=house, area=facts.home, points=points - 1), "pentos")


def _gain(game: Game, house: str) -> None:
    """All tokens in areas that the house controls."""
    board = game.board
    held = [area for area in board.loyalty if controller(board, game.edition, area) == house]
    for area in sorted(held, key=game.edition.area_order.__getitem__):
        tokens = board.loyalty[area]
        gained = e.LoyaltyGained(house=house, area=area, tokens=tokens, points=board.points[house] + tokens)
        game.tell(gained, "loyalty")


def place(game: Game, cause: Cause, area: str, because: str, rule: str) -> None:
    """Lay a token in an area, if one is left (M-11)."""
    if sum(game.board.loyalty.values()) < cause.tokens:
        game.tell(e.LoyaltyPlaced(area=area, because=because), rule)
