"""Scenarios with words put where others belong are refused or built; whatever is built runs to its first question."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.engine.decision import Refused
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import Scenario, read_scenario
from tests.adjudicator.case_file import read_cases

SPOILED, BASES = 400, 30
ODD: tuple[Any, ...] = ("", "none", "F1", "(S1)", "K0", "winterfell", "IV", 0, 1, 99, 2**63, [], {}, None)


def bases(edition: str) -> list[dict[str, Any]]:
    """Cases of an edition as plain scenarios."""
    cases = Random(edition).sample(read_cases(edition), BASES)
    return [{one: msgspec.to_builtins(case)[one] for one in Scenario.__struct_fields__} for case in cases]


def words(value: Any) -> Iterator[Any]:
    """Every name and value in it."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from words(part)
    else:
        yield value


def spoiled(value: Any, random: Random, pool: list[Any]) -> Any:
    """A copy in which here and there something else of the same sort stands, seldom of another."""
    if isinstance(value, dict):
        names = {name: str(random.choice(pool)) if random.random() < 0.02 else name for name in value}
        return {names[name]: spoiled(part, random, pool) for name, part in value.items()}
    if isinstance(value, list):
        return [spoiled(part, random, pool) for part in value]
    if random.random() < 0.05:
        return random.choice([one for one in pool if type(one) is type(value)] or pool)
    return random.choice(ODD) if random.random() < 0.002 else value


@pytest.mark.parametrize("edition", THRONES.editions)
def test_spoiled_scenarios_are_refused_or_built(edition: str) -> None:
    begin = bases(edition)
    pool = [*ODD, *(word for base in begin for word in words(base))]
    built = 0
    for number in range(SPOILED):
        random = Random(f"{edition} {number}")
        plain = spoiled(random.choice(begin), random, pool)
        try:
            position = build(read_scenario(msgspec.json.encode(plain).decode()))
        except Refused:
            continue
        assert invariants.broken(position) == []
        THRONES.resume(position)
        built += 1
    assert SPOILED / 10 < built < SPOILED
