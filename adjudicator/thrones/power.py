"""Power: the Consolidate Power orders and the Game of Thrones card (1e rules: consolidate power; EX-19)."""

from __future__ import annotations

from adjudicator.kernel.step import Play, Step
from adjudicator.thrones import events as e
from adjudicator.thrones.board import Board
from adjudicator.thrones.control import crowns, open_port, open_ports, turn_order
from adjudicator.thrones.edition import Edition
from adjudicator.thrones.game import Game
from adjudicator.thrones.improvements import facts_of
from adjudicator.thrones.mustering import muster_with
from adjudicator.thrones.raids import next_house, orders_of


def consolidate(game: Game) -> list[Step]:
    """Every Consolidate Power order brings 1 Power and 1 more for each crown in its area."""
    board, edition = game.board, game.edition
    game.tell(e.PhaseStarted(phase="power"), "power")
    for house in turn_order(board):
        for area in orders_of(board, edition, house, "consolidate-power"):
            order = board.orders[area].order
            game.gain_power(house, 1 + facts_of(board, edition, area).power, "consolidate-power", "power", area)
            game.tell(e.OrderRemoved(house=house, area=area, order=order, because="spent"), "power")
    return []


def income(board: Board, edition: Edition, area: str) -> int:
    """What a Consolidate Power order brings: on land 1 and its crowns, in an open port 1, at sea nothing (2e rules)."""
    facts = facts_of(board, edition, area)
    if facts.kind == "land":
        return 1 + facts.power
    return 1 if facts.kind == "port" and open_port(board, edition, area) else 0


def collecting_begins(game: Game) -> list[Step]:
    """The power part of the action phase, where orders are carried out one by one."""
    game.tell(e.PhaseStarted(phase="power"), "power")
    return [Step("collect", {"after": ""})]


def collect(game: Game, after: str) -> Play:
    """The next house in turn order carries out one Consolidate Power order; some may muster instead."""
    board, edition = game.board, game.edition
    house = next_house(board, edition, "consolidate-power", after)
    if house is None:
        return []
    area = orders_of(board, edition, house, "consolidate-power")[0]
    token, points = edition.orders[board.orders[area].order], facts_of(board, edition, area).muster
    mustered = token.musters and points and (yield from muster_with(game, house, {area: points}, "power.muster"))
    if not mustered:
        game.gain_power(house, income(board, edition, area), "consolidate-power", "power", area)
    game.tell(e.OrderRemoved(house=house, area=area, order=token.id, because="spent"), "power")
    return [Step("collect", {"after": house})]


def game_of_thrones(game: Game, deck: str) -> list[Step]:
    """In turn order every house takes 1 Power for each crown it controls and for each of its open ports."""
    board, edition = game.board, game.edition
    for house in turn_order(board):
        amount = crowns(board, edition, house) + len(open_ports(board, edition, house))
        if amount:
            game.gain_power(house, amount, "game-of-thrones", "westeros.game-of-thrones")
    return []
