"""The comparison of levels of bots adds up by games, and plays what it says."""

from __future__ import annotations

import pytest

from tests.bench.levels import Seated, compare, report


def test_report_adds_up_by_game() -> None:
    first = [Seated("stark", 1.0, 1.0, 7, 5, 10, 2.0, 4, 9), Seated("tyrell", 1.0, 0.0, 7, 4, 10, 2.0, 8, 10)]
    second = [Seated("stark", 0.0, 0.0, 3, 3), Seated("tyrell", 1.0, 1.0, 7, 6)]

    found = report([first, second])

    assert (found["games"], found["pairs"], found["shares"]) == (2, 4, [0.75, 0.5])
    assert found["wins"]["ratio"] == 1.5
    assert found["houses"] == {"stark": [1.0, 1.0], "tyrell": [2.0, 1.0]}
    assert (found["searches"], found["used"], found["changed"], found["ms_a_search"]) == (20, 19, 0.6, 200)


@pytest.mark.parametrize("level", ["squire", "maester"])
def test_compare_plays_every_house(level: str) -> None:
    rows = compare(("btwixt", 4, "levels", level))  # type: ignore[arg-type]

    assert len({row.house for row in rows}) == 4
    assert sum(row.bot_wins for row in rows) == 1
