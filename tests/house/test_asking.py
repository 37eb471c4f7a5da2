"""Steps ask by the engine's functions, which know of what type an answer is: `yield from`, never a bare `yield`."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.rooms import ROOT, name, sources, tree

ASKING = "adjudicator/engine/step.py"
FILES = [name(path) for path in sources("adjudicator", "tests/families") if name(path) != ASKING]
STEP = re.compile(r"(Asks|Play)\b")


def bare(module: ast.Module) -> list[int]:
    """The lines where a step, or a part of one, yields by itself."""
    steps = (
        node
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and node.returns is not None and STEP.match(ast.unparse(node.returns))
    )
    return [one.lineno for step in steps for one in ast.walk(step) if isinstance(one, ast.Yield)]


def test_a_bare_yield_is_found() -> None:
    assert bare(ast.parse("def step(game: Game) -> Play:\n    answer = yield question\n")) == [2]
    assert bare(ast.parse("def part(game: Game) -> Asks[None]:\n    yield from game.ask(question)\n")) == []


@pytest.mark.parametrize("path", FILES)
def test_steps_ask_by_the_kernel(path: str) -> None:
    assert bare(tree(ROOT / path)) == [], path
