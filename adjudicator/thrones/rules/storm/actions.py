"""The action phase with leaders: orders may turn leaders; Power comes singly.

Income may begin negotiations (Storm of Swords rules: sequence of the round, leaders). Without leaders, tactics and
alliances each step is the one it replaces.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine import Asks, Play, Step
from adjudicator.thrones.rules import bidding, marches, round as rounds
from adjudicator.thrones.rules.control import facts_of, turn_order
from adjudicator.thrones.rules.marches import next_house, orders_of
from adjudicator.thrones.rules.step_context import Game, StepFunction, quiet
from adjudicator.thrones.rules.storm.hostages import held_by_others, negotiate
from adjudicator.thrones.rules.storm.leaders import activate, ready
from adjudicator.thrones.rules.storm.tactics import income_barred
from adjudicator.thrones.state import Board, Edition

POWER = "consolidate-power"
# Types of orders that have a part of the action phase in which they are carried out.
IN_TURN = ("raid", "march", POWER)
# The module that puts leaders into the game on another board.
LEADERS = "leaders"


def rallies_late(board: Board) -> bool:
    """Whether routed units lie until the end of the round (Storm of Swords rules)."""
    return LEADERS in board.modules or board.tactics is not None


def raid(game: Game, after: str, kept: Sequence[str] = ()) -> Play:
    """The next house in turn order resolves one raid, or turns a leader in its place."""
    house = next_house(game.board, game.edition, "raid", after, kept)
    if house is not None and (yield from activate(game, house, ("raid",))):
        return [Step("raid", {"after": game.turn_of(house), **({"kept": list(kept)} if kept else {})})]
    return (yield from marches.raid(game, after, kept))


def marches_begin(game: Game) -> list[Step]:
    """Begin marches; leaders whose orders are never carried out may go first."""
    steps = marches.marches_begin(game)
    early = [house for house in turn_order(game.board) if ready(game.board, game.edition, house, _others(game.edition))]
    return [*(Step("lead", {"house": house}) for house in early), *steps]


def _others(edition: Edition) -> frozenset[str]:
    """The types of orders that have no part of the action phase to themselves."""
    return frozenset(order.type for order in edition.orders.values()) - frozenset(IN_TURN)


def lead(game: Game, house: str) -> Play:
    """Let a house turn leaders by orders like support, before all marches."""
    again = yield from activate(game, house, _others(game.edition))
    return [Step("lead", {"house": house})] if again else []


def march(game: Game, after: str) -> Play:
    """Resolve the next house's march and battle, or turn a leader instead."""
    house = next_house(game.board, game.edition, "march", after)
    if house is None and rallies_late(game.board):
        return []
    if house is not None and (yield from activate(game, house, ("march",))):
        return [Step("march", {"after": game.turn_of(house)})]
    return (yield from marches.march(game, after))


def collecting_begins(game: Game) -> list[Step]:
    """Collect Power at once for all, unless leaders or alliances are in the game."""
    if not game.board.leaders and game.board.realm is None:
        return bidding.consolidate(game)
    return bidding.collecting_begins(game)


def collect(game: Game, after: str) -> Play:
    """Carry out one Consolidate Power order or turn a leader; offers may follow."""
    board = game.board
    house = next_house(board, game.edition, POWER, after)
    if house is None:
        return []
    if not (yield from activate(game, house, (POWER,))):
        area = yield from _first(game, house, orders_of(board, game.edition, house, POWER))
        barred = income_barred(board, game.edition, house, area)
        game.gain_power(house, 0 if barred else 1 + facts_of(board, game.edition, area).power, POWER, "power", area)
        yield from negotiate(game, house, area)
        game.remove_order(area, "spent", "power")
    return [Step("collect", {"after": game.turn_of(house)})]


def _first(game: Game, house: str, areas: Sequence[str]) -> Asks[str]:
    """Return which order a house carries out first, asked while it can matter.

    It matters while another holds a leader of the house, for whom it may offer its Power by then, or while a leader can
    still be turned and march.
    """
    board, edition = game.board, game.edition
    plain = not held_by_others(board, house) and not any(
        ready(board, edition, owner, (POWER,)) for owner in turn_order(board)
    )
    return (yield from game.pick_or_force(house, POWER, areas[::-1], only=areas[0] if plain else ""))


def end_round(game: Game) -> list[Step]:
    """Raise routed units, remove orders, and find the winner at the end (RULE-10)."""
    if rallies_late(game.board) and not game.edition.variant.rally_at_clean_up:
        marches.rally(game)
    return rounds.end_round(game)


STEPS: dict[str, StepFunction] = {
    "raid": raid,
    "marches": quiet(marches_begin),
    "lead": lead,
    "march": march,
    "power": quiet(collecting_begins),
    "collect": collect,
    "end-round": quiet(end_round),
}
