"""Games: what a game says that it has, it answers."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator

import pytest

from adjudicator.engine.game import Game
from adjudicator.games import GAMES
from adjudicator.thrones.game import Thrones


def has_variations(game: Game) -> bool:
    return type(game).variations is not Game.variations


# By what a game says that it has: the operations that it then answers.
OPERATIONS: tuple[tuple[Callable[[Game], bool], frozenset[str]], ...] = (
    (lambda game: game.scenario_type is not None, frozenset({"build_scenario"})),
    (
        lambda game: game.assumed_type is not None,
        frozenset({"read_assumed", "guess_sheet", "complete_sheet", "remember", "redraw_hidden_state", "as_imagined"}),
    ),
    (has_variations, frozenset({"value"})),
)


def unanswered() -> frozenset[str]:
    """The operations that the base class does not answer."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(Game)))
    return frozenset(
        function.name
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and any(isinstance(step, ast.Raise) and "NotImplementedError" in ast.unparse(step) for step in function.body)
    )


def missing(game: Game) -> Iterator[str]:
    """What a game says that it has and does not answer."""
    for applies, operations in OPERATIONS:
        if applies(game):
            yield from (name for name in sorted(operations) if getattr(type(game), name) is getattr(Game, name))


def test_each_unanswered_operation_hangs_on_a_flag() -> None:
    assert frozenset().union(*(operations for _, operations in OPERATIONS)) == unanswered()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_answers_what_its_flags_promise(name: str) -> None:
    assert list(missing(GAMES[name])) == []


@pytest.mark.parametrize("name", sorted(frozenset().union(*(operations for _, operations in OPERATIONS))))
def test_an_operation_left_out_is_noticed(name: str) -> None:
    broken = type("Broken", (Thrones,), {name: getattr(Game, name)})

    assert list(missing(broken())) == [name]
