"""Power: Consolidate Power orders, Game of Thrones (1e rules; EX-19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.engine import Asks, Play, Step
from adjudicator.thrones.rules.control import crowns, facts_of, open_port, turn_order
from adjudicator.thrones.rules.marches import orders_of
from adjudicator.thrones.rules.mustering import muster_with
from adjudicator.thrones.rules.round import POWER, may_ask
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.state import Board, Edition, events as e


def consolidate(game: Game) -> list[Step]:
    """Gain 1 Power per Consolidate Power order, and 1 for each crown in its area."""
    board, edition = game.board, game.edition
    game.tell(e.PhaseStarted(phase="power"), "power")
    for house in turn_order(board):
        for area in orders_of(board, edition, house, "consolidate-power"):
            game.gain_power(house, 1 + facts_of(board, edition, area).power, "consolidate-power", "power", area)
            game.remove_order(area, "spent", "power")
    return []


def income(board: Board, edition: Edition, area: str) -> int:
    """Return an order's income: land 1 plus crowns, open port 1, sea 0 (2e rules)."""
    facts = facts_of(board, edition, area)
    if facts.kind == "land":
        return 1 + facts.power
    return 1 if facts.kind == "port" and open_port(board, edition, area) else 0


def collecting_begins(game: Game) -> list[Step]:
    """The power part of the action phase, where orders are carried out one by one."""
    game.tell(e.PhaseStarted(phase="power"), "power")
    return [Step("collect", {"after": ""})]


def collect(game: Game, after: str) -> Play:
    """Carry out one order of the next house; some Consolidate Power orders muster."""
    board, edition = game.board, game.edition
    places = turn_order(board)
    start = places.index(after) + 1 if after else 0
    for house in places[start:] + places[:start]:
        for kind, carry_out in CARRIED_OUT.items():
            areas = orders_of(board, edition, house, kind)
            if areas:
                area = yield from _first(game, house, areas)
                yield from carry_out(game, house, area)
                game.remove_order(area, "spent", "power")
                return [Step("collect", {"after": game.turn_of(house)})]
    return []


def _first(game: Game, house: str, areas: Sequence[str]) -> Asks[str]:
    """Return which order a house carries out first, asked if it can matter (S-21).

    On land Power is safe whatever others do; a port may close meanwhile, and units use up places and pieces.
    """
    board, edition = game.board, game.edition
    if not edition.variant.consolidation_chosen:
        return areas[0]
    plain = all(
        edition.areas[area].kind == "land" and not edition.orders[board.orders[area].order].musters for area in areas
    )
    only = areas[0] if plain else ""
    return (yield from game.pick_or_force(house, "consolidate-power", areas[::-1], only=only))


def _consolidate(game: Game, house: str, area: str) -> Asks[None]:
    """Power, or with some tokens units instead."""
    token = game.edition.orders[game.board.orders[area].order]
    mustered = token.musters and (yield from _muster(game, house, area))
    if not mustered:
        game.gain_power(house, income(game.board, game.edition, area), "consolidate-power", "power", area)


def _muster(game: Game, house: str, area: str) -> Asks[bool]:
    """Muster units of an area's points; return whether any (MoD: Defense/Muster)."""
    points = facts_of(game.board, game.edition, area).muster
    return bool(points) and (yield from muster_with(game, house, {area: points}, "power.muster"))


# What each type of order does in this part, in the order in which a house carries out its own.
CARRIED_OUT: dict[str, Callable[[Game, str, str], Asks[object]]] = {
    "consolidate-power": _consolidate,
    "muster": _muster,
}


@may_ask(lambda ahead, deck: ahead.changed.add(POWER))
def game_of_thrones(game: Game, deck: str) -> list[Step]:
    """Give each house, in turn order, 1 Power per crown and open port."""
    board, edition = game.board, game.edition
    for house in turn_order(board):
        ports = sum(open_port(board, edition, port) == house for port in edition.ports)
        amount = crowns(board, edition, house) + ports
        if amount:
            game.gain_power(house, amount, "game-of-thrones", "westeros.game-of-thrones")
    return []
