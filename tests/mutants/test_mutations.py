"""Mutants of a small module: what is changed, what is left alone, and how they get into a process."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import drawn_by
from tests.mutants.mutations import Mutation, mutated, mutations_of

SOURCE = '''
"""Words of a module."""
LIMIT = 3

def wins(mine: int, theirs: int = 0) -> bool:
    """Words of a function."""
    if mine > theirs and not theirs == 9:
        tell("won", "some words")
        return True
    return False
'''


@pytest.fixture
def mutations(tmp_path: Path) -> list[Mutation]:
    (tmp_path / "small.py").write_text(SOURCE, encoding="utf-8")
    return mutations_of(tmp_path, "small.py")


def test_each_kind_of_change_is_made(mutations: list[Mutation], tmp_path: Path) -> None:
    changes = {one.change for one in mutations}
    assert changes >= {"3 -> 4", "0 -> 1", "Gt -> GtE", "Gt -> LtE", "And -> Or", "without part 1", "without not"}
    assert changes >= {"if True", "if False", "without `tell('won', 'some words')`", "return None", "True -> False"}
    sources = {ast.unparse(mutated(tmp_path, one)) for one in mutations}
    assert len(sources) == len(mutations)
    assert ast.unparse(ast.parse(SOURCE)) not in sources


def test_words_are_left_alone(mutations: list[Mutation]) -> None:
    assert not [one for one in mutations if "Words" in one.change or one.change.startswith("'some")]
    assert [one.change for one in mutations if one.change.startswith("'")] == ["'won' -> 'mutant'"]


def test_a_mutation_keeps_its_name_when_lines_move(mutations: list[Mutation], tmp_path: Path) -> None:
    (tmp_path / "small.py").write_text("\n\n" + SOURCE, encoding="utf-8")
    moved = mutations_of(tmp_path, "small.py")
    assert [one.key for one in moved] == [one.key for one in mutations]
    assert [one.number for one in moved] == [one.number + 2 for one in mutations]


def test_only_the_body_of_a_function_can_be_exchanged(mutations: list[Mutation]) -> None:
    outside = {one.change for one in mutations if not one.inside}
    assert outside == {"3 -> 4", "3 -> 2", "0 -> 1"}


def test_a_sample_stays_when_something_else_is_changed(mutations: list[Mutation]) -> None:
    sample = drawn_by("1", mutations, 5)
    assert drawn_by("1", list(reversed(mutations)), 5) == sample
    assert drawn_by("2", mutations, 5) != sample
    others = [one for one in mutations if one not in sample]
    assert drawn_by("1", [*sample, *others[2:]], 5) == sample
