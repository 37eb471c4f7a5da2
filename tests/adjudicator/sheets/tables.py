"""Small positions for the tests of instructions, and what a sheet answers in them."""

from __future__ import annotations

from typing import Any

from adjudicator import games
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import Battle, Force, Placed, Position

FIRST = games.edition("first-edition")


def table(
    forces: dict[str, tuple[str, dict[str, int]]] | None = None,
    orders: dict[str, tuple[str, str]] | None = None,
    battle: Battle | None = None,
    **board: Any,
) -> Position:
    """A five-player game in its first round with these units and orders, and parts of the board replaced."""
    position = games.start("first-edition", 5, "a table")
    position.board.round, position.board.phase = 1, "marches"
    if forces is not None:
        position.board.forces = {area: Force(house, dict(units)) for area, (house, units) in forces.items()}
    position.board.orders = {area: Placed(house, order) for area, (house, order) in (orders or {}).items()}
    position.board.battle = battle
    for name, value in board.items():
        setattr(position.board, name, value)
    return position


def asked(decision: Decision, position: Position, sheet: Sheet | None, standing: Sheet | None = None) -> SourcedAnswer:
    """What the sheet answers; asserts that it is legal."""
    given = resolve(position, decision, sheet, standing)
    assert check(position, decision, given.answer) is None
    return given


def story(given: SourcedAnswer) -> tuple[Any, ...]:
    """Who decided, by which rule, and the place and code of everything passed over."""
    source = given.source
    return source.by, source.rule, [(skipped.where, skipped.code) for skipped in source.skipped]
