"""The Iron Bank order in the consolidation: a loan, or nothing (MoD rules: obtaining loans)."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.engine.asking import Asks
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.control import turn_order
from adjudicator.thrones.rules.iron_bank.effects import carry_out
from adjudicator.thrones.rules.iron_bank.track import offers
from adjudicator.thrones.rules.power import CARRIED_OUT
from adjudicator.thrones.rules.raids import next_house, orders_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

ORDER, POWER = "iron-bank", "consolidate-power"
RULE = "bank.loan"
Collect = Callable[..., Play]


def with_loans(collect: Collect) -> Collect:
    """The step of the consolidation, in which Iron Bank orders are carried out too where there is a bank."""

    def collect_or_borrow(game: Game, after: str) -> Play:
        """The next house in turn order carries out one order of this part: it takes a loan, Power, or musters."""
        house = _next(game.board, game.edition, after)
        if house is not None and game.board.bank is not None and orders_of(game.board, game.edition, house, ORDER):
            done = yield from _order(game, house)
            if done:
                return [Step("collect", {"after": game.turn_of(house)})]
        return (yield from collect(game, after=after))

    return collect_or_borrow


def _next(board: Board, edition: Edition, after: str) -> str | None:
    """The next house in turn order after `after` with an order that is carried out now."""
    order = turn_order(board)
    start = order.index(after) + 1 if after else 0
    found = {next_house(board, edition, kind, after) for kind in (*CARRIED_OUT, ORDER)}
    return next((house for house in order[start:] + order[:start] if house in found), None)


def _order(game: Game, house: str) -> Asks[bool]:
    """Carry out an Iron Bank order, or leave it for later: whether it is done."""
    board, edition = game.board, game.edition
    area = orders_of(board, edition, house, ORDER)[0]
    costs = {loan: cost for loan, cost in offers(board, edition, house).items() if cost <= board.power[house]}
    later = bool(orders_of(board, edition, house, POWER))
    choice = "wait" if later else "decline"
    if costs:
        choices = (*costs, "decline", "wait") if later else (*costs, "decline")
        answer = yield from game.ask(
            d.TakeLoan(seat=game.seat(house), house=house, area=area, costs=costs, choices=choices)
        )
        choice = answer.choice
    if choice == "wait":
        return False
    if choice in costs:
        game.tell(e.LoanTaken(house=house, loan=choice, area=area, cost=costs[choice]), RULE)
        yield from carry_out(game, house, edition.loans[choice])
    # A loan may have cost the house the ships, or the port, where its order lay.
    if area in board.orders:
        game.tell(e.OrderRemoved(house=house, area=area, order=board.orders[area].order, because="spent"), RULE)
    return True
